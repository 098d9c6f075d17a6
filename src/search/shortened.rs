//! Shortened random walks: what many random solutions know together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::agree::unusable;
use super::dice::Dice;
use super::error::{Result, SearchError};
use super::graph::{Graph, LOOK, SLICE, Tools, at_depth, solved, starts_or_answer, unsolved};
use super::needs::must_have_goal;
use super::strategy::{Standing, Step, StepContext, Strategy, Tally, Verdict};
use super::trodden::Trodden;
use super::walk::{Stride, Walker};
use crate::space::{StateKey, StateSpace};
use crate::store::{PathKey, PathRow};

/// What the strategy `shortened-random` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batches {
    /// Batches of walks; at least 1.
    pub batches: u64,
    /// Walks in a batch; at least 1.
    pub size: u64,
    /// What all random moves follow from.
    pub seed: u64,
    /// Moves after which a walk is given up.
    pub max_moves: u64,
}

/// The strategy `shortened-random`: of each batch of random walks to a goal it
/// keeps the shortest way over all their moves, and at the end the shortest way
/// over the moves of all that it kept. Never longer than the shortest walk.
///
/// Each batch has its own random numbers and begins anew when it is cut short:
/// a run comes forward by whole batches.
pub struct ShortenedRandom<S: StateSpace> {
    plan: Batches,
    bytes: usize,
    tools: Option<Tools<S>>,
    batch: Option<Batch<S::Key>>,
    finished: u64,
    tally: Tally,
}

/// Where a search by shortened random walks stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Batches that are finished; each has its row of `paths`.
    finished: u64,
    /// The work that these took.
    tally: Tally,
}

/// A batch at work.
pub(super) struct Batch<K> {
    starts: Vec<K>,
    pub(super) walker: Walker<K>,
    trodden: Trodden<K>,
    /// The state that the walk at hand has come to; `None` before its start.
    here: Option<K>,
    /// Walks that are over.
    walks: u64,
    row: PathRow,
}

impl<K: StateKey> Batch<K> {
    pub(super) fn new(seed: u64, number: u64, starts: Vec<K>) -> Self {
        Self {
            starts,
            walker: Walker::new(Dice::new(seed, number, 0)),
            trodden: Trodden::new(),
            here: None,
            walks: 0,
            row: PathRow::default(),
        }
    }

    /// Makes some moves; gives the shortest way over all moves, empty if no walk
    /// came to a goal, when `walks` of them are over.
    pub(super) fn work(
        &mut self,
        graph: &mut dyn Graph<K>,
        walks: u64,
        max_moves: u64,
        bytes: usize,
    ) -> Result<Option<Vec<K>>> {
        for made in 1..=SLICE {
            if self.walks >= walks {
                return Ok(Some(self.trodden.shortest().unwrap_or_default()));
            }
            self.stride(graph, max_moves)?;
            fits(bytes, &self.trodden, "a batch of random walks")?;
            if made % LOOK == 0 && graph.stopping() {
                break;
            }
        }
        Ok(None)
    }

    /// One move of the walk at hand, or the start of the next one.
    fn stride(&mut self, graph: &mut dyn Graph<K>, max_moves: u64) -> Result<()> {
        let Some(here) = self.here else {
            let start = self.walker.choose_start(&self.starts);
            self.trodden.go(start);
            self.here = Some(start);
            return Ok(());
        };
        let moves = self.trodden.moves();
        let stride = if moves < max_moves {
            self.walker.stride(graph, here).map_err(at_depth(moves))?
        } else {
            Stride::Stuck
        };
        match stride {
            Stride::On(next) => {
                self.trodden.go(next);
                self.here = Some(next);
                return Ok(());
            }
            Stride::Goal(goal) => {
                self.trodden.go(goal);
                self.row.solved += 1;
                let moves = self.trodden.moves();
                self.row.shortest = Some(self.row.shortest.map_or(moves, |least| least.min(moves)));
                self.trodden.keep();
            }
            Stride::Stuck => self.trodden.forget(),
        }
        self.walks += 1;
        self.here = None;
        Ok(())
    }
}

impl<S: StateSpace> ShortenedRandom<S> {
    /// Batches of walks, each of which may take `bytes` of memory, about. The
    /// memory does not change what is found.
    #[must_use]
    pub fn new(plan: Batches, bytes: usize) -> Self {
        Self { plan, bytes, tools: None, batch: None, finished: 0, tally: Tally::default() }
    }

