//! The search of a graph whose states have a depth, by *fully connected
//! components*: all states of one depth that moves join which can be taken back.
//!
//! After the specification by Shlomi Fish (2012), with its ambiguities resolved. A
//! move adds 0 to the depth, or more; those that add 0 can be taken back. The
//! components and the other moves form a graph without circles.
//!
//! 1. *Start points* are states that a move from another component leads to. They
//!    wait in buckets, by depth (one of depth d can lead to d + 2, so a component is
//!    not always reached by the same number of moves).
//! 2. The least bucket comes first. From a start point the whole component is
//!    scanned; its least state, `min_by_sorting`, is its identity. A start point
//!    whose component another one has covered is dropped: most of them are found out
//!    by a bounded cache of states ([`Claims`]), all by the identity.
//! 3. The start point through which a component was found first is its
//!    `min_by_absolute_depth`. It is not always the nearest to the start. How it was
//!    reached from the one of the parent component is the component's *move stack*.
//! 4. The exits of the component wait in their buckets; a goal ends the search.
//!
//! The states of a component are not stored, nor is it known of a state which
//! component it is in, beyond the cache of the depth at hand: that is what saves
//! space. Start points of one depth are scanned in parallel; what they find is
//! entered in their order. When the best come first, one is scanned after the other.

mod book;
mod claims;
mod identities;
mod scan;
mod stacks;
mod waiting;
mod wide;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::book::{Book, Desk};
pub use self::claims::Claims;
use self::scan::settled;
pub use self::scan::{Component, Exit, Scan, Scanner, Scanning};
pub use self::stacks::Stacks;
use self::waiting::{Block, Point, WaitingAt};
use self::wide::Wide;
use super::agree::{stored_key, unusable};
use super::error::{Result, SearchError};
use super::generations::start_keys;
use super::graph::{solved, unsolved};
use super::needs::{self, must_have_goal};
use super::strategy::{Completed, Outcome, Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{Expander as _, Locality, StateKey, StateSpace};
use crate::store::{Batch, ComponentRow, KeyRange, RunId, Side, StackMoves, Table};

/// Which start points are scanned first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Those of the least depth.
    Depth,
    /// Those with the least estimate by this heuristic.
    Best(String),
}

/// What is searched, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FccOptions {
    /// The whole space, not to the first goal only.
    pub census: bool,
    /// Which components come first.
    pub order: Order,
    /// Whether safe moves follow each move out of a component: fewer components,
    /// and the same answer.
    pub safe: bool,
    /// Whether the components of finished depths stay in the store; their figures
    /// and move stacks always do.
    pub keep: bool,
}

/// The strategy `fcc`.
pub struct Fcc<S: StateSpace> {
    options: FccOptions,
    claims: Claims<S::Key>,
    /// All of its memory, in bytes.
    memory: usize,
    /// Memory for scans, in bytes.
    bytes: usize,
    book: Book<S>,
    /// The number of the next start point to scan; means nothing beyond the process.
    next: u64,
    /// The number of the last layer that was scanned on disk.
    layer: u32,
    /// The depth of the last component, for people.
    depth: u32,
    tally: Tally,
}

/// Where a component search stands, beside its rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The bucket that was scanned last.
    bucket: Option<u32>,
    /// Components found.
    components: u64,
    tally: Tally,
    waiting: WaitingAt,
    goal: Option<Goal>,
    /// Nothing is left to scan.
    over: bool,
}

/// A goal, and how it is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Goal {
    /// The component that leads to it; `None` when a start leads to it by safe moves
    /// alone, or is one.
    component: Option<u64>,
    /// The way there from the component's `min_by_absolute_depth`, if it is known.
    way: Option<Vec<u8>>,
    key: Vec<u8>,
}

impl Goal {
    fn new<K: StateKey>(component: u64, key: K, way: StackMoves) -> Self {
        let way = match way {
            StackMoves::Known(way) => Some(way),
            StackMoves::Unknown => None,
        };
        Self { component: Some(component), way, key: key.to_vec() }
    }
}

impl<S: StateSpace> Fcc<S> {
    /// A search in `bytes` of memory, of which the cache of states takes at most
    /// `cache`; an eighth when that is not said. Half of it is left to the passes of
    /// scans on disk.
    #[must_use]
    pub fn new(options: FccOptions, bytes: usize, cache: Option<usize>) -> Self {
        let half = bytes / 2;
        let cache = cache.unwrap_or(half / 4).min(half / 2);
        let rest = half - cache;
        Self {
            claims: Claims::new(cache),
            memory: bytes,
            bytes: rest / 2,
            book: Book::new(options.safe, rest / 2),
            options,
            next: 1,
            layer: 0,
            depth: 0,
            tally: Tally::default(),
        }
    }

    fn by_depth(&self) -> bool {
        self.options.order == Order::Depth
    }

