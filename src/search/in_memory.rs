//! Best-first searches that hold their states in memory, as resumable strategies.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::agree::unusable;
use super::error::Result;
use super::graph::{LOOK, solved, starts_or_answer, unsolved};
use super::needs::{self, must_have_goal};
use super::open_list::{Node, OpenList};
use super::pass::Expansion;
use super::queue::Ties;
use super::strategy::{Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{Heuristic, StateSpace};
use crate::store::{OpenNodesKey, OpenNodesRow};

/// New states after which a step ends: they become one row.
const ROW_STATES: usize = 1 << 15;

/// What one of these searches does with a state, and what it is worth.
pub(super) trait Course<S: StateSpace>: Send + Sized {
    /// The name of the strategy.
    const NAME: &'static str;
    /// Which of equal priorities comes first.
    const TIES: Ties;
    /// States expanded in one step.
    const SLICE: u32;
    /// The answer when nothing is left to expand.
    const EXHAUSTED: Verdict;

    /// By the heuristic of this name.
    fn new(space: &S, heuristic: &str) -> Result<Self>;

    /// The priority of each start; `None` where no goal can be reached.
    fn priorities(
        &mut self,
        space: &S,
        expansion: &dyn Expansion<S::Key>,
        starts: &[S::Key],
    ) -> Result<Vec<Option<i64>>>;

    /// Expands a state: adds its successors with their priorities. Gives the
    /// number of a goal, if it leads to one.
    fn expand(
        &mut self,
        space: &S,
        expansion: &dyn Expansion<S::Key>,
        list: &mut OpenList<S::Key>,
        at: (u32, Node<S::Key>),
        tally: &mut Tally,
    ) -> Result<Option<u32>>;

    /// The states on the way to one, a move apart, the start first.
    fn path(&mut self, space: &S, list: &OpenList<S::Key>, to: u32) -> Result<Vec<S::Key>>;
}

/// The strategy that is told by its course `C`.
#[derive(Debug)]
pub struct InMemory<S: StateSpace, C> {
    heuristic: String,
    bytes: usize,
    inner: Option<(C, OpenList<S::Key>)>,
    /// The greatest depth that was expanded.
    depth: u32,
    tally: Tally,
}

/// Where such a search stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Rows of `open_nodes`.
    rows: u64,
    /// States in them.
    states: u64,
    depth: u32,
    tally: Tally,
}

impl<S: StateSpace, C> InMemory<S, C> {
    /// With this heuristic of the space, in `bytes` of memory.
    #[must_use]
    pub fn new(heuristic: impl Into<String>, bytes: usize) -> Self {
        Self { heuristic: heuristic.into(), bytes, inner: None, depth: 0, tally: Tally::default() }
    }

    /// The heuristic to use where the user has no other wish: the last that does
    /// not care to be admissible, or else the first of the space.
    #[must_use]
    pub fn default_heuristic(space: &S) -> &'static str {
        let heuristics = space.heuristics();
        let greedy = heuristics.iter().rfind(|heuristic| !heuristic.admissible);
        greedy.or(heuristics.first()).unwrap_or(&Heuristic::ZERO).name
    }

    /// The checkpoint after a step, which leaves its row.
    fn leave_row(&mut self, cx: &mut StepContext<'_, S>, rows: u64) -> Result<Checkpoint> {
        let mut at = Checkpoint { rows, states: 0, depth: self.depth, tally: self.tally };
        if let Some((_, list)) = &mut self.inner {
            at.states = list.len() as u64;
            let key = OpenNodesKey { run: cx.run, sequence: rows };
            cx.batch.put_row(&key, &list.take_row())?;
            at.rows += 1;
        }
        Ok(at)
    }
}

impl<S: StateSpace, C: Course<S>> Strategy<S> for InMemory<S, C> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        C::NAME
    }

    fn options(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("heuristic".to_owned(), self.heuristic.clone())])
    }

    fn check(&self, space: &S) -> Result<()> {
        must_have_goal(space)?;
        needs::heuristic(space, &self.heuristic).map(|_| ())
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let starts = match starts_or_answer(cx.space) {
            Ok(starts) => starts,
            Err(answer) => return Ok(Step::Done(self.leave_row(cx, 0)?, answer)),
        };
        let mut course = C::new(cx.space, &self.heuristic)?;
        let mut list = OpenList::new(self.bytes, C::TIES);
        let priorities = course.priorities(cx.space, &*cx.expansion, &starts)?;
        for (start, priority) in starts.into_iter().zip(priorities) {
            if let Some(priority) = priority {
                list.push(start, None, priority)?;
            }
        }
        self.inner = Some((course, list));
        Ok(Step::Continue(self.leave_row(cx, 0)?))
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let course = C::new(cx.space, &self.heuristic)?;
        let mut count = 0;
        let rows = cx.store.rows::<OpenNodesRow>(&cx.run.range()).map(|row| {
            let (OpenNodesKey { sequence, .. }, row) = row?;
            if sequence != count {
                return Err(unusable(cx.run, &format!("row {count} of its states is missing")));
            }
            count += 1;
            Ok(row)
        });
        let list = OpenList::from_rows(self.bytes, C::TIES, rows)?
            .ok_or_else(|| unusable(cx.run, "the rows of its states contradict each other"))?;
        if count != from.rows || list.len() as u64 != from.states {
            let what = format!(
                "{} states in {count} rows are stored where it counts {} in {}",
                list.len(),
                from.states,
                from.rows
            );
            return Err(unusable(cx.run, &what));
        }
        self.inner = Some((course, list));
        (self.depth, self.tally) = (from.depth, from.tally);
        Ok(Step::Continue(from))
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        let Some((course, list)) = &mut self.inner else {
            return Err(unusable(cx.run, "its states were not read"));
        };
        let mut outcome = None;
        for made in 1..=C::SLICE {
            let Some((number, node)) = list.pop() else {
                outcome = Some(unsolved(C::EXHAUSTED));
                break;
            };
            self.depth = self.depth.max(node.depth);
            let (space, expansion) = (cx.space, &*cx.expansion);
            let found = course.expand(space, expansion, list, (number, node), &mut self.tally)?;
            if let Some(goal) = found {
                outcome = Some(solved(&course.path(space, list, goal)?));
                break;
            }
            let look = made % LOOK.min(C::SLICE / 64) == 0;
            if list.in_row() >= ROW_STATES || (look && expansion.stopping()) {
                break;
            }
        }
        let at = self.leave_row(cx, at.rows)?;
        Ok(match outcome {
            Some(outcome) => Step::Done(at, outcome),
            None => Step::Continue(at),
        })
    }

    fn committed(&mut self) {}

    fn standing(&self) -> Standing {
        Standing::beside_store(self.depth.into(), self.tally)
    }

    fn tally(&self) -> Option<Tally> {
        Some(self.tally)
    }
}
