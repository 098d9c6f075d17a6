//! From a puzzle known at run time to a concrete state space.

use std::path::Path;

use thiserror::Error;

use super::format_error::FormatError;
use super::sliding::{self, Encoding, Format, LibraryError, Metric, Sliding};
use crate::space::{Draw, SpaceId};

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
}

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
    puzzle: sliding::Puzzle,
    metric: Metric,
    encoding: Encoding,
}

impl Problem {
    /// Reads the text of a puzzle; `file` names it in messages.
    ///
    /// # Errors
    /// [`ProblemError`] with line and column for what is wrong with the text.
    pub fn read(file: &str, text: &str, options: &Options) -> Result<Self, ProblemError> {
        let format = options.format.as_deref().map(str::parse::<Format>).transpose();
        let format = format.map_err(|error| ProblemError::Option(error.to_string()))?;
        let puzzle = sliding::formats::read(file, text, format)?.puzzle;
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Self::new(stem.unwrap_or_else(|| file.to_owned()), puzzle, options)
    }

    /// A puzzle of the library.
    ///
    /// # Errors
    /// [`ProblemError::Library`] with similar names when there is none.
    pub fn named(name: &str, options: &Options) -> Result<Self, ProblemError> {
        Self::new(name.to_owned(), sliding::library::get(name)?.puzzle, options)
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
        if id.domain != sliding::DOMAIN {
            return Err(unusable("this program does not have that domain".to_owned()));
        }
        // The width of the keys follows from the puzzle.
        let stored = id.encoding.rsplit_once('/').map_or("", |(encoding, _)| encoding);
        let encoding = Encoding::ALL.into_iter().find(|known| known.id() == stored);
        let encoding =
            encoding.ok_or_else(|| unusable("this program does not have that encoding".into()))?;
        let options = Options {
            domain: None,
            metric: id.options.get("metric").cloned(),
            encoding: Some(encoding.name().to_owned()),
            distinct: false,
            format: Some(Format::Toml.to_string()),
        };
        let mut problem = Self::read("stored puzzle", &id.instance, &options)
            .map_err(|error| unusable(error.to_string()))?;
        name.clone_into(&mut problem.name);
        Ok(problem)
    }

    fn new(
        name: String,
        mut puzzle: sliding::Puzzle,
        options: &Options,
    ) -> Result<Self, ProblemError> {
        if let Some(domain) = options.domain.as_deref().filter(|&domain| domain != sliding::DOMAIN)
        {
            return Err(ProblemError::Option(format!(
                "no domain is called {domain:?}; there is {}",
                sliding::DOMAIN
            )));
        }
        puzzle.distinct |= options.distinct;
        let metric = match &options.metric {
            Some(metric) => metric.parse().map_err(ProblemError::Option)?,
            None => Metric::Moves,
        };
        let wanted = match &options.encoding {
            Some(encoding) => Some(encoding.parse().map_err(ProblemError::Option)?),
            None => None,
        };
        let encoding = sliding::choose_encoding(&puzzle, wanted).map_err(ProblemError::Option)?;
        Ok(Self { name, puzzle, metric, encoding })
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Builds the state space and hands it to `visitor`.
    ///
    /// # Errors
    /// [`ProblemError::Option`] when the puzzle is too large for any key.
    pub fn visit<V: Visitor>(&self, visitor: V) -> Result<V::Output, ProblemError> {
        macro_rules! first_that_fits {
            ($($cells:ty, $key:ty;)*) => {
                $(if sliding::fits::<$cells, $key>(&self.puzzle, self.encoding) {
                    let (puzzle, metric) = (self.puzzle.clone(), self.metric);
                    if let Some(space) = Sliding::<$cells, $key>::new(puzzle, metric, self.encoding) {
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
            sliding::Cells256, crate::space::Words<8>;
            sliding::Cells256, crate::space::Words<32>;
        }
        Err(ProblemError::Option(format!("{} does not fit any key", self.name)))
    }
}
