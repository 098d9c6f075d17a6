//! `strata hardest`: shows the farthest states of a run.

use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata hardest last
  strata hardest last --count 100 --json";

/// Show the farthest states of a run
///
/// These are the states of its last generation: the farthest from the start, or,
/// after `strata census --from-goals`, the hardest positions.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    /// Most states to show
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    count: usize,

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
        Err(super::unwired("hardest"))
    }
}
