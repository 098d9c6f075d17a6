//! The rules against games whose whole graphs are known; texts, pictures, moves.

mod deals;
mod draw;
mod formats;
mod guide;
mod known;
mod notation;
mod random;
mod replay;
mod spaces;
mod transcript;

use super::Board;
use super::formats::{Format, Sizes, read};

/// A board from its text.
fn board(text: &str) -> Board {
    match read("board", text, Some(Format::Board), Sizes::default()) {
        Ok(file) => file.layout.board,
        Err(error) => panic!("{error}"),
    }
}
