//! `strata freecell`: solves ranges of deals.

mod range;
mod record;
mod report;
mod solve;
mod work;

use std::num::NonZeroUsize;

use super::args::{JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::engine::{Interrupts, engine_settings};
use super::exit::BadInput;
use super::stored::{self, StoredRun};
use super::{Execute, Exit};
use crate::config::{Count, Override};
use crate::domains::freecell::{COLUMNS, FREECELLS, RANKS};
use crate::store::Store;
use crate::telemetry::figures::counted;
use crate::telemetry::machine_memory;

use range::Deals;
use record::{Record, Task, verdicts};
pub(super) use record::{faults, is_range};
use report::{Report, Totals};
use solve::{Game, Solver};
use work::Work;

/// States of one deal, unless the user says how many.
const MAX_STATES: u64 = 2_000_000;

const EXAMPLES: &str = "\
Examples:
  strata freecell 1..32000                  the first deals, with four freecells
  strata freecell 617 --freecells 2         one deal in a smaller game
  strata freecell 1,5,9..20 --no-store --json

Exit codes:
  0    every deal has a verdict: solved or unsolvable
  13   a limit stopped the search of a deal: nothing is known of it
  130  interrupted after a commit; the same command or `strata resume` goes on";

/// Solve FreeCell deals by number, a line a deal
///
/// Each deal is searched best-first by several heuristics in turn, then by components,
/// until one search solves it or has nothing left to search: then it is unsolvable. A
/// solution is played on a board by the rules before it counts.
/// Deals are solved side by side and shown in their order: number, verdict, moves
/// of single cards (of a solution, not of a shortest one), and states found by all its
/// searches. The
/// range is one run of the store: stopped or killed, it goes on where it was.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Numbers of deals: 617, or 1..32000 with the last one, or several of these
    /// with commas
    deals: Deals,

    /// Freecells of the games, 0 to 12
    #[arg(long, value_name = "COUNT", default_value_t = FREECELLS)]
    freecells: usize,

    /// Columns of the games, 1 to 10
    #[arg(long, value_name = "COUNT", default_value_t = COLUMNS)]
    columns: usize,

    /// Deal the highest ranks of each suit only, 1 to 13 of them; the others lie on
    /// the foundations
    #[arg(long, value_name = "COUNT", default_value_t = RANKS)]
    ranks: u8,

    #[command(flatten)]
    store: StoreArgs,

    /// Store nothing
    #[arg(long, conflicts_with = "store")]
    no_store: bool,

    #[command(flatten)]
    json: JsonArgs,

    /// Deals that are solved at the same time; 0 is every core
    #[arg(long, value_name = "N", help_heading = "Resources")]
    threads: Option<String>,

    /// Longest time between two commits, such as 2s
    #[arg(long, value_name = "TIME", help_heading = "Resources")]
    checkpoint_interval: Option<String>,

    /// Give a deal up when each of its searches has found this many states, such as 5M:
    /// some are tried in turn, and the last ones take some 200 bytes a state
    /// [default: 2M]
    #[arg(long, value_name = "COUNT", help_heading = "Limits")]
    max_states: Option<Count>,
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
        for (key, flag, value) in [
            ("engine.threads", "--threads", &self.threads),
            ("checkpoint.interval", "--checkpoint-interval", &self.checkpoint_interval),
        ] {
            to.extend(value.clone().map(|value| Override { key, value, flag }));
        }
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let Self { freecells, columns, ranks, .. } = *self;
        let max_states = self.max_states.map_or(MAX_STATES, Count::get);
        let game = Game { freecells, columns, ranks, max_states };
        game.deal(1).board().map_err(BadInput)?;
        let task = Task { deals: self.deals.clone(), game };
        let threads = threads(cx, &game)?;
        if self.no_store {
            return solve(cx, &task, threads, None, self.json.json);
        }
        let store = stored::create_or_open(cx)?;
        let interval = engine_settings(cx.settings(), true).commit_interval;
        let mut record = Record::of_task(&store, &task, interval)?;
        go_on(cx, &store, &task, threads, &mut record, self.json.json)
    }
}

