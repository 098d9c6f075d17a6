//! The best states of a generation, chosen while it is found.

use super::dice::mix;
use super::error::Result;
use super::pass::{Passed, Place};
use super::strategy::Tally;
use crate::space::StateKey;
use crate::store::Store;

/// The best states of the next generation so far, of a beam per layer. Not in
/// the store: a process that ends in the middle of a generation expands it
/// again from its beginning.
#[derive(Debug)]
pub(super) struct Selection<K> {
    pub(super) best: Vec<Ranked<K>>,
    /// Up to where the generation before is expanded.
    pub(super) place: Place,
    pub(super) tally: Tally,
    pub(super) least_goal: Option<K>,
}

/// A state by its worth: the least is the best. Equal estimates are decided by
/// a hash, so that the beam is spread over all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked<K> {
    estimate: u32,
    tie: u64,
    pub(super) key: K,
}

impl<K: StateKey> Selection<K> {
    pub(super) fn new() -> Self {
        Self {
            best: Vec::new(),
            place: Place::default(),
            tally: Tally::default(),
            least_goal: None,
        }
    }

    /// Takes what one pass found; keeps at most twice the beam's width.
    pub(super) fn take(
        &mut self,
        store: &Store,
        passed: Passed<K>,
        width: usize,
        seed: u64,
    ) -> Result<()> {
        self.place = passed.to;
        self.tally.expanded += passed.expanded;
        self.tally.generated += passed.edges;
        self.least_goal = self.least_goal.into_iter().chain(passed.least_goal).min();
        // No more room than the check of the memory allows.
        self.best.reserve_exact((2 * width).saturating_sub(self.best.len()));
        let mut keys = Vec::new();
        for sorted in &passed.sorted {
            let estimate = sorted.part;
            // The runs come by ascending estimates.
            if self.best.len() >= width && self.best.iter().all(|best| best.estimate < estimate) {
                break;
            }
            for block in 0..sorted.run.blocks().len() {
                keys.clear();
                sorted.run.decode(block, &sorted.run.bytes(store, block)?, &mut keys)?;
                let rank = |&key| Ranked { estimate, tie: tie(key, seed), key };
                for key in &keys {
                    if self.best.len() == 2 * width {
                        self.cut(width);
                    }
                    self.best.push(rank(key));
                }
            }
        }
        self.cut(width);
        Ok(())
    }

    fn cut(&mut self, width: usize) {
        // A state can come from several passes over one generation.
        self.best.sort_unstable();
        self.best.dedup();
        self.best.truncate(width);
    }
}

/// Decides between states of equal estimates: as good as random, and the same
/// on every machine.
fn tie<K: StateKey>(key: K, seed: u64) -> u64 {
    mix(key.spread() ^ mix(seed))
}
