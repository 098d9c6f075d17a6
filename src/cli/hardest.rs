//! `strata hardest`: shows the farthest states of a run.

use std::path::PathBuf;

use serde::Serialize;

use super::answer::{Board, side_by_side, write_picture};
use super::args::{JsonArgs, Overrides, RunRef, SideArg, StoreArgs};
use super::context::Context;
use super::exit::BadInput;
use super::stored::{self, StoredRun, in_a_line};
use super::{Execute, Exit, style};
use crate::domains::Visitor;
use crate::inspect::{Farthest, farthest, side_stats};
use crate::search::Stored;
use crate::space::{Draw, StateKey as _};
use crate::store::{RunId, Side, Store, StoreError};
use crate::telemetry::figures::{count, counted};

const EXAMPLES: &str = "\
Examples:
  strata hardest last
  strata hardest last --from start --svg farthest.svg
  strata hardest last --limit 100 --json";

/// Show the farthest states of a run
///
/// These are the states of its last generation: the farthest from the start, or,
/// after `strata census --from-goals`, the hardest positions.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    /// Most states to show, those with the least keys
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,

    /// The farthest from here: start or goals [default: goals, if the run
    /// searched from them]
    #[arg(long, value_name = "SIDE")]
    from: Option<SideArg>,

    /// Draw the states into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

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
        let backward = side_stats(&store, run.id, Side::Backward)?;
        if Stored::of(&run.row.strategy) == Stored::Components {
            return Err(BadInput(format!(
                "run {0} was searched by components and knows no distances: use `strata census` \
                 with --algorithm generations, or `strata path {0} --component deepest`",
                run.id
            ))
            .into());
        }
        if !backward.exhaustive {
            return Err(BadInput(format!(
                "run {} leaves states out ({}), so it does not know the farthest: use `strata census`",
                run.id, run.row.strategy
            ))
            .into());
        }
        let from = self.from.unwrap_or(match backward.generations.as_slice() {
            [] => SideArg::Start,
            _ => SideArg::Goals,
        });
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let collect =
            Collect { store: &store, run: &run, from, limit, pictures: self.svg.is_some() };
        let hardest = run.visit(collect)??;
        if self.json.json {
            cx.out.message("hardest", &hardest)?;
        } else {
            hardest.write(cx, &run)?;
        }
        if let Some(file) = &self.svg {
            write_picture(file, &hardest.boards)?;
        }
        Ok(Exit::Done)
    }
}

/// The farthest states; as JSON a message.
#[derive(Serialize)]
struct Hardest {
    run: RunId,
    #[serde(serialize_with = "as_shown")]
    from: SideArg,
    distance: u32,
    /// Whether there is none farther away.
    complete: bool,
    /// How many there are, shown or not.
    count: u64,
    states: Vec<Shown>,
    #[serde(skip)]
    boards: Vec<Board>,
}

#[derive(Serialize)]
struct Shown {
    key: String,
    /// With `/` between its rows.
    board: String,
}

fn as_shown<S: serde::Serializer>(side: &SideArg, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(side)
}

struct Collect<'a> {
    store: &'a Store,
    run: &'a StoredRun,
    from: SideArg,
    limit: usize,
    pictures: bool,
}

impl Visitor for Collect<'_> {
    type Output = anyhow::Result<Hardest>;

    fn visit<S: Draw>(self, space: &S) -> Self::Output {
        let Self { store, run: StoredRun { id, .. }, from, limit, pictures } = self;
        let side = from.side();
        let found = farthest::<S::Key>(store, *id, side, limit)?;
        let Some(Farthest { distance, states, keys }) = found else {
            return Err(BadInput(format!("run {id} has not searched from the {from}")).into());
        };
        let mut hardest = Hardest {
            run: *id,
            from,
            distance,
            complete: side_stats(store, *id, side)?.is_complete(),
            count: states,
            states: Vec::new(),
            boards: Vec::new(),
        };
        for key in keys {
            let state = space.decode(&key).map_err(|error| StoreError::damaged_run(*id, error))?;
            let (key, board) = (key.to_hex(), in_a_line(space, &state));
            hardest.boards.push(Board {
                caption: key.clone(),
                text: space.text(&state, None),
                picture: pictures.then(|| space.svg(&state, None)),
            });
            hardest.states.push(Shown { key, board });
        }
        Ok(hardest)
    }
}

impl Hardest {
    fn write(&self, cx: &mut Context, run: &StoredRun) -> anyhow::Result<()> {
        let (distance, metric) = (self.distance, &run.row.metric);
        let away = match self.from {
            SideArg::Start => format!("{distance} {metric} from the start"),
            SideArg::Goals => format!("{distance} {metric} to the nearest goal"),
        };
        let so_far = if self.complete { "" } else { ", so far: the search is not complete" };
        let title = format!(
            "{}, run {}: {}, {away}{so_far}",
            run.row.puzzle,
            run.id,
            counted(self.count, "farthest state")
        );
        cx.out.line(style::paint(cx.color_out, style::STRONG, title))?;
        cx.out.line("")?;
        let width = cx.width();
        cx.out.line(side_by_side(&self.boards, width))?;
        let more = self.count.saturating_sub(self.boards.len() as u64);
        if more > 0 {
            cx.out.line(format!("\nand {} more: --limit shows them", count(more)))?;
        }
        Ok(())
    }
}
