//! One writer at a time.
//!
//! The operating system holds the lock, so it ends with its process however
//! that ends; what the file says is only for people.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use super::error::{Holder, Result, StoreError};

/// Name of the lock file within a store.
pub(super) const LOCK_FILE: &str = "LOCK.strata";
/// A lock file is longer than this only when something else wrote it.
const MAX_BYTES: u64 = 4096;

/// The right to write to a store; ends when it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of the store in `directory`, which exists.
    pub(super) fn take(directory: &Path) -> Result<Self> {
        let path = directory.join(LOCK_FILE);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(StoreError::io("open the lock file", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Locked {
                    path: directory.to_owned(),
                    holder: read_holder(&file),
                });
            }
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::io("lock", path)(error));
            }
        }
        describe(&mut file, &myself()).map_err(StoreError::io("write the lock file", &path))?;
        Ok(Self { file })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // An empty file names nobody; should this fail, the lock ends all the same.
        let _ = self.file.set_len(0);
    }
}

fn myself() -> Holder {
    Holder {
        pid: std::process::id(),
        host: host(),
        program: format!("strata {}", env!("CARGO_PKG_VERSION")),
        since: humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string(),
    }
}

/// The name of this machine, or nothing when it does not tell.
fn host() -> String {
    let sources = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let name = sources.iter().find_map(|path| fs::read_to_string(PathBuf::from(path)).ok());
    name.map(|name| name.trim().to_owned()).unwrap_or_default()
}

fn describe(file: &mut File, holder: &Holder) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    write!(
        file,
        "pid={}\nhost={}\nprogram={}\nsince={}\n",
        holder.pid, holder.host, holder.program, holder.since
    )
}

/// What the file says; whatever it does not say stays empty.
fn read_holder(file: &File) -> Holder {
    let mut text = Vec::new();
    let mut holder = Holder::default();
    if file.take(MAX_BYTES).read_to_end(&mut text).is_err() {
        return holder;
    }
    for line in String::from_utf8_lossy(&text).lines() {
        let Some((name, value)) = line.split_once('=') else { continue };
        // The text goes to a terminal and may come from anywhere.
        let value: String = value.chars().filter(|c| !c.is_control()).take(80).collect();
        match name {
            "pid" => holder.pid = value.parse().unwrap_or(0),
            "host" => holder.host = value,
            "program" => holder.program = value,
            "since" => holder.since = value,
            _ => {}
        }
    }
    holder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_writer_is_told_who_holds_the_lock() {
        let directory = tempfile::tempdir().unwrap();
        let first = Lock::take(directory.path()).unwrap();
        let Err(StoreError::Locked { holder, .. }) = Lock::take(directory.path()) else {
            panic!("two locks at once");
        };
        assert_eq!(holder.pid, std::process::id());
        assert!(holder.to_string().contains(concat!("strata ", env!("CARGO_PKG_VERSION"))));
        drop(first);
        drop(Lock::take(directory.path()).unwrap());
    }

    #[test]
    fn the_file_of_a_dead_holder_does_not_block() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(LOCK_FILE);
        fs::write(&path, "pid=1\nhost=elsewhere\n").unwrap();
        let lock = Lock::take(directory.path()).unwrap();
        assert!(
            fs::read_to_string(&path)
                .unwrap()
                .starts_with(&format!("pid={}\n", std::process::id()))
        );
        drop(lock);
    }

    #[test]
    fn garbage_in_the_file_is_no_holder() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(LOCK_FILE);
        fs::write(&path, b"\xff\xfe=\0\npid=x\nhost=a\x1b[31mb\n").unwrap();
        let holder = read_holder(&File::open(&path).unwrap());
        assert_eq!(holder, Holder { host: "a[31mb".into(), ..Holder::default() });
        assert_eq!(holder.to_string(), "another process");
    }
}
