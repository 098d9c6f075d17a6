//! The puzzles that every program for twisty puzzles knows, built from solids that planes
//! cut: so pieces, orbits and what turns do follow from how a puzzle looks.
//!
//! A piece is turned by 1 in a slot when its sticker of the slot's first face, which is on
//! top or at the bottom if it can, else in front or at the back, is one place further
//! clockwise. Slots are numbered from the top and the bottom to the middle, round from
//! the right by the front to the left.

mod build;
mod geometry;
mod net;
mod point;
mod shape;
mod solid;
#[cfg(test)]
pub(in super::super) mod tests;

pub use geometry::Geometry;
pub(super) use geometry::{Look, Place};

use self::shape::Shape;
use super::puzzle::{Base, Puzzle};

/// A built-in puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Builtin {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Turns that sequences may name although searches do not use them, since they are made
    /// of others: `Uw` of the 4x4x4, which is `U 2U`.
    pub also: Vec<Base>,
    /// Its stickers.
    pub geometry: Geometry,
}

/// The names of all built-in puzzles.
pub const NAMES: [&str; 8] =
    ["2x2x2", "2x2x2-6", "3x3x3", "4x4x4", "megaminx", "pyraminx", "pyraminx-tips", "skewb"];

/// The built-in puzzle of this name:
///
/// - `2x2x2`: `U F R`; the corner `DLB` stays, so that positions do not differ by how the
///   whole cube is held;
/// - `2x2x2-6`: `U D R L F B`, which is the corners of the 3x3x3;
/// - `3x3x3`: `U D R L F B`;
/// - `4x4x4`: these, and the inner layers `2U 2D 2R 2L 2F 2B`; also `Uw Dw Rw Lw Fw Bw`;
/// - `pyraminx`: the corners `U L R B` with all that is above the base, without tips;
/// - `pyraminx-tips`: with the tips `u l r b`;
/// - `skewb`: half of the cube about the corners `ULB` (`U`), `DRB` (`R`), `DFL` (`L`) and
///   `URF` (`F`), which so stay where they are;
/// - `megaminx`: `U F R L BL BR FR FL DL DR B D`; round `U` clockwise are `F L BL BR R`,
///   and opposite to them `B DR FR FL DL`.
#[must_use]
pub fn named(name: &str) -> Option<Builtin> {
    shape_of(name).map(|shape| build::build(&shape))
}

/// The solid of a puzzle.
fn shape_of(name: &str) -> Option<Shape> {
    Some(match name {
        "2x2x2" => shape::cube2(),
        "2x2x2-6" => shape::cube2_all(),
        "3x3x3" => shape::cube3(),
        "4x4x4" => shape::cube4(),
        "pyraminx" => shape::pyraminx(false),
        "pyraminx-tips" => shape::pyraminx(true),
        "skewb" => shape::skewb(),
        "megaminx" => shape::megaminx(),
        _ => return None,
    })
}

/// The 3x3x3 cube.
#[must_use]
pub fn cube3() -> Puzzle {
    build::build(&shape::cube3()).puzzle
}
