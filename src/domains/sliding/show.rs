//! Showing positions and reading them back.

use super::cellset::CellSet;
use super::space::{Position, Sliding};
use super::{SlidingMove, draw, replay};
use crate::domains::Sum;
use crate::space::{Draw, Marked, StateSpace as _, Svg};

impl<C: CellSet, K: Sum> Draw for Sliding<C, K> {
    fn text(&self, state: &Position, moved: Marked<'_, Self>) -> String {
        draw::text(self.puzzle(), &self.placement(state), moved.map(|action| action.piece))
    }

    fn svg(&self, state: &Position, moved: Marked<'_, Self>) -> Svg {
        draw::svg(self.puzzle(), &self.placement(state), moved.map(|action| action.piece))
    }

    fn read_state(&self, text: &str) -> Result<Position, String> {
        let position = self.position(&draw::read_placement(self.puzzle(), text)?);
        // Only what the tables know as a placement may be encoded.
        let back = self.decode(&self.encode(&position)).map_err(|error| error.to_string())?;
        if self.encode(&back) == self.encode(&position) {
            Ok(position)
        } else {
            Err("this is no position of the puzzle".to_owned())
        }
    }

    fn check_path(&self, states: &[Position], moves: &[SlidingMove]) -> Result<(), String> {
        let placements: Vec<_> = states.iter().map(|state| self.placement(state)).collect();
        replay::check_path(self.puzzle(), self.metric, &placements, moves)
            .map_err(|error| error.to_string())
    }
}
