//! `strata check`: checks a store.

use serde::Serialize;

use super::args::{JsonArgs, Overrides, RunRef, StoreArgs};
use super::context::Context;
use super::engine::engine_settings;
use super::stored::{self, StoredRun};
use super::{Execute, Exit, style};
use super::{ccs, freecell};
use crate::domains::Visitor;
use crate::engine::{self, Control, Engine};
use crate::search::replay;
use crate::space::Draw;
use crate::store::{CheckedRun, KeyRange, RowKey as _, RunId, SolutionRow, Store, StoreError};
use crate::telemetry::figures::counted;

const EXAMPLES: &str = "\
Examples:
  strata check
  strata check last --deep
  strata check --deep --store /data/klotski.db";

/// Check that the store is whole: checksums, counts, references
///
/// Exits with 3 and tells everything that is wrong when the store is damaged.
/// Changes nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Only this run: its number, or last
    run: Option<RunRef>,

    /// Also search every generation of a sound run again from the one before, or
    /// scan every component again, compare the two, and have the stored solutions
    /// checked move by move
    #[arg(long)]
    deep: bool,

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
        let opened = stored::open(cx).and_then(|store| {
            let run = self.run.map(|run| StoredRun::number(&store, run)).transpose()?;
            Ok((store, run))
        });
        let (store, only) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                let fault = as_fault(error)?;
                return self.summary(cx, 0, 0, vec![fault]);
            }
        };
        let checked = store.check(only)?;
        let (runs, mut damaged) = (checked.runs.len(), 0);
        for run in checked.runs {
            let mut report = Report::new(run, self.deep);
            // Where a block or a count is wrong, a search has nothing to go by.
            if report.is_range() {
                report.check_range(&store)?;
            } else if report.is_cycles() {
                report.check_cycles(&store)?;
            } else if self.deep && report.sound {
                report.deepen(cx, &store)?;
            }
            damaged += usize::from(!report.sound);
            self.write(cx, &report)?;
        }
        self.summary(cx, runs, damaged, checked.faults)
    }
}

/// What was found out about a run; as JSON a message.
#[derive(Serialize)]
struct Report {
    run: RunId,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    /// Whether the run was searched again.
    deep: bool,
    sound: bool,
    generations: u64,
    components: u64,
    states: u64,
    blocks: u64,
    /// Of the blocks, before the database compresses them.
    bytes: u64,
    solutions: u64,
    faults: Vec<String>,
    #[serde(skip)]
    stored: Option<StoredRun>,
}

impl Report {
    fn new(run: CheckedRun, deep: bool) -> Self {
        let stored = run.row.map(|row| StoredRun { id: run.run, row });
        Self {
            run: run.run,
            puzzle: stored.as_ref().map(|stored| stored.row.puzzle.clone()),
            deep,
            sound: run.faults.is_empty(),
            generations: run.generations,
            components: run.components,
            states: run.states,
            blocks: run.blocks,
            bytes: run.bytes,
            solutions: run.solutions,
            faults: run.faults,
            stored,
        }
    }

    fn is_range(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| freecell::is_range(&stored.row))
    }

    fn is_cycles(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| ccs::is_search(&stored.row))
    }

    /// Checks the solutions of a search for cycles, which has no states to search.
    fn check_cycles(&mut self, store: &Store) -> anyhow::Result<()> {
        let Some(stored) = self.stored.as_ref().filter(|_| self.sound) else { return Ok(()) };
        self.deep = false;
        self.faults.extend(ccs::faults(store, stored)?);
        self.sound = self.faults.is_empty();
        Ok(())
    }

    /// Checks the verdicts of a range of deals, which has no states to search.
    fn check_range(&mut self, store: &Store) -> anyhow::Result<()> {
        let Some(stored) = self.stored.as_ref().filter(|_| self.sound) else { return Ok(()) };
        self.deep = false;
        self.faults.extend(freecell::faults(store, self.run, &stored.row)?);
        self.sound = self.faults.is_empty();
        Ok(())
    }

    /// Searches the run again.
    fn deepen(&mut self, cx: &Context, store: &Store) -> anyhow::Result<()> {
        // Without its row nobody knows what puzzle it is: that is told already.
        let Some(stored) = &self.stored else { return Ok(()) };
        let deep = Deep { store, run: self.run, settings: engine_settings(cx.settings(), true) };
        match stored.visit(deep).and_then(|faults| faults) {
            Ok(faults) => self.faults.extend(faults),
            Err(error) => self.faults.push(as_fault(error)?),
        }
        self.sound = self.faults.is_empty();
        Ok(())
    }
}

