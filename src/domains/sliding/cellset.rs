//! Sets of floor cells as machine words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

/// A set of floor cells, numbered from 0.
pub trait CellSet:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// How many cells it can hold.
    const CAPACITY: usize;

    /// The set of one cell.
    fn single(cell: u8) -> Self;

    /// The set of all cells below `cell`.
    fn below(cell: usize) -> Self;

    /// Whether the cell is in the set.
    fn has(self, cell: u8) -> bool;

    /// Takes the lowest cell out.
    fn pop(&mut self) -> Option<u8>;

    /// How many cells there are; at most 255 of a board.
    fn len(self) -> u8;

    /// The greatest cell.
    fn last(self) -> Option<u8>;

    /// Whether nothing is in it.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether every cell of it is in `other`.
    #[inline]
    fn within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }
}

impl CellSet for u64 {
    const CAPACITY: usize = 64;

    #[inline]
    fn single(cell: u8) -> Self {
        1 << cell
    }

    #[inline]
    fn below(cell: usize) -> Self {
        if cell >= 64 { Self::MAX } else { (1 << cell) - 1 }
    }

    #[inline]
    fn has(self, cell: u8) -> bool {
        self >> cell & 1 != 0
    }

    #[inline]
    fn pop(&mut self) -> Option<u8> {
        if *self == 0 {
            return None;
        }
        let cell = self.trailing_zeros() as u8;
        *self &= *self - 1;
        Some(cell)
    }

    #[inline]
    fn len(self) -> u8 {
        self.count_ones() as u8
    }

    #[inline]
    fn last(self) -> Option<u8> {
        (self != 0).then(|| 63 - self.leading_zeros() as u8)
    }
}

/// 256 cells: any board there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cells256([u64; 4]);

impl BitAnd for Cells256 {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Cells256 {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Cells256 {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl CellSet for Cells256 {
    const CAPACITY: usize = 256;

    #[inline]
    fn single(cell: u8) -> Self {
        let mut words = [0; 4];
        words[usize::from(cell / 64)] = 1 << (cell % 64);
        Self(words)
    }

    #[inline]
    fn below(cell: usize) -> Self {
        Self(std::array::from_fn(|i| u64::below(cell.saturating_sub(64 * i))))
    }

    #[inline]
    fn has(self, cell: u8) -> bool {
        self.0[usize::from(cell / 64)].has(cell % 64)
    }

    #[inline]
    fn pop(&mut self) -> Option<u8> {
        let (i, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        word.pop().map(|bit| 64 * i as u8 + bit)
    }

    #[inline]
    fn len(self) -> u8 {
        self.0.iter().map(|word| word.len()).sum()
    }

    #[inline]
    fn last(self) -> Option<u8> {
        let (i, word) = self.0.iter().enumerate().rfind(|(_, word)| **word != 0)?;
        word.last().map(|bit| 64 * i as u8 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set<C: CellSet>(cells: &BTreeSet<u8>) -> C {
        cells.iter().fold(C::default(), |all, &cell| all | C::single(cell))
    }

    fn laws<C: CellSet>(a: &BTreeSet<u8>, b: &BTreeSet<u8>, cut: u8) {
        let (x, y): (C, C) = (set(a), set(b));
        assert_eq!(x.within(y), a.is_subset(b));
        assert_eq!(x.has(cut), a.contains(&cut));
        assert_eq!(x.last(), a.last().copied());
        assert_eq!(usize::from(x.len()), a.len());
        assert_eq!(x & C::below(usize::from(cut)), set(&a.range(..cut).copied().collect()));
        let mut rest = x;
        let popped: Vec<u8> = std::iter::from_fn(|| rest.pop()).collect();
        assert_eq!(popped, a.iter().copied().collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn words_are_sets(
            a in prop::collection::btree_set(0u8..64, 0..20),
            b in prop::collection::btree_set(0u8..64, 0..60),
            cut in 0u8..64,
            shift in 0u8..=191,
        ) {
            laws::<u64>(&a, &b, cut);
            let moved = |set: &BTreeSet<u8>| set.iter().map(|cell| cell + shift).collect();
            laws::<Cells256>(&moved(&a), &moved(&b), cut + shift);
        }
    }
}
