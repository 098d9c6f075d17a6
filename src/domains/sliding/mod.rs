//! Sliding block puzzles: any board of up to 255 floor cells, any polyomino.

mod check;
pub mod formats;
pub mod library;
mod model;
mod types;

pub use model::{
    Axis, CellKind, Condition, Goal, MAX_FLOOR, MAX_SIDE, Metric, ModelError, Piece, Puzzle,
};
