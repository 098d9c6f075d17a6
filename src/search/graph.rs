//! A space as searches see it that follow single states: the graph of its keys.
//!
//! Such a search asks for one state at a time, so a virtual call a state costs
//! it little, and lets its machine be compiled once a key width instead of once
//! a space.

use super::error::{Result, SearchError};
use super::generations::start_keys;
use super::pass::Expansion;
use super::strategy::{Outcome, Verdict};
use crate::space::{
    BadKey, Estimator, Expander as _, Locality, StateKey, StateSpace, estimate_all,
};

/// States that a search expands between two looks at the clock.
pub(super) const LOOK: u32 = 256;

/// States that a search expands in one step: some ten milliseconds.
pub(super) const SLICE: u32 = 64 * LOOK;

/// States, the moves between them, and what is guessed of their distances.
pub(super) trait Graph<K> {
    /// Fills `out` with the successors of a state, one a move, each with
    /// whether it is a goal; ascending, whatever order the space has.
    ///
    /// # Errors
    /// [`BadKey`] when the key is none of the space.
    fn successors(&mut self, key: K, out: &mut Vec<(K, bool)>) -> Result<(), BadKey>;

    /// Fills `out` with the estimates of some states; 0 without a heuristic.
    ///
    /// # Errors
    /// [`BadKey`] when a key is none of the space.
    fn estimate(&mut self, keys: &[K], out: &mut Vec<u32>) -> Result<(), BadKey>;

    /// Whether every move can be taken back by one move.
    fn is_reversible(&self) -> bool;

    /// Whether the run is to stop at the next occasion.
    fn stopping(&self) -> bool;
}

/// What a search keeps from step to step to look at a space.
pub(super) struct Tools<S: StateSpace> {
    expander: S::Expander,
    estimator: Option<Box<dyn Estimator<S>>>,
}

impl<S: StateSpace> Tools<S> {
    /// Without a heuristic.
    pub(super) fn new(space: &S) -> Self {
        Self { expander: space.expander(), estimator: None }
    }

    /// With the heuristic of that name.
    pub(super) fn with_heuristic(space: &S, name: &str) -> Result<Self> {
        let estimator =
            space.estimator(name).ok_or_else(|| SearchError::no_heuristic(space, name))?;
        Ok(Self { expander: space.expander(), estimator: Some(estimator) })
    }

    /// The graph of the space for one step.
    pub(super) fn on<'a>(
        &'a mut self,
        space: &'a S,
        expansion: &'a dyn Expansion<S::Key>,
    ) -> SpaceGraph<'a, S> {
        SpaceGraph { space, expansion, tools: self }
    }
}

/// The one implementation of [`Graph`] outside tests.
pub(super) struct SpaceGraph<'a, S: StateSpace> {
    space: &'a S,
    expansion: &'a dyn Expansion<S::Key>,
    tools: &'a mut Tools<S>,
}

impl<S: StateSpace> Graph<S::Key> for SpaceGraph<'_, S> {
    fn successors(&mut self, key: S::Key, out: &mut Vec<(S::Key, bool)>) -> Result<(), BadKey> {
        out.clear();
        self.tools.expander.expand(self.space, &key, |next, goal| out.push((next, goal)))?;
        out.sort_unstable();
        Ok(())
    }

    fn estimate(&mut self, keys: &[S::Key], out: &mut Vec<u32>) -> Result<(), BadKey> {
        out.clear();
        match &mut self.tools.estimator {
            Some(estimator) => estimate_all(&mut **estimator, self.space, keys, out)?,
            None => out.resize(keys.len(), 0),
        }
        Ok(())
    }

    fn is_reversible(&self) -> bool {
        self.space.locality() == Locality::Reversible
    }

    fn stopping(&self) -> bool {
        self.expansion.stopping()
    }
}

/// The starts, ascending, or the answer when one of them is a goal.
pub(super) fn starts_or_answer<S: StateSpace>(space: &S) -> Result<Vec<S::Key>, Outcome> {
    let (starts, goals) = start_keys(space);
    match goals.first() {
        Some(&goal) => Err(solved(&[goal])),
        None => Ok(starts),
    }
}

/// Names the depth at which a bad key was found.
pub(super) fn at_depth(depth: u64) -> impl FnOnce(BadKey) -> SearchError {
    let generation = u32::try_from(depth).unwrap_or(u32::MAX);
    move |source| SearchError::BadKey { generation, source }
}

/// The answer with a path, which holds at least its start.
pub(super) fn solved<K: StateKey>(path: &[K]) -> Outcome {
    Outcome {
        verdict: Verdict::Solved,
        length: Some(u32::try_from(path.len().saturating_sub(1)).unwrap_or(u32::MAX)),
        path: Some(path.iter().map(|key| key.to_vec()).collect()),
    }
}

/// The answer without a path.
pub(super) fn unsolved(verdict: Verdict) -> Outcome {
    Outcome { verdict, length: None, path: None }
}
