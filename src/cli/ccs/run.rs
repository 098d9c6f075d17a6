//! Lets the engine work on a search for cycles.

use std::sync::Arc;

use super::How;
use super::report::{Answer, Wanted};
use super::task::CyclesTask;
use crate::cli::context::Context;
use crate::cli::engine::{Interrupts, engine_settings};
use crate::cli::exit::{BadInput, Exit};
use crate::cli::report::reporter;
use crate::cli::stored::StoredRun;
use crate::domains::twisty::{Instructions, notation};
use crate::engine::{self, Engine, Listener, RootReport, RootTask};
use crate::search::pmida::{Trick, Tricks};
use crate::space::{Turning, TurningVisitor};
use crate::store::{KeyRange, RowKey as _, RunId, RunStatus, SolutionKey, SolutionRow, Store};

/// Begins a search, or goes on with the same one, and shows the answer.
pub(super) fn begin(
    cx: &mut Context,
    store: &Store,
    cycles: &CyclesTask,
    how: How,
    wanted: Wanted,
) -> anyhow::Result<Exit> {
    let interrupts = Interrupts::catch(cx, "interrupted: stopping after a checkpoint")?;
    let answer = search(cx, store, cycles, how, wanted, None, &interrupts)?;
    interrupts.release();
    answer.show(cx, wanted)?;
    Ok(Exit::of_verdict(answer.verdict))
}

/// Goes on with a stored run.
pub(in crate::cli) fn resume(
    cx: &mut Context,
    store: &Store,
    run: &StoredRun,
    json: bool,
) -> anyhow::Result<Exit> {
    let cycles = CyclesTask::of_run(run.id, &run.row)?;
    let option = |name: &str| run.row.options.get(name).map_or("", String::as_str);
    let mut tricks = Tricks::ALL;
    for name in option("without").split(',').filter(|name| !name.is_empty()) {
        tricks = tricks.without(name.parse::<Trick>().map_err(BadInput)?);
    }
    let how = How { tricks, all: option("solutions") == "all", max_length: None };
    let wanted = Wanted { list: 1, json, stages: false };
    let interrupts = Interrupts::catch(cx, "interrupted: stopping after a checkpoint")?;
    let answer = search(cx, store, &cycles, how, wanted, Some(run.id), &interrupts)?;
    interrupts.release();
    answer.show(cx, wanted)?;
    Ok(Exit::of_verdict(answer.verdict))
}

/// Searches, in a new run or in the one that is named.
pub(super) fn search(
    cx: &mut Context,
    store: &Store,
    cycles: &CyclesTask,
    how: How,
    wanted: Wanted,
    run: Option<RunId>,
    interrupts: &Interrupts,
) -> anyhow::Result<Answer> {
    let settings = engine_settings(cx.settings(), store.path().is_some());
    if settings.limits.generations.is_some() {
        let message = "--max-generations is for searches that go generation by generation: use \
                       --max-length";
        return Err(BadInput(message.to_owned()).into());
    }
    let engine = Engine::new(store, settings, Arc::clone(&interrupts.control));
    let quest = cycles.quest().map_err(BadInput)?;
    let instructions = match how.tricks.has(Trick::Simd) {
        true => Instructions::Best,
        false => Instructions::Scalar,
    };
    let report = {
        let mut listener = reporter(cx, wanted.json, wanted.stages, &interrupts.control);
        let task = cycles.root_task(how);
        let work = Work { engine: &engine, run, task: &task, listener: &mut *listener };
        quest.visit(instructions, work).map_err(BadInput)??
    };
    if report.was_finished {
        cx.talk(format!("run {} is finished: this is its stored answer", report.run));
    }
    Answer::new(store, cycles, report)
}

struct Work<'a> {
    engine: &'a Engine<'a>,
    run: Option<RunId>,
    task: &'a RootTask,
    listener: &'a mut dyn Listener,
}

impl TurningVisitor for Work<'_> {
    type Output = engine::Result<RootReport>;

    fn visit<T: Turning>(self, space: &T) -> engine::Result<RootReport> {
        // Nobody looks at the states on the way.
        let path = &|_: &[u8]| Vec::new();
        match self.run {
            None => self.engine.search_roots(space, self.task, path, self.listener),
            Some(run) => self.engine.resume_roots(run, space, self.task, path, self.listener),
        }
    }
}

/// The solutions that a run has stored.
pub(super) fn solutions(
    store: &Store,
    run: RunId,
) -> impl Iterator<Item = anyhow::Result<SolutionRow>> + '_ {
    let range = KeyRange::prefix(&run.to_bytes());
    store.rows::<SolutionRow>(&range).map(|row| Ok(row?.1))
}

/// What is wrong with a stored search: its solutions have the cycles and the length that it says.
pub(in crate::cli) fn faults(store: &Store, run: &StoredRun) -> anyhow::Result<Vec<String>> {
    let cycles = match CyclesTask::of_run(run.id, &run.row) {
        Ok(cycles) => cycles,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    let puzzle = &cycles.task.puzzle;
    let mut count = 0;
    for row in solutions(store, run.id) {
        let row = row?;
        let moves = row.moves.join(" ");
        let turns = match notation::read("solution", puzzle, &moves) {
            Ok(turns) => turns,
            Err(error) => return Ok(vec![format!("solution {count}: {error}")]),
        };
        if !cycles.has(&notation::effect_of(puzzle, &turns)) {
            return Ok(vec![format!("solution {count}: {moves} has other cycles")]);
        }
        if Some(row.moves.len()) != run.row.length.map(|length| length as usize) {
            return Ok(vec![format!("solution {count}: {moves} has another length")]);
        }
        count += 1;
    }
    if count != run.row.solutions {
        return Ok(vec![format!("{count} solutions, where the run counts {}", run.row.solutions)]);
    }
    let solved = run.row.status == RunStatus::Solved;
    if solved != (count > 0) {
        return Ok(vec![format!("{count} solutions, and its status does not say so")]);
    }
    Ok(Vec::new())
}

/// The first solution of a run.
pub(super) fn first(store: &Store, run: RunId) -> anyhow::Result<Option<SolutionRow>> {
    Ok(store.row(&SolutionKey { run, number: 0 })?)
}
