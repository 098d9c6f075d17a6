//! The outline of a set of cells.

use std::collections::{BTreeMap, BTreeSet};

use super::super::action::Direction;

/// A corner of an outline, in cells from the top left of the board, with the
/// directions in which the outline comes and goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) before: Direction,
    pub(super) after: Direction,
}

/// The corners of each closed line around the cells, the cells to its right:
/// outer lines go clockwise, those around holes anticlockwise.
pub(super) fn outlines(width: usize, cells: &[usize]) -> Vec<Vec<Corner>> {
    let width = width.max(1);
    let set: BTreeSet<(usize, usize)> =
        cells.iter().map(|&cell| (cell / width, cell % width)).collect();
    // Where lines begin: (y, x) -> directions. At most two begin at one point.
    let mut edges: BTreeMap<(usize, usize), Vec<Direction>> = BTreeMap::new();
    for &(row, column) in &set {
        let free = |other: Option<(usize, usize)>| other.is_none_or(|cell| !set.contains(&cell));
        let mut edge = |y, x, direction| edges.entry((y, x)).or_default().push(direction);
        if free(row.checked_sub(1).map(|row| (row, column))) {
            edge(row, column, Direction::Right);
        }
        if free(Some((row, column + 1))) {
            edge(row, column + 1, Direction::Down);
        }
        if free(Some((row + 1, column))) {
            edge(row + 1, column + 1, Direction::Left);
        }
        if free(column.checked_sub(1).map(|column| (row, column))) {
            edge(row + 1, column, Direction::Up);
        }
    }
    let mut outlines = Vec::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut corners = Vec::new();
        let mut at = start;
        let mut before = None;
        while let Some(after) = take(&mut edges, at, before) {
            if let Some(before) = before.filter(|&before| before != after) {
                corners.push(Corner { x: at.1, y: at.0, before, after });
            }
            at = match after {
                Direction::Left => (at.0, at.1 - 1),
                Direction::Right => (at.0, at.1 + 1),
                Direction::Up => (at.0 - 1, at.1),
                Direction::Down => (at.0 + 1, at.1),
            };
            before = Some(after);
            if at == start {
                break;
            }
        }
        // The first point is the top left corner of the line.
        let first = corners.first().map(|corner: &Corner| corner.before);
        if let (Some(before), Some(after)) = (before, first) {
            corners.push(Corner { x: start.1, y: start.0, before, after });
        }
        outlines.push(corners);
    }
    outlines
}

/// Takes the next edge at a point: where cells touch by a corner only, the one
/// to the right, which stays with the cell.
fn take(
    edges: &mut BTreeMap<(usize, usize), Vec<Direction>>,
    at: (usize, usize),
    before: Option<Direction>,
) -> Option<Direction> {
    let there = edges.get_mut(&at)?;
    let right = before.map(|before| match before {
        Direction::Right => Direction::Down,
        Direction::Down => Direction::Left,
        Direction::Left => Direction::Up,
        Direction::Up => Direction::Right,
    });
    let index = there.iter().position(|&way| Some(way) == right).unwrap_or(0);
    let taken = (index < there.len()).then(|| there.swap_remove(index));
    if there.is_empty() {
        edges.remove(&at);
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(width: usize, cells: &[usize]) -> Vec<usize> {
        outlines(width, cells).iter().map(Vec::len).collect()
    }

    #[test]
    fn outlines_have_the_right_corners() {
        assert_eq!(corners(3, &[4]), [4]);
        assert_eq!(corners(3, &[0, 1, 3]), [6]);
        assert_eq!(corners(3, &[0, 4]), [4, 4], "touching by a corner only");
        assert_eq!(corners(3, &[0, 1, 2, 3, 5, 6, 7, 8]), [4, 4], "a ring");
        assert_eq!(corners(3, &[1, 3, 4, 5, 7]), [12], "a cross");
        assert_eq!(corners(4, &[0, 3]), [4, 4], "two parts");
    }
}
