//! Positions for people: unfolded nets in letters and as pictures, tables of the pieces of
//! puzzles without a net, and the effects of sequences as cycles.

mod cycles;
mod read;
mod svg;
mod table;
#[cfg(test)]
mod tests;
mod text;

use super::builtin::{self, Geometry};
use super::effect::Effect;
use super::puzzle::Puzzle;
use crate::space::Svg;

/// A longer text is no position: the largest net has 132 stickers and the longest
/// table 255 pieces.
const MAX_TEXT: usize = 1 << 16;

/// Draws the positions of a puzzle. All effects given to it must be effects of this puzzle.
#[derive(Debug, Clone)]
pub struct Drawing {
    puzzle: Puzzle,
    /// Where the stickers are, if the puzzle is a built-in one.
    geometry: Option<Geometry>,
}

impl Drawing {
    /// For a puzzle. It has a net if its orbits and turns are those of the built-in puzzle of
    /// its name, and is drawn as a table otherwise.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        let known = builtin::named(&puzzle.name).filter(|known| {
            known.puzzle.orbits == puzzle.orbits && known.puzzle.bases == puzzle.bases
        });
        Self { puzzle: puzzle.clone(), geometry: known.map(|known| known.geometry) }
    }

    /// Whether positions are drawn as nets.
    #[must_use]
    pub fn has_net(&self) -> bool {
        self.geometry.is_some()
    }

    /// A position as rows of text, without a trailing line break: a net of face letters,
    /// on ground of the faces' colours if `color`; or a line for each orbit, which says for
    /// each slot which piece (from 1) is there and by how much it is turned: `3+1`.
    /// Pieces that look alike have the number of the first of them.
    #[must_use]
    pub fn text(&self, effect: &Effect, color: bool) -> String {
        match &self.geometry {
            Some(geometry) => text::net(geometry, effect, color),
            None => table::text(&self.puzzle, effect),
        }
    }

    /// A position as a picture of what [`Self::text`] writes.
    #[must_use]
    pub fn svg(&self, effect: &Effect) -> Svg {
        match &self.geometry {
            Some(geometry) => svg::net(geometry, effect),
            None => svg::lines(&table::text(&self.puzzle, effect)),
        }
    }

    /// Reads a position as [`Self::text`] writes it without colour, `/` separating rows as
    /// well. Blanks do not matter in a net whose faces have single letters. Where pieces
    /// look alike, the first that fits is taken. Whether turns can lead to the
    /// position is not asked.
    ///
    /// # Errors
    /// What is wrong with the text and where, as a sentence: the number of stickers or
    /// pieces, an unknown letter or number, a piece that the puzzle does not have, one that is
    /// there twice, or a sticker that no turn moves.
    pub fn read(&self, text: &str) -> Result<Effect, String> {
        if text.len() > MAX_TEXT {
            return Err(format!("{} bytes; a position has at most {MAX_TEXT}", text.len()));
        }
        match &self.geometry {
            Some(geometry) => read::net(&self.puzzle, geometry, text),
            None => table::read(&self.puzzle, text),
        }
    }

    /// What an effect does as cycles: the piece in each slot goes to the next one named, and
    /// from the last to the first. A `+` behind a slot says that the piece that leaves it
    /// is turned by one on the way, `-` by one back, `+2` by two: `(URF UFL ULB) (UF+)`.
    /// Slots are named by faces, or by orbit and number (`CORNERS (1 3+)`) if the puzzle
    /// has no net. `()` if nothing moves.
    #[must_use]
    pub fn cycles(&self, effect: &Effect) -> String {
        cycles::text(&self.puzzle, self.geometry.as_ref(), effect)
    }

    /// What a slot is called: by the faces that it touches, `UF`, or by orbit and number,
    /// `CORNERS 3`, if the puzzle has no net. Empty for a slot that the puzzle does not have.
    #[must_use]
    pub fn slot_name(&self, slot: usize) -> String {
        if let Some(geometry) = &self.geometry {
            return geometry.names.get(slot).cloned().unwrap_or_default();
        }
        let orbit = self.puzzle.orbits.iter().find(|orbit| orbit.slots().contains(&slot));
        orbit.map(|orbit| format!("{} {}", orbit.name, slot - orbit.first + 1)).unwrap_or_default()
    }
}
