//! Exit codes: the one place that defines them.

use super::output::OutputError;
use crate::config::ConfigError;
use crate::domains::{FormatError, LibraryError, ProblemError};
use crate::engine::{EngineError, Verdict};
use crate::search::SearchError;
use crate::search::pruning::StorageError;
use crate::store::StoreError;

/// How the program ends, as its caller sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done: solved, counted, or shown.
    Done = 0,
    /// The search is complete and there is no solution.
    NoSolution = 1,
    /// The command line, the settings or the input cannot be used. Nothing was
    /// written.
    Usage = 2,
    /// The store is damaged.
    Damage = 3,
    /// Reading, writing or the program itself failed; what was committed is safe.
    Failure = 4,
    /// There is no store.
    NoStore = 10,
    /// Another process holds the store.
    Locked = 11,
    /// The store has the format of another version.
    OtherVersion = 12,
    /// A limit was reached, or the disk is nearly full; the run can be resumed.
    Limit = 13,
    /// An incomplete search ended without a solution: there may be one.
    NotFound = 14,
    /// Interrupted after a checkpoint; the run can be resumed.
    Interrupted = 130,
}

/// The list for the help text, in the order of the codes.
pub(super) const HELP: &str = "\
Exit codes:
  0    done
  1    search complete, no solution
  2    usage, settings or input
  3    damaged store
  4    reading or writing failed
  10   no store
  11   store locked by another process
  12   store of another format version
  13   limit reached, can be resumed
  14   incomplete search, nothing found
  130  interrupted after a checkpoint, can be resumed";

impl Exit {
    /// The number that the caller gets.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The exit of a search that came to this end.
    #[must_use]
    pub fn of_verdict(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved | Verdict::Exhausted => Self::Done,
            Verdict::Unsolvable => Self::NoSolution,
            Verdict::Limit => Self::Limit,
            Verdict::NotFound => Self::NotFound,
            Verdict::Interrupted => Self::Interrupted,
        }
    }

    /// The exit of a command that failed: the outermost error that says what it
    /// is decides.
    #[must_use]
    pub fn of_error(error: &anyhow::Error) -> Self {
        error.chain().find_map(Self::of_cause).unwrap_or(Self::Failure)
    }

    fn of_cause(cause: &(dyn std::error::Error + 'static)) -> Option<Self> {
        let is_input = cause.is::<ConfigError>()
            || cause.is::<BadInput>()
            || cause.is::<FormatError>()
            || cause.is::<LibraryError>();
        if is_input {
            Some(Self::Usage)
        } else if let Some(error) = cause.downcast_ref() {
            Some(match error {
                // A newer program knows more puzzles.
                ProblemError::Stored { .. } => Self::OtherVersion,
                _ => Self::Usage,
            })
        } else if matches!(cause.downcast_ref(), Some(OutputError::Closed)) {
            Some(Self::Done)
        } else if let Some(error) = cause.downcast_ref() {
            Some(match error {
                EngineError::Search(error) => Self::of_search(error),
                EngineError::OtherRun { .. } | EngineError::Settings(_) => Self::Usage,
            })
        } else if let Some(error) = cause.downcast_ref() {
            Some(Self::of_search(error))
        } else {
            cause.downcast_ref().map(Self::of_store)
        }
    }

    fn of_search(error: &SearchError) -> Self {
        match error {
            SearchError::Store(error) => Self::of_store(error),
            SearchError::BadKey { .. } | SearchError::Checkpoint { .. } => Self::Damage,
            SearchError::Unsuitable { .. }
            | SearchError::NoHeuristic { .. }
            | SearchError::TooLarge(_) => Self::Usage,
            SearchError::OutOfMemory(_) => Self::Limit,
            SearchError::Table(error) => match error {
                StorageError::Store(error) => Self::of_store(error),
                StorageError::Damaged { .. } => Self::Damage,
                StorageError::OutOfMemory { .. } | StorageError::TooLarge { .. } => Self::Limit,
            },
        }
    }

    fn of_store(error: &StoreError) -> Self {
        match error {
            StoreError::NoStore { .. } => Self::NoStore,
            StoreError::Locked { .. } => Self::Locked,
            StoreError::NewerSchema { .. } | StoreError::OlderSchema { .. } => Self::OtherVersion,
            StoreError::Damaged { .. } => Self::Damage,
            // What was committed is safe and the run goes on when there is space.
            StoreError::Stopped { .. } => Self::Interrupted,
            StoreError::DiskFull { .. } | StoreError::NoRoom { .. } => Self::Limit,
            StoreError::NotAStore { .. }
            | StoreError::NotADirectory { .. }
            | StoreError::NoRun { .. }
            | StoreError::Refused { .. } => Self::Usage,
            StoreError::Io { .. } | StoreError::Rocks { .. } | StoreError::ReadOnly { .. } => {
                Self::Failure
            }
        }
    }
}

/// Something on the command line that cannot be used, as a sentence that says
/// what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct BadInput(pub(super) String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_no_failure_and_the_cause_decides() {
        let closed = anyhow::Error::new(OutputError::Closed).context("while writing");
        assert_eq!(Exit::of_error(&closed), Exit::Done);
        let input = anyhow::Error::new(BadInput("no".into())).context("while reading");
        assert_eq!(Exit::of_error(&input), Exit::Usage);
        assert_eq!(Exit::of_error(&anyhow::anyhow!("disk on fire")), Exit::Failure);
    }

    #[test]
    fn store_errors_keep_their_code_inside_others() {
        let path = std::path::PathBuf::from("x.db");
        let no_store = StoreError::NoStore { path: path.clone() };
        let wrapped = anyhow::Error::new(EngineError::from(no_store)).context("while opening");
        assert_eq!(Exit::of_error(&wrapped), Exit::NoStore);
        let newer = StoreError::NewerSchema { path: path.clone(), found: 2, known: 1 };
        assert_eq!(Exit::of_error(&newer.into()), Exit::OtherVersion);
        let full = StoreError::DiskFull { path, doing: "write" };
        assert_eq!(Exit::of_error(&full.into()), Exit::Limit);
    }

    #[test]
    fn the_three_kinds_of_no_differ() {
        let exits = [Verdict::Unsolvable, Verdict::Limit, Verdict::NotFound].map(Exit::of_verdict);
        assert_eq!(exits.map(Exit::code), [1, 13, 14]);
    }

    #[test]
    fn the_help_names_every_code() {
        let all = [
            Exit::Done,
            Exit::NoSolution,
            Exit::Usage,
            Exit::Damage,
            Exit::Failure,
            Exit::NoStore,
            Exit::Locked,
            Exit::OtherVersion,
            Exit::Limit,
            Exit::NotFound,
            Exit::Interrupted,
        ];
        let codes: Vec<u8> = HELP
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(codes, all.map(Exit::code));
    }
}
