//! What the engine tells those who watch a run.

use std::time::Duration;

use serde::Serialize;

/// One stage of the pipeline, summed over its threads since the run was
/// started or resumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct StageCounters {
    /// `read`, `expand`, `sort`, `merge` or `commit`.
    pub stage: &'static str,
    /// Items that went through: states or candidates.
    pub items: u64,
    /// Bytes that went through.
    pub bytes: u64,
    /// Time spent working.
    pub busy: Duration,
    /// Time spent waiting for input or for room in the next channel.
    pub waiting: Duration,
}

/// Where a run stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Progress {
    /// The run in the store; `None` without a store.
    pub run: Option<u32>,
    /// `forward` or `backward`.
    pub side: &'static str,
    /// The generation that is being expanded.
    pub generation: u32,
    /// States of it that are already expanded.
    pub expanded: u64,
    /// States in it.
    pub generation_states: u64,
    /// New states of the next generation found so far.
    pub new_states: u64,
    /// Candidates that turned out to be duplicates, in this generation.
    pub duplicates: u64,
    /// States found in all generations so far.
    pub states: u64,
    /// New states a second over the last reporting period.
    pub rate: f64,
    /// Bytes of the store on disk (or in memory, without a store).
    pub store_bytes: u64,
    /// Resident memory of the process in bytes.
    pub resident_bytes: u64,
    /// Time since the run was started or resumed.
    pub elapsed: Duration,
}

/// Something that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "message_type", rename_all = "snake_case")]
pub enum Event {
    /// The run begins or goes on.
    Started {
        /// The run in the store; `None` without a store.
        run: Option<u32>,
        /// Whether it goes on where an earlier process stopped.
        resumed: bool,
        /// The strategy.
        algorithm: String,
        /// States already stored.
        states: u64,
    },
    /// At most a few a second.
    Progress(Progress),
    /// A generation is complete.
    Generation {
        /// `forward` or `backward`.
        side: &'static str,
        /// Its number.
        generation: u32,
        /// Its states.
        states: u64,
        /// Goals among them.
        goals: u64,
    },
    /// Everything up to here survives whatever happens.
    Committed {
        /// States stored.
        states: u64,
        /// Bytes of the store on disk.
        store_bytes: u64,
    },
    /// A limit or the disk forecast will stop the run.
    Stopping {
        /// Which limit, with its value.
        reason: String,
    },
    /// The counters of all stages, at the end of a run.
    Stages {
        /// In the order of the pipeline.
        stages: Vec<StageCounters>,
    },
}

/// Someone who watches a run. Called by the engine's own thread between
/// batches, never from a hot loop.
pub trait Listener {
    /// Takes note of an event.
    fn event(&mut self, event: &Event);
}

impl Listener for () {
    fn event(&mut self, _: &Event) {}
}
