//! Reading puzzles from text: our own TOML files, plain drawings, and
//! jimslide configuration files. `docs/puzzle-format.md` describes them.

mod assemble;
mod drawing;
mod grid;
mod jimslide;
mod symbols;
mod toml;
mod toml_write;
mod words;

use std::fmt::{self, Display};
use std::path::Path;
use std::str::FromStr;

use crate::domains::format_error::{Fault, Place};
use crate::domains::{Answers, FormatError};
pub(super) use symbols::{Symbols, padded};

use super::model::Puzzle;

/// The longest puzzle file that is read, in bytes.
pub const MAX_FILE: usize = 1 << 20;

/// A puzzle with what its file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The puzzle, checked.
    pub puzzle: Puzzle,
    /// What is known of it.
    pub answers: Answers,
    /// Where it comes from; may be empty.
    pub source: String,
    /// A remark; may be empty.
    pub note: String,
}

impl From<Puzzle> for PuzzleFile {
    fn from(puzzle: Puzzle) -> Self {
        Self { puzzle, answers: Answers::default(), source: String::new(), note: String::new() }
    }
}

/// A way to write a puzzle down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Our own: drawings and options as TOML.
    Toml,
    /// Start rows, a blank line, goal rows.
    Drawing,
    /// A configuration file of jimslide or js2.
    Jimslide,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Toml, Self::Drawing, Self::Jimslide];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Drawing => "drawing",
            Self::Jimslide => "jimslide",
        }
    }

    /// The format of a file, by the ending of its name, else by its text.
    #[must_use]
    pub fn detect(file: &str, text: &str) -> Self {
        let toml = Path::new(file).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        let is_key = |line: &str| {
            line.trim_start()
                .strip_prefix("board")
                .is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        if toml || text.lines().any(is_key) {
            Self::Toml
        } else if jimslide::is_likely(text) {
            Self::Jimslide
        } else {
            Self::Drawing
        }
    }
}

impl Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| format!("unknown puzzle format {text:?}; there are {names}"))
    }
}

/// Reads a puzzle. `file` is what errors call it; without a `format`, the
/// ending of `file` and then the text decide.
///
/// # Errors
/// What is wrong with the text, at which line and column; also when it is
/// longer than [`MAX_FILE`].
pub fn read(file: &str, text: &str, format: Option<Format>) -> Result<PuzzleFile, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = if text.len() > MAX_FILE {
        let message = format!("{} bytes; a puzzle file has at most {MAX_FILE}", text.len());
        Err(Fault::new(Place::START, message))
    } else {
        match format.unwrap_or_else(|| Format::detect(file, text)) {
            Format::Toml => toml::read(text),
            Format::Drawing => drawing::read(text),
            Format::Jimslide => jimslide::read(text),
        }
    };
    let read = read.and_then(|read| match read.puzzle.check() {
        Ok(()) => Ok(read),
        Err(error) => Err(Fault::new(Place::START, error.message)),
    });
    read.map_err(|fault| FormatError::new(file, text, fault))
}
