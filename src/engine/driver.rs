//! Runs a strategy step by step and makes its results durable.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::control::{Control, Halt};
use super::counters::Counters;
use super::error::{Difference, EngineError, Result};
use super::events::{Event, Listener};
use super::pipeline::Pipeline;
use super::settings::Settings;
use super::watch::Watch;
use crate::search::{Outcome, SearchError, Step, StepContext, Strategy, Tally, Verdict, replay};
use crate::space::{StateSpace, differing_options};
use crate::store::{
    Batch, CheckpointRow, Durability, RunId, RunRow, RunStatus, SolutionKey, SolutionRow, Store,
    TallyRow, codec,
};

/// Bytes of rows that are committed before the interval is over.
const COMMIT_BYTES: usize = 8 << 20;

/// Works on runs of one store.
#[derive(Debug)]
pub struct Engine<'a> {
    store: &'a Store,
    settings: Settings,
    control: Arc<Control>,
}

/// What came of working on a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The run.
    pub run: RunId,
    /// Its row as it is stored now.
    pub row: RunRow,
    /// How it ended, or why it stopped.
    pub verdict: Verdict,
    /// Which limit stopped it.
    pub limit: Option<String>,
    /// Whether it went on from a checkpoint of an earlier process.
    pub resumed: bool,
    /// Whether there was nothing left to do.
    pub was_finished: bool,
    /// Time of this process.
    pub elapsed: Duration,
}

impl<'a> Engine<'a> {
    /// An engine on `store`, stopped through `control`.
    #[must_use]
    pub fn new(store: &'a Store, settings: Settings, control: Arc<Control>) -> Self {
        Self { store, settings, control }
    }

    /// Memory for candidates in bytes, which searches that keep their states in
    /// memory may take instead.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.settings.candidates
    }

    /// The name of a run's puzzle.
    ///
    /// # Errors
    /// When there is no such run.
    pub fn puzzle(&self, run: RunId) -> Result<String> {
        Ok(self.store.run(run)?.puzzle)
    }

    pub(super) fn store(&self) -> &'a Store {
        self.store
    }

    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Starts a run for `space`, or goes on with the unfinished one that the
    /// store holds for the same space, strategy and options; says so when that
    /// one is finished.
    ///
    /// # Errors
    /// [`EngineError`]; everything committed before stays.
    pub fn run<S: StateSpace, T: Strategy<S>>(
        &self,
        space: &S,
        puzzle: &str,
        strategy: T,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        let row = new_row(space, puzzle, &strategy);
        let same = self.store.runs()?.into_iter().rev().find(|(_, stored)| same(stored, &row));
        match same {
            Some((run, stored)) => self.go_on(run, stored, space, strategy, listener),
            None => {
                let run = self.store.next_run()?;
                self.work(run, row, Begin::Anew, space, strategy, listener)
            }
        }
    }

    /// Goes on with a stored run, in the space and with the strategy it was
    /// started with.
    ///
    /// # Errors
    /// [`EngineError::OtherRun`] when anything differs that decides what is
    /// found; nothing is written then.
    pub fn resume<S: StateSpace, T: Strategy<S>>(
        &self,
        run: RunId,
        space: &S,
        strategy: T,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        let stored = self.store.run(run)?;
        let asked = new_row(space, &stored.puzzle, &strategy);
        let differences = differences(&stored, &asked);
        if differences.is_empty() {
            self.go_on(run, stored, space, strategy, listener)
        } else {
            Err(EngineError::OtherRun { run: run.0, differences })
        }
    }

    fn go_on<S: StateSpace, T: Strategy<S>>(
        &self,
        run: RunId,
        row: RunRow,
        space: &S,
        strategy: T,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        if row.status == RunStatus::Unfinished {
            let from = match self.store.row::<CheckpointRow>(&run)? {
                Some(stored) => Begin::At(checkpoint::<S, T>(run, &stored)?),
                None => Begin::Recover,
            };
            return self.work(run, row, from, space, strategy, listener);
        }
        Ok(Report {
            run,
            verdict: verdict_of(row.status),
            row,
            limit: None,
            resumed: false,
            was_finished: true,
            elapsed: Duration::ZERO,
        })
    }

    fn work<S: StateSpace, T: Strategy<S>>(
        &self,
        run: RunId,
        row: RunRow,
        from: Begin<T::Checkpoint>,
        space: &S,
        strategy: T,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        self.settings.check().map_err(EngineError::Settings)?;
        // Blocks that an earlier attempt of this process wrote and did not commit.
        self.store.forget_unnamed(run)?;
        let resumed = !matches!(from, Begin::Anew);
        let (counters, halt) = (Counters::default(), Halt::new(&self.control));
        let limits = &self.settings.limits;
        let named = self.store.path().map(|_| run.0);
        let watch = Watch::new(self.store, &halt, limits, &counters, named, row.states, listener);
        watch.tell(&Event::Started {
            run: named,
            resumed,
            algorithm: strategy.name().to_owned(),
            states: row.states,
        });
        let observer = || watch.tick();
        let pipeline =
            Pipeline::new(space, self.store, &self.settings, &halt, &counters, &observer);
        let mut work = Work {
            engine: self,
            run,
            spent: row.seconds,
            row,
            space,
            strategy,
            batch: Batch::new(),
            pipeline,
            halt: &halt,
            watch: &watch,
            committed: Instant::now(),
        };
        let (verdict, limit) = work.all(from)?;
        let row = work.row;
        watch.tell(&Event::Stages { stages: counters.stages() });
        let elapsed = watch.elapsed();
        Ok(Report { run, row, verdict, limit, resumed, was_finished: false, elapsed })
    }
}

