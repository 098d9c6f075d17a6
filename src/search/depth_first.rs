//! Depth-first search within rising limits: the machine of iterative deepening
//! and of IDA*.
//!
//! A limit bounds `f`: the depth of a state and the least number of moves that
//! it is known to need from there. What is cut off tells the next limit, the
//! least `f` beyond this one, which is never greater than the length of a
//! shortest solution: take a state on such a solution, at its place in it, that
//! was the deepest to be expanded; the next one was cut off, with an `f` that
//! is not greater. So the first limit with a solution is its length.
//!
//! States are expanded in an order that depends on nothing but their estimates
//! and keys; a place in the search is the numbers of the branches taken.

use serde::{Deserialize, Serialize};

use super::error::{Result, SearchError};
use super::graph::{Graph, LOOK, at_depth};
use super::strategy::Tally;
use super::visited::Visited;
use crate::space::{StateKey, UNREACHABLE};

/// A place in the search, from which it goes on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The greatest `f` that is not cut off.
    limit: u32,
    /// The least `f` that was cut off.
    beyond: Option<u32>,
    /// For each depth from the starts on, how many of the states there were
    /// looked at; the last of these is the one that the next depth belongs to.
    branch: Vec<u32>,
    /// The work of all limits.
    tally: Tally,
}

/// What came of some work.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Turn<K> {
    /// There is more to do.
    More,
    /// A shortest solution: its states, the start first.
    Found(Vec<K>),
    /// No limit would find one.
    Unsolvable,
    /// The next limit is beyond what is allowed.
    Capped,
}

/// A state that may be expanded, and the fewest moves it needs.
#[derive(Debug, Clone, Copy)]
struct Child<K> {
    key: K,
    bound: u32,
}

/// The states at one depth, below one state.
#[derive(Debug)]
struct Frame {
    /// Where they begin in the list of all.
    from: usize,
    /// The next to look at.
    next: usize,
    /// The fewest moves that the state above them needs.
    above: u32,
}

/// The machine.
#[derive(Debug)]
pub(super) struct DepthFirst<K> {
    starts: Vec<Child<K>>,
    frames: Vec<Frame>,
    /// The states of all frames.
    children: Vec<Child<K>>,
    visited: Visited<K>,
    /// Counts the limits of this process.
    number: u32,
    limit: u32,
    /// The greatest limit to be tried.
    cap: u32,
    beyond: Option<u32>,
    tally: Tally,
    successors: Vec<(K, bool)>,
    keys: Vec<K>,
    estimates: Vec<u32>,
}

impl<K: StateKey> DepthFirst<K> {
    /// A search from starts none of which is a goal, with `bytes` for a table
    /// of states and limits up to `cap`.
    pub(super) fn new(
        graph: &mut dyn Graph<K>,
        starts: &[K],
        bytes: usize,
        cap: u32,
    ) -> Result<Self> {
        let mut estimates = Vec::new();
        graph.estimate(starts, &mut estimates).map_err(at_depth(0))?;
        let mut in_order = Vec::new();
        add_in_order(&mut in_order, starts, &estimates);
        let mut search = Self {
            starts: in_order,
            frames: Vec::new(),
            children: Vec::new(),
            visited: Visited::new(bytes),
            number: 0,
            limit: 0,
            cap,
            beyond: None,
            tally: Tally::default(),
            successors: Vec::new(),
            keys: Vec::new(),
            estimates,
        };
        // Nothing is within this limit; what is beyond it is the first one.
        search.begin(0);
        Ok(search)
    }

