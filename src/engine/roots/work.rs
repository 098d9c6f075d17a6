//! One process's work on a run from roots.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, unbounded};
use crossbeam_deque::{Injector, Worker};

use super::progress::{LengthDone, RootProgress, VERSION};
use super::shelf::Shelf;
use super::threads::Crew;
use super::{Path, RootReport, RootTask, STRATEGY};
use crate::engine::control::Halt;
use crate::engine::counters::Counters;
use crate::engine::error::Result;
use crate::engine::events::{Event, Listener};
use crate::engine::watch::Watch;
use crate::engine::{Engine, Verdict};
use crate::search::pmida::{Begun, Canonical, Found, Ground, Plan, Trick, Words, begin};
use crate::search::{SearchError, Standing, Tally};
use crate::space::Turning;
use crate::store::{
    Batch, CheckpointRow, Durability, IdaRootKey, IdaRootRow, RunId, RunRow, RunStatus,
    SolutionKey, SolutionRow, Table, TallyRow, codec,
};
use crate::telemetry::figures::counted;

/// How often those who watch hear of the work.
const TICK: Duration = Duration::from_millis(50);

/// More canonical solutions than this are not listed or counted.
const MAX_WORDS: usize = 4 << 20;

/// Solutions that are stored, at most.
const STORED: usize = 1 << 16;

/// Works on a run until it is over or is to stop.
#[allow(clippy::too_many_arguments, reason = "all of it makes up one piece of work")]
pub(super) fn run<T: Turning>(
    engine: &Engine<'_>,
    run: RunId,
    row: RunRow,
    progress: RootProgress,
    resumed: bool,
    space: &T,
    task: &RootTask,
    path: Path<'_>,
    listener: &mut dyn Listener,
) -> Result<RootReport> {
    let halt = Halt::new(engine.control());
    let counters = Counters::default();
    let settings = engine.settings();
    let named = engine.store().path().map(|_| run.0);
    let watch = Watch::new(engine.store(), &halt, &settings.limits, &counters, named, 0, listener);
    let algorithm = STRATEGY.to_owned();
    watch.tell(&Event::Started { run: named, resumed, algorithm, states: 0 });
    let spent = row.seconds;
    let canonical = if task.tricks.has(Trick::Canonical) {
        Canonical::new(space.moves())
    } else {
        Canonical::free(space.moves())
    };
    let mut work = Work {
        engine,
        run,
        row,
        spent,
        progress,
        space,
        task,
        path,
        canonical,
        halt: &halt,
        watch: &watch,
        batch: Batch::new(),
        committed: Instant::now(),
        left_rows: resumed,
    };
    let (verdict, limit) = work.all()?;
    let Work { row, progress, .. } = work;
    let elapsed = watch.elapsed();
    Ok(RootReport { run, row, verdict, limit, resumed, was_finished: false, elapsed, progress })
}

struct Work<'w, 'a, T: Turning> {
    engine: &'w Engine<'a>,
    run: RunId,
    row: RunRow,
    /// Seconds of earlier processes.
    spent: f64,
    progress: RootProgress,
    space: &'w T,
    task: &'w RootTask,
    path: Path<'w>,
    canonical: Canonical,
    halt: &'w Halt<'w>,
    watch: &'w Watch<'w>,
    batch: Batch,
    committed: Instant,
    /// Whether rows of roots can be in the store.
    left_rows: bool,
}

/// Why longer sequences are not searched.
fn too_long(length: u32) -> String {
    let length = counted(length.into(), "move");
    format!("all sequences of {length} and fewer are searched (--max-length)")
}

/// How a length ended.
enum Ended {
    /// It is done, with these solutions.
    Done(Vec<Vec<u8>>),
    Stopped,
}

