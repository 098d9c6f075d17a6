//! The store on disk: RocksDB.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rocksdb::{
    ColumnFamily, DB, DBRawIterator, IngestExternalFileOptions, Options, ReadOptions, WriteBatch,
    WriteOptions,
};

use super::Value;
use super::batch::{Change, Durability};
use super::error::{Result, StoreError};
use super::keys::KeyRange;
use super::options::{self, StoreOptions, TableOptions};
use super::tables::Table;

/// How much a scan reads ahead.
const READ_AHEAD: usize = 256 << 10;

pub(super) struct Disk {
    db: DB,
    options: TableOptions,
    path: PathBuf,
    bulk: PathBuf,
    next_bulk: AtomicU64,
}

impl Disk {
    /// Opens the database in `path` with the column families it has and those
    /// that `Table` names; files of bulk writes lie in `bulk`.
    pub(super) fn open(path: &Path, bulk: &Path, settings: &StoreOptions) -> Result<Self> {
        let database = options::database(settings, false);
        let options = TableOptions::new(settings);
        let mut names: Vec<String> =
            Table::ALL.iter().map(|table| table.name().to_owned()).collect();
        if options::is_database(path) {
            names.extend(
                families(path)?.into_iter().filter(|name| Table::from_name(name).is_none()),
            );
        }
        let families = options.descriptors(names.iter().map(String::as_str));
        let db = DB::open_cf_descriptors(&database, path, families)
            .map_err(StoreError::rocks("open", path))?;
        Ok(Self {
            db,
            options,
            path: path.to_owned(),
            bulk: bulk.to_owned(),
            next_bulk: AtomicU64::new(0),
        })
    }

    /// Opens the database for reading beside a process that may write to it.
    pub(super) fn open_read_only(path: &Path, settings: &StoreOptions) -> Result<Self> {
        let database = options::database(settings, true);
        let options = TableOptions::new(settings);
        let families = options.descriptors(Table::ALL.iter().map(|table| table.name()));
        let db = DB::open_cf_descriptors_read_only(&database, path, families, false)
            .map_err(StoreError::rocks("open for reading", path))?;
        Ok(Self {
            db,
            options,
            path: path.to_owned(),
            bulk: PathBuf::new(),
            next_bulk: AtomicU64::new(0),
        })
    }

    pub(super) fn db(&self) -> &DB {
        &self.db
    }

    pub(super) fn db_mut(&mut self) -> &mut DB {
        &mut self.db
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn rocks(&self, doing: &'static str) -> impl FnOnce(rocksdb::Error) -> StoreError {
        StoreError::rocks(doing, &self.path)
    }

    pub(super) fn family(&self, name: &str) -> Result<&ColumnFamily> {
        self.db.cf_handle(name).ok_or_else(|| StoreError::Damaged {
            place: self.path.display().to_string(),
            what: format!("the column family `{name}` is missing"),
        })
    }

    pub(super) fn get(&self, table: Table, key: &[u8]) -> Result<Option<Value>> {
        let mut read = ReadOptions::default();
        read.set_verify_checksums(true);
        let value = self
            .db
            .get_pinned_cf_opt(self.family(table.name())?, key, &read)
            .map_err(self.rocks("read a row"))?;
        Ok(value.map(|value| Value::from(&*value)))
    }

    pub(super) fn at_or_before(
        &self,
        table: Table,
        floor: &[u8],
        key: &[u8],
    ) -> Result<Option<(Box<[u8]>, Value)>> {
        if floor > key {
            return Ok(None);
        }
        let mut read = ReadOptions::default();
        read.set_iterate_lower_bound(floor);
        let mut rows = self.db.raw_iterator_cf_opt(self.family(table.name())?, read);
        rows.seek_for_prev(key);
        match rows.item() {
            Some((key, value)) => Ok(Some((key.into(), value.into()))),
            None => rows.status().map(|()| None).map_err(self.rocks("look up a row")),
        }
    }

    pub(super) fn scan(&self, table: Table, range: &KeyRange) -> Result<DBRawIterator<'_>> {
        self.scan_family(table.name(), range)
    }

    pub(super) fn scan_family(&self, name: &str, range: &KeyRange) -> Result<DBRawIterator<'_>> {
        let mut read = ReadOptions::default();
        read.set_iterate_upper_bound(range.to.as_slice());
        read.set_readahead_size(READ_AHEAD);
        read.fill_cache(false);
        let mut rows = self.db.raw_iterator_cf_opt(self.family(name)?, read);
        rows.seek(&range.from);
        Ok(rows)
    }

    pub(super) fn first_key(&self, table: Table, range: &KeyRange) -> Result<Option<Box<[u8]>>> {
        let mut read = ReadOptions::default();
        read.set_iterate_upper_bound(range.to.as_slice());
        let mut rows = self.db.raw_iterator_cf_opt(self.family(table.name())?, read);
        rows.seek(&range.from);
        match rows.key() {
            Some(key) => Ok(Some(key.into())),
            None => rows.status().map(|()| None).map_err(self.rocks("look up a row")),
        }
    }

    pub(super) fn write(&self, changes: Vec<Change>, durability: Durability) -> Result<()> {
        let mut batch = WriteBatch::default();
        for change in changes {
            match change {
                Change::Put { table, key, value } => {
                    batch.put_cf(self.family(table.name())?, key, value);
                }
                Change::Delete { table, key } => batch.delete_cf(self.family(table.name())?, key),
                Change::DeleteRange { table, range } => {
                    batch.delete_range_cf(self.family(table.name())?, range.from, range.to);
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
            .ingest_external_file_cf_opts(self.family(table.name())?, &how, files.to_vec())
            .map_err(self.rocks("take over a sorted run"))
    }

    /// Waits for the log to be on disk.
    pub(super) fn sync(&self) -> Result<()> {
        self.db.flush_wal(true).map_err(self.rocks("sync the log"))
    }
}

/// Names of the column families of the database in `path`.
pub(super) fn families(path: &Path) -> Result<Vec<String>> {
    DB::list_cf(&Options::default(), path).map_err(StoreError::rocks("list the tables", path))
}

/// The item under an iterator, as an owned row; moves the iterator on.
pub(super) fn take(
    rows: &mut DBRawIterator<'_>,
) -> Result<Option<(Box<[u8]>, Value)>, rocksdb::Error> {
    let Some((key, value)) = rows.item() else {
        return rows.status().map(|()| None);
    };
    let row = (Box::from(key), Arc::from(value));
    rows.next();
    Ok(Some(row))
}
