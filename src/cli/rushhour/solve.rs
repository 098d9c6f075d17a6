//! One board: from its line to what was found.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::line::{Entry, Job, Known, entry};
use crate::cli::answer::checked_steps;
use crate::cli::strategy::Plan;
use crate::domains::{FormatError, Options, Problem, ProblemError, Visitor};
use crate::engine::{Control, Engine, Settings, Verdict};
use crate::search::is_proven;
use crate::space::Draw;
use crate::store::{SolutionKey, SolutionRow, Store, TallyRow};

/// How boards are solved; shared by all threads.
#[derive(Debug)]
pub(super) struct Solver {
    /// What messages call the input.
    pub(super) file: String,
    /// How boards are read.
    pub(super) options: Options,
    /// How they are searched.
    pub(super) plan: Plan,
    /// What the search of one board may use.
    pub(super) settings: Settings,
    /// Whether the moves are wanted.
    pub(super) solution: bool,
    /// Whether lengths are those that databases have.
    pub(super) counts_moves: bool,
    /// Whether all states of its space are those that databases count: slides
    /// reach fewer.
    pub(super) counts_states: bool,
    /// Stops the searches at hand: nobody reads any more.
    pub(super) at_once: Arc<Control>,
}

/// What came of a line.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) number: u64,
    pub(super) line: usize,
    pub(super) echo: Echo,
    pub(super) found: anyhow::Result<Found>,
    /// Time of this board.
    pub(super) elapsed: Duration,
}

/// What of a line is shown again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Echo {
    pub(super) board: String,
    pub(super) label: String,
    pub(super) known: Option<Known>,
}

/// What was found of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) verdict: Verdict,
    /// Which limit stopped the search.
    pub(super) limit: Option<String>,
    /// The length of the solution.
    pub(super) length: Option<u32>,
    /// Whether there is no shorter one.
    pub(super) optimal: bool,
    /// States found, or expanded by a search that does not keep them.
    pub(super) states: u64,
    /// Whether these are all that can be reached.
    pub(super) whole_space: bool,
    /// The moves, if they are wanted.
    pub(super) solution: Option<Vec<String>>,
    /// Whether the figures of the line are others.
    pub(super) differs: bool,
}

impl Solver {
    /// Solves the board of a line.
    pub(super) fn solve(&self, job: Job) -> Done {
        let begun = Instant::now();
        let Job { number, line, text } = job;
        let (echo, found) = match text {
            Ok(text) => {
                let entry = entry(&text);
                let found = self.search(&entry, line, &text);
                let Entry { board, label, known, .. } = entry;
                (Echo { board: board.to_owned(), label, known }, found)
            }
            Err(error) => (Echo::default(), Err(error)),
        };
        Done { number, line, echo, found, elapsed: begun.elapsed() }
    }

    fn search(&self, entry: &Entry<'_>, line: usize, text: &str) -> anyhow::Result<Found> {
        let problem = Problem::read("board", entry.board, &self.options)
            .map_err(|error| self.placed(error, entry, line, text))?;
        let mut found = problem.visit(Search(self))??;
        found.differs = entry.known.is_some_and(|known| self.differs(&found, known));
        Ok(found)
    }

    /// The error of a board as one of the line that it stands in.
    fn placed(
        &self,
        error: ProblemError,
        entry: &Entry<'_>,
        line: usize,
        text: &str,
    ) -> ProblemError {
        match error {
            ProblemError::Format(error) => ProblemError::Format(FormatError {
                file: self.file.clone(),
                line,
                column: entry.column + error.column - 1,
                message: error.message,
                source_line: text.to_owned(),
            }),
            other => other,
        }
    }

    /// Whether what was found proves that a line is wrong.
    fn differs(&self, found: &Found, known: Known) -> bool {
        let length = match (found.verdict, found.length) {
            (Verdict::Unsolvable, _) => true,
            (Verdict::Solved, Some(length)) if found.optimal => length != known.moves,
            (Verdict::Solved, Some(length)) => length < known.moves,
            _ => false,
        };
        (self.counts_moves && length)
            || (self.counts_states && found.whole_space && found.states != known.states)
    }
}

/// Searches the space of one board.
struct Search<'a>(&'a Solver);

impl Visitor for Search<'_> {
    type Output = anyhow::Result<Found>;

    fn visit<S: Draw>(self, space: &S) -> anyhow::Result<Found> {
        let Solver { plan, settings, at_once, .. } = self.0;
        plan.check(space, settings.candidates)?;
        let store = Store::in_memory();
        let engine = Engine::new(&store, settings.clone(), Arc::clone(at_once));
        let report = plan.run(&engine, space, "board", &mut ())?;
        let (run, row) = (report.run, report.row);
        let stored: Option<SolutionRow> = store.row(&SolutionKey { run, number: 0 })?;
        if let Some(solution) = &stored {
            checked_steps(space, run, solution)?;
        }
        let tally: Option<TallyRow> = store.row(&run)?;
        let ended = matches!(report.verdict, Verdict::Solved | Verdict::Unsolvable);
        Ok(Found {
            verdict: report.verdict,
            limit: report.limit,
            length: row.length,
            optimal: is_proven(space, &row)?,
            states: tally.map_or(row.states, |tally| tally.expanded),
            whole_space: ended && matches!(plan, Plan::Census { .. }),
            solution: stored.map(|solution| solution.moves).filter(|_| self.0.solution),
            differs: false,
        })
    }
}
