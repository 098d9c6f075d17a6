//! Searching from roots: threads that take root after root, a barrier for each length, and what
//! survives of it.
//!
//! Sequences of one length are searched below all roots before longer ones are: so what is found
//! first is shortest. What is below a root does not depend on the other roots, the thread or the time, so
//! the answer is the same however often the run is stopped and by how many threads it goes on. So are the
//! positions counted, as long as the memory for pruning tables stays the same. A checkpoint says which length is searched and with which pruning tables; rows of
//! `ida_roots` say which roots are done.

mod progress;
mod shelf;
mod threads;
mod work;

use std::collections::BTreeMap;
use std::time::Duration;

pub use progress::{LengthDone, RootProgress, TableUse};

use super::error::{EngineError, Result};
use super::events::Listener;
use super::{Engine, Verdict};
use crate::search::pmida::{Trick, Tricks};
use crate::space::{SpaceId, Turning};
use crate::store::{RunId, RunRow, RunStatus};

/// The name of the strategy in stored runs.
pub const STRATEGY: &str = "pmida";

/// What is searched from roots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootTask {
    /// What people call the puzzle.
    pub puzzle: String,
    /// Names the puzzle, its moves, the start and what is wanted.
    pub space: SpaceId,
    /// What the length of a solution counts.
    pub metric: String,
    /// What is made use of.
    pub tricks: Tricks,
    /// Whether all shortest solutions are wanted, or one.
    pub all: bool,
    /// The greatest length that is searched; a limit, not a part of the task.
    pub max_length: Option<u32>,
}

/// The keys of the states that moves, by their numbers, lead through, start first; empty where
/// nobody needs them.
pub type Path<'a> = &'a dyn Fn(&[u8]) -> Vec<Vec<u8>>;

/// What came of a search from roots.
#[derive(Debug, Clone, PartialEq)]
pub struct RootReport {
    /// The run.
    pub run: RunId,
    /// Its row as it is stored now.
    pub row: RunRow,
    /// How it ended, or why it stopped.
    pub verdict: Verdict,
    /// Which limit stopped it.
    pub limit: Option<String>,
    /// Whether it went on from an earlier process.
    pub resumed: bool,
    /// Whether there was nothing left to do.
    pub was_finished: bool,
    /// Time of this process.
    pub elapsed: Duration,
    /// How far it came.
    pub progress: RootProgress,
}

impl RootTask {
    /// The row of a run that begins.
    #[must_use]
    pub fn row(&self) -> RunRow {
        let (puzzle, space, metric) =
            (self.puzzle.clone(), self.space.clone(), self.metric.clone());
        let options = Self::options(self.tricks, self.all);
        RunRow::begun(puzzle, space, STRATEGY.to_owned(), options, metric)
    }

    /// The options of a run.
    #[must_use]
    pub fn options(tricks: Tricks, all: bool) -> BTreeMap<String, String> {
        let without = Trick::ALL.iter().filter(|&&trick| !tricks.has(trick));
        let without: Vec<&str> = without.map(|trick| trick.name()).collect();
        let solutions = if all { "all" } else { "one" };
        [("solutions", solutions.to_owned()), ("without", without.join(","))]
            .map(|(name, value)| (name.to_owned(), value))
            .into()
    }
}

impl Engine<'_> {
    /// Searches from roots: begins a run, or goes on with the unfinished one that the store holds for the
    /// same task; says so when that one is finished.
    ///
    /// # Errors
    /// [`EngineError`]; everything committed before stays.
    pub fn search_roots<T: Turning>(
        &self,
        space: &T,
        task: &RootTask,
        path: Path<'_>,
        listener: &mut dyn Listener,
    ) -> Result<RootReport> {
        let row = task.row();
        let runs = self.store().runs()?;
        let same = runs.into_iter().rev().find(|(_, stored)| super::driver::same(stored, &row));
        match same {
            Some((run, stored)) => self.go_on_with_roots(run, stored, space, task, path, listener),
            None => {
                let run = self.store().next_run()?;
                work::run(
                    self,
                    run,
                    row,
                    RootProgress::default(),
                    false,
                    space,
                    task,
                    path,
                    listener,
                )
            }
        }
    }

    /// Goes on with a stored run.
    ///
    /// # Errors
    /// [`EngineError::OtherRun`] when anything differs that decides what is found; nothing is
    /// written then.
    pub fn resume_roots<T: Turning>(
        &self,
        run: RunId,
        space: &T,
        task: &RootTask,
        path: Path<'_>,
        listener: &mut dyn Listener,
    ) -> Result<RootReport> {
        let stored = self.store().run(run)?;
        let differences = super::driver::differences(&stored, &task.row());
        if !differences.is_empty() {
            return Err(EngineError::OtherRun { run: run.0, differences });
        }
        self.go_on_with_roots(run, stored, space, task, path, listener)
    }

    fn go_on_with_roots<T: Turning>(
        &self,
        run: RunId,
        row: RunRow,
        space: &T,
        task: &RootTask,
        path: Path<'_>,
        listener: &mut dyn Listener,
    ) -> Result<RootReport> {
        let progress = RootProgress::of_run(self.store(), run)?;
        if row.status == RunStatus::Unfinished {
            return work::run(self, run, row, progress, true, space, task, path, listener);
        }
        Ok(RootReport {
            run,
            verdict: super::driver::verdict_of(row.status),
            row,
            limit: None,
            resumed: false,
            was_finished: true,
            elapsed: Duration::ZERO,
            progress,
        })
    }
}
