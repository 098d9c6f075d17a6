//! Breadth-first search by generations: to the first generation with a goal, or
//! as a census of the whole space, and back from all its goals.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::agree::unusable;
use super::error::{Result, SearchError};
use super::frontier::{Frontier, Progress};
use super::path::{Layers, Trail};
use super::seeding::Seeding;
use super::strategy::{Outcome, Standing, Step, StepContext, Strategy, Verdict};
use crate::space::{Expander as _, Locality, StateKey, StateSpace};
use crate::store::Side;

/// The strategy `generations`.
#[derive(Debug)]
pub struct Generations<K> {
    census: bool,
    from_goals: bool,
    forward: Option<Frontier<K>>,
    backward: Option<Frontier<K>>,
}

/// Where a search by generations stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    phase: Phase,
    forward: Progress,
    backward: Option<Progress>,
    /// The first generation with a goal, and its least one.
    first_goal: Option<(u32, Vec<u8>)>,
    /// The path to it as far as it is known.
    path: Trail,
}

/// What is being done; in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    /// Searching from the starts.
    Forward,
    /// Collecting the goals of the forward generations.
    Seeding(Seeding),
    /// Searching from the goals.
    Backward,
    /// Finding a path to the first goal.
    Tracing,
    /// Nothing is left.
    Done,
}

impl<K: StateKey> Generations<K> {
    /// Stops at the first generation with a goal.
    #[must_use]
    pub fn solve() -> Self {
        Self::new(false, false)
    }

    /// Searches the whole space; with `from_goals` also backwards from all its
    /// goals, which gives every state its distance to the nearest.
    #[must_use]
    pub fn census(from_goals: bool) -> Self {
        Self::new(true, from_goals)
    }

    fn new(census: bool, from_goals: bool) -> Self {
        Self { census, from_goals, forward: None, backward: None }
    }

    /// One pass from the starts.
    fn forward<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let complete = begun(&mut self.forward, Side::Forward)?.advance(cx)?;
        if complete {
            self.look_for_goals(at)
        } else {
            at.forward = begun(&mut self.forward, Side::Forward)?.progress().clone();
            Ok(Step::Continue(at))
        }
    }

    /// A forward generation is complete: decides what comes next.
    fn look_for_goals(&mut self, mut at: Checkpoint) -> Result<Step<Checkpoint>> {
        let frontier = begun(&mut self.forward, Side::Forward)?;
        let current = frontier.current();
        if at.first_goal.is_none() {
            at.first_goal = frontier.least_goal().map(|goal| (current.number, goal.to_vec()));
        }
        at.forward = frontier.progress().clone();
        let solved = at.first_goal.is_some() && !self.census;
        if !solved && current.row.states > 0 {
            return Ok(Step::Continue(at));
        }
        if self.from_goals && at.first_goal.is_some() {
            at.phase = Phase::Seeding(Seeding::default());
            return Ok(Step::Settle(at));
        }
        at.phase = Phase::Tracing;
        Ok(Step::Conclude(at))
    }

    /// Collects goals of forward generations into the backward generation 0.
    fn seed<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
        from: Seeding,
    ) -> Result<Step<Checkpoint>> {
        let frontier = match &mut self.backward {
            Some(frontier) => frontier,
            none => none.insert(Frontier::new(cx, Side::Backward)),
        };
        at.phase = match from.collect(cx, at.forward.generation, frontier)? {
            Some(further) => Phase::Seeding(further),
            None => {
                frontier.close_starts(cx)?;
                Phase::Backward
            }
        };
        at.backward = Some(frontier.progress().clone());
        Ok(Step::Continue(at))
    }

    /// One pass from the goals.
    fn backward<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let frontier = begun(&mut self.backward, Side::Backward)?;
        frontier.advance(cx)?;
        at.backward = Some(frontier.progress().clone());
        if frontier.current().row.states > 0 {
            return Ok(Step::Continue(at));
        }
        at.phase = Phase::Tracing;
        Ok(Step::Conclude(at))
    }

    /// One step back on the path to the first goal, or the end.
    fn trace<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        if let Some((length, goal)) = &at.first_goal
            && !at.path.step_back(cx, *length, goal)?
        {
            return Ok(Step::Conclude(at));
        }
        at.phase = Phase::Done;
        let path = at.first_goal.as_ref().map(|_| at.path.path());
        let verdict = match (&path, cx.space.has_goal()) {
            (Some(_), _) => Verdict::Solved,
            (None, true) => Verdict::Unsolvable,
            (None, false) => Verdict::Exhausted,
        };
        let outcome =
            Outcome { verdict, length: at.first_goal.as_ref().map(|(length, _)| *length), path };
        Ok(Step::Done(at, outcome))
    }
}

fn begun<K>(frontier: &mut Option<Frontier<K>>, side: Side) -> Result<&mut Frontier<K>> {
    frontier.as_mut().ok_or_else(|| SearchError::Unsuitable {
        what: format!("going on with the {side} search"),
        why: "it was never begun; drop the run and start it again".to_owned(),
    })
}

