//! Best-first search in memory as a strategy.

use super::best_first::{self, TIES};
use super::error::Result;
use super::graph::SLICE;
use super::in_memory::{Course, InMemory};
use super::open_list::{Node, OpenList};
use super::pass::Expansion;
use super::plain_guide::guide;
use super::queue::Ties;
use super::strategy::{Tally, Verdict};
use crate::space::{Guide, Guided, StateSpace};

/// The strategy `best`: expands the state with the least estimate, of equal ones
/// the one that was found last. Leaves out only states for which others stand, so
/// its end without a goal is a proof that there is none; makes no promise of the
/// length.
pub type Best<S> = InMemory<S, LeastEstimate<S>>;

/// The course of [`Best`].
pub struct LeastEstimate<S: StateSpace> {
    guide: Box<dyn Guide<S>>,
    found: Vec<Guided<S::Key>>,
}

impl<S: StateSpace> Course<S> for LeastEstimate<S> {
    const NAME: &'static str = "best";
    const TIES: Ties = TIES;
    // Each of their successors is estimated as well.
    const SLICE: u32 = SLICE / 16;
    const EXHAUSTED: Verdict = Verdict::Unsolvable;

    fn new(space: &S, heuristic: &str) -> Result<Self> {
        Ok(Self { guide: guide(space, heuristic)?, found: Vec::new() })
    }

    fn priorities(
        &mut self,
        _: &S,
        _: &dyn Expansion<S::Key>,
        starts: &[S::Key],
    ) -> Result<Vec<Option<i64>>> {
        Ok(vec![Some(0); starts.len()])
    }

    fn expand(
        &mut self,
        space: &S,
        _: &dyn Expansion<S::Key>,
        list: &mut OpenList<S::Key>,
        at: (u32, Node<S::Key>),
        tally: &mut Tally,
    ) -> Result<Option<u32>> {
        best_first::expand(space, &mut *self.guide, list, &mut self.found, at, tally)
    }

    fn path(&mut self, space: &S, list: &OpenList<S::Key>, to: u32) -> Result<Vec<S::Key>> {
        best_first::path(space, &mut *self.guide, list, to)
    }
}
