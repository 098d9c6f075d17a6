//! From a puzzle known at run time to a concrete state space.

use std::path::Path;

use thiserror::Error;

use super::Answers;
use super::format_error::FormatError;
use super::library::{self, LibraryError};
use super::rushhour::formats::Dialect;
use super::rushhour::{self, RushHour};
use super::sliding::{self, Encoding, Sliding};
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
}

/// The domains, in the order in which they are told.
pub const DOMAINS: [&str; 2] = [sliding::DOMAIN, rushhour::DOMAIN];

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

/// What a puzzle's file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The domain.
    pub domain: &'static str,
    /// The puzzle's title; may be empty.
    pub title: String,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// How many pieces or cars there are.
    pub pieces: usize,
    /// The metrics in which it can be solved.
    pub metrics: [&'static str; 3],
    /// What is known of it.
    pub answers: Answers,
    /// Where it comes from; may be empty.
    pub source: String,
    /// A remark; may be empty.
    pub note: String,
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
}

impl Problem {
    /// Reads the text of a puzzle; `file` names it in messages.
    ///
    /// # Errors
    /// [`ProblemError`] with line and column for what is wrong with the text.
    pub fn read(file: &str, text: &str, options: &Options) -> Result<Self, ProblemError> {
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| file.to_owned());
        match domain(file, text, options)? {
            rushhour::DOMAIN => rush_hour(name, file, text, options),
            _ => sliding(name, file, text, options),
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
        let options =
            Options { domain: Some(entry.domain.to_owned()), format: toml(), ..options.clone() };
        let mut problem = Self::read(&format!("{name}.toml"), entry.text, &options)?;
        name.clone_into(&mut problem.name);
        Ok(problem)
    }

    /// A puzzle that is spelled out in a word, as a command line can have it;
    /// `None` when the word is no puzzle.
    ///
    /// # Errors
    /// [`ProblemError`] when it has the form of a puzzle, but is none.
    pub fn spelled(word: &str, options: &Options) -> Option<Result<Self, ProblemError>> {
        let wanted = options.domain.as_deref().is_none_or(|domain| domain == rushhour::DOMAIN);
        let options = Options { domain: Some(rushhour::DOMAIN.to_owned()), ..options.clone() };
        (wanted && rushhour::formats::spelled(word))
            .then(|| rush_hour(word.to_owned(), "board", word, &options))
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
            _ => (Encoding::ALL.into_iter().find(|known| known.id() == stored))
                .map(|encoding| Some(encoding.name().to_owned())),
        };
        let encoding =
            encoding.ok_or_else(|| unusable("this program does not have that encoding".into()))?;
        let options = Options {
            domain: Some(id.domain.clone()),
            metric: id.options.get("metric").cloned(),
            encoding,
            format: toml(),
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

    /// The moves of a solution, in their notation, as the table `car,move` that other
    /// programs for Rush Hour read; for a board that is itself a table, counted as
    /// that one counts. `None` for other puzzles, and for moves of other puzzles.
    #[must_use]
    pub fn moves_csv(&self, moves: &[String]) -> Option<String> {
        let Puzzle::RushHour { board, dialect, .. } = &self.puzzle else { return None };
        let moves = moves.iter().map(|text| rushhour::CarMove::read(board, text));
        let moves: Vec<_> = moves.collect::<Option<_>>()?;
        Some(rushhour::formats::solution_csv(board, &moves, *dialect))
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
        }
        Err(ProblemError::Option(format!("{} does not fit any key", self.name)))
    }
}

#[allow(clippy::unnecessary_wraps, reason = "it is a value of an option")]
fn toml() -> Option<String> {
    Some(sliding::Format::Toml.to_string())
}

