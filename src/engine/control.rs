//! The one switch that stops a run.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Tells all stages of a run to finish what they have at hand and stop. Shared
/// with signal handlers and anyone else who may stop a run.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    interrupted: AtomicBool,
}

impl Control {
    /// Stops the run after a checkpoint, on the user's behalf.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Relaxed);
        self.stop.store(true, Relaxed);
    }

    /// Stops the run after a checkpoint, because of a limit.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the run is to stop.
    #[must_use]
    pub fn stopping(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the user stopped it.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}
