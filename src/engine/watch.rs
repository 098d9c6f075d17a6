//! Watches a run from the calling thread: progress, limits, the disk.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::control::Halt;
use super::counters::Counters;
use super::events::{Event, Listener, Progress};
use super::settings::Limits;
use crate::search::{Completed, Result, Standing};
use crate::store::{Side, Store};
use crate::telemetry::figures::{self, counted, duration};
use crate::telemetry::resident_bytes;

/// Progress is told, and the disk is looked at, at most this often.
const PERIOD: Duration = Duration::from_millis(200);

/// How much of what was written between two looks at the disk may come again
/// before the next look.
const FORECAST: u64 = 3;

/// Watches one process's work on a run.
pub(super) struct Watch<'w> {
    store: &'w Store,
    halt: &'w Halt<'w>,
    limits: &'w Limits,
    counters: &'w Counters,
    run: Option<u32>,
    listener: RefCell<&'w mut dyn Listener>,
    begun: Instant,
    told: Cell<Instant>,
    /// States known when progress was told last, for the rate.
    told_states: Cell<u64>,
    /// Where the step at hand began.
    standing: Cell<Option<Standing>>,
    /// New states and candidates of the generation at hand, from the steps
    /// before this one.
    admitted: Cell<u64>,
    produced: Cell<u64>,
    /// When the disk was looked at last.
    looked: Cell<Option<Instant>>,
    store_bytes: Cell<u64>,
    /// The most bytes written between two looks at the disk.
    growth: Cell<u64>,
    limit: RefCell<Option<String>>,
}

