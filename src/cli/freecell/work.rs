//! The threads: each solves deal after deal, and this one shows and stores the
//! verdicts in the order of the deals.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{SendTimeoutError, Sender, bounded};

use super::record::Record;
use super::report::Report;
use super::solve::{Decided, Game, Solver};
use crate::cli::in_order::{TICK, WINDOW, in_order};
use crate::engine::Control;

/// Solves deals on several threads.
pub(super) struct Work<'a> {
    pub(super) game: Game,
    pub(super) threads: NonZeroUsize,
    /// Lets the user stop.
    pub(super) control: &'a Arc<Control>,
}

/// What a thread made of a deal.
type Done = anyhow::Result<Decided>;

impl Work<'_> {
    /// Solves the deals, in this order.
    ///
    /// # Errors
    /// When a verdict cannot be shown or stored, or the program is at fault.
    pub(super) fn all(
        &self,
        deals: impl Iterator<Item = u64> + Send,
        report: &mut Report<'_>,
        mut record: Option<&mut Record<'_>>,
    ) -> anyhow::Result<()> {
        let jobs = Mutex::new((1..).zip(deals));
        let (ahead, shown) = bounded(WINDOW);
        std::thread::scope(|scope| {
            let (solved, results) = bounded(2 * self.threads.get());
            for _ in 0..self.threads.get() {
                let (jobs, ahead, solved) = (&jobs, ahead.clone(), solved.clone());
                scope.spawn(move || self.solve(jobs, &ahead, &solved));
            }
            drop((ahead, solved));
            let done = in_order(&results, &shown, |done: Option<Done>| {
                let Some(done) = done else { return report.flush() };
                let decided = done?;
                report.deal(decided.deal, &decided.row)?;
                record.as_mut().map_or(Ok(()), |record| record.add(&decided))
            });
            if done.is_err() {
                // Nobody takes what the others would find.
                self.control.interrupt();
            }
            done
        })
    }

    /// Solves deal after deal. They are taken in their order; those that nobody
    /// finishes before an interruption are the first that are missing.
    fn solve(
        &self,
        jobs: &Mutex<impl Iterator<Item = (u64, u64)>>,
        ahead: &Sender<()>,
        solved: &Sender<(u64, Done)>,
    ) {
        let mut solver = Solver::new(self.game, self.control);
        while !self.control.interrupted() {
            match ahead.send_timeout((), TICK) {
                Ok(()) => {}
                Err(SendTimeoutError::Timeout(())) => continue,
                Err(SendTimeoutError::Disconnected(())) => return,
            }
            let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, deal)) = next else { return };
            let Some(decided) = solver.decide(deal).transpose() else { return };
            if solved.send((number, decided)).is_err() {
                return;
            }
        }
    }
}
