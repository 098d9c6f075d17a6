//! Best-first search in memory: the least estimate first, whatever the length.

use super::error::{Result, SearchError};
use super::generations::start_keys;
use super::graph::{LOOK, at_depth};
use super::open_list::{Node, OpenList};
use super::queue::Ties;
use super::strategy::Tally;
use crate::space::{BadKey, Guide, Guided, StateKey, StateSpace, UNREACHABLE};

/// What comes first of equal estimates: going on where one is mostly leads on.
pub(super) const TIES: Ties = Ties::Newest;

/// How a search in memory ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended<K> {
    /// With the states on the way from a start to a goal, a move apart.
    Solved(Vec<K>),
    /// Without a goal, and nothing is left to expand: there is no solution.
    Exhausted,
    /// At a limit of states or memory.
    Limit,
    /// It was told to stop.
    Stopped,
}

/// A best-first search that leaves nothing on disk and keeps its memory for the
/// next one.
#[derive(Debug)]
pub struct BestFirst<K> {
    list: OpenList<K>,
    found: Vec<Guided<K>>,
    tally: Tally,
}

impl<K: StateKey> BestFirst<K> {
    /// For searches in at most `bytes` of memory each, about.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let list = OpenList::unrecorded(bytes, TIES);
        Self { list, found: Vec::new(), tally: Tally::default() }
    }

    /// Bytes that a search takes that finds so many states, about.
    #[must_use]
    pub const fn bytes(states: usize) -> usize {
        states.saturating_mul(OpenList::<K>::NODE_BYTES)
    }

    /// The work of the last search.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// States that the last search found.
    #[must_use]
    pub fn states(&self) -> usize {
        self.list.len()
    }

    /// Searches for a goal along the edges of a guide until `states` are found.
    /// Asks every few hundred states whether to stop.
    ///
    /// # Errors
    /// [`SearchError::BadKey`] when space and guide contradict each other.
    pub fn search<S: StateSpace<Key = K>>(
        &mut self,
        space: &S,
        guide: &mut dyn Guide<S>,
        states: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Ended<K>> {
        self.list.clear();
        self.tally = Tally::default();
        match self.all(space, guide, states, stop) {
            Err(SearchError::OutOfMemory(_)) => Ok(Ended::Limit),
            ended => ended,
        }
    }

    fn all<S: StateSpace<Key = K>>(
        &mut self,
        space: &S,
        guide: &mut dyn Guide<S>,
        states: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Ended<K>> {
        let (starts, goals) = start_keys(space);
        if let Some(&goal) = goals.first() {
            return Ok(Ended::Solved(vec![goal]));
        }
        for start in starts {
            self.list.push(start, None, 0)?;
        }
        while let Some(at) = self.list.pop() {
            let Self { list, found, tally } = self;
            if let Some(goal) = expand(space, guide, list, found, at, tally)? {
                return path(space, guide, list, goal).map(Ended::Solved);
            }
            if list.len() >= states {
                return Ok(Ended::Limit);
            }
            if tally.expanded % u64::from(LOOK) == 0 && stop() {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Exhausted)
    }
}

/// Expands a state: adds what a guide finds. Gives the number of a goal, if it
/// leads to one.
pub(super) fn expand<S: StateSpace>(
    space: &S,
    guide: &mut dyn Guide<S>,
    list: &mut OpenList<S::Key>,
    found: &mut Vec<Guided<S::Key>>,
    (number, Node { key, depth }): (u32, Node<S::Key>),
    tally: &mut Tally,
) -> Result<Option<u32>> {
    let known = |key| list.contains(key);
    guide.expand(space, key, &known, found).map_err(at_depth(depth.into()))?;
    tally.expanded += 1;
    tally.generated += found.len() as u64;
    let spent = i64::from(guide.edge_cost()) * (i64::from(depth) + 1);
    for guided in found.iter().filter(|guided| guided.estimate != UNREACHABLE) {
        let new = list.push(guided.key, Some(number), spent + i64::from(guided.estimate))?;
        if guided.goal && new.is_some() {
            return Ok(new);
        }
    }
    Ok(None)
}

/// The states on the way to one of the list, a move apart.
pub(super) fn path<S: StateSpace>(
    space: &S,
    guide: &mut dyn Guide<S>,
    list: &OpenList<S::Key>,
    to: u32,
) -> Result<Vec<S::Key>> {
    let edges = list.path_to(to);
    let mut path = Vec::from_iter(edges.first().copied());
    for (depth, edge) in (0..).zip(edges.windows(2)) {
        if let &[from, to] = edge {
            guide.way(space, from, to, &mut path).map_err(at_depth(depth))?;
            if path.last() != Some(&to) {
                let what = "the guide has no way for one of its edges";
                return Err(at_depth(depth)(BadKey::new(to, what)));
            }
        }
    }
    Ok(path)
}
