//! Twisty puzzles: pieces in orbits, turns that move and turn them.

pub mod builtin;
mod counts;
mod cycles;
mod effect;
pub mod kernel;
pub mod moves;
mod puzzle;
mod quest;
mod quotient;
mod symmetry;
mod target;

pub use cycles::{Cycle, Structure};
pub use effect::Effect;
pub use moves::{Generator, Metric, move_table, power_name};
pub use puzzle::{Base, MAX_SLOTS, MAX_TURNS, Orbit, Puzzle};
pub use quest::{PackedQuest, Quest, WidePosition, WideQuest};
pub use symmetry::{Symmetry, symmetries};
pub use target::{Combination, Target, TargetError, read_combination};

/// The name of this domain.
pub const DOMAIN: &str = "twisty";
