//! Shortening a solution within its neighbourhood.
//!
//! After Nakhost and Müller, "Action elimination and plan neighborhood graph
//! search" (2010): all states near a solution, up to as many as memory allows,
//! are collected breadth-first from all its states at once, and a shortest way
//! through them takes its place. It is never longer. As long as it is shorter,
//! the same is done around it; else with twice as many states, up to a limit.
//! The first solution is a batch of random walks, shortened.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::agree::unusable;
use super::error::{Result, SearchError};
use super::graph::{Graph, LOOK, SLICE, Tools, at_depth, solved, starts_or_answer, unsolved};
use super::key_set::KeySet;
use super::needs::must_have_goal;
use super::shortened::{Batch, sum};
use super::strategy::{Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{StateKey, StateSpace};

/// The first neighbourhood is this part of the greatest.
const FIRST_PART: u64 = 64;

/// What the strategy `neighborhood` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighborhoods {
    /// States of the greatest neighbourhood; at least 1.
    pub states: u64,
    /// Random walks for the first solution; at least 1.
    pub walks: u64,
    /// What all random moves follow from.
    pub seed: u64,
    /// Moves after which a walk is given up.
    pub max_moves: u64,
}

/// The strategy `neighborhood`. A neighbourhood that is cut short is collected
/// anew: a run comes forward by whole ones.
pub struct Neighborhood<S: StateSpace> {
    plan: Neighborhoods,
    bytes: usize,
    tools: Option<Tools<S>>,
    batch: Option<Batch<S::Key>>,
    round: Option<Round<S::Key>>,
    standing: (u64, Tally),
}

/// Where the shortening stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The keys (big-endian) of the best solution so far; none before the first.
    path: Vec<Vec<u8>>,
    /// States of the next neighbourhood; 0 when nothing is left to do.
    states: u64,
    /// Neighbourhoods searched.
    rounds: u64,
    tally: Tally,
}

/// A neighbourhood at work.
struct Round<K> {
    set: KeySet<K>,
    room: usize,
    /// States of the set whose successors are in it, as far as there was room.
    widened: usize,
    starts: Vec<K>,
    /// By state: which one it was reached from; itself for starts.
    from: Vec<u32>,
    /// The states reached from the start, the nearest first.
    queue: Vec<u32>,
    searched: usize,
    successors: Vec<(K, bool)>,
    tally: Tally,
}

/// Not reached.
const NOWHERE: u32 = u32::MAX;

impl<K: StateKey> Round<K> {
    fn new(path: &[K], starts: &[K], room: usize) -> Self {
        let mut set = KeySet::with_room(room);
        for &key in path {
            set.insert(key);
        }
        Self {
            set,
            room,
            widened: 0,
            starts: starts.to_vec(),
            from: Vec::new(),
            queue: Vec::new(),
            searched: 0,
            successors: Vec::new(),
            tally: Tally::default(),
        }
    }

    fn bytes(states: usize) -> usize {
        KeySet::<K>::bytes(states).saturating_add(states.saturating_mul(8))
    }

    /// Expands one state; gives the shortest way at the end.
    fn advance(&mut self, graph: &mut dyn Graph<K>) -> Result<Option<Vec<K>>> {
        if let Some(&key) = self.set.keys().get(self.widened).filter(|_| !self.is_wide()) {
            self.expand(graph, key)?;
            self.widened += 1;
            for &(next, _) in &self.successors {
                if self.set.keys().len() < self.room {
                    self.set.insert(next);
                }
            }
            return Ok(None);
        }
        if self.from.is_empty() {
            self.from = vec![NOWHERE; self.set.keys().len()];
            for number in self.starts.iter().filter_map(|&start| self.set.number(start)) {
                self.from[number as usize] = number;
                self.queue.push(number);
            }
        }
        let Some(&here) = self.queue.get(self.searched) else { return Ok(Some(Vec::new())) };
        self.searched += 1;
        self.expand(graph, self.set.keys()[here as usize])?;
        for &(next, goal) in &self.successors {
            let Some(number) = self.set.number(next) else { continue };
            let from = &mut self.from[number as usize];
            if *from == NOWHERE {
                *from = here;
                self.queue.push(number);
                if goal {
                    return Ok(Some(self.way_to(number)));
                }
            }
        }
        Ok(None)
    }

    fn is_wide(&self) -> bool {
        self.set.keys().len() >= self.room
    }

    fn expand(&mut self, graph: &mut dyn Graph<K>, key: K) -> Result<()> {
        graph.successors(key, &mut self.successors).map_err(at_depth(0))?;
        self.tally.expanded += 1;
        self.tally.generated += self.successors.len() as u64;
        Ok(())
    }

    fn way_to(&self, goal: u32) -> Vec<K> {
        let mut way = vec![self.set.keys()[goal as usize]];
        let mut here = goal;
        while self.from[here as usize] != here {
            here = self.from[here as usize];
            way.push(self.set.keys()[here as usize]);
        }
        way.reverse();
        way
    }
}

