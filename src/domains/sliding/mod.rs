//! Sliding block puzzles: any board of up to 255 floor cells, any polyomino.

mod action;
mod check;
pub mod draw;
pub mod formats;
pub mod library;
mod model;
pub mod replay;
mod types;

pub use action::{Direction, SlidingMove};
pub use model::{
    Axis, CellKind, Condition, Goal, MAX_FLOOR, MAX_SIDE, Metric, ModelError, Piece, Puzzle,
};

#[cfg(test)]
mod tests;
