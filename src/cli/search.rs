//! Searches for a command, and shows what came of it.

use std::path::Path;
use std::sync::Arc;

use super::answer::{Answer, Wanted, write_picture};
use super::context::Context;
use super::engine::{Interrupts, budgets, engine_settings};
use super::exit::{BadInput, Exit};
use super::moves::Moves;
use super::report::reporter;
use super::stored::{self, StoredRun};
use super::strategy::Plan;
use crate::domains::{Problem, Visitor};
use crate::engine::{self, Engine, Listener, Report, Verdict};
use crate::space::Draw;
use crate::store::Store;
use crate::telemetry::peak_resident_bytes;

/// What a command shows of a search.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shown<'a> {
    /// Everything as JSON.
    pub(super) json: bool,
    /// The counters of the pipeline.
    pub(super) stages: bool,
    /// All shortest solutions.
    pub(super) all: bool,
    /// The solution as a picture in this file.
    pub(super) picture: Option<&'a Path>,
    /// The moves as lists and files.
    pub(super) moves: Option<Moves<'a>>,
}

impl Shown<'_> {
    /// Refuses what would fail after the search.
    pub(super) fn check(&self) -> Result<(), BadInput> {
        let moves = self.moves.iter().flat_map(Moves::files);
        for (what, file) in self.picture.map(|file| ("picture", file)).into_iter().chain(moves) {
            let folder = file.parent().filter(|path| !path.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                return Err(BadInput(format!(
                    "the {what} cannot be written: there is no directory {}",
                    folder.display()
                )));
            }
        }
        self.moves.map_or(Ok(()), |moves| moves.check())
    }
}

/// Begins a search, or goes on with the same one; without a store in memory.
pub(super) fn begin(
    cx: &mut Context,
    problem: &Problem,
    plan: &Plan,
    keep: bool,
    shown: Shown<'_>,
) -> anyhow::Result<Exit> {
    shown.check()?;
    problem.visit(Begin { cx, puzzle: problem.name(), plan, keep, shown })?
}

struct Begin<'a> {
    cx: &'a mut Context,
    puzzle: &'a str,
    plan: &'a Plan,
    keep: bool,
    shown: Shown<'a>,
}

impl Visitor for Begin<'_> {
    type Output = anyhow::Result<Exit>;

    fn visit<S: Draw>(self, space: &S) -> anyhow::Result<Exit> {
        // What is refused must not leave a store behind.
        let settings = engine_settings(self.cx.settings(), self.keep);
        self.plan.check(space, settings.candidates)?;
        check_limits(space, self.plan, &settings)?;
        let store = if self.keep { stored::create_or_open(self.cx)? } else { Store::in_memory() };
        search(self.cx, space, &store, self.shown, |engine, listener| {
            self.plan.run(engine, space, self.puzzle, listener)
        })
    }
}

/// Goes on with a stored run.
pub(super) fn go_on(
    cx: &mut Context,
    store: &Store,
    run: &StoredRun,
    shown: Shown<'_>,
) -> anyhow::Result<Exit> {
    run.visit(GoOn { cx, store, run, shown })?
}

struct GoOn<'a> {
    cx: &'a mut Context,
    store: &'a Store,
    run: &'a StoredRun,
    shown: Shown<'a>,
}

impl Visitor for GoOn<'_> {
    type Output = anyhow::Result<Exit>;

    fn visit<S: Draw>(self, space: &S) -> anyhow::Result<Exit> {
        let plan = Plan::of_run(space, &self.run.row)?;
        check_limits(space, &plan, &engine_settings(self.cx.settings(), true))?;
        search(self.cx, space, self.store, self.shown, |engine, listener| {
            plan.resume(engine, space, self.run.id, listener)
        })
    }
}

/// Refuses a limit that the search cannot keep.
fn check_limits<S: Draw>(
    space: &S,
    plan: &Plan,
    settings: &engine::Settings,
) -> Result<(), BadInput> {
    if settings.limits.generations.is_none() || plan.has_generations(space) {
        return Ok(());
    }
    let message = "--max-generations (setting limits.generations) is for searches that go \
                   generation by generation: choose --algorithm generations, or limit this one by \
                   --max-states or --max-time";
    Err(BadInput(message.to_owned()))
}

/// Lets an engine work, then shows the answer.
fn search<S: Draw>(
    cx: &mut Context,
    space: &S,
    store: &Store,
    shown: Shown<'_>,
    work: impl FnOnce(&Engine<'_>, &mut dyn Listener) -> engine::Result<Report>,
) -> anyhow::Result<Exit> {
    let interrupts = Interrupts::catch(cx, "interrupted: stopping after a checkpoint")?;
    let settings = engine_settings(cx.settings(), store.path().is_some());
    let engine = Engine::new(store, settings, Arc::clone(&interrupts.control));
    let report = {
        let mut listener = reporter(cx, shown.json, shown.stages, &interrupts.control);
        work(&engine, &mut *listener)?
    };
    interrupts.release();
    if report.was_finished {
        cx.talk(format!("run {} is finished: this is its stored answer", report.run));
    }
    let wanted = Wanted {
        pictures: shown.picture.is_some(),
        all: shown.all.then(|| budgets(cx.settings()).candidates),
    };
    let mut answer = Answer::read(space, store, report.run, wanted)?;
    (answer.verdict, answer.limit) = (report.verdict, report.limit);
    answer.peak_memory_bytes = peak_resident_bytes();
    show(cx, &answer, shown)?;
    Ok(exit(&answer))
}

/// Writes the answer, and the picture if one is asked for.
pub(super) fn show(cx: &mut Context, answer: &Answer, shown: Shown<'_>) -> anyhow::Result<()> {
    if shown.json {
        cx.out.json(answer)?;
    } else {
        let list = match (shown.moves, &answer.solution) {
            (Some(moves), Some(solution)) => moves.list(solution)?,
            _ => None,
        };
        cx.out.text(answer.text(cx.width(), cx.color_out, list))?;
        cx.out.flush()?;
    }
    match shown.picture {
        Some(_) if answer.boards.is_empty() => cx.talk("there is no solution to draw"),
        Some(file) => write_picture(file, &answer.boards)?,
        None => {}
    }
    match (shown.moves, &answer.solution) {
        (Some(moves), Some(solution)) => moves.write(solution)?,
        (Some(moves), None) if moves.files().next().is_some() => {
            cx.talk("there are no moves to write");
        }
        _ => {}
    }
    Ok(())
}

/// How the program ends with this answer. A census is done when it has seen
/// everything: that there is no goal is a result like any other.
fn exit(answer: &Answer) -> Exit {
    match answer.verdict {
        Verdict::Unsolvable if answer.is_census() => Exit::Done,
        verdict => Exit::of_verdict(verdict),
    }
}
