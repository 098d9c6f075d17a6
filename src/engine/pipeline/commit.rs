//! Stage 5: puts the blocks of all ranges in order and takes them to the store.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use super::merge::{Admitted, Merged};
use crate::engine::counters::Counters;
use crate::search::{Result, Sorted};
use crate::space::StateKey;
use crate::store::{BulkWriter, Encoded, RunPrefix, SortedRun, Store, Table};

/// Finished sorted runs, and what is known of all their states.
pub(super) type Settled<K> = (Vec<Sorted<K>>, Admitted<K>);

/// Builds the sorted runs of a pass, one for each estimate.
pub(super) struct Committer<'a, K> {
    store: &'a Store,
    counters: &'a Counters,
    /// Ranges that came before their turn.
    early: BTreeMap<usize, Merged<K>>,
    next: usize,
    target: RunPrefix,
    /// By estimate; numbered in the order in which their first states came.
    runs: BTreeMap<u32, Building<'a, K>>,
    /// Bytes of all blocks that wait.
    waiting_bytes: usize,
    /// From how many of these on the longest run goes to the store in bulk.
    bulk_bytes: usize,
    admitted: Admitted<K>,
}

/// One sorted run that is being built.
struct Building<'a, K> {
    run: SortedRun<K>,
    /// The blocks so far, while they are few.
    waiting: Vec<Encoded<K>>,
    waiting_bytes: usize,
    bulk: Option<BulkWriter<'a>>,
}

impl<'a, K: StateKey> Building<'a, K> {
    fn new(prefix: RunPrefix) -> Self {
        Self { run: SortedRun::new(prefix), waiting: Vec::new(), waiting_bytes: 0, bulk: None }
    }

    fn spill(&mut self, store: &'a Store) -> Result<()> {
        let bulk = match &mut self.bulk {
            Some(bulk) => bulk,
            none => none.insert(store.bulk(Table::Generations)?),
        };
        for block in self.waiting.drain(..) {
            bulk.put(&self.run.row_key(block.first), &block.bytes)?;
            self.run.push(block, false);
        }
        self.waiting_bytes = 0;
        Ok(())
    }

    /// The run, in the store already or held in memory as a whole.
    fn finish(mut self, store: &'a Store) -> Result<SortedRun<K>> {
        if self.bulk.is_some() {
            self.spill(store)?;
        }
        if let Some(bulk) = self.bulk {
            bulk.finish()?;
        }
        for block in self.waiting {
            self.run.push(block, true);
        }
        Ok(self.run)
    }
}

impl<'a, K: StateKey> Committer<'a, K> {
    pub(super) fn new(
        store: &'a Store,
        counters: &'a Counters,
        target: RunPrefix,
        bulk_bytes: usize,
    ) -> Self {
        Self {
            store,
            counters,
            early: BTreeMap::new(),
            next: 0,
            target,
            runs: BTreeMap::new(),
            waiting_bytes: 0,
            bulk_bytes,
            admitted: Admitted::NONE,
        }
    }

    /// Takes the new states of one range, in any order of ranges. Tells how many
    /// ranges are in their place now that were not before.
    pub(super) fn accept(&mut self, merged: Merged<K>) -> Result<usize> {
        let before = self.next;
        self.early.insert(merged.number, merged);
        while let Some(merged) = self.early.remove(&self.next) {
            self.next += 1;
            self.admitted = self.admitted.and(merged.admitted);
            self.counters.admitted.fetch_add(merged.admitted.states, Relaxed);
            for (estimate, blocks) in merged.parts {
                self.add(estimate, blocks)?;
            }
        }
        Ok(self.next - before)
    }

    fn add(&mut self, estimate: u32, blocks: Vec<Encoded<K>>) -> Result<()> {
        // A sorted run has a state at least.
        if blocks.is_empty() {
            return Ok(());
        }
        let number = self.runs.len() as u32;
        let building = self.runs.entry(estimate).or_insert_with(|| {
            let sorted_run = self.target.sorted_run + number;
            Building::new(RunPrefix { sorted_run, ..self.target })
        });
        for block in blocks {
            self.counters.commit.add(block.states as usize, block.bytes.len());
            building.waiting_bytes += block.bytes.len();
            self.waiting_bytes += block.bytes.len();
            building.waiting.push(block);
        }
        while self.waiting_bytes > self.bulk_bytes {
            let longest = self.runs.values_mut().max_by_key(|building| building.waiting_bytes);
            let Some(longest) = longest else { break };
            self.waiting_bytes -= longest.waiting_bytes;
            longest.spill(self.store)?;
        }
        Ok(())
    }

    /// The runs in the order of their estimates.
    pub(super) fn finish(self) -> Result<Settled<K>> {
        let runs = self.runs.into_iter().map(|(estimate, building)| {
            Ok(Sorted { part: estimate, run: building.finish(self.store)? })
        });
        Ok((runs.collect::<Result<_>>()?, self.admitted))
    }
}
