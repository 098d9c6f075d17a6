//! `strata show`: shows a run.

use serde::Serialize;

use super::answer::{Answer, Wanted};
use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::stored::{self, RunMessage, StoredRun};
use super::table::Facts;
use super::{Execute, Exit};
use super::{ccs, freecell};
use crate::domains::{Visitor, twisty};
use crate::inspect::side_stats;
use crate::search::Stored;
use crate::space::Draw;
use crate::store::{RunId, RunRow, RunStatus, Side, Store};
use crate::telemetry::figures::{count, counted, duration};

const EXAMPLES: &str = "\
Examples:
  strata show last
  strata show 3 --json";

/// Show a run: puzzle, rules, strategy, status, totals and answer
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

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
        let run = StoredRun::find(&store, self.run)?;
        if self.json.json {
            let about = About { run: RunMessage::from(&run), instance: &run.row.space.instance };
            cx.out.message("run", &about)?;
            if freecell::is_range(&run.row) {
                freecell::show(cx, &store, &run, true)?;
                return Ok(Exit::Done);
            }
            if ccs::is_search(&run.row) {
                ccs::show(cx, &store, &run, true)?;
                return Ok(Exit::Done);
            }
            let answer = run.visit(Read { store: &store, run: run.id })??;
            cx.out.json(&answer)?;
            return Ok(Exit::Done);
        }
        facts(&store, &run)?.write(cx)?;
        cx.out.line("")?;
        if freecell::is_range(&run.row) {
            freecell::show(cx, &store, &run, false)?;
            return Ok(Exit::Done);
        }
        if ccs::is_search(&run.row) {
            ccs::show(cx, &store, &run, false)?;
            return Ok(Exit::Done);
        }
        let answer = run.visit(Read { store: &store, run: run.id })??;
        if let Some(components) = answer.components() {
            cx.out.text(format!("{components}\n\n"))?;
        }
        cx.out.text(answer.summary(cx.color_out))?;
        let (id, stores) = (run.id, Stored::of(&run.row.strategy));
        cx.out.line(match run.row.status {
            RunStatus::Unfinished if stores == Stored::Nothing && run.row.solutions == 0 => {
                "it stores no states, and has no solution yet".to_owned()
            }
            RunStatus::Unsolvable if stores == Stored::Nothing => "it stores no states".to_owned(),
            RunStatus::NotFound if stores == Stored::Nothing => {
                "another --seed may find one".to_owned()
            }
            _ if stores == Stored::Components && run.row.solutions == 0 => {
                format!("`strata path {id} --component deepest` shows how one is reached")
            }
            RunStatus::Unfinished => format!("`strata stats {id}` shows its generations"),
            _ if matches!(stores, Stored::Nothing | Stored::Components) => {
                format!("`strata path {id}` shows the moves")
            }
            _ if run.row.solutions > 0 => {
                format!("`strata path {id}` shows the moves, `strata stats {id}` the generations")
            }
            _ => format!("`strata stats {id}` shows its generations"),
        })?;
        Ok(Exit::Done)
    }
}

/// A run with its puzzle for programs; its result follows as another message.
#[derive(Serialize)]
struct About<'a> {
    #[serde(flatten)]
    run: RunMessage<'a>,
    /// The puzzle in the canonical text of its domain.
    instance: &'a str,
}

/// Reads the answer.
struct Read<'a> {
    store: &'a Store,
    run: RunId,
}

impl Visitor for Read<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<S: Draw>(self, space: &S) -> Self::Output {
        Answer::read(space, self.store, self.run, Wanted::default())
    }
}

/// Lines of the definition of a twisty puzzle that are shown: it has some hundred.
const SHOWN: usize = 8;

/// The puzzle's own text, which may be cut.
fn definition(row: &RunRow) -> String {
    let text = row.space.instance.trim_end();
    let lines: Vec<&str> = text.lines().collect();
    match lines.split_at_checked(SHOWN) {
        Some((shown, rest)) if row.space.domain == twisty::DOMAIN && !rest.is_empty() => {
            format!("{}\n... {} more lines, with --json", shown.join("\n"), rest.len())
        }
        _ => text.to_owned(),
    }
}

fn facts(store: &Store, run: &StoredRun) -> anyhow::Result<Facts> {
    let row = &run.row;
    let mut facts = Facts::default();
    facts.add("run", run.id.to_string());
    facts.add("puzzle", format!("{} ({})", row.puzzle, row.space.domain));
    facts.add("", definition(row));
    facts.add("metric", row.metric.as_str());
    let rules = row.space.options.iter().filter(|(name, _)| *name != "metric");
    for (name, value) in rules {
        facts.add("rule", format!("{name}: {value}"));
    }
    facts.add("encoding", row.space.encoding.as_str());
    facts.add("algorithm", row.strategy.as_str());
    for (name, value) in &row.options {
        facts.add("option", format!("{name}: {value}"));
    }
    facts.add(
        "status",
        match row.length {
            Some(length) => format!("{}, {length} {}", stored::status(row.status), row.metric),
            None => stored::status(row.status).to_owned(),
        },
    );
    let mut uncounted = 0;
    for side in Side::ALL {
        let stats = side_stats(store, run.id, side)?;
        uncounted += stats.uncounted();
        let Some(generations) = (stats.generations.len() as u64).checked_sub(1) else { continue };
        let extent = match (stats.is_complete(), stats.complete_to()) {
            (true, _) => ", every reachable state".to_owned(),
            (false, Some(depth)) => format!(", complete to depth {depth}"),
            _ if !stats.exhaustive => ", not all of them".to_owned(),
            (false, None) => String::new(),
        };
        let states = counted(stats.states(), "state");
        facts.add(side.name(), format!("{states} to generation {generations}{extent}"));
    }
    facts.add("edges", stored::edges(row.edges, uncounted));
    facts.add("solutions", count(row.solutions));
    facts.add("time", format!("{} in {}", duration(run.time()), counted(row.commits, "commit")));
    facts.add("created", stored::moment(row.created));
    facts.add("updated", format!("{} by {}", stored::moment(row.updated), row.program));
    Ok(facts)
}
