//! The states and moves that some walks went through, and the shortest way over
//! them.

use std::collections::HashMap;

use crate::space::StateKey;

/// Edges that may wait to be sorted before it pays.
const UNSORTED: usize = 1 << 12;

/// An adjacency list of states in memory, numbered in the order in which they
/// were met.
#[derive(Debug)]
pub(super) struct Trodden<K> {
    keys: Vec<K>,
    numbers: HashMap<K, u32>,
    /// Parent and child; the first `sorted` ascending, each once.
    edges: Vec<(u32, u32)>,
    sorted: usize,
    starts: Vec<u32>,
    goals: Vec<u32>,
    /// The walk at hand, its start first.
    trail: Vec<u32>,
    /// States met before it.
    before: usize,
}

impl<K: StateKey> Trodden<K> {
    pub(super) fn new() -> Self {
        Self {
            keys: Vec::new(),
            numbers: HashMap::new(),
            edges: Vec::new(),
            sorted: 0,
            starts: Vec::new(),
            goals: Vec::new(),
            trail: Vec::new(),
            before: 0,
        }
    }

    /// Bytes it takes, about: room for growth and the search at the end
    /// included.
    pub(super) fn bytes(&self) -> usize {
        self.keys.len() * (4 * size_of::<K>() + 40) + self.edges.len() * 16 + self.trail.len() * 24
    }

    /// Whether no more states can be numbered.
    pub(super) fn is_full(&self) -> bool {
        self.keys.len() >= u32::MAX as usize
    }

    /// Moves of the walk at hand.
    pub(super) fn moves(&self) -> u64 {
        self.trail.len().saturating_sub(1) as u64
    }

    /// The walk at hand comes to a state: its start, or one move on.
    pub(super) fn go(&mut self, to: K) {
        let next = self.keys.len() as u32;
        let number = *self.numbers.entry(to).or_insert(next);
        if number == next {
            self.keys.push(to);
        }
        self.trail.push(number);
    }

    /// The walk at hand has come to a goal.
    pub(super) fn keep(&mut self) {
        add(&mut self.starts, self.trail.first());
        add(&mut self.goals, self.trail.last());
        self.edges.extend(self.trail.windows(2).filter_map(|pair| match pair {
            [from, to] => Some((*from, *to)),
            _ => None,
        }));
        if self.edges.len() > 2 * self.sorted + UNSORTED {
            self.sort();
        }
        self.trail.clear();
        self.before = self.keys.len();
    }

    /// The walk at hand led nowhere: as if it had not been.
    pub(super) fn forget(&mut self) {
        for key in self.keys.drain(self.before..) {
            self.numbers.remove(&key);
        }
        self.trail.clear();
    }

    fn sort(&mut self) {
        self.edges.sort_unstable();
        self.edges.dedup();
        self.sorted = self.edges.len();
    }

    /// A shortest way from a start to a goal over the moves of the walks kept,
    /// always the same; `None` when none was kept.
    pub(super) fn shortest(&mut self) -> Option<Vec<K>> {
        self.sort();
        if let Some(&both) = self.starts.iter().find(|start| self.goals.contains(start)) {
            return self.keys.get(both as usize).map(|&key| vec![key]);
        }
        let unseen = u32::MAX;
        let mut from = vec![unseen; self.keys.len()];
        let mut queue = self.starts.clone();
        for &start in &queue {
            if let Some(from) = from.get_mut(start as usize) {
                *from = start;
            }
        }
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            let first = self.edges.partition_point(|edge| edge.0 < here);
            for &(_, to) in self.edges[first..].iter().take_while(|edge| edge.0 == here) {
                match from.get_mut(to as usize) {
                    Some(from) if *from == unseen => *from = here,
                    _ => continue,
                }
                if self.goals.binary_search(&to).is_ok() {
                    return Some(self.way_back(&from, to));
                }
                queue.push(to);
            }
        }
        None
    }

    /// The way to `goal`, where `from` tells where each state was reached from.
    fn way_back(&self, from: &[u32], goal: u32) -> Vec<K> {
        let mut path = Vec::new();
        let mut here = goal;
        while let (Some(&key), Some(&before)) =
            (self.keys.get(here as usize), from.get(here as usize))
        {
            path.push(key);
            if before == here {
                break;
            }
            here = before;
        }
        path.reverse();
        path
    }
}

/// Adds a number to an ascending list that has each once.
fn add(list: &mut Vec<u32>, number: Option<&u32>) {
    if let Some(&number) = number
        && let Err(place) = list.binary_search(&number)
    {
        list.insert(place, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(trodden: &mut Trodden<u64>, states: &[u64]) {
        states.iter().for_each(|&state| trodden.go(state));
    }

    #[test]
    fn the_shortest_way_combines_walks() {
        let mut trodden = Trodden::new();
        assert_eq!(trodden.shortest(), None);
        walk(&mut trodden, &[0, 1, 0, 2, 3, 4, 5, 9]);
        assert_eq!(trodden.moves(), 7);
        trodden.keep();
        assert_eq!(trodden.shortest(), Some(vec![0, 2, 3, 4, 5, 9]));
        // Far to 4, but near from there to a goal.
        walk(&mut trodden, &[0, 6, 0, 7, 8, 2, 4, 10]);
        trodden.keep();
        assert_eq!(trodden.shortest(), Some(vec![0, 2, 4, 10]));
        assert_eq!(trodden.moves(), 0);
    }

    #[test]
    fn moves_go_one_way_and_walks_that_are_forgotten_leave_nothing() {
        let mut trodden = Trodden::new();
        walk(&mut trodden, &[0, 1, 2, 3]);
        trodden.keep();
        let bytes = trodden.bytes();
        walk(&mut trodden, &[0, 3, 5, 6, 7]);
        assert!(trodden.bytes() > bytes);
        trodden.forget();
        assert_eq!(trodden.bytes(), bytes);
        assert_eq!(trodden.shortest(), Some(vec![0, 1, 2, 3]));
        // From 2 back to 1 was never walked, so 4 is no short cut.
        walk(&mut trodden, &[4, 2, 1, 2, 3]);
        trodden.keep();
        assert_eq!(trodden.shortest(), Some(vec![4, 2, 3]));
    }

    #[test]
    fn the_way_is_as_short_as_a_search_over_all_walks_finds() {
        let mut dice = super::super::dice::Dice::new(5, 0, 0);
        for _ in 0..50 {
            let (mut trodden, mut edges) = (Trodden::new(), Vec::new());
            let goal = 40;
            for _ in 0..4 {
                let mut here = 0;
                trodden.go(here);
                while here != goal {
                    let next = match dice.below(3) {
                        0 => here / 2,
                        1 => here + 1,
                        _ => (here + dice.below(5) as u64).min(goal),
                    };
                    edges.push((here, next));
                    trodden.go(next);
                    here = next;
                }
                trodden.keep();
            }
            let mut distance = vec![usize::MAX; 41];
            distance[0] = 0;
            for _ in 0..41 {
                for &(from, to) in &edges {
                    let there = distance[from as usize].saturating_add(1);
                    distance[to as usize] = distance[to as usize].min(there);
                }
            }
            let path = trodden.shortest().unwrap();
            assert_eq!(path.len() - 1, distance[40]);
            assert!(path.windows(2).all(|pair| edges.contains(&(pair[0], pair[1]))));
        }
    }
}
