//! `strata drop`: deletes a run, or the pruning tables.

use serde::Serialize;

use super::args::{DryRunArgs, JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::exit::BadInput;
use super::stored::{self, StoredRun};
use super::{Execute, Exit};
use crate::store::{DropReport, DroppedTables, RunId, Store};
use crate::telemetry::figures::{bytes, counted};

const EXAMPLES: &str = "\
Examples:
  strata drop 3
  strata drop last --dry-run
  strata drop --tables";

/// Delete a run and all its states, or the pruning tables; cannot be undone
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    #[arg(required_unless_present = "tables")]
    run: Option<RunRef>,

    /// Delete no run but all pruning tables; searches build those they need again
    #[arg(long, conflicts_with = "run")]
    tables: bool,

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

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let dry_run = self.dry_run.dry_run;
        let store = if dry_run { stored::open(cx)? } else { stored::open_writable(cx)? };
        if self.tables {
            return self.drop_tables(cx, &store);
        }
        // Without a number the command line is refused before.
        let run = self.run.ok_or_else(|| BadInput("name the run to drop".to_owned()))?;
        self.drop_run(cx, &store, &StoredRun::find(&store, run)?)
    }
}

impl Args {
    fn drop_run(&self, cx: &mut Context, store: &Store, run: &StoredRun) -> anyhow::Result<Exit> {
        let dry_run = self.dry_run.dry_run;
        let DropReport { states, layers, before, after, .. } = store.drop_run(run.id, dry_run)?;
        if self.json.json {
            let message = Message {
                run: run.id,
                puzzle: &run.row.puzzle,
                dry_run,
                states,
                generations: layers,
                bytes_before: before,
                bytes_after: after,
            };
            cx.out.message("drop", &message)?;
            return Ok(Exit::Done);
        }
        let what = format!(
            "run {} ({}): {} in {}",
            run.id,
            run.row.puzzle,
            counted(states, "state"),
            counted(layers, "generation")
        );
        tell(cx, &what, before, after)
    }

    fn drop_tables(&self, cx: &mut Context, store: &Store) -> anyhow::Result<Exit> {
        let dry_run = self.dry_run.dry_run;
        let DroppedTables { tables, before, after } = store.drop_pruning_tables(dry_run)?;
        if self.json.json {
            let tables = tables.iter().map(|(name, bytes)| DroppedTable { name, bytes: *bytes });
            let tables = tables.collect();
            let message =
                TablesMessage { dry_run, tables, bytes_before: before, bytes_after: after };
            cx.out.message("drop_tables", &message)?;
            return Ok(Exit::Done);
        }
        for (name, size) in &tables {
            // What is wanted says enough; the moves are long.
            let short = name.split(" moves ").next().unwrap_or(name);
            cx.out.line(format!("{short}: {}", bytes(*size)))?;
        }
        tell(cx, &counted(tables.len() as u64, "pruning table"), before, after)
    }
}

/// Says what was dropped or would be.
fn tell(cx: &mut Context, what: &str, before: u64, after: Option<u64>) -> anyhow::Result<Exit> {
    cx.out.line(match after {
        // Small files and those that hold other runs, too, stay for now.
        Some(after) if after >= before => {
            format!("dropped {what}; `strata compact` gives the space back")
        }
        Some(after) => format!("dropped {what}; {}", stored::change(before, after)),
        None => format!("would drop {what}"),
    })?;
    Ok(Exit::Done)
}

/// A run that was dropped or would be, for programs.
#[derive(Serialize)]
struct Message<'a> {
    run: RunId,
    puzzle: &'a str,
    dry_run: bool,
    states: u64,
    generations: u64,
    bytes_before: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_after: Option<u64>,
}

/// The pruning tables that were dropped or would be, for programs.
#[derive(Serialize)]
struct TablesMessage<'a> {
    dry_run: bool,
    tables: Vec<DroppedTable<'a>>,
    bytes_before: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_after: Option<u64>,
}

#[derive(Serialize)]
struct DroppedTable<'a> {
    name: &'a str,
    bytes: u64,
}