/// The domain of a text.
fn domain(file: &str, text: &str, options: &Options) -> Result<&'static str, ProblemError> {
    if let Some(name) = &options.domain {
        let known = DOMAINS.into_iter().find(|domain| domain == name);
        return known.ok_or_else(|| {
            let all = DOMAINS.join(" and ");
            ProblemError::Option(format!("no domain is called {name:?}; there are {all}"))
        });
    }
    let of_sliding = |format: &String| format.parse::<sliding::Format>().is_ok();
    let of_rush_hour = |format: &String| format.parse::<rushhour::Format>().is_ok();
    // Both have TOML files, which say what they are.
    Ok(match &options.format {
        Some(format) if of_rush_hour(format) && !of_sliding(format) => rushhour::DOMAIN,
        Some(format) if of_sliding(format) && !of_rush_hour(format) => sliding::DOMAIN,
        _ if rushhour::formats::is_likely(file, text) => rushhour::DOMAIN,
        _ => sliding::DOMAIN,
    })
}

/// The value of an option, if it is set.
fn chosen<T: std::str::FromStr<Err = String>>(
    option: Option<&String>,
) -> Result<Option<T>, ProblemError> {
    option.map(|value| value.parse()).transpose().map_err(ProblemError::Option)
}

/// Refuses an option that a domain does not have.
fn refuse(given: bool, option: &str, domain: &str) -> Result<(), ProblemError> {
    if given {
        return Err(ProblemError::Option(format!("{domain} puzzles have no option {option}")));
    }
    Ok(())
}

fn sliding(
    name: String,
    file: &str,
    text: &str,
    options: &Options,
) -> Result<Problem, ProblemError> {
    refuse(options.size.is_some(), "size", sliding::DOMAIN)?;
    refuse(options.exit.is_some(), "exit", sliding::DOMAIN)?;
    let format = chosen(options.format.as_ref())?;
    let sliding::formats::PuzzleFile { mut puzzle, answers, source, note } =
        sliding::formats::read(file, text, format)?;
    puzzle.distinct |= options.distinct;
    let metric = chosen(options.metric.as_ref())?.unwrap_or(sliding::Metric::Moves);
    let wanted = chosen(options.encoding.as_ref())?;
    let encoding = sliding::choose_encoding(&puzzle, wanted).map_err(ProblemError::Option)?;
    let about = About {
        domain: sliding::DOMAIN,
        title: puzzle.name.clone(),
        width: puzzle.width,
        height: puzzle.height,
        pieces: puzzle.pieces.len(),
        metrics: sliding::Metric::ALL.map(sliding::Metric::name),
        answers,
        source,
        note,
    };
    Ok(Problem { name, about, puzzle: Puzzle::Sliding { puzzle, metric, encoding } })
}

fn rush_hour(
    name: String,
    file: &str,
    text: &str,
    options: &Options,
) -> Result<Problem, ProblemError> {
    refuse(options.encoding.is_some(), "encoding", rushhour::DOMAIN)?;
    refuse(options.distinct, "distinct", rushhour::DOMAIN)?;
    let format = chosen(options.format.as_ref())?;
    let reading = rushhour::Reading { size: options.size };
    let rushhour::BoardFile { mut board, answers, source, note } =
        rushhour::formats::read(file, text, format, &reading)?;
    if let Some((width, height)) = options.size.filter(|&size| size != (board.width, board.height))
    {
        let message =
            format!("the board has {}x{} cells, not {width}x{height}", board.width, board.height);
        return Err(ProblemError::Option(message));
    }
    if let Some(exit) = chosen(options.exit.as_ref())? {
        board.exit = exit;
    }
    let metric = chosen(options.metric.as_ref())?.unwrap_or(rushhour::Metric::Moves);
    let about = About {
        domain: rushhour::DOMAIN,
        title: board.name.clone(),
        width: board.width,
        height: board.height,
        pieces: board.cars.len(),
        metrics: rushhour::Metric::ALL.map(rushhour::Metric::name),
        answers,
        source,
        note,
    };
    let dialect = Dialect::of_table(text).unwrap_or(Dialect::Down);
    Ok(Problem { name, about, puzzle: Puzzle::RushHour { board, metric, dialect } })
}
