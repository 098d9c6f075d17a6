//! A nibble an entry: exact, and one cache line a look-up. A table is also built in
//! this form.

use super::lines::{LINE, Lines};
use super::{FARTHEST, StorageError, Values};

const ENTRIES_A_LINE: u64 = 2 * LINE as u64;

/// A table with a nibble an entry, the even ones in the lower half of a byte.
#[derive(Debug, Clone)]
pub struct Plain {
    entries: u64,
    lines: Lines,
}

impl Plain {
    /// A table with that many entries, all 0.
    ///
    /// # Errors
    /// [`StorageError::OutOfMemory`].
    pub fn new(entries: u64) -> Result<Self, StorageError> {
        Ok(Self { entries, lines: Lines::zeroed(Self::bytes_of(entries))? })
    }

    /// Bytes that so many entries take.
    pub(super) fn bytes_of(entries: u64) -> u64 {
        entries.div_ceil(ENTRIES_A_LINE) * LINE as u64
    }

    pub(super) fn of(values: &(impl Values + ?Sized)) -> Result<Self, StorageError> {
        let mut plain = Self::new(values.entries())?;
        for (index, byte) in (0u64..).step_by(2).zip(plain.lines.as_mut_bytes()) {
            let nibble = |index: u64| match index < values.entries() {
                true => values.value(index).min(FARTHEST),
                false => 0,
            };
            *byte = nibble(index) | nibble(index + 1) << 4;
        }
        Ok(plain)
    }

    pub(super) fn from_lines(entries: u64, lines: Lines) -> Option<Self> {
        let right = lines.as_bytes().len() as u64 == Self::bytes_of(entries);
        right.then_some(Self { entries, lines })
    }

    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The value of an entry; 0 for one that is not there.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> u8 {
        let byte = usize::try_from(index / 2).ok().and_then(|at| self.lines.as_bytes().get(at));
        byte.map_or(0, |byte| byte >> (4 * (index & 1)) & FARTHEST)
    }

    /// Changes an entry; above [`FARTHEST`] counts as [`FARTHEST`]. Nothing happens to
    /// one that is not there.
    #[inline]
    pub fn set(&mut self, index: u64, value: u8) {
        let byte = usize::try_from(index / 2).ok().filter(|_| index < self.entries);
        let Some(byte) = byte.and_then(|at| self.lines.as_mut_bytes().get_mut(at)) else { return };
        let shift = 4 * (index & 1);
        *byte = *byte & !(FARTHEST << shift) | value.min(FARTHEST) << shift;
    }

    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        self.lines.prefetch(index / ENTRIES_A_LINE);
    }
}

impl Values for Plain {
    fn entries(&self) -> u64 {
        self.entries
    }

    fn value(&self, index: u64) -> u8 {
        self.get(index)
    }
}
