//! `strata migrate`: brings a store to the newest format.

use super::args::{DryRunArgs, JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata migrate
  strata migrate --dry-run --store old.db";

/// Bring a store of an older strata to the present format
///
/// A copy of the old store is kept beside it. A migration that was interrupted
/// is continued.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
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
        Err(super::unwired("migrate"))
    }
}
