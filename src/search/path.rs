//! Paths found backwards through stored generations: no parent is stored.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};

use serde::{Deserialize, Serialize};

use super::agree::stored_key;
use super::error::{Result, SearchError};
use super::strategy::StepContext;
use crate::space::{Expander as _, Locality, StateKey, StateSpace, Successors};
use crate::store::{
    LayerKey, LayerRow, RunId, RunPrefix, Side, Store, StoreError, blocks_of, contains,
    load_generation,
};

/// The stored generations of one search of a run.
#[derive(Debug, Clone, Copy)]
pub struct Layers<'a> {
    store: &'a Store,
    run: RunId,
    side: Side,
}

impl<'a> Layers<'a> {
    /// The generations of one side of a run.
    #[must_use]
    pub fn new(store: &'a Store, run: RunId, side: Side) -> Self {
        Self { store, run, side }
    }

    /// The row of a generation; an empty one when it is not stored.
    ///
    /// # Errors
    /// [`SearchError`] when the store cannot be read.
    pub fn row(&self, generation: u32) -> Result<LayerRow> {
        let key = LayerKey { run: self.run, side: self.side, generation };
        Ok(self.store.row(&key)?.unwrap_or_default())
    }

    /// All rows, from generation 0 on.
    ///
    /// # Errors
    /// [`SearchError`] when the store cannot be read.
    pub fn rows(&self) -> Result<Vec<LayerRow>> {
        let rows = self.store.rows::<LayerRow>(&LayerKey::range(self.run, self.side));
        rows.map(|row| Ok(row?.1)).collect()
    }

    fn prefix(&self, generation: u32, sorted_run: u32) -> RunPrefix {
        RunPrefix { run: self.run, side: self.side, generation, sorted_run }
    }

