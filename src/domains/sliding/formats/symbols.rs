//! Which characters of a drawing mean something else than a piece.

use super::super::model::Puzzle;

/// The characters of a drawing that are no pieces, and how its cells are
/// written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symbols {
    /// Whether each cell is a word between spaces instead of one character.
    pub(crate) words: bool,
    /// Walls; the first one is written. A space can only be one among letters.
    pub(crate) walls: Vec<char>,
    /// No piece at the start, anything in a goal.
    pub(crate) empty: char,
    /// A gate without a piece.
    pub(crate) gate: char,
    /// No piece in a goal.
    pub(crate) clear: Option<char>,
}

impl Default for Symbols {
    fn default() -> Self {
        Self { words: false, walls: vec!['#', ' '], empty: '.', gate: '=', clear: None }
    }
}

impl Symbols {
    /// Symbols in which this puzzle can be drawn: the usual ones unless a piece
    /// has them as its name.
    pub(crate) fn for_puzzle(puzzle: &Puzzle) -> Self {
        let words = puzzle.pieces.iter().any(|piece| piece.name.chars().nth(1).is_some());
        let mut used: Vec<char> = Vec::new();
        let mut pick = |wanted: &str| {
            // Shades and boxes stand in; there are more of them than pieces.
            let free = wanted.chars().chain('\u{2500}'..='\u{27bf}').find(|&c| {
                !used.contains(&c) && !puzzle.pieces.iter().any(|p| p.name.chars().eq([c]))
            });
            let symbol = free.unwrap_or('\u{2500}');
            used.push(symbol);
            symbol
        };
        let wall = pick(if words { "#" } else { "# " });
        Self {
            words,
            walls: vec![wall],
            empty: pick(".-"),
            gate: pick("="),
            clear: Some(pick("_~")),
        }
    }

    /// Whether brackets around the cells of a piece can be told from names:
    /// among letters their place tells, among words no name may have any.
    pub(crate) fn can_mark(&self, puzzle: &Puzzle) -> bool {
        !self.words || !puzzle.pieces.iter().any(|piece| piece.name.contains(['[', ']']))
    }

    /// The symbol in which walls are written.
    pub(crate) fn wall(&self) -> char {
        self.walls.first().copied().unwrap_or('#')
    }

    /// Cells row by row as lines of text: letters without space between, words
    /// in columns.
    pub(crate) fn rows(&self, cells: &[String], width: usize) -> Vec<String> {
        if !self.words {
            return cells.chunks(width.max(1)).map(<[String]>::concat).collect();
        }
        let longest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
        let row = |row: &[String]| {
            let padded: Vec<String> = row.iter().map(|cell| padded(cell, longest)).collect();
            padded.join(" ").trim_end().to_owned()
        };
        cells.chunks(width.max(1)).map(row).collect()
    }
}

/// The text with blanks behind it to `width` characters. A width in a format
/// string would not do: it must be below 2^16, or formatting panics.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}
