//! The pipeline: read -> expand -> sort -> merge -> commit.
//!
//! A pass has two halves. In the first a reader hands batches of states to the
//! expanders, whose full buffers the sorters turn into sorted chunks, until the
//! source ends or the memory for candidates is used up. In the second the
//! chunks are cut into ranges of keys; mergers turn each range into blocks of
//! new states, and the committer puts them in order into one sorted run. All
//! stages are joined by bounded channels; a stage that fails sends its error
//! down the same way, and the others see closed channels and end.
//!
//! With one thread, and for passes too small to pay for starting the stages,
//! the same stages take turns on the calling thread.

mod choose;
mod collect;
mod commit;
mod expand;
mod merge;
mod read;
mod scan;
mod settle;

use self::expand::{Expanded, Worker};
use self::merge::Merger;
use super::control::Halt;
use super::counters::Counters;
use super::pool::Pool;
use super::settings::Settings;
use crate::search::{Expansion, Pass, Passed, Result, Scan, Scanner, Scanning};
use crate::space::{StateKey, StateSpace};
use crate::store::{RunPrefix, Side, SortedRun, Store};

/// The most states in a batch: enough to pay for a channel, few enough to share
/// out.
const BATCH: usize = 2048;

/// The most keys in the buffer of an expander: what a sorter keeps in its cache.
const BUFFER: usize = 64 << 10;

/// Taken for the branching before anything is known of it.
const LIKELY_BRANCHING: u32 = 16;

/// Passes over fewer states than this run on the calling thread.
const SMALL: u64 = 4096;

/// Runs passes over one space and one store.
pub(super) struct Pipeline<'a, S: StateSpace> {
    space: &'a S,
    store: &'a Store,
    settings: &'a Settings,
    halt: &'a Halt<'a>,
    counters: &'a Counters,
    /// Hears about ten times a second that a pass goes on.
    observer: &'a dyn Fn(),
    workers: Vec<Worker<S>>,
    mergers: Vec<Merger<S>>,
    /// Made when the first component is scanned.
    scanners: Vec<Scanner<S>>,
    pool: Pool<S::Key>,
    /// The search that the workers have last worked for, and the generation.
    worked_for: Option<(Side, u32)>,
    /// The most successors of one state so far.
    branching: u32,
    /// Whether the pass at hand takes half of the memory.
    lean: bool,
}

impl<'a, S: StateSpace> Pipeline<'a, S> {
    pub(super) fn new(
        space: &'a S,
        store: &'a Store,
        settings: &'a Settings,
        halt: &'a Halt<'a>,
        counters: &'a Counters,
        observer: &'a dyn Fn(),
    ) -> Self {
        let threads = settings.threads.get();
        Self {
            space,
            store,
            settings,
            halt,
            counters,
            observer,
            workers: (0..threads).map(|_| Worker::new(space)).collect(),
            mergers: (0..threads).map(|_| Merger::new(settings.block)).collect(),
            scanners: Vec::new(),
            pool: Pool::new(),
            worked_for: None,
            branching: LIKELY_BRANCHING,
            lean: false,
        }
    }

    fn prepare_workers(&mut self, pass: &Pass<'_, S::Key>) -> Result<()> {
        let RunPrefix { side, generation, .. } = pass.target;
        // Emptying the filters takes longer than a small pass gains by them.
        let filtering = !pass.selective || states(pass) > SMALL;
        if filtering {
            // What one search has seen is new to the other.
            let before = self.worked_for.replace((side, generation));
            let other = |seen| pass.selective && generation != seen;
            if before.is_none_or(|(last, seen)| last != side || other(seen)) {
                self.workers.iter_mut().for_each(Worker::reset);
            }
        }
        let mut workers = self.workers.iter_mut();
        workers.try_for_each(|worker| worker.follow(self.space, pass.children.clone(), filtering))
    }

    /// Memory for candidates of the pass at hand, in bytes.
    fn candidates(&self) -> usize {
        if self.lean { self.settings.candidates / 2 } else { self.settings.candidates }
    }

    /// Buffers and batches that can be on the way between the stages at once.
    fn on_the_way(&self) -> usize {
        4 * self.workers.len() + 2
    }

    /// Keys in a full buffer: all buffers take at most a quarter of the memory
    /// for candidates.
    fn buffer_keys(&self) -> usize {
        let bytes = self.candidates() / 4 / self.on_the_way();
        (bytes / size_of::<S::Key>()).clamp(64, BUFFER)
    }

    /// Bytes of sorted chunks at which the reader stops: one quarter is left
    /// for buffers on the way, one for the successors of batches on the way.
    fn chunk_bytes(&self) -> usize {
        self.candidates() / 2
    }

    /// States in a batch: few enough for the memory for batches, and their
    /// successors for the memory for candidates.
    fn batch_states(&self) -> usize {
        let keys = |bytes: usize| bytes / self.on_the_way() / size_of::<S::Key>();
        let by_successors = keys(self.candidates() / 4) / self.branching as usize;
        keys(self.settings.batch / 2).min(by_successors).clamp(4, BATCH)
    }

    /// A sorted run of more bytes than this goes to the store in bulk, beside
    /// the log; a smaller one waits in memory for the next commit.
    fn bulk_bytes(&self) -> usize {
        let most = if self.lean { 64 << 10 } else { 4 << 20 };
        (self.settings.batch / 64).clamp(1 << 10, most)
    }

    /// Keys in a range of the merge: four copies of it and a block of known
    /// states a worker are in the memory for batches.
    fn range_keys(&self) -> usize {
        let bytes = self.settings.batch / 2 / (6 * self.workers.len());
        (bytes / size_of::<S::Key>()).clamp(256, 2 * BUFFER)
    }
}

/// States of the source that a pass has before it.
fn states<K: StateKey>(pass: &Pass<'_, K>) -> u64 {
    let all: u64 = pass.source.iter().map(SortedRun::states).sum();
    all.saturating_sub(pass.from.states)
}

impl<S: StateSpace> Expansion<S::Key> for Pipeline<'_, S> {
    fn pass(&mut self, pass: &Pass<'_, S::Key>) -> Result<Passed<S::Key>> {
        self.lean = pass.lean;
        self.prepare_workers(pass)?;
        let collected = self.collect(pass);
        let expanded = self.workers.iter_mut().map(Worker::take_expanded);
        let expanded = expanded.fold(Expanded::default(), Expanded::and);
        if let Some((_, most)) = expanded.branching {
            self.branching = self.branching.max(most);
        }
        let (chunks, to) = match collected {
            Ok(collected) => collected,
            Err(error) => {
                self.workers.iter_mut().for_each(Worker::reset);
                return Err(error);
            }
        };
        let settled = self.settle(pass, &chunks);
        chunks.give_to(&self.pool);
        let (sorted, admitted) = settled?;
        Ok(Passed {
            to,
            sorted,
            checksum: admitted.checksum,
            expanded: expanded.states,
            edges: expanded.edges,
            branching: expanded.branching,
            goals: admitted.goals,
            least_goal: admitted.least_goal,
            depths: admitted.depths,
        })
    }

    fn scan(
        &mut self,
        starts: &[S::Key],
        first: u64,
        scanning: &Scanning<'_, S::Key>,
        in_turn: bool,
        take: &mut dyn FnMut(Scan<S::Key>) -> Result<bool>,
    ) -> Result<()> {
        self.scan_components(starts, first, scanning, in_turn, take)
    }

    fn stopping(&self) -> bool {
        (self.observer)();
        self.halt.stopping()
    }
}
