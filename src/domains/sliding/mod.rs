//! Sliding block puzzles: any board of up to 255 floor cells, any polyomino.

mod action;
mod cellset;
mod check;
mod coding;
pub mod draw;
mod enumerate;
mod expand;
pub mod formats;
mod goal;
mod layout;
pub mod library;
mod model;
pub mod replay;
mod space;
mod types;
mod walk;

pub use action::{Direction, SlidingMove};
pub use coding::Encoding;
pub use model::{
    Axis, CellKind, Condition, Goal, MAX_FLOOR, MAX_SIDE, Metric, ModelError, Piece, Puzzle,
};
pub use space::{Position, Sliding};