    /// Goes back to a place; says why that cannot be.
    pub(super) fn restore(
        &mut self,
        graph: &mut dyn Graph<K>,
        position: &Position,
    ) -> Result<Result<(), &'static str>> {
        self.begin(position.limit);
        let Some((last, ways)) = position.branch.split_last() else {
            return Ok(Err("it has no branch"));
        };
        for &way in ways {
            let before = way.checked_sub(1).is_some_and(|before| self.look_at(before));
            let Some(child) = self.look().filter(|_| before) else {
                return Ok(Err("its branch leads to no state"));
            };
            let (depth, bound) = (self.depth(), self.bound(child));
            if depth.saturating_add(bound) > self.limit {
                return Ok(Err("its branch leads beyond its limit"));
            }
            self.visited.admit(child.key, depth, self.number);
            let frames = self.frames.len();
            if self.expand(graph, child.key, depth, bound)?.is_some() || self.frames.len() == frames
            {
                return Ok(Err("its branch ends before its place"));
            }
        }
        if !self.look_at(*last) {
            return Ok(Err("its branch leads to no state"));
        }
        self.beyond = position.beyond;
        self.tally = position.tally;
        Ok(Ok(()))
    }

    /// Says that the first `count` states of the last frame were looked at.
    fn look_at(&mut self, count: u32) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        frame.next = frame.from + count as usize;
        frame.next <= self.children.len()
    }

    /// Looks at the next state of the last frame.
    fn look(&mut self) -> Option<Child<K>> {
        let frame = self.frames.last_mut()?;
        let child = self.children.get(frame.next).copied()?;
        frame.next += 1;
        Some(child)
    }

    /// The place of the search.
    pub(super) fn position(&self) -> Position {
        let looked_at = self.frames.iter().map(|frame| (frame.next - frame.from) as u32);
        Position {
            limit: self.limit,
            beyond: self.beyond,
            branch: looked_at.collect(),
            tally: self.tally,
        }
    }

    /// The limit at work.
    pub(super) fn limit(&self) -> u32 {
        self.limit
    }

    /// The work so far, over all limits and processes.
    pub(super) fn tally(&self) -> Tally {
        self.tally
    }

    /// Begins with a limit.
    fn begin(&mut self, limit: u32) {
        self.number += 1;
        self.limit = limit;
        self.beyond = None;
        self.children.clear();
        self.children.extend_from_slice(&self.starts);
        self.frames.clear();
        self.frames.push(Frame { from: 0, next: 0, above: 0 });
    }

    /// Expands up to `most` states.
    pub(super) fn advance(&mut self, graph: &mut dyn Graph<K>, most: u32) -> Result<Turn<K>> {
        for made in 1..=most {
            if let Some((key, depth, bound)) = self.next() {
                self.tally.expanded += 1;
                let found = self.expand(graph, key, depth, bound)?;
                self.tally.generated += self.successors.len() as u64;
                if let Some(goal) = found {
                    return Ok(Turn::Found(self.path_to(goal)));
                }
            } else {
                match self.beyond {
                    None => return Ok(Turn::Unsolvable),
                    Some(limit) if limit > self.cap => return Ok(Turn::Capped),
                    Some(limit) => self.begin(limit),
                }
            }
            if made % LOOK == 0 && graph.stopping() {
                break;
            }
        }
        Ok(Turn::More)
    }

    /// The depth of the states in the last frame.
    fn depth(&self) -> u32 {
        self.frames.len().saturating_sub(1) as u32
    }

    /// The fewest moves that a state of the last frame needs: its parent needs
    /// at most one more.
    fn bound(&self, child: Child<K>) -> u32 {
        let above = self.frames.last().map_or(0, |frame| frame.above);
        child.bound.max(above.saturating_sub(1))
    }

    /// Cuts off a state that needs `bound` moves at `depth`, if it must be.
    fn cuts_off(&mut self, depth: u32, bound: u32) -> bool {
        if bound == UNREACHABLE {
            return true;
        }
        let f = depth.saturating_add(bound);
        if f > self.limit {
            self.beyond = Some(self.beyond.map_or(f, |least| least.min(f)));
        }
        f > self.limit
    }

    /// The next state to expand, its depth and the fewest moves it needs;
    /// `None` when there is none within the limit.
    fn next(&mut self) -> Option<(K, u32, u32)> {
        loop {
            let Some(child) = self.look() else {
                self.children.truncate(self.frames.pop()?.from);
                continue;
            };
            let (depth, bound) = (self.depth(), self.bound(child));
            if !self.cuts_off(depth, bound) && self.visited.admit(child.key, depth, self.number) {
                return Some((child.key, depth, bound));
            }
        }
    }

    /// Expands the state that was looked at last into a new frame, unless it
    /// turns out to need too many moves. Gives a goal, if it leads to one.
    fn expand(
        &mut self,
        graph: &mut dyn Graph<K>,
        key: K,
        depth: u32,
        bound: u32,
    ) -> Result<Option<K>> {
        let failed = at_depth(u64::from(depth));
        graph.successors(key, &mut self.successors).map_err(failed)?;
        if let Some((goal, _)) = self.successors.iter().find(|(_, goal)| *goal) {
            return Ok(Some(*goal));
        }
        self.keys.clear();
        self.keys.extend(self.successors.iter().map(|(key, _)| *key));
        self.keys.dedup();
        let failed = at_depth(u64::from(depth) + 1);
        graph.estimate(&self.keys, &mut self.estimates).map_err(failed)?;
        if self.estimates.len() != self.keys.len() {
            return Err(SearchError::Unsuitable {
                what: "a search with this heuristic".to_owned(),
                why: "it does not give one estimate a state; use another".to_owned(),
            });
        }
        let mut above = bound;
        if graph.is_reversible() {
            // One move leads back from a child: it needs at most one more.
            let least = |&estimate: &u32| match estimate {
                UNREACHABLE => UNREACHABLE,
                estimate => estimate.saturating_sub(1),
            };
            above = above.max(self.estimates.iter().map(least).max().unwrap_or(0));
            if self.cuts_off(depth, above) {
                return Ok(None);
            }
        }
        let from = self.children.len();
        add_in_order(&mut self.children, &self.keys, &self.estimates);
        self.frames.push(Frame { from, next: from, above });
        Ok(None)
    }

    /// The states on the branch, and the goal below it.
    fn path_to(&self, goal: K) -> Vec<K> {
        let looked_at = self.frames.iter().filter_map(|frame| self.children.get(frame.next - 1));
        looked_at.map(|child| child.key).chain([goal]).collect()
    }
}

/// Adds states that are no goals in the order in which they are searched: by
/// their estimates, then by their keys. What a search has learnt of them beyond
/// that must not count, for a search that goes on may not know it.
fn add_in_order<K: StateKey>(to: &mut Vec<Child<K>>, keys: &[K], estimates: &[u32]) {
    let first = to.len();
    // What is no goal needs at least one move.
    let child = |(&key, &estimate): (&K, &u32)| Child { key, bound: estimate.max(1) };
    to.extend(keys.iter().zip(estimates).map(child));
    to[first..].sort_unstable_by_key(|child| (child.bound, child.key));
}

#[cfg(test)]
mod tests;
