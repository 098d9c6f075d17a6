//! `strata stats`: shows the generations of a run.

use serde::Serialize;

use super::args::{JsonArgs, Overrides, RunRef, SideArg, StoreArgs};
use super::context::Context;
use super::stored::{self, StoredRun};
use super::table::{Facts, Table};
use super::{Execute, Exit};
use crate::inspect::{ComponentStats, SideStats, component_stats, side_stats};
use crate::store::{FccDepthRow, LayerRow, RunId, Side};
use crate::telemetry::figures::{count, counted};

const EXAMPLES: &str = "\
Examples:
  strata stats last
  strata stats 3 --side goals
  strata stats 3 --json";

/// Show the generations of a run: states, goals, edges, branching, growth
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    /// Only the search from here: start or goals [default: each there is]
    #[arg(long, value_name = "SIDE")]
    side: Option<SideArg>,

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
        let components = component_stats(&store, run.id)?;
        if !components.depths.is_empty() {
            write_components(cx, &run, &components, self.json.json)?;
            return Ok(Exit::Done);
        }
        let mut shown = 0;
        for side in Side::ALL {
            if self.side.is_some_and(|wanted| wanted.side() != side) {
                continue;
            }
            let stats = side_stats(&store, run.id, side)?;
            if stats.generations.is_empty() && self.side.is_none() {
                continue;
            }
            if self.json.json {
                write_json(cx, run.id, &stats)?;
            } else {
                if shown > 0 {
                    cx.out.line("")?;
                }
                write_text(cx, &run, &stats)?;
            }
            shown += 1;
        }
        Ok(Exit::Done)
    }
}

fn write_text(cx: &mut Context, run: &StoredRun, stats: &SideStats) -> anyhow::Result<()> {
    let from = SideArg::of(stats.side);
    let (id, row) = (run.id, &run.row);
    let title = format!("run {id}: {}, from the {from}, in {}", row.puzzle, row.metric);
    cx.out.line(title)?;
    if stats.generations.is_empty() {
        cx.out.line(format!("This run has not searched from the {from}."))?;
        return Ok(());
    }
    let mut table = Table::new(&[
        "generation",
        "states",
        "growth",
        "goals",
        "edges",
        "mean",
        "least",
        "most",
        "sorted runs",
        "<checksum",
        "<",
    ]);
    let mut before = None;
    for (number, row) in stats.generations.iter().enumerate() {
        let known = |figure: Option<u64>| figure.map(count).unwrap_or_default();
        table.row(vec![
            number.to_string(),
            count(row.states),
            growth(before, row.states).map(|growth| format!("{growth:.3}")).unwrap_or_default(),
            count(row.goals),
            known(row.edges),
            mean(row).map(|mean| format!("{mean:.2}")).unwrap_or_default(),
            known(row.branching_min.map(u64::from)),
            known(row.branching_max.map(u64::from)),
            row.sorted_runs.to_string(),
            format!("{:016x}", row.checksum),
            if row.closed { String::new() } else { "incomplete".to_owned() },
        ]);
        before = Some(row.states);
    }
    table.write(cx)?;
    cx.out.line("")?;
    let mut facts = Facts::default();
    let generations = counted(stats.generations.len() as u64, "generation");
    facts.add("in all", format!("{} in {generations}", counted(stats.states(), "state")));
    facts.add(
        "complete",
        match (stats.is_complete(), stats.complete_to()) {
            (true, _) => "every reachable state".to_owned(),
            (false, Some(depth)) => format!("to depth {depth}"),
            _ if !stats.exhaustive => "no: the search leaves states out".to_owned(),
            (false, None) => "not even the first generation".to_owned(),
        },
    );
    facts.add("goals", count(stats.goals()));
    // Of a search by estimates no generation is expanded as a whole.
    if stats.exhaustive {
        facts.add("edges", stored::edges(stats.edges(), stats.uncounted()));
    }
    if let Some((least, most)) = stats.branching() {
        facts.add("branching", format!("{least} to {most}"));
    }
    facts.add("checksum", format!("{:016x}", stats.checksum()));
    Ok(facts.write(cx)?)
}

