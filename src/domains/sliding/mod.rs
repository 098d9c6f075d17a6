//! Sliding block puzzles: any board of up to 255 floor cells, any polyomino.

mod action;
mod cellset;
mod check;
mod coding;
pub mod draw;
mod enumerate;
mod estimate;
mod expand;
pub mod formats;
mod goal;
mod layout;
pub mod library;
mod model;
pub mod replay;
mod show;
mod space;
mod types;
mod walk;

pub use action::{Direction, SlidingMove};
pub use cellset::{CellSet, Cells256};
pub use coding::Encoding;
pub use expand::SlidingExpander;
pub use formats::Format;
pub use model::{
    Axis, CellKind, Condition, Goal, MAX_FLOOR, MAX_GOALS, MAX_NAME, MAX_SIDE, Metric, ModelError,
    Piece, Puzzle,
};
pub use space::{Position, Sliding, choose_encoding, fits};

/// The name of this domain.
pub const DOMAIN: &str = "sliding";

#[cfg(test)]
mod tests;
