//! From a puzzle known at run time to a concrete state space.

mod about;
mod read;
mod twisty;
mod written;

use std::path::Path;

use thiserror::Error;

pub use about::About;
pub use written::Notation;

use super::format_error::FormatError;
use super::freecell::{self, FreeCell};
use super::library::{self, LibraryError};
use super::rushhour::formats::Dialect;
use super::rushhour::{self, RushHour};
use super::sliding::{self, Encoding, Sliding};
use super::twisty::{self as turning, Twisty};
use crate::space::{Draw, SpaceId, Words};

/// Something to do with a state space of any type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<S: Draw>(self, space: &S) -> Self::Output;
}

/// Choices that a domain leaves to the user; `None` takes the domain's default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The domain; `None` recognises it.
    pub domain: Option<String>,
    /// What counts as one move.
    pub metric: Option<String>,
    /// How states become keys.
    pub encoding: Option<String>,
    /// Tell pieces of one shape apart.
    pub distinct: bool,
    /// The format of the puzzle's file; `None` recognises it.
    pub format: Option<String>,
    /// Columns and rows of a board whose text does not tell.
    pub size: Option<(usize, usize)>,
    /// The side on which a board has its exit, in place of the one it says.
    pub exit: Option<String>,
    /// Freecells, in place of those that the game says.
    pub freecells: Option<usize>,
    /// Columns of cards, in place of those that the game says.
    pub columns: Option<usize>,
    /// Ranks of a suit that are dealt.
    pub ranks: Option<u8>,
    /// The turns of a twisty puzzle that are used, such as `<R,U>`.
    pub moves: Option<String>,
    /// Turns that lead from the solved position of a twisty puzzle to the start.
    pub scramble: Option<String>,
    /// The orbits of a twisty puzzle to which it is reduced, with commas between.
    pub only: Option<String>,
    /// The pieces of a twisty puzzle that count, with commas between.
    pub pieces: Option<String>,
}

/// The domains, in the order in which they are told.
pub const DOMAINS: [&str; 4] =
    [sliding::DOMAIN, rushhour::DOMAIN, freecell::DOMAIN, turning::DOMAIN];

/// Why there is no state space.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The text of the puzzle is wrong.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The library has no such puzzle.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// An option has a value that the domain does not know.
    #[error("{0}")]
    Option(String),
    /// The stored puzzle cannot be used by this program.
    #[error("the stored puzzle is of domain {domain:?}, encoding {encoding:?}: {why}")]
    Stored {
        /// The domain.
        domain: String,
        /// The encoding.
        encoding: String,
        /// What is wrong with it.
        why: String,
    },
}

/// A puzzle, ready to become a state space.
#[derive(Debug, Clone)]
pub struct Problem {
    name: String,
    about: About,
    puzzle: Puzzle,
}

/// A puzzle of one of the domains, with the choices that make it a space.
#[derive(Debug, Clone)]
enum Puzzle {
    Sliding { puzzle: sliding::Puzzle, metric: sliding::Metric, encoding: Encoding },
    RushHour { board: rushhour::Board, metric: rushhour::Metric, dialect: Dialect },
    FreeCell { layout: freecell::Layout },
    Twisty { compiled: Box<turning::Compiled> },
}

