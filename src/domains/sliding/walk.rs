//! The walk over the floor that turns a key into a board and back.

use super::cellset::CellSet;
use super::coding::{BLANK, Coding};
use super::layout::Layout;
use crate::domains::Sum;
use crate::space::BadKey;

/// What the walk knows before it takes the code of a cell.
#[derive(Debug, Clone, Copy)]
struct Before<C, K> {
    /// The row of the coding.
    row: u32,
    /// The sum so far.
    sum: K,
    /// The cells that pieces met so far cover.
    covered: C,
}

/// A board as the walk sees it, with what the key is made of up to each cell.
///
/// A key that shares its beginning with the one before is decoded from the
/// first cell on that differs: neighbours in the store share most of it.
#[derive(Debug, Clone)]
pub(super) struct Walk<C, K> {
    /// By floor cell: the code of the piece that begins there, [`BLANK`], or
    /// [`Coding::covered`].
    pub(super) codes: [u8; 256],
    /// The cells at which a piece begins.
    pub(super) anchors: C,
    /// The empty cells.
    pub(super) free: C,
    /// By floor cell (and one behind the last): the walk before its code.
    before: Vec<Before<C, K>>,
    /// Up to which cell all of this is valid.
    valid: usize,
}

impl<C: CellSet, K: Sum> Walk<C, K> {
    pub(super) fn new(floor: usize) -> Self {
        Self {
            codes: [BLANK; 256],
            anchors: C::default(),
            free: C::default(),
            before: vec![Before { row: 0, sum: K::MIN, covered: C::default() }; floor + 1],
            valid: 0,
        }
    }

    /// Sets up the walk for `key`.
    pub(super) fn decode(
        &mut self,
        layout: &Layout<C>,
        coding: &Coding<K>,
        key: K,
    ) -> Result<(), BadKey> {
        let mut cell = self.shared(coding, key);
        self.valid = 0;
        let below = C::below(cell);
        let (mut anchors, mut free) = (self.anchors & below, self.free & below);
        let Before { mut row, mut sum, mut covered } = match cell {
            0 => Before { row: coding.first(), sum: K::MIN, covered: C::default() },
            _ => self.before[cell],
        };
        let mut rest = key.minus(sum);
        if cell == 0 && !coding.holds(row, rest) {
            return Err(BadKey::new(key, "greater than the greatest rank"));
        }
        while cell < layout.floor {
            self.before[cell] = Before { row, sum, covered };
            if covered.has(cell as u8) {
                self.codes[cell] = coding.covered();
                cell += 1;
                continue;
            }
            if coding.finished(row) {
                return Err(BadKey::new(key, "more cells than codes"));
            }
            let code = coding.code(row, rest);
            let here = C::single(cell as u8);
            if code == BLANK {
                free = free | here;
            } else {
                let mask = layout.shapes[usize::from(code)].mask[cell];
                if mask.is_empty() || !(mask & (covered | free)).is_empty() {
                    return Err(BadKey::new(key, "a piece does not fit on the board"));
                }
                covered = covered | mask;
                anchors = anchors | here;
            }
            self.codes[cell] = code;
            let (add, next) = coding.step(row, code);
            (row, sum, rest) = (next, sum.plus(add), rest.minus(add));
            cell += 1;
        }
        self.before[cell] = Before { row, sum, covered };
        if rest != K::MIN || !coding.finished(row) {
            return Err(BadKey::new(key, "codes left over behind the last cell"));
        }
        if !coding.is_complete(|| self.used(anchors, free)) {
            return Err(BadKey::new(key, "a piece too many or too few"));
        }
        (self.anchors, self.free, self.valid) = (anchors, free, layout.floor);
        Ok(())
    }

    /// How often each code occurs.
    fn used(&self, mut anchors: C, free: C) -> [u8; 256] {
        let mut used = [0; 256];
        used[usize::from(BLANK)] = free.len();
        while let Some(anchor) = anchors.pop() {
            used[usize::from(self.codes[usize::from(anchor)])] += 1;
        }
        used
    }

    /// Up to which cell the codes of `key` are those of the key before it.
    #[inline]
    fn shared(&self, coding: &Coding<K>, key: K) -> usize {
        let mut cell = self.valid;
        while cell > 0 {
            cell -= 1;
            // Keys below the sum of a prefix are not in it.
            let Before { row, sum, .. } = self.before[cell];
            if sum <= key && coding.holds(row, key.minus(sum)) {
                return cell;
            }
        }
        0
    }

    /// The key of the board when the codes of the cells from `low` to `high`
    /// are now those in [`Self::codes`], and were others (of the same number
    /// and kind) when it was decoded as `key`.
    #[inline]
    pub(super) fn rekeyed(&self, coding: &Coding<K>, key: K, low: u8, high: u8) -> K {
        let (low, high) = (usize::from(low), usize::from(high));
        let (mut row, mut sum) = (self.before[low].row, key);
        for &code in &self.codes[low..=high] {
            let (add, next) = coding.step(row, code);
            (row, sum) = (next, sum.plus(add));
        }
        sum.minus(self.before[high + 1].sum.minus(self.before[low].sum))
    }
}
