//! One breadth-first search in progress, generation by generation, with
//! delayed duplicate detection on sorted runs.

use serde::{Deserialize, Serialize};

use super::agree::{compare_layers, unusable};
use super::error::Result;
use super::pass::{Pass, Place, Sorted};
use super::strategy::{Completed, StepContext};
use crate::space::{Locality, StateKey, StateSpace};
use crate::store::{
    LayerKey, LayerRow, RunId, RunPrefix, Side, SortedRun, load_generation, state_checksum,
};

/// Blocks of small sorted runs stay in memory up to this much, so that tiny
/// generations are never read back.
const HELD_BYTES: usize = 16 << 20;

/// Blocks written by the search itself, such as the starts.
pub(super) const BLOCK_BYTES: usize = 16 << 10;

/// Where a frontier stands: what its rows in `layers` do not say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The generation that is being expanded.
    pub generation: u32,
    /// Up to where.
    pub place: Place,
    /// Successors produced from it so far.
    pub edges: u64,
    /// Fewest and most successors of one of its states so far.
    pub branching: Option<(u32, u32)>,
    /// The least goal in the next generation so far, as bytes.
    pub least_goal: Option<Vec<u8>>,
    /// Successors produced from all earlier generations.
    pub edges_before: u64,
    /// States in all generations, the next one included.
    pub states: u64,
}

impl Progress {
    fn see_goal<K: StateKey>(&mut self, goal: Option<K>) {
        let seen = self.least_goal.as_deref().map(K::read_be);
        self.least_goal = seen.into_iter().chain(goal).min().map(StateKey::to_vec);
    }
}

/// One generation: its row and its sorted runs.
#[derive(Debug, Clone)]
pub struct Generation<K> {
    /// Its number.
    pub number: u32,
    /// Its row.
    pub row: LayerRow,
    /// Its sorted runs, no two of which share a state.
    pub runs: Vec<SortedRun<K>>,
}

impl<K: StateKey> Generation<K> {
    fn empty(number: u32) -> Self {
        Self { number, row: LayerRow::default(), runs: Vec::new() }
    }
}

/// Whether a generation, `distance` before one that is expanded, can hold a
/// successor of that one's states.
#[must_use]
pub fn may_hold_successors(
    locality: Locality,
    earlier: &LayerRow,
    distance: u32,
    expanded: &LayerRow,
) -> bool {
    match locality {
        Locality::Reversible => distance <= 1,
        // No move makes the depth less: what comes is at least this deep.
        Locality::ByDepth => earlier.depth_max >= expanded.depth_min,
        Locality::Unbounded => true,
    }
}

/// One breadth-first search in progress.
#[derive(Debug)]
pub struct Frontier<K> {
    run: RunId,
    side: Side,
    locality: Locality,
    /// Earlier generations that can still hold duplicates, oldest first.
    earlier: Vec<Generation<K>>,
    current: Generation<K>,
    next: Generation<K>,
    progress: Progress,
}

impl<K: StateKey> Frontier<K> {
    /// Begins with these states as generation 0; both lists ascend without
    /// duplicates, and `goals` is a part of `starts`.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when a row cannot be written.
    pub fn start<S: StateSpace<Key = K>>(
        cx: &mut StepContext<'_, S>,
        side: Side,
        starts: &[K],
        goals: &[K],
    ) -> Result<Self> {
        let mut frontier = Self::new(cx, side);
        frontier.add_starts(cx, starts, goals)?;
        frontier.close_starts(cx)?;
        Ok(frontier)
    }

    /// An empty frontier, to which starts are added piece by piece.
    pub fn new<S: StateSpace<Key = K>>(cx: &StepContext<'_, S>, side: Side) -> Self {
        Self {
            run: cx.run,
            side,
            locality: cx.space.locality(),
            earlier: Vec::new(),
            current: Generation::empty(0),
            next: Generation::empty(1),
            progress: Progress::default(),
        }
    }

