//! Every position of an orbit has an entry: distances are exact for the orbit.

use super::rank::{arrangements, digits, rank, unrank};
use super::{Part, Reading};
use crate::space::Quotient;

/// More turns of all pieces together are not numbered.
pub(super) const MAX_COLUMNS: usize = 1 << 16;

/// Larger tables are not built.
pub(super) const MAX_ENTRIES: u64 = 1 << 31;

/// Rows are arrangements, columns the turns of the slots.
#[derive(Debug)]
pub(in crate::domains::twisty) struct Whole<R> {
    part: Part,
    reading: R,
    arrangements: u64,
    columns: usize,
    /// For each slot what its turn counts.
    weights: Vec<usize>,
    /// For each move, the column after each column.
    after: Vec<Vec<u16>>,
}

/// How turns of slots are numbered: columns, and what each slot's turn counts; without the last slot
/// where the others tell its turn.
pub(super) fn columns(part: &Part) -> Option<(usize, Vec<usize>)> {
    let (n, turns) = (part.pieces(), part.turns());
    let free = if part.keeps_sum() { n - 1 } else { n };
    let columns = turns.checked_pow(free as u32).filter(|&columns| columns <= MAX_COLUMNS)?;
    let weights = (0..n).map(|slot| if slot < free { turns.pow(slot as u32) } else { 0 }).collect();
    Some((columns, weights))
}

/// The turns of all slots in a column.
pub(super) fn turns_of(part: &Part, columns: usize, column: usize, turn: &mut [u8]) {
    let (n, turns) = (part.pieces(), part.turns());
    let last = columns < turns.pow(n as u32) && turns > 1;
    let free = if last { n - 1 } else { n };
    digits(column, turns, &mut turn[..free]);
    if last {
        let sum: usize = turn[..free].iter().map(|&turn| usize::from(turn)).sum();
        turn[free] = ((turns - sum % turns) % turns) as u8;
    }
}

impl<R> Whole<R> {
    /// The view of an orbit; `None` when it has too many positions.
    pub(in crate::domains::twisty) fn new(part: Part, reading: R) -> Option<Self> {
        let n = part.pieces();
        let arrangements = (n <= 20).then(|| arrangements(n, n))??;
        let (columns, weights) = columns(&part)?;
        arrangements.checked_mul(columns as u64).filter(|&entries| entries <= MAX_ENTRIES)?;
        let mut turn = vec![0; n];
        let after = (part.moves.iter())
            .map(|(from, turned)| {
                (0..columns)
                    .map(|column| {
                        turns_of(&part, columns, column, &mut turn);
                        let new = |slot: usize| {
                            usize::from(turn[usize::from(from[slot])] + turned[slot]) % part.turns()
                        };
                        (0..n).map(|slot| new(slot) * weights[slot]).sum::<usize>() as u16
                    })
                    .collect()
            })
            .collect();
        Some(Self { part, reading, arrangements, columns, weights, after })
    }
}

impl<P, R: Reading<P>> Quotient<P> for Whole<R> {
    fn identity(&self) -> String {
        self.part.identity("whole/1")
    }

    fn rows(&self) -> u64 {
        self.arrangements
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn wanted(&self, row: u64, columns: &mut Vec<u16>) {
        let n = self.part.pieces();
        let (mut from, mut turn, mut scratch) = (vec![0; n], vec![0; n], Vec::new());
        unrank(row, n, &mut from);
        for column in 0..self.columns {
            turns_of(&self.part, self.columns, column, &mut turn);
            if self.part.is_wanted(&from, &turn, &mut scratch) {
                columns.push(column as u16);
            }
        }
    }

    fn after<'a>(&'a self, row: u64, turn: usize, _: &'a mut Vec<u16>) -> (u64, &'a [u16]) {
        let n = self.part.pieces();
        let mut from = [0; 64];
        unrank(row, n, &mut from[..n]);
        let sources = &self.part.moves[turn].0;
        let row = rank(sources.iter().map(|&source| from[usize::from(source)].into()), n);
        (row, &self.after[turn])
    }

    fn entry(&self, _: usize, position: &P) -> u64 {
        let first = self.part.orbit.first;
        let mut column = 0;
        let row = rank(
            self.weights.iter().enumerate().map(|(slot, weight)| {
                let (from, turn) = self.reading.piece(position, first + slot);
                column += turn * weight;
                from - first
            }),
            self.part.pieces(),
        );
        row * self.columns as u64 + column as u64
    }
}
