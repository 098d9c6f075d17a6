//! Where a state lies in a run.

use crate::search::{Layers, Result, Stored};
use crate::space::{Locality, StateKey};
use crate::store::{RunId, Side, Store};

/// Where a state was found. In a run that leaves states out, the distances are
/// those of the ways found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
    let exhaustive = is_exhaustive(store, run)?;
    let distance = |side| {
        let layers = Layers::new(store, run, side);
        if exhaustive { layers.generation_of(key) } else { layers.first_generation_of(key) }
    };
    Ok(Found { from_start: distance(Side::Forward)?, to_goal: distance(Side::Backward)? })
}

/// Looks up a successor of a state that was found at `near`. Where every move
/// can be taken back its distances differ by one at most, and only three
/// generations are looked at.
///
/// # Errors
/// [`SearchError`](crate::search::SearchError) when the store cannot be read.
pub fn find_neighbour<K: StateKey>(
    store: &Store,
    run: RunId,
    key: K,
    near: Found,
    locality: Locality,
) -> Result<Found> {
    if !is_exhaustive(store, run)? {
        return find(store, run, key);
    }
    let distance = |side, near: Option<u32>| {
        let layers = Layers::new(store, run, side);
        let Some(near) = near.filter(|_| locality == Locality::Reversible) else {
            return layers.generation_of(key);
        };
        for generation in near.saturating_sub(1)..=near.saturating_add(1) {
            if layers.contains(generation, key)? {
                return Ok(Some(generation));
            }
        }
        Ok(None)
    };
    Ok(Found {
        from_start: distance(Side::Forward, near.from_start)?,
        to_goal: distance(Side::Backward, near.to_goal)?,
    })
}

fn is_exhaustive(store: &Store, run: RunId) -> Result<bool> {
    Ok(Stored::of_run(store, run)? == Stored::All)
}
