//! What is known outside the database: how many commits were reported as done.
//!
//! ```text
//! COMMITTED:  commits u64 | xxh3-64 of these bytes u64, both little-endian
//! ```
//!
//! A log that lost its end, or all of it, looks to the database like one that was
//! never longer: small stores live in the log alone, so whole runs would be
//! gone without a word. So every synced batch counts itself in the
//! [`CommitsRow`] of its writer, and after the batch is on disk their sum
//! is written here, in place. A database that knows fewer commits than
//! this file has lost some. Each writer has a row of its own because each begins a
//! log of its own: one that is missing in between takes its row with it. The
//! logs of one writer name each other, and the database looks after those.
//!
//! The file itself is not synced: after a loss of power it can lag behind, but it
//! is never ahead of the database. A file that is missing, empty or all zero (what
//! some file systems leave behind then) says nothing.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use xxhash_rust::xxh3::xxh3_64;

use super::error::{Result, StoreError};
use super::rows::{CommitsRow, MetaKey};

/// Name of the file within a store.
pub(super) const MARK_FILE: &str = "COMMITTED";

const BYTES: usize = 2 * size_of::<u64>();

/// How often a reader looks again when it may have met a writer halfway.
const ATTEMPTS: u32 = 20;

/// The synced batches that a database has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Commits {
    /// Of all writers.
    pub(super) total: u64,
    /// How many numbers of writers are taken.
    pub(super) writers: u32,
}

/// The file of a store that is open for writing.
pub(super) struct Mark {
    file: File,
    path: PathBuf,
    before: Commits,
    /// Commits since. Held while one is written, so that their order in the log
    /// is that of their numbers.
    since: Mutex<u64>,
}

impl Mark {
    /// Opens the file of the store in `root`, whose database has `before`;
    /// creates it when it is missing.
    pub(super) fn open(root: &Path, before: Commits) -> Result<Self> {
        let path = root.join(MARK_FILE);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(StoreError::io("open", &path))?;
        Ok(Self { file, path, before, since: Mutex::new(0) })
    }

    /// Lets `write` make the next commit durable together with the row that counts
    /// it, then notes it.
    pub(super) fn commit(
        &self,
        write: impl FnOnce(MetaKey, CommitsRow) -> Result<()>,
    ) -> Result<()> {
        // A thread that died while it held the number has not moved it.
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let batches = since.saturating_add(1);
        write(MetaKey::Commits(self.before.writers), CommitsRow { batches })?;
        *since = batches;
        let mut file = &self.file;
        file.rewind()
            .and_then(|()| file.write_all(&to_bytes(self.before.total.saturating_add(batches))))
            .map_err(StoreError::io("write", &self.path))
    }
}

/// Writes the file of a store that is a copy, durably.
pub(super) fn create(root: &Path, commits: u64) -> Result<()> {
    let path = root.join(MARK_FILE);
    let mut file = File::create_new(&path).map_err(StoreError::io("create", &path))?;
    file.write_all(&to_bytes(commits))
        .and_then(|()| file.sync_all())
        .map_err(StoreError::io("write", &path))
}

/// How many commits were reported as done; `None` when that is not known.
pub(super) fn read(root: &Path) -> Result<Option<u64>> {
    let path = root.join(MARK_FILE);
    for _ in 0..ATTEMPTS {
        let mut bytes = Vec::new();
        match File::open(&path).and_then(|file| file.take(BYTES as u64 + 1).read_to_end(&mut bytes))
        {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io("read", path)(error)),
        }
        if bytes.iter().all(|&byte| byte == 0) {
            return Ok(None);
        }
        if let Some(commits) = from_bytes(&bytes) {
            return Ok(Some(commits));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Err(StoreError::Damaged {
        place: path.display().to_string(),
        what: format!("it does not hold a number of commits; {}", advice(root)),
    })
}

/// Refuses a database that knows fewer commits than were reported as done.
pub(super) fn compare(root: &Path, reported: Option<u64>, commits: u64) -> Result<()> {
    match reported.map(|reported| reported.saturating_sub(commits)) {
        None | Some(0) => Ok(()),
        Some(missing) => Err(StoreError::Damaged {
            place: root.display().to_string(),
            what: format!(
                "{missing} commits that were reported as done are missing from the database or \
                 its log; {}",
                advice(root)
            ),
        }),
    }
}

/// The error for a database without any log: it is not known how many commits
/// were in it.
pub(super) fn without_log(root: &Path) -> StoreError {
    StoreError::Damaged {
        place: root.display().to_string(),
        what: format!("the log of the database is missing; {}", advice(root)),
    }
}

/// What to do about lost commits.
fn advice(root: &Path) -> String {
    let path = root.join(MARK_FILE);
    format!("restore a backup, or, to go on with what is left, delete the file {}", path.display())
}

fn to_bytes(commits: u64) -> [u8; BYTES] {
    let number = commits.to_le_bytes();
    let mut bytes = [0; BYTES];
    let (first, second) = bytes.split_at_mut(number.len());
    first.copy_from_slice(&number);
    second.copy_from_slice(&xxh3_64(&number).to_le_bytes());
    bytes
}

fn from_bytes(bytes: &[u8]) -> Option<u64> {
    let (number, checksum) = bytes.split_first_chunk()?;
    let right = *checksum == xxh3_64(number).to_le_bytes();
    right.then(|| u64::from_le_bytes(*number))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_number_comes_back_and_no_damage_goes_unnoticed() {
        let directory = tempfile::tempdir().unwrap();
        let (root, path) = (directory.path(), directory.path().join(MARK_FILE));
        assert_eq!(read(root).unwrap(), None);
        let mark = Mark::open(root, Commits { total: 6, writers: 2 }).unwrap();
        assert_eq!(read(root).unwrap(), None);
        let expected = (MetaKey::Commits(2), CommitsRow { batches: 1 });
        mark.commit(|key, row| Ok(assert_eq!((key, row), expected))).unwrap();
        mark.commit(|_, _| mark_failure()).unwrap_err();
        assert_eq!(read(root).unwrap(), Some(7));
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            assert_eq!(from_bytes(&bytes), None, "byte {at}");
            assert_eq!(from_bytes(&whole[..at]), None, "cut at {at}");
        }
        fs::write(&path, [whole.as_slice(), b"x"].concat()).unwrap();
        let error = read(root).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        // What a loss of power leaves of a file that was never synced.
        fs::write(&path, [0; BYTES]).unwrap();
        assert_eq!(read(root).unwrap(), None);
    }

    fn mark_failure() -> Result<()> {
        Err(StoreError::ReadOnly { path: PathBuf::new() })
    }
}
