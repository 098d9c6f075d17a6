//! Stage 2: expands states into buffers of candidates.

use crate::engine::filter::RecentFilter;
use crate::engine::pool::Pool;
use crate::space::{BadKey, Expander as _, StateSpace};

/// Candidates on their way to the sorters.
#[derive(Debug)]
pub(super) enum Buffer<K> {
    /// Successors.
    Candidates(Vec<K>),
    /// Those of them that are goals, once more.
    Goals(Vec<K>),
}

/// Room in a buffer for the successors of the state that fills it.
const SLACK: usize = 256;

/// What expanding amounted to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Expanded {
    /// Successors produced.
    pub(super) edges: u64,
    /// Fewest and most successors of one state.
    pub(super) branching: Option<(u32, u32)>,
}

impl Expanded {
    pub(super) fn and(self, other: Self) -> Self {
        let branching = match (self.branching, other.branching) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (a, b) => a.or(b),
        };
        Self { edges: self.edges + other.edges, branching }
    }
}

/// One worker, kept from pass to pass with all its memory.
#[derive(Debug)]
pub(super) struct Worker<S: StateSpace> {
    expander: S::Expander,
    filter: RecentFilter<S::Key>,
    candidates: Vec<S::Key>,
    goals: Vec<S::Key>,
    expanded: Expanded,
}

impl<S: StateSpace> Worker<S> {
    pub(super) fn new(space: &S) -> Self {
        Self {
            expander: space.expander(),
            filter: RecentFilter::new(),
            candidates: Vec::new(),
            goals: Vec::new(),
            expanded: Expanded::default(),
        }
    }

    /// Expands `states`; hands over every buffer that reaches `full` keys.
    pub(super) fn expand(
        &mut self,
        space: &S,
        states: &[S::Key],
        full: usize,
        pool: &Pool<S::Key>,
        hand_over: &mut impl FnMut(Buffer<S::Key>),
    ) -> Result<(), BadKey> {
        if self.candidates.capacity() == 0 {
            self.candidates = pool.take(full + SLACK);
        }
        for key in states {
            let (candidates, goals, filter) =
                (&mut self.candidates, &mut self.goals, &mut self.filter);
            let mut successors = 0;
            self.expander.expand(space, key, |key, goal| {
                successors += 1;
                if !filter.seen(key) {
                    candidates.push(key);
                    if goal {
                        goals.push(key);
                    }
                }
            })?;
            let one = Expanded {
                edges: u64::from(successors),
                branching: Some((successors, successors)),
            };
            self.expanded = self.expanded.and(one);
            if self.candidates.len() + self.goals.len() >= full {
                self.flush(hand_over);
                self.candidates = pool.take(full + SLACK);
            }
        }
        Ok(())
    }

    /// Hands over what is left.
    pub(super) fn flush(&mut self, hand_over: &mut impl FnMut(Buffer<S::Key>)) {
        if !self.candidates.is_empty() {
            hand_over(Buffer::Candidates(std::mem::take(&mut self.candidates)));
        }
        if !self.goals.is_empty() {
            hand_over(Buffer::Goals(std::mem::take(&mut self.goals)));
        }
    }

    /// Successors produced since the last [`Self::take_expanded`].
    pub(super) fn edges(&self) -> u64 {
        self.expanded.edges
    }

    /// What was expanded since this was last asked.
    pub(super) fn take_expanded(&mut self) -> Expanded {
        std::mem::take(&mut self.expanded)
    }

    /// Forgets everything: a pass has failed, or another search begins.
    pub(super) fn reset(&mut self) {
        self.filter = RecentFilter::new();
        self.candidates.clear();
        self.goals.clear();
        self.expanded = Expanded::default();
    }
}
