//! Stage 5: puts the blocks of all ranges in order and takes them to the store.

use std::collections::BTreeMap;

use super::merge::{Admitted, Merged};
use super::settle::Settled;
use crate::engine::counters::Counters;
use crate::search::Result;
use crate::space::StateKey;
use crate::store::{BulkWriter, Encoded, RunPrefix, SortedRun, Store, Table};

use std::sync::atomic::Ordering::Relaxed;

/// Builds one sorted run.
pub(super) struct Committer<'a, K> {
    store: &'a Store,
    counters: &'a Counters,
    /// Ranges that came before their turn.
    early: BTreeMap<usize, Merged<K>>,
    next: usize,
    run: SortedRun<K>,
    /// The blocks so far, while they are few.
    waiting: Vec<Encoded<K>>,
    waiting_bytes: usize,
    /// From how many bytes on a run goes to the store in bulk.
    bulk_bytes: usize,
    bulk: Option<BulkWriter<'a>>,
    admitted: Admitted<K>,
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
            run: SortedRun::new(target),
            waiting: Vec::new(),
            waiting_bytes: 0,
            bulk_bytes,
            bulk: None,
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
            for block in merged.blocks {
                self.counters.commit.add(block.states as usize, block.bytes.len());
                self.waiting_bytes += block.bytes.len();
                self.waiting.push(block);
            }
            if self.waiting_bytes > self.bulk_bytes {
                self.spill()?;
            }
        }
        Ok(self.next - before)
    }

    fn spill(&mut self) -> Result<()> {
        let bulk = match &mut self.bulk {
            Some(bulk) => bulk,
            none => none.insert(self.store.bulk(Table::Generations)?),
        };
        for block in self.waiting.drain(..) {
            bulk.put(&self.run.row_key(block.first), &block.bytes)?;
            self.run.push(block, false);
        }
        self.waiting_bytes = 0;
        Ok(())
    }

    /// The run, in the store already or held in memory as a whole.
    pub(super) fn finish(mut self) -> Result<Settled<K>> {
        if self.bulk.is_some() {
            self.spill()?;
        }
        if let Some(bulk) = self.bulk {
            bulk.finish()?;
        }
        for block in self.waiting {
            self.run.push(block, true);
        }
        Ok((self.run, self.admitted))
    }
}
