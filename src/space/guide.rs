//! Successors with their estimates: what a best-first search follows.

use super::{BadKey, StateSpace};

/// A state that a guide leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guided<K> {
    /// Its key.
    pub key: K,
    /// Whether it is a goal.
    pub goal: bool,
    /// Its estimate, [`UNREACHABLE`](super::UNREACHABLE) where it is certain that no
    /// goal can be reached from it.
    pub estimate: u32,
}

/// Leads a best-first search, for one worker, with whatever working memory that
/// needs.
///
/// An edge of a guide is one move or several in a row that people make as one. A
/// guide may leave states out for which others stand, as
/// [`StateSpace::safe_successor`] does, but never so that a goal that can be
/// reached by moves cannot be reached by its edges.
pub trait Guide<S: StateSpace>: Send {
    /// What an edge costs on the scale of the estimates.
    fn edge_cost(&self) -> u32 {
        0
    }

    /// Fills `out` with what the edges from a state lead to, in a fixed order;
    /// states that `known` knows may be missing.
    ///
    /// # Errors
    /// [`BadKey`] when the key is none of the space.
    fn expand(
        &mut self,
        space: &S,
        key: S::Key,
        known: &dyn Fn(S::Key) -> bool,
        out: &mut Vec<Guided<S::Key>>,
    ) -> Result<(), BadKey>;

    /// Appends the states after each single move of the edge from one state to
    /// another, the other one last; nothing when there is no such edge.
    ///
    /// # Errors
    /// [`BadKey`] when a key is none of the space.
    fn way(
        &mut self,
        space: &S,
        from: S::Key,
        to: S::Key,
        out: &mut Vec<S::Key>,
    ) -> Result<(), BadKey>;
}
