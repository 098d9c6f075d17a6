//! Reading boards from text.
//!
//! * **board**: a column a line, its free card last; before it, if need be, a line
//!   for the foundations and one for the freecells:
//!
//!   ```text
//!   Foundations: H-6 C-9 D-2 S-0
//!   Freecells: QS - KD
//!   : 4C 10D
//!   :
//!   ```
//!
//!   The lines are known by what they begin with (`Founds:` and `FC:` as well), the
//!   colon before a column may be left out unless it is empty; suits that are not
//!   named have empty foundations. `-` is an empty freecell. Where the freecells
//!   end with a card, or there is none, other programs leave empty ones off: the
//!   board then has at least four. `Freecells (1): QS` says how many there are.
//! * **toml**: `board` is such a text, or `deal` the number of a deal; `freecells`,
//!   `columns` and `ranks` set the sizes, `name`, `source`, `note` and `[answers]`
//!   are for people and tests.

mod recognise;
mod text;
mod toml;
mod write;

use std::fmt::{self, Display};
use std::path::Path;
use std::str::FromStr;

use crate::domains::format_error::{Fault, Place};
use crate::domains::{Answers, FormatError};
pub use recognise::{is_likely, spelled};
pub(super) use text::parse;
pub use write::{canonical, rows};

use super::model::Layout;

/// The longest puzzle file that is read, in bytes.
pub const MAX_FILE: usize = 1 << 20;

/// A game with what its file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFile {
    /// The game, its board checked.
    pub layout: Layout,
    /// What is known of it; nothing when its sizes are not those of the file.
    pub answers: Answers,
    /// Where it comes from; may be empty.
    pub source: String,
    /// A remark; may be empty.
    pub note: String,
}

impl From<Layout> for BoardFile {
    fn from(layout: Layout) -> Self {
        Self { layout, answers: Answers::default(), source: String::new(), note: String::new() }
    }
}

/// Sizes of the game that take the place of those that its text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// Freecells, up to [`MAX_FREECELLS`](super::MAX_FREECELLS); those that hold a
    /// card must stay.
    pub freecells: Option<usize>,
    /// Columns, 1 to [`MAX_COLUMNS`](super::MAX_COLUMNS); those that hold cards must
    /// stay.
    pub columns: Option<usize>,
    /// Ranks of a suit that are dealt, 1 to [`RANKS`](super::RANKS): for deals by
    /// number alone.
    pub ranks: Option<u8>,
}

/// A way to write a game down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A line a column.
    Board,
    /// Our own: a board or the number of a deal, and more, as TOML.
    Toml,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Board, Self::Toml];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Toml => "toml",
        }
    }

    /// The format of a file, by the ending of its name, else by its text.
    #[must_use]
    pub fn detect(file: &str, text: &str) -> Self {
        let ending = Path::new(file).extension();
        let toml = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
            || crate::domains::recognise::says_domain(text, super::DOMAIN);
        if toml { Self::Toml } else { Self::Board }
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
        let names = Self::ALL.map(Self::name).join(" and ");
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| format!("unknown puzzle format {text:?}; FreeCell has {names}"))
    }
}

/// Reads a game. `file` is what errors call it; without a `format`, the ending of
/// `file` and then the text decide.
///
/// # Errors
/// What is wrong with the text, at which line and column; also when it is longer
/// than [`MAX_FILE`], or its cards have no place in a game of the `sizes`.
pub fn read(
    file: &str,
    text: &str,
    format: Option<Format>,
    sizes: Sizes,
) -> Result<BoardFile, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = if text.len() > MAX_FILE {
        let message = format!("{} bytes; a puzzle file has at most {MAX_FILE}", text.len());
        Err(Fault::new(Place::START, message))
    } else {
        match format.unwrap_or_else(|| Format::detect(file, text)) {
            Format::Board => parse(text)
                .and_then(|parsed| parsed.board(sizes))
                .map(|board| Layout { name: String::new(), board }.into()),
            Format::Toml => toml::read(text, sizes),
        }
    };
    read.map_err(|fault| FormatError::new(file, text, fault))
}
