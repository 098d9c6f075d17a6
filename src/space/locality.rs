//! How far back a duplicate can lie.

use serde::{Deserialize, Serialize};

/// Which generations can hold a state that a move leads to.
///
/// A breadth-first search must compare new states with those generations and
/// may ignore all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Locality {
    /// Every move can be taken back by one move. If `t` is a successor of a
    /// state `s` of generation `g`, then `s` is one of `t`, so the distances of
    /// the two differ by at most one: `t` lies in `g - 1`, `g` or `g + 1`.
    Reversible,
    /// [`StateSpace::depth`](super::StateSpace::depth) is a function of the
    /// state alone, so only a generation that holds states of equal depth can
    /// hold a duplicate.
    ByDepth,
    /// Nothing is known: a duplicate can lie in any earlier generation.
    Unbounded,
}
