//! Tables in the store.

use super::lines::{LINE, Lines};
use super::{Kind, Storage, StorageError};
use crate::store::{PruningTable, PruningTableRow, Store, StoreError};

impl Storage {
    /// Stores the table in place of the one of that name; a process that is killed
    /// meanwhile leaves the old one. The name must say all that the values depend on;
    /// `depth` is the distance up to which the table is complete.
    ///
    /// # Errors
    /// As [`Store::save_pruning_table`].
    pub fn save(&self, store: &Store, name: &str, depth: u32) -> Result<(), StoreError> {
        store.save_pruning_table(&PruningTable {
            name,
            entries: self.entries(),
            depth,
            storage: self.kind().name(),
            parameters: &self.parameters(),
            bytes: self.lines().as_bytes(),
        })
    }

    /// Loads the table of that name, if it is stored, and the distance up to which it is
    /// complete. Every checksum is compared. Needs no more memory than the table takes,
    /// and none when that is more than `limit` bytes.
    ///
    /// # Errors
    /// [`StorageError::TooLarge`], [`StorageError::OutOfMemory`];
    /// [`StorageError::Damaged`], or a [`StoreError`] that says what is damaged: such a
    /// table can be built and saved again.
    pub fn load(
        store: &Store,
        name: &str,
        limit: u64,
    ) -> Result<Option<(Self, u32)>, StorageError> {
        let Some(row) = store.pruning_table(name)? else { return Ok(None) };
        let PruningTableRow { bytes, entries, depth, .. } = row;
        let named = || name.to_owned();
        if bytes > limit {
            return Err(StorageError::TooLarge { name: named(), bytes, limit });
        }
        let damaged = |what: String| StorageError::Damaged { name: named(), what };
        let kind = Kind::from_name(&row.storage)
            .ok_or_else(|| damaged(format!("there is no storage {:?}", row.storage)))?;
        let disagree = || damaged(format!("{bytes} bytes cannot be {entries} entries"));
        if !bytes.is_multiple_of(LINE as u64) {
            return Err(disagree());
        }
        let mut lines = Lines::zeroed(bytes)?;
        store.read_pruning_table(&row, lines.as_mut_bytes())?;
        let table = Self::from_parts(kind, entries, &row.parameters, lines);
        Ok(Some((table.ok_or_else(disagree)?, depth)))
    }
}
