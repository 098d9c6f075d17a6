//! Reading twisty puzzles from text.
//!
//! * **tws**: lines of words, as ksolve and twsearch have them. `Set ORBIT pieces turns`;
//!   `Solved` (numbers from 1) and `StartState` (from 0), in which pieces that look alike
//!   have the same number and `?` stands for a turn that does not matter; `Move NAME`
//!   (numbers from 1, turns by piece) and `MoveTransformation NAME` (from 0, turns by slot);
//!   `MoveAlias`, `MoveSequence`; `ScrambleAlg`, `Scramble` and `ScrambleState` say where a
//!   search starts. Blocks end with `End`, remarks begin with `#`.
//! * **kpuzzle**: the JSON of KPuzzle definitions.

mod assemble;
mod json_place;
mod kpuzzle;
mod kpuzzle_derived;
mod kpuzzle_json;
mod numbers;
#[cfg(test)]
mod tests;
mod tws;
mod tws_lines;
mod tws_write;

use std::fmt::{self, Display};
use std::path::Path;
use std::str::FromStr;

use super::puzzle::Puzzle;
use crate::domains::FormatError;
use crate::domains::format_error::{Fault, Place};
pub use assemble::{MAX_ALIAS_TURNS, MAX_ALIASES, MAX_BASES, MAX_ORDER};
pub use tws_write::write_tws;

/// The longest puzzle file that is read, in bytes.
pub const MAX_FILE: usize = 1 << 20;

/// A way to write a twisty puzzle down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Lines of words.
    Tws,
    /// A KPuzzle definition as JSON.
    KPuzzle,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Tws, Self::KPuzzle];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tws => "tws",
            Self::KPuzzle => "kpuzzle",
        }
    }

    /// The format of a file, by the ending of its name, else by its text.
    #[must_use]
    pub fn detect(file: &str, text: &str) -> Self {
        let ends = |ending: &str| {
            Path::new(file).extension().is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        if !ends("tws") && (ends("json") || text.trim_start().starts_with('{')) {
            Self::KPuzzle
        } else {
            Self::Tws
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
            .ok_or_else(|| format!("unknown puzzle format {text:?}; twisty puzzles have {names}"))
    }
}

/// Whether a file is a twisty puzzle: its name ends with `.tws` or `.json`, a line begins with `Set`, or
/// it is JSON with `orbits` and `moves`.
#[must_use]
pub fn is_likely(file: &str, text: &str) -> bool {
    let ending = Path::new(file).extension().and_then(|ending| ending.to_str());
    if ending.is_some_and(|end| ["tws", "json"].iter().any(|e| end.eq_ignore_ascii_case(e))) {
        return true;
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') {
        text.contains("\"orbits\"") && text.contains("\"moves\"")
    } else {
        text.lines().any(|line| line.split_whitespace().next() == Some("Set"))
    }
}

/// Reads a puzzle. `file` is what errors call it; without a `format`, the ending of `file`
/// and then the text decide.
///
/// # Errors
/// What is wrong with the text, at which line and column; also when it is longer than
/// [`MAX_FILE`].
pub fn read(file: &str, text: &str, format: Option<Format>) -> Result<Puzzle, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = if text.len() > MAX_FILE {
        let message = format!("{} bytes; a puzzle file has at most {MAX_FILE}", text.len());
        Err(Fault::new(Place::START, message))
    } else {
        match format.unwrap_or_else(|| Format::detect(file, text)) {
            Format::Tws => tws::read(text),
            Format::KPuzzle => kpuzzle::read(text),
        }
    };
    read.map_err(|fault| FormatError::new(file, text, fault))
}
