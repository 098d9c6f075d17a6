//! Changes that become true together.

use super::codec;
use super::error::{Result, StoreError};
use super::keys::{KeyRange, RowKey};
use super::rows::Row;
use super::tables::Table;

/// When a written batch survives a loss of power. It survives the death of the
/// process in either case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Before `write` returns, with everything written before it.
    Synced,
    /// With the next synced batch.
    Buffered,
}

#[derive(Debug, Clone)]
pub(super) enum Change {
    Put { table: Table, key: Vec<u8>, value: Vec<u8> },
    Delete { table: Table, key: Vec<u8> },
    DeleteRange { table: Table, range: KeyRange },
}

/// A list of changes that are written in one atomic step, in their order.
///
/// It lies in memory as a whole: sorted runs of more than a few megabytes go
/// through [`Store::bulk`](super::Store::bulk).
#[derive(Debug, Clone, Default)]
pub struct Batch {
    changes: Vec<Change>,
    bytes: usize,
}

impl Batch {
    /// An empty batch.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stores a value, in place of the one that was there.
    pub fn put(&mut self, table: Table, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) {
        let (key, value) = (key.into(), value.into());
        self.bytes += key.len() + value.len();
        self.changes.push(Change::Put { table, key, value });
    }

    /// Stores a row.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the row is too long to be stored.
    pub fn put_row<R: Row>(&mut self, key: &R::Key, row: &R) -> Result<()> {
        let value = codec::encode(R::VERSION, row).map_err(|error| StoreError::Refused {
            what: format!("store a row of `{}` at {key:?}", R::TABLE),
            why: error.to_string(),
        })?;
        self.put(R::TABLE, key.to_bytes(), value);
        Ok(())
    }

    /// Removes a value, if there is one.
    pub fn delete(&mut self, table: Table, key: impl Into<Vec<u8>>) {
        let key = key.into();
        self.bytes += key.len();
        self.changes.push(Change::Delete { table, key });
    }

    /// Removes a row, if there is one.
    pub fn delete_row<R: Row>(&mut self, key: &R::Key) {
        self.delete(R::TABLE, key.to_bytes());
    }

    /// Removes everything in the range.
    pub fn delete_range(&mut self, table: Table, range: KeyRange) {
        if !range.is_empty() {
            self.bytes += range.from.len() + range.to.len();
            self.changes.push(Change::DeleteRange { table, range });
        }
    }

    /// Bytes of keys and values in it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many changes it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether it holds no change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub(super) fn into_changes(self) -> Vec<Change> {
        self.changes
    }
}
