//! Writing long sorted runs: whole files that the database takes over in one
//! step, instead of rows that pass through its log and its buffers.

use std::path::PathBuf;

use rocksdb::SstFileWriter;

use super::Value;
use super::disk::Disk;
use super::error::{Result, StoreError};
use super::memory::Memory;
use super::tables::Table;

/// A file is closed and the next one begun at about this size.
const FILE_BYTES: u64 = 64 << 20;

/// Collects rows of one table in ascending order of their keys. They become
/// visible and durable together in [`Self::finish`]; without it none of them
/// is ever seen.
pub struct BulkWriter<'s> {
    table: Table,
    last: Vec<u8>,
    rows: u64,
    bytes: u64,
    to: Target<'s>,
}

enum Target<'s> {
    Memory { memory: &'s Memory, rows: Vec<(Vec<u8>, Value)> },
    Disk(Files<'s>),
}

impl<'s> BulkWriter<'s> {
    pub(super) fn to_memory(memory: &'s Memory, table: Table) -> Self {
        Self::new(table, Target::Memory { memory, rows: Vec::new() })
    }

    pub(super) fn to_disk(disk: &'s Disk, table: Table) -> Self {
        Self::new(table, Target::Disk(Files { disk, table, files: Vec::new(), open: None }))
    }

    fn new(table: Table, to: Target<'s>) -> Self {
        Self { table, last: Vec::new(), rows: 0, bytes: 0, to }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when `key` is not above the key before it;
    /// [`StoreError::DiskFull`] and the like when the file cannot be written.
    pub fn put(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        if self.rows > 0 && key <= self.last.as_slice() {
            return Err(StoreError::Refused {
                what: format!("write rows of `{}` in bulk", self.table),
                why: "their keys do not ascend".to_owned(),
            });
        }
        match &mut self.to {
            Target::Memory { rows, .. } => rows.push((key.to_vec(), value.into())),
            Target::Disk(files) => files.put(key, value)?,
        }
        self.last.clear();
        self.last.extend_from_slice(key);
        self.rows += 1;
        self.bytes += (key.len() + value.len()) as u64;
        Ok(())
    }

    /// Rows so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Bytes of keys and values so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes all rows visible in one step, and durable.
    ///
    /// # Errors
    /// When the files cannot be written or taken over; then none is visible.
    pub fn finish(self) -> Result<()> {
        match self.to {
            Target::Memory { memory, rows } => memory.insert(self.table, rows),
            Target::Disk(files) => files.finish()?,
        }
        Ok(())
    }
}

struct Files<'s> {
    disk: &'s Disk,
    table: Table,
    files: Vec<PathBuf>,
    open: Option<SstFileWriter<'s>>,
}

impl Files<'_> {
    fn put(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        let writer = match &mut self.open {
            Some(writer) => writer,
            None => {
                let path = self.disk.next_bulk_file();
                let writer = SstFileWriter::create(self.disk.file_options(self.table));
                writer.open(&path).map_err(StoreError::rocks("create a file", &path))?;
                self.files.push(path);
                self.open.insert(writer)
            }
        };
        writer.put(key, value).map_err(self.disk.rocks("write a sorted run"))?;
        if writer.file_size() >= FILE_BYTES {
            self.close()?;
        }
        Ok(())
    }

    /// Ends the open file; the writer syncs it.
    fn close(&mut self) -> Result<()> {
        if let Some(mut writer) = self.open.take() {
            writer.finish().map_err(self.disk.rocks("write a sorted run"))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.close()?;
        if !self.files.is_empty() {
            self.disk.ingest(self.table, &self.files)?;
        }
        Ok(())
    }
}

impl Drop for Files<'_> {
    fn drop(&mut self) {
        self.open = None;
        for file in &self.files {
            // Taken over files are gone already; others go now, or at the next opening.
            let _ = std::fs::remove_file(file);
        }
    }
}
