//! What strata is measured against: a plain breadth-first search in memory with a
//! hash set, written with the same care as the engine's hot loop. It keeps nothing
//! but the keys, takes the space's own expander, and hashes cheaply.

use rustc_hash::FxHashSet;
use strata::space::{BadKey, Expander as _, StateSpace};

/// What a search has seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// States at each distance from the start.
    pub(crate) generations: Vec<u64>,
    /// Successors produced, duplicates counted.
    pub(crate) edges: u64,
    /// Goals met.
    pub(crate) goals: u64,
}

/// Searches the whole space.
///
/// # Errors
/// [`BadKey`] when the space refuses a key that it made.
pub(crate) fn hash_set_search<S: StateSpace>(space: &S) -> Result<Seen, BadKey> {
    let mut seen: FxHashSet<S::Key> = FxHashSet::default();
    let mut found = Seen::default();
    let mut expander = space.expander();
    let mut frontier = Vec::new();
    for state in &space.starts() {
        let key = space.encode(state);
        if seen.insert(key) {
            frontier.push(key);
            found.goals += u64::from(space.is_goal(state));
        }
    }
    let mut next = Vec::new();
    while !frontier.is_empty() {
        found.generations.push(frontier.len() as u64);
        for key in &frontier {
            expander.expand(space, key, |successor, is_goal| {
                found.edges += 1;
                if seen.insert(successor) {
                    next.push(successor);
                    found.goals += u64::from(is_goal);
                }
            })?;
        }
        std::mem::swap(&mut frontier, &mut next);
        next.clear();
    }
    Ok(found)
}
