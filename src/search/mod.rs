//! Search algorithms as resumable strategies.
//!
//! A strategy decides what to expand and what the result means. It never
//! commits and never starts a thread: it asks an [`Expansion`] for passes and
//! leaves its rows with the engine, which writes them and the checkpoint in one
//! atomic step.

mod error;
mod pass;
mod strategy;

pub use error::{Result, SearchError};
pub use pass::{Expansion, Pass, Passed, Place};
pub use strategy::{Outcome, Step, StepContext, Strategy, Verdict};
