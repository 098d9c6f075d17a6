//! What strategies are known to do, by their names: for those who read what
//! they stored.

use super::error::Result;
use super::needs;
use crate::space::StateSpace;
use crate::store::{RunId, RunRow, RunStatus, Store};

/// What the states are that a strategy stores, generation by generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// Every state, in the generation of its distance.
    All,
    /// Some states, each reached by one move from a state of the generation
    /// before; there may be shorter ways.
    Some,
    /// None, but the fully connected components they lie in.
    Components,
    /// None.
    Nothing,
}

impl Stored {
    /// What a run stores; of one that is not there, whatever there is.
    ///
    /// # Errors
    /// [`SearchError::Store`](super::SearchError::Store) when its row cannot be
    /// read.
    pub fn of_run(store: &Store, run: RunId) -> Result<Self> {
        let row: Option<RunRow> = store.row(&run)?;
        Ok(row.map_or(Self::All, |row| Self::of(&row.strategy)))
    }

    /// What the strategy of this name stores.
    #[must_use]
    pub fn of(strategy: &str) -> Self {
        match strategy {
            "generations" | "bidirectional" => Self::All,
            "astar" | "beam" => Self::Some,
            "fcc" | "fcc-best" => Self::Components,
            _ => Self::Nothing,
        }
    }
}

/// Whether the solution of a run is known to be a shortest one.
///
/// # Errors
/// [`SearchError::NoHeuristic`](super::SearchError::NoHeuristic) when the run
/// followed a heuristic that the space does not have.
pub fn is_proven<S: StateSpace>(space: &S, run: &RunRow) -> Result<bool> {
    if run.status != RunStatus::Solved {
        return Ok(false);
    }
    let heuristic = run.options.get("heuristic").map_or("", String::as_str);
    Ok(match run.strategy.as_str() {
        "generations" | "bidirectional" | "iterative-deepening" | "ida" | "pmida" => true,
        "astar" => run.length == Some(0) || needs::heuristic(space, heuristic)?.admissible,
        _ => run.length == Some(0),
    })
}
