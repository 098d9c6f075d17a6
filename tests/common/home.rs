//! The program in a place of its own.

use std::fs;
use std::path::Path;
use std::process::Command;

/// `strata` in an empty home and an empty current directory.
pub(crate) struct Home(tempfile::TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, file: &str, text: &str) -> &Self {
        let file = self.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    pub(crate) fn strata(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.args(args).current_dir(self.path()).env_clear().env("HOME", self.path());
        command
    }
}
