//! `strata path`: shows the solution of a run.

use std::path::PathBuf;

use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata path last
  strata path 3 --svg solution.svg";

/// Show a shortest solution of a run, move by move
///
/// The moves are found in the stored generations and replayed by an independent
/// checker before they are shown.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    /// Draw the solution into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

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
        Err(super::unwired("path"))
    }
}
