//! `strata drop`: deletes a run.

use serde::Serialize;

use super::args::{DryRunArgs, JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::stored::{self, StoredRun};
use super::{Execute, Exit};
use crate::store::{DropReport, RunId};
use crate::telemetry::figures::counted;

const EXAMPLES: &str = "\
Examples:
  strata drop 3
  strata drop last --dry-run";

/// Delete a run and all its states; cannot be undone
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

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
        let run = StoredRun::find(&store, self.run)?;
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
        cx.out.line(match after {
            // Small files and those that hold other runs, too, stay for now.
            Some(after) if after >= before => {
                format!("dropped {what}; `strata compact` gives its space back")
            }
            Some(after) => format!("dropped {what}; {}", stored::change(before, after)),
            None => format!("would drop {what}"),
        })?;
        Ok(Exit::Done)
    }
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
