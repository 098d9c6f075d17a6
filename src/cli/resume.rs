//! `strata resume`: goes on with a run.

use super::args::{EngineArgs, JsonArgs, LimitArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata resume                   the newest unfinished run
  strata resume 3 --threads 1     run 3, with other resources";

/// Go on with a run where it stopped
///
/// Puzzle, rules and strategy come from the store; threads, memory and limits
/// may differ from the last time and do not change the result.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last [default: the newest unfinished run]
    run: Option<RunRef>,

    #[command(flatten)]
    store: StoreArgs,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
        self.engine.overrides(to);
        self.limits.overrides(to);
    }

    fn execute(&self, _: &mut Context) -> anyhow::Result<Exit> {
        Err(super::unwired("resume"))
    }
}
