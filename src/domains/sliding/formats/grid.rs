//! A drawing cut into cells.

use super::super::model::{MAX_NAME, MAX_SIDE};
use super::symbols::Symbols;
use crate::domains::format_error::{Fault, Place};

/// One line of a drawing and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) place: Place,
    pub(super) text: &'a str,
    /// Whether the text stands in the file as it is; else its place is that of
    /// the string that it is part of.
    pub(super) exact: bool,
}

impl Row<'_> {
    /// The place of a character.
    fn place_of(&self, offset: usize) -> Place {
        let offset = if self.exact { offset } else { 0 };
        Place { column: self.place.column + offset, ..self.place }
    }
}

/// What stands in one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell<'a> {
    Wall,
    Empty,
    Gate,
    /// Must be empty: in goals only.
    Clear,
    Piece(&'a str),
}

/// A drawing, cell by cell.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) cells: Vec<Cell<'a>>,
    /// Where each cell stands in the file.
    pub(super) places: Vec<Place>,
    /// Whether spaces are walls here, so that short rows end in walls.
    padded: bool,
}

impl<'a> Grid<'a> {
    /// Reads a drawing that has as many columns as its longest row.
    pub(super) fn read(rows: &[Row<'a>], symbols: &Symbols) -> Result<Self, Fault> {
        let padded = !symbols.words
            && symbols.walls.contains(&' ')
            && rows.iter().any(|row| row.text.contains(' '));
        let mut lines = Vec::new();
        for row in rows {
            if lines.len() == MAX_SIDE {
                return Err(Fault::new(row.place, format!("more than {MAX_SIDE} rows")));
            }
            lines.push(cells_of(row, symbols)?);
        }
        let width = lines.iter().map(Vec::len).max().unwrap_or_default();
        Self::of_lines(rows, lines, width, padded)
    }

    /// Reads a drawing of the same board as `self`.
    pub(super) fn read_alike<'b>(
        &self,
        rows: &[Row<'b>],
        symbols: &Symbols,
    ) -> Result<Grid<'b>, Fault> {
        let Some(last) = rows.last() else {
            return Err(Fault::new(Place::START, "a drawing has no rows"));
        };
        if rows.len() != self.height {
            let message = format!("{} rows, but the board has {}", rows.len(), self.height);
            return Err(Fault::new(last.place, message));
        }
        let lines = rows.iter().map(|row| cells_of(row, symbols)).collect::<Result<_, _>>()?;
        Grid::of_lines(rows, lines, self.width, self.padded)
    }

    fn of_lines(
        rows: &[Row<'a>],
        lines: Vec<Vec<(Place, Cell<'a>)>>,
        width: usize,
        padded: bool,
    ) -> Result<Self, Fault> {
        let mut grid =
            Self { width, height: rows.len(), cells: Vec::new(), places: Vec::new(), padded };
        for (number, (row, line)) in rows.iter().zip(lines).enumerate() {
            let end = row.place_of(row.text.chars().count());
            if line.len() > width || (line.len() < width && !padded) {
                let message = format!("row {} has {} cells, not {width}", number + 1, line.len());
                return Err(Fault::new(line.get(width).map_or(end, |(place, _)| *place), message));
            }
            let missing = width - line.len();
            for (place, cell) in
                line.into_iter().chain(std::iter::repeat_n((end, Cell::Wall), missing))
            {
                grid.cells.push(cell);
                grid.places.push(place);
            }
        }
        Ok(grid)
    }

    /// Where a cell stands in the file.
    pub(super) fn place(&self, cell: Option<usize>) -> Place {
        let first = self.places.first().copied().unwrap_or(Place::START);
        cell.and_then(|cell| self.places.get(cell)).copied().unwrap_or(first)
    }
}

fn cells_of<'a>(row: &Row<'a>, symbols: &Symbols) -> Result<Vec<(Place, Cell<'a>)>, Fault> {
    let mut cells = Vec::new();
    for (offset, word) in words_of(row.text, symbols.words) {
        let place = row.place_of(offset);
        if cells.len() == MAX_SIDE {
            return Err(Fault::new(place, format!("more than {MAX_SIDE} columns")));
        }
        cells.push((place, cell_of(word, symbols).map_err(|message| Fault::new(place, message))?));
    }
    Ok(cells)
}

/// The cells of a row, each with the number of characters before it.
fn words_of(text: &str, words: bool) -> Vec<(usize, &str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut start = None;
    for (offset, (byte, c)) in text.char_indices().enumerate() {
        if !words {
            found.push((offset, text.get(byte..byte + c.len_utf8()).unwrap_or_default()));
        } else if c == ' ' {
            if let Some((offset, from)) = start.take() {
                found.push((offset, text.get(from..byte).unwrap_or_default()));
            }
        } else if start.is_none() {
            start = Some((offset, byte));
        }
        if found.len() > MAX_SIDE {
            return found;
        }
    }
    if let Some((offset, from)) = start {
        found.push((offset, text.get(from..).unwrap_or_default()));
    }
    found
}

fn cell_of<'a>(word: &'a str, symbols: &Symbols) -> Result<Cell<'a>, String> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        if symbols.walls.contains(&letter) {
            return Ok(Cell::Wall);
        }
        if letter == symbols.empty {
            return Ok(Cell::Empty);
        }
        if letter == symbols.gate {
            return Ok(Cell::Gate);
        }
        if symbols.clear == Some(letter) {
            return Ok(Cell::Clear);
        }
    }
    if word.chars().nth(MAX_NAME).is_some() {
        return Err(format!("the name of a piece has at most {MAX_NAME} characters"));
    }
    match word.chars().find(|c| c.is_control() || c.is_whitespace()) {
        Some(c) => Err(format!("{c:?} cannot stand in a drawing")),
        None => Ok(Cell::Piece(word)),
    }
}
