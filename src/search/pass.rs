//! One pass: expand some states of a generation and admit what is new.

use std::num::NonZeroU32;
use std::sync::{Arc, RwLock};

use serde::{Deserialize, Serialize};

use super::error::Result;
use super::fcc::{Scan, Scanning};
use super::key_set::KeySet;
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
    /// States of the source that need no expansion: a better way to them was
    /// found since they were admitted.
    pub stale: Vec<&'a SortedRun<K>>,
    /// Every sorted run in which a successor can already lie.
    pub known: Vec<&'a SortedRun<K>>,
    /// The first sorted run to make; further ones are numbered on from it.
    pub target: RunPrefix,
    /// Keep them in memory, however large, and out of the store.
    pub hold: bool,
    /// One that was met in an earlier generation can be new again: because it was
    /// not kept, or because it is worth more nearer to the start.
    pub selective: bool,
    /// Take half of the memory for candidates, and keep only short sorted runs in
    /// memory: the search has the other half.
    pub lean: bool,
    /// Into which sorted runs the new states go.
    pub part: Part<'a>,
    /// Follow only so many successors of each state that was not visited yet,
    /// those with the least estimates; of equal ones, those with the least keys.
    pub children: Option<Children<'a, K>>,
}

/// How the new states of a pass are shared out among sorted runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// All into one.
    None,
    /// By their estimates with this heuristic; those from which no goal can be
    /// reached are dropped.
    Estimate(&'a str),
    /// By their depths.
    Depth,
}

impl<K: StateKey> Passed<K> {
    /// How many states are new.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.sorted.iter().map(|sorted| sorted.run.states()).sum()
    }
}

impl<'a, K> Pass<'a, K> {
    /// A pass over all of `source` from `from` on that admits every new state
    /// into one sorted run.
    #[must_use]
    pub fn plain(
        source: &'a [SortedRun<K>],
        from: Place,
        known: Vec<&'a SortedRun<K>>,
        target: RunPrefix,
    ) -> Self {
        let stale = Vec::new();
        Self {
            source,
            from,
            stale,
            known,
            target,
            hold: false,
            selective: false,
            lean: false,
            part: Part::None,
            children: None,
        }
    }
}

/// The successors of one state that are worth following.
#[derive(Debug, Clone)]
pub struct Children<'a, K> {
    /// How many.
    pub most: NonZeroU32,
    /// By which heuristic.
    pub heuristic: &'a str,
    /// States that are not worth it, however good they are.
    pub visited: Arc<RwLock<KeySet<K>>>,
}

/// New states of one part.
#[derive(Debug)]
pub struct Sorted<K> {
    /// Their estimate or depth; 0 when the pass did not ask for either.
    pub part: u32,
    /// The states: one at least.
    pub run: SortedRun<K>,
}

/// What a pass did.
#[derive(Debug)]
pub struct Passed<K> {
    /// Up to where the source is expanded now.
    pub to: Place,
    /// The new states, none of which is in a known run, by their estimates in
    /// ascending order.
    pub sorted: Vec<Sorted<K>>,
    /// Order-free checksum of the new states.
    pub checksum: u64,
    /// States expanded: those of the source that are not stale.
    pub expanded: u64,
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
    /// sorted runs, to which nothing refers until the caller says so.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when the store fails or holds a bad
    /// key; nothing refers to what was written then.
    fn pass(&mut self, pass: &Pass<'_, K>) -> Result<Passed<K>>;

    /// Scans the components of these start points, which are numbered from `first`
    /// on, and hands the results to `take` in their order, until it says `false`, or
    /// the run is to stop. With `in_turn` nothing is scanned that is not taken.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when a start point is no state of the
    /// space, and those of `take`.
    fn scan(
        &mut self,
        starts: &[K],
        first: u64,
        scanning: &Scanning<'_, K>,
        in_turn: bool,
        take: &mut dyn FnMut(Scan<K>) -> Result<bool>,
    ) -> Result<()>;

    /// Whether the run is to stop at the next occasion; work beside passes asks
    /// now and then, and so lets the engine look at the clock.
    fn stopping(&self) -> bool;
}
