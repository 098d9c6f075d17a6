//! Pruning tables: bytes that are costly to compute, in chunks with checksums.
//!
//! A table has a name that says all that its bytes depend on; its number, under which
//! its rows lie, is a hash of that. A new edition of a table is written beside the old
//! one. One synced batch then stores the header that names the new edition, and removes
//! the old one: a table is there as a whole, or not at all. Chunks that no header names
//! are what a killed process left; they go at the next opening.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::batch::{Batch, Durability};
use super::error::{Result, StoreError};
use super::handle::{Backend, Store};
use super::keys::{ChunkKey, KeyRange, PruningTableKey, RowKey};
use super::rows::Row;
use super::tables::Table;

const TABLE: Table = Table::PruningTables;
/// Bytes of every chunk but the last.
const CHUNK: usize = 1 << 20;
const CHECKSUM: usize = size_of::<u64>();
/// No edition has this number or one above, so that every edition has an end.
const EDITIONS: u32 = u32::MAX - 1;

/// A row of `pruning_tables`, at [`PruningTableKey`]: the header of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PruningTableRow {
    /// Puzzle, orbit, target and encoding, or whatever else makes two tables two.
    pub name: String,
    /// How many entries it has.
    pub entries: u64,
    /// The distance up to which it is complete.
    pub depth: u32,
    /// How entries lie in the bytes.
    pub storage: String,
    /// What is needed beside the bytes to read entries.
    pub parameters: Vec<u8>,
    /// How many bytes it has.
    pub bytes: u64,
    /// Which chunks are its own.
    pub edition: u32,
    /// How many chunks it has.
    pub chunks: u32,
    /// The xxh3 of all bytes.
    pub checksum: u64,
}

impl Row for PruningTableRow {
    const TABLE: Table = TABLE;
    const VERSION: u8 = 1;
    type Key = PruningTableKey;
}

/// A pruning table to be stored; see [`PruningTableRow`].
#[derive(Debug, Clone, Copy)]
pub struct PruningTable<'t> {
    /// Whatever makes two tables two.
    pub name: &'t str,
    /// How many entries it has.
    pub entries: u64,
    /// The distance up to which it is complete.
    pub depth: u32,
    /// How entries lie in the bytes.
    pub storage: &'t str,
    /// What is needed beside the bytes to read entries.
    pub parameters: &'t [u8],
    /// The bytes.
    pub bytes: &'t [u8],
}

/// What dropping the pruning tables did or would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedTables {
    /// Name and bytes of each whose header can be read.
    pub tables: Vec<(String, u64)>,
    /// Bytes of the database before.
    pub before: u64,
    /// Bytes of the database after; `None` when nothing was done.
    pub after: Option<u64>,
}

/// Takes the chunks of a table one after the other and finds out what is wrong.
pub(super) struct Chunks {
    bytes: u64,
    chunks: u32,
    checksum: u64,
    next: u32,
    digest: Xxh3,
    /// Faults so far, as sentences.
    pub(super) faults: Vec<String>,
}

impl Chunks {
    pub(super) fn of(row: &PruningTableRow) -> Self {
        let &PruningTableRow { bytes, chunks, checksum, .. } = row;
        let mut faults = Vec::new();
        if u64::from(chunks) != bytes.div_ceil(CHUNK as u64) {
            faults.push(format!("{bytes} bytes cannot be {chunks} chunks"));
        }
        Self { bytes, chunks, checksum, next: 0, digest: Xxh3::new(), faults }
    }

    /// Takes the chunk of that number; gives its bytes when they are right.
    pub(super) fn take<'v>(&mut self, number: u32, value: &'v [u8]) -> Option<&'v [u8]> {
        let next = std::mem::replace(&mut self.next, number.saturating_add(1));
        if number != next {
            self.faults.push(format!("chunk {next} is missing"));
        }
        match self.payload(number, value) {
            Ok(bytes) => {
                self.digest.update(bytes);
                Some(bytes)
            }
            Err(what) => {
                self.faults.push(format!("chunk {number}: {what}"));
                None
            }
        }
    }

    fn payload<'v>(&self, number: u32, value: &'v [u8]) -> Result<&'v [u8], &'static str> {
        let rest = self.bytes.checked_sub(u64::from(number) * CHUNK as u64);
        let length = rest.filter(|&rest| rest > 0).ok_or("the table ends before it")?;
        let (bytes, checksum) = value.split_last_chunk::<CHECKSUM>().ok_or("it is too short")?;
        if bytes.len() as u64 != length.min(CHUNK as u64) {
            return Err("its length is wrong");
        }
        if xxh3_64(bytes) != u64::from_le_bytes(*checksum) {
            return Err("its checksum is wrong");
        }
        Ok(bytes)
    }

    /// What is wrong, once all chunks were taken.
    pub(super) fn finish(mut self) -> Vec<String> {
        if self.next < self.chunks {
            self.faults.push(format!("chunk {} is missing", self.next));
        }
        if self.faults.is_empty() && self.digest.digest() != self.checksum {
            self.faults.push("its checksum is wrong, but that of every chunk is right".to_owned());
        }
        self.faults
    }
}

