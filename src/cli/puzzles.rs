//! `strata puzzles`: the puzzles that come with the program.

use super::args::JsonArgs;
use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata puzzles                          all names, with their answers
  strata puzzles klotski                  its board and what is known of it
  strata puzzles klotski --source         its file, to begin an own one with";

/// List the puzzles that come with strata, or show one of them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Show this puzzle
    name: Option<String>,

    /// Write the puzzle's file as it is
    #[arg(long, requires = "name", conflicts_with = "json")]
    source: bool,

    #[command(flatten)]
    json: JsonArgs,
}

impl Execute for Args {
    fn execute(&self, _: &mut Context) -> anyhow::Result<Exit> {
        Err(super::unwired("puzzles"))
    }
}