/// Where the work on a run begins.
enum Begin<C> {
    Anew,
    At(C),
    /// There is no checkpoint: from what is complete in the store.
    Recover,
}

/// One process's work on a run.
struct Work<'w, 'a, S: StateSpace, T: Strategy<S>> {
    engine: &'w Engine<'a>,
    run: RunId,
    row: RunRow,
    /// Seconds of earlier processes.
    spent: f64,
    space: &'w S,
    strategy: T,
    batch: Batch,
    pipeline: Pipeline<'w, S>,
    halt: &'w Halt<'w>,
    watch: &'w Watch<'w>,
    /// When the last commit was.
    committed: Instant,
}

impl<S: StateSpace, T: Strategy<S>> Work<'_, '_, S, T> {
    /// Steps until the search is over or the run is to stop.
    fn all(&mut self, from: Begin<T::Checkpoint>) -> Result<(Verdict, Option<String>)> {
        let mut next = match from {
            Begin::At(checkpoint) => {
                self.with_context(|strategy, cx| strategy.restore(cx, checkpoint))?
            }
            Begin::Anew => self.with_context(|strategy, cx| strategy.start(cx))?,
            Begin::Recover => self.with_context(|strategy, cx| strategy.recover(cx))?,
        };
        let mut concluding = false;
        loop {
            let (mut checkpoint, settle) = match next {
                Step::Continue(checkpoint) => (checkpoint, false),
                Step::Settle(checkpoint) => (checkpoint, true),
                Step::Conclude(checkpoint) => {
                    (checkpoint, !std::mem::replace(&mut concluding, true))
                }
                Step::Done(checkpoint, outcome) => {
                    self.finish(&outcome)?;
                    self.commit(checkpoint)?;
                    return Ok((outcome.verdict, None));
                }
            };
            if settle || self.is_due() {
                checkpoint = self.commit(checkpoint)?;
            }
            if !concluding {
                self.watch.check_limits(&self.strategy.standing())?;
            }
            if self.halt.interrupted() || (self.halt.limited() && !concluding) {
                if let Some(path) = self.strategy.best_so_far(&checkpoint) {
                    self.row.length = Some(self.leave_solution(&path)?);
                }
                self.commit(checkpoint)?;
                let limit = self.watch.limit().filter(|_| !self.halt.interrupted());
                let verdict = if limit.is_some() { Verdict::Limit } else { Verdict::Interrupted };
                return Ok((verdict, limit));
            }
            self.watch.begin_step(self.strategy.standing());
            next = self.with_context(|strategy, cx| strategy.step(cx, checkpoint))?;
        }
    }

    fn is_due(&self) -> bool {
        self.batch.bytes() >= COMMIT_BYTES
            || self.committed.elapsed() >= self.engine.settings.commit_interval
    }

