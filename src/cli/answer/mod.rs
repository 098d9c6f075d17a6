//! The answer of a run, read from the store: the same for a search that has just
//! ended and for one that ended long ago.

mod chart;
mod components;
mod layout;
mod picture;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::output::SCHEMA;
use crate::engine::Verdict;
use crate::inspect::{ComponentStats, SideStats, component_stats, shortest_solutions, side_stats};
use crate::search::{Replayed, Stored, is_proven, replay};
use crate::space::{Draw, StateKey, Svg};
use crate::store::{
    FccDepthRow, RunId, RunStatus, Side, SolutionKey, SolutionRow, Store, StoreError, TallyRow,
};

use crate::telemetry::figures::counted;
pub(super) use layout::side_by_side;
pub(super) use picture::{write_picture, write_whole};

/// Endings listed at most; all are counted.
const MOST_ENDINGS: usize = 1000;

/// What an answer is to hold beside the figures and the solution.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wanted {
    /// Pictures of the solution.
    pub(super) pictures: bool,
    /// All shortest solutions, as long as not more bytes of states than this lie
    /// on them.
    pub(super) all: Option<u64>,
}

/// The answer of a run; as JSON it is the result message.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    message_type: &'static str,
    schema: u32,
    /// The run in the store; `None` without a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<u32>,
    domain: String,
    puzzle: String,
    algorithm: String,
    metric: String,
    pub(super) verdict: Verdict,
    /// Which limit stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    /// Of the forward search.
    states: u64,
    /// States expanded, again and again, of a search whose stored states do not
    /// tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<u64>,
    /// Successors: of the completely expanded generations, or all produced by a
    /// search whose stored states do not tell.
    edges: u64,
    /// Sizes; the last may be incomplete unless the run has ended.
    generations: Vec<u64>,
    /// Whether the whole space was searched.
    complete: bool,
    /// The last complete generation.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete_to: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solution: Option<Vec<String>>,
    /// Solutions stored, or all shortest ones if they were counted and the
    /// number fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    /// All shortest solutions, if they were counted: digits of any length.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_paths: Option<String>,
    /// The goals that they lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    endings: Option<Vec<Ending>>,
    goals: u64,
    /// Fully connected components.
    #[serde(skip_serializing_if = "Option::is_none")]
    fccs: Option<u64>,
    /// For each depth its components and states.
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<BTreeMap<u32, (u64, u64)>>,
    /// Start points that wait to be scanned.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<u64>,
    /// Sizes of the generations from the goals.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_distances: Option<Vec<u64>>,
    /// Order-free checksum of the states of the forward search.
    checksum: String,
    /// Of the whole store.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_on_disk: Option<u64>,
    /// The most memory that this process has held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) peak_memory_bytes: Option<u64>,
    seconds: f64,
    #[serde(skip)]
    pub(super) boards: Vec<Board>,
    #[serde(skip)]
    stores: Stored,
    #[serde(skip)]
    whole_space: bool,
    #[serde(skip)]
    forward: SideStats,
    #[serde(skip)]
    backward: SideStats,
    #[serde(skip)]
    safe_moves: bool,
    #[serde(skip)]
    components: ComponentStats,
    #[serde(skip)]
    store: StoreFigures,
}

/// A goal that shortest solutions lead to.
#[derive(Debug, Serialize)]
struct Ending {
    key: String,
    board: String,
    /// How many shortest solutions lead to it.
    paths: String,
}

/// One state, drawn.
#[derive(Debug)]
pub(super) struct Board {
    /// What stands above it.
    pub(super) caption: String,
    /// Rows of text, the moved piece marked.
    pub(super) text: String,
    /// The picture, if it was asked for.
    pub(super) picture: Option<Svg>,
}

/// The store as a whole.
#[derive(Debug)]
struct StoreFigures {
    path: Option<PathBuf>,
    runs: usize,
    /// States of all its runs.
    states: u64,
}

impl Answer {
    /// Reads the answer of a run. The solution is checked move by move by the
    /// domain's own checker before it is believed.
    pub(super) fn read<S: Draw>(
        space: &S,
        store: &Store,
        run: RunId,
        wanted: Wanted,
    ) -> anyhow::Result<Self> {
        let row = store.run(run)?;
        let forward = side_stats(store, run, Side::Forward)?;
        let backward = side_stats(store, run, Side::Backward)?;
        let runs = store.runs()?;
        let stored: Option<SolutionRow> = store.row(&SolutionKey { run, number: 0 })?;
        let boards = match &stored {
            Some(solution) => {
                path_boards(space, &checked_steps(space, run, solution)?, wanted.pictures)
            }
            None => Vec::new(),
        };
        let optimal = stored.as_ref().map(|_| is_proven(space, &row)).transpose()?;
        let tally: Option<TallyRow> = store.row(&run)?;
        let components = component_stats(store, run)?;
        let by_components = Stored::of(&row.strategy) == Stored::Components;
        let finished = row.status != RunStatus::Unfinished;
        let whole_space = row.options.get("until").is_some_and(|until| until == "whole space");
        let mut answer = Self {
            fccs: by_components.then(|| components.components()),
            depths: by_components.then(|| {
                let counts = |row: &FccDepthRow| (row.components, row.states);
                components.depths.iter().map(|(depth, row)| (*depth, counts(row))).collect()
            }),
            waiting: by_components.then(|| components.waiting()),
            stores: Stored::of(&row.strategy),
            message_type: "result",
            schema: SCHEMA,
            run: store.path().map(|_| run.0),
            domain: row.space.domain,
            puzzle: row.puzzle,
            algorithm: row.strategy,
            metric: row.metric,
            verdict: verdict(row.status),
            limit: None,
            optimal,
            length: row.length,
            states: forward.states() + components.states(),
            expanded: tally.filter(|_| !by_components).map(|tally| tally.expanded),
            edges: tally.map_or(forward.edges() + backward.edges(), |tally| tally.generated),
            generations: forward.sizes(),
            complete: forward.is_complete()
                || by_components
                    && finished
                    && (whole_space || row.status == RunStatus::Unsolvable),
            complete_to: forward.complete_to(),
            solutions: stored.as_ref().map(|_| row.solutions),
            solution: stored.map(|solution| solution.moves),
            shortest_paths: None,
            endings: None,
            goals: forward.goals(),
            goal_distances: (!backward.generations.is_empty()).then(|| backward.sizes()),
            checksum: format!("{:016x}", forward.checksum().wrapping_add(components.checksum())),
            bytes_on_disk: store.path().map(|_| store.bytes_used()).transpose()?,
            peak_memory_bytes: None,
            seconds: row.seconds,
            boards,
            whole_space,
            safe_moves: row.options.get("safe-moves").is_some_and(|safe| safe == "true"),
            components,
            forward,
            backward,
            store: StoreFigures {
                path: store.path().map(ToOwned::to_owned),
                runs: runs.len(),
                states: runs.iter().map(|(_, row)| row.states).sum(),
            },
        };
        if let (Some(bytes), Some(length)) = (wanted.all, answer.length) {
            answer.count_solutions(space, store, run, length, bytes)?;
        }
        Ok(answer)
    }

