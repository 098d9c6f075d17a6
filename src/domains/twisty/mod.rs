//! Twisty puzzles: pieces in orbits, turns that move and turn them.

pub mod builtin;
mod coding;
mod counts;
mod cycles;
mod draw;
mod effect;
mod expand;
pub mod formats;
pub mod kernel;
pub mod library;
mod moves;
pub mod notation;
mod order;
mod possible;
mod puzzle;
mod quest;
mod quotient;
pub mod registers;
mod select;
mod show;
mod space;
mod steps;
mod symmetry;
mod target;

pub use coding::{Coding, Radix};
pub use cycles::{Cycle, Structure};
pub use draw::Drawing;
pub use effect::Effect;
pub use expand::TwistyExpander;
pub use moves::{Generator, Metric, move_table, power_name};
pub use order::{MAX_COMBINATIONS, of_order};
pub use possible::Possible;
pub use puzzle::{Alias, Base, MAX_SLOTS, MAX_TURNS, Orbit, Puzzle};
pub use quest::{Instructions, PackedQuest, Quest, WidePosition, WideQuest};
pub use space::{Compiled, Task, Twist, Twisty};
pub use symmetry::{Symmetry, symmetries};
pub use target::{Combination, Stay, Target, TargetError, read_combination};

/// How states become keys, with the version of that.
pub const ENCODING: &str = "orbits/1";

/// The name of this domain.
pub const DOMAIN: &str = "twisty";
