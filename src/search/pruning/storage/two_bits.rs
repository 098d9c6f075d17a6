//! Two bits an entry, as in nxopt by Tomas Rokicki: most entries of a table lie within
//! few distances, of which two bits tell three apart.
//!
//! ```text
//! line (64 bytes): least value, 4 bits | 254 entries of 2 bits
//! entry 0: at most the base; 1, 2: base + 1, base + 2; 3: base + 3 or more
//! ```
//!
//! Bits are counted from the lowest of the first byte. The base is one for the whole
//! table. An entry of 0 is at least the least value of its line, so that one stands for
//! it: nearly always that is far below the entry, but entries of 0 are few.
//! What comes out is a lower bound and not consistent: neighbours can be told apart by
//! more than a move.

use super::lines::{LINE, Lines};
use super::{FARTHEST, StorageError, Values};

const ENTRIES_A_LINE: u64 = 254;
/// The last base: with it all values up to [`FARTHEST`] can be told.
const LAST_BASE: u8 = FARTHEST - 3;

/// A table with two bits an entry.
#[derive(Debug, Clone)]
pub struct TwoBits {
    entries: u64,
    base: u8,
    lines: Lines,
}

/// What is told of an entry with two bits in a line.
#[inline]
fn bound(base: u8, least: u8, bits: u8) -> u8 {
    match bits {
        0 => least,
        _ => (base + bits).max(least),
    }
}

/// The two bits that stand for a value.
fn bits(base: u8, value: u8) -> u8 {
    value.saturating_sub(base).min(3)
}

/// The values of a line, of which the last can have fewer.
fn line_of(values: &(impl Values + ?Sized), number: u64) -> impl Iterator<Item = u8> {
    let first = number * ENTRIES_A_LINE;
    let end = (first + ENTRIES_A_LINE).min(values.entries());
    (first..end).map(|index| values.value(index).min(FARTHEST))
}

/// The base with which least is lost: the sum over all entries of what is told less
/// than their value. Every line is counted, as its least value depends on where the
/// small ones lie.
fn best_base(values: &(impl Values + ?Sized)) -> u8 {
    let mut losses = [0u64; LAST_BASE as usize + 1];
    for number in 0..values.entries().div_ceil(ENTRIES_A_LINE) {
        let mut counts = [0u64; FARTHEST as usize + 1];
        let mut least = FARTHEST;
        for value in line_of(values, number) {
            counts[usize::from(value)] += 1;
            least = least.min(value);
        }
        for (base, loss) in (0..).zip(&mut losses) {
            for (value, count) in (0..).zip(counts).skip(usize::from(least)) {
                *loss += count * u64::from(value - bound(base, least, bits(base, value)));
            }
        }
    }
    let best = (0..).zip(losses).min_by_key(|(_, loss)| *loss);
    best.map_or(0, |(base, _)| base)
}

impl TwoBits {
    /// Bytes that so many entries take.
    pub(super) fn bytes_of(entries: u64) -> u64 {
        entries.div_ceil(ENTRIES_A_LINE).saturating_mul(LINE as u64)
    }

    pub(super) fn of(values: &(impl Values + ?Sized)) -> Result<Self, StorageError> {
        let (entries, base) = (values.entries(), best_base(values));
        let mut lines = Lines::zeroed(Self::bytes_of(entries))?;
        for (number, line) in (0..).zip(lines.each_mut()) {
            let mut least = FARTHEST;
            for (place, value) in (2usize..).zip(line_of(values, number)) {
                least = least.min(value);
                line[place / 4] |= bits(base, value) << (2 * (place % 4));
            }
            line[0] |= least;
        }
        Ok(Self { entries, base, lines })
    }

    pub(super) fn from_parts(entries: u64, parameters: &[u8], lines: Lines) -> Option<Self> {
        let &[base] = parameters else { return None };
        let right = base <= LAST_BASE && lines.as_bytes().len() as u64 == Self::bytes_of(entries);
        right.then_some(Self { entries, base, lines })
    }

    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The value that the two bits count from.
    #[must_use]
    pub fn base(&self) -> u8 {
        self.base
    }

    /// A lower bound of the value of an entry; 0 for one that is not there.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> u8 {
        let line = self.lines.line(index / ENTRIES_A_LINE).filter(|_| index < self.entries);
        let Some(line) = line else { return 0 };
        // The least value takes the room of two entries.
        let place = (index % ENTRIES_A_LINE) as usize + 2;
        let byte = line.get(place / 4).copied().unwrap_or(0);
        bound(self.base, line[0] & FARTHEST, byte >> (2 * (place % 4)) & 3)
    }

    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        self.lines.prefetch(index / ENTRIES_A_LINE);
    }
}
