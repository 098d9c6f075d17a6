//! The random walk: a random move, again and again, until a goal is met.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::agree::{stored_key, unusable};
use super::dice::Dice;
use super::error::{Result, SearchError};
use super::graph::{Graph, LOOK, SLICE, Tools, at_depth, solved, starts_or_answer, unsolved};
use super::needs::must_have_goal;
use super::strategy::{Outcome, Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{BadKey, StateKey, StateSpace};
use crate::store::RunId;

/// Bytes that the states of the longest walk may take: a solution is stored as
/// one row.
const LONGEST_BYTES: u64 = 128 << 20;

/// Bytes that a move on a stored path takes beside its state, about.
const MOVE_BYTES: u64 = 16;

/// The strategy `random`: every legal move is equally likely, until a goal is
/// met, no move is left, or the walk is too long.
///
/// While it walks, it holds no more than the state it has come to. The walk is
/// a function of the seed, so the way to the goal is walked once more for the
/// answer.
pub struct RandomWalk<S: StateSpace> {
    seed: u64,
    max_moves: u64,
    tools: Option<Tools<S>>,
    /// The way from the start as far as it is walked once more.
    trace: Vec<S::Key>,
    moves: u64,
    tally: Tally,
}

/// Where a random walk stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The state it has come to.
    here: Vec<u8>,
    /// Moves so far: they also tell the place in the stream of random numbers.
    moves: u64,
    /// Whether that state is a goal.
    solved: bool,
    tally: Tally,
}

/// What came of one random move.
pub(super) enum Stride<K> {
    /// It led to a state that is no goal.
    On(K),
    /// It led to a goal.
    Goal(K),
    /// There was no move.
    Stuck,
}

/// Makes random moves.
#[derive(Debug)]
pub(super) struct Walker<K> {
    dice: Dice,
    successors: Vec<(K, bool)>,
    pub(super) tally: Tally,
}

impl<K: StateKey> Walker<K> {
    pub(super) fn new(dice: Dice) -> Self {
        Self { dice, successors: Vec::new(), tally: Tally::default() }
    }

    /// One of the starts.
    pub(super) fn choose_start(&mut self, starts: &[K]) -> K {
        starts.get(self.dice.below(starts.len())).copied().unwrap_or_default()
    }

    /// One move from `here`.
    pub(super) fn stride(
        &mut self,
        graph: &mut dyn Graph<K>,
        here: K,
    ) -> Result<Stride<K>, BadKey> {
        graph.successors(here, &mut self.successors)?;
        self.tally.expanded += 1;
        self.tally.generated += self.successors.len() as u64;
        let chosen = self.dice.below(self.successors.len());
        Ok(match self.successors.get(chosen) {
            Some(&(next, false)) => Stride::On(next),
            Some(&(next, true)) => Stride::Goal(next),
            None => Stride::Stuck,
        })
    }
}

impl<S: StateSpace> RandomWalk<S> {
    /// Moves after which a walk is given up, unless the user has another wish.
    pub const MAX_MOVES: u64 = 1_000_000;

    /// The walk of this seed, given up after `max_moves` moves.
    #[must_use]
    pub fn new(seed: u64, max_moves: u64) -> Self {
        Self { seed, max_moves, tools: None, trace: Vec::new(), moves: 0, tally: Tally::default() }
    }

    /// Some moves from where the walk stands.
    fn walk(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let tools = self.tools.get_or_insert_with(|| Tools::new(cx.space));
        let mut graph = tools.on(cx.space, &*cx.expansion);
        let mut here = stored_key::<S::Key>(cx.run, &at.here)?;
        // The start was the first choice.
        let mut walker = Walker::new(Dice::new(self.seed, 0, at.moves + 1));
        walker.tally = at.tally;
        let mut ended = false;
        for made in 1..=SLICE {
            if at.moves >= self.max_moves {
                ended = true;
                break;
            }
            match walker.stride(&mut graph, here).map_err(at_depth(at.moves))? {
                Stride::On(next) => here = next,
                Stride::Goal(goal) => {
                    at.solved = true;
                    here = goal;
                }
                Stride::Stuck => {
                    ended = true;
                    break;
                }
            }
            at.moves += 1;
            if at.solved || (made % LOOK == 0 && graph.stopping()) {
                break;
            }
        }
        at.here = here.to_vec();
        at.tally = walker.tally;
        (self.moves, self.tally) = (at.moves, at.tally);
        Ok(match (at.solved, ended) {
            (true, _) => Step::Conclude(at),
            (false, true) => Step::Done(at, unsolved(Verdict::NotFound)),
            (false, false) => Step::Continue(at),
        })
    }

