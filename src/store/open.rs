//! Creating and opening stores.
//!
//! ```text
//! strata.db/
//!   LOCK.strata   who writes to it
//!   db/           the database
//!   bulk/         files on their way into it
//! ```

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
use super::options::{self, StoreOptions};
use super::rows::{MetaKey, OpenRow, StoreRow};
use super::tables::Table;

/// The format version that this program writes.
pub const SCHEMA: u32 = 1;

/// Key of the format version in `meta`. The value is four bytes, big-endian,
/// in every version, so that every program can tell which one it meets.
pub(super) const SCHEMA_KEY: &[u8] = b"schema";

/// How often a reader tries again when a writer deletes a file under its hands.
const READ_ATTEMPTS: u32 = 20;

pub(super) fn database_in(root: &Path) -> PathBuf {
    root.join("db")
}

pub(super) fn bulk_in(root: &Path) -> PathBuf {
    root.join("bulk")
}

/// The program and its version, as rows name it.
pub(super) fn program() -> String {
    format!("strata {}", env!("CARGO_PKG_VERSION"))
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
        for path in [directory.to_owned(), bulk_in(directory)] {
            fs::create_dir_all(&path).map_err(StoreError::io("create the directory", &path))?;
        }
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
        must_exist(directory)?;
        let mut attempt = 0;
        let disk = loop {
            attempt += 1;
            match Disk::open_read_only(&database_in(directory), options) {
                Ok(disk) => break disk,
                Err(error) if attempt < READ_ATTEMPTS && is_missing_file(&error) => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(error) => return Err(error),
            }
        };
        let store = Self {
            backend: Backend::Disk(disk),
            root: directory.to_owned(),
            writable: false,
            lock: None,
        };
        match store.schema()? {
            None => Err(StoreError::NoStore { path: directory.to_owned() }),
            Some(SCHEMA) => Ok(store),
            Some(found) => Err(other_schema(directory, found)),
        }
    }

    fn open_writable(root: &Path, options: &StoreOptions) -> Result<Self> {
        let lock = Lock::take(root)?;
        remove_leftovers(&bulk_in(root))?;
        let disk = Disk::open(&database_in(root), &bulk_in(root), options)?;
        let mut store = Self {
            backend: Backend::Disk(disk),
            root: root.to_owned(),
            writable: true,
            lock: None,
        };
        let mut batch = Batch::new();
        let mut durability = Durability::Buffered;
        match store.schema()? {
            None => {
                store.found(&mut batch)?;
                durability = Durability::Synced;
            }
            Some(SCHEMA) => {}
            Some(found) => return Err(other_schema(root, found)),
        }
        let open = OpenRow { since: now(), program: program() };
        batch.put_row(&MetaKey::Open, &open)?;
        store.write(batch, durability)?;
        store.lock = Some(lock);
        Ok(store)
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
        // The standard library seeds its hashers from the system's random source.
        let id = std::hash::RandomState::new().build_hasher().finish();
        batch.put(Table::Meta, SCHEMA_KEY, SCHEMA.to_be_bytes());
        batch.put_row(&MetaKey::Store, &StoreRow { id, created: now(), program: program() })
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
        // What a process leaves that dies while it creates a store.
        if ![LOCK_FILE, "db", "bulk"].iter().any(|own| name == *own) {
            return Err(StoreError::NotAStore {
                path: directory.to_owned(),
                entry: name.to_string_lossy().into_owned(),
            });
        }
    }
    Ok(())
}

/// Removes files that a dead process did not hand over to the database.
fn remove_leftovers(bulk: &Path) -> Result<u64> {
    let mut removed = 0;
    let list = fs::read_dir(bulk).map_err(StoreError::io("list", bulk))?;
    for entry in list {
        let path = entry.map_err(StoreError::io("list", bulk))?.path();
        fs::remove_file(&path).map_err(StoreError::io("remove", &path))?;
        removed += 1;
    }
    Ok(removed)
}

fn is_missing_file(error: &StoreError) -> bool {
    match error {
        StoreError::Rocks { source, .. } => source.as_ref().contains("No such file"),
        _ => false,
    }
}
