//! The handle of an open store.

use std::fs;
use std::path::{Path, PathBuf};

use super::batch::{Batch, Durability};
use super::bulk::BulkWriter;
use super::disk::Disk;
use super::error::{Result, StoreError};
use super::keys::{KeyRange, RowKey, RunId};
use super::lock::Lock;
use super::mark::Mark;
use super::memory::Memory;
use super::recover::Healed;
use super::rows::{MetaKey, OpenRow, Row, RunRow};
use super::scan::{Rows, Scan, decode_value};
use super::tables::Table;
use super::{Entry, Value};

/// An open store, shared by all threads by reference.
///
/// Dropping it closes it; what was written stays, whatever its durability,
/// unless the machine fails.
pub struct Store {
    pub(super) backend: Backend,
    pub(super) root: PathBuf,
    pub(super) writable: bool,
    pub(super) healed: Healed,
    /// Counts synced batches while the store is open for writing.
    pub(super) mark: Option<Mark>,
    // After the backend: the lock must be the last thing to go.
    pub(super) lock: Option<Lock>,
}

pub(super) enum Backend {
    Disk(Box<Disk>),
    Memory(Memory),
}

impl Store {
    /// A store in memory: behaves as one on disk and is gone when dropped.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            backend: Backend::Memory(Memory::default()),
            root: PathBuf::new(),
            writable: true,
            healed: Healed::default(),
            mark: None,
            lock: None,
        }
    }

    /// The directory of the store; `None` in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self.backend {
            Backend::Disk(_) => Some(&self.root),
            Backend::Memory(_) => None,
        }
    }

    /// The value at `key`.
    ///
    /// # Errors
    /// When the database cannot read it or finds it damaged.
    pub fn get(&self, table: Table, key: &[u8]) -> Result<Option<Value>> {
        match &self.backend {
            Backend::Disk(disk) => disk.get(table, key),
            Backend::Memory(memory) => Ok(memory.get(table, key)),
        }
    }

    /// The row with the greatest key that is neither above `key` nor below
    /// `floor`: finds the block that can hold a state.
    ///
    /// # Errors
    /// When the database cannot read it or finds it damaged.
    pub fn at_or_before(&self, table: Table, floor: &[u8], key: &[u8]) -> Result<Option<Entry>> {
        match &self.backend {
            Backend::Disk(disk) => disk.at_or_before(table, floor, key),
            Backend::Memory(memory) => Ok(memory.at_or_before(table, floor, key)),
        }
    }

    /// The first key of a range.
    ///
    /// # Errors
    /// When the database cannot read it or finds it damaged.
    pub fn first_key(&self, table: Table, range: &KeyRange) -> Result<Option<Box<[u8]>>> {
        match &self.backend {
            Backend::Disk(disk) => {
                let Some(rows) = disk.peek(table, range) else { return Ok(None) };
                match rows.key() {
                    Some(key) => Ok(Some(key.into())),
                    None => rows.status().map(|()| None).map_err(disk.rocks("look up a row")),
                }
            }
            Backend::Memory(memory) => Ok(memory.following(table, range, None).map(|(key, _)| key)),
        }
    }

    /// The rows of a range in ascending order.
    /// What fails is an item, after which there is none.
    #[must_use]
    pub fn scan(&self, table: Table, range: &KeyRange) -> Scan<'_> {
        match &self.backend {
            Backend::Disk(disk) => Scan::of_disk(disk, table, range),
            Backend::Memory(memory) => Scan::of_memory(memory, table, range.clone()),
        }
    }

    /// The row at `key`.
    ///
    /// # Errors
    /// When the database cannot read it, or it is damaged.
    pub fn row<R: Row>(&self, key: &R::Key) -> Result<Option<R>> {
        let key = key.to_bytes();
        let Some(value) = self.get(R::TABLE, &key)? else { return Ok(None) };
        decode_value(&key, &value).map(Some)
    }

    /// The rows of a range with their keys, in ascending order. A row that
    /// cannot be read or is damaged is an item of its own.
    #[must_use]
    pub fn rows<R: Row>(&self, range: &KeyRange) -> Rows<'_, R> {
        Rows::new(self.scan(R::TABLE, range))
    }

    /// All runs, the oldest first.
    ///
    /// # Errors
    /// When a row cannot be read or is damaged.
    pub fn runs(&self) -> Result<Vec<(RunId, RunRow)>> {
        self.rows(&KeyRange::all()).collect()
    }

    /// The run of that number.
    ///
    /// # Errors
    /// [`StoreError::NoRun`] when there is none, or when its row is damaged.
    pub fn run(&self, run: RunId) -> Result<RunRow> {
        self.row(&run)?.ok_or(StoreError::NoRun { run })
    }

    /// The run with the greatest number.
    ///
    /// # Errors
    /// When the database cannot read it or finds it damaged.
    pub fn last_run(&self) -> Result<Option<RunId>> {
        let last = self.at_or_before(Table::Runs, &[], &RunId::MAX.to_bytes())?;
        Ok(last.and_then(|(key, _)| RunId::from_bytes(&key)))
    }

    /// The number for the next run to create. Nothing is stored under it: rows
    /// that are left of a run that had this number are removed.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when all numbers are used;
    /// [`StoreError::ReadOnly`], or when the database cannot read or write.
    pub fn next_run(&self) -> Result<RunId> {
        let last = self.last_run()?.unwrap_or(RunId(0));
        if last >= RunId::MAX {
            return Err(StoreError::Refused {
                what: "create a run".to_owned(),
                why: "this store has used up all run numbers: use another".to_owned(),
            });
        }
        let next = RunId(last.0 + 1);
        self.clear_leftovers(next)?;
        Ok(next)
    }

    /// Makes all changes of the batch, or none.
    ///
    /// # Errors
    /// [`StoreError::DiskFull`], [`StoreError::ReadOnly`], or when the database
    /// cannot write.
    pub fn write(&self, mut batch: Batch, durability: Durability) -> Result<()> {
        self.must_be_writable()?;
        match &self.backend {
            Backend::Disk(disk) => match &self.mark {
                Some(mark) if durability == Durability::Synced => mark.commit(|key, row| {
                    batch.put_row(&key, &row)?;
                    disk.write(batch.into_changes(), durability)
                }),
                _ => disk.write(batch.into_changes(), durability),
            },
            Backend::Memory(memory) => {
                memory.write(batch.into_changes());
                Ok(())
            }
        }
    }

    /// Begins to write a long sorted run into `table`.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`].
    pub fn bulk(&self, table: Table) -> Result<BulkWriter<'_>> {
        self.must_be_writable()?;
        Ok(match &self.backend {
            Backend::Disk(disk) => BulkWriter::to_disk(disk, table),
            Backend::Memory(memory) => BulkWriter::to_memory(memory, table),
        })
    }

    /// Makes everything written so far survive a loss of power.
    ///
    /// # Errors
    /// When the log cannot be synced.
    pub fn sync(&self) -> Result<()> {
        self.must_be_writable()?;
        match &self.backend {
            Backend::Disk(disk) => disk.sync(),
            Backend::Memory(_) => Ok(()),
        }
    }

    /// Bytes that the store takes: files of the database, or rows in memory.
    ///
    /// # Errors
    /// When a directory cannot be listed.
    pub fn bytes_used(&self) -> Result<u64> {
        match &self.backend {
            Backend::Disk(disk) => directory_bytes(disk.path()),
            Backend::Memory(memory) => Ok(memory.bytes()),
        }
    }

    /// Bytes that a user may still write to the disk of the store; `None` in
    /// memory.
    ///
    /// # Errors
    /// When the file system does not tell.
    pub fn free_disk(&self) -> Result<Option<u64>> {
        match &self.backend {
            Backend::Disk(_) => fs4::available_space(&self.root)
                .map(Some)
                .map_err(StoreError::io("ask for free space at", &self.root)),
            Backend::Memory(_) => Ok(None),
        }
    }

    pub(super) fn must_be_writable(&self) -> Result<()> {
        if self.writable {
            return Ok(());
        }
        Err(StoreError::ReadOnly { path: self.root.clone() })
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store")
            .field("path", &self.path())
            .field("writable", &self.writable)
            .finish_non_exhaustive()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // Only a mark for the next opening, so a failure loses nothing.
            let mut batch = Batch::new();
            batch.delete_row::<OpenRow>(&MetaKey::Open);
            let _ = self.write(batch, Durability::Buffered);
        }
    }
}

/// Sum of the sizes of all files below `directory`.
pub(super) fn directory_bytes(directory: &Path) -> Result<u64> {
    let mut bytes = 0;
    let list = fs::read_dir(directory).map_err(StoreError::io("list", directory))?;
    for entry in list {
        let entry = entry.map_err(StoreError::io("list", directory))?;
        match entry.metadata() {
            Ok(about) if about.is_dir() => bytes += directory_bytes(&entry.path())?,
            Ok(about) => bytes += about.len(),
            // The database deletes files at any time.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::io("look at", entry.path())(error)),
        }
    }
    Ok(bytes)
}
