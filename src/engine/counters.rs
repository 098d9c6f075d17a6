//! What every stage of the pipeline did, for `--stats`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::events::StageCounters;

/// The counters of one stage, shared by its threads.
#[derive(Debug, Default)]
pub(super) struct Stage {
    items: AtomicU64,
    bytes: AtomicU64,
    busy: AtomicU64,
    waiting: AtomicU64,
}

impl Stage {
    pub(super) fn add(&self, items: usize, bytes: usize) {
        self.items.fetch_add(items as u64, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// Runs a piece of the stage's own work.
    pub(super) fn busy<T>(&self, work: impl FnOnce() -> T) -> T {
        timed(&self.busy, work)
    }

    /// Runs something that waits for another stage.
    pub(super) fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        timed(&self.waiting, wait)
    }

    fn counters(&self, stage: &'static str) -> StageCounters {
        let time = |nanoseconds: &AtomicU64| Duration::from_nanos(nanoseconds.load(Relaxed));
        StageCounters {
            stage,
            items: self.items.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
            busy: time(&self.busy),
            waiting: time(&self.waiting),
        }
    }
}

fn timed<T>(total: &AtomicU64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    total.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
    result
}

/// All stages, and where the pass stands.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) read: Stage,
    pub(super) expand: Stage,
    pub(super) sort: Stage,
    pub(super) merge: Stage,
    pub(super) commit: Stage,
    /// States expanded in the generation at hand.
    pub(super) expanded: AtomicU64,
    /// Candidates produced in the generation at hand, duplicates included.
    pub(super) produced: AtomicU64,
    /// New states admitted in the generation at hand.
    pub(super) admitted: AtomicU64,
}

impl Counters {
    /// In the order of the pipeline.
    pub(super) fn stages(&self) -> Vec<StageCounters> {
        [
            ("read", &self.read),
            ("expand", &self.expand),
            ("sort", &self.sort),
            ("merge", &self.merge),
            ("commit", &self.commit),
        ]
        .map(|(name, stage)| stage.counters(name))
        .to_vec()
    }
}
