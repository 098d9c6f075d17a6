//! Which pieces are alike: shapes, families and interchangeable types.

use std::collections::{BTreeSet, HashMap};

use super::model::{Axis, Condition, Piece, Puzzle};

/// Everything but its name and place that decides how a piece can move.
#[derive(PartialEq, Eq, Hash)]
struct Kind<'a> {
    shape: Vec<(isize, isize)>,
    axis: Option<Axis>,
    passes_gates: bool,
    step: (usize, usize),
    class: Option<&'a str>,
    /// Set for a piece that no other is interchangeable with.
    alone: Option<usize>,
}

impl Puzzle {
    /// The shape of some cells: row and column of each, seen from the first
    /// one. Two ascending lists of cells have one shape exactly when shifting
    /// the one gives the other.
    #[must_use]
    pub fn shape(&self, cells: &[usize]) -> Vec<(isize, isize)> {
        let first = cells.first().map_or((0, 0), |&cell| self.row_column(cell));
        cells
            .iter()
            .map(|&cell| {
                let (row, column) = self.row_column(cell);
                (row - first.0, column - first.1)
            })
            .collect()
    }

    /// Row and column of a cell, counted from 0.
    #[must_use]
    pub fn row_column(&self, cell: usize) -> (isize, isize) {
        let width = self.width.max(1);
        ((cell / width) as isize, (cell % width) as isize)
    }

    /// The pieces that are like this one in shape, axis, gates, step and
    /// class, itself among them, ascending: those a
    /// [`Condition::TypeAt`] accepts.
    #[must_use]
    pub fn family(&self, piece: usize) -> Vec<usize> {
        let Some(model) = self.pieces.get(piece) else { return Vec::new() };
        let kind = self.kind(model, None);
        self.pieces
            .iter()
            .enumerate()
            .filter(|(_, other)| self.kind(other, None) == kind)
            .map(|(index, _)| index)
            .collect()
    }

    /// The pieces parted into types: pieces of one type are interchangeable, so
    /// placements that differ only in which of them is where are one state.
    /// A piece that a goal names is alone in its type, and so is every piece
    /// when the puzzle is [`Puzzle::distinct`]. Types are ordered by their
    /// first piece, the pieces of each ascend.
    #[must_use]
    pub fn types(&self) -> Vec<Vec<usize>> {
        let mut types: Vec<Vec<usize>> = Vec::new();
        let mut known = HashMap::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let alone = (self.distinct || self.is_named(index)).then_some(index);
            let at = *known.entry(self.kind(piece, alone)).or_insert(types.len());
            match types.get_mut(at) {
                Some(members) => members.push(index),
                None => types.push(vec![index]),
            }
        }
        types
    }

    /// Whether some goal asks for this very piece.
    #[must_use]
    pub fn is_named(&self, piece: usize) -> bool {
        self.goals.iter().flat_map(|goal| &goal.conditions).any(
            |condition| matches!(condition, Condition::PieceAt { piece: named, .. } if *named == piece),
        )
    }

    fn kind<'a>(&self, piece: &'a Piece, alone: Option<usize>) -> Kind<'a> {
        Kind {
            shape: self.shape(&piece.cells),
            axis: piece.axis,
            passes_gates: piece.passes_gates,
            step: piece.step,
            class: piece.class.as_deref(),
            alone,
        }
    }
}

/// Ascending cells, parted into sets that hang together, each ascending, in
/// the order of their first cells.
pub(super) fn parts(width: usize, cells: &[usize]) -> Vec<Vec<usize>> {
    let mut left: BTreeSet<usize> = cells.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&cell) = part.get(next) {
            next += 1;
            let beside = |other: usize| other / width == cell / width;
            let around = [
                cell.checked_sub(width),
                cell.checked_sub(1).filter(|&other| beside(other)),
                Some(cell + 1).filter(|&other| beside(other)),
                Some(cell + width),
            ];
            part.extend(around.into_iter().flatten().filter(|other| left.remove(other)));
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}