    /// The next bucket is begun: no component of a lesser depth can come any more.
    fn begin_bucket(&mut self, cx: &mut StepContext<'_, S>, at: &mut Checkpoint, bucket: u32) {
        if let (true, Some(depth)) = (self.by_depth(), at.bucket.filter(|&last| last != bucket)) {
            self.claims.clear(self.next);
            self.book.identities.clear();
            self.book.waiting.close(depth);
            self.book.waiting.close(bucket);
            self.complete(cx, depth);
        }
        at.bucket = Some(bucket);
    }

    /// A depth is finished.
    fn complete(&mut self, cx: &mut StepContext<'_, S>, depth: u32) {
        let states = self.book.depth(depth).states;
        cx.completed.push(Completed { side: Side::Forward, generation: depth, states, goals: 0 });
        if !self.options.keep {
            let prefix = ComponentRow::key(cx.run, depth, &[]);
            cx.batch.delete_range(Table::FccBySorting, KeyRange::prefix(&prefix));
        }
    }

    /// Scans the first start points of the least bucket.
    fn advance(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let Some(bucket) = self.book.waiting.least() else {
            if let (true, Some(depth)) = (self.by_depth(), at.bucket) {
                self.complete(cx, depth);
            }
            at.over = true;
            return Ok(Step::Conclude(at));
        };
        self.begin_bucket(cx, &mut at, bucket);
        let Some((block, used)) = self.book.waiting.take(cx.store, cx.run, bucket)? else {
            return Err(unusable(cx.run, &format!("start points of bucket {bucket} are missing")));
        };
        let done = self.scan_block(cx, &mut at, bucket, &block, used)?;
        self.book.waiting.put_back(cx.batch, cx.run, bucket, block, done);
        self.tally = at.tally;
        if at.goal.is_some() && !self.options.census {
            at.over = true;
            return Ok(Step::Conclude(at));
        }
        if self.book.waiting.is_full() {
            self.book.waiting.relieve(cx.store, cx.run)?;
        }
        Ok(Step::Continue(at))
    }

    /// Scans start points of a block from `used` on; tells how many are used up then.
    fn scan_block(
        &mut self,
        cx: &mut StepContext<'_, S>,
        at: &mut Checkpoint,
        bucket: u32,
        block: &Block<S::Key>,
        used: usize,
    ) -> Result<usize> {
        let by_depth = self.by_depth();
        let depth_of = |space: &S, key| if by_depth { bucket } else { space.depth(&key) };
        let scanning =
            Scanning { claims: &self.claims, safe: self.options.safe, bytes: self.bytes };
        let first = self.next;
        let (mut done, mut too_large) = (used, false);
        let census = self.options.census;
        let StepContext { space, store, run, batch, expansion, .. } = cx;
        let mut points = block.points().skip(used);
        let (book, at_depth) = (&mut self.book, &mut self.depth);
        expansion.scan(&block.keys[used..], first, &scanning, !by_depth, &mut |scan| {
            let Some(point) = points.next() else { return Ok(false) };
            let depth = depth_of(space, point.key);
            match scan {
                Scan::Later => return Ok(false),
                Scan::TooLarge => {
                    too_large = true;
                    return Ok(false);
                }
                Scan::Known => {}
                Scan::Whole(component) => {
                    let mut desk = Desk { space: *space, store, run: *run, batch, at: &mut *at };
                    book.admit(&mut desk, depth, &point, &component)?;
                }
            }
            book.passed(depth);
            *at_depth = depth;
            done += 1;
            // Something better can have come: how start points lie in blocks and where
            // a run was stopped must not decide what is found.
            Ok((census || at.goal.is_none()) && book.waiting.least() == Some(bucket))
        })?;
        if let (true, Some(point)) = (too_large, block.points().nth(done)) {
            let depth = depth_of(cx.space, point.key);
            let number = first + (done - used) as u64;
            done += usize::from(self.scan_wide(cx, at, depth, &point, number)?);
        }
        // Those that were scanned in vain have claimed states by their numbers, and keep
        // these when their turn comes again.
        self.next = first + (done - used) as u64;
        Ok(done)
    }

    /// Scans a component on disk; tells whether it came to the end.
    fn scan_wide(
        &mut self,
        cx: &mut StepContext<'_, S>,
        at: &mut Checkpoint,
        depth: u32,
        point: &Point<'_, S::Key>,
        number: u64,
    ) -> Result<bool> {
        cx.store.forget_unnamed(cx.run)?;
        let claim = |key| self.claims.claim(key, number);
        let wide = Wide::scan(cx, point.key, &mut self.layer, &claim)?;
        let Some(wide) = wide else { return Ok(false) };
        let StepContext { space, store, run, batch, .. } = cx;
        let mut desk = Desk { space: *space, store, run: *run, batch, at };
        self.book.admit_wide(&mut desk, depth, point, &wide)?;
        self.book.passed(depth);
        cx.store.forget_unnamed(cx.run)?;
        Ok(true)
    }

