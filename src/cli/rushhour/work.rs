//! The threads: one reads, several solve, and this one shows the results in the
//! order of the input.
//!
//! All channels are bounded, and no board is begun that lies more than a window
//! behind the first one that is not shown: memory does not depend on the input.

use std::io::Read;
use std::num::NonZeroUsize;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::line::{Job, Lines};
use super::report::Report;
use super::solve::{Done, Solver};
use crate::cli::in_order::{TICK, WINDOW, in_order};
use crate::engine::Control;

/// Solves boards on several threads.
pub(super) struct Work<'a> {
    pub(super) solver: &'a Solver,
    pub(super) threads: NonZeroUsize,
    /// Lets the user stop after the boards at hand.
    pub(super) control: &'a Control,
}

impl Work<'_> {
    /// Goes through the whole input.
    ///
    /// # Errors
    /// When standard output does not take the results.
    pub(super) fn all(
        &self,
        input: Box<dyn Read + Send>,
        report: &mut Report<'_>,
    ) -> anyhow::Result<()> {
        let (waiting, jobs) = bounded::<Job>(2 * self.threads.get());
        let (ahead, shown) = bounded::<()>(WINDOW);
        let lines = Lines::new(&self.solver.file, input);
        // Not a scoped thread: nothing can end its waiting for input that does
        // not come, and it has nothing that would be lost with the process.
        std::thread::spawn(move || {
            for job in lines {
                if ahead.send(()).is_err() || waiting.send(job).is_err() {
                    return;
                }
            }
        });
        std::thread::scope(|scope| {
            let (solved, results) = bounded(2 * self.threads.get());
            for _ in 0..self.threads.get() {
                let (jobs, solved) = (jobs.clone(), solved.clone());
                scope.spawn(move || self.solve(&jobs, &solved));
            }
            drop((jobs, solved));
            let done = in_order(&results, &shown, |done| match done {
                Some(done) => report.board(done),
                None => report.flush(),
            });
            if done.is_err() {
                // Nobody reads what the others would find.
                self.control.interrupt();
                self.solver.at_once.interrupt();
            }
            done
        })
    }

    /// Solves board after board. They are taken in their order, and each one taken
    /// is finished: those shown in the end are the first ones of the input.
    fn solve(&self, jobs: &Receiver<Job>, solved: &Sender<(u64, Done)>) {
        while !self.control.interrupted() {
            match jobs.recv_timeout(TICK) {
                Ok(job) => {
                    let done = self.solver.solve(job);
                    if solved.send((done.number, done)).is_err() {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}
