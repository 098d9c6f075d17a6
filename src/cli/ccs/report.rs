//! What a search for cycles found, for people and as JSON.

use serde::Serialize;

use super::run::{first, solutions};
use super::task::CyclesTask;
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::stored::StoredRun;
use crate::domains::twisty::{Drawing, Effect, Puzzle, Structure, Target, notation};
use crate::engine::{LengthDone, RootProgress, RootReport, TableUse, Verdict};
use crate::search::pmida::Counted;
use crate::store::{RunId, RunStatus, Store};
use crate::telemetry::figures::{bytes, count, counted, duration};

/// What is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Solutions, at most.
    pub(super) list: usize,
    /// Everything as JSON.
    pub(super) json: bool,
    /// What stages did.
    pub(super) stages: bool,
}

/// The answer to a search.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) run: RunId,
    pub(super) title: String,
    pub(super) verdict: Verdict,
    pub(super) limit: Option<String>,
    pub(super) length: Option<u32>,
    pub(super) solutions: Vec<String>,
    stored: u64,
    /// The effect of the first solution.
    pub(super) effect: Option<Found>,
    progress: RootProgress,
    seconds: f64,
    /// Whether the run is on disk.
    kept: bool,
}

/// What a solution does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Found {
    #[serde(skip)]
    pub(super) effect: Effect,
    pub(super) order: u64,
    pub(super) structure: String,
    pub(super) cycles: String,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Message<'a> {
    run: u32,
    target: &'a str,
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    /// Every sequence of fewer moves is searched.
    searched_below: u32,
    solutions: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_rotation: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_inversion: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_symmetry: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<&'a Found>,
    roots: u64,
    nodes: u64,
    leaves: u64,
    lengths: Vec<LengthMessage>,
    tables: &'a [TableUse],
    seconds: f64,
}

#[derive(Serialize)]
struct LengthMessage {
    length: u32,
    nodes: u64,
    leaves: u64,
}

impl Found {
    pub(super) fn of(cycles: &CyclesTask, moves: &[String]) -> anyhow::Result<Self> {
        Self::of_turns(&cycles.task.puzzle, "solution", &moves.join(" "))
    }

    /// What turns do; `source` names their text in messages.
    fn of_turns(puzzle: &Puzzle, source: &str, turns: &str) -> anyhow::Result<Self> {
        let turns = notation::read(source, puzzle, turns)?;
        let effect = notation::effect_of(puzzle, &turns);
        let structure: Vec<Option<Structure>> =
            puzzle.orbits.iter().map(|orbit| Some(Structure::of(&effect, orbit))).collect();
        Ok(Self {
            order: puzzle.order(&effect),
            structure: Target::text(puzzle, &structure),
            cycles: Drawing::new(puzzle).cycles(&effect),
            effect,
        })
    }
}

impl Answer {
    /// From what the engine did and stored.
    pub(super) fn new(
        store: &Store,
        cycles: &CyclesTask,
        report: RootReport,
    ) -> anyhow::Result<Self> {
        let effect = first(store, report.run)?
            .map(|solution| Found::of(cycles, &solution.moves))
            .transpose()?;
        let solutions = solutions(store, report.run)
            .map(|solution| Ok(solution?.moves.join(" ")))
            .collect::<anyhow::Result<Vec<String>>>()?;
        Ok(Self {
            run: report.run,
            title: cycles.title(),
            verdict: report.verdict,
            limit: report.limit,
            length: report.row.length,
            stored: solutions.len() as u64,
            solutions,
            effect,
            progress: report.progress,
            seconds: report.row.seconds,
            kept: store.path().is_some(),
        })
    }

    /// Every sequence of fewer moves is searched.
    pub(super) fn searched_below(&self) -> u32 {
        match (self.length, self.progress.depth) {
            (Some(length), _) => length,
            (None, 0) => 0,
            (None, _) => self.progress.length(),
        }
    }

    /// Shows it.
    pub(super) fn show(&self, cx: &mut Context, wanted: Wanted) -> anyhow::Result<()> {
        let list = &self.solutions[..wanted.list.min(self.solutions.len())];
        if wanted.json {
            return Ok(cx.out.message("cycles", &self.message(list))?);
        }
        cx.out.line(&self.title)?;
        cx.out.text(self.text(list))?;
        Ok(())
    }

    fn message<'a>(&'a self, list: &'a [String]) -> Message<'a> {
        let Self { progress, .. } = self;
        let counted = progress.counted;
        let LengthDone { nodes, leaves } = progress.total();
        let lengths = progress.lengths.iter().zip(progress.depth + 1..);
        Message {
            run: self.run.0,
            target: &self.title,
            verdict: self.verdict,
            limit: self.limit.as_deref(),
            length: self.length,
            searched_below: self.searched_below(),
            solutions: list,
            words: counted.map(|counted| counted.words.to_string()),
            canonical: counted.map(|counted| counted.canonical),
            up_to_rotation: counted.and_then(|counted| counted.rotations),
            up_to_inversion: counted.and_then(|counted| counted.inversions),
            up_to_symmetry: counted.map(|counted| counted.symmetries),
            effect: self.effect.as_ref(),
            roots: progress.roots,
            nodes,
            leaves,
            lengths: lengths
                .map(|(&LengthDone { nodes, leaves }, length)| LengthMessage {
                    length,
                    nodes,
                    leaves,
                })
                .collect(),
            tables: &progress.tables,
            seconds: self.seconds,
        }
    }

