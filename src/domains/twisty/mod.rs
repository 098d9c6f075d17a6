//! Twisty puzzles: pieces in orbits, turns that move and turn them.

pub mod builtin;
mod cycles;
mod effect;
pub mod formats;
mod moves;
pub mod notation;
mod puzzle;

pub use cycles::{Cycle, Structure};
pub use effect::Effect;
pub use moves::{Generator, Metric, move_table, power_name};
pub use puzzle::{Alias, Base, MAX_SLOTS, MAX_TURNS, Orbit, Puzzle};

/// The name of this domain.
pub const DOMAIN: &str = "twisty";
