//! `strata runs`: lists the runs of a store.

use super::args::{JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::stored::{self, RunMessage, StoredRun};
use super::table::Table;
use super::{Execute, Exit};
use crate::telemetry::figures::{bytes, count, counted, duration};

const EXAMPLES: &str = "\
Examples:
  strata runs
  strata runs --store /data/klotski.db --json";

/// List the runs of the store: puzzle, status, length, states, time
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
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
        let store = stored::open(cx)?;
        let runs = StoredRun::all(&store)?;
        if self.json.json {
            for run in &runs {
                cx.out.message("run", &RunMessage::from(run))?;
            }
            return Ok(Exit::Done);
        }
        let mut table = Table::new(&[
            "run", "<puzzle", "<metric", "<search", "<status", "length", "states", "time",
            "<updated",
        ]);
        for run in &runs {
            let row = &run.row;
            table.row(vec![
                run.id.to_string(),
                row.puzzle.clone(),
                row.metric.clone(),
                run.search(),
                stored::status(row.status).to_owned(),
                row.length.map(|length| length.to_string()).unwrap_or_default(),
                count(row.states),
                duration(run.time()),
                stored::moment(row.updated),
            ]);
        }
        table.write(cx)?;
        let total = counted(runs.len() as u64, "run");
        cx.out.line(format!("{total}, {} on disk", bytes(store.bytes_used()?)))?;
        Ok(Exit::Done)
    }
}
