//! `strata census`: counts the whole space.

use super::algorithm::ComponentArgs;
use super::args::{EngineArgs, JsonArgs, LimitArgs, Overrides, PuzzleArgs, StoreArgs};
use super::context::Context;
use super::exit::BadInput;
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

    /// How to search
    #[arg(long, value_name = "ALGORITHM", default_value = "generations")]
    algorithm: Algorithm,

    #[command(flatten)]
    components: ComponentArgs,

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

/// What can see a whole space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Algorithm {
    /// Breadth-first, generation by generation
    Generations,
    /// By fully connected components, depth by depth; for puzzles like FreeCell
    Fcc,
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
        self.engine.overrides(to);
        self.limits.overrides(to);
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let plan = match self.algorithm {
            Algorithm::Fcc if self.from_goals => {
                let message = "--from-goals is for --algorithm generations";
                return Err(BadInput(message.to_owned()).into());
            }
            Algorithm::Fcc => self.components.plan(true, None),
            Algorithm::Generations => {
                self.components.refuse()?;
                Plan::Census { from_goals: self.from_goals }
            }
        };
        let shown = Shown { json: self.json.json, stages: self.engine.stats, ..Shown::default() };
        begin(cx, &self.puzzle.problem()?, &plan, !self.no_store, shown)
    }
}
