//! Layered settings: flag > environment > `./strata.toml` > user file >
//! built-in defaults.
//!
//! Every layer is flattened to `group.key = text` with the place it was read
//! from, the uppermost text of each key wins and is then parsed once by the
//! key's type. So all layers accept the same notation, and every error can
//! name the place. This module depends on nothing else in the crate.

mod error;
mod layer;
mod memory;
mod origin;
mod settings;
mod source;
#[cfg(test)]
mod tests;
mod units;
mod value;

pub use error::ConfigError;
pub use layer::Override;
pub use memory::Budgets;
pub use origin::Origin;
pub use settings::{
    Checkpoint, Engine, Entry, KEYS, Limits, Loaded, Log, Memory, Output, Settings, Store,
};
pub use source::Sources;
pub use units::{Count, Size, SizeIn, Time};
pub use value::{Auto, Choice, Compression, Limit, LogFilter, Problem, Threads, When};

/// The built-in defaults: the text of `config/default.toml`, in which every key
/// is explained.
pub const DEFAULTS: &str = include_str!("../../config/default.toml");

/// The environment variable that sets `key`: `STRATA_MEMORY_BATCH` for
/// `memory.batch`; `store.path`, the most used, is just `STRATA_STORE`.
#[must_use]
pub fn environment_name(key: &str) -> String {
    match key {
        "store.path" => "STRATA_STORE".to_owned(),
        _ => format!("STRATA_{}", key.replace('.', "_").to_uppercase()),
    }
}
