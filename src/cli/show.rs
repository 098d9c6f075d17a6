//! `strata show`: shows a run.

use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata show last
  strata show 3 --json";

/// Show a run: puzzle, rules, strategy, status, totals and answer
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
        Err(super::unwired("show"))
    }
}