impl<S: StateSpace> Neighborhood<S> {
    /// Neighbourhoods and walks, each of which may take `bytes` of memory. The
    /// memory does not change what is found.
    #[must_use]
    pub fn new(plan: Neighborhoods, bytes: usize) -> Self {
        let standing = (0, Tally::default());
        Self { plan, bytes, tools: None, batch: None, round: None, standing }
    }

    /// The walks for the first solution.
    fn walk(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let tools = self.tools.get_or_insert_with(|| Tools::new(cx.space));
        let mut graph = tools.on(cx.space, &*cx.expansion);
        let batch = self.batch.get_or_insert_with(|| {
            Batch::new(self.plan.seed, 0, starts_or_answer(cx.space).unwrap_or_default())
        });
        let path = batch.work(&mut graph, self.plan.walks, self.plan.max_moves, self.bytes)?;
        let Some(path) = path else { return Ok(Step::Continue(at)) };
        at.tally = batch.walker.tally;
        self.batch = None;
        if path.is_empty() {
            return Ok(Step::Done(at, unsolved(Verdict::NotFound)));
        }
        at.path = path.into_iter().map(StateKey::to_vec).collect();
        at.states = (self.plan.states / FIRST_PART).max(1);
        self.standing = (0, at.tally);
        Ok(Step::Continue(at))
    }

    /// A part of a neighbourhood.
    fn shorten(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let tools = self.tools.get_or_insert_with(|| Tools::new(cx.space));
        let mut graph = tools.on(cx.space, &*cx.expansion);
        let round = self.round.get_or_insert_with(|| {
            let path: Vec<S::Key> = at.path.iter().map(|key| S::Key::read_be(key)).collect();
            let starts = starts_or_answer(cx.space).unwrap_or_default();
            let room = usize::try_from(at.states).unwrap_or(usize::MAX).max(path.len());
            Round::new(&path, &starts, room)
        });
        let mut found = None;
        for made in 1..=SLICE {
            found = round.advance(&mut graph)?;
            if found.is_some() || (made % LOOK == 0 && graph.stopping()) {
                break;
            }
        }
        let Some(way) = found else { return Ok(Step::Continue(at)) };
        let whole = !round.is_wide();
        at.tally = sum(at.tally, round.tally);
        at.rounds += 1;
        self.round = None;
        self.standing = (at.rounds, at.tally);
        if !way.is_empty() && way.len() < at.path.len() {
            at.path = way.into_iter().map(StateKey::to_vec).collect();
        } else if whole || at.states >= self.plan.states {
            at.states = 0;
        } else {
            at.states = (2 * at.states).min(self.plan.states);
        }
        Ok(if at.states == 0 { Step::Conclude(at) } else { Step::Continue(at) })
    }
}

impl<S: StateSpace> Strategy<S> for Neighborhood<S> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "neighborhood"
    }

    fn options(&self) -> BTreeMap<String, String> {
        let Neighborhoods { states, walks, seed, max_moves } = self.plan;
        [("states", states), ("walks", walks), ("seed", seed), ("max-moves", max_moves)]
            .map(|(name, value)| (name.to_owned(), value.to_string()))
            .into()
    }

    fn check(&self, space: &S) -> Result<()> {
        let states = usize::try_from(self.plan.states).unwrap_or(usize::MAX);
        let bytes = Round::<S::Key>::bytes(states);
        if bytes > self.bytes || states >= NOWHERE as usize {
            return Err(SearchError::TooLarge(format!(
                "a neighbourhood of {states} states takes {bytes} bytes of memory where {} are \
                 given: allow more, or fewer states",
                self.bytes
            )));
        }
        must_have_goal(space)
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let at = Checkpoint::default();
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
        let wide = from.path.iter().all(|key| key.len() == S::Key::BYTES);
        if !wide || from.states > self.plan.states || (from.path.is_empty() && from.rounds > 0) {
            return Err(unusable(cx.run, "it holds no solution of this puzzle"));
        }
        self.standing = (from.rounds, from.tally);
        let over = !from.path.is_empty() && from.states == 0;
        Ok(if over { Step::Conclude(from) } else { Step::Continue(from) })
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        if at.path.is_empty() {
            return self.walk(cx, at);
        }
        if at.states > 0 {
            return self.shorten(cx, at);
        }
        let path: Vec<S::Key> = at.path.iter().map(|key| S::Key::read_be(key)).collect();
        Ok(Step::Done(at, solved(&path)))
    }

    fn committed(&mut self) {}

    fn standing(&self) -> Standing {
        Standing::beside_store(self.standing.0, self.tally().unwrap_or_default())
    }

    fn best_so_far(&self, at: &Checkpoint) -> Option<Vec<Vec<u8>>> {
        (!at.path.is_empty()).then(|| at.path.clone())
    }

    /// With the neighbourhood at hand, which is lost when it is cut short.
    fn tally(&self) -> Option<Tally> {
        let batch = self.batch.as_ref().map(|batch| batch.walker.tally);
        let round = self.round.as_ref().map(|round| round.tally);
        Some(sum(sum(self.standing.1, batch.unwrap_or_default()), round.unwrap_or_default()))
    }
}
