//! `strata check`: checks a store.

use super::args::{JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata check
  strata check --deep --store /data/klotski.db";

/// Check that the store is whole: checksums, counts, references
///
/// Exits with 3 and says what is wrong when the store is damaged. Changes
/// nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Also decode every block and look for a predecessor of every state
    #[arg(long)]
    deep: bool,

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
        Err(super::unwired("check"))
    }
}
