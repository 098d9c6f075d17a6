//! Tests of the text formats, the drawings and the path check together.

mod draw;
mod errors;
mod goals;
mod jimslide;
mod properties;
mod replay;

use super::formats::{Format, read};
use super::model::Puzzle;
use crate::domains::FormatError;

/// Reads a drawing.
fn drawing(text: &str) -> Result<Puzzle, FormatError> {
    read("board.txt", text, Some(Format::Drawing)).map(|file| file.puzzle)
}

/// Reads a TOML puzzle.
fn toml(text: &str) -> Result<Puzzle, FormatError> {
    read("board.toml", text, Some(Format::Toml)).map(|file| file.puzzle)
}

/// A piece by its name.
fn piece(puzzle: &Puzzle, name: &str) -> usize {
    puzzle.pieces.iter().position(|piece| piece.name == name).unwrap()
}
