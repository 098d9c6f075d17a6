//! Reading boards from text.
//!
//! * **board**: rows of letters, ended by line breaks or `/`, or all rows of a
//!   square board in one string. `.` or `o` is an empty cell, `x` a wall, any
//!   other letter a car; the primary car is `A` and leaves to the right. Where
//!   blanks stand between the cells, cars can have longer names.
//! * **csv**: a table of cars in one of two [`Dialect`]s; the primary car is `X`
//!   and leaves to the right. The name of the file or [`Reading::size`] says how
//!   large the board is.
//! * **toml**: `board` is a drawing as above; `exit` (`"left"` or `"right"`) and
//!   `primary` (the name of a car) may differ from the usual; `name`, `source`,
//!   `note` and `[answers]` are for people and tests.

mod csv;
mod drawing;
mod grid;
mod recognise;
mod toml;
mod toml_write;

use std::fmt::{self, Display};
use std::path::Path;
use std::str::FromStr;

use crate::domains::format_error::{Fault, Place};
use crate::domains::{Answers, FormatError};
pub use csv::{Dialect, solution_csv};
pub use recognise::{is_likely, spelled};

use super::model::Board;

/// The longest puzzle file that is read, in bytes.
pub const MAX_FILE: usize = 1 << 20;

/// A board with what its file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFile {
    /// The board, checked.
    pub board: Board,
    /// What is known of it.
    pub answers: Answers,
    /// Where it comes from; may be empty.
    pub source: String,
    /// A remark; may be empty.
    pub note: String,
}

impl From<Board> for BoardFile {
    fn from(board: Board) -> Self {
        Self { board, answers: Answers::default(), source: String::new(), note: String::new() }
    }
}

/// What a text does not say of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// Columns and rows of the board, for tables of cars; without it the name
    /// of the file must have them.
    pub size: Option<(usize, usize)>,
}

/// A way to write a board down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Rows of letters.
    Board,
    /// A table of cars.
    Csv,
    /// Our own: a drawing and options as TOML.
    Toml,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Board, Self::Csv, Self::Toml];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Csv => "csv",
            Self::Toml => "toml",
        }
    }

    /// The format of a file, by the ending of its name, else by its text.
    #[must_use]
    pub fn detect(file: &str, text: &str) -> Self {
        let ends = |ending: &str| {
            Path::new(file).extension().is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        let sets = |line| ["board", "domain"].iter().any(|key| recognise::sets(line, key));
        if ends("toml") || text.lines().any(sets) {
            Self::Toml
        } else if ends("csv") || csv::has_header(text) {
            Self::Csv
        } else {
            Self::Board
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
            .ok_or_else(|| format!("unknown puzzle format {text:?}; Rush Hour has {names}"))
    }
}

/// Reads a board. `file` is what errors call it; without a `format`, the ending
/// of `file` and then the text decide.
///
/// # Errors
/// What is wrong with the text, at which line and column; also when it is
/// longer than [`MAX_FILE`].
pub fn read(
    file: &str,
    text: &str,
    format: Option<Format>,
    options: &Reading,
) -> Result<BoardFile, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = if text.len() > MAX_FILE {
        let message = format!("{} bytes; a puzzle file has at most {MAX_FILE}", text.len());
        Err(Fault::new(Place::START, message))
    } else {
        match format.unwrap_or_else(|| Format::detect(file, text)) {
            Format::Board => drawing::read(text),
            Format::Csv => csv::read(file, text, options),
            Format::Toml => toml::read(text),
        }
    };
    read.map_err(|fault| FormatError::new(file, text, fault))
}
