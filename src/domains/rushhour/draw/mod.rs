//! Showing states and reading them back.

mod read;
mod svg;
mod text;

pub(super) use text::{labels, rows};

use super::action::CarMove;
use super::replay;
use super::space::{Positions, RushHour};
use crate::domains::Sum;
use crate::space::{Draw, Marked, StateSpace as _, Svg};

impl<K: Sum> Draw for RushHour<K> {
    fn text(&self, state: &Positions, moved: Marked<'_, Self>) -> String {
        text::text(self.board(), &places(state), moved.map(|action| action.car))
    }

    fn svg(&self, state: &Positions, moved: Marked<'_, Self>) -> Svg {
        svg::svg(self.board(), &places(state), moved.map(|action| action.car))
    }

    fn read_state(&self, text: &str) -> Result<Positions, String> {
        let places = read::read_places(self.board(), text)?;
        let state = Positions(places.iter().map(|&place| place as u8).collect());
        self.check_lanes(&places)?;
        // Only what is a key may be encoded.
        match self.decode(&self.encode(&state)) {
            Ok(back) if back == state => Ok(state),
            Ok(_) => Err("this is no state of the board".to_owned()),
            Err(error) => Err(error.reason.to_owned()),
        }
    }

    fn check_path(&self, states: &[Positions], moves: &[CarMove]) -> Result<(), String> {
        let states: Vec<Vec<usize>> = states.iter().map(places).collect();
        replay::check_path(self.board(), self.counted(), &states, moves)
            .map_err(|error| error.to_string())
    }
}

fn places(state: &Positions) -> Vec<usize> {
    state.0.iter().map(|&place| usize::from(place)).collect()
}
