//! `strata path`: shows the solution of a run.

use std::path::PathBuf;

use serde::Serialize;

use super::answer::{path_boards, side_by_side, write_picture};
use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::engine::budgets;
use super::exit::BadInput;
use super::moves::{Moves, MovesArgs};
use super::stored::{self, StoredRun, in_a_line, read_key};
use super::{Execute, Exit, style};
use crate::domains::Visitor;
use crate::inspect::{Found, Outstanding, find, outstanding};
use crate::search::{Layers, Replayed, Stacks, Stored, is_proven, path_from_starts, replay};
use crate::space::{Draw, StateKey};
use crate::store::{RunId, RunStatus, Side, SolutionKey, SolutionRow, Store, StoreError};
use crate::telemetry::figures::counted;

const EXAMPLES: &str = "\
Examples:
  strata path last
  strata path 3 --svg solution.svg
  strata path 3 --to 00000a3f              from the start to a stored state
  strata path 3 --from 00000a3f            from a stored state to the nearest goal
  strata path 3 --component deepest        how a component was reached first";

/// Show the solution of a run, move by move: a shortest one where the search proves it
///
/// The moves are found in the stored generations and replayed by an independent
/// checker before they are shown.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The run's number, or last
    run: RunRef,

    /// A shortest path from the start to this state, as `strata state` takes it
    #[arg(long, value_name = "STATE")]
    to: Option<String>,

    /// A shortest path from this state to the nearest goal, in a run that
    /// searched from the goals
    #[arg(long, value_name = "STATE", conflicts_with = "to")]
    from: Option<String>,

    /// The move stack of a component: a path from the start to the state through which
    /// it was found first, in a run by components. Named by any of its states, or
    /// deepest, or largest
    #[arg(long, value_name = "COMPONENT", conflicts_with_all = ["to", "from"])]
    component: Option<String>,

    /// Draw the path into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    moves: MovesArgs,

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
        let problem = run.problem()?;
        let moves = self.moves.of(&problem)?;
        moves.check()?;
        if self.from.is_some() && (moves.notation.is_some() || moves.transcript.is_some()) {
            let message = "--notation and --transcript are for paths that begin at the start";
            return Err(BadInput(message.to_owned()).into());
        }
        run.visit(Show { cx, args: self, store: &store, run: &run, moves })?
    }
}

struct Show<'a> {
    cx: &'a mut Context,
    args: &'a Args,
    store: &'a Store,
    run: &'a StoredRun,
    moves: Moves<'a>,
}

impl Visitor for Show<'_> {
    type Output = anyhow::Result<Exit>;

    fn visit<S: Draw>(mut self, space: &S) -> Self::Output {
        if let Some(component) = &self.args.component {
            if self.args.moves.file().is_some() {
                let message = "--transcript is for solutions, not for move stacks";
                return Err(BadInput(message.to_owned()).into());
            }
            let path = self.component(space, component)?;
            return self.finish(space, path);
        }
        let path = match (&self.args.to, &self.args.from) {
            (Some(to), _) => self.to_state(space, read_key(space, to)?)?,
            (_, Some(from)) => self.path_of_state(space, read_key(space, from)?)?,
            _ => self.solution(space)?,
        };
        self.finish(space, path)
    }
}

impl Show<'_> {
    fn finish<S: Draw>(
        &mut self,
        space: &S,
        path: Result<Path<S>, Missing>,
    ) -> anyhow::Result<Exit> {
        match path {
            Ok(path) => self.show(space, path),
            Err(Missing { why, exit }) => {
                if self.args.json.json {
                    let message = NoPath { run: self.run.id, found: false, why: &why };
                    self.cx.out.message("path", &message)?;
                } else {
                    self.cx.out.line(why)?;
                }
                Ok(exit)
            }
        }
    }
}

/// Why there is no path to show, and how the command ends then.
struct Missing {
    why: String,
    exit: Exit,
}

/// A path whose every step was checked.
struct Path<S: Draw> {
    steps: Replayed<S>,
    /// From where to where.
    title: String,
}

type Wanted<S> = anyhow::Result<Result<Path<S>, Missing>>;