impl Problem {
    /// Reads the text of a puzzle; `file` names it in messages.
    ///
    /// # Errors
    /// [`ProblemError`] with line and column for what is wrong with the text.
    pub fn read(file: &str, text: &str, options: &Options) -> Result<Self, ProblemError> {
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| file.to_owned());
        match read::domain(file, text, options)? {
            rushhour::DOMAIN => read::rush_hour(name, file, text, options),
            freecell::DOMAIN => read::free_cell(name, file, text, options),
            turning::DOMAIN => twisty::read(name, file, text, options),
            _ => read::sliding(name, file, text, options),
        }
    }

    /// A puzzle of the library.
    ///
    /// # Errors
    /// [`ProblemError::Library`] with similar names when there is none.
    pub fn named(name: &str, options: &Options) -> Result<Self, ProblemError> {
        let entry = library::entry(name)?;
        if let Some(domain) = options.domain.as_deref().filter(|&domain| domain != entry.domain) {
            let message =
                format!("{name} is no puzzle of {domain}, it belongs to {}", entry.domain);
            return Err(ProblemError::Option(message));
        }
        if let Some(problem) = twisty::built_in(name, options).filter(|_| entry.is_built_in()) {
            return problem;
        }
        let options = Options {
            domain: Some(entry.domain.to_owned()),
            format: format("toml"),
            ..options.clone()
        };
        let mut problem = Self::read(&format!("{name}.toml"), &entry.text(), &options)?;
        name.clone_into(&mut problem.name);
        Ok(problem)
    }

    /// A puzzle that is spelled out in a word, as a command line can have it;
    /// `None` when the word is no puzzle.
    ///
    /// # Errors
    /// [`ProblemError`] when it has the form of a puzzle, but is none.
    pub fn spelled(word: &str, options: &Options) -> Option<Result<Self, ProblemError>> {
        let of = |domain: &str| {
            let wanted = options.domain.as_deref().is_none_or(|wanted| wanted == domain);
            wanted.then(|| Options { domain: Some(domain.to_owned()), ..options.clone() })
        };
        if let Some((number, options)) = freecell::formats::spelled(word).zip(of(freecell::DOMAIN))
        {
            return Some(read::free_cell_deal(word, number, &options));
        }
        let options = of(rushhour::DOMAIN).filter(|_| rushhour::formats::spelled(word))?;
        Some(read::rush_hour(word.to_owned(), "board", word, &options))
    }

    /// The puzzle of a stored run.
    ///
    /// # Errors
    /// [`ProblemError::Stored`] when this program cannot build it again.
    pub fn stored(name: &str, id: &SpaceId) -> Result<Self, ProblemError> {
        let unusable = |why: String| ProblemError::Stored {
            domain: id.domain.clone(),
            encoding: id.encoding.clone(),
            why,
        };
        if !DOMAINS.contains(&id.domain.as_str()) {
            return Err(unusable("this program does not have that domain".to_owned()));
        }
        // The width of the keys follows from the puzzle.
        let stored = id.encoding.rsplit_once('/').map_or("", |(encoding, _)| encoding);
        let encoding = match id.domain.as_str() {
            rushhour::DOMAIN => (stored == rushhour::ENCODING).then_some(None),
            freecell::DOMAIN => (stored == freecell::ENCODING).then_some(None),
            turning::DOMAIN => (stored == turning::ENCODING).then_some(None),
            _ => (Encoding::ALL.into_iter().find(|known| known.id() == stored))
                .map(|encoding| Some(encoding.name().to_owned())),
        };
        let encoding =
            encoding.ok_or_else(|| unusable("this program does not have that encoding".into()))?;
        let options = Options {
            domain: Some(id.domain.clone()),
            metric: id.options.get("metric").cloned(),
            encoding,
            format: format(match id.domain.as_str() {
                freecell::DOMAIN => "board",
                turning::DOMAIN => "tws",
                _ => "toml",
            }),
            moves: id.options.get("moves").cloned(),
            ..Options::default()
        };
        let mut problem = Self::read("stored puzzle", &id.instance, &options)
            .map_err(|error| unusable(error.to_string()))?;
        name.clone_into(&mut problem.name);
        Ok(problem)
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its file says about it.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The twisty puzzle that it is, if it is one.
    #[must_use]
    pub fn twisty(&self) -> Option<&turning::Task> {
        match &self.puzzle {
            Puzzle::Twisty { compiled } => Some(compiled.task()),
            _ => None,
        }
    }

    /// Builds the state space and hands it to `visitor`.
    ///
    /// # Errors
    /// [`ProblemError::Option`] when the puzzle is too large for any key.
    pub fn visit<V: Visitor>(&self, visitor: V) -> Result<V::Output, ProblemError> {
        match &self.puzzle {
            Puzzle::Sliding { puzzle, metric, encoding } => {
                macro_rules! first_that_fits {
                    ($($cells:ty, $key:ty;)*) => {
                        $(if sliding::fits::<$cells, $key>(puzzle, *encoding) {
                            let puzzle = puzzle.clone();
                            if let Some(space) = Sliding::<$cells, $key>::new(puzzle, *metric, *encoding) {
                                return Ok(visitor.visit(&space));
                            }
                        })*
                    };
                }
                first_that_fits! {
                    u64, u64;
                    u64, u128;
                    sliding::Cells256, u64;
                    sliding::Cells256, u128;
                    sliding::Cells256, Words<8>;
                    sliding::Cells256, Words<32>;
                }
            }
            Puzzle::RushHour { board, metric, .. } => {
                macro_rules! first_that_fits {
                    ($($key:ty;)*) => {
                        $(if rushhour::fits::<$key>(board) {
                            if let Some(space) = RushHour::<$key>::new(board.clone(), *metric) {
                                return Ok(visitor.visit(&space));
                            }
                        })*
                    };
                }
                first_that_fits! { u64; u128; Words<8>; Words<32>; }
            }
            Puzzle::Twisty { compiled } => {
                macro_rules! first_that_fits {
                    ($($key:ty;)*) => {
                        $(if compiled.coding().fits::<$key>() {
                            return Ok(visitor.visit(&Twisty::<$key>::new(compiled.as_ref().clone())));
                        })*
                    };
                }
                first_that_fits! { u64; u128; Words<8>; }
            }
            Puzzle::FreeCell { layout } => {
                return Ok(visitor.visit(&FreeCell::new(layout.clone())));
            }
        }
        Err(ProblemError::Option(format!("{} does not fit any key", self.name)))
    }
}

/// A format as an option has it.
#[allow(clippy::unnecessary_wraps, reason = "it is a value of an option")]
fn format(name: &str) -> Option<String> {
    Some(name.to_owned())
}
