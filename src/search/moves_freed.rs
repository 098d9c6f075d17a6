//! Best-first search for states that have more moves than those before them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::agree::unusable;
use super::error::Result;
use super::graph::{Graph, LOOK, SLICE, Tools, at_depth, solved, starts_or_answer, unsolved};
use super::needs::{self, must_have_goal};
use super::open_list::OpenList;
use super::strategy::{Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{Heuristic, StateKey, StateSpace, UNREACHABLE};
use crate::store::{OpenNodesKey, OpenNodesRow};

/// What a move that a state has more than its parent is worth, in moves.
const FREED: i64 = 14;

/// New states after which a step ends: they become one row.
const ROW_STATES: usize = 1 << 15;

/// The strategy `moves-freed`: expands the state with the least
/// `g + h - 14 * (its moves - the moves of its parent)`, where `g` is the number
/// of moves to it and `h` a heuristic. Each state is taken once, as it is found
/// first. Fast, and without any promise of the length.
pub struct MovesFreed<S: StateSpace> {
    heuristic: String,
    bytes: usize,
    inner: Option<Inner<S>>,
    /// The greatest depth that was expanded.
    depth: u32,
    tally: Tally,
}

/// Where a search for freed moves stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Rows of `open_nodes`.
    rows: u64,
    /// States in them.
    states: u64,
    depth: u32,
    tally: Tally,
}

struct Inner<S: StateSpace> {
    tools: Tools<S>,
    list: OpenList<S::Key>,
    buffers: Buffers<S::Key>,
}

/// Memory that is used again and again.
#[derive(Default)]
struct Buffers<K> {
    successors: Vec<(K, bool)>,
    /// Successors of a successor.
    further: Vec<(K, bool)>,
    new: Vec<K>,
    estimates: Vec<u32>,
}

impl<S: StateSpace> MovesFreed<S> {
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
        if let Some(inner) = &mut self.inner {
            at.states = inner.list.len() as u64;
            let key = OpenNodesKey { run: cx.run, sequence: rows };
            cx.batch.put_row(&key, &inner.list.take_row())?;
            at.rows += 1;
        }
        Ok(at)
    }
}

/// Expands a state: adds its successors with their priorities. Gives the number
/// of a goal, if it leads to one.
fn expand<K: StateKey>(
    graph: &mut dyn Graph<K>,
    list: &mut OpenList<K>,
    buffers: &mut Buffers<K>,
    (number, key, depth): (u32, K, u32),
    tally: &mut Tally,
) -> Result<Option<u32>> {
    let Buffers { successors, further, new, estimates } = buffers;
    let below = u64::from(depth) + 1;
    graph.successors(key, successors).map_err(at_depth(depth.into()))?;
    tally.expanded += 1;
    tally.generated += successors.len() as u64;
    if let Some(&(goal, _)) = successors.iter().find(|(_, goal)| *goal) {
        return list.push(goal, Some(number), 0);
    }
    new.clear();
    new.extend(successors.iter().map(|(key, _)| *key).filter(|key| !list.contains(key)));
    new.dedup();
    graph.estimate(new, estimates).map_err(at_depth(below))?;
    for (&child, &estimate) in new.iter().zip(&*estimates) {
        if estimate == UNREACHABLE {
            continue;
        }
        graph.successors(child, further).map_err(at_depth(below))?;
        let freed = further.len() as i64 - successors.len() as i64;
        let priority = below as i64 + i64::from(estimate) - FREED * freed;
        list.push(child, Some(number), priority)?;
    }
    Ok(None)
}

impl<S: StateSpace> Strategy<S> for MovesFreed<S> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "moves-freed"
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
        let mut tools = Tools::with_heuristic(cx.space, &self.heuristic)?;
        let (mut list, mut buffers) = (OpenList::new(self.bytes), Buffers::default());
        let mut graph = tools.on(cx.space, &*cx.expansion);
        graph.estimate(&starts, &mut buffers.estimates).map_err(at_depth(0))?;
        for (&start, &estimate) in starts.iter().zip(&buffers.estimates) {
            if estimate != UNREACHABLE {
                list.push(start, None, estimate.into())?;
            }
        }
        self.inner = Some(Inner { tools, list, buffers });
        Ok(Step::Continue(self.leave_row(cx, 0)?))
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let tools = Tools::with_heuristic(cx.space, &self.heuristic)?;
        let mut count = 0;
        let rows = cx.store.rows::<OpenNodesRow>(&cx.run.range()).map(|row| {
            let (OpenNodesKey { sequence, .. }, row) = row?;
            if sequence != count {
                return Err(unusable(cx.run, &format!("row {count} of its states is missing")));
            }
            count += 1;
            Ok(row)
        });
        let list = OpenList::from_rows(self.bytes, rows)?
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
        self.inner = Some(Inner { tools, list, buffers: Buffers::default() });
        (self.depth, self.tally) = (from.depth, from.tally);
        Ok(Step::Continue(from))
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        let Some(Inner { tools, list, buffers }) = &mut self.inner else {
            return Err(unusable(cx.run, "its states were not read"));
        };
        let mut graph = tools.on(cx.space, &*cx.expansion);
        let mut outcome = None;
        // The successors of each successor are counted as well.
        for made in 1..=SLICE / 16 {
            let Some((number, node)) = list.pop() else {
                outcome = Some(unsolved(Verdict::NotFound));
                break;
            };
            self.depth = self.depth.max(node.depth);
            let state = (number, node.key, node.depth);
            let found = expand(&mut graph, list, buffers, state, &mut self.tally)?;
            if let Some(goal) = found {
                outcome = Some(solved(&list.path_to(goal)));
                break;
            }
            if list.in_row() >= ROW_STATES || (made % (LOOK / 16) == 0 && graph.stopping()) {
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
