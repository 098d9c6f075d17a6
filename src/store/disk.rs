//! The store on disk: RocksDB.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rocksdb::checkpoint::Checkpoint;
use rocksdb::properties::{self, PropName};
use rocksdb::{
    BottommostLevelCompaction, BoundColumnFamily, CompactOptions, DBRawIteratorWithThreadMode,
    DBWithThreadMode, IngestExternalFileOptions, MultiThreaded, Options, ReadOptions, WriteBatch,
    WriteOptions,
};

use super::batch::{Change, Durability};
use super::error::{Result, StoreError};
use super::keys::KeyRange;
use super::options::{self, LogEnd, StoreOptions, TableOptions};
use super::tables::Table;
use super::{Entry, Value};

/// How much a scan reads ahead.
const READ_AHEAD: usize = 256 << 10;

pub(super) type Db = DBWithThreadMode<MultiThreaded>;
pub(super) type Cursor<'s> = DBRawIteratorWithThreadMode<'s, Db>;
type Family<'s> = Arc<BoundColumnFamily<'s>>;

pub(super) struct Disk {
    db: Db,
    options: TableOptions,
    path: PathBuf,
    bulk: PathBuf,
    next_bulk: AtomicU64,
    creating: Mutex<()>,
}

impl Disk {
    /// Opens the database in `path`, or creates it with the tables that every
    /// store has from the start; files of bulk writes lie in `bulk`.
    pub(super) fn open(
        path: &Path,
        bulk: &Path,
        settings: &StoreOptions,
        end: LogEnd,
    ) -> Result<Self> {
        let database = options::database(settings, false, end);
        let options = TableOptions::new(settings);
        let names = if options::is_database(path) {
            families(path)?
        } else {
            let first = Table::ALL.iter().filter(|table| table.created_first());
            first.map(|table| table.name().to_owned()).collect()
        };
        let families = options.descriptors(names.iter().map(String::as_str));
        let db = Db::open_cf_descriptors(&database, path, families)
            .map_err(StoreError::rocks("open", path))?;
        Ok(Self {
            db,
            options,
            path: path.to_owned(),
            bulk: bulk.to_owned(),
            next_bulk: AtomicU64::new(0),
            creating: Mutex::new(()),
        })
    }

    /// Opens the database for reading beside a process that may write to it.
    pub(super) fn open_read_only(
        path: &Path,
        settings: &StoreOptions,
        end: LogEnd,
    ) -> Result<Self> {
        let database = options::database(settings, true, end);
        let options = TableOptions::new(settings);
        let names = families(path)?;
        let families = options.descriptors(names.iter().map(String::as_str));
        let db = Db::open_cf_descriptors_read_only(&database, path, families, false)
            .map_err(StoreError::rocks("open for reading", path))?;
        Ok(Self {
            db,
            options,
            path: path.to_owned(),
            bulk: PathBuf::new(),
            next_bulk: AtomicU64::new(0),
            creating: Mutex::new(()),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn rocks(&self, doing: &'static str) -> impl FnOnce(rocksdb::Error) -> StoreError {
        StoreError::rocks(doing, &self.path)
    }

    /// The table's column family, if it has ever had a row.
    fn family(&self, table: Table) -> Option<Family<'_>> {
        self.db.cf_handle(table.name())
    }

    /// The table's column family, created when it is missing.
    fn family_for_writing(&self, table: Table) -> Result<Family<'_>> {
        if let Some(family) = self.family(table) {
            return Ok(family);
        }
        let _one_at_a_time = self.creating.lock().unwrap_or_else(PoisonError::into_inner);
        if self.family(table).is_none() {
            self.db
                .create_cf(table.name(), self.options.of(table))
                .map_err(self.rocks("create a table"))?;
        }
        self.family(table).ok_or_else(|| StoreError::Damaged {
            place: self.path.display().to_string(),
            what: format!("the table `{table}` is missing"),
        })
    }

    pub(super) fn get(&self, table: Table, key: &[u8]) -> Result<Option<Value>> {
        let Some(family) = self.family(table) else { return Ok(None) };
        let value = self.db.get_pinned_cf(&family, key).map_err(self.rocks("read a row"))?;
        Ok(value.map(|value| Value::from(&*value)))
    }

    pub(super) fn at_or_before(
        &self,
        table: Table,
        floor: &[u8],
        key: &[u8],
    ) -> Result<Option<Entry>> {
        let Some(family) = self.family(table).filter(|_| floor <= key) else { return Ok(None) };
        let mut read = ReadOptions::default();
        read.set_iterate_lower_bound(floor);
        let mut rows = self.db.raw_iterator_cf_opt(&family, read);
        rows.seek_for_prev(key);
        match rows.item() {
            Some((key, value)) => Ok(Some((key.into(), value.into()))),
            None => rows.status().map(|()| None).map_err(self.rocks("look up a row")),
        }
    }

    /// A cursor on the first row of a range; `None` when the table has no row.
    pub(super) fn scan(&self, table: Table, range: &KeyRange) -> Option<Cursor<'_>> {
        self.scan_family(table.name(), range)
    }

