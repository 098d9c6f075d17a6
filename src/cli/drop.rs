//! `strata drop`: deletes a run.

use super::args::{DryRunArgs, JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata drop 3
  strata drop last --dry-run";

/// Delete a run and all its states; cannot be undone
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    #[command(flatten)]
    dry_run: DryRunArgs,

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
        Err(super::unwired("drop"))
    }
}
