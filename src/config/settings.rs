//! The table of all settings: their keys, types and typed values.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::layer::{Choices, layers};
use super::units::{Count, Size, SizeIn, Time};
use super::value::{Auto, Compression, Limit, LogFilter, Setting, Threads, When};
use super::{ConfigError, Origin, Sources};

/// Declares the settings: one struct a group, the list of keys, reading and
/// showing. `config/default.toml` gives each key's default and explains it.
macro_rules! settings {
    ($(
        $(#[$group_doc:meta])*
        $group:ident: $Group:ident {
            $( $(#[$doc:meta])* $field:ident: $Type:ty, )*
        }
    )*) => {
        $(
            $(#[$group_doc])*
            #[derive(Debug, Clone, PartialEq)]
            pub struct $Group {
                $( $(#[$doc])* pub $field: $Type, )*
            }
        )*

        /// All settings, by group as in `config/default.toml`.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Settings {
            $( $(#[$group_doc])* pub $group: $Group, )*
        }

        /// All keys, in the order of `config/default.toml`.
        pub const KEYS: &[&str] =
            &[$($( concat!(stringify!($group), ".", stringify!($field)), )*)*];

        impl Settings {
            fn read(choices: &Choices) -> Result<Self, ConfigError> {
                Ok(Self {
                    $( $group: $Group {
                        $( $field: choices.read(
                            concat!(stringify!($group), ".", stringify!($field))
                        )?, )*
                    }, )*
                })
            }

            fn shown(&self) -> Vec<String> {
                vec![$($( self.$group.$field.show(), )*)*]
            }
        }
    };
}

/// A memory budget: large enough to hold some work, small enough to be meant.
type Budget = Auto<SizeIn<{ 64 << 10 }, { 1 << 40 }>>;

settings! {
    /// Where and how states are stored.
    store: Store {
        /// Directory of the store.
        path: PathBuf,
        /// What compresses blocks on disk.
        compression: Compression,
        /// Bytes of a block before compression.
        block_size: SizeIn<{ 4 << 10 }, { 4 << 20 }>,
        /// Bytes of blocks that the store may keep in memory.
        cache: SizeIn<0, { 1 << 40 }>,
    }
    /// Memory budgets; [`Memory::budgets`] resolves what is automatic.
    memory: Memory {
        /// Bytes for candidates.
        candidates: Budget,
        /// Bytes for batches on their way through the pipeline.
        batch: Budget,
    }
    /// The pipeline.
    engine: Engine {
        /// Threads that expand states.
        threads: Threads,
    }
    /// When work is committed.
    checkpoint: Checkpoint {
        /// Longest time between two commits.
        interval: Time,
    }
    /// What stops a run before its end.
    limits: Limits {
        /// Most states to store.
        states: Limit<Count>,
        /// Last generation to complete.
        generations: Limit<Count>,
        /// Longest time to run since the start of the process.
        time: Limit<Time>,
        /// Most bytes of the store.
        disk: Limit<Size>,
        /// Bytes to leave free on the store's disk.
        free_disk: Size,
    }
    /// What the user sees.
    output: Output {
        /// Colours.
        color: When,
        /// Progress on standard error.
        progress: When,
    }
    /// Diagnostics.
    log: Log {
        /// What is logged to standard error.
        level: LogFilter,
    }
}

/// One setting as `strata config show` lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The key, such as `store.path`.
    pub key: &'static str,
    /// The value in its normal notation; it can be read back.
    pub value: String,
    /// The place that gave it.
    pub origin: &'a Origin,
}

/// The settings together with the place that each was read from.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// The values.
    pub settings: Settings,
    origins: BTreeMap<&'static str, Origin>,
}

impl Loaded {
    /// Reads all layers.
    ///
    /// # Errors
    /// [`ConfigError`] names the place of an unreadable file, an unknown key or
    /// an impossible value.
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        let choices = Choices::new(layers(sources)?);
        let settings = Settings::read(&choices)?;
        Ok(Self { settings, origins: choices.into_origins() })
    }

    /// Every setting with its value and origin, in the order of [`KEYS`].
    #[must_use]
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let shown = KEYS.iter().zip(self.settings.shown());
        shown
            .map(|(key, value)| Entry {
                key,
                value,
                origin: self.origins.get(key).unwrap_or(&Origin::Default),
            })
            .collect()
    }
}
