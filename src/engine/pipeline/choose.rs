//! Estimates inside a pass: of the children worth following, and of what is new.

use std::sync::{Arc, PoisonError, RwLock};

use crate::search::{Children, KeySet, Result, SearchError};
use crate::space::{BadKey, Estimator, StateSpace, UNREACHABLE, estimate_all};

/// An estimator with its name, made anew only when another one is asked for.
pub(super) struct Estimates<S: StateSpace> {
    name: String,
    estimator: Box<dyn Estimator<S>>,
}

impl<S: StateSpace> Estimates<S> {
    /// Puts the estimator that is wanted in its place.
    pub(super) fn put(place: &mut Option<Self>, space: &S, wanted: Option<&str>) -> Result<()> {
        let Some(name) = wanted else {
            *place = None;
            return Ok(());
        };
        if place.as_ref().is_none_or(|there| there.name != name) {
            let estimator =
                space.estimator(name).ok_or_else(|| SearchError::no_heuristic(space, name))?;
            *place = Some(Self { name: name.to_owned(), estimator });
        }
        Ok(())
    }

    /// The estimates of some states, in their order.
    pub(super) fn of(
        &mut self,
        space: &S,
        keys: &[S::Key],
        out: &mut Vec<u32>,
    ) -> Result<(), BadKey> {
        estimate_all(&mut *self.estimator, space, keys, out)
    }
}

/// Chooses the successors of a state that are followed.
pub(super) struct Chooser<S: StateSpace> {
    most: usize,
    visited: Arc<RwLock<KeySet<S::Key>>>,
    estimates: Option<Estimates<S>>,
    /// All successors of the state at hand, and whether they are goals.
    keys: Vec<S::Key>,
    goals: Vec<bool>,
    values: Vec<u32>,
    order: Vec<usize>,
}

impl<S: StateSpace> Chooser<S> {
    /// Puts the chooser that is wanted in its place.
    pub(super) fn put(
        place: &mut Option<Self>,
        space: &S,
        wanted: Option<Children<'_, S::Key>>,
    ) -> Result<()> {
        let Some(Children { most, heuristic, visited }) = wanted else {
            *place = None;
            return Ok(());
        };
        let chooser = match place {
            Some(chooser) => chooser,
            none => none.insert(Self {
                most: 0,
                visited: Arc::clone(&visited),
                estimates: None,
                keys: Vec::new(),
                goals: Vec::new(),
                values: Vec::new(),
                order: Vec::new(),
            }),
        };
        (chooser.most, chooser.visited) = (most.get() as usize, visited);
        Estimates::put(&mut chooser.estimates, space, Some(heuristic))
    }

    /// Takes the successors of one state from `expand`, and hands those on that
    /// are worth following.
    pub(super) fn choose(
        &mut self,
        space: &S,
        expand: impl FnOnce(&mut dyn FnMut(S::Key, bool)) -> Result<(), BadKey>,
        mut emit: impl FnMut(S::Key, bool),
    ) -> Result<(), BadKey> {
        let Self { most, visited, estimates, keys, goals, values, order } = self;
        keys.clear();
        goals.clear();
        expand(&mut |key, goal| {
            keys.push(key);
            goals.push(goal);
        })?;
        if let Some(estimates) = estimates {
            estimates.of(space, keys, values)?;
        }
        order.clear();
        let visited = visited.read().unwrap_or_else(PoisonError::into_inner);
        let worth = |&at: &usize| values[at] != UNREACHABLE && !visited.contains(keys[at]);
        order.extend((0..keys.len()).filter(worth));
        order.sort_unstable_by_key(|&at| (!goals[at], values[at], keys[at]));
        // Two moves can lead to one state.
        order.dedup_by_key(|at| keys[*at]);
        for &at in order.iter().take(*most) {
            emit(keys[at], goals[at]);
        }
        Ok(())
    }
}
