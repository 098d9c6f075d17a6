//! One pass: expand some states of a generation and admit what is new.

use serde::{Deserialize, Serialize};

use super::error::Result;
use crate::space::StateKey;
use crate::store::{RunPrefix, SortedRun};

/// A place between two states of a generation, in the order of its sorted runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// States before it: all of these are expanded.
    pub states: u64,
}

/// What to expand, and which states are not new.
#[derive(Debug)]
pub struct Pass<'a, K> {
    /// The sorted runs of the generation that is expanded.
    pub source: &'a [SortedRun<K>],
    /// Where to begin.
    pub from: Place,
    /// Every sorted run in which a successor can already lie.
    pub known: Vec<&'a SortedRun<K>>,
    /// The sorted run to make.
    pub target: RunPrefix,
    /// Keep it in memory, however large, and out of the store.
    pub hold: bool,
}

/// What a pass did.
#[derive(Debug)]
pub struct Passed<K> {
    /// Up to where the source is expanded now.
    pub to: Place,
    /// The new states, none of which is in a known run. May be empty.
    pub run: SortedRun<K>,
    /// Order-free checksum of the new states.
    pub checksum: u64,
    /// Successors produced, duplicates and all.
    pub edges: u64,
    /// The fewest and the most successors of one state; `None` when no state
    /// was expanded.
    pub branching: Option<(u32, u32)>,
    /// How many of the new states are goals.
    pub goals: u64,
    /// The least goal among the new states.
    pub least_goal: Option<K>,
    /// The least and the greatest depth of the new states, for spaces that
    /// have a depth.
    pub depths: Option<(u32, u32)>,
}

/// Whoever can run passes: the engine's pipeline.
pub trait Expansion<K: StateKey> {
    /// Expands the source from `from` on until it ends, the memory for
    /// candidates is used up, or the run is to stop; writes the new states as
    /// one sorted run, to which nothing refers until the caller says so.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when the store fails or holds a bad
    /// key; nothing refers to what was written then.
    fn pass(&mut self, pass: &Pass<'_, K>) -> Result<Passed<K>>;

    /// Whether the run is to stop at the next occasion; work beside passes asks
    /// now and then, and so lets the engine look at the clock.
    fn stopping(&self) -> bool;
}
