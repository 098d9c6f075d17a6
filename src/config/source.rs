//! The places that settings are read from.

use std::ffi::OsString;
use std::path::PathBuf;

use etcetera::BaseStrategy;

use super::Override;

/// Everything outside the program that settings are read from. Tests fill it
/// themselves.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// What flags on the command line set.
    pub flags: Vec<Override>,
    /// The environment; only names that begin with `STRATA_` matter.
    pub environment: Vec<(String, OsString)>,
    /// The file of the current directory; need not exist.
    pub local_file: Option<PathBuf>,
    /// The user's file; need not exist.
    pub user_file: Option<PathBuf>,
}

impl Sources {
    /// The environment and files of this process, below `flags`.
    #[must_use]
    pub fn of_process(flags: Vec<Override>) -> Self {
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .collect();
        Self {
            flags,
            environment,
            local_file: Some(PathBuf::from("strata.toml")),
            user_file: Self::user_file(),
        }
    }

    /// Where the user's file is: `$XDG_CONFIG_HOME/strata/strata.toml`. `None`
    /// for a user without home directory.
    #[must_use]
    pub fn user_file() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.config_dir().join("strata").join("strata.toml"))
    }
}
