//! `strata state`: looks a state up.

use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata state last 00000a3f                   by its key, in hexadecimal
  strata state last 'abbc/abbc/deef/dghf/i..j'   by its board, rows apart by /";

/// Look a state up: its picture, its generation, its moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    /// The state: its key in hexadecimal, its board with / between the rows, or
    /// - for a board on standard input
    state: String,

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
        Err(super::unwired("state"))
    }
}