struct Deep<'a> {
    store: &'a Store,
    run: RunId,
    settings: engine::Settings,
}

impl Visitor for Deep<'_> {
    type Output = anyhow::Result<Vec<String>>;

    fn visit<S: Draw>(self, space: &S) -> Self::Output {
        let engine = Engine::new(self.store, self.settings, Control::default().into());
        let mut faults = engine.verify(space, self.run)?.faults;
        for row in self.store.rows::<SolutionRow>(&KeyRange::prefix(&self.run.to_bytes())) {
            let (key, solution) = row?;
            // That it cannot be replayed is among the faults already.
            let Ok(steps) = replay(space, &solution.keys) else { continue };
            let mut fault = |what: &str| faults.push(format!("solution {}: {what}", key.number));
            if let Err(error) = space.check_path(&steps.states, &steps.moves) {
                fault(&error);
            }
            if !steps.moves.iter().map(ToString::to_string).eq(solution.moves) {
                fault("its moves are not those that lead from state to state");
            }
            if !steps.states.last().is_some_and(|state| space.is_goal(state)) {
                fault("it does not end at a goal");
            }
        }
        Ok(faults)
    }
}

/// What the error says is wrong with the store; the error again when it says
/// nothing about the store's content.
fn as_fault(error: anyhow::Error) -> anyhow::Result<String> {
    let missing = |cause: &StoreError| cause.is_missing_file();
    let missing = error.chain().filter_map(|cause| cause.downcast_ref()).any(missing);
    if missing || Exit::of_error(&error) == Exit::Damage {
        Ok(error.chain().map(ToString::to_string).collect::<Vec<_>>().join(": "))
    } else {
        Err(error)
    }
}

/// The end of the check for programs.
#[derive(Serialize)]
struct Summary {
    sound: bool,
    runs: usize,
    damaged_runs: usize,
    /// What is wrong with the store as a whole.
    faults: Vec<String>,
}

impl Args {
    fn write(&self, cx: &mut Context, report: &Report) -> anyhow::Result<()> {
        if self.json.json {
            return Ok(cx.out.message("check", report)?);
        }
        let puzzle = report.puzzle.as_deref().unwrap_or("?");
        let verdict = match (report.sound, report.deep) {
            (true, false) => "sound".to_owned(),
            (true, true) => "sound, searched again".to_owned(),
            (false, _) => style::paint(cx.color_out, style::BAD, "DAMAGED"),
        };
        let parts = match report.components {
            0 => counted(report.generations, "generation"),
            components => counted(components, "component"),
        };
        cx.out.line(format!(
            "run {} ({puzzle}): {verdict}: {} in {parts}, {} in {}, {}",
            report.run,
            counted(report.states, "state"),
            crate::telemetry::figures::bytes(report.bytes),
            counted(report.blocks, "block"),
            counted(report.solutions, "solution"),
        ))?;
        for fault in &report.faults {
            cx.out.line(format!("  {fault}"))?;
        }
        Ok(())
    }

    fn summary(
        &self,
        cx: &mut Context,
        runs: usize,
        damaged_runs: usize,
        faults: Vec<String>,
    ) -> anyhow::Result<Exit> {
        let sound = damaged_runs == 0 && faults.is_empty();
        if self.json.json {
            cx.out.message("check_result", &Summary { sound, runs, damaged_runs, faults })?;
        } else {
            for fault in &faults {
                cx.out.line(format!("store: {fault}"))?;
            }
            let runs = counted(runs as u64, "run");
            if sound {
                cx.out.line(format!("{runs}, no fault found"))?;
            } else {
                let advice = "DAMAGED: replace it by a backup, or drop the damaged runs or tables \
                              and search again";
                cx.out.line(style::paint(cx.color_out, style::BAD, advice))?;
            }
        }
        Ok(if sound { Exit::Done } else { Exit::Damage })
    }
}
