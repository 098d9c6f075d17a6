//! Creating and opening stores.
//!
//! ```text
//! strata.db/
//!   LOCK.strata         who writes to it
//!   COMMITTED           how many commits were reported as done
//!   db/                 the database
//!   bulk/               files on their way into it
//!   copy/               while a backup is made: what it copies
//!   before-version-1/   the store as it was before it was migrated
//! ```

use std::ffi::OsString;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::batch::{Batch, Durability};
use super::disk::Disk;
use super::error::{Result, StoreError};
use super::handle::{Backend, Store};
use super::keys::KeyRange;
use super::lock::{LOCK_FILE, Lock};
use super::mark::{self, Commits, MARK_FILE, Mark};
use super::migrate::migrate;
use super::options::{self, LogEnd, StoreOptions};
use super::recover::{self, Healed};
use super::rows::{CommitsRow, MetaKey, OpenRow, StoreRow};
use super::tables::Table;

/// The format version that this program writes.
pub const SCHEMA: u32 = 1;

/// Key of the format version in `meta`. The value is four bytes, big-endian,
/// in every version, so that every program can tell which one it meets.
pub(super) const SCHEMA_KEY: &[u8] = b"schema";

/// How often a reader tries again when a writer deletes files under its hands.
const READ_ATTEMPTS: u32 = 20;

pub(super) fn database_in(root: &Path) -> PathBuf {
    root.join("db")
}

pub(super) fn bulk_in(root: &Path) -> PathBuf {
    root.join("bulk")
}

/// Where a checkpoint lies while it is copied to a backup.
pub(super) fn copy_in(root: &Path) -> PathBuf {
    root.join("copy")
}

/// The program and its version, as rows name it.
pub(super) fn program() -> String {
    format!("strata {}", env!("CARGO_PKG_VERSION"))
}

