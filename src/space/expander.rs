//! Expanding stored keys: the hot loop of every search.

use super::{BadKey, StateSpace, Successors};

/// Expands keys for one worker, with whatever working memory that needs.
pub trait Expander<S: StateSpace>: Send {
    /// Calls `emit(key, is_goal)` once for every successor of the state `key`.
    ///
    /// Keys arrive mostly in ascending order, so an expander may keep what
    /// neighbouring states share.
    ///
    /// # Errors
    /// [`BadKey`] when `key` is no key of the space; nothing was emitted then.
    fn expand(
        &mut self,
        space: &S,
        key: &S::Key,
        emit: impl FnMut(S::Key, bool),
    ) -> Result<(), BadKey>;

    /// As [`Self::expand`], with `emit(key, is_goal, rise)`, where `rise` is by how
    /// much the successor's [`StateSpace::depth`] is greater. The order depends on
    /// `key` alone, as long as the version of the encoding does not change: stored
    /// paths count on it.
    ///
    /// # Errors
    /// [`BadKey`] when `key` is no key of the space; nothing was emitted then.
    fn expand_rising(
        &mut self,
        space: &S,
        key: &S::Key,
        mut emit: impl FnMut(S::Key, bool, u32),
    ) -> Result<(), BadKey> {
        let depth = space.depth(key);
        self.expand(space, key, |next, goal| {
            emit(next, goal, space.depth(&next).saturating_sub(depth));
        })
    }

    /// Whether the state `key` is a goal.
    ///
    /// # Errors
    /// [`BadKey`] when `key` is no key of the space.
    fn is_goal(&mut self, space: &S, key: &S::Key) -> Result<bool, BadKey> {
        Ok(space.is_goal(&space.decode(key)?))
    }
}

/// The plain way: decode, [`StateSpace::expand`], encode.
#[derive(Debug)]
pub struct DecodeExpander<S: StateSpace> {
    successors: Successors<S>,
}

impl<S: StateSpace> Default for DecodeExpander<S> {
    fn default() -> Self {
        Self { successors: Successors::default() }
    }
}

impl<S: StateSpace> Expander<S> for DecodeExpander<S> {
    fn expand(
        &mut self,
        space: &S,
        key: &S::Key,
        mut emit: impl FnMut(S::Key, bool),
    ) -> Result<(), BadKey> {
        let state = space.decode(key)?;
        self.successors.clear();
        space.expand(&state, &mut self.successors);
        for successor in &self.successors {
            emit(space.encode(&successor.state), space.is_goal(&successor.state));
        }
        Ok(())
    }
}
