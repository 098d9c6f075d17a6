//! What can be wrong with the settings.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::Origin;

/// Settings that cannot be used. Nothing has been opened or written.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A settings file exists and cannot be read.
    #[error("cannot read the settings in {}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A settings file is not TOML.
    #[error("{}:{line}: not valid TOML: {message}", file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// A key that strata does not know.
    #[error("{origin}: there is no setting `{key}`{}", hint(.suggestion.as_deref()))]
    Unknown {
        /// Where it stands.
        origin: Origin,
        /// The key as written.
        key: String,
        /// The known key that looks most like it.
        suggestion: Option<String>,
    },
    /// A value that its key cannot take.
    #[error("{origin}: `{key}` cannot be {value:?}: {problem}")]
    Invalid {
        /// Where it stands.
        origin: Origin,
        /// The key.
        key: String,
        /// The value as written.
        value: String,
        /// What is wrong and what to write instead.
        problem: String,
    },
    /// A key without any value; the built-in defaults name them all.
    #[error("no place sets `{key}`")]
    Missing {
        /// The key.
        key: &'static str,
    },
}

fn hint(suggestion: Option<&str>) -> String {
    match suggestion {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `strata config show` lists all settings".to_owned(),
    }
}