/// The figures of a run by components.
fn write_components(
    cx: &mut Context,
    run: &StoredRun,
    stats: &ComponentStats,
    json: bool,
) -> anyhow::Result<()> {
    if json {
        let depths = stats.depths.iter().map(|&(depth, row)| Depth { depth, row });
        let message = Components {
            run: run.id,
            depths: depths.collect(),
            components: stats.components(),
            states: stats.states(),
            waiting: stats.waiting(),
            checksum: format!("{:016x}", stats.checksum()),
        };
        return Ok(cx.out.message("stats", &message)?);
    }
    cx.out.line(format!("run {}: {}, components by depth", run.id, run.row.puzzle))?;
    let mut table =
        Table::new(&["depth", "components", "states", "mean", "largest", "edges", "waiting"]);
    for (depth, row) in &stats.depths {
        let mean = row.states as f64 / row.components.max(1) as f64;
        table.row(vec![
            depth.to_string(),
            count(row.components),
            count(row.states),
            format!("{mean:.2}"),
            count(row.largest),
            count(row.edges),
            count(row.waiting),
        ]);
    }
    table.write(cx)?;
    cx.out.line("")?;
    let mut facts = Facts::default();
    let components = counted(stats.components(), "component");
    facts.add("in all", format!("{} in {components}", counted(stats.states(), "state")));
    facts.add("largest", counted(stats.largest(), "state"));
    facts.add("waiting", counted(stats.waiting(), "start point"));
    facts.add("checksum", format!("{:016x}", stats.checksum()));
    Ok(facts.write(cx)?)
}

/// The size of a generation, the one before being 1.
fn growth(before: Option<u64>, states: u64) -> Option<f64> {
    before.filter(|&before| before > 0).map(|before| states as f64 / before as f64)
}

/// Successors of a state, in the mean.
fn mean(row: &LayerRow) -> Option<f64> {
    row.edges.filter(|_| row.states > 0).map(|edges| edges as f64 / row.states as f64)
}

/// The components of a run for programs.
#[derive(Serialize)]
struct Components {
    run: RunId,
    depths: Vec<Depth>,
    components: u64,
    states: u64,
    waiting: u64,
    checksum: String,
}

#[derive(Serialize)]
struct Depth {
    depth: u32,
    #[serde(flatten)]
    row: FccDepthRow,
}

/// One search of a run for programs.
#[derive(Serialize)]
struct Stats {
    run: RunId,
    side: Side,
    generations: Vec<Generation>,
    states: u64,
    goals: u64,
    edges: u64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete_to: Option<u32>,
    checksum: String,
}

#[derive(Serialize)]
struct Generation {
    generation: usize,
    states: u64,
    goals: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branching_mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branching_min: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branching_max: Option<u32>,
    sorted_runs: u32,
    checksum: String,
    closed: bool,
}

fn write_json(cx: &mut Context, run: RunId, stats: &SideStats) -> anyhow::Result<()> {
    let generations = stats.generations.iter().enumerate().map(|(generation, row)| Generation {
        generation,
        states: row.states,
        goals: row.goals,
        edges: row.edges,
        branching_mean: mean(row),
        branching_min: row.branching_min,
        branching_max: row.branching_max,
        sorted_runs: row.sorted_runs,
        checksum: format!("{:016x}", row.checksum),
        closed: row.closed,
    });
    let message = Stats {
        run,
        side: stats.side,
        generations: generations.collect(),
        states: stats.states(),
        goals: stats.goals(),
        edges: stats.edges(),
        complete: stats.is_complete(),
        complete_to: stats.complete_to(),
        checksum: format!("{:016x}", stats.checksum()),
    };
    Ok(cx.out.message("stats", &message)?)
}
