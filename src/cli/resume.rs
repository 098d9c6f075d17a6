//! `strata resume`: goes on with a run.

use super::args::{EngineArgs, JsonArgs, LimitArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::exit::BadInput;
use super::search::{Shown, go_on};
use super::stored::{StoredRun, open_writable};
use super::{Execute, Exit};
use super::{ccs, freecell};
use crate::engine::{Difference, EngineError};
use crate::store::{RunStatus, Store};

const EXAMPLES: &str = "\
Examples:
  strata resume                   the newest unfinished run
  strata resume 3 --threads 1     run 3, with other resources";

/// Go on with a run where it stopped
///
/// Puzzle, rules and strategy come from the store; threads, memory and limits
/// may differ from the last time and do not change the result.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last [default: the newest unfinished run]
    run: Option<RunRef>,

    /// Refuse to go on unless this is the run's metric
    #[arg(long, value_name = "METRIC")]
    metric: Option<String>,

    /// Refuse to go on unless this is the run's algorithm
    #[arg(long, value_name = "ALGORITHM")]
    algorithm: Option<String>,

    /// Refuse to go on unless this is how the run's states are stored
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<String>,

    #[command(flatten)]
    store: StoreArgs,

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
        let store = open_writable(cx)?;
        let run = self.pick(&store)?;
        self.compare(&run)?;
        if freecell::is_range(&run.row) {
            if self.limits.is_given() {
                let message = "a range of deals keeps the limits that it began with: `strata freecell` with the undecided numbers \
                               and a greater --max-states goes on with these";
                return Err(BadInput(message.to_owned()).into());
            }
            return freecell::resume(cx, &store, &run, self.json.json);
        }
        if ccs::is_search(&run.row) {
            return ccs::resume(cx, &store, &run, self.json.json);
        }
        let shown = Shown { json: self.json.json, stages: self.engine.stats, ..Shown::default() };
        go_on(cx, &store, &run, shown)
    }
}

impl Args {
    /// The run asked for; else the newest unfinished one; else the newest, which
    /// then says that it is finished.
    fn pick(&self, store: &Store) -> anyhow::Result<StoredRun> {
        if let Some(run) = self.run {
            return StoredRun::find(store, run);
        }
        let unfinished = |run: &StoredRun| run.row.status == RunStatus::Unfinished;
        match StoredRun::all(store)?.into_iter().rev().find(unfinished) {
            Some(found) => Ok(found),
            None => StoredRun::find(store, RunRef::Last),
        }
    }

    /// Refuses options that are not those of the run.
    fn compare(&self, run: &StoredRun) -> Result<(), EngineError> {
        let row = &run.row;
        // The stored name has a version behind it.
        let encoding = row.space.encoding.split('/').next().unwrap_or_default();
        let differences: Vec<Difference> = [
            ("metric", &self.metric, row.metric.as_str()),
            ("algorithm", &self.algorithm, &row.strategy),
            ("encoding", &self.encoding, encoding),
        ]
        .into_iter()
        .filter_map(|(field, asked, stored)| {
            let asked = asked.as_ref().filter(|asked| *asked != stored)?;
            Some(Difference {
                field: field.to_owned(),
                stored: stored.to_owned(),
                asked: asked.clone(),
            })
        })
        .collect();
        if differences.is_empty() {
            Ok(())
        } else {
            Err(EngineError::OtherRun { run: run.id.0, differences })
        }
    }
}