impl Show<'_> {
    /// The accumulated move stack of a component.
    fn component<S: Draw>(&self, space: &S, wanted: &str) -> Wanted<S> {
        let (run, row) = (self.run.id, &self.run.row);
        if Stored::of(&row.strategy) != Stored::Components {
            let why =
                format!("run {run} was not searched by components: --algorithm fcc does that");
            return Err(BadInput(why).into());
        }
        let bytes = budgets(self.cx.settings()).candidates;
        let stacks = Stacks {
            space,
            store: self.store,
            run,
            safe: row.options.get("safe-moves").is_some_and(|safe| safe == "true"),
            bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        };
        let which = match wanted {
            "deepest" => Some(Outstanding::Deepest),
            "largest" => Some(Outstanding::Largest),
            _ => None,
        };
        let component = match which {
            Some(which) => outstanding(self.store, run, which)?,
            None => {
                let key = read_key(space, wanted)?;
                stacks.component_of(key)?.map(|component| (space.depth(&key), component))
            }
        };
        let Some((depth, component)) = component else {
            let why = format!(
                "run {run} has not stored that component: it was not reached, or is not kept \
                 (--keep depths)"
            );
            return Ok(Err(Missing { why, exit: Exit::NoSolution }));
        };
        let keys: Vec<Vec<u8>> =
            stacks.path_to(component.number)?.into_iter().map(StateKey::to_vec).collect();
        let title = format!(
            "the move stack of component {}, at depth {depth} ({}, {})",
            component.number,
            counted(component.states, "state"),
            counted(component.exits, "exit")
        );
        Ok(Ok(Path { steps: checked(space, run, &keys)?, title }))
    }

    fn solution<S: Draw>(&self, space: &S) -> Wanted<S> {
        let (id, row) = (self.run.id, &self.run.row);
        let number = SolutionKey { run: id, number: 0 };
        let Some(solution) = self.store.row::<SolutionRow>(&number)? else {
            let (why, exit) = match row.status {
                RunStatus::Unfinished => (
                    format!("run {id} has not reached a goal yet: `strata resume {id}` goes on"),
                    Exit::Limit,
                ),
                RunStatus::NotFound => {
                    (format!("run {id} ended without a solution; there may be one"), Exit::NotFound)
                }
                _ => (
                    format!("run {id} has no solution: the whole space was searched"),
                    Exit::NoSolution,
                ),
            };
            return Ok(Err(Missing { why, exit }));
        };
        let steps = checked(space, id, &solution.keys)?;
        let title = if is_proven(space, row)? { "a shortest solution" } else { "a solution" };
        Ok(Ok(Path { steps, title: title.to_owned() }))
    }

    fn to_state<S: Draw>(&self, space: &S, key: S::Key) -> Wanted<S> {
        if Stored::of(&self.run.row.strategy) == Stored::Components {
            let why = format!(
                "run {0} stores components, not single states: `strata path {0} --component STATE` \
                 shows how the component of a state was reached first",
                self.run.id
            );
            return Err(BadInput(why).into());
        }
        let Some(distance) = self.find(key)?.from_start else {
            return Ok(Err(self.not_stored(key, "the start")));
        };
        let keys = self.path_from_start(space, key, distance)?;
        let shortest =
            if Stored::of(&self.run.row.strategy) == Stored::All { "shortest " } else { "" };
        let title = format!("a {shortest}path from the start to {}", key.to_hex());
        Ok(Ok(Path { steps: checked(space, self.run.id, &keys)?, title }))
    }

    /// The path leads on from the one from the start, so that it can be checked
    /// as a whole; only its end is shown.
    fn path_of_state<S: Draw>(&self, space: &S, key: S::Key) -> Wanted<S> {
        let run = self.run.id;
        if self.layers(Side::Backward).row(0)?.states == 0 {
            let why = format!(
                "run {run} did not search from the goals: `strata census --from-goals` does"
            );
            return Err(BadInput(why).into());
        }
        let Found { from_start, to_goal } = self.find(key)?;
        let Some(to_goal) = to_goal else {
            return Ok(Err(self.not_stored(key, "the goals")));
        };
        let Some(from_start) = from_start else {
            return Ok(Err(self.not_stored(key, "the start")));
        };
        let mut keys = self.path_from_start(space, key, from_start)?;
        let back = path_from_starts(space, &self.layers(Side::Backward), to_goal, key)?;
        keys.extend(back.into_iter().rev().skip(1).map(StateKey::to_vec));
        let mut steps = checked(space, run, &keys)?;
        if !steps.states.last().is_some_and(|state| space.is_goal(state)) {
            let what = format!("the path from {} does not end at a goal", key.to_hex());
            return Err(StoreError::damaged_run(run, what).into());
        }
        steps.states.drain(..from_start as usize);
        steps.moves.drain(..from_start as usize);
        let title = format!("a shortest path from {} to the nearest goal", key.to_hex());
        Ok(Ok(Path { steps, title }))
    }

    fn layers(&self, side: Side) -> Layers<'_> {
        Layers::new(self.store, self.run.id, side)
    }

    fn find<K: StateKey>(&self, key: K) -> anyhow::Result<Found> {
        Ok(find(self.store, self.run.id, key)?)
    }

    fn path_from_start<S: Draw>(
        &self,
        space: &S,
        key: S::Key,
        distance: u32,
    ) -> anyhow::Result<Vec<Vec<u8>>> {
        let path = path_from_starts(space, &self.layers(Side::Forward), distance, key)?;
        Ok(path.into_iter().map(StateKey::to_vec).collect())
    }

    fn not_stored<K: StateKey>(&self, key: K, from: &str) -> Missing {
        let (key, run) = (key.to_hex(), self.run.id);
        let why = format!("{key} is not among the states that run {run} reached from {from}");
        Missing { why, exit: Exit::NoSolution }
    }

    fn show<S: Draw>(&mut self, space: &S, path: Path<S>) -> anyhow::Result<Exit> {
        let Path { steps, title } = path;
        let boards = path_boards(space, &steps, self.args.svg.is_some());
        let moves: Vec<String> = steps.moves.iter().map(ToString::to_string).collect();
        if self.args.json.json {
            let message = Message {
                run: self.run.id,
                puzzle: &self.run.row.puzzle,
                metric: &self.run.row.metric,
                found: true,
                length: steps.moves.len(),
                moves: &moves,
                keys: steps.states.iter().map(|state| space.encode(state).to_hex()).collect(),
                boards: steps.states.iter().map(|state| in_a_line(space, state)).collect(),
            };
            self.cx.out.message("path", &message)?;
        } else {
            let row = &self.run.row;
            let (id, length) = (self.run.id, counted(steps.moves.len() as u64, "move"));
            let metric = &row.metric;
            let title = format!("{}, run {id}: {title}, {length} ({metric})", row.puzzle);
            let width = self.cx.width();
            self.cx.out.line(style::paint(self.cx.color_out, style::STRONG, title))?;
            self.cx.out.line("")?;
            let list = self.moves.list(&moves)?;
            self.cx.out.line(list.unwrap_or_else(|| side_by_side(&boards, width)))?;
            self.cx.out.flush()?;
        }
        if let Some(file) = &self.args.svg {
            write_picture(file, &boards)?;
        }
        self.moves.write(&moves)?;
        Ok(Exit::Done)
    }
}

/// Replays a path and has the domain's own checker look at every step.
fn checked<S: Draw>(space: &S, run: RunId, keys: &[Vec<u8>]) -> anyhow::Result<Replayed<S>> {
    let steps = replay(space, keys)?;
    space.check_path(&steps.states, &steps.moves).map_err(|error| {
        StoreError::damaged_run(run, format!("a path does not stand the check: {error}"))
    })?;
    Ok(steps)
}

/// A path for programs.
#[derive(Serialize)]
struct Message<'a> {
    run: RunId,
    puzzle: &'a str,
    metric: &'a str,
    found: bool,
    length: usize,
    moves: &'a [String],
    /// Of all states on the way.
    keys: Vec<String>,
    boards: Vec<String>,
}

/// That there is no path, for programs.
#[derive(Serialize)]
struct NoPath<'a> {
    run: RunId,
    found: bool,
    why: &'a str,
}