/// As many threads as the settings say, or as have room for their states.
fn threads(cx: &Context, game: &Game) -> Result<NonZeroUsize, BadInput> {
    let wanted = engine_settings(cx.settings(), false).threads;
    let bytes = Solver::bytes(game.max_states);
    let memory = machine_memory().unwrap_or(u64::MAX);
    let room = usize::try_from(memory / 2 / bytes.max(1)).unwrap_or(usize::MAX);
    match NonZeroUsize::new(room.min(wanted.get())) {
        Some(threads) => Ok(threads),
        None => Err(BadInput(format!(
            "{} states of a deal take up to {bytes} bytes, more than half of the memory: choose a \
             lower --max-states",
            game.max_states
        ))),
    }
}

/// Goes on with a stored run.
pub(super) fn resume(
    cx: &mut Context,
    store: &Store,
    run: &StoredRun,
    json: bool,
) -> anyhow::Result<Exit> {
    let task = Task::of_run(run.id, &run.row)?;
    let threads = threads(cx, &task.game)?;
    let interval = engine_settings(cx.settings(), true).commit_interval;
    let mut record = Record::of_run(store, run.id, run.row.clone(), interval)?;
    go_on(cx, store, &task, threads, &mut record, json)
}

/// Shows what is stored, and solves the rest.
fn go_on(
    cx: &mut Context,
    store: &Store,
    task: &Task,
    threads: NonZeroUsize,
    record: &mut Record<'_>,
    json: bool,
) -> anyhow::Result<Exit> {
    if let Some(fault) = faults(store, record.run, record.row())?.into_iter().next() {
        return Err(record::unusable(record.run, &fault).into());
    }
    if record.is_finished() {
        cx.talk(format!("run {} is finished: these are its stored verdicts", record.run));
    }
    solve(cx, task, threads, Some((store, record)), json)
}

/// Shows the verdicts of all deals, those that are stored first.
fn solve(
    cx: &mut Context,
    task: &Task,
    threads: NonZeroUsize,
    mut stored: Option<(&Store, &mut Record<'_>)>,
    json: bool,
) -> anyhow::Result<Exit> {
    let interrupts = Interrupts::catch(cx, "interrupted: stopping after a commit")?;
    let mut report = Report::new(cx, json);
    let mut known = 0;
    if let Some((store, record)) = &stored {
        for verdict in verdicts(store, record.run, task) {
            let (deal, row) = verdict?;
            report.deal(deal, &row)?;
            known += 1;
        }
    }
    let all = task.deals.count();
    let record = stored.as_mut().map(|(_, record)| &mut **record);
    let rest = task.deals.iter().skip(known);
    let work = Work { game: task.game, threads, control: &interrupts.control };
    let done = work.all(rest, &mut report, record);
    if let Some((_, record)) = stored.filter(|(_, record)| !record.is_finished()) {
        // What was decided before a failure is kept as well.
        match done.is_ok() && report.totals.deals == all {
            true => record.finish(report.totals.limit)?,
            false => record.commit()?,
        }
    }
    done?;
    let interrupted = report.totals.deals < all;
    report.end(interrupted)
}

/// Shows what a stored run has found.
pub(super) fn show(
    cx: &mut Context,
    store: &Store,
    run: &StoredRun,
    json: bool,
) -> anyhow::Result<()> {
    let task = Task::of_run(run.id, &run.row)?;
    let mut totals = Totals::default();
    for verdict in verdicts(store, run.id, &task) {
        totals.count(&verdict?.1);
    }
    if json {
        return Ok(cx.out.message("verdicts", &totals)?);
    }
    cx.out.line(totals.text())?;
    match task.deals.count() - totals.deals {
        0 => {}
        left => {
            cx.out.line(format!("{} to go: `strata resume {}`", counted(left, "deal"), run.id))?
        }
    }
    Ok(())
}
