//! Whether a directory can be looked into at all, which is another question
//! than what is there.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::error::{Result, StoreError};
use super::handle::Store;
use super::open::database_in;

impl Store {
    /// Makes sure that `directory` is a directory that may be read, or that
    /// nothing is there.
    ///
    /// # Errors
    /// [`StoreError::NotADirectory`], or [`StoreError::Io`] when the system does
    /// not let it be read.
    pub fn look_at(directory: &Path) -> Result<()> {
        // Names the link, also one that leads nowhere.
        if !exists(directory, fs::symlink_metadata(directory))? {
            return Ok(());
        }
        if !exists(directory, fs::metadata(directory))? {
            return Err(StoreError::NotADirectory { path: directory.to_owned() });
        }
        list(directory)?;
        let database = database_in(directory);
        if exists(&database, fs::metadata(&database))? { list(&database) } else { Ok(()) }
    }
}

fn exists(path: &Path, found: io::Result<Metadata>) -> Result<bool> {
    match found {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(refusal(path, error)),
    }
}

fn list(directory: &Path) -> Result<()> {
    fs::read_dir(directory).map(drop).map_err(|error| refusal(directory, error))
}

fn refusal(path: &Path, error: io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::NotADirectory => StoreError::NotADirectory { path: path.to_owned() },
        _ => StoreError::io("look into", path)(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_be_read_is_no_missing_store() {
        let denied = refusal(Path::new("x"), ErrorKind::PermissionDenied.into());
        assert!(matches!(denied, StoreError::Io { .. }), "{denied:?}");
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        let looked = [&file, &file.join("below")].map(|path| Store::look_at(path));
        let refused = |looked: &Result<()>| matches!(looked, Err(StoreError::NotADirectory { .. }));
        assert!(looked.iter().all(refused), "{looked:?}");
        assert!(Store::look_at(directory.path()).is_ok());
        assert!(Store::look_at(&directory.path().join("new")).is_ok());
    }
}
