//! Which cells are taken, as bits: once row by row and once column by column,
//! so that the cells before and behind any car lie side by side in a word.

use super::model::{Board, Car, MAX_SIDE};

/// The most words that a board can need.
pub(super) const MAX_PLANES: usize = 2 * MAX_SIDE;

/// How the cells of a board are laid out in words of 64 bits. Each word holds as
/// many whole rows, or whole columns, as fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Planes {
    width: usize,
    height: usize,
    /// Words of rows; those of columns follow.
    rows: usize,
    /// All words.
    pub(super) count: usize,
}

impl Planes {
    pub(super) fn new(board: &Board) -> Self {
        let words = |lines: usize, size: usize| lines.div_ceil(64 / size);
        let rows = words(board.height, board.width);
        let count = rows + words(board.width, board.height);
        Self { width: board.width, height: board.height, rows, count }
    }

    /// The word of a row or column, and the bit of its first cell.
    pub(super) fn line(&self, horizontal: bool, line: usize) -> (usize, usize) {
        let (size, first) = if horizontal { (self.width, 0) } else { (self.height, self.rows) };
        let share = 64 / size;
        (first + line / share, line % share * size)
    }

    /// Takes a cell; whether it was free.
    #[inline]
    pub(super) fn take(&self, words: &mut [u64], row: usize, column: usize) -> bool {
        let (word, base) = self.line(true, row);
        let bit = 1_u64 << (base + column);
        let free = words[word] & bit == 0;
        words[word] |= bit;
        let (word, base) = self.line(false, column);
        words[word] |= 1_u64 << (base + row);
        free
    }

    /// Whether all cells of a car are free.
    pub(super) fn has_room(&self, words: &[u64], car: &Car, place: usize) -> bool {
        (0..car.length).all(|number| {
            let (row, column) = car.cell(place, number);
            let (word, base) = self.line(true, row);
            words[word] >> (base + column) & 1 == 0
        })
    }

    /// Frees the cells of a car.
    pub(super) fn free_car(&self, words: &mut [u64], car: &Car, place: usize) {
        for number in 0..car.length {
            let (row, column) = car.cell(place, number);
            let (word, base) = self.line(true, row);
            words[word] &= !(1_u64 << (base + column));
            let (word, base) = self.line(false, column);
            words[word] &= !(1_u64 << (base + row));
        }
    }

    /// Takes the cells of a car; whether all were free.
    #[inline]
    pub(super) fn take_car(&self, words: &mut [u64], car: &Car, place: usize) -> bool {
        (0..car.length).fold(true, |free, number| {
            let (row, column) = car.cell(place, number);
            self.take(words, row, column) && free
        })
    }
}
