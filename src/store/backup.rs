//! Backups: a whole store in another directory, complete or not there at all.

use std::fs::{self, File, TryLockError};
use std::io::{Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::error::{Result, StoreError};
use super::handle::{Backend, Store, directory_bytes};
use super::mark;
use super::open::{copy_in, database_in};
use super::options::StoreOptions;

/// What a backup did or would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupReport {
    /// Where it is.
    pub to: PathBuf,
    /// Bytes copied, or to be copied.
    pub bytes: u64,
    /// Rows read back from the copy; `None` when nothing was done.
    pub rows: Option<u64>,
}

/// Bytes copied at a time.
const PIECE: usize = 1 << 20;

impl Store {
    /// Copies the store, as it is at this moment, to the new directory `to`: a
    /// store of its own, with no file shared, read back and compared before it
    /// gets its name. What a backup to the same directory left behind that was
    /// killed is removed before. `stop` is asked now and then, and ends the
    /// backup when it says so. With `dry_run` only tells how much there is to copy, also of a
    /// store that is open for reading.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when `to` exists or lies in this store, or this
    /// store is in memory, [`StoreError::Stopped`] when `stop` said so,
    /// [`StoreError::NoRoom`] when there is no room for it, and what reading
    /// and writing the files can meet. What was copied by then is removed.
    pub fn backup(
        &self,
        to: &Path,
        dry_run: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<BackupReport> {
        let refused = |why: String| StoreError::Refused { what: "make a backup".to_owned(), why };
        let Backend::Disk(disk) = &self.backend else {
            return Err(refused("this store is in memory only".to_owned()));
        };
        let partial = partial_name(to)
            .ok_or_else(|| refused(format!("{} is no name for a directory", to.display())))?;
        let left_behind = is_left_behind(&partial);
        for taken in [Some(to), Some(&*partial).filter(|_| !left_behind)].into_iter().flatten() {
            if taken.symlink_metadata().is_ok() {
                let why = format!("{} exists already: name another or remove it", taken.display());
                return Err(refused(why));
            }
        }
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        if lies_in(parent, &self.root) {
            let why = "a backup within the store would be lost with it: name another directory";
            return Err(refused(why.to_owned()));
        }
        let mut report = BackupReport { to: to.to_owned(), bytes: self.bytes_used()?, rows: None };
        if dry_run {
            return Ok(report);
        }
        self.must_be_writable()?;
        let free = fs4::available_space(parent);
        if free.map_err(StoreError::io("ask for free space at", parent))? < report.bytes {
            return Err(StoreError::NoRoom { path: to.to_owned(), what: "make a backup" });
        }
        let checkpoint = copy_in(&self.root);
        let Some(mine) = Mark::set(&partial)? else {
            return Err(refused(format!("another process makes a backup to {}", to.display())));
        };
        let cleanup = (Cleanup(checkpoint.clone()), Cleanup(partial.clone()));
        let no_room = |error: StoreError| error.to_make("make a backup");
        disk.checkpoint(&checkpoint).map_err(no_room)?;
        report.bytes = directory_bytes(&checkpoint)?;
        copy_directory(&checkpoint, &database_in(&partial), stop).map_err(no_room)?;
        let (rows, commits) = compare(self, &partial, stop)?;
        report.rows = Some(rows);
        if commits > 0 {
            mark::create(&partial, commits)?;
        }
        sync_directory(&partial)?;
        mine.remove()?;
        fs::rename(&partial, to).map_err(StoreError::io("rename", &partial))?;
        sync_directory(parent)?;
        drop(cleanup);
        Ok(report)
    }
}

/// The name a backup has while it is not complete.
fn partial_name(to: &Path) -> Option<PathBuf> {
    let mut name = to.file_name()?.to_owned();
    name.push(".partial");
    Some(to.with_file_name(name))
}

/// The file that tells a backup which is not complete from all else.
const MARK: &str = "INCOMPLETE.strata";

/// Whether a backup that was killed left this directory behind.
fn is_left_behind(partial: &Path) -> bool {
    let is_directory = partial.symlink_metadata().is_ok_and(|about| about.is_dir());
    let is_empty = || fs::read_dir(partial).is_ok_and(|mut list| list.next().is_none());
    is_directory && (partial.join(MARK).is_file() || is_empty())
}

/// Whether a directory is another one or lies in it.
fn lies_in(directory: &Path, other: &Path) -> bool {
    match (directory.canonicalize(), other.canonicalize()) {
        (Ok(directory), Ok(other)) => directory.starts_with(other),
        _ => false,
    }
}

/// The mark on a backup that is being made, locked as long as its process lives.
struct Mark {
    file: File,
    path: PathBuf,
}

impl Mark {
    /// Makes the directory, with nothing but the mark in it; `None` when
    /// another process is at work there.
    fn set(partial: &Path) -> Result<Option<Self>> {
        fs::create_dir_all(partial).map_err(StoreError::io("create the directory", partial))?;
        let path = partial.join(MARK);
        let file = File::create(&path).map_err(StoreError::io("create", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(StoreError::io("lock", path)(error)),
        }
        let left_behind = database_in(partial);
        if left_behind.exists() {
            fs::remove_dir_all(&left_behind).map_err(StoreError::io("remove", &left_behind))?;
        }
        Ok(Some(Self { file, path }))
    }

    fn remove(self) -> Result<()> {
        fs::remove_file(&self.path).map_err(StoreError::io("remove", &self.path))?;
        drop(self.file);
        Ok(())
    }
}

/// Removes a directory when it goes out of scope, if it is still there.
struct Cleanup(PathBuf);

impl Drop for Cleanup {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies the files of a directory, which has no directories in it.
fn copy_directory(from: &Path, to: &Path, stop: &dyn Fn() -> bool) -> Result<()> {
    fs::create_dir_all(to).map_err(StoreError::io("create the directory", to))?;
    for entry in fs::read_dir(from).map_err(StoreError::io("list", from))? {
        let entry = entry.map_err(StoreError::io("list", from))?;
        copy_file(&entry.path(), &to.join(entry.file_name()), stop)?;
    }
    sync_directory(to)
}

fn copy_file(from: &Path, to: &Path, stop: &dyn Fn() -> bool) -> Result<()> {
    let mut source = File::open(from).map_err(StoreError::io("open", from))?;
    let mut target = File::create_new(to).map_err(StoreError::io("create", to))?;
    let mut piece = vec![0; PIECE];
    loop {
        go_on(stop)?;
        let length = source.read(&mut piece).map_err(StoreError::io("read", from))?;
        let Some(bytes) = piece.get(..length).filter(|bytes| !bytes.is_empty()) else { break };
        target.write_all(bytes).map_err(StoreError::io("write", to))?;
    }
    target.sync_all().map_err(StoreError::io("sync", to))
}

fn go_on(stop: &dyn Fn() -> bool) -> Result<()> {
    if stop() { Err(StoreError::Stopped { what: "the backup" }) } else { Ok(()) }
}

fn sync_directory(path: &Path) -> Result<()> {
    File::open(path)
        .and_then(|directory| directory.sync_all())
        .map_err(StoreError::io("sync the directory", path))
}

/// Reads the whole copy back and compares it with the store; tells the rows and
/// the commits it has.
fn compare(store: &Store, copy: &Path, stop: &dyn Fn() -> bool) -> Result<(u64, u64)> {
    let copied = Store::open_read_only(copy, &StoreOptions::default())?;
    copied.compare_totals()?;
    let read = |from: &Store| {
        let rows = from.read_everything(|_| {
            if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        go_on(stop).and(rows)
    };
    let rows = read(&copied)?;
    if rows != read(store)? || copied.runs()? != store.runs()? {
        return Err(StoreError::Damaged {
            place: copy.display().to_string(),
            what: "the copy does not hold the rows of the store".to_owned(),
        });
    }
    Ok((rows.iter().map(|(_, rows)| rows).sum(), copied.commits()?.total))
}
