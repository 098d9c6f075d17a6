//! One move of a piece, and its notation: `B down`, `J left 2, up`.

use std::fmt::{self, Display};
use std::sync::Arc;

use super::model::Puzzle;

/// One of the four ways a piece can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the column before.
    Left,
    /// To the column after.
    Right,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The name used in moves.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

impl Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One move: a piece and its way, cell by cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SlidingMove {
    /// Index into [`Puzzle::pieces`].
    pub piece: usize,
    /// The name of that piece.
    pub name: Arc<str>,
    /// The way, one cell an entry; not empty.
    pub path: Vec<Direction>,
}

impl SlidingMove {
    /// Reads a move as it is displayed.
    ///
    /// # Errors
    /// What is wrong with the text, as a sentence.
    pub fn read(puzzle: &Puzzle, text: &str) -> Result<Self, String> {
        let (name, way) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
            format!("{text:?} is no move: a piece and its way, such as `B left 2, up`")
        })?;
        let piece = puzzle
            .pieces
            .iter()
            .position(|piece| piece.name == name)
            .ok_or_else(|| format!("no piece `{name}`"))?;
        let mut path = Vec::new();
        for part in way.split(',') {
            let mut words = part.split_whitespace();
            let word = words.next().unwrap_or_default();
            let direction =
                Direction::ALL
                    .into_iter()
                    .find(|direction| direction.name() == word)
                    .ok_or_else(|| format!("{word:?} is none of left, right, up and down"))?;
            // No board is wider, so a longer way is refused before it takes memory.
            let count = words.next().map_or(Ok(1), str::parse::<u8>).unwrap_or(0);
            if count == 0 || words.next().is_some() {
                return Err(format!(
                    "{:?}: after `{word}` a count from 1 to 255 may follow",
                    part.trim()
                ));
            }
            path.extend(std::iter::repeat_n(direction, usize::from(count)));
        }
        Ok(Self { piece, name: name.into(), path })
    }
}

impl Display for SlidingMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (number, run) in self.path.chunk_by(PartialEq::eq).enumerate() {
            let Some(direction) = run.first() else { continue };
            write!(f, "{} {direction}", if number == 0 { "" } else { "," })?;
            if run.len() > 1 {
                write!(f, " {}", run.len())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::formats;
    use super::*;

    #[test]
    fn moves_read_back_as_they_are_shown() {
        let puzzle = formats::read("", "AB..", None).unwrap().puzzle;
        let shown = ["B right", "B right 2, up", "A left 3, down, left"];
        for text in shown {
            assert_eq!(SlidingMove::read(&puzzle, text).unwrap().to_string(), text);
        }
        let read = SlidingMove::read(&puzzle, " B  right  2 , up ").unwrap();
        assert_eq!((read.piece, read.path.len()), (1, 3));
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let puzzle = formats::read("", "AB..", None).unwrap().puzzle;
        let wrong =
            ["", "B", "C left", "B sideways", "B left 0", "B left 999999", "B left 1 2", "B left,"];
        for text in wrong {
            assert!(SlidingMove::read(&puzzle, text).is_err(), "{text:?}");
        }
    }
}
