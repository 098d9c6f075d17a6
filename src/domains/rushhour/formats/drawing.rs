//! Boards as rows of letters.

use super::super::model::{Board, MAX_SIDE, Side};
use super::BoardFile;
use super::grid::{Grid, Row};
use crate::domains::format_error::{Fault, Place};

/// The primary car of a drawing that does not name another.
pub(super) const PRIMARY: &str = "A";

/// Reads a drawing.
pub(super) fn read(text: &str) -> Result<BoardFile, Fault> {
    read_board(text, Place::START, true, PRIMARY, Side::Right).map(BoardFile::from)
}

/// Reads a drawing that begins at a place of the file.
pub(super) fn read_board(
    text: &str,
    place: Place,
    exact: bool,
    primary: &str,
    exit: Side,
) -> Result<Board, Fault> {
    let rows = rows(text, place, exact)?;
    let grid = match rows.as_slice() {
        [] => return Err(Fault::new(place, "no board: there are no rows")),
        [row] if !row.text.contains([' ', '\t']) => Grid::of_square(row)?,
        rows => Grid::read(rows)?,
    };
    grid.board(primary, exit)
}

/// The rows of a drawing: ended by line breaks or `/`, blank lines around them
/// left out.
fn rows(text: &str, place: Place, exact: bool) -> Result<Vec<Row<'_>>, Fault> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut here = place;
    let mut blank = None;
    for line in text.split('\n') {
        let line_place = here;
        if exact {
            here = Place { line: here.line + 1, column: 1 };
        }
        if line.trim().is_empty() {
            blank = blank.or((!rows.is_empty()).then_some(line_place));
            continue;
        }
        if let Some(place) = blank {
            return Err(Fault::new(place, "a blank line within the board"));
        }
        // One row too many is enough to see that there are too many.
        if rows.len() > MAX_SIDE {
            break;
        }
        let mut column = line_place.column;
        for text in line.split('/').take(MAX_SIDE + 1) {
            let row_place = Place { column, ..line_place };
            let trimmed = text.trim_start_matches([' ', '\t']);
            let skipped = text.chars().count() - trimmed.chars().count();
            let at = if exact { column + skipped } else { column };
            rows.push(Row {
                place: Place { column: at, ..row_place },
                text: trimmed.trim_end(),
                exact,
            });
            if exact {
                column += text.chars().count() + 1;
            }
        }
    }
    Ok(rows)
}
