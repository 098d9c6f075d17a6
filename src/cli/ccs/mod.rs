//! `strata ccs`: cycle combinations of twisty puzzles.

mod registers;
mod report;
mod run;
mod task;

use super::args::{EngineArgs, JsonArgs, LimitArgs, Overrides, StoreArgs};
use super::context::Context;
use super::exit::BadInput;
use super::problem::problem;
use super::{Execute, Exit, stored};
use crate::domains::{Options, twisty};
use crate::search::pmida::{Trick, Tricks};
use crate::store::Store;

pub(super) use report::show;
pub(super) use run::{faults, resume};
pub(super) use task::is_search;

use registers::Registers;
use report::Wanted;
use task::{CyclesTask, Sought};

/// Solutions that are listed, unless the user says how many.
const LISTED: usize = 1;

const EXAMPLES: &str = "\
Examples:
  strata ccs 'C[1*,5*] E[1*,7*]'            a shortest sequence with these cycles
  strata ccs 'C[3] E[]' --all --list 5      all of them, counted; five are shown
  strata ccs --order 1260                   the shortest sequence of an order
  strata ccs 90/90                          two registers of order 90 side by side
  strata ccs --effect '(R U)3 F2'           what a sequence does
  strata ccs 'A[] E[3]' --puzzle pyraminx
  strata ccs 'C[3,4] E[1*,8*]' --moves '<F,R,U>' --metric QTM

Cycles:
  For each orbit of pieces (C corners, E edges; the first letters of its name) the lengths of
  the cycles; with * when the pieces come back turned. Pieces that stay are left out. An orbit
  that is not named stays as it is; [?] is anything.

Registers:
  Numbers with / between them ask for a sequence each, whose pieces no other one touches: done again
  and again, it takes them through so many arrangements. Pieces that belong to none are only
  turned in their places. Each sequence is shortest for its cycles beside those before it.

Exit codes:
  0    found; or registers are found for each number
  1    proven: the moves never have these cycles, however many they are
  2    the cycles are impossible: the reason is told
  13   a limit stopped the search: `strata resume` goes on; for registers the same command
  14   registers are possible, and none are found
  130  interrupted after a checkpoint; the same command or `strata resume` goes on";

/// Find shortest move sequences by the cycles in which they move the pieces
///
/// The sequence whose effect has the cycles asked for is found by iterative deepening from
/// symmetric roots, and proven shortest: all shorter ones are searched. Nothing is searched for
/// cycles that parity, sums of turns or places exclude: the reason is told at once. Cycles that
/// nothing excludes and no position has are searched for without end: --max-length limits that. Progress and pruning tables are
/// kept in the store.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Cycles, such as 'C[1*,5*] E[1*,7*]', or the orders of registers, such as 30/18/10/9
    #[arg(required_unless_present_any = ["order", "effect"], conflicts_with_all = ["order", "effect"])]
    target: Option<String>,

    /// Look for any cycles of this order: the sequence must be done so many times to do nothing
    #[arg(long, value_name = "N")]
    order: Option<u64>,

    /// Search nothing, and tell what a sequence of turns does: its cycles, its order, and where the
    /// pieces go
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true, conflicts_with = "order")]
    effect: Option<String>,

    /// The puzzle: a name that `strata puzzles` lists, a .tws file or a KPuzzle JSON file
    #[arg(long, value_name = "PUZZLE", default_value = "3x3x3")]
    puzzle: String,

    /// What counts as one move: HTM (any power of a turn) or QTM (a turn once, or back once)
    /// [default: HTM]
    #[arg(long, value_name = "METRIC", value_parser = ["HTM", "QTM"])]
    metric: Option<String>,

    /// Use only these turns, such as <R2,U> [default: all]
    #[arg(long, value_name = "TURNS")]
    moves: Option<String>,

    /// Leave out all pieces but those of these orbits, such as CORNERS
    #[arg(long, value_name = "ORBITS")]
    only: Option<String>,

    /// Find all shortest sequences and count them
    #[arg(long)]
    all: bool,

    /// Show so many sequences at most
    #[arg(long, value_name = "N", default_value_t = LISTED)]
    list: usize,

    /// Do without some of what makes the search fast, with commas between: to measure what
    /// each of it is worth; the answer is the same
    #[arg(long, value_name = "TRICKS", value_delimiter = ',', value_parser = trick)]
    without: Vec<Trick>,

    /// Search no sequences that are longer
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_length: Option<u32>,

    #[command(flatten)]
    store: StoreArgs,

    /// Store nothing
    #[arg(long, conflicts_with = "store")]
    no_store: bool,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Reads what is to be left out.
fn trick(name: &str) -> Result<Trick, String> {
    name.parse()
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
        self.engine.overrides(to);
        self.limits.overrides(to);
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let options = Options {
            domain: None,
            metric: self.metric.clone(),
            moves: self.moves.clone(),
            only: self.only.clone(),
            ..Options::default()
        };
        let problem = problem(&self.puzzle, &options)?;
        let Some(task) = problem.twisty() else {
            let message = format!("{} is no twisty puzzle", self.puzzle);
            return Err(BadInput(message).into());
        };
        if let Some(turns) = &self.effect {
            return report::effect(cx, &task.puzzle, turns, self.json.json);
        }
        let tricks = self.without.iter().fold(Tricks::ALL, |tricks, &trick| tricks.without(trick));
        let wanted = Wanted { list: self.list, json: self.json.json, stages: self.engine.stats };
        let how = How { tricks, all: self.all, max_length: self.max_length };
        let open = |cx: &mut Context| match self.no_store {
            true => Ok(Store::in_memory()),
            false => stored::create_or_open(cx),
        };
        let target = self.target.as_deref().unwrap_or_default();
        if let Some(orders) = twisty::registers::read_orders(target) {
            let sought = Registers::new(problem.name(), task, orders.map_err(BadInput)?)?;
            if self.all {
                let message = "--all is for cycles: of each register one sequence is found";
                return Err(BadInput(message.to_owned()).into());
            }
            let store = open(cx)?;
            return registers::begin(cx, &store, &sought, how, wanted);
        }
        let sought = match self.order {
            Some(order) => Sought::Order(order),
            None => Sought::Cycles(
                twisty::read_combination(&task.puzzle, target)
                    .map_err(|error| BadInput(format!("{target:?}: {error}")))?,
            ),
        };
        let cycles = CyclesTask::new(problem.name(), task, sought).map_err(BadInput)?;
        // What is refused must not leave a store behind.
        let store = open(cx)?;
        run::begin(cx, &store, &cycles, how, wanted)
    }
}

/// How a search goes about it.
#[derive(Debug, Clone, Copy)]
struct How {
    tricks: Tricks,
    all: bool,
    max_length: Option<u32>,
}