impl Store {
    /// The header of the pruning table of that name, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; [`StoreError::Refused`] when another table has its
    /// place; or when the database cannot read it.
    pub fn pruning_table(&self, name: &str) -> Result<Option<PruningTableRow>> {
        let row = self.row::<PruningTableRow>(&PruningTableKey::of_name(name))?;
        row.map(|row| same_name(row, name)).transpose()
    }

    /// Reads the bytes of a pruning table into `to`, which must be as long as the
    /// header says; every checksum is compared. After an error `to` holds anything.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] names table and chunk; [`StoreError::Refused`] when `to`
    /// has another length; or when the database cannot read it.
    pub fn read_pruning_table(&self, row: &PruningTableRow, to: &mut [u8]) -> Result<()> {
        if to.len() as u64 != row.bytes {
            return Err(StoreError::Refused {
                what: format!("read the pruning table {:?}", row.name),
                why: format!("it has {} bytes, and there is room for {}", row.bytes, to.len()),
            });
        }
        let mut chunks = Chunks::of(row);
        let range =
            PruningTableKey::of_name(&row.name).chunks(row.edition, row.edition.saturating_add(1));
        let mut parts = to.chunks_mut(CHUNK);
        for entry in self.scan(TABLE, &range) {
            let (key, value) = entry?;
            let ChunkKey { chunk, .. } = ChunkKey::from_bytes(&key)
                .ok_or_else(|| StoreError::damaged_row(TABLE, &key, "no chunk has this key"))?;
            let bytes = chunks.take(chunk, &value).filter(|_| chunks.faults.is_empty());
            let Some((bytes, part)) = bytes.zip(parts.next()) else { break };
            part.copy_from_slice(bytes);
        }
        match chunks.finish().into_iter().next() {
            Some(fault) => Err(damaged(&row.name, fault)),
            None => Ok(()),
        }
    }

    /// Stores a pruning table in place of the one of that name, which stays what it is
    /// until the new one is complete.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when another table has its place;
    /// [`StoreError::DiskFull`], [`StoreError::ReadOnly`], or when the database cannot
    /// write.
    pub fn save_pruning_table(&self, table: &PruningTable<'_>) -> Result<()> {
        self.must_be_writable()?;
        let key = PruningTableKey::of_name(table.name);
        let old = match self.row::<PruningTableRow>(&key) {
            Ok(row) => row.map(|row| same_name(row, table.name)).transpose()?,
            // What cannot be read is not worth keeping.
            Err(StoreError::Damaged { .. }) => None,
            Err(error) => return Err(error),
        };
        let edition = old.as_ref().map_or(0, |old| old.edition.saturating_add(1));
        let edition = if edition < EDITIONS { edition } else { 0 };
        self.remove_chunks(&match old {
            Some(_) => key.chunks(edition, edition + 1),
            None => key.chunks(0, u32::MAX),
        })?;
        let row = PruningTableRow {
            name: table.name.to_owned(),
            entries: table.entries,
            depth: table.depth,
            storage: table.storage.to_owned(),
            parameters: table.parameters.to_vec(),
            bytes: table.bytes.len() as u64,
            edition,
            chunks: self.write_chunks(key, edition, table.bytes)?,
            checksum: xxh3_64(table.bytes),
        };
        let mut batch = Batch::new();
        batch.put_row(&key, &row)?;
        let others = [key.chunks(0, edition), key.chunks(edition + 1, u32::MAX)];
        others.iter().for_each(|range| batch.delete_range(TABLE, range.clone()));
        self.write(batch, Durability::Synced)?;
        if let (Some(old), Backend::Disk(disk)) = (old, &self.backend) {
            disk.reclaim(TABLE, &key.chunks(old.edition, old.edition.saturating_add(1)))?;
        }
        Ok(())
    }

