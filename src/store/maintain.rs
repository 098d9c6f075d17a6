//! Looking after a store: sizes, compaction, dropping runs. Each can tell
//! beforehand what it would do.

use std::ops::ControlFlow;

use super::batch::{Batch, Durability};
use super::disk::Disk;
use super::error::{Result, StoreError};
use super::handle::{Backend, Store};
use super::keys::{KeyRange, LayerKey, RunId, Side};
use super::rows::LayerRow;
use super::tables::{Shape, Table};

/// How much a table takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSize {
    /// The table.
    pub table: Table,
    /// Bytes of its files.
    pub bytes: u64,
    /// Bytes of what is still valid in them, estimated by the database.
    pub live: u64,
}

/// What a compaction did or would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompactReport {
    /// Bytes of the database before.
    pub before: u64,
    /// Bytes of the database after; `None` when nothing was done.
    pub after: Option<u64>,
    /// The tables that have files, as they were before.
    pub tables: Vec<TableSize>,
}

/// What dropping a run did or would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropReport {
    /// The run.
    pub run: RunId,
    /// States stored of it.
    pub states: u64,
    /// Generations stored of it, over both sides.
    pub layers: u64,
    /// Bytes of the database before.
    pub before: u64,
    /// Bytes of the database after; `None` when nothing was done.
    pub after: Option<u64>,
}

impl Store {
    /// How much each table takes on disk; nothing in memory. Rows that are only
    /// in the log yet do not count.
    ///
    /// # Errors
    /// When the database does not tell.
    pub fn table_sizes(&self) -> Result<Vec<TableSize>> {
        let Backend::Disk(disk) = &self.backend else { return Ok(Vec::new()) };
        let mut sizes = Vec::new();
        for table in Table::ALL {
            let (bytes, live) = disk.size(*table)?;
            if bytes > 0 {
                sizes.push(TableSize { table: *table, bytes, live });
            }
        }
        Ok(sizes)
    }

    /// Writes all tables anew: gives back the space of what was dropped and
    /// applies the compression that is set now. Needs as much free disk as the
    /// largest table takes. With `dry_run` only tells the sizes, also of a store
    /// that is open for reading.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`], or when the database cannot do it.
    pub fn compact(&self, dry_run: bool) -> Result<CompactReport> {
        let (before, tables) = (self.bytes_used()?, self.table_sizes()?);
        if dry_run {
            return Ok(CompactReport { before, after: None, tables });
        }
        self.must_be_writable()?;
        if let Backend::Disk(disk) = &self.backend {
            for table in Table::ALL {
                disk.compact(*table, None)?;
            }
        }
        Ok(CompactReport { before, after: Some(self.bytes_used()?), tables })
    }

    /// Removes a run with everything stored of it, in one step, and gives back
    /// its space. With `dry_run` only tells what would go, also from a store that is
    /// open for reading.
    ///
    /// # Errors
    /// [`StoreError::NoRun`], [`StoreError::ReadOnly`], or when the database
    /// cannot write.
    pub fn drop_run(&self, run: RunId, dry_run: bool) -> Result<DropReport> {
        let states = self.run(run)?.states;
        let mut layers = 0;
        for side in Side::ALL {
            for row in self.rows::<LayerRow>(&LayerKey::range(run, side)) {
                row?;
                layers += 1;
            }
        }
        let mut report =
            DropReport { run, states, layers, before: self.bytes_used()?, after: None };
        if dry_run {
            return Ok(report);
        }
        self.must_be_writable()?;
        let mut batch = Batch::new();
        for table in tables_by_run() {
            batch.delete_range(table, run.range());
        }
        self.write(batch, Durability::Synced)?;
        if let Backend::Disk(disk) = &self.backend {
            for table in tables_by_run() {
                disk.reclaim(table, &run.range())?;
            }
        }
        report.after = Some(self.bytes_used()?);
        Ok(report)
    }

    /// Removes what lies under a number that no run has. A program that did not
    /// know a table yet left its rows there when it dropped a run, and the next
    /// run of that number would take them for its own.
    pub(super) fn clear_leftovers(&self, run: RunId) -> Result<()> {
        let mut batch = Batch::new();
        for table in tables_by_run() {
            if self.first_key(table, &run.range())?.is_some() {
                batch.delete_range(table, run.range());
            }
        }
        if batch.is_empty() {
            return Ok(());
        }
        self.write(batch, Durability::Synced)
    }

    /// Reads every row of every table, so that the database compares the
    /// checksums of all its blocks, and tells how many rows each table has.
    /// `progress` is called now and then with the rows so far and may break it
    /// off.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] names what cannot be read.
    pub fn read_everything(
        &self,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Vec<(Table, u64)>> {
        let mut counts = Vec::new();
        let mut all: u64 = 0;
        for table in Table::ALL {
            let mut rows: u64 = 0;
            for row in self.scan(*table, &KeyRange::all()) {
                row?;
                rows += 1;
                all += 1;
                if all.is_multiple_of(1024) && progress(all).is_break() {
                    return Err(StoreError::Refused {
                        what: "read the whole store".to_owned(),
                        why: "it was interrupted".to_owned(),
                    });
                }
            }
            counts.push((*table, rows));
        }
        Ok(counts)
    }
}

fn tables_by_run() -> impl Iterator<Item = Table> {
    Table::ALL.iter().copied().filter(|table| table.by_run())
}

impl Disk {
    /// Gives back the space of a range that was deleted.
    pub(super) fn reclaim(&self, table: Table, range: &KeyRange) -> Result<()> {
        // Whole files go at once, but the database counts the end of the range
        // in: only keys of blocks and chunks never equal it.
        if matches!(table.shape(), Shape::Blocks | Shape::Chunks) {
            self.delete_files(table, range)?;
        }
        self.compact(table, Some(range))
    }
}
