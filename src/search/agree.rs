//! Whether the stored generations are those that a checkpoint belongs to.

use super::error::{Result, SearchError};
use super::frontier::Progress;
use crate::space::StateKey;
use crate::store::{LayerKey, LayerRow, RunId, Side, Store};

/// Compares all rows of one side with where its search stands: a generation
/// that is lost must not pass for the empty one at the end of a search.
///
/// # Errors
/// [`SearchError::Checkpoint`] says what is missing or differs.
pub(super) fn compare_layers(store: &Store, run: RunId, side: Side, at: &Progress) -> Result<()> {
    let (current, expanded) = (at.generation, at.place.states);
    // The goals that a backward search begins with are added piece by piece.
    let seeding = side == Side::Backward && current == 0 && expanded == 0;
    let (mut count, mut states, mut current_states) = (0, 0u64, 0);
    for row in store.rows::<LayerRow>(&LayerKey::range(run, side)) {
        let (LayerKey { generation, .. }, row) = row?;
        if generation != count {
            return Err(unusable(run, &format!("{side} generation {count} is missing")));
        }
        if row.closed != (generation <= current) && !(seeding && generation == 0) {
            let what = if row.closed { "is complete" } else { "is not complete" };
            let what = format!(
                "{side} generation {generation} {what}, while generation {current} is expanded"
            );
            return Err(unusable(run, &what));
        }
        if generation == current {
            current_states = row.states;
        }
        states = states.saturating_add(row.states);
        count += 1;
    }
    let what = if count < current {
        format!("{side} generation {count} is missing")
    } else if states != at.states {
        let last = count.saturating_sub(1);
        format!(
            "generations 0 to {last} of the {side} search hold {states} states where it counts {}",
            at.states
        )
    } else if expanded > current_states {
        format!(
            "{expanded} states of {side} generation {current} are expanded, but it has \
             {current_states}"
        )
    } else {
        return Ok(());
    };
    Err(unusable(run, &what))
}

/// The error for a checkpoint that the store does not bear out.
pub(super) fn unusable(run: RunId, what: &str) -> SearchError {
    let why = format!("{what}; restore a backup or start the run again");
    SearchError::Checkpoint { run: run.0, why }
}

/// The state with these bytes of a checkpoint.
pub(super) fn stored_key<K: StateKey>(run: RunId, bytes: &[u8]) -> Result<K> {
    if bytes.len() != K::BYTES {
        let what =
            format!("its state has {} bytes, and this puzzle's have {}", bytes.len(), K::BYTES);
        return Err(unusable(run, &what));
    }
    Ok(K::read_be(bytes))
}
