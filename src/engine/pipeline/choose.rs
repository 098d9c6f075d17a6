//! Estimates inside a pass: of the children worth following, and of what is new.

use std::num::NonZeroU32;

use crate::search::{Children, Result, SearchError};
use crate::space::{BadKey, Estimator, StateSpace, UNREACHABLE};

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
        out.clear();
        self.estimator.estimate(space, keys, out)
    }
}

/// Chooses the successors of a state that are followed.
pub(super) struct Chooser<S: StateSpace> {
    most: usize,
    estimates: Estimates<S>,
    /// All successors of the state at hand, and whether they are goals.
    keys: Vec<S::Key>,
    goals: Vec<bool>,
    values: Vec<u32>,
    order: Vec<usize>,
}

impl<S: StateSpace> Chooser<S> {
    pub(super) fn new(space: &S, children: Children<'_>) -> Result<Self> {
        let mut estimates = None;
        Estimates::put(&mut estimates, space, Some(children.heuristic))?;
        let estimates =
            estimates.ok_or_else(|| SearchError::no_heuristic(space, children.heuristic))?;
        Ok(Self {
            most: NonZeroU32::get(children.most) as usize,
            estimates,
            keys: Vec::new(),
            goals: Vec::new(),
            values: Vec::new(),
            order: Vec::new(),
        })
    }

    /// Takes the successors of one state from `expand`, and hands those on that
    /// are worth following.
    pub(super) fn choose(
        &mut self,
        space: &S,
        expand: impl FnOnce(&mut dyn FnMut(S::Key, bool)) -> Result<(), BadKey>,
        mut emit: impl FnMut(S::Key, bool),
    ) -> Result<(), BadKey> {
        let Self { most, estimates, keys, goals, values, order } = self;
        keys.clear();
        goals.clear();
        expand(&mut |key, goal| {
            keys.push(key);
            goals.push(goal);
        })?;
        estimates.of(space, keys, values)?;
        order.clear();
        order.extend((0..keys.len()).filter(|&at| values[at] != UNREACHABLE));
        order.sort_unstable_by_key(|&at| (!goals[at], values[at], keys[at]));
        for &at in order.iter().take(*most) {
            emit(keys[at], goals[at]);
        }
        Ok(())
    }
}
