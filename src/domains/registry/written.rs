//! Solutions in the forms that other programs read.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Problem, Puzzle};
use crate::domains::{freecell, rushhour};

/// A way to write the moves of a card game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// One card a move, as it is counted: `4h`, `7a`, `75`.
    Cards,
    /// The same letters, where the cards of a sequence move at once.
    Standard,
    /// In words, where the cards of a sequence move at once.
    Long,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Cards, Self::Standard, Self::Long];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Standard => "standard",
            Self::Long => "long",
        }
    }
}

impl Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Notation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|notation| notation.name() == text);
        known.ok_or_else(|| format!("no notation is called {text:?}"))
    }
}

impl Problem {
    /// The moves of a solution, in their notation, as the table `car,move` that other
    /// programs for Rush Hour read; for a board that is itself a table, counted as
    /// that one counts. `None` for other puzzles, and for moves of other puzzles.
    #[must_use]
    pub fn moves_csv(&self, moves: &[String]) -> Option<String> {
        let Puzzle::RushHour { board, dialect, .. } = &self.puzzle else { return None };
        let moves = moves.iter().map(|text| rushhour::CarMove::read(board, text));
        let moves: Vec<_> = moves.collect::<Option<_>>()?;
        Some(rushhour::formats::solution_csv(board, &moves, *dialect))
    }

    /// The moves from the start, each in the words of a notation; `None` when the
    /// puzzle has one notation only.
    ///
    /// # Errors
    /// Which move is wrong.
    #[must_use]
    pub fn moves_in(
        &self,
        notation: Notation,
        moves: &[String],
    ) -> Option<Result<Vec<String>, freecell::replay::ReplayError>> {
        let Puzzle::FreeCell { layout } = &self.puzzle else { return None };
        if notation == Notation::Cards {
            return Some(Ok(moves.to_vec()));
        }
        Some(steps(layout, moves).map(|steps| {
            let written = steps.iter().map(|step| match notation {
                Notation::Long => step.long(),
                Notation::Cards | Notation::Standard => step.to_string(),
            });
            written.collect()
        }))
    }

    /// A whole solution of a FreeCell game with its boards, as other programs write
    /// and check it, read back and checked before it is given; `None` for other
    /// puzzles.
    ///
    /// # Errors
    /// Which move is wrong, or that the moves are no solution.
    #[must_use]
    pub fn transcript(
        &self,
        moves: &[String],
    ) -> Option<Result<String, Box<dyn std::error::Error + Send + Sync>>> {
        let Puzzle::FreeCell { layout } = &self.puzzle else { return None };
        let written = || {
            let text = freecell::transcript::write(&layout.board, &steps(layout, moves)?)?;
            freecell::transcript::check("transcript", &text, layout.board.cells.len())?;
            Ok(text)
        };
        Some(written())
    }
}

fn steps(
    layout: &freecell::Layout,
    moves: &[String],
) -> Result<Vec<freecell::notation::Step>, freecell::replay::ReplayError> {
    let moves = moves.iter().map(String::as_str);
    let moves = freecell::notation::read_moves(&layout.board, moves)?;
    freecell::notation::joined(&layout.board, &moves)
}