    /// Whether a generation holds a state.
    ///
    /// # Errors
    /// [`SearchError`] when the store cannot be read.
    pub fn contains<K: StateKey>(&self, generation: u32, key: K) -> Result<bool> {
        for sorted_run in 0..self.row(generation)?.sorted_runs {
            if contains(self.store, self.prefix(generation, sorted_run), key)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The generation that holds a state: its distance from generation 0. Looks
    /// into the largest generations first, where most states are.
    ///
    /// # Errors
    /// [`SearchError`] when the store cannot be read.
    pub fn generation_of<K: StateKey>(&self, key: K) -> Result<Option<u32>> {
        let rows = self.rows()?;
        let mut order: Vec<u32> = (0..rows.len() as u32).collect();
        order.sort_by_key(|&generation| std::cmp::Reverse(rows[generation as usize].states));
        for generation in order {
            for sorted_run in 0..rows[generation as usize].sorted_runs {
                if contains(self.store, self.prefix(generation, sorted_run), key)? {
                    return Ok(Some(generation));
                }
            }
        }
        Ok(None)
    }

    /// The least generation that holds a state, for searches that may store a
    /// state more than once.
    ///
    /// # Errors
    /// [`SearchError`] when the store cannot be read.
    pub fn first_generation_of<K: StateKey>(&self, key: K) -> Result<Option<u32>> {
        for generation in 0..self.rows()?.len() as u32 {
            if self.contains(generation, key)? {
                return Ok(Some(generation));
            }
        }
        Ok(None)
    }

    /// Calls `visit` with the states of every block of a generation, ascending
    /// within each sorted run, until it returns `false`.
    ///
    /// # Errors
    /// [`SearchError`] when the store cannot be read or lacks some of them.
    pub fn scan<K: StateKey>(
        &self,
        generation: u32,
        mut visit: impl FnMut(&[K]) -> Result<bool>,
    ) -> Result<()> {
        let row = self.row(generation)?;
        let mut seen = 0;
        for sorted_run in 0..row.sorted_runs {
            for states in blocks_of(self.store, self.prefix(generation, sorted_run)) {
                let states = states?;
                seen += states.len() as u64;
                if !visit(&states)? {
                    return Ok(());
                }
            }
        }
        if seen != row.states {
            let (side, said) = (self.side, row.states);
            let what =
                format!("{side} generation {generation}: {seen} states, where its row says {said}");
            return Err(StoreError::damaged_run(self.run, what).into());
        }
        Ok(())
    }

    /// The least state of `generation` that has `key` as a successor.
    fn predecessor<S: StateSpace>(
        &self,
        space: &S,
        generation: u32,
        key: S::Key,
    ) -> Result<Option<S::Key>> {
        if space.locality() != Locality::Reversible {
            return self.scan_for_predecessor(space, generation, key);
        }
        let mut candidates = Vec::new();
        space
            .expander()
            .expand(space, &key, |next, _| candidates.push(next))
            .map_err(|source| SearchError::BadKey { generation, source })?;
        candidates.sort_unstable();
        candidates.dedup();
        for candidate in candidates {
            if self.contains(generation, candidate)? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// Expands the whole generation, on all cores.
    fn scan_for_predecessor<S: StateSpace>(
        &self,
        space: &S,
        generation: u32,
        key: S::Key,
    ) -> Result<Option<S::Key>> {
        let sorted_runs = self.row(generation)?.sorted_runs;
        let runs = load_generation::<S::Key>(self.store, self.prefix(generation, 0), sorted_runs)?;
        let blocks: Vec<_> = (runs.iter())
            .flat_map(|run| (0..run.blocks().len()).map(move |block| (run, block)))
            .collect();
        let next = AtomicUsize::new(0);
        let scan = || -> Result<Option<S::Key>> {
            let (mut expander, mut states) = (space.expander(), Vec::new());
            let mut least: Option<S::Key> = None;
            while let Some((run, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                states.clear();
                run.decode(*block, &run.bytes(self.store, *block)?, &mut states)?;
                states.retain(|state| least.is_none_or(|least| *state < least));
                for state in &states {
                    let mut leads_there = false;
                    expander
                        .expand(space, state, |next, _| leads_there |= next == key)
                        .map_err(|source| SearchError::BadKey { generation, source })?;
                    if leads_there {
                        least = Some(*state);
                        break;
                    }
                }
            }
            Ok(least)
        };
        let threads = available_parallelism().map_or(1, NonZeroUsize::get).min(blocks.len());
        thread::scope(|scope| {
            let scans: Vec<_> = (0..threads).map(|_| scope.spawn(scan)).collect();
            scans.into_iter().try_fold(None, |least: Option<S::Key>, scan| {
                let found = scan.join().unwrap_or_else(|panic| resume_unwind(panic))?;
                Ok(least.into_iter().chain(found).min())
            })
        })
    }

    /// The least predecessor of `key`, which lies in `generation`.
    ///
    /// # Errors
    /// [`SearchError::Store`] when there is none: the store is damaged.
    pub fn step_back<S: StateSpace>(
        &self,
        space: &S,
        generation: u32,
        key: S::Key,
    ) -> Result<S::Key> {
        let before = match generation.checked_sub(1) {
            Some(before) => self.predecessor(space, before, key)?,
            None => None,
        };
        Ok(before.ok_or_else(|| {
            let what = format!(
                "state {} of {} generation {generation} has no predecessor in the generation before",
                key.to_hex(),
                self.side,
            );
            StoreError::damaged_run(self.run, what)
        })?)
    }
}

/// A shortest path from generation 0 to `key`, which lies in `generation`; the
/// least predecessor is taken at each step, so the path is always the same.
///
/// # Errors
/// [`SearchError::Store`] when a state has no predecessor: the store is damaged.
pub fn path_from_starts<S: StateSpace>(
    space: &S,
    layers: &Layers<'_>,
    generation: u32,
    key: S::Key,
) -> Result<Vec<S::Key>> {
    let mut path = vec![key];
    let mut here = key;
    for generation in (1..=generation).rev() {
        here = layers.step_back(space, generation, here)?;
        path.push(here);
    }
    path.reverse();
    Ok(path)
}

/// A path that is found back from its goal, one state at a time, so that a
/// search can be interrupted on the way. The least predecessor is taken at each
/// step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Trail {
    /// The keys (big-endian) of its states so far, the goal first.
    states: Vec<Vec<u8>>,
}

impl Trail {
    /// Takes one step back from `goal`, which lies in generation `length`. Tells
    /// whether the start is reached.
    ///
    /// # Errors
    /// [`SearchError::Store`] when a state has no predecessor: the store is
    /// damaged.
    pub(super) fn step_back<S: StateSpace>(
        &mut self,
        cx: &StepContext<'_, S>,
        length: u32,
        goal: &[u8],
    ) -> Result<bool> {
        let state = match self.states.last() {
            None => goal.to_vec(),
            Some(here) => {
                let generation = (length + 1).saturating_sub(self.states.len() as u32);
                let layers = Layers::new(cx.store, cx.run, Side::Forward);
                layers.step_back(cx.space, generation, stored_key(cx.run, here)?)?.to_vec()
            }
        };
        self.states.push(state);
        Ok(self.states.len() > length as usize)
    }

    /// The keys of all states, the start first.
    pub(super) fn path(&self) -> Vec<Vec<u8>> {
        self.states.iter().rev().cloned().collect()
    }
}

/// A path in which every piece keeps its identity.
#[derive(Debug, Clone)]
pub struct Replayed<S: StateSpace> {
    /// All states, the start first.
    pub states: Vec<S::State>,
    /// The moves between them.
    pub moves: Vec<S::Move>,
}

/// Follows the keys (big-endian) of a path from the start it begins with.
///
/// # Errors
/// [`SearchError::Store`] when a key is not reached by one move from the one
/// before: the path does not belong to this space.
pub fn replay<S: StateSpace>(space: &S, path: &[Vec<u8>]) -> Result<Replayed<S>> {
    let broken = |step: usize| StoreError::Damaged {
        place: format!("step {step} of a path"),
        what: "no move of this puzzle leads there".to_owned(),
    };
    let mut keys =
        path.iter().map(|bytes| (bytes.len() == S::Key::BYTES).then(|| S::Key::read_be(bytes)));
    let first = keys.next().flatten();
    let start = space.starts().into_iter().find(|state| Some(space.encode(state)) == first);
    let mut replayed =
        Replayed { states: vec![start.ok_or_else(|| broken(0))?], moves: Vec::new() };
    let mut successors = Successors::default();
    for (step, key) in keys.enumerate() {
        successors.clear();
        if let Some(here) = replayed.states.last() {
            space.expand(here, &mut successors);
        }
        let next = successors.iter().find(|next| Some(space.encode(&next.state)) == key);
        let next = next.ok_or_else(|| broken(step + 1))?;
        replayed.moves.push(next.action.clone());
        replayed.states.push(next.state.clone());
    }
    Ok(replayed)
}
