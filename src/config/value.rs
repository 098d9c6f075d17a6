//! The types of the settings other than sizes, counts and times.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;
use tracing_subscriber::EnvFilter;

use super::units::{Count, SizeIn, Time};

/// Why a text is not a value: what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Problem(String);

impl Problem {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// A type that a setting can have: read from text, shown so that it reads back.
pub(super) trait Setting: Sized {
    fn read(text: &str) -> Result<Self, Problem>;
    fn show(&self) -> String;
}

/// Types whose text form is `FromStr` and `Display`.
macro_rules! textual {
    ($($type:ty $([$(const $name:ident),*])?),* $(,)?) => {$(
        impl $(<$(const $name: u64),*>)? Setting for $type {
            fn read(text: &str) -> Result<Self, Problem> {
                text.parse()
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

textual!(SizeIn<MIN, MAX> [const MIN, const MAX], Count, Time, Threads, LogFilter);

impl Setting for PathBuf {
    fn read(text: &str) -> Result<Self, Problem> {
        if text.is_empty() { Err(Problem::new("a path is needed")) } else { Ok(Self::from(text)) }
    }

    fn show(&self) -> String {
        self.display().to_string()
    }
}

/// A value or `auto`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auto<T> {
    /// Derived from the machine.
    Auto,
    /// As the user said.
    Is(T),
}

impl<T: Setting> Setting for Auto<T> {
    fn read(text: &str) -> Result<Self, Problem> {
        match text.trim() {
            "auto" => Ok(Self::Auto),
            other => match T::read(other) {
                Ok(value) => Ok(Self::Is(value)),
                Err(problem) => Err(Problem::new(format!("{problem}, or \"auto\""))),
            },
        }
    }

    fn show(&self) -> String {
        match self {
            Self::Auto => "auto".to_owned(),
            Self::Is(value) => value.show(),
        }
    }
}

/// A bound or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit<T>(Option<T>);

impl<T: Copy> Limit<T> {
    /// The bound, if there is one.
    #[must_use]
    pub fn get(self) -> Option<T> {
        self.0
    }
}

impl<T: Setting> Setting for Limit<T> {
    fn read(text: &str) -> Result<Self, Problem> {
        match text.trim() {
            "none" => Ok(Self(None)),
            other => match T::read(other) {
                Ok(value) => Ok(Self(Some(value))),
                Err(problem) => Err(Problem::new(format!("{problem}, or \"none\""))),
            },
        }
    }

    fn show(&self) -> String {
        self.0.as_ref().map_or_else(|| "none".to_owned(), Setting::show)
    }
}

/// A setting that takes one of a few words.
pub trait Choice: Copy + PartialEq + Sized + 'static {
    /// Every value with its word.
    const WORDS: &'static [(&'static str, Self)];

    /// The word of this value.
    #[must_use]
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        found.map_or("", |(word, _)| word)
    }
}

impl<T: Choice> Setting for T {
    fn read(text: &str) -> Result<Self, Problem> {
        let found = T::WORDS.iter().find(|(word, _)| *word == text.trim());
        found.map(|(_, value)| *value).ok_or_else(|| {
            let words: Vec<String> = T::WORDS.iter().map(|(word, _)| format!("{word:?}")).collect();
            Problem::new(format!("write one of {}", words.join(", ")))
        })
    }

    fn show(&self) -> String {
        self.word().to_owned()
    }
}

/// What compresses blocks of states on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Zstandard: the smallest store.
    Zstd,
    /// LZ4: the fastest.
    Lz4,
    /// None.
    None,
}

impl Choice for Compression {
    const WORDS: &'static [(&'static str, Self)] =
        &[("zstd", Self::Zstd), ("lz4", Self::Lz4), ("none", Self::None)];
}

/// When to do something that suits a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// When the output goes to a terminal that wants it.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Choice for When {
    const WORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("always", Self::Always), ("never", Self::Never)];
}

/// A number of threads, up to 1024; 0 is one for each core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threads(u16);

impl Threads {
    const MOST: u16 = 256;

    /// The number of threads to start: at least one.
    #[must_use]
    pub fn count(self) -> usize {
        match self.0 {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            some => usize::from(some),
        }
    }
}

impl FromStr for Threads {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.trim().parse() {
            Ok(number) if number <= Self::MOST => Ok(Self(number)),
            _ => Err(Problem::new(format!("write a number from 0 (every core) to {}", Self::MOST))),
        }
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// What is logged: a level, or levels by part of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogFilter(String);

impl LogFilter {
    /// The filter in the notation of `tracing_subscriber`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for LogFilter {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        // A lone word that is no level would be taken for a part of the program,
        // so that "wran" would silently log nothing.
        let word = |part: &str| part.contains(['=', '[']) || LEVELS.contains(&part.trim());
        match EnvFilter::try_new(text) {
            Ok(_) if text.split(',').all(word) => Ok(Self(text.trim().to_owned())),
            _ => Err(Problem::new(
                "write \"off\", \"error\", \"warn\", \"info\", \"debug\", \"trace\" or levels by \
                 part such as \"warn,strata::store=debug\"",
            )),
        }
    }
}

impl fmt::Display for LogFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
