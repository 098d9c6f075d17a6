//! How the entries of a pruning table lie in memory: three ways that trade memory
//! for speed or for exactness.
//!
//! | [`Kind`] | bits an entry | values | a look-up |
//! |---|---|---|---|
//! | [`Kind::Plain`] | 4 | exact | one cache line |
//! | [`Kind::TwoBits`] | 2.016 | lower bounds | one cache line |
//! | [`Kind::Tans`] | the entropy and about a quarter | exact | two lines, then up to 127 steps |
//!
//! All of them lie in [`Lines`], whose bytes are what the store keeps.

mod kind;
mod lines;
mod plain;
mod stored;
mod tans;
#[cfg(test)]
mod tests;
mod two_bits;

pub use kind::{Histogram, Kind, histogram};
pub use plain::Plain;
pub use tans::Tans;
pub use two_bits::TwoBits;

use lines::Lines;
use thiserror::Error;

use crate::store::StoreError;

/// The greatest value an entry can have: it stands for all distances beyond.
pub const FARTHEST: u8 = 15;

/// Why a table cannot be held, saved or loaded.
#[derive(Debug, Error)]
pub enum StorageError {
    /// The machine has no such memory, or the address space ends before.
    #[error(
        "a pruning table needs {bytes} bytes of memory, which are not there: use fewer or smaller \
         tables"
    )]
    OutOfMemory {
        /// What it needs.
        bytes: u64,
    },
    /// A stored table is larger than the caller wants one to be.
    #[error(
        "the pruning table {name:?} takes {bytes} bytes, and {limit} are allowed: allow more \
         memory for tables, or build a smaller one"
    )]
    TooLarge {
        /// Its name.
        name: String,
        /// What it takes.
        bytes: u64,
        /// What the caller allows.
        limit: u64,
    },
    /// What is stored is no table of that kind.
    #[error("the pruning table {name:?} is damaged, {what}: `strata drop --tables` removes it")]
    Damaged {
        /// Its name.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// The store failed, or what it holds is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The entries of a table while it is built.
pub trait Values {
    /// How many there are.
    fn entries(&self) -> u64;

    /// The value of an entry below [`Self::entries`]; above [`FARTHEST`] counts as
    /// [`FARTHEST`].
    fn value(&self, index: u64) -> u8;
}

impl Values for [u8] {
    fn entries(&self) -> u64 {
        self.len() as u64
    }

    fn value(&self, index: u64) -> u8 {
        usize::try_from(index).ok().and_then(|index| self.get(index)).copied().unwrap_or(0)
    }
}

/// A pruning table ready to be looked up.
#[derive(Debug, Clone)]
pub enum Storage {
    /// A nibble an entry.
    Plain(Plain),
    /// Two bits an entry.
    TwoBits(TwoBits),
    /// Entropy coded.
    Tans(Tans),
}

impl From<Plain> for Storage {
    fn from(plain: Plain) -> Self {
        Self::Plain(plain)
    }
}

impl Storage {
    /// Stores `values` in the given way. [`Plain`] becomes a [`Storage`] without a
    /// copy by `into()`.
    ///
    /// # Errors
    /// [`StorageError::OutOfMemory`].
    pub fn of(kind: Kind, values: &(impl Values + ?Sized)) -> Result<Self, StorageError> {
        Ok(match kind {
            Kind::Plain => Self::Plain(Plain::of(values)?),
            Kind::TwoBits => Self::TwoBits(TwoBits::of(values)?),
            Kind::Tans => Self::Tans(Tans::of(values)?),
        })
    }

    /// A lower bound of the value of an entry: the value itself, but for
    /// [`Kind::TwoBits`]. 0 for an entry that is not there.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> u8 {
        match self {
            Self::Plain(plain) => plain.get(index),
            Self::TwoBits(two_bits) => two_bits.get(index),
            Self::Tans(tans) => tans.get(index),
        }
    }

    /// Asks the processor to bring into its cache what [`Self::get`] reads first: all
    /// it needs, but for [`Kind::Tans`], where it is the place in the index.
    #[inline]
    pub fn prefetch(&self, index: u64) {
        match self {
            Self::Plain(plain) => plain.prefetch(index),
            Self::TwoBits(two_bits) => two_bits.prefetch(index),
            Self::Tans(tans) => tans.prefetch(index),
        }
    }

    /// Which way it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Plain(_) => Kind::Plain,
            Self::TwoBits(_) => Kind::TwoBits,
            Self::Tans(_) => Kind::Tans,
        }
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        match self {
            Self::Plain(plain) => plain.entries(),
            Self::TwoBits(two_bits) => two_bits.entries(),
            Self::Tans(tans) => tans.entries(),
        }
    }

    /// Bytes of memory that its entries take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.lines().as_bytes().len() as u64
    }

    fn lines(&self) -> &Lines {
        match self {
            Self::Plain(plain) => plain.lines(),
            Self::TwoBits(two_bits) => two_bits.lines(),
            Self::Tans(tans) => tans.lines(),
        }
    }

    /// What is needed beside the lines to read them.
    fn parameters(&self) -> Vec<u8> {
        match self {
            Self::Plain(_) => Vec::new(),
            Self::TwoBits(two_bits) => vec![two_bits.base()],
            Self::Tans(tans) => tans.parameters(),
        }
    }

    /// A table again from its parts; `None` when they do not belong together. The
    /// lines may hold any bytes: look-ups are then wrong, but never fail.
    fn from_parts(kind: Kind, entries: u64, parameters: &[u8], lines: Lines) -> Option<Self> {
        Some(match kind {
            Kind::Plain if parameters.is_empty() => Self::Plain(Plain::from_lines(entries, lines)?),
            Kind::Plain => return None,
            Kind::TwoBits => Self::TwoBits(TwoBits::from_parts(entries, parameters, lines)?),
            Kind::Tans => Self::Tans(Tans::from_parts(entries, parameters, lines)?),
        })
    }
}
