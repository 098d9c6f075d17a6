//! A placement as rows of text.

use super::super::formats::Symbols;
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
            row.push_str(&format!("{label:longest$}"));
            inside = now;
        }
        if inside {
            row.push(']');
        }
        row
    };
    labels.chunks(width).enumerate().map(row).collect()
}

/// Puts drawings side by side, as many as a line of `width` characters holds
/// and at least one, with blank lines between the lines of drawings. No line
/// break at the end.
#[must_use]
pub fn rows_of_boards(boards: &[String], width: usize) -> String {
    const GAP: usize = 3;
    let mut lines: Vec<Vec<&String>> = Vec::new();
    let mut filled = 0;
    for board in boards {
        let columns = columns(board);
        match lines.last_mut() {
            Some(line) if filled + GAP + columns <= width => {
                filled += GAP + columns;
                line.push(board);
            }
            _ => {
                filled = columns;
                lines.push(vec![board]);
            }
        }
    }
    lines.iter().map(|line| side_by_side(line, GAP)).collect::<Vec<_>>().join("\n\n")
}

fn columns(board: &str) -> usize {
    board.lines().map(|row| row.chars().count()).max().unwrap_or_default()
}

fn side_by_side(boards: &[&String], gap: usize) -> String {
    let height = boards.iter().map(|board| board.lines().count()).max().unwrap_or_default();
    let mut rows = vec![String::new(); height];
    for (number, board) in boards.iter().enumerate() {
        let columns = columns(board);
        let lines = board.lines().chain(std::iter::repeat(""));
        for (row, line) in rows.iter_mut().zip(lines) {
            let gap = if number == 0 { 0 } else { gap };
            row.push_str(&format!("{:gap$}{line:columns$}", ""));
        }
    }
    rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>().join("\n")
}
