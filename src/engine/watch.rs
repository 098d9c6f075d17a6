//! Watches a run from the calling thread: progress, limits, the disk.

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::control::Control;
use super::counters::Counters;
use super::events::{Event, Listener, Progress};
use super::settings::Limits;
use crate::search::{Completed, Result, Standing};
use crate::store::{Side, Store};
use crate::telemetry::resident_bytes;

/// Progress is told at most this often.
const PERIOD: Duration = Duration::from_millis(200);

/// How much of what was written between two looks at the disk may come again
/// before the next look.
const FORECAST: u64 = 3;

/// Watches one process's work on a run.
pub(super) struct Watch<'w> {
    store: &'w Store,
    control: &'w Control,
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
    store_bytes: Cell<u64>,
    /// The most bytes written between two looks at the disk.
    growth: Cell<u64>,
    limit: RefCell<Option<String>>,
}

impl<'w> Watch<'w> {
    pub(super) fn new(
        store: &'w Store,
        control: &'w Control,
        limits: &'w Limits,
        counters: &'w Counters,
        run: Option<u32>,
        listener: &'w mut dyn Listener,
    ) -> Self {
        Self {
            store,
            control,
            limits,
            counters,
            run,
            listener: RefCell::new(listener),
            begun: Instant::now(),
            told: Cell::new(Instant::now()),
            told_states: Cell::new(0),
            standing: Cell::new(None),
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
        self.standing.set(Some(standing));
        self.counters.expanded.store(0, Relaxed);
        self.counters.admitted.store(0, Relaxed);
        self.counters.produced.store(0, Relaxed);
    }

    pub(super) fn completed(&self, completed: &Completed) {
        self.tell(&Event::Generation {
            side: completed.side.name(),
            generation: completed.generation,
            states: completed.states,
            goals: completed.goals,
        });
        let moves = completed.generation;
        if self.limits.generations.is_some_and(|limit| moves >= limit) {
            self.stop(format!("generation {moves} is complete (--max-generations)"));
        }
    }

    pub(super) fn committed(&self, states: u64) {
        self.tell(&Event::Committed { states, store_bytes: self.store_bytes.get() });
    }

    /// Limits on what was found.
    pub(super) fn check_standing(&self, standing: &Standing) {
        if let Some(limit) = self.limits.states.filter(|&limit| standing.states >= limit) {
            self.stop(format!("{} states of {limit} (--max-states)", standing.states));
        }
    }

    /// Limits on the disk, with a forecast of what comes before the next look.
    pub(super) fn check_store(&self) -> Result<()> {
        let bytes = self.store.bytes_used()?;
        let before = self.store_bytes.replace(bytes);
        if before > 0 {
            self.growth.set(self.growth.get().max(bytes.saturating_sub(before)));
        }
        let ahead = FORECAST * self.growth.get();
        if let Some(limit) = self.limits.store_bytes.filter(|&limit| bytes + ahead >= limit) {
            let reached = format!("{bytes} bytes and will soon reach {limit}");
            self.stop(match self.store.path() {
                Some(_) => format!("the store has {reached} (--max-disk)"),
                None => format!(
                    "the states in memory take {reached} (--max-disk; without it half of the memory)"
                ),
            });
        }
        if let (Some(keep), Some(free)) = (self.limits.free_disk, self.store.free_disk()?)
            && free < keep.saturating_add(ahead)
        {
            self.stop(format!(
                "{free} bytes are free on the disk, {ahead} may be needed soon and {keep} \
                 are to stay free (--keep-free)"
            ));
        }
        Ok(())
    }

    fn stop(&self, reason: String) {
        let mut limit = self.limit.borrow_mut();
        if limit.is_none() && !self.control.interrupted() {
            self.tell(&Event::Stopping { reason: reason.clone() });
            *limit = Some(reason);
        }
        self.control.stop();
    }

    /// Called now and then while a pass goes on.
    pub(super) fn tick(&self) {
        if let Some(limit) = self.limits.time.filter(|&limit| self.elapsed() >= limit) {
            self.stop(format!("{} seconds are over (--max-time)", limit.as_secs_f64()));
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
