//! `strata backup`: copies a store.

use std::path::PathBuf;

use super::args::{DryRunArgs, JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata backup /backup/strata-2024-05-01
  strata backup /backup/new --dry-run";

/// Copy the store to a new directory
///
/// The copy is complete and consistent. On the same disk it is made of hard
/// links and takes hardly any space.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The new directory; must not exist
    directory: PathBuf,

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
        Err(super::unwired("backup"))
    }
}