    fn text(&self, list: &[String]) -> String {
        let mut text = match (self.verdict, self.length) {
            (Verdict::Solved, Some(length)) => format!("{}:\n", counted(length.into(), "move")),
            (Verdict::Unsolvable, _) => {
                "no solution, however long: these moves never have these cycles\n".to_owned()
            }
            (Verdict::Limit, _) => {
                format!("stopped: {}\n", self.limit.as_deref().unwrap_or("a limit was reached"))
            }
            _ => "interrupted\n".to_owned(),
        };
        for solution in list {
            let solution = if solution.is_empty() { "(no move)" } else { solution };
            text += &format!("  {solution}\n");
        }
        if self.stored > list.len() as u64 && !list.is_empty() {
            let more = count(self.stored - list.len() as u64);
            text += &format!("  and {more} more: --list shows them\n");
        }
        if let Some(Found { order, structure, cycles, .. }) = &self.effect {
            text += &format!("effect: {structure}, order {}\n  {cycles}\n", count(*order));
        }
        if let Some(counted) = &self.progress.counted {
            text += &counts(counted);
        }
        text += &self.proof();
        for table in &self.progress.tables {
            text += &format!("{}\n", table_text(table));
        }
        let left = matches!(self.verdict, Verdict::Limit | Verdict::Interrupted);
        if left && self.kept {
            text += &format!("`strata resume {}` goes on\n", self.run);
        }
        text
    }

    /// What is known for certain.
    fn proof(&self) -> String {
        let below = self.searched_below();
        let LengthDone { nodes, leaves } = self.progress.total();
        let work = format!(
            "{} and {} of sequences, {}",
            counted(nodes, "position"),
            counted(leaves, "end"),
            duration(std::time::Duration::from_secs_f64(self.seconds.max(0.0)))
        );
        match below {
            0 => String::new(),
            1 => String::new(),
            _ if self.progress.depth == 0 => format!(
                "proof: every position within {} was seen\n",
                counted(u64::from(below) - 1, "move")
            ),
            _ => format!(
                "proof: every sequence of {} and fewer is searched ({work})\n",
                counted(u64::from(below) - 1, "move")
            ),
        }
    }
}

/// How many solutions there are.
fn counts(counted: &Counted) -> String {
    let Counted { words, canonical, rotations, inversions, symmetries } = counted;
    let mut text = format!(
        "{} sequences of moves; {} with commuting moves in one order",
        u64::try_from(*words).map_or_else(|_| words.to_string(), count),
        count(*canonical)
    );
    if let (Some(rotations), Some(inversions)) = (rotations, inversions) {
        text += &format!(
            "; {} up to rotation; {} up to inversion as well",
            count(*rotations),
            count(*inversions)
        );
    }
    text + &format!("; {} up to symmetry as well\n", count(*symmetries))
}

/// A pruning table, for people.
fn table_text(table: &TableUse) -> String {
    let TableUse { part, depth, complete, entries, storage, bytes: size, .. } = table;
    let depth = if *complete { "complete".to_owned() } else { format!("to {depth} moves") };
    format!(
        "pruning table {}: {} entries, {depth}, {storage}, {}",
        part + 1,
        count(*entries),
        bytes(*size)
    )
}

/// Shows what a sequence of turns does.
pub(super) fn effect(
    cx: &mut Context,
    puzzle: &Puzzle,
    turns: &str,
    json: bool,
) -> anyhow::Result<Exit> {
    let found = Found::of_turns(puzzle, "turns", turns)?;
    if json {
        cx.out.message("effect", &found)?;
        return Ok(Exit::Done);
    }
    let Found { effect, order, structure, cycles } = &found;
    cx.out.line(format!("{structure}, order {}\n  {cycles}", count(*order)))?;
    cx.out.line(Drawing::new(puzzle).text(effect, cx.color_out))?;
    Ok(Exit::Done)
}

/// Shows what a stored run has found.
pub(in crate::cli) fn show(
    cx: &mut Context,
    store: &Store,
    run: &StoredRun,
    json: bool,
) -> anyhow::Result<()> {
    let cycles = CyclesTask::of_run(run.id, &run.row)?;
    let row = run.row.clone();
    let verdict = match row.status {
        RunStatus::Solved => Verdict::Solved,
        RunStatus::Unsolvable => Verdict::Unsolvable,
        _ => Verdict::Interrupted,
    };
    let report = RootReport {
        run: run.id,
        row,
        verdict,
        limit: None,
        resumed: false,
        was_finished: true,
        elapsed: std::time::Duration::ZERO,
        progress: RootProgress::of_run(store, run.id)?,
    };
    Answer::new(store, &cycles, report)?.show(cx, Wanted { list: 10, json, stages: false })
}
