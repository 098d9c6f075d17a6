//! Rush Hour: cars that go along their row or column only, on boards of any
//! size with walls, and an exit for one of them.

mod action;
mod check;
mod coding;
mod draw;
mod estimate;
mod expand;
pub mod formats;
mod goals;
mod heuristic;
mod lanes;
pub mod library;
mod model;
mod planes;
pub mod replay;
mod space;
mod tables;

pub use action::CarMove;
pub use check::BoardError;
pub use expand::RushHourExpander;
pub use formats::{BoardFile, Format, Reading};
pub use model::{Board, Car, MAX_KEY_BITS, MAX_NAME, MAX_SIDE, Metric, Side};
pub use space::{Positions, RushHour, fits};

/// The name of this domain.
pub const DOMAIN: &str = "rushhour";

/// The encoding of its keys, with its version.
pub const ENCODING: &str = "lanes/1";

#[cfg(test)]
mod tests;
