//! The engine: runs a search strategy over a store, through a pipeline of
//! channel-connected stages, with checkpoints, limits and events.

mod control;
mod counters;
mod difference;
mod driver;
mod error;
mod events;
mod filter;
mod pipeline;
mod pool;
mod roots;
mod settings;
mod sort;
mod verify;
mod watch;

pub use control::Control;
pub use driver::{Engine, Report};
pub use error::{Difference, EngineError, Result};
pub use events::{Event, Listener, Progress, StageCounters};
pub use roots::{
    LengthDone, Path as RootPath, RootProgress, RootReport, RootTask, STRATEGY as FROM_ROOTS,
    TableUse,
};
pub use settings::{Limits, Settings};
pub use verify::Verified;

pub use crate::search::Verdict;