    /// Adds a sorted run of states to generation 0; no two share a state.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when a row cannot be written.
    pub fn add_starts<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        starts: &[K],
        goals: &[K],
    ) -> Result<()> {
        // A sorted run has a state at least.
        if starts.is_empty() {
            return Ok(());
        }
        let run = SortedRun::of_states(self.prefix(&self.current), starts, BLOCK_BYTES);
        run.write_to(cx.batch);
        let row = &mut self.current.row;
        for &key in starts {
            row.checksum = row.checksum.wrapping_add(state_checksum(key));
            if self.locality == Locality::ByDepth {
                let depth = cx.space.depth(&key);
                row.depth_min = if row.states == 0 { depth } else { row.depth_min.min(depth) };
                row.depth_max = row.depth_max.max(depth);
            }
            row.states += 1;
        }
        row.goals += goals.len() as u64;
        row.sorted_runs += 1;
        self.progress.see_goal(goals.first().copied());
        self.progress.states += starts.len() as u64;
        self.current.runs.push(run);
        self.put_row(cx, &self.current)
    }

    /// Generation 0 is complete.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when its row cannot be written.
    pub fn close_starts<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
    ) -> Result<()> {
        self.current.row.closed = true;
        self.put_row(cx, &self.current)?;
        self.tell(cx);
        Ok(())
    }

    /// Loads a frontier that stands at `progress`.
    ///
    /// # Errors
    /// [`SearchError::Checkpoint`](super::SearchError::Checkpoint) when rows are missing or disagree with it.
    pub fn restore<S: StateSpace<Key = K>>(
        cx: &StepContext<'_, S>,
        side: Side,
        progress: Progress,
    ) -> Result<Self> {
        let mut frontier = Self::new(cx, side);
        compare_layers(cx.store, cx.run, side, &progress)?;
        let oldest = match frontier.locality {
            Locality::Reversible => progress.generation.saturating_sub(1),
            Locality::ByDepth | Locality::Unbounded => 0,
        };
        for number in oldest..progress.generation {
            let generation = frontier.load(cx, number)?;
            frontier.earlier.push(generation);
        }
        frontier.current = frontier.load(cx, progress.generation)?;
        frontier.next = frontier.load(cx, progress.generation.saturating_add(1))?;
        frontier.progress = progress;
        frontier.forget();
        Ok(frontier)
    }

    fn load<S: StateSpace<Key = K>>(
        &self,
        cx: &StepContext<'_, S>,
        number: u32,
    ) -> Result<Generation<K>> {
        let mut generation = Generation::empty(number);
        let key = LayerKey { run: self.run, side: self.side, generation: number };
        generation.row = cx.store.row(&key)?.unwrap_or_default();
        let first = self.prefix(&generation);
        generation.runs = load_generation(cx.store, first, generation.row.sorted_runs)?;
        let states: u64 = generation.runs.iter().map(SortedRun::states).sum();
        if states != generation.row.states {
            let (side, said) = (self.side, generation.row.states);
            let what = format!(
                "{side} generation {number} holds {states} states where its row says {said}"
            );
            return Err(unusable(self.run, &what));
        }
        Ok(generation)
    }

    /// The key prefix of the next sorted run of a generation.
    fn prefix(&self, of: &Generation<K>) -> RunPrefix {
        RunPrefix {
            run: self.run,
            side: self.side,
            generation: of.number,
            sorted_run: of.runs.len() as u32,
        }
    }

    fn put_row<S: StateSpace<Key = K>>(
        &self,
        cx: &mut StepContext<'_, S>,
        of: &Generation<K>,
    ) -> Result<()> {
        let key = LayerKey { run: self.run, side: self.side, generation: of.number };
        Ok(cx.batch.put_row(&key, &of.row)?)
    }

    fn tell<S: StateSpace<Key = K>>(&self, cx: &mut StepContext<'_, S>) {
        cx.completed.push(Completed {
            side: self.side,
            generation: self.current.number,
            states: self.current.row.states,
            goals: self.current.row.goals,
        });
    }

    /// Runs one pass. Tells whether the current generation is expanded
    /// completely; it then is the one before.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) as [`Expansion::pass`](super::Expansion::pass).
    pub fn advance<S: StateSpace<Key = K>>(&mut self, cx: &mut StepContext<'_, S>) -> Result<bool> {
        let earlier = self.earlier.iter().flat_map(|generation| &generation.runs);
        let known = earlier.chain(&self.current.runs).chain(&self.next.runs).collect();
        let target = self.prefix(&self.next);
        let passed = cx.expansion.pass(&Pass::plain(
            &self.current.runs,
            self.progress.place,
            known,
            target,
        ))?;
        let progress = &mut self.progress;
        if progress.place.states == 0 {
            // These were the goals of the current generation.
            progress.least_goal = None;
        }
        progress.place = passed.to;
        progress.edges += passed.edges;
        progress.branching = match (progress.branching, passed.branching) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (a, b) => a.or(b),
        };
        progress.see_goal(passed.least_goal);
        let states = passed.states();
        if states > 0 {
            progress.states += states;
            let row = &mut self.next.row;
            if let Some((low, high)) = passed.depths {
                row.depth_min = if row.states == 0 { low } else { row.depth_min.min(low) };
                row.depth_max = row.depth_max.max(high);
            }
            row.states += states;
            row.goals += passed.goals;
            row.checksum = row.checksum.wrapping_add(passed.checksum);
            for Sorted { run, .. } in passed.sorted {
                run.write_to(cx.batch);
                row.sorted_runs += 1;
                self.next.runs.push(run);
            }
        }
        let complete = self.progress.place.states == self.current.row.states;
        if complete {
            self.close(cx)?;
        } else if states > 0 {
            self.put_row(cx, &self.next)?;
        }
        Ok(complete)
    }

    /// The current generation is expanded, so the next one is complete.
    fn close<S: StateSpace<Key = K>>(&mut self, cx: &mut StepContext<'_, S>) -> Result<()> {
        let number = self.current.number + 1;
        let row = &mut self.current.row;
        row.edges = Some(self.progress.edges);
        row.branching_min = self.progress.branching.map(|(least, _)| least);
        row.branching_max = self.progress.branching.map(|(_, most)| most);
        self.put_row(cx, &self.current)?;
        let next = std::mem::replace(&mut self.next, Generation::empty(number + 1));
        self.earlier.push(std::mem::replace(&mut self.current, next));
        self.progress.generation = number;
        self.progress.place = Place::default();
        self.progress.edges_before += std::mem::take(&mut self.progress.edges);
        self.progress.branching = None;
        self.forget();
        if self.current.row.states > 0 {
            self.current.row.closed = true;
            self.put_row(cx, &self.current)?;
            self.tell(cx);
        }
        Ok(())
    }

    /// Forgets generations that can hold no duplicate of a later state.
    fn forget(&mut self) {
        let (locality, current) = (self.locality, &self.current);
        self.earlier.retain(|earlier| {
            let distance = current.number - earlier.number;
            may_hold_successors(locality, &earlier.row, distance, &current.row)
        });
    }

    /// The generation that is being expanded.
    #[must_use]
    pub fn current(&self) -> &Generation<K> {
        &self.current
    }

    /// Where it stands.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The least goal of the current generation, known while none of it is
    /// expanded.
    #[must_use]
    pub fn least_goal(&self) -> Option<K> {
        self.progress.least_goal.as_deref().map(K::read_be)
    }

    /// Successors produced so far.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.progress.edges_before + self.progress.edges
    }

    /// Which search of the run this is.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The blocks in memory are in the store now; keeps only few of them.
    pub fn committed(&mut self) {
        let earlier = self.earlier.iter_mut().rev();
        let generations = [&mut self.next, &mut self.current].into_iter().chain(earlier);
        release_beyond(generations.flat_map(|generation| &mut generation.runs));
    }
}

/// Lets go of blocks in memory that are in the store as well, beyond the first
/// few of these runs.
pub(super) fn release_beyond<'r, K: StateKey>(runs: impl Iterator<Item = &'r mut SortedRun<K>>) {
    let mut held = 0;
    for run in runs {
        held += run.held_bytes();
        if held > HELD_BYTES {
            run.release();
        }
    }
}
