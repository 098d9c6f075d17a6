//! Why a search cannot go on.

use thiserror::Error;

use super::pruning::StorageError;
use crate::space::{BadKey, StateSpace};
use crate::store::StoreError;

/// Result of everything a search does.
pub type Result<T, E = SearchError> = std::result::Result<T, E>;

/// Why a search cannot go on. Whatever was committed stays.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored key is no state of the space.
    #[error(
        "generation {generation} holds a key that this puzzle does not have \
         (was the store changed by something else? `strata check --deep` tells more): {source}"
    )]
    BadKey {
        /// Where it was found.
        generation: u32,
        /// The key and the reason.
        source: BadKey,
    },
    /// The space cannot be searched in this way.
    #[error("{what} is not possible for this puzzle: {why}")]
    Unsuitable {
        /// The strategy or option.
        what: String,
        /// Why not, and what to use instead.
        why: String,
    },
    /// The space has no heuristic of that name.
    #[error("this puzzle has no heuristic {name:?}; it has {known}")]
    NoHeuristic {
        /// The name.
        name: String,
        /// Those it has.
        known: String,
    },
    /// Something outside memory's or the format's range.
    #[error("{0}")]
    TooLarge(String),
    /// A search that keeps its states in memory has no room for more. The run can
    /// go on with more memory.
    #[error("{0}")]
    OutOfMemory(String),
    /// A pruning table cannot be held, saved or loaded.
    #[error(transparent)]
    Table(#[from] StorageError),
    /// The checkpoint in the store cannot be continued by this program.
    #[error("the checkpoint of run {run} cannot be used: {why}")]
    Checkpoint {
        /// The run.
        run: u32,
        /// Why not.
        why: String,
    },
}

impl SearchError {
    /// Says which heuristics a space has instead.
    pub fn no_heuristic<S: StateSpace>(space: &S, name: &str) -> Self {
        let known: Vec<&str> = space.heuristics().iter().map(|known| known.name).collect();
        Self::NoHeuristic { name: name.to_owned(), known: known.join(", ") }
    }
}
