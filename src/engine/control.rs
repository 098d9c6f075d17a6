//! What stops a run.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Lets a user stop runs: whoever holds it, such as a signal handler, asks the
/// runs that were started with it to finish what they have at hand, commit, and
/// stop.
#[derive(Debug, Default)]
pub struct Control {
    interrupted: AtomicBool,
}

impl Control {
    /// Stops the run after a checkpoint.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Relaxed);
    }

    /// Whether the user stopped it.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}

/// The same for one run, which its limits can stop as well.
#[derive(Debug)]
pub(super) struct Halt<'c> {
    control: &'c Control,
    limited: AtomicBool,
}

impl<'c> Halt<'c> {
    pub(super) fn new(control: &'c Control) -> Self {
        Self { control, limited: AtomicBool::new(false) }
    }

    /// A limit is reached.
    pub(super) fn limit(&self) {
        self.limited.store(true, Relaxed);
    }

    /// Whether a limit stops the run.
    pub(super) fn limited(&self) -> bool {
        self.limited.load(Relaxed)
    }

    /// Whether the user stops the run.
    pub(super) fn interrupted(&self) -> bool {
        self.control.interrupted()
    }

    /// Whether anything stops the run.
    pub(super) fn stopping(&self) -> bool {
        self.limited() || self.interrupted()
    }
}