    /// As [`Self::scan`], for a column family that may be no table of today's.
    pub(super) fn scan_family(&self, family: &str, range: &KeyRange) -> Option<Cursor<'_>> {
        let mut read = ReadOptions::default();
        read.set_readahead_size(READ_AHEAD);
        read.fill_cache(false);
        self.cursor(family, range, read)
    }

    /// As [`Self::scan`], for a look at the first row alone.
    pub(super) fn peek(&self, table: Table, range: &KeyRange) -> Option<Cursor<'_>> {
        self.cursor(table.name(), range, ReadOptions::default())
    }

    fn cursor(&self, family: &str, range: &KeyRange, mut read: ReadOptions) -> Option<Cursor<'_>> {
        let family = self.db.cf_handle(family).filter(|_| !range.is_empty())?;
        read.set_iterate_upper_bound(range.to.as_slice());
        let mut rows = self.db.raw_iterator_cf_opt(&family, read);
        rows.seek(&range.from);
        Some(rows)
    }

    pub(super) fn write(&self, changes: Vec<Change>, durability: Durability) -> Result<()> {
        let mut batch = WriteBatch::default();
        for change in changes {
            match change {
                Change::Put { table, key, value } => {
                    batch.put_cf(&self.family_for_writing(table)?, key, value);
                }
                Change::Delete { table, key } => {
                    if let Some(family) = self.family(table) {
                        batch.delete_cf(&family, key);
                    }
                }
                Change::DeleteRange { table, range } => {
                    if let Some(family) = self.family(table) {
                        batch.delete_range_cf(&family, range.from, range.to);
                    }
                }
            }
        }
        self.write_raw(batch, durability)
    }

    pub(super) fn write_raw(&self, batch: WriteBatch, durability: Durability) -> Result<()> {
        let mut how = WriteOptions::default();
        how.set_sync(durability == Durability::Synced);
        self.db.write_opt(batch, &how).map_err(self.rocks("write"))
    }

    /// Options for files that will be ingested into `table`.
    pub(super) fn file_options(&self, table: Table) -> &Options {
        self.options.of(table)
    }

    /// A fresh name for a file that will be ingested.
    pub(super) fn next_bulk_file(&self) -> PathBuf {
        let number = self.next_bulk.fetch_add(1, Ordering::Relaxed);
        self.bulk.join(format!("{number:08}.sst"))
    }

    pub(super) fn ingest(&self, table: Table, files: &[PathBuf]) -> Result<()> {
        let mut how = IngestExternalFileOptions::default();
        how.set_move_files(true);
        self.db
            .ingest_external_file_cf_opts(&self.family_for_writing(table)?, &how, files.to_vec())
            .map_err(self.rocks("take over a sorted run"))
    }

    /// Drops a column family with all its rows, if it is there.
    pub(super) fn drop_family(&self, family: &str) -> Result<()> {
        if self.db.cf_handle(family).is_none() {
            return Ok(());
        }
        self.db.drop_cf(family).map_err(self.rocks("drop a table"))
    }

    /// Puts a copy of the database as it is now into `to`, which must not
    /// exist; files are hard links where the file system allows it.
    pub(super) fn checkpoint(&self, to: &Path) -> Result<()> {
        Checkpoint::new(&self.db)
            .and_then(|checkpoint| checkpoint.create_checkpoint(to))
            .map_err(self.rocks("make a checkpoint"))
    }

    /// Bytes of a table's files, and of what is still valid in them.
    pub(super) fn size(&self, table: Table) -> Result<(u64, u64)> {
        let Some(family) = self.family(table) else { return Ok((0, 0)) };
        let ask = |property: &PropName| {
            let value = self.db.property_int_value_cf(&family, property);
            value.map(Option::unwrap_or_default).map_err(self.rocks("tell the size of a table"))
        };
        Ok((ask(properties::TOTAL_SST_FILES_SIZE)?, ask(properties::ESTIMATE_LIVE_DATA_SIZE)?))
    }

    /// Writes the files of a table, or of a range of it, anew.
    pub(super) fn compact(&self, table: Table, range: Option<&KeyRange>) -> Result<()> {
        let Some(family) = self.family(table) else { return Ok(()) };
        self.db.flush_cf(&family).map_err(self.rocks("write a table"))?;
        let mut how = CompactOptions::default();
        if range.is_none() {
            // Also what lies deepest, so that another compression reaches it.
            how.set_bottommost_level_compaction(BottommostLevelCompaction::Force);
        }
        let from = range.map(|range| range.from.as_slice());
        let to = range.map(|range| range.to.as_slice());
        self.db.compact_range_cf_opt(&family, from, to, &how);
        Ok(())
    }

    /// Removes the files that lie in the range as a whole. Keys equal to its
    /// end count as inside.
    pub(super) fn delete_files(&self, table: Table, range: &KeyRange) -> Result<()> {
        let Some(family) = self.family(table) else { return Ok(()) };
        self.db
            .delete_file_in_range_cf(&family, &range.from, &range.to)
            .map_err(self.rocks("remove the files of a table"))
    }

    /// Waits for the log to be on disk.
    pub(super) fn sync(&self) -> Result<()> {
        self.db.flush_wal(true).map_err(self.rocks("sync the log"))
    }
}

/// Names of the column families of the database in `path`.
pub(super) fn families(path: &Path) -> Result<Vec<String>> {
    Db::list_cf(&Options::default(), path).map_err(StoreError::rocks("list the tables", path))
}

/// The item under an iterator, as an owned row; moves the iterator on.
pub(super) fn take(rows: &mut Cursor<'_>) -> Result<Option<Entry>, rocksdb::Error> {
    let Some((key, value)) = rows.item() else {
        return rows.status().map(|()| None);
    };
    let row = (Box::from(key), Arc::from(value));
    rows.next();
    Ok(Some(row))
}
