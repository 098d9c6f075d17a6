//! Drawings side by side.

use super::Board;
use crate::cli::style::padded;

/// The boards with their captions, as many side by side as a line of `width`
/// characters holds. No line break at the end.
pub(in crate::cli) fn side_by_side(boards: &[Board], width: usize) -> String {
    let captioned = |board: &Board| format!("{}\n{}", board.caption, board.text);
    rows_of_boards(&boards.iter().map(captioned).collect::<Vec<_>>(), width)
}

/// Puts drawings side by side, as many as a line of `width` characters holds
/// and at least one, with blank lines between the lines of drawings. No line
/// break at the end.
pub(super) fn rows_of_boards(boards: &[String], width: usize) -> String {
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
    lines.iter().map(|line| joined(line, GAP)).collect::<Vec<_>>().join("\n\n")
}

fn columns(board: &str) -> usize {
    board.lines().map(|row| row.chars().count()).max().unwrap_or_default()
}

fn joined(boards: &[&String], gap: usize) -> String {
    let height = boards.iter().map(|board| board.lines().count()).max().unwrap_or_default();
    let mut rows = vec![String::new(); height];
    for (number, board) in boards.iter().enumerate() {
        let columns = columns(board);
        let lines = board.lines().chain(std::iter::repeat(""));
        for (row, line) in rows.iter_mut().zip(lines) {
            let gap = if number == 0 { 0 } else { gap };
            row.push_str(&" ".repeat(gap));
            row.push_str(&padded(line, columns));
        }
    }
    rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_side_by_side() {
        let boards = ["1\nAB\nC.", "2\nAB\n.C", "3\nA."].map(str::to_owned);
        assert_eq!(rows_of_boards(&boards, 7), "1    2\nAB   AB\nC.   .C\n\n3\nA.");
        assert_eq!(rows_of_boards(&boards, 80), "1    2    3\nAB   AB   A.\nC.   .C");
        assert_eq!(rows_of_boards(&boards, 0).matches("\n\n").count(), 2);
        assert_eq!(rows_of_boards(&[], 80), "");
    }

    #[test]
    fn boards_may_be_wider_than_any_formatting_width() {
        let wide = "x".repeat(70_000);
        let shown = rows_of_boards(&[format!("{wide}\n."), ".".to_owned()], 80_000);
        assert_eq!(shown, format!("{wide}   .\n."));
    }
}
