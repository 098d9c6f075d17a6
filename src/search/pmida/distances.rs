//! The distances of all classes of a quotient: phase one marks the wanted ones, phase two goes
//! outwards move by move.

use std::ops::Range;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use crate::search::pruning::{FARTHEST, Values};
use crate::space::{MoveTable, Quotient};

/// What is not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// What passes over some rows did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passed {
    /// Classes from which a pass went to the neighbours.
    pub expanded: u64,
    /// Classes that were found; those that two threads find at the same time count twice.
    pub found: u64,
}

impl std::ops::AddAssign for Passed {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.found += other.found;
    }
}

/// When distances are deep enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// When to go on would cost more than going from so many classes to their neighbours. What the
    /// next distance costs is not known: it is taken for three times of all before it.
    Worth(u64),
    /// When all distances up to this one are known, in moves.
    Depth(u8),
    /// When all are known.
    Complete,
}

/// Whether distances that took so many classes are worth going on with, when they may take `classes`.
#[must_use]
pub fn is_worth_more(expanded: u64, classes: u64) -> bool {
    expanded.saturating_mul(4) <= classes
}

/// Distances, one byte a class, as far as they are known. Threads may fill in rows at the same time.
#[derive(Debug)]
pub struct Distances {
    values: Vec<AtomicU8>,
    /// Whether the wanted classes are marked.
    begun: bool,
    /// Classes from which passes went to the neighbours.
    expanded: u64,
    /// All distances up to this one are known.
    depth: u8,
    /// Whether every class that can be reached is.
    complete: bool,
    /// Steps of the quotient that are one move.
    steps_of_a_move: u8,
}

/// How a pass finds the classes at the next distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Phase one: marks the wanted classes.
    Mark,
    /// From each class at the last distance to its neighbours.
    Push,
    /// From each unknown class that pushing may have missed to its neighbours.
    Pull,
}

impl Distances {
    /// Nothing is known; `None` when so much memory cannot be had.
    #[must_use]
    pub fn new<P>(quotient: &dyn Quotient<P>) -> Option<Self> {
        let entries = usize::try_from(quotient.entries()).ok()?;
        let steps_of_a_move = quotient.steps_of_a_move();
        let mut values = Vec::new();
        values.try_reserve_exact(entries).ok()?;
        values.resize_with(entries, || AtomicU8::new(UNKNOWN));
        Some(Self { values, begun: false, expanded: 0, depth: 0, complete: false, steps_of_a_move })
    }

