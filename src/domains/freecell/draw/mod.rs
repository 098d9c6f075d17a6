//! Showing states and reading them back.

mod read;
mod svg;

use super::formats;
use super::model::{Board, Move};
use super::replay;
use super::space::FreeCell;
use crate::space::{Draw, Marked, Svg};

impl Draw for FreeCell {
    fn text(&self, state: &Board, moved: Marked<'_, Self>) -> String {
        formats::rows(state, moved.map(|action| action.card))
    }

    fn svg(&self, state: &Board, moved: Marked<'_, Self>) -> Svg {
        svg::svg(state, moved.map(|action| action.card))
    }

    fn read_state(&self, text: &str) -> Result<Board, String> {
        read::read_state(self, text)
    }

    fn check_path(&self, states: &[Board], moves: &[Move]) -> Result<(), String> {
        replay::check_path(&self.layout.board, states, moves).map_err(|error| error.to_string())
    }
}