    fn write_chunks(&self, key: PruningTableKey, edition: u32, bytes: &[u8]) -> Result<u32> {
        let mut writer = self.bulk(TABLE)?;
        let mut value = Vec::with_capacity(CHUNK.min(bytes.len()) + CHECKSUM);
        let mut written = 0;
        for (chunk, bytes) in (0..).zip(bytes.chunks(CHUNK)) {
            value.clear();
            value.extend_from_slice(bytes);
            value.extend_from_slice(&xxh3_64(bytes).to_le_bytes());
            writer.put(&ChunkKey { table: key.table, edition, chunk }.to_bytes(), &value)?;
            written = chunk + 1;
        }
        writer.finish()?;
        Ok(written)
    }

    /// Removes chunks that no header names.
    fn remove_chunks(&self, range: &KeyRange) -> Result<bool> {
        if self.first_key(TABLE, range)?.is_none() {
            return Ok(false);
        }
        let mut batch = Batch::new();
        batch.delete_range(TABLE, range.clone());
        self.write(batch, Durability::Synced)?;
        Ok(true)
    }

    /// Removes the pruning tables with all that is left of unfinished ones, and gives
    /// back their space. With `dry_run` only tells what would go, also from a store that
    /// is open for reading.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`], or when the database cannot read or write.
    pub fn drop_pruning_tables(&self, dry_run: bool) -> Result<DroppedTables> {
        let mut tables = Vec::new();
        for key in self.pruning_table_keys()? {
            match self.row::<PruningTableRow>(&key) {
                Ok(Some(row)) => tables.push((row.name, row.bytes)),
                // Also goes, whatever its name was.
                Ok(None) | Err(StoreError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let mut report = DroppedTables { tables, before: self.bytes_used()?, after: None };
        if dry_run {
            return Ok(report);
        }
        self.must_be_writable()?;
        let mut batch = Batch::new();
        batch.delete_range(TABLE, KeyRange::all());
        self.write(batch, Durability::Synced)?;
        if let Backend::Disk(disk) = &self.backend {
            disk.reclaim(TABLE, &KeyRange::all())?;
        }
        report.after = Some(self.bytes_used()?);
        Ok(report)
    }

    /// Removes what no header names, of all tables; tells of how many tables something
    /// was removed. What cannot be read is left for a check to tell.
    pub(super) fn remove_unnamed_chunks(&self) -> Result<u64> {
        let mut tables = 0;
        for key in self.pruning_table_keys()? {
            let ranges = match self.row::<PruningTableRow>(&key) {
                Ok(Some(PruningTableRow { edition, .. })) => {
                    [key.chunks(0, edition), key.chunks(edition.saturating_add(1), u32::MAX)]
                }
                Ok(None) => [key.chunks(0, u32::MAX), key.chunks(0, 0)],
                Err(StoreError::Damaged { .. }) => continue,
                Err(error) => return Err(error),
            };
            let mut removed = false;
            for range in ranges {
                removed |= self.remove_chunks(&range)?;
            }
            tables += u64::from(removed);
        }
        Ok(tables)
    }

    /// The keys of all tables that have a header or a chunk, ascending.
    fn pruning_table_keys(&self) -> Result<Vec<PruningTableKey>> {
        let mut keys = Vec::new();
        let mut rest = KeyRange::all();
        while let Some(key) = self.first_key(TABLE, &rest)? {
            let of_chunk = |ChunkKey { table, .. }| PruningTableKey { table };
            let table = PruningTableKey::from_bytes(&key)
                .or_else(|| ChunkKey::from_bytes(&key).map(of_chunk));
            rest.from = match table {
                Some(table) => {
                    keys.push(table);
                    table.chunks(0, u32::MAX).to
                }
                // No row should have it; a check tells.
                None => [&key, &[0][..]].concat(),
            };
        }
        Ok(keys)
    }
}

pub(super) fn damaged(name: &str, what: String) -> StoreError {
    StoreError::Damaged { place: format!("pruning table {name:?}"), what }
}

fn same_name(row: PruningTableRow, name: &str) -> Result<PruningTableRow> {
    if row.name == name {
        return Ok(row);
    }
    Err(StoreError::Refused {
        what: format!("use the pruning table {name:?}"),
        why: format!(
            "the store holds {:?} at its place: `strata drop --tables` removes it",
            row.name
        ),
    })
}