    /// Goes on with a batch, or begins the next one.
    fn walk(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let tools = self.tools.get_or_insert_with(|| Tools::new(cx.space));
        let mut graph = tools.on(cx.space, &*cx.expansion);
        let batch = self.batch.get_or_insert_with(|| {
            let starts = starts_or_answer(cx.space).unwrap_or_default();
            Batch::new(self.plan.seed, at.finished, starts)
        });
        let path = batch.work(&mut graph, self.plan.size, self.plan.max_moves, self.bytes)?;
        let Some(path) = path else { return Ok(Step::Continue(at)) };
        batch.row.keys = path.into_iter().map(StateKey::to_vec).collect();
        cx.batch.put_row(&PathKey { run: cx.run, batch: at.finished }, &batch.row)?;
        at.finished += 1;
        at.tally = sum(at.tally, batch.walker.tally);
        self.batch = None;
        (self.finished, self.tally) = (at.finished, at.tally);
        Ok(go_on(self.plan, at))
    }

    /// The shortest way over the ways of all batches.
    fn join(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        let mut trodden = Trodden::<S::Key>::new();
        let mut rows = 0;
        for row in cx.store.rows::<PathRow>(&cx.run.range()) {
            let (key, row) = row?;
            if key.batch != rows || rows >= at.finished {
                return Err(unusable(cx.run, &format!("the paths of batch {rows} are missing")));
            }
            rows += 1;
            for bytes in &row.keys {
                if bytes.len() != S::Key::BYTES {
                    let what = format!("the path of batch {} has keys of another width", key.batch);
                    return Err(unusable(cx.run, &what));
                }
                trodden.go(S::Key::read_be(bytes));
            }
            trodden.keep();
            fits(self.bytes, &trodden, "the paths of all batches")?;
        }
        if rows != at.finished {
            return Err(unusable(cx.run, &format!("the paths of batch {rows} are missing")));
        }
        let outcome = match trodden.shortest() {
            Some(path) => solved(&path),
            None => unsolved(Verdict::NotFound),
        };
        Ok(Step::Done(at, outcome))
    }
}

/// What follows a finished batch.
fn go_on(plan: Batches, at: Checkpoint) -> Step<Checkpoint> {
    if at.finished >= plan.batches { Step::Conclude(at) } else { Step::Continue(at) }
}

pub(super) fn sum(one: Tally, other: Tally) -> Tally {
    Tally { expanded: one.expanded + other.expanded, generated: one.generated + other.generated }
}

fn fits<K: StateKey>(bytes: usize, trodden: &Trodden<K>, what: &str) -> Result<()> {
    if trodden.bytes() <= bytes && !trodden.is_full() {
        return Ok(());
    }
    Err(SearchError::OutOfMemory(format!(
        "{what} would take more than {bytes} bytes of memory: allow more, or start a run of fewer \
         or shorter walks a batch"
    )))
}

impl<S: StateSpace> Strategy<S> for ShortenedRandom<S> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "shortened-random"
    }

    fn options(&self) -> BTreeMap<String, String> {
        let Batches { batches, size, seed, max_moves } = self.plan;
        [("batches", batches), ("size", size), ("seed", seed), ("max-moves", max_moves)]
            .map(|(name, value)| (name.to_owned(), value.to_string()))
            .into()
    }

    fn check(&self, space: &S) -> Result<()> {
        if self.plan.batches == 0 || self.plan.size == 0 {
            return Err(SearchError::Unsuitable {
                what: "a search without walks".to_owned(),
                why: "nothing would be found; give at least one batch of at least one walk"
                    .to_owned(),
            });
        }
        must_have_goal(space)
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let at = Checkpoint { finished: 0, tally: Tally::default() };
        Ok(match starts_or_answer(cx.space) {
            Ok(_) => Step::Continue(at),
            Err(answer) => Step::Done(at, answer),
        })
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let rows = cx.store.rows::<PathRow>(&cx.run.range()).map(|row| row.map(|_| 1u64));
        let rows = rows.sum::<crate::store::Result<u64>>()?;
        if rows != from.finished || from.finished > self.plan.batches {
            let (finished, batches) = (from.finished, self.plan.batches);
            let what =
                format!("{finished} of {batches} batches are finished, and paths of {rows} stored");
            return Err(unusable(cx.run, &what));
        }
        (self.finished, self.tally) = (from.finished, from.tally);
        Ok(go_on(self.plan, from))
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        if at.finished < self.plan.batches { self.walk(cx, at) } else { self.join(cx, at) }
    }

    fn committed(&mut self) {}

    fn standing(&self) -> Standing {
        Standing::beside_store(self.finished, self.tally().unwrap_or_default())
    }

    /// With the batch at hand, which is lost when it is cut short.
    fn tally(&self) -> Option<Tally> {
        let batch = self.batch.as_ref().map(|batch| batch.walker.tally);
        Some(sum(self.tally, batch.unwrap_or_default()))
    }
}
