//! A placement as rows of text.

use super::super::formats::{Symbols, padded};
use super::super::model::{CellKind, Puzzle};
use super::super::replay::Placement;

/// Draws a placement in the letters of the input: `.` for empty cells, `#` for
/// walls, `=` for gates unless a piece has that name. Without a moved piece,
/// letters stand side by side; else there is room between the cells, and
/// brackets mark that piece: ` A[B B]C`. [`super::read_placement`] reads both.
/// No line break at the end.
#[must_use]
pub fn text(puzzle: &Puzzle, placement: &Placement, moved: Option<usize>) -> String {
    let symbols = Symbols::for_puzzle(puzzle);
    let cells = labels(puzzle, placement, &symbols);
    let marked = moved.and_then(|piece| placement.get(piece)).filter(|_| symbols.can_mark(puzzle));
    let rows = match marked {
        None => symbols.rows(&cells, puzzle.width),
        Some(moved) => spaced(&cells, puzzle.width, moved),
    };
    rows.join("\n")
}

/// What stands in each cell.
fn labels(puzzle: &Puzzle, placement: &Placement, symbols: &Symbols) -> Vec<String> {
    let symbol = |kind: &CellKind| match kind {
        CellKind::Wall => symbols.wall(),
        CellKind::Floor => symbols.empty,
        CellKind::Gate => symbols.gate,
    };
    let mut labels: Vec<String> =
        puzzle.cells.iter().map(|kind| symbol(kind).to_string()).collect();
    for (piece, cells) in puzzle.pieces.iter().zip(placement) {
        for &cell in cells {
            if let Some(label) = labels.get_mut(cell) {
                label.clone_from(&piece.name);
            }
        }
    }
    labels
}

/// Rows with room between the cells, where brackets mark some of them.
fn spaced(labels: &[String], width: usize, marked: &[usize]) -> Vec<String> {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or_default();
    let width = width.max(1);
    let row = |(number, labels): (usize, &[String])| {
        let mut row = String::new();
        let mut inside = false;
        for (column, label) in labels.iter().enumerate() {
            let now = marked.contains(&(number * width + column));
            row.push(match (inside, now) {
                (false, true) => '[',
                (true, false) => ']',
                _ => ' ',
            });
            row.push_str(&padded(label, longest));
            inside = now;
        }
        if inside {
            row.push(']');
        }
        row
    };
    labels.chunks(width).enumerate().map(row).collect()
}
