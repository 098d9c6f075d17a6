//! Running searches through the engine, and what they left in the store.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use strata::engine::{Control, Engine, Limits, Report, Settings};
use strata::search::{Layers, Strategy};
use strata::space::StateSpace;
use strata::store::{LayerRow, RunId, Side, Store};

/// Settings that make every mechanism work on small puzzles: commits after
/// every step, sorted runs of more than a kilobyte written in bulk, and memory
/// for `candidates` bytes of candidates.
pub(crate) fn settings(threads: usize, candidates: usize) -> Settings {
    Settings {
        threads: NonZeroUsize::new(threads).unwrap(),
        candidates,
        batch: 64 << 10,
        block: 4 << 10,
        commit_interval: Duration::ZERO,
        limits: Limits::default(),
    }
}

/// Works on the run of this space and strategy until it ends or stops.
pub(crate) fn work<S: StateSpace>(
    store: &Store,
    space: &S,
    strategy: impl Strategy<S>,
    settings: Settings,
) -> Report {
    let engine = Engine::new(store, settings, Arc::new(Control::default()));
    engine.run(space, "test", strategy, &mut ()).unwrap()
}

/// The rows of one side of a run.
pub(crate) fn rows(store: &Store, run: RunId, side: Side) -> Vec<LayerRow> {
    Layers::new(store, run, side).rows().unwrap()
}
