//! What can go wrong with a store, and what the user can do about it.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::codec::CodecError;
use super::keys::RunId;
use super::tables::Table;

/// Result of everything that touches a store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why a store cannot do what it was asked to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no store where one is needed.
    #[error("there is no store at {}: name another with --store, or create one with `strata solve`", path.display())]
    NoStore {
        /// The directory looked at.
        path: PathBuf,
    },
    /// The directory holds something else.
    #[error(
        "{} is not empty and no store (it holds {entry:?}): name an empty or a new directory",
        path.display()
    )]
    NotAStore {
        /// The directory looked at.
        path: PathBuf,
        /// One of the entries that no store has.
        entry: String,
    },
    /// There is something that is no directory, or a link that leads nowhere.
    #[error("{} is no directory: name a directory, which need not exist", path.display())]
    NotADirectory {
        /// The path looked at.
        path: PathBuf,
    },
    /// Another process writes to the store.
    #[error(
        "the store at {} is in use by {holder}: wait until it has finished or stop it; \
         reading commands work meanwhile",
        path.display()
    )]
    Locked {
        /// The store.
        path: PathBuf,
        /// Who holds the lock.
        holder: Holder,
    },
    /// A newer program wrote the store.
    #[error(
        "the store at {} has format version {found}, this program knows versions up to {known}: \
         use a newer strata",
        path.display()
    )]
    NewerSchema {
        /// The store.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version this program knows.
        known: u32,
    },
    /// An older program wrote the store, and reading commands never change one.
    #[error(
        "the store at {} has format version {found}, this program reads version {known}: \
         `strata migrate --store {}` upgrades it and keeps a copy of the old one",
        path.display(), path.display()
    )]
    OlderSchema {
        /// The store.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version this program reads.
        known: u32,
    },
    /// What is stored contradicts itself.
    #[error(
        "the store is damaged, {place}: {what}; `strata check --deep` tells more, \
         a backup or a new run replaces it"
    )]
    Damaged {
        /// Table, run and row, or the file.
        place: String,
        /// What is wrong there.
        what: String,
    },
    /// The operating system refused something.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// What was being done, such as `create the directory`.
        doing: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// The disk or the quota is used up.
    #[error(
        "no space left at {} while trying to {doing}: free some space and use `strata resume`; \
         everything committed is safe",
        path.display()
    )]
    DiskFull {
        /// The store or the file.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
    },
    /// There is no room for something new.
    #[error(
        "no space left at {} to {what}: free some space and give the command again; \
         what was committed is safe",
        path.display()
    )]
    NoRoom {
        /// The file or directory.
        path: PathBuf,
        /// What was to be made, such as `make a backup`.
        what: &'static str,
    },
    /// The database refused something.
    #[error("the database at {} cannot {doing}", path.display())]
    Rocks {
        /// What was being done.
        doing: &'static str,
        /// The store.
        path: PathBuf,
        /// The database's reason.
        source: rocksdb::Error,
    },
    /// A write to a store that was opened for reading.
    #[error("the store at {} was opened for reading only", path.display())]
    ReadOnly {
        /// The store.
        path: PathBuf,
    },
    /// The run does not exist.
    #[error("there is no run {run} in this store: `strata runs` lists those there are")]
    NoRun {
        /// The number asked for.
        run: RunId,
    },
    /// It was told to stop.
    #[error("{what} was stopped, and what there was of it is removed")]
    Stopped {
        /// What was being done.
        what: &'static str,
    },
    /// Something that would do harm was asked for.
    #[error("refused to {what}: {why}")]
    Refused {
        /// What was asked.
        what: String,
        /// Why not, and what to do instead.
        why: String,
    },
}

impl StoreError {
    /// The error as it is for a command that makes something new: when the disk
    /// is full, there is no run to resume.
    #[must_use]
    pub fn to_make(self, what: &'static str) -> Self {
        match self {
            Self::DiskFull { path, .. } => Self::NoRoom { path, what },
            other => other,
        }
    }

    /// Damage in a row of `table`.
    #[must_use]
    pub fn damaged_row(table: Table, key: &[u8], what: impl Display) -> Self {
        let hex = key.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
        Self::Damaged { place: format!("table `{table}`, key {hex}"), what: what.to_string() }
    }

    /// Damage in what is stored of `run`.
    #[must_use]
    pub fn damaged_run(run: RunId, what: impl Display) -> Self {
        Self::Damaged { place: format!("run {run}"), what: what.to_string() }
    }

    /// Whether a file of the database is gone: beside a writer for a moment, else
    /// for good.
    #[must_use]
    pub fn is_missing_file(&self) -> bool {
        matches!(self, Self::Rocks { source, .. } if source.as_ref().contains("No such file"))
    }

    pub(super) fn bad_row(table: Table, key: &[u8], error: &CodecError) -> Self {
        Self::damaged_row(table, key, error)
    }

    pub(super) fn io(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| match source.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                Self::DiskFull { path, doing }
            }
            _ => Self::Io { doing, path, source },
        }
    }

    pub(super) fn rocks(
        doing: &'static str,
        path: &Path,
    ) -> impl FnOnce(rocksdb::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| {
            let text: &str = source.as_ref();
            // RocksDB hands over errno as text only.
            if text.contains("No space left on device") || text.contains("Disk quota exceeded") {
                return Self::DiskFull { path, doing };
            }
            match source.kind() {
                rocksdb::ErrorKind::Corruption => Self::Damaged {
                    place: format!("{} (while trying to {doing})", path.display()),
                    what: text.to_owned(),
                },
                _ => Self::Rocks { doing, path, source },
            }
        }
    }
}

/// The process that holds the lock of a store, as far as its lock file tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holder {
    /// Process number on its machine; 0 when the file does not tell.
    pub pid: u32,
    /// The machine.
    pub host: String,
    /// Program and version.
    pub program: String,
    /// Since when, as RFC 3339 in UTC.
    pub since: String,
}

impl Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pid == 0 {
            return f.write_str("another process");
        }
        write!(f, "process {}", self.pid)?;
        for (word, value) in
            [(" on ", &self.host), (", ", &self.program), (", since ", &self.since)]
        {
            if !value.is_empty() {
                write!(f, "{word}{value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_apart_from_other_failures() {
        let full = Path::new("/dev/full");
        let write = std::fs::OpenOptions::new().write(true).open(full).unwrap().write_all(b"x");
        let error = StoreError::io("write", full)(write.unwrap_err());
        assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
        assert!(error.to_string().contains("strata resume"), "{error}");
        let error = error.to_make("make a backup").to_string();
        assert!(error.contains("make a backup: ") && !error.contains("resume"), "{error}");
        let missing = std::fs::File::open("/nowhere").unwrap_err();
        let error = StoreError::io("open", "/nowhere")(missing);
        assert_eq!(error.to_string(), "cannot open /nowhere");
    }

    #[test]
    fn a_holder_tells_what_it_knows() {
        let mut holder = Holder { pid: 7, host: "here".into(), ..Holder::default() };
        assert_eq!(holder.to_string(), "process 7 on here");
        holder.since = "2026-01-01T00:00:00Z".into();
        assert_eq!(holder.to_string(), "process 7 on here, since 2026-01-01T00:00:00Z");
    }
}