impl<T: Turning> Work<'_, '_, T> {
    fn all(&mut self) -> Result<(Verdict, Option<String>)> {
        self.commit()?;
        let plan = match begin(self.space, &self.canonical, self.task.tricks) {
            Begun::Solved(words) => {
                let length = words.first().map_or(0, |word| word.len() as u32);
                if let Some(max) = self.task.max_length.filter(|&max| length > max) {
                    self.watch.stop(too_long(max));
                    return self.stopped();
                }
                return self.solved(words, None);
            }
            Begun::Exhausted(_) => return self.finish(RunStatus::Unsolvable, Verdict::Unsolvable),
            Begun::Roots(plan) => plan,
        };
        self.progress.depth = plan.depth as u32;
        self.progress.roots = plan.roots.len() as u64;
        let settings = self.engine.settings();
        let threads = settings.threads.get();
        let (store, tricks) = (self.engine.store(), self.task.tricks);
        let mut shelf = Shelf::new(self.space, store, threads, settings.candidates as u64, tricks);
        let watch = self.watch;
        let tick = || watch.tick();
        if !self.progress.tables.is_empty() {
            shelf.restore(&self.progress.tables, self.halt, &tick)?;
        }
        loop {
            let length = self.progress.length();
            let standing = self.standing();
            if self.task.max_length.is_some_and(|max| length > max) {
                self.watch.stop(too_long(length - 1));
            }
            self.watch.check_limits(&standing)?;
            self.watch.begin_step(standing);
            if !self.halt.stopping() {
                // A length that has begun goes on with the tables it began with.
                if self.progress.prepared != length {
                    let forecast = self.progress.forecast(self.space.moves().len());
                    shelf.prepare(forecast, self.halt, &tick)?;
                    if !self.halt.stopping() {
                        self.progress.tables = shelf.uses();
                        self.progress.prepared = length;
                    }
                }
            }
            if self.halt.stopping() {
                return self.stopped();
            }
            if shelf.excludes(&self.space.start()) {
                return self.finish(RunStatus::Unsolvable, Verdict::Unsolvable);
            }
            self.commit()?;
            match self.search(&plan, &shelf, length)? {
                Ended::Done(words) if !words.is_empty() => return self.solved(words, Some(&plan)),
                Ended::Done(_) => {}
                Ended::Stopped => return self.stopped(),
            }
        }
    }

    fn standing(&self) -> Standing {
        let LengthDone { nodes, leaves } = self.progress.total();
        let tally = Tally { expanded: nodes, generated: leaves };
        Standing::beside_store(u64::from(self.progress.length()) - 1, tally)
    }

    fn key(&self, length: u32, root: usize) -> IdaRootKey {
        IdaRootKey { run: self.run, length, root: root as u64 }
    }

    /// Searches all sequences of one length.
    fn search(
        &mut self,
        plan: &Plan<T::Position>,
        shelf: &Shelf<'_, T::Position>,
        length: u32,
    ) -> Result<Ended> {
        let mut found: BTreeMap<usize, Found> = BTreeMap::new();
        if self.left_rows {
            for row in self.engine.store().rows::<IdaRootRow>(&self.key(length, 0).length_range()) {
                let (key, IdaRootRow { nodes, leaves, tails }) = row?;
                found.insert(key.root as usize, Found { nodes, leaves, tails });
            }
        }
        let solved = |(&root, found): (&usize, &Found)| (!found.tails.is_empty()).then_some(root);
        let one = !self.task.all;
        let first = if one { found.iter().find_map(solved) } else { None };
        let last = AtomicU64::new(first.map_or(u64::MAX, |root| root as u64));
        let roots = Injector::new();
        (0..plan.roots.len()).filter(|root| !found.contains_key(root)).for_each(|r| roots.push(r));
        let ground = Ground {
            space: self.space,
            canonical: &self.canonical.clone(),
            plan,
            bounds: shelf,
            tricks: self.task.tricks,
        };
        let threads = self.engine.settings().threads.get();
        let workers: Vec<Worker<usize>> = (0..threads).map(|_| Worker::new_fifo()).collect();
        let stealers: Vec<_> = workers.iter().map(Worker::stealer).collect();
        let (nodes, failed) = (AtomicU64::new(0), AtomicBool::new(false));
        let crew = Crew {
            ground: &ground,
            tail: length as usize - plan.depth,
            roots: &roots,
            stealers: &stealers,
            last: &last,
            one,
            nodes: &nodes,
            halt: self.halt,
            failed: &failed,
        };
        std::thread::scope(|scope| {
            let (done, results) = unbounded();
            for own in workers {
                let (crew, done) = (&crew, done.clone());
                scope.spawn(move || crew.work(&own, &done));
            }
            drop(done);
            let collected = self.collect(&results, length, &nodes, &mut found);
            if collected.is_err() {
                failed.store(true, Relaxed);
            }
            collected
        })?;
        // What lies behind the first root with a solution was searched by chance.
        let last = last.load(Relaxed);
        found.retain(|&root, _| root as u64 <= last);
        let complete = (0..plan.roots.len()).take_while(|&root| root as u64 <= last);
        if !complete.into_iter().all(|root| found.contains_key(&root)) {
            return Ok(Ended::Stopped);
        }
        let sum = found.values().fold(LengthDone::default(), |sum, found| LengthDone {
            nodes: sum.nodes + found.nodes,
            leaves: sum.leaves + found.leaves,
        });
        self.progress.lengths.push(sum);
        self.batch = Batch::new();
        if self.left_rows {
            self.batch.delete_range(Table::IdaRoots, self.key(length, 0).length_range());
        }
        let mut words = Vec::new();
        for (root, found) in &found {
            for tail in &found.tails {
                words.extend(plan.roots[*root].words.iter().map(|word| [word, &tail[..]].concat()));
            }
        }
        Ok(Ended::Done(words))
    }