/// A random number. The standard library seeds its hashers from the system's
/// random source.
pub(super) fn random() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl Store {
    /// Opens the store in `directory` for writing; creates it when the
    /// directory is missing or empty.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`] when the directory holds something else,
    /// [`StoreError::Locked`], [`StoreError::NewerSchema`],
    /// [`StoreError::Damaged`], or when the files cannot be written.
    pub fn create_or_open(directory: &Path, options: &StoreOptions) -> Result<Self> {
        refuse_foreign(directory)?;
        fs::create_dir_all(directory).map_err(StoreError::io("create the directory", directory))?;
        Self::open_writable(directory, options)
    }

    /// Opens the store in `directory` for writing.
    ///
    /// # Errors
    /// [`StoreError::NoStore`] when there is none, and as
    /// [`Self::create_or_open`].
    pub fn open_existing(directory: &Path, options: &StoreOptions) -> Result<Self> {
        must_exist(directory)?;
        Self::create_or_open(directory, options)
    }

    /// Opens the store in `directory` for reading: works while another process
    /// writes to it, and changes nothing. It shows the store as it was at this
    /// moment.
    ///
    /// # Errors
    /// [`StoreError::NoStore`], [`StoreError::OlderSchema`],
    /// [`StoreError::NewerSchema`], or when the database cannot be read.
    pub fn open_read_only(directory: &Path, options: &StoreOptions) -> Result<Self> {
        match Self::open_any(directory, options)? {
            (store, SCHEMA) => Ok(store),
            (_, found) => Err(other_schema(directory, found)),
        }
    }

    fn open_writable(root: &Path, options: &StoreOptions) -> Result<Self> {
        let lock = Lock::take(root)?;
        let reported = mark::read(root)?;
        let files = remove_leftovers(root)?;
        let disk = open_database(root, reported, options)?;
        let mut store = Self {
            backend: Backend::Disk(Box::new(disk)),
            root: root.to_owned(),
            writable: true,
            healed: Healed { files, ..Healed::default() },
            mark: None,
            lock: None,
        };
        let commits = store.commits()?;
        mark::compare(root, reported, commits.total)?;
        store.mark = Some(Mark::open(root, commits)?);
        let mut batch = Batch::new();
        match store.schema()? {
            None => store.found(&mut batch)?,
            Some(SCHEMA) => {}
            Some(found) if found < SCHEMA => {
                migrate(&store, found)?;
                store.healed.migrated_from = Some(found);
            }
            Some(found) => return Err(other_schema(root, found)),
        }
        store.healed.unclean = store.row::<OpenRow>(&MetaKey::Open)?.is_some();
        // First: in a store that contradicts itself nobody knows which blocks count.
        recover::compare_totals(&store)?;
        store.healed.sorted_runs = recover::remove_unnamed_blocks(&store, &KeyRange::all())?;
        store.healed.pruning_tables = store.remove_unnamed_chunks()?;
        let durability = if batch.is_empty() { Durability::Buffered } else { Durability::Synced };
        batch.put_row(&MetaKey::Open, &OpenRow { since: now(), program: program() })?;
        store.write(batch, durability)?;
        store.lock = Some(lock);
        Ok(store)
    }

    /// What opening this store put right.
    #[must_use]
    pub fn healed(&self) -> &Healed {
        &self.healed
    }

    /// Compares the totals of all runs, layers and checkpoints.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] names the first run in which they disagree.
    pub fn compare_totals(&self) -> Result<()> {
        recover::compare_totals(self)
    }

    /// The format version of the store in `directory`, whichever it is; works
    /// while another process writes to it.
    ///
    /// # Errors
    /// [`StoreError::NoStore`], or when the database cannot be read.
    pub fn schema_of(directory: &Path) -> Result<u32> {
        let (_, found) = Self::open_any(directory, &StoreOptions::default())?;
        Ok(found)
    }

    /// Opens a store of any version for reading.
    fn open_any(directory: &Path, options: &StoreOptions) -> Result<(Self, u32)> {
        must_exist(directory)?;
        let database = database_in(directory);
        let mut attempt = 0;
        let store = loop {
            attempt += 1;
            // Before the database is: a writer moves it after the database.
            let reported = mark::read(directory)?;
            let files = names(&database)?;
            let opened = Self::reading(directory, reported, options);
            // When a writer removed files meanwhile, whatever was seen may be a
            // mixture of before and after; when it added a table, that can be
            // newer than the log that was read, which looks like damage. Real
            // damage stays.
            let removed = files.iter().any(|name| !database.join(name).exists());
            let mixed = removed || matches!(opened, Err(StoreError::Damaged { .. }));
            if !mixed || attempt == READ_ATTEMPTS {
                break opened?;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let found = store.schema()?;
        let found = found.ok_or_else(|| StoreError::NoStore { path: directory.to_owned() })?;
        Ok((store, found))
    }

    /// Opens the database for reading, unless it lacks commits.
    fn reading(root: &Path, reported: Option<u64>, options: &StoreOptions) -> Result<Self> {
        let end = reported.map_or(LogEnd::Anything, |_| LogEnd::FirstFault);
        if reported.is_some() && !has_log(root)? {
            return Err(mark::without_log(root));
        }
        let disk = Disk::open_read_only(&database_in(root), options, end)?;
        let store = Self {
            backend: Backend::Disk(Box::new(disk)),
            root: root.to_owned(),
            writable: false,
            healed: Healed::default(),
            mark: None,
            lock: None,
        };
        mark::compare(root, reported, store.commits()?.total)?;
        Ok(store)
    }

    /// The synced batches that the database has.
    pub(super) fn commits(&self) -> Result<Commits> {
        let mut commits = Commits::default();
        for row in self.rows::<CommitsRow>(&MetaKey::all_commits()) {
            let (key, CommitsRow { batches }) = row?;
            commits.total = commits.total.saturating_add(batches);
            if let MetaKey::Commits(writer) = key {
                commits.writers = writer.saturating_add(1);
            }
        }
        Ok(commits)
    }

    /// Writes what makes an empty database a store.
    fn found(&self, batch: &mut Batch) -> Result<()> {
        for table in Table::ALL {
            if self.first_key(*table, &KeyRange::all())?.is_some() {
                return Err(StoreError::Damaged {
                    place: format!("table `{}`", Table::Meta),
                    what: format!("the format version is missing, but `{table}` has rows"),
                });
            }
        }
        batch.put(Table::Meta, SCHEMA_KEY, SCHEMA.to_be_bytes());
        batch.put_row(
            &MetaKey::Store,
            &StoreRow { id: random(), created: now(), program: program() },
        )
    }

    /// The format version; `None` when the database was never finished.
    pub(super) fn schema(&self) -> Result<Option<u32>> {
        let Some(value) = self.get(Table::Meta, SCHEMA_KEY)? else { return Ok(None) };
        let bytes = <[u8; 4]>::try_from(&*value).map_err(|_| {
            StoreError::damaged_row(Table::Meta, SCHEMA_KEY, "a format version has four bytes")
        })?;
        Ok(Some(u32::from_be_bytes(bytes)))
    }
}

fn other_schema(root: &Path, found: u32) -> StoreError {
    let path = root.to_owned();
    if found > SCHEMA {
        StoreError::NewerSchema { path, found, known: SCHEMA }
    } else {
        StoreError::OlderSchema { path, found, known: SCHEMA }
    }
}

fn must_exist(directory: &Path) -> Result<()> {
    if options::is_database(&database_in(directory)) {
        return Ok(());
    }
    mark::compare(directory, mark::read(directory)?, 0)?;
    Err(StoreError::NoStore { path: directory.to_owned() })
}

/// Refuses a directory that holds what no store holds, unless it is a store.
fn refuse_foreign(directory: &Path) -> Result<()> {
    if options::is_database(&database_in(directory)) {
        return Ok(());
    }
    let list = match fs::read_dir(directory) {
        Ok(list) => list,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(StoreError::io("list", directory)(error)),
    };
    for entry in list {
        let entry = entry.map_err(StoreError::io("list", directory))?;
        let name = entry.file_name();
        // What a process leaves behind that dies while it creates a store.
        if ![LOCK_FILE, MARK_FILE, "db", "bulk"].iter().any(|own| name == *own) {
            return Err(StoreError::NotAStore {
                path: directory.to_owned(),
                entry: name.to_string_lossy().into_owned(),
            });
        }
    }
    Ok(())
}

/// Opens the database for writing. One that lacks commits stays as it is, as far
/// as that can be seen before it is open.
fn open_database(root: &Path, reported: Option<u64>, options: &StoreOptions) -> Result<Disk> {
    let path = database_in(root);
    let open = |end| Disk::open(&path, &bulk_in(root), options, end);
    if !options::is_database(&path) {
        mark::compare(root, reported, 0)?;
        return open(LogEnd::Whole);
    }
    if reported.is_none() {
        return open(LogEnd::Anything);
    }
    match open(LogEnd::Whole) {
        // A process or a machine that died can leave half a record behind what was
        // committed. A look without writing tells whether that is all.
        Err(StoreError::Damaged { .. }) => {
            drop(Store::reading(root, reported, options)?);
            open(LogEnd::FirstFault)
        }
        opened => opened,
    }
}

/// Whether the database has a log: one that was closed has as well.
fn has_log(root: &Path) -> Result<bool> {
    let files = names(&database_in(root))?;
    Ok(files.iter().any(|name| Path::new(name).extension().is_some_and(|end| end == "log")))
}

/// Names of the files in a directory.
fn names(directory: &Path) -> Result<Vec<OsString>> {
    let list = fs::read_dir(directory).map_err(StoreError::io("list", directory))?;
    list.map(|entry| Ok(entry.map_err(StoreError::io("list", directory))?.file_name())).collect()
}

/// Removes what a dead process did not finish: files it did not hand over to
/// the database, and the checkpoint of a backup. Tells how many files.
fn remove_leftovers(root: &Path) -> Result<u64> {
    let copy = copy_in(root);
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(StoreError::io("remove", &copy))?;
    }
    let bulk = bulk_in(root);
    fs::create_dir_all(&bulk).map_err(StoreError::io("create the directory", &bulk))?;
    let mut removed = 0;
    for entry in fs::read_dir(&bulk).map_err(StoreError::io("list", &bulk))? {
        let path = entry.map_err(StoreError::io("list", &bulk))?.path();
        fs::remove_file(&path).map_err(StoreError::io("remove", &path))?;
        removed += 1;
    }
    Ok(removed)
}
