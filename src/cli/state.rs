//! `strata state`: looks a state up.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::stored::{self, StoredRun, in_a_line, read_key};
use super::table::{Facts, Table};
use super::{Execute, Exit};
use crate::domains::Visitor;
use crate::inspect::{Found, SideStats, find, find_neighbour, side_stats};
use crate::space::{Draw, StateKey as _, Successors};
use crate::store::{RunId, Side, Store, StoreError};

const EXAMPLES: &str = "\
Examples:
  strata state last 00000a3f                   by its key, in hexadecimal
  strata state last 'ABBC/ABBC/DEEF/DGHF/I..J'   by its board, rows apart by /";

/// Look a state up: its picture, its generation, its moves
///
/// Exits with 1 when the run did not reach the state.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    /// The state: its key in hexadecimal, its board with / between the rows, or
    /// - for a board on standard input
    state: String,

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
        let place = run.visit(LookUp { store: &store, run: run.id, state: &self.state })??;
        if self.json.json {
            cx.out.message("state", &place)?;
        } else {
            place.write(cx, &store, &run)?;
        }
        Ok(if place.stored { Exit::Done } else { Exit::NoSolution })
    }
}

/// Where a state lies in a run; as JSON a message.
#[derive(Serialize)]
struct Place {
    run: RunId,
    key: String,
    /// With `/` between its rows.
    board: String,
    #[serde(skip)]
    text: String,
    stored: bool,
    /// Whether there are no shorter ways than the distances say: not in runs that
    /// leave states out.
    exact: bool,
    /// Moves from the nearest start: its generation.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_start: Option<u32>,
    /// Moves to the nearest goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_goal: Option<u32>,
    goal: bool,
    /// Without opening the store.
    lookup_microseconds: u64,
    moves: Vec<Neighbour>,
}

/// What a move leads to.
#[derive(Serialize)]
struct Neighbour {
    #[serde(rename = "move")]
    action: String,
    key: String,
    goal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_goal: Option<u32>,
}

struct LookUp<'a> {
    store: &'a Store,
    run: RunId,
    state: &'a str,
}

impl Visitor for LookUp<'_> {
    type Output = anyhow::Result<Place>;

    fn visit<S: Draw>(self, space: &S) -> Self::Output {
        let key = read_key(space, self.state)?;
        let begun = Instant::now();
        let found = find(self.store, self.run, key)?;
        let took = begun.elapsed();
        let bad = |error| StoreError::damaged_run(self.run, error);
        let state = space.decode(&key).map_err(bad)?;
        let mut successors = Successors::default();
        space.expand(&state, &mut successors);
        let moves = successors.iter().map(|next| {
            let key = space.encode(&next.state);
            let place = find_neighbour(self.store, self.run, key, found, space.locality())?;
            Ok(Neighbour {
                action: next.action.to_string(),
                key: key.to_hex(),
                goal: space.is_goal(&next.state),
                from_start: place.from_start,
                to_goal: place.to_goal,
            })
        });
        Ok(Place {
            run: self.run,
            key: key.to_hex(),
            board: in_a_line(space, &state),
            text: space.text(&state, None),
            stored: found != Found::default(),
            exact: side_stats(self.store, self.run, Side::Forward)?.exhaustive,
            from_start: found.from_start,
            to_goal: found.to_goal,
            goal: space.is_goal(&state),
            lookup_microseconds: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            moves: moves.collect::<anyhow::Result<_>>()?,
        })
    }
}

impl Place {
    fn write(&self, cx: &mut Context, store: &Store, run: &StoredRun) -> anyhow::Result<()> {
        let metric = &run.row.metric;
        let stats = side_stats(store, self.run, Side::Forward)?;
        cx.out.line(&self.text)?;
        cx.out.line("")?;
        let mut facts = Facts::default();
        facts.add("run", format!("{} ({}, {metric})", run.id, run.row.puzzle));
        facts.add("key", self.key.as_str());
        facts.add(
            "generation",
            match self.from_start {
                Some(distance) if stats.exhaustive || distance == 0 => {
                    format!("{distance}: {distance} {metric} from the start")
                }
                Some(distance) => format!("{distance}: at most {distance} {metric} from the start"),
                None => absence(&stats),
            },
        );
        if let Some(distance) = self.to_goal {
            facts.add("to goal", format!("{distance} {metric}"));
        }
        facts.add("goal", if self.goal { "yes" } else { "no" });
        let took = Duration::from_micros(self.lookup_microseconds);
        facts.add("looked up", format!("in {} µs", took.as_micros()));
        facts.write(cx)?;
        cx.out.line("")?;
        let mut table = Table::new(&["<move", "<leads to", "from start", "to goal", "<"]);
        for next in &self.moves {
            let most = if stats.exhaustive { "" } else { "at most " };
            let known = |distance: Option<u32>| match distance {
                None => "-".to_owned(),
                Some(0) => "0".to_owned(),
                Some(distance) => format!("{most}{distance}"),
            };
            table.row(vec![
                next.action.clone(),
                next.key.clone(),
                known(next.from_start),
                known(next.to_goal),
                if next.goal { "goal".to_owned() } else { String::new() },
            ]);
        }
        Ok(table.write(cx)?)
    }
}

/// What it means that the search from the start does not have a state.
fn absence(stats: &SideStats) -> String {
    match (stats.is_complete(), stats.complete_to()) {
        (true, _) => "not stored: it cannot be reached from the start".to_owned(),
        (false, Some(depth)) => {
            format!("not stored: it is not among the states to depth {depth}")
        }
        (false, None) => "not stored".to_owned(),
    }
}