    /// Takes what threads find until all are done.
    fn collect(
        &mut self,
        results: &crossbeam_channel::Receiver<(usize, Found)>,
        length: u32,
        nodes: &AtomicU64,
        all: &mut BTreeMap<usize, Found>,
    ) -> Result<()> {
        let before = self.standing();
        let mut tails = 0;
        loop {
            match results.recv_timeout(TICK) {
                Ok((root, found)) => {
                    let Found { nodes, leaves, tails: ends } = &found;
                    tails += ends.len();
                    if tails > MAX_WORDS {
                        let why = format!(
                            "more than {MAX_WORDS} solutions: ask for one, or for something rarer"
                        );
                        return Err(SearchError::OutOfMemory(why).into());
                    }
                    let row = IdaRootRow { nodes: *nodes, leaves: *leaves, tails: ends.clone() };
                    self.batch.put_row(&self.key(length, root), &row)?;
                    all.insert(root, found);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.commit_roots(),
            }
            self.watch.tick();
            let now = Standing { expanded: before.expanded + nodes.load(Relaxed), ..before };
            self.watch.check_limits(&now)?;
            if self.committed.elapsed() >= self.engine.settings().commit_interval {
                self.commit_roots()?;
            }
        }
    }

    /// Makes the roots that are done durable, if the length is to go on in another process.
    fn commit_roots(&mut self) -> Result<()> {
        let due = self.committed.elapsed() >= self.engine.settings().commit_interval;
        if self.batch.bytes() > 0 && (due || self.halt.stopping()) {
            self.left_rows = true;
            self.commit()?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<()> {
        let LengthDone { nodes, leaves } = self.progress.total();
        let row = &mut self.row;
        row.edges = leaves;
        row.commits += 1;
        row.touch();
        row.seconds = self.spent + self.watch.elapsed().as_secs_f64();
        let strategy = codec::encode(VERSION, &self.progress)
            .map_err(|error| SearchError::TooLarge(format!("the checkpoint: {error}")))?;
        let checkpoint =
            CheckpointRow { commits: row.commits, states: row.states, version: VERSION, strategy };
        self.batch.put_row(&self.run, row)?;
        self.batch.put_row(&self.run, &checkpoint)?;
        self.batch.put_row(&self.run, &TallyRow { expanded: nodes, generated: leaves })?;
        self.engine.store().write(std::mem::take(&mut self.batch), Durability::Synced)?;
        self.committed = Instant::now();
        self.watch.committed(0);
        Ok(())
    }

    fn stopped(&mut self) -> Result<(Verdict, Option<String>)> {
        self.commit()?;
        let limit = self.watch.limit().filter(|_| !self.halt.interrupted());
        let verdict = if limit.is_some() { Verdict::Limit } else { Verdict::Interrupted };
        Ok((verdict, limit))
    }

    fn finish(&mut self, status: RunStatus, verdict: Verdict) -> Result<(Verdict, Option<String>)> {
        self.row.status = status;
        self.commit()?;
        Ok((verdict, None))
    }

    /// Stores the solutions.
    fn solved(
        &mut self,
        words: Vec<Vec<u8>>,
        plan: Option<&Plan<T::Position>>,
    ) -> Result<(Verdict, Option<String>)> {
        let (space, canonical) = (self.space, &self.canonical);
        let turns = space.moves();
        let words = if self.task.all {
            let closed = Words::closed(space, canonical, plan, words, MAX_WORDS);
            let closed = closed.ok_or_else(|| {
                let why =
                    format!("more than {MAX_WORDS} solutions: ask for one, or for something rarer");
                SearchError::OutOfMemory(why)
            })?;
            self.progress.counted = Some(closed.count(space, canonical));
            closed.canonical
        } else {
            let first = words.into_iter().map(|word| canonical.form(turns, &word)).min();
            first.into_iter().collect()
        };
        self.row.length = words.first().map(|word| word.len() as u32);
        self.row.solutions = words.len().min(STORED) as u64;
        for (number, word) in words.iter().take(STORED).enumerate() {
            let name = |&turn: &u8| turns.turns()[usize::from(turn)].name.clone();
            let solution = SolutionRow {
                moves: word.iter().map(name).collect(),
                metric: self.row.metric.clone(),
                length: word.len() as u32,
                keys: (self.path)(word),
            };
            let key = SolutionKey { run: self.run, number: number as u64 };
            self.batch.put_row(&key, &solution)?;
        }
        self.finish(RunStatus::Solved, Verdict::Solved)
    }
}