    /// Walks a part of the way to the goal once more.
    fn retrace(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        let tools = self.tools.get_or_insert_with(|| Tools::new(cx.space));
        let mut graph = tools.on(cx.space, &*cx.expansion);
        let place = self.trace.len() as u64;
        let mut walker = Walker::new(Dice::new(self.seed, 0, place));
        let mut here = match self.trace.last() {
            Some(&here) => here,
            None => {
                let starts = starts_or_answer(cx.space).unwrap_or_default();
                let start = walker.choose_start(&starts);
                self.trace.push(start);
                start
            }
        };
        for _ in 0..SLICE {
            let depth = self.trace.len() as u64;
            let (next, is_goal) = match walker.stride(&mut graph, here).map_err(at_depth(depth))? {
                Stride::On(next) => (next, false),
                Stride::Goal(next) => (next, true),
                Stride::Stuck => return Err(not_repeated(cx.run)),
            };
            here = next;
            self.trace.push(here);
            // The goal is the end and nothing else is.
            if is_goal != (depth == at.moves) || (is_goal && here.to_vec() != at.here) {
                return Err(not_repeated(cx.run));
            }
            if is_goal {
                let outcome = solved(&self.trace);
                return Ok(Step::Done(at, outcome));
            }
        }
        Ok(Step::Conclude(at))
    }
}

fn not_repeated(run: RunId) -> SearchError {
    unusable(run, "the walk of its seed does not lead to the goal that it tells of")
}

/// Refuses walks that are too long to be stored as a solution.
fn must_be_storable<K: StateKey>(max_moves: u64) -> Result<()> {
    let most = LONGEST_BYTES / (K::BYTES as u64 + MOVE_BYTES);
    if max_moves <= most {
        return Ok(());
    }
    Err(SearchError::Unsuitable {
        what: format!("a random walk of {max_moves} moves"),
        why: format!(
            "a solution as long as that cannot be stored; allow at most {most} moves, or use \
             shortened-random"
        ),
    })
}

impl<S: StateSpace> Strategy<S> for RandomWalk<S> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "random"
    }

    fn options(&self) -> BTreeMap<String, String> {
        BTreeMap::from([
            ("seed".to_owned(), self.seed.to_string()),
            ("max-moves".to_owned(), self.max_moves.to_string()),
        ])
    }

    fn check(&self, space: &S) -> Result<()> {
        must_have_goal(space)?;
        must_be_storable::<S::Key>(self.max_moves)
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let checkpoint =
            |here: Vec<u8>, solved| Checkpoint { here, moves: 0, solved, tally: Tally::default() };
        Ok(match starts_or_answer(cx.space) {
            Ok(starts) => {
                let start = Walker::new(Dice::new(self.seed, 0, 0)).choose_start(&starts);
                Step::Continue(checkpoint(start.to_vec(), false))
            }
            Err(answer) => Step::Done(checkpoint(first_state(&answer), true), answer),
        })
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let here = stored_key::<S::Key>(cx.run, &from.here)?;
        cx.space.decode(&here).map_err(|bad| unusable(cx.run, &bad.to_string()))?;
        if from.moves > self.max_moves {
            return Err(unusable(cx.run, "its walk is longer than it may be"));
        }
        (self.moves, self.tally) = (from.moves, from.tally);
        Ok(if from.solved { Step::Conclude(from) } else { Step::Continue(from) })
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        if at.solved { self.retrace(cx, at) } else { self.walk(cx, at) }
    }

    fn committed(&mut self) {}

    fn standing(&self) -> Standing {
        Standing::beside_store(self.moves, self.tally)
    }

    fn tally(&self) -> Option<Tally> {
        Some(self.tally)
    }
}

/// The first state of an answer.
fn first_state(answer: &Outcome) -> Vec<u8> {
    answer.path.as_ref().and_then(|path| path.first()).cloned().unwrap_or_default()
}
