//! The plain text of two drawings: start, blank line, goal.

use std::collections::BTreeSet;

use super::PuzzleFile;
use super::assemble::{Reading, Start, fault_at};
use super::grid::{Grid, Row};
use super::symbols::Symbols;
use crate::domains::format_error::{Fault, Place};

/// Reads a start drawing and, after a blank line, a goal drawing of the same
/// size, in which a letter is that very piece.
pub(super) fn read(text: &str) -> Result<PuzzleFile, Fault> {
    let mut drawings: Vec<Vec<Row<'_>>> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        let row = Row { place: Place { line: number + 1, column: 1 }, text: line, exact: true };
        if line.trim().is_empty() {
            inside = false;
        } else if !inside {
            if drawings.len() == 2 {
                let message = "a third drawing; several goals need a TOML puzzle";
                return Err(Fault::new(row.place, message));
            }
            drawings.push(vec![row]);
            inside = true;
        } else if let Some(rows) = drawings.last_mut() {
            rows.push(row);
        }
    }
    let Some(board) = drawings.first() else {
        return Err(Fault::new(Place::START, "no drawing: the file is empty"));
    };
    let symbols = Symbols::default();
    let mut start = Start::read(Grid::read(board, &symbols)?, &Reading::default())?;
    start.check()?;
    if let Some(rows) = drawings.get(1) {
        let grid = start.grid.read_alike(rows, &symbols)?;
        let goal = start.goal(&grid, &BTreeSet::new())?;
        start.puzzle.check_reach(&goal).map_err(|error| fault_at(&grid, error))?;
        start.puzzle.goals.push(goal);
    }
    Ok(PuzzleFile::from(start.puzzle))
}
