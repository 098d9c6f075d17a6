//! The second half of a pass: from sorted chunks to one stored run of states
//! that were not known before.

use crossbeam_channel::bounded;

use super::Pipeline;
use super::commit::{Committer, Settled};
use super::merge::{Chunks, Merged, Merger, Range, Slicer};
use crate::engine::counters::Counters;
use crate::search::{Pass, Result};
use crate::space::{StateKey, StateSpace};
use crate::store::Store;

impl<S: StateSpace> Pipeline<'_, S> {
    pub(super) fn settle(
        &mut self,
        pass: &Pass<'_, S::Key>,
        chunks: &Chunks<S::Key>,
    ) -> Result<Settled<S::Key>> {
        for merger in &mut self.mergers {
            merger.part(self.space, pass.part)?;
        }
        let committer = {
            let bulk_bytes = if pass.hold { usize::MAX } else { self.bulk_bytes() };
            Committer::new(self.store, self.counters, pass.target, bulk_bytes)
        };
        let committer = if chunks.keys() <= 2 * self.range_keys() || self.workers.len() == 1 {
            self.settle_in_turn(pass, chunks, committer)?
        } else {
            self.settle_in_stages(pass, chunks, committer)?
        };
        self.counters.commit.busy(|| committer.finish())
    }

    fn settle_in_turn<'s>(
        &mut self,
        pass: &Pass<'_, S::Key>,
        chunks: &Chunks<S::Key>,
        mut committer: Committer<'s, S::Key>,
    ) -> Result<Committer<'s, S::Key>> {
        let (space, store, counters) = (self.space, self.store, self.counters);
        for range in ranges(chunks, self.range_keys()) {
            committer.accept(merge(space, store, counters, &mut self.mergers[0], pass, &range)?)?;
            (self.observer)();
        }
        Ok(committer)
    }

    fn settle_in_stages<'s>(
        &mut self,
        pass: &Pass<'_, S::Key>,
        chunks: &Chunks<S::Key>,
        mut committer: Committer<'s, S::Key>,
    ) -> Result<Committer<'s, S::Key>> {
        let (space, store, counters) = (self.space, self.store, self.counters);
        let (threads, range_keys) = (self.workers.len(), self.range_keys());
        let (observer, mergers) = (self.observer, &mut self.mergers);
        let (tasks, to_merge) = bounded::<Range<'_, S::Key>>(threads);
        let (merged, to_commit) = bounded::<Result<Merged<S::Key>>>(threads);
        // However slow the first range is, the others stay this near to it.
        let (ahead, in_place) = bounded::<()>(4 * threads);
        std::thread::scope(|scope| {
            for merger in mergers {
                let (to_merge, merged) = (to_merge.clone(), merged.clone());
                scope.spawn(move || {
                    while let Ok(range) = counters.merge.waiting(|| to_merge.recv()) {
                        let result = merge(space, store, counters, merger, pass, &range);
                        let failed = result.is_err();
                        if counters.merge.waiting(|| merged.send(result)).is_err() || failed {
                            return;
                        }
                    }
                });
            }
            let committing = scope.spawn(move || -> Result<Committer<'s, S::Key>> {
                while let Ok(result) = counters.commit.waiting(|| to_commit.recv()) {
                    for _ in 0..counters.commit.busy(|| committer.accept(result?))? {
                        let _ = in_place.try_recv();
                    }
                }
                Ok(committer)
            });
            drop((to_merge, merged));
            for range in ranges(chunks, range_keys) {
                if ahead.send(()).is_err() || tasks.send(range).is_err() {
                    break; // A stage has failed; the committer knows why.
                }
                observer();
            }
            drop(tasks);
            match committing.join() {
                Ok(committed) => committed,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }
}

fn merge<S: StateSpace>(
    space: &S,
    store: &Store,
    counters: &Counters,
    merger: &mut Merger<S>,
    pass: &Pass<'_, S::Key>,
    range: &Range<'_, S::Key>,
) -> Result<Merged<S::Key>> {
    counters.merge.add(range.keys(), range.keys() * size_of::<S::Key>());
    counters.merge.busy(|| merger.merge(space, store, range, pass))
}

/// Cuts all chunks into ranges of about `keys` candidates, in ascending order.
fn ranges<K: StateKey>(chunks: &Chunks<K>, keys: usize) -> impl Iterator<Item = Range<'_, K>> {
    let cuts = if chunks.keys() <= 2 * keys { Vec::new() } else { chunks.cuts(keys) };
    let mut candidates = Slicer::new(&chunks.candidates);
    let mut goals = Slicer::new(&chunks.goals);
    let cuts = cuts.into_iter().map(Some).chain([None]);
    cuts.enumerate().map(move |(number, cut)| Range {
        number,
        candidates: candidates.below(cut),
        goals: goals.below(cut),
    })
}
