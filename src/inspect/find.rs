//! Where a state lies in a run.

use crate::search::{Layers, Result};
use crate::space::StateKey;
use crate::store::{RunId, Side, Store};

/// Where a state was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Its distance from the nearest start.
    pub from_start: Option<u32>,
    /// Its distance to the nearest goal, when the run searched from the goals.
    pub to_goal: Option<u32>,
}

/// Looks a state up.
///
/// # Errors
/// [`SearchError`](crate::search::SearchError) when the store cannot be read.
pub fn find<K: StateKey>(store: &Store, run: RunId, key: K) -> Result<Found> {
    let distance = |side| Layers::new(store, run, side).generation_of(key);
    Ok(Found { from_start: distance(Side::Forward)?, to_goal: distance(Side::Backward)? })
}
