//! Where a setting was read.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// The place that gave a value: enough to find and change it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "origin", rename_all = "snake_case")]
pub enum Origin {
    /// The defaults that are part of the program.
    Default,
    /// A settings file.
    File {
        /// Its path.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A variable of the environment.
    Environment {
        /// Its name.
        variable: String,
    },
    /// A flag on the command line.
    Flag {
        /// The flag with its dashes.
        flag: &'static str,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { file, line } => write!(f, "{}:{line}", file.display()),
            Self::Environment { variable } => write!(f, "environment {variable}"),
            Self::Flag { flag } => f.write_str(flag),
        }
    }
}
