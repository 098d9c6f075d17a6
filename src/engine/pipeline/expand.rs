//! Stage 2: expands states into buffers of candidates.

use super::choose::Chooser;
use crate::engine::filter::RecentFilter;
use crate::engine::pool::Pool;
use crate::search::{Children, Result as SearchResult};
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
    /// States expanded.
    pub(super) states: u64,
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
        let (states, edges) = (self.states + other.states, self.edges + other.edges);
        Self { states, edges, branching }
    }
}

/// One worker, kept from pass to pass with all its memory.
pub(super) struct Worker<S: StateSpace> {
    expander: S::Expander,
    /// Chooses among the successors, in passes that do not follow all.
    chooser: Option<Chooser<S>>,
    filter: RecentFilter<S::Key>,
    filtering: bool,
    candidates: Vec<S::Key>,
    goals: Vec<S::Key>,
    expanded: Expanded,
}

impl<S: StateSpace> Worker<S> {
    pub(super) fn new(space: &S) -> Self {
        Self {
            expander: space.expander(),
            chooser: None,
            filter: RecentFilter::new(),
            filtering: true,
            candidates: Vec::new(),
            goals: Vec::new(),
            expanded: Expanded::default(),
        }
    }

    /// Follows only these successors from now on, all without; drops those seen
    /// lately only when `filtering`.
    pub(super) fn follow(
        &mut self,
        space: &S,
        children: Option<Children<'_, S::Key>>,
        filtering: bool,
    ) -> SearchResult<()> {
        self.filtering = filtering;
        Chooser::put(&mut self.chooser, space, children)
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
            let (expander, filtering) = (&mut self.expander, self.filtering);
            let mut follow = |key, goal| {
                if !filtering || !filter.seen(key) {
                    candidates.push(key);
                    if goal {
                        goals.push(key);
                    }
                }
            };
            match &mut self.chooser {
                None => expander.expand(space, key, |key, goal| {
                    successors += 1;
                    follow(key, goal);
                })?,
                Some(chooser) => {
                    let mut all = |emit: &mut dyn FnMut(S::Key, bool)| {
                        expander.expand(space, key, |key, goal| {
                            successors += 1;
                            emit(key, goal);
                        })
                    };
                    chooser.choose(space, &mut all, follow)?;
                }
            }
            let one = Expanded {
                states: 1,
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
