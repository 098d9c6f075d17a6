//! The engine: runs a search strategy over a store, through a pipeline of
//! channel-connected stages, with checkpoints, limits and events.

mod events;

pub use events::{Event, Listener, Progress, StageCounters, Verdict};
