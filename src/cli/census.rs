//! `strata census`: counts the whole space.

use super::args::{EngineArgs, JsonArgs, LimitArgs, Overrides, PuzzleArgs, StoreArgs};
use super::context::Context;
use super::search::{Shown, begin};
use super::strategy::Plan;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata census klotski                    every state reachable from the start
  strata census klotski --from-goals       how far each state is from a goal
  strata census tiles-3x4 --threads 2 --max-disk 2GiB";

/// Search the whole space and count each generation
///
/// The search does not stop at a goal. It tells how many states there are, how
/// far they lie and which are the farthest.
///
/// Exits with 0 also when none of them is a goal: `strata path` on such a run
/// exits with 1.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// Then search back from all goals found, which gives each state its
    /// distance to the nearest goal
    #[arg(long)]
    from_goals: bool,

    #[command(flatten)]
    store: StoreArgs,

    /// Write nothing and keep the states in memory: at most half of it, or what
    /// --max-disk says
    #[arg(long, conflicts_with = "store")]
    no_store: bool,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
        self.engine.overrides(to);
        self.limits.overrides(to);
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let plan = Plan::Census { from_goals: self.from_goals };
        let shown = Shown { json: self.json.json, stages: self.engine.stats, ..Shown::default() };
        begin(cx, &self.puzzle.problem()?, &plan, !self.no_store, shown)
    }
}