    fn count_solutions<S: Draw>(
        &mut self,
        space: &S,
        store: &Store,
        run: RunId,
        length: u32,
        bytes: u64,
    ) -> anyhow::Result<()> {
        // Each state is held as a key, and for a while with a number of paths.
        let most = bytes / (8 * S::Key::BYTES as u64).max(64);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let all = shortest_solutions(store, run, space, length, most)?;
        let paths = all.paths();
        self.solutions = u64::try_from(&paths).ok();
        self.shortest_paths = Some(paths.to_string());
        let endings = all.goals.iter().take(MOST_ENDINGS).map(|(key, paths)| {
            let state = space.decode(key).map_err(|error| StoreError::damaged_run(run, error))?;
            Ok(Ending {
                key: key.to_hex(),
                board: space.text(&state, None),
                paths: paths.to_string(),
            })
        });
        self.endings = Some(endings.collect::<Result<_, StoreError>>()?);
        Ok(())
    }

    /// Whether the search was to see the whole space, goal or not.
    pub(super) fn is_census(&self) -> bool {
        self.whole_space
    }

    /// What it comes to, without pictures: the conclusion, its proof, totals.
    pub(super) fn summary(&self, color: bool) -> String {
        text::summary(self, color)
    }

    /// The components of the run depth by depth, if it has any.
    pub(super) fn components(&self) -> Option<String> {
        (!self.components.depths.is_empty()).then(|| components::table(&self.components))
    }

    /// The answer for people, with pictures in lines of `width` characters, or with
    /// a list of the moves in their place.
    pub(super) fn text(&self, width: usize, color: bool, list: Option<String>) -> String {
        text::text(self, width, color, list)
    }
}

/// The verdict of a run in this state; of one that goes on or was stopped,
/// nothing more is stored than that it is not over.
fn verdict(status: RunStatus) -> Verdict {
    match status {
        RunStatus::Unfinished => Verdict::Interrupted,
        RunStatus::Solved => Verdict::Solved,
        RunStatus::Unsolvable => Verdict::Unsolvable,
        RunStatus::Exhausted => Verdict::Exhausted,
        RunStatus::NotFound => Verdict::NotFound,
    }
}

/// Replays a stored solution, and has it checked.
pub(super) fn checked_steps<S: Draw>(
    space: &S,
    run: RunId,
    solution: &SolutionRow,
) -> anyhow::Result<Replayed<S>> {
    let steps = replay(space, &solution.keys)?;
    space.check_path(&steps.states, &steps.moves).map_err(|error| {
        StoreError::damaged_run(run, format!("the solution does not stand the check: {error}"))
    })?;
    let moves: Vec<String> = steps.moves.iter().map(ToString::to_string).collect();
    let is_goal = steps.states.last().is_some_and(|state| space.is_goal(state));
    if moves != solution.moves || moves.len() as u64 != u64::from(solution.length) || !is_goal {
        let what = "the stored moves are not those of its solution";
        return Err(StoreError::damaged_run(run, what).into());
    }
    Ok(steps)
}

/// Boards of a path that are drawn at most: a random walk can have a million.
const MOST_BOARDS: usize = 2000;

/// The states of a path, each below the number of its move and the move; of a
/// very long one its beginning and its end.
pub(super) fn path_boards<S: Draw>(space: &S, steps: &Replayed<S>, pictures: bool) -> Vec<Board> {
    let actions = std::iter::once(None).chain(steps.moves.iter().map(Some));
    let left_out = steps.states.len().saturating_sub(MOST_BOARDS);
    let gap = MOST_BOARDS / 2..MOST_BOARDS / 2 + left_out;
    let drawn = steps.states.iter().zip(actions).enumerate();
    let boards =
        drawn.filter(|(number, _)| !gap.contains(number)).map(|(number, (state, action))| Board {
            caption: match action {
                Some(action) if number == gap.end && left_out > 0 => {
                    format!("({} not drawn) {number}. {action}", counted(left_out as u64, "board"))
                }
                Some(action) => format!("{number}. {action}"),
                None => "start".to_owned(),
            },
            text: space.text(state, action),
            picture: pictures.then(|| space.svg(state, action)),
        });
    boards.collect()
}