    fn with_context<R>(
        &mut self,
        work: impl FnOnce(&mut T, &mut StepContext<'_, S>) -> crate::search::Result<R>,
    ) -> Result<R> {
        let mut cx = StepContext {
            space: self.space,
            store: self.engine.store,
            run: self.run,
            batch: &mut self.batch,
            expansion: &mut self.pipeline,
            completed: Vec::new(),
        };
        let result = work(&mut self.strategy, &mut cx)?;
        for completed in cx.completed {
            self.watch.completed(&completed);
        }
        Ok(result)
    }

    /// The only moment at which a run moves forward: everything found since the
    /// last one becomes true together. Gives the checkpoint that was written.
    fn commit(&mut self, mut checkpoint: T::Checkpoint) -> Result<T::Checkpoint> {
        self.strategy.before_commit(self.run, &mut self.batch, &mut checkpoint)?;
        let standing = self.strategy.standing();
        let row = &mut self.row;
        row.states = standing.states;
        row.edges = standing.edges;
        row.commits += 1;
        row.touch();
        row.seconds = self.spent + self.watch.elapsed().as_secs_f64();
        self.batch.put_row(&self.run, row)?;
        let strategy = codec::encode(T::CHECKPOINT_VERSION, &checkpoint)
            .map_err(|error| SearchError::TooLarge(format!("the checkpoint: {error}")))?;
        let stored = CheckpointRow {
            commits: row.commits,
            states: row.states,
            version: T::CHECKPOINT_VERSION,
            strategy,
        };
        self.batch.put_row(&self.run, &stored)?;
        if let Some(Tally { expanded, generated }) = self.strategy.tally() {
            self.batch.put_row(&self.run, &TallyRow { expanded, generated })?;
        }
        self.engine.store.write(std::mem::take(&mut self.batch), Durability::Synced)?;
        self.strategy.committed();
        self.committed = Instant::now();
        self.watch.committed(standing.states);
        Ok(checkpoint)
    }

    fn finish(&mut self, outcome: &Outcome) -> Result<()> {
        self.row.status = match outcome.verdict {
            Verdict::Solved => RunStatus::Solved,
            Verdict::Unsolvable => RunStatus::Unsolvable,
            Verdict::Exhausted => RunStatus::Exhausted,
            Verdict::NotFound => RunStatus::NotFound,
            Verdict::Limit | Verdict::Interrupted => RunStatus::Unfinished,
        };
        self.row.length = outcome.length;
        if let Some(path) = &outcome.path {
            self.leave_solution(path)?;
        }
        Ok(())
    }

    /// Leaves a solution for the next commit; tells its length.
    fn leave_solution(&mut self, path: &[Vec<u8>]) -> Result<u32> {
        let steps = replay(self.space, path)?;
        let solution = SolutionRow {
            moves: steps.moves.iter().map(ToString::to_string).collect(),
            metric: self.row.metric.clone(),
            length: steps.moves.len() as u32,
            keys: path.to_vec(),
        };
        self.batch.put_row(&SolutionKey { run: self.run, number: 0 }, &solution)?;
        self.row.solutions = 1;
        Ok(solution.length)
    }
}

fn new_row<S: StateSpace, T: Strategy<S>>(space: &S, puzzle: &str, strategy: &T) -> RunRow {
    let (id, name) = (space.id(), strategy.name().to_owned());
    RunRow::begun(puzzle.to_owned(), id, name, strategy.options(), space.metric())
}

pub(super) fn same(stored: &RunRow, asked: &RunRow) -> bool {
    differences(stored, asked).is_empty()
}

pub(super) fn differences(stored: &RunRow, asked: &RunRow) -> Vec<Difference> {
    let mut all = stored.space.differences(&asked.space);
    if stored.strategy != asked.strategy {
        all.push(("algorithm".to_owned(), stored.strategy.clone(), asked.strategy.clone()));
    }
    all.extend(differing_options(&stored.options, &asked.options));
    all.into_iter().map(|(field, stored, asked)| Difference { field, stored, asked }).collect()
}

fn checkpoint<S: StateSpace, T: Strategy<S>>(
    run: RunId,
    row: &CheckpointRow,
) -> Result<T::Checkpoint> {
    codec::decode(T::CHECKPOINT_VERSION, &row.strategy)
        .map_err(|error| SearchError::Checkpoint { run: run.0, why: error.to_string() }.into())
}

pub(super) fn verdict_of(status: RunStatus) -> Verdict {
    match status {
        RunStatus::Unfinished => Verdict::Interrupted,
        RunStatus::Solved => Verdict::Solved,
        RunStatus::Unsolvable => Verdict::Unsolvable,
        RunStatus::Exhausted => Verdict::Exhausted,
        RunStatus::NotFound => Verdict::NotFound,
    }
}
