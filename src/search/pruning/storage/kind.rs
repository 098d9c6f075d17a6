//! Which way of storing a table fits its values and the memory there is.

use super::tans::Tans;
use super::{FARTHEST, Plain, TwoBits, Values};

/// How many entries have each value.
pub type Histogram = [u64; FARTHEST as usize + 1];

/// Counts the values of a table.
#[must_use]
pub fn histogram(values: &(impl Values + ?Sized)) -> Histogram {
    let mut counts = [0; FARTHEST as usize + 1];
    for index in 0..values.entries() {
        counts[usize::from(values.value(index).min(FARTHEST))] += 1;
    }
    counts
}

/// A way of storing a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A nibble an entry: exact and fastest.
    Plain,
    /// Two bits an entry: as fast, but lower bounds.
    TwoBits,
    /// Entropy coded: exact, small when most values are equal, and slow.
    Tans,
}

impl Kind {
    /// All of them, the fastest and most exact first.
    pub const ALL: [Self; 3] = [Self::Plain, Self::TwoBits, Self::Tans];

    /// The name under which tables are stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::TwoBits => "two-bits",
            Self::Tans => "tans",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Bytes of memory that a table with these values takes: exact, but for
    /// [`Self::Tans`], which is as expected of values in no particular order, and a
    /// little more.
    #[must_use]
    pub fn bytes(self, histogram: &Histogram) -> u64 {
        let entries = histogram.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        match self {
            Self::Plain => Plain::bytes_of(entries),
            Self::TwoBits => TwoBits::bytes_of(entries),
            Self::Tans => Tans::expected_bytes(histogram),
        }
    }

    /// The first of [`Self::ALL`] with which a table fits into `limit` bytes: plain if
    /// that fits, as nothing is faster or tells more; then two bits, whose look-ups are
    /// as fast; then entropy coded, which is left for tables that hardly fit at all.
    /// `None` when none fits.
    #[must_use]
    pub fn fitting(histogram: &Histogram, limit: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.bytes(histogram) <= limit)
    }
}
