//! All shortest solutions as a graph, counted exactly.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::search::{Layers, Result, SearchError};
use crate::space::{Expander as _, Locality, StateSpace};
use crate::store::{RunId, Side, Store};

/// All shortest paths from the starts to the goals of one generation.
#[derive(Debug, Clone)]
pub struct ShortestSolutions<K> {
    /// Their length.
    pub length: u32,
    /// By distance from the start: the states that lie on some of the paths.
    pub states: Vec<Vec<K>>,
    /// Moves between these states that lie on some of the paths, where several
    /// moves between the same two states count once.
    pub edges: u64,
    /// By goal, ascending: how many paths lead to it. Paths are counted as
    /// sequences of states.
    pub goals: Vec<(K, BigUint)>,
}

impl<K> ShortestSolutions<K> {
    /// All paths to all goals.
    #[must_use]
    pub fn paths(&self) -> BigUint {
        self.goals.iter().map(|(_, paths)| paths).sum()
    }
}

/// Collects all shortest solutions of a run that reached a goal in generation
/// `length`; `most` bounds the states held in memory.
///
/// # Errors
/// [`SearchError::TooLarge`] when more than `most` states lie on shortest
/// paths; [`SearchError`] when the store cannot be read.
pub fn shortest_solutions<S: StateSpace>(
    store: &Store,
    run: RunId,
    space: &S,
    length: u32,
    most: usize,
) -> Result<ShortestSolutions<S::Key>> {
    let layers = Layers::new(store, run, Side::Forward);
    let mut held = 0;
    let mut hold = |more: usize| {
        held += more;
        if held > most {
            return Err(SearchError::TooLarge(format!(
                "more than {most} states lie on shortest solutions; \
                 raise --memory-candidates to count them"
            )));
        }
        Ok(())
    };
    let (mut goals, mut expander) = (Vec::new(), space.expander());
    layers.scan(length, |states: &[S::Key]| {
        for &key in states {
            let goal = expander.is_goal(space, &key);
            if goal.map_err(|source| SearchError::BadKey { generation: length, source })? {
                hold(1)?;
                goals.push(key);
            }
        }
        Ok(true)
    })?;
    goals.sort_unstable();
    let mut states = vec![goals];
    for generation in (0..length).rev() {
        let next = states.last().map(Vec::as_slice).unwrap_or_default();
        let before = predecessors(space, &layers, generation, next)?;
        hold(before.len())?;
        states.push(before);
    }
    states.reverse();
    let (goals, edges) = count(space, &states)?;
    Ok(ShortestSolutions { length, states, edges, goals })
}

/// The states of `generation` with a successor among `next`, ascending.
fn predecessors<S: StateSpace>(
    space: &S,
    layers: &Layers<'_>,
    generation: u32,
    next: &[S::Key],
) -> Result<Vec<S::Key>> {
    let bad = |source| SearchError::BadKey { generation, source };
    let mut expander = space.expander();
    let mut found = Vec::new();
    if space.locality() == Locality::Reversible {
        let mut candidates = Vec::new();
        for key in next {
            expander.expand(space, key, |before, _| candidates.push(before)).map_err(bad)?;
        }
        candidates.sort_unstable();
        candidates.dedup();
        for key in candidates {
            if layers.contains(generation, key)? {
                found.push(key);
            }
        }
        return Ok(found);
    }
    layers.scan(generation, |states: &[S::Key]| {
        for &key in states {
            let mut leads_there = false;
            let see = |after, _| leads_there |= next.binary_search(&after).is_ok();
            expander.expand(space, &key, see).map_err(bad)?;
            if leads_there {
                found.push(key);
            }
        }
        Ok(true)
    })?;
    found.sort_unstable();
    Ok(found)
}

/// Paths to each state of the last list, and edges between all lists.
#[expect(clippy::type_complexity, reason = "a list of goals and a number, named by the caller")]
fn count<S: StateSpace>(
    space: &S,
    states: &[Vec<S::Key>],
) -> Result<(Vec<(S::Key, BigUint)>, u64)> {
    let mut expander = space.expander();
    let starts = states.first().map(Vec::as_slice).unwrap_or_default();
    let mut paths: BTreeMap<S::Key, BigUint> =
        starts.iter().map(|&key| (key, BigUint::from(1u8))).collect();
    let mut edges = 0;
    for (generation, next) in states.iter().enumerate().skip(1) {
        let mut after: BTreeMap<S::Key, BigUint> = BTreeMap::new();
        for (key, ways) in &paths {
            let mut reached = Vec::new();
            expander
                .expand(space, key, |key, _| {
                    if next.binary_search(&key).is_ok() {
                        reached.push(key);
                    }
                })
                .map_err(|source| SearchError::BadKey { generation: generation as u32, source })?;
            reached.sort_unstable();
            reached.dedup();
            edges += reached.len() as u64;
            for key in reached {
                *after.entry(key).or_default() += ways;
            }
        }
        paths = after;
    }
    Ok((paths.into_iter().collect(), edges))
}