impl<'w> Watch<'w> {
    pub(super) fn new(
        store: &'w Store,
        halt: &'w Halt<'w>,
        limits: &'w Limits,
        counters: &'w Counters,
        run: Option<u32>,
        states: u64,
        listener: &'w mut dyn Listener,
    ) -> Self {
        Self {
            store,
            halt,
            limits,
            counters,
            run,
            listener: RefCell::new(listener),
            begun: Instant::now(),
            told: Cell::new(Instant::now()),
            told_states: Cell::new(states),
            standing: Cell::new(None),
            admitted: Cell::new(0),
            produced: Cell::new(0),
            looked: Cell::new(None),
            store_bytes: Cell::new(0),
            growth: Cell::new(0),
            limit: RefCell::new(None),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Which limit stopped the run.
    pub(super) fn limit(&self) -> Option<String> {
        self.limit.borrow().clone()
    }

    pub(super) fn tell(&self, event: &Event) {
        self.listener.borrow_mut().event(event);
    }

    /// A step begins here.
    pub(super) fn begin_step(&self, standing: Standing) {
        let place = |standing: Standing| (standing.side, standing.generation);
        let same = self.standing.replace(Some(standing)).map(place) == Some(place(standing));
        let carry = |total: &Cell<u64>, counter: &AtomicU64| {
            let step = counter.swap(0, Relaxed);
            total.set(if same { total.get() + step } else { 0 });
        };
        carry(&self.admitted, &self.counters.admitted);
        carry(&self.produced, &self.counters.produced);
        self.counters.expanded.store(0, Relaxed);
    }

    pub(super) fn completed(&self, completed: &Completed) {
        self.tell(&Event::Generation {
            side: completed.side.name(),
            generation: completed.generation,
            states: completed.states,
            goals: completed.goals,
        });
    }

    pub(super) fn committed(&self, states: u64) {
        self.tell(&Event::Committed { states, store_bytes: self.store_bytes.get() });
    }

    /// Stops the run when a limit is reached.
    pub(super) fn check_limits(&self, standing: &Standing) -> Result<()> {
        let complete = standing.generation;
        if self.limits.generations.is_some_and(|limit| complete >= limit) {
            let complete = figures::count(u64::from(complete));
            self.stop(format!("generation {complete} is complete (--max-generations)"));
        }
        // Searches that store nothing are known by what they expand.
        let (states, what) = match standing.states {
            0 => (standing.expanded, " expanded"),
            stored => (stored, ""),
        };
        if let Some(limit) = self.limits.states.filter(|&limit| states >= limit) {
            let (states, limit) = (counted(states, "state"), figures::count(limit));
            self.stop(format!("{states}{what}, the limit is {limit} (--max-states)"));
        }
        self.check_time();
        self.check_disk()
    }

    /// Looks at the disk, if it is time to.
    fn check_disk(&self) -> Result<()> {
        if self.looked.get().is_some_and(|looked| looked.elapsed() < PERIOD) {
            return Ok(());
        }
        self.looked.set(Some(Instant::now()));
        self.check_store()
    }

    fn check_time(&self) {
        if let Some(limit) = self.limits.time.filter(|&limit| self.elapsed() >= limit) {
            self.stop(format!("{} are over (--max-time)", duration(limit)));
        }
    }

    /// Limits on the disk, with a forecast of what comes before the next look.
    fn check_store(&self) -> Result<()> {
        let bytes = self.store.bytes_used()?;
        let before = self.store_bytes.replace(bytes);
        if before > 0 {
            self.growth.set(self.growth.get().max(bytes.saturating_sub(before)));
        }
        let ahead = FORECAST * self.growth.get();
        if let Some(limit) = self.limits.store_bytes.filter(|&limit| bytes + ahead >= limit) {
            let (bytes, limit) = (figures::bytes(bytes), figures::bytes(limit));
            let what = match self.store.path() {
                Some(_) => "the store takes",
                None => "the states in memory take",
            };
            self.stop(format!("{what} {bytes} and will soon reach {limit} (--max-disk)"));
        }
        if let (Some(keep), Some(free)) = (self.limits.free_disk, self.store.free_disk()?)
            && free < keep.saturating_add(ahead)
        {
            self.stop(format!(
                "{} are free on the disk, {} may be needed soon and {} are to stay free \
                 (--keep-free)",
                figures::bytes(free),
                figures::bytes(ahead),
                figures::bytes(keep)
            ));
        }
        Ok(())
    }

    /// Stops the run, for a reason that is told.
    pub(super) fn stop(&self, reason: String) {
        let mut limit = self.limit.borrow_mut();
        if limit.is_none() && !self.halt.interrupted() {
            self.tell(&Event::Stopping { reason: reason.clone() });
            *limit = Some(reason);
        }
        self.halt.limit();
    }

    /// Called now and then while a pass goes on.
    pub(super) fn tick(&self) {
        self.check_time();
        if let Err(error) = self.check_disk() {
            self.stop(format!("the disk cannot be looked at: {error}"));
        }
        let since = self.told.get().elapsed();
        if since >= PERIOD {
            self.told.set(Instant::now());
            let progress = self.progress(since);
            self.tell(&Event::Progress(progress));
        }
    }

    fn progress(&self, since: Duration) -> Progress {
        let admitted = self.counters.admitted.load(Relaxed);
        let produced = self.counters.produced.load(Relaxed);
        let standing = self.standing.get();
        let states = standing.map_or(0, |standing| standing.states) + admitted;
        let (admitted, produced) = (self.admitted.get() + admitted, self.produced.get() + produced);
        let before = self.told_states.replace(states);
        Progress {
            run: self.run,
            side: standing.map_or(Side::Forward, |standing| standing.side).name(),
            generation: standing.map_or(0, |standing| standing.generation),
            expanded: standing.map_or(0, |s| s.expanded) + self.counters.expanded.load(Relaxed),
            generation_states: standing.map_or(0, |standing| standing.generation_states),
            new_states: admitted,
            duplicates: produced.saturating_sub(admitted),
            states,
            rate: states.saturating_sub(before) as f64 / since.as_secs_f64(),
            store_bytes: self.store_bytes.get(),
            resident_bytes: resident_bytes().unwrap_or(0),
            elapsed: self.elapsed(),
        }
    }
}
