//! Parallel iterative deepening A* from breadth-first roots, for puzzles whose positions form a group.

mod canonical;
mod distances;
mod masks;
mod plan;
mod subtree;
mod tricks;
mod windows;
mod words;

pub use canonical::Canonical;
pub use distances::{Distances, Pass, Passed, Until, is_worth_more};
pub use plan::{Begun, Plan, Root, begin, root_depth};
pub use subtree::{Bounds, Descent, Found, Ground};
pub use tricks::{Trick, Tricks};
pub use words::{Counted, Words};