    /// All distances up to this one are known, in moves.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.depth / self.steps_of_a_move
    }

    /// Classes from which passes went to the neighbours: those nearer than [`Self::depth`].
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether they are to be made deeper.
    #[must_use]
    pub fn goes_on(&self, until: Until) -> bool {
        let deeper = match until {
            Until::Worth(classes) => is_worth_more(self.expanded, classes),
            Until::Depth(depth) => self.depth() < depth,
            Until::Complete => true,
        };
        !self.complete && (!self.begun || deeper)
    }

    /// Whether nothing is left to find.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The passes that find the classes at distance `self.depth() + 1` (or 0, with nothing known).
    #[must_use]
    pub fn passes(&self, moves: &MoveTable) -> &'static [Pass] {
        // Pushing goes along moves, and a class is as far as the way from it is long.
        let both_ways = moves.turns().iter().all(|turn| turn.inverse.is_some());
        match (self.begun, both_ways) {
            (false, _) => &[Pass::Mark],
            (true, true) => &[Pass::Push, Pass::Pull],
            (true, false) => &[Pass::Pull],
        }
    }

    /// Does a pass over some rows.
    pub fn pass<P>(
        &self,
        quotient: &dyn Quotient<P>,
        moves: &MoveTable,
        pass: Pass,
        rows: Range<u64>,
    ) -> Passed {
        let mut scratch = Scratch::default();
        let steps = quotient.steps(moves.len());
        let pull_all = !moves.turns().iter().all(|turn| turn.inverse.is_some());
        let mut sum = Passed::default();
        for row in rows {
            match pass {
                Pass::Mark => sum.found += self.mark(quotient, row, &mut scratch),
                Pass::Push => {
                    sum.found += self.push(quotient, steps, row, &mut scratch);
                    sum.expanded += scratch.columns.len() as u64;
                }
                Pass::Pull if pull_all || quotient.stands_for_several(row) => {
                    sum.found += self.pull(quotient, steps, row, &mut scratch);
                }
                Pass::Pull => {}
            }
        }
        sum
    }

    /// All passes for the next distance are done.
    pub fn finish(&mut self, Passed { expanded, found }: Passed) {
        self.expanded += expanded;
        if std::mem::replace(&mut self.begun, true) && found > 0 {
            self.depth += 1;
        }
        let most = FARTHEST.saturating_mul(self.steps_of_a_move);
        self.complete = found == 0 || self.depth + 1 >= most;
    }

    fn row(&self, row: u64, columns: usize) -> &[AtomicU8] {
        let begin = row as usize * columns;
        &self.values[begin..begin + columns]
    }

    fn mark<P>(&self, quotient: &dyn Quotient<P>, row: u64, scratch: &mut Scratch) -> u64 {
        scratch.columns.clear();
        quotient.wanted(row, &mut scratch.columns);
        let values = self.row(row, quotient.columns());
        for &column in &scratch.columns {
            values[usize::from(column)].store(0, Relaxed);
        }
        scratch.columns.len() as u64
    }

    fn push<P>(
        &self,
        quotient: &dyn Quotient<P>,
        steps: usize,
        row: u64,
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch { columns, after } = scratch;
        columns.clear();
        let values = self.row(row, quotient.columns());
        columns.extend(
            (values.iter().zip(0..))
                .filter(|(v, _)| v.load(Relaxed) == self.depth)
                .map(|(_, c): (_, u16)| c),
        );
        if columns.is_empty() {
            return 0;
        }
        let mut found = 0;
        for step in 0..steps {
            let (row, after) = quotient.after(row, step, after);
            let values = self.row(row, quotient.columns());
            for &column in &*columns {
                let value = &values[usize::from(after[usize::from(column)])];
                if value.load(Relaxed) == UNKNOWN {
                    // Another thread can only be about to store the same.
                    value.store(self.depth + 1, Relaxed);
                    found += 1;
                }
            }
        }
        found
    }

    fn pull<P>(
        &self,
        quotient: &dyn Quotient<P>,
        steps: usize,
        row: u64,
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch { columns, after } = scratch;
        let values = self.row(row, quotient.columns());
        columns.clear();
        columns.extend(
            (values.iter().zip(0..))
                .filter(|(v, _)| v.load(Relaxed) == UNKNOWN)
                .map(|(_, c): (_, u16)| c),
        );
        let mut found = 0;
        for step in 0..steps {
            if columns.is_empty() {
                break;
            }
            let (other, after) = quotient.after(row, step, after);
            let others = self.row(other, quotient.columns());
            columns.retain(|&column| {
                let near =
                    others[usize::from(after[usize::from(column)])].load(Relaxed) == self.depth;
                if near {
                    values[usize::from(column)].store(self.depth + 1, Relaxed);
                    found += 1;
                }
                !near
            });
        }
        found
    }
}

/// Lower bounds on all distances.
impl Values for Distances {
    fn entries(&self) -> u64 {
        self.values.len() as u64
    }

    fn value(&self, index: u64) -> u8 {
        match self.values[index as usize].load(Relaxed) {
            // What cannot be reached at all is as far as can be told.
            UNKNOWN if self.complete => FARTHEST,
            UNKNOWN => (self.depth + 1).div_ceil(self.steps_of_a_move),
            known => known.div_ceil(self.steps_of_a_move).min(FARTHEST),
        }
    }
}

/// Memory that rows share.
#[derive(Debug, Default)]
struct Scratch {
    columns: Vec<u16>,
    after: Vec<u16>,
}
