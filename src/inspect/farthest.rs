//! The farthest states: the hardest positions.

use crate::search::{Layers, Result};
use crate::space::StateKey;
use crate::store::{RunId, Side, Store};

/// The states of the last generation of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Farthest<K> {
    /// Their distance.
    pub distance: u32,
    /// How many there are.
    pub states: u64,
    /// The least of them, ascending.
    pub keys: Vec<K>,
}

/// The last complete generation of a search and at most `limit` of its states;
/// `None` when the run has no such search. Of a search from the goals these
/// are the states from which the goal is farthest.
///
/// # Errors
/// [`SearchError`](crate::search::SearchError) when the store cannot be read.
pub fn farthest<K: StateKey>(
    store: &Store,
    run: RunId,
    side: Side,
    limit: usize,
) -> Result<Option<Farthest<K>>> {
    let layers = Layers::new(store, run, side);
    let rows = layers.rows()?;
    let Some(distance) = rows.iter().rposition(|row| row.closed) else { return Ok(None) };
    let mut keys = Vec::new();
    layers.scan(distance as u32, |states: &[K]| {
        // Sorted runs are disjoint but interleave: the least are known at the end.
        keys.extend_from_slice(states);
        keys.sort_unstable();
        keys.truncate(limit);
        Ok(true)
    })?;
    Ok(Some(Farthest { distance: distance as u32, states: rows[distance].states, keys }))
}
