//! Best-first search for states that have more moves than those before them.

use super::error::Result;
use super::graph::{Graph, SLICE, Tools, at_depth};
use super::in_memory::{Course, InMemory};
use super::open_list::{Node, OpenList};
use super::pass::Expansion;
use super::queue::Ties;
use super::strategy::{Tally, Verdict};
use crate::space::{StateSpace, UNREACHABLE};

/// What a move that a state has more than its parent is worth, in moves.
const FREED: i64 = 14;

/// The strategy `moves-freed`: expands the state with the least
/// `g + h - 14 * (its moves - the moves of its parent)`, where `g` is the number
/// of moves to it and `h` a heuristic. Each state is taken once, as it is found
/// first. Fast, and without any promise of the length.
pub type MovesFreed<S> = InMemory<S, FreedMoves<S>>;

/// The course of [`MovesFreed`].
pub struct FreedMoves<S: StateSpace> {
    tools: Tools<S>,
    successors: Vec<(S::Key, bool)>,
    /// Successors of a successor.
    further: Vec<(S::Key, bool)>,
    new: Vec<S::Key>,
    estimates: Vec<u32>,
}

impl<S: StateSpace> Course<S> for FreedMoves<S> {
    const NAME: &'static str = "moves-freed";
    const TIES: Ties = Ties::Oldest;
    // The successors of each successor are counted as well.
    const SLICE: u32 = SLICE / 16;
    const EXHAUSTED: Verdict = Verdict::NotFound;

    fn new(space: &S, heuristic: &str) -> Result<Self> {
        Ok(Self {
            tools: Tools::with_heuristic(space, heuristic)?,
            successors: Vec::new(),
            further: Vec::new(),
            new: Vec::new(),
            estimates: Vec::new(),
        })
    }

    fn priorities(
        &mut self,
        space: &S,
        expansion: &dyn Expansion<S::Key>,
        starts: &[S::Key],
    ) -> Result<Vec<Option<i64>>> {
        let mut graph = self.tools.on(space, expansion);
        graph.estimate(starts, &mut self.estimates).map_err(at_depth(0))?;
        let priority = |&estimate: &u32| (estimate != UNREACHABLE).then_some(estimate.into());
        Ok(self.estimates.iter().map(priority).collect())
    }

    fn expand(
        &mut self,
        space: &S,
        expansion: &dyn Expansion<S::Key>,
        list: &mut OpenList<S::Key>,
        (number, Node { key, depth }): (u32, Node<S::Key>),
        tally: &mut Tally,
    ) -> Result<Option<u32>> {
        let Self { tools, successors, further, new, estimates } = self;
        let mut graph = tools.on(space, expansion);
        let below = u64::from(depth) + 1;
        graph.successors(key, successors).map_err(at_depth(depth.into()))?;
        tally.expanded += 1;
        tally.generated += successors.len() as u64;
        if let Some(&(goal, _)) = successors.iter().find(|(_, goal)| *goal) {
            return list.push(goal, Some(number), 0);
        }
        new.clear();
        new.extend(successors.iter().map(|(key, _)| *key).filter(|&key| !list.contains(key)));
        new.dedup();
        graph.estimate(new, estimates).map_err(at_depth(below))?;
        for (&child, &estimate) in new.iter().zip(&*estimates) {
            if estimate == UNREACHABLE {
                continue;
            }
            graph.successors(child, further).map_err(at_depth(below))?;
            let freed = further.len() as i64 - successors.len() as i64;
            let priority = below as i64 + i64::from(estimate) - FREED * freed;
            list.push(child, Some(number), priority)?;
        }
        Ok(None)
    }

    fn path(&mut self, _: &S, list: &OpenList<S::Key>, to: u32) -> Result<Vec<S::Key>> {
        Ok(list.path_to(to))
    }
}
