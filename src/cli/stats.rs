//! `strata stats`: shows the generations of a run.

use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata stats last
  strata stats 3 --json";

/// Show the generations of a run: states, goals, edges, branching, growth
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    #[command(flatten)]
    store: StoreArgs,

    #[command(flatten)]
    json: JsonArgs,
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
    }

    fn execute(&self, _: &mut Context) -> anyhow::Result<Exit> {
        Err(super::unwired("stats"))
    }
}
