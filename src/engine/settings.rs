//! What a run may use. Nothing here changes what is found.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Resources and limits of one process that works on a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Threads a stage.
    pub threads: NonZeroUsize,
    /// Memory for candidates in bytes: a hard bound.
    pub candidates: usize,
    /// Memory for batches on their way in bytes: a hard bound.
    pub batch: usize,
    /// Size of a block of states in bytes.
    pub block: usize,
    /// The longest time between two commits, unless a single pass takes longer.
    pub commit_interval: Duration,
    /// Limits at which the run stops, resumable.
    pub limits: Limits,
}

impl Settings {
    /// The least memory for candidates or batches, in bytes.
    pub const LEAST: usize = 4 << 10;

    /// Says what cannot work.
    pub(super) fn check(&self) -> Result<(), String> {
        for (what, bytes) in [("candidates", self.candidates), ("batches", self.batch)] {
            if bytes < Self::LEAST {
                return Err(format!(
                    "{bytes} bytes of memory for {what} are too few: give {} or more",
                    Self::LEAST
                ));
            }
        }
        Ok(())
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            candidates: 512 << 20,
            batch: 64 << 20,
            block: 16 << 10,
            commit_interval: Duration::from_secs(2),
            limits: Limits::default(),
        }
    }
}

/// Limits of a run; `None` is no limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// States stored by the run in all, or expanded by a search that stores none.
    pub states: Option<u64>,
    /// Complete generations on a side, the starts not counted.
    pub generations: Option<u32>,
    /// Time of this process.
    pub time: Option<Duration>,
    /// Bytes of the store.
    pub store_bytes: Option<u64>,
    /// Bytes that stay free on the disk.
    pub free_disk: Option<u64>,
}