impl<K: StateKey, S: StateSpace<Key = K>> Strategy<S> for Generations<K> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "generations"
    }

    fn options(&self) -> BTreeMap<String, String> {
        let until = if self.census { "whole space" } else { "first goal" };
        BTreeMap::from([
            ("until".to_owned(), until.to_owned()),
            ("from-goals".to_owned(), self.from_goals.to_string()),
        ])
    }

    fn check(&self, space: &S) -> Result<()> {
        let unsuitable = |what: &str, why: &str| {
            Err(SearchError::Unsuitable { what: what.to_owned(), why: why.to_owned() })
        };
        match (self.census, self.from_goals, space.has_goal(), space.locality()) {
            (false, _, false, _) => unsuitable(
                "a search for a solution",
                "it has no goal; give it one, or use `strata census`",
            ),
            (_, true, false, _) => unsuitable(
                "a census from the goals",
                "it has no goal; give it one, or leave out --from-goals",
            ),
            (_, true, _, Locality::ByDepth | Locality::Unbounded) => unsuitable(
                "a census from the goals",
                "its moves cannot be taken back; use `strata census` without --from-goals",
            ),
            _ => Ok(()),
        }
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let (starts, goals) = start_keys(cx.space);
        let frontier = Frontier::start(cx, Side::Forward, &starts, &goals)?;
        let forward = frontier.progress().clone();
        self.forward = Some(frontier);
        self.look_for_goals(Checkpoint {
            phase: Phase::Forward,
            forward,
            backward: None,
            first_goal: None,
            path: Trail::default(),
        })
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.forward = Some(Frontier::restore(cx, Side::Forward, from.forward.clone())?);
        self.backward = match &from.backward {
            Some(progress) => Some(Frontier::restore(cx, Side::Backward, progress.clone())?),
            None => None,
        };
        Ok(match from.phase {
            Phase::Tracing | Phase::Done => Step::Conclude(from),
            Phase::Forward | Phase::Seeding(_) | Phase::Backward => Step::Continue(from),
        })
    }

    /// Expands the last complete generation once more, or for the first time.
    fn recover(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        let layers = Layers::new(cx.store, cx.run, Side::Forward);
        let rows = layers.rows()?;
        let Some(last) = (rows.len() as u32).checked_sub(1) else { return self.start(cx) };
        if !Layers::new(cx.store, cx.run, Side::Backward).rows()?.is_empty() {
            return Err(unusable(cx.run, "it is missing, and the search from the goals has begun"));
        }
        let first_goal = match (0..).zip(&rows).find(|(_, row)| row.goals > 0) {
            Some((generation, _)) => least_goal(cx.space, &layers, generation)?
                .map(|goal: K| (generation, goal.to_vec())),
            None => None,
        };
        let forward = Progress {
            generation: last,
            edges_before: rows[..last as usize].iter().filter_map(|row| row.edges).sum(),
            states: rows.iter().map(|row| row.states).sum(),
            ..Progress::default()
        };
        let path = Trail::default();
        let at = Checkpoint { phase: Phase::Forward, forward, backward: None, first_goal, path };
        self.restore(cx, at.clone())?;
        self.look_for_goals(at)
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        match at.phase {
            Phase::Forward => self.forward(cx, at),
            Phase::Seeding(from) => self.seed(cx, at, from),
            Phase::Backward => self.backward(cx, at),
            Phase::Tracing | Phase::Done => self.trace(cx, at),
        }
    }

    fn committed(&mut self) {
        for frontier in [&mut self.forward, &mut self.backward].into_iter().flatten() {
            frontier.committed();
        }
    }

    fn standing(&self) -> Standing {
        Standing::of(
            self.backward.as_ref().or(self.forward.as_ref()),
            &[self.forward.as_ref(), self.backward.as_ref()],
        )
    }
}

/// The least goal of a stored generation.
fn least_goal<S: StateSpace>(
    space: &S,
    layers: &Layers<'_>,
    generation: u32,
) -> Result<Option<S::Key>> {
    let (mut expander, mut least) = (space.expander(), None);
    layers.scan(generation, |states: &[S::Key]| {
        for &key in states {
            let goal = expander.is_goal(space, &key);
            if goal.map_err(|source| SearchError::BadKey { generation, source })? {
                // Ascending, but only within a sorted run.
                least = least.into_iter().chain([key]).min();
            }
        }
        Ok(true)
    })?;
    Ok(least)
}

/// The keys of the starts, and those of them that are goals.
pub(super) fn start_keys<S: StateSpace>(space: &S) -> (Vec<S::Key>, Vec<S::Key>) {
    let keys = |states: Vec<&S::State>| {
        let mut keys: Vec<S::Key> = states.into_iter().map(|state| space.encode(state)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    let starts = space.starts();
    let goals = starts.iter().filter(|state| space.is_goal(state)).collect();
    (keys(starts.iter().collect()), keys(goals))
}
