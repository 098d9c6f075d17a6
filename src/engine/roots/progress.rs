//! What a checkpoint of a search from roots holds.

use serde::{Deserialize, Serialize};

use crate::search::SearchError;
use crate::search::pmida::Counted;
use crate::store::{CheckpointRow, RunId, Store, codec};

/// Version of [`RootProgress`] in a checkpoint.
pub(super) const VERSION: u8 = 1;

/// How far a search from roots has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootProgress {
    /// How many moves from the start the roots are; 0 before they are known.
    pub depth: u32,
    /// How many roots there are.
    pub roots: u64,
    /// The lengths that are done, from `depth + 1` on.
    pub lengths: Vec<LengthDone>,
    /// The length for which tables were chosen last.
    pub prepared: u32,
    /// The tables with which it is searched.
    pub tables: Vec<TableUse>,
    /// How many solutions there are, when all were wanted and found.
    pub counted: Option<Counted>,
}

/// A length that is done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthDone {
    /// Positions above the last move that were reached, each time.
    pub nodes: u64,
    /// Ends of sequences that were tested.
    pub leaves: u64,
}

/// A pruning table that is made use of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableUse {
    /// Which part of the puzzle it is about.
    pub part: u32,
    /// Which view of the part.
    pub view: u32,
    /// All distances up to this one are known.
    pub depth: u8,
    /// Whether those are all there are.
    pub complete: bool,
    /// How many entries it has.
    pub entries: u64,
    /// How they are stored in memory.
    pub storage: String,
    /// Bytes of memory it takes.
    pub bytes: u64,
}

impl RootProgress {
    /// How far a stored run has come.
    ///
    /// # Errors
    /// [`SearchError`] when there is no checkpoint or it cannot be read.
    pub fn of_run(store: &Store, run: RunId) -> Result<Self, SearchError> {
        let unusable = |why: String| SearchError::Checkpoint { run: run.0, why };
        let row: Option<CheckpointRow> = store.row(&run)?;
        let row = row.ok_or_else(|| unusable("it is missing".to_owned()))?;
        codec::decode(VERSION, &row.strategy).map_err(|error| unusable(error.to_string()))
    }

    /// The length that is searched next.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.depth + 1 + self.lengths.len() as u32
    }

    /// All lengths that are done, together.
    #[must_use]
    pub fn total(&self) -> LengthDone {
        self.lengths.iter().fold(LengthDone::default(), |sum, done| LengthDone {
            nodes: sum.nodes + done.nodes,
            leaves: sum.leaves + done.leaves,
        })
    }

    /// How many positions the next length may reach, by how the last ones have grown.
    pub(super) fn forecast(&self, moves: usize) -> u64 {
        let nodes = |back: usize| {
            let at = self.lengths.len().checked_sub(back)?;
            Some(self.lengths.get(at)?.nodes.max(1))
        };
        match (nodes(1), nodes(2)) {
            (Some(last), Some(before)) => {
                let growth = (last / before).clamp(2, moves as u64);
                last.saturating_mul(growth)
            }
            _ => self.roots.saturating_mul(moves as u64),
        }
    }
}
