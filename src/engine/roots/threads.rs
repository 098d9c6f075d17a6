//! Threads that take root after root, and steal them from each other.

use std::iter;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crossbeam_channel::Sender;
use crossbeam_deque::{Injector, Stealer, Worker};

use crate::engine::control::Halt;
use crate::search::pmida::{Bounds, Descent, Found, Ground};
use crate::space::Turning;

/// Steps between two looks at whether to stop.
const STEPS: usize = 1 << 10;

/// What all threads of one length share.
pub(super) struct Crew<'a, 'b, T: Turning, B> {
    pub(super) ground: &'a Ground<'b, T, B>,
    /// Moves behind a root.
    pub(super) tail: usize,
    /// Roots that nobody has taken.
    pub(super) roots: &'a Injector<usize>,
    pub(super) stealers: &'a [Stealer<usize>],
    /// Roots behind this one need not be searched.
    pub(super) last: &'a AtomicU64,
    /// Whether one solution is enough.
    pub(super) one: bool,
    /// Positions and ends, for those who watch.
    pub(super) nodes: &'a AtomicU64,
    pub(super) halt: &'a Halt<'a>,
    pub(super) failed: &'a AtomicBool,
}

/// Tells the other threads of a panic: what they find then is of no use.
struct Failing<'a>(&'a AtomicBool);

impl Drop for Failing<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

impl<T: Turning, B: Bounds<T::Position>> Crew<'_, '_, T, B> {
    /// Searches below one root after the other.
    pub(super) fn work(&self, own: &Worker<usize>, done: &Sender<(usize, Found)>) {
        let _failing = Failing(self.failed);
        let mut descent = Descent::default();
        while let Some(root) = self.take(own) {
            if root as u64 > self.last.load(Relaxed) {
                continue;
            }
            descent.begin(self.ground, root, self.tail);
            while descent.advance(self.ground, STEPS) {
                if self.halt.stopping() || self.failed.load(Relaxed) {
                    return;
                }
                // A solution below a root before this one makes this one needless.
                if root as u64 > self.last.load(Relaxed) {
                    break;
                }
            }
            if root as u64 > self.last.load(Relaxed) {
                continue;
            }
            let found = descent.take();
            self.nodes.fetch_add(found.nodes, Relaxed);
            if self.one && !found.tails.is_empty() {
                self.last.fetch_min(root as u64, Relaxed);
            }
            if done.send((root, found)).is_err() || self.halt.stopping() {
                return;
            }
        }
    }

    /// The next root: one's own, from those nobody has, or from another thread.
    fn take(&self, own: &Worker<usize>) -> Option<usize> {
        own.pop().or_else(|| {
            iter::repeat_with(|| {
                (self.roots.steal_batch_and_pop(own))
                    .or_else(|| self.stealers.iter().map(Stealer::steal).collect())
            })
            .find(|stolen| !stolen.is_retry())
            .and_then(crossbeam_deque::Steal::success)
        })
    }
}