    /// The answer, with the way to the goal if there is one.
    fn conclude(&self, cx: &StepContext<'_, S>, at: &Checkpoint) -> Result<Outcome> {
        let mut outcome = match &at.goal {
            None => unsolved(Verdict::Unsolvable),
            Some(goal) => {
                let stacks = Stacks {
                    space: cx.space,
                    store: cx.store,
                    run: cx.run,
                    safe: self.options.safe,
                    bytes: self.memory,
                };
                let key = stored_key(cx.run, &goal.key)?;
                solved(&match goal.component {
                    None => stacks.begin(key)?,
                    Some(component) => {
                        let mut path = stacks.path_to(component)?;
                        let way = goal.way.clone().map_or(StackMoves::Unknown, StackMoves::Known);
                        stacks.leave(&mut path, &way, key)?;
                        path
                    }
                })
            }
        };
        if self.options.census && !cx.space.has_goal() {
            outcome.verdict = Verdict::Exhausted;
        }
        Ok(outcome)
    }
}

impl<S: StateSpace> Strategy<S> for Fcc<S> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        if self.by_depth() { "fcc" } else { "fcc-best" }
    }

    fn options(&self) -> BTreeMap<String, String> {
        let until = if self.options.census { "whole space" } else { "first goal" };
        let mut options = BTreeMap::from([
            ("until".to_owned(), until.to_owned()),
            ("safe-moves".to_owned(), self.options.safe.to_string()),
            ("keep".to_owned(), if self.options.keep { "all" } else { "depths" }.to_owned()),
        ]);
        if let Order::Best(heuristic) = &self.options.order {
            options.insert("heuristic".to_owned(), heuristic.clone());
        }
        options
    }

    fn check(&self, space: &S) -> Result<()> {
        let unsuitable = |what: &str, why: &str| {
            Err(SearchError::Unsuitable { what: what.to_owned(), why: why.to_owned() })
        };
        if space.locality() != Locality::ByDepth || !space.has_components() {
            return unsuitable(
                "a search by components",
                "its states have no depth that tells which moves can be taken back; use \
                 --algorithm generations",
            );
        }
        match &self.options.order {
            Order::Depth => {}
            Order::Best(_) if !self.options.keep => {
                return unsuitable(
                    "to free finished depths",
                    "no depth is finished before the end when the best components come first",
                );
            }
            Order::Best(heuristic) => drop(needs::heuristic(space, heuristic)?),
        }
        if self.options.census { Ok(()) } else { must_have_goal(space) }
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        self.book.follow(cx.space, &self.options.order)?;
        let mut at = Checkpoint::default();
        for start in start_keys(cx.space).0 {
            let key = if self.options.safe { settled(cx.space, start) } else { start };
            let depth = cx.space.depth(&key);
            let point = Point { key, parent: None, way: Some(&[]) };
            self.book.push(cx.space, depth, &point)?;
            let goal = cx.space.expander().is_goal(cx.space, &key);
            if goal.map_err(|source| SearchError::BadKey { generation: 0, source })? {
                let goal = Goal { component: None, way: None, key: key.to_vec() };
                at.goal.get_or_insert(goal);
            }
        }
        if at.goal.is_some() && !self.options.census {
            at.over = true;
            return Ok(Step::Conclude(at));
        }
        Ok(Step::Continue(at))
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.book.follow(cx.space, &self.options.order)?;
        self.book.restore(cx, &from)?;
        let totals = (from.components, from.tally.expanded);
        if !self.book.waits(&from.waiting) {
            return Err(unusable(cx.run, "its start points are not those that its depths count"));
        }
        if self.book.totals() != totals {
            let (components, states) = self.book.totals();
            let what = format!(
                "its depths hold {components} components and {states} states where it counts {} \
                 and {}",
                totals.0, totals.1
            );
            return Err(unusable(cx.run, &what));
        }
        self.tally = from.tally;
        // Rows that no checkpoint names must be gone before new ones take their place.
        Ok(if from.over { Step::Conclude(from) } else { Step::Settle(from) })
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        if !at.over {
            return self.advance(cx, at);
        }
        let outcome = self.conclude(cx, &at)?;
        Ok(Step::Done(at, outcome))
    }

    fn before_commit(&mut self, run: RunId, batch: &mut Batch, at: &mut Checkpoint) -> Result<()> {
        self.book.write(batch, run, at)
    }

    fn committed(&mut self) {
        self.book.identities.committed();
        self.book.waiting.committed();
    }

    fn standing(&self) -> Standing {
        let standing = Standing::beside_store(u64::from(self.depth), self.tally);
        Standing { states: self.tally.expanded, ..standing }
    }

    fn tally(&self) -> Option<Tally> {
        Some(self.tally)
    }
}
