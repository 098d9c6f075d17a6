//! Stage 1: reads a generation back, batch by batch.

use crate::engine::difference::subtract;
use crate::search::{Pass, Place, Result};
use crate::space::StateKey;
use crate::store::{SortedRun, Store};

/// Goes through the states of some sorted runs in their order.
#[derive(Debug)]
pub(super) struct Reader<'a, K> {
    store: &'a Store,
    runs: &'a [SortedRun<K>],
    /// States that are passed over.
    stale: &'a [&'a SortedRun<K>],
    /// Working memory.
    scratch: Vec<K>,
    /// The next block.
    run: usize,
    block: usize,
    /// The states of the block at hand that are not handed out yet.
    states: Vec<K>,
    taken: usize,
    /// How many states of the generation were handed out.
    place: Place,
    /// States a batch.
    batch: usize,
}

impl<'a, K: StateKey> Reader<'a, K> {
    /// Begins where the pass begins, with batches of at most `batch` states.
    pub(super) fn new(store: &'a Store, pass: &'a Pass<'_, K>, batch: usize) -> Result<Self> {
        let mut reader = Self {
            store,
            runs: pass.source,
            stale: &pass.stale,
            scratch: Vec::new(),
            run: 0,
            block: 0,
            states: Vec::new(),
            taken: 0,
            place: Place::default(),
            batch,
        };
        reader.skip_to(pass.from)?;
        Ok(reader)
    }

    /// Where the next batch begins.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    fn skip_to(&mut self, from: Place) -> Result<()> {
        while let Some(run) = self.runs.get(self.run) {
            if self.place.states + run.states() > from.states {
                break;
            }
            self.place.states += run.states();
            self.run += 1;
        }
        if let Some(run) = self.runs.get(self.run) {
            for block in run.blocks() {
                if self.place.states + u64::from(block.states) > from.states {
                    break;
                }
                self.place.states += u64::from(block.states);
                self.block += 1;
            }
        }
        if from.states > self.place.states && self.load()? {
            self.taken = (from.states - self.place.states) as usize;
            self.place = from;
        }
        Ok(())
    }

    /// The next states that are not stale, ascending within a sorted run; empty
    /// at the end.
    pub(super) fn next(&mut self) -> Result<Vec<K>> {
        loop {
            if self.taken == self.states.len() && !self.load()? {
                return Ok(Vec::new());
            }
            let end = self.states.len().min(self.taken + self.batch);
            let mut batch = self.states[self.taken..end].to_vec();
            self.taken = end;
            self.place.states += batch.len() as u64;
            for run in self.stale {
                subtract(&mut batch, run, self.store, &mut self.scratch)?;
            }
            if !batch.is_empty() {
                return Ok(batch);
            }
        }
    }

    /// Decodes the next block; `false` when there is none.
    fn load(&mut self) -> Result<bool> {
        while let Some(run) = self.runs.get(self.run) {
            if self.block < run.blocks().len() {
                let bytes = run.bytes(self.store, self.block)?;
                self.states.clear();
                self.taken = 0;
                run.decode(self.block, &bytes, &mut self.states)?;
                self.block += 1;
                return Ok(true);
            }
            (self.run, self.block) = (self.run + 1, 0);
        }
        Ok(false)
    }
}
