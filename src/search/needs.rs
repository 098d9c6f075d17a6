//! What a search needs of a space.

use super::error::{Result, SearchError};
use crate::space::{Heuristic, StateSpace};

/// Refuses a space without a goal.
pub(super) fn must_have_goal<S: StateSpace>(space: &S) -> Result<()> {
    if space.has_goal() {
        return Ok(());
    }
    Err(SearchError::Unsuitable {
        what: "a search for a solution".to_owned(),
        why: "it has no goal; give it one, or use `strata census`".to_owned(),
    })
}

/// The heuristic of this name.
pub(super) fn heuristic<S: StateSpace>(space: &S, name: &str) -> Result<Heuristic> {
    let known = space.heuristics().into_iter().find(|known| known.name == name);
    known.ok_or_else(|| SearchError::no_heuristic(space, name))
}
