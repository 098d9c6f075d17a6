//! One move of a car, and its notation: `B+2`, `M-1`.

use std::fmt::{self, Display};
use std::sync::Arc;

use super::model::Board;

/// One move: a car and how far it goes. `+` is to the right or down.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CarMove {
    /// Index into [`Board::cars`](super::Board::cars).
    pub car: usize,
    /// The name of that car.
    pub name: Arc<str>,
    /// Cells to the right or down; negative to the left or up; not 0.
    pub distance: i8,
}

impl CarMove {
    /// Reads the notation of a move on a board; `None` when it is none, or the
    /// board has no such car.
    #[must_use]
    pub fn read(board: &Board, text: &str) -> Option<Self> {
        let (name, distance) = text.split_at_checked(text.rfind(['+', '-'])?)?;
        let car = board.car_named(name)?;
        let distance = distance.parse().ok().filter(|&cells: &i8| cells != 0)?;
        Some(Self { car, name: name.into(), distance })
    }
}

impl Display for CarMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", self.name, self.distance)
    }
}

#[cfg(test)]
mod tests {
    use super::super::formats::{self, Reading};
    use super::*;

    #[test]
    fn the_notation_reads_back() {
        let drawing = "......\n......\nAA.B..\n...B..\n......\n......\n";
        let board = formats::read("x", drawing, None, &Reading::default()).unwrap().board;
        for text in ["B-2", "A+4"] {
            assert_eq!(CarMove::read(&board, text).unwrap().to_string(), text);
        }
        for text in ["", "B", "B+", "B+0", "C+1", "+1", "B+1x", "B+200", "B--1"] {
            assert_eq!(CarMove::read(&board, text), None, "{text}");
        }
    }
}
