//! The machine on small graphs.

use super::super::dice::Dice;
use super::*;
use crate::space::BadKey;

/// A graph by its lists of successors.
struct Listed {
    next: Vec<Vec<u64>>,
    goals: Vec<u64>,
    estimates: Vec<u32>,
    reversible: bool,
}

impl Graph<u64> for Listed {
    fn successors(&mut self, key: u64, out: &mut Vec<(u64, bool)>) -> Result<(), BadKey> {
        out.clear();
        out.extend(self.next[key as usize].iter().map(|key| (*key, self.goals.contains(key))));
        out.sort_unstable();
        Ok(())
    }

    fn estimate(&mut self, keys: &[u64], out: &mut Vec<u32>) -> Result<(), BadKey> {
        out.clear();
        out.extend(keys.iter().map(|key| self.estimates[*key as usize]));
        Ok(())
    }

    fn is_reversible(&self) -> bool {
        self.reversible
    }

    fn stopping(&self) -> bool {
        false
    }
}

impl Listed {
    /// The distance of each state to the nearest goal.
    fn distances(&self) -> Vec<u32> {
        let mut distances = vec![UNREACHABLE; self.next.len()];
        self.goals.iter().for_each(|&goal| distances[goal as usize] = 0);
        for _ in 0..self.next.len() {
            for (from, next) in self.next.iter().enumerate() {
                let nearest = next.iter().map(|&to| distances[to as usize]).min();
                let there = nearest.unwrap_or(UNREACHABLE).saturating_add(1);
                distances[from] = distances[from].min(there);
            }
        }
        distances
    }

    /// Random moves between `states` states, and a heuristic that is
    /// admissible and anything but consistent.
    fn random(dice: &mut Dice, states: usize, reversible: bool) -> Self {
        let mut next = vec![Vec::new(); states];
        for _ in 0..states * 3 / 2 {
            let (from, to) = (dice.below(states), dice.below(states));
            next[from].push(to as u64);
            if reversible {
                next[to].push(from as u64);
            }
        }
        let goals = vec![states as u64 - 1, states as u64 / 2];
        let mut graph = Self { next, goals, estimates: vec![0; states], reversible };
        graph.estimates = graph.distances();
        for estimate in &mut graph.estimates {
            *estimate = match *estimate {
                UNREACHABLE if dice.below(2) == 0 => UNREACHABLE,
                UNREACHABLE => dice.below(9) as u32,
                distance => dice.below(distance as usize + 1) as u32,
            };
        }
        graph
    }
}

/// Searches on, going back to its place after every `most` states, until
/// there is an answer.
fn search(graph: &mut Listed, bytes: usize, most: Option<u32>) -> Turn<u64> {
    let new = |graph: &mut Listed| DepthFirst::new(graph, &[0, 1], bytes, u32::MAX).unwrap();
    let mut search = new(graph);
    for _ in 0..1_000_000 {
        match search.advance(graph, most.unwrap_or(1000)).unwrap() {
            Turn::More => {}
            turn => return turn,
        }
        if most.is_some() {
            let position = search.position();
            search = new(graph);
            assert_eq!(search.restore(graph, &position).unwrap(), Ok(()));
            assert_eq!(search.position(), position);
        }
    }
    panic!("no end")
}

#[test]
fn the_first_solution_is_shortest_whatever_is_remembered() {
    let mut dice = Dice::new(1, 0, 0);
    let (mut solved, mut unsolvable) = (0, 0);
    for round in 0..600 {
        let mut graph = Listed::random(&mut dice, 6 + round % 40, round % 2 == 0);
        let distances = graph.distances();
        let length = distances[0].min(distances[1]);
        let found = search(&mut graph, 1 << 16, None);
        match &found {
            Turn::Found(path) => {
                solved += 1;
                assert_eq!(path.len() as u32 - 1, length);
                assert!(path[0] < 2 && graph.goals.contains(path.last().unwrap()));
                assert!(
                    path.windows(2).all(|pair| graph.next[pair[0] as usize].contains(&pair[1]))
                );
            }
            other => {
                unsolvable += 1;
                assert_eq!((other, length), (&Turn::Unsolvable, UNREACHABLE));
            }
        }
        assert_eq!(search(&mut graph, 1 << 16, Some(3)), found, "going back");
        // What remembers too little needs an end.
        if length <= 10 {
            assert_eq!(search(&mut graph, 200, None), found, "eight states remembered");
            assert_eq!(search(&mut graph, 0, None), found, "nothing remembered");
            assert_eq!(search(&mut graph, 0, Some(1)), found, "and going back");
        }
    }
    assert!(solved > 200 && unsolvable > 50, "{solved} and {unsolvable}");
}

/// A square lattice with a goal in the far corner.
fn lattice(side: u64) -> Listed {
    let at = |x: u64, y: u64| y * side + x;
    let next = (0..side * side).map(|state| {
        let (x, y) = (state % side, state / side);
        let mut next = Vec::new();
        next.extend((x > 0).then(|| at(x - 1, y)));
        next.extend((x + 1 < side).then(|| at(x + 1, y)));
        next.extend((y > 0).then(|| at(x, y - 1)));
        next.extend((y + 1 < side).then(|| at(x, y + 1)));
        next
    });
    Listed {
        next: next.collect(),
        goals: vec![side * side - 1],
        estimates: vec![0; (side * side) as usize],
        reversible: true,
    }
}

#[test]
fn a_limit_costs_as_much_as_there_are_states_not_paths() {
    let side = 30;
    let mut graph = lattice(side);
    let mut search = DepthFirst::new(&mut graph, &[0], 1 << 20, u32::MAX).unwrap();
    let turn = search.advance(&mut graph, 10_000_000).unwrap();
    assert!(matches!(turn, Turn::Found(path) if path.len() as u64 == 2 * side - 1));
    // Each limit expands the states below it, which are at most all.
    let most = 2 * side * side * side;
    assert!(search.tally().expanded < most, "{} of {most}", search.tally().expanded);
    // A whole space without a goal is seen through.
    graph.goals.clear();
    let mut search = DepthFirst::new(&mut graph, &[0], 1 << 20, u32::MAX).unwrap();
    assert_eq!(search.advance(&mut graph, 10_000_000).unwrap(), Turn::Unsolvable);
}

#[test]
fn what_the_neighbours_need_is_used_both_ways() {
    // A ladder from 0 to its goal 19, with a blind alley from 1 over 20 to 34;
    // only state 2 has an idea.
    let edge = |n: u64| if n == 20 { (1, 20) } else { (n - 1, n) };
    let mut next = vec![Vec::new(); 35];
    for (from, to) in (1..35).map(edge) {
        next[from as usize].push(to);
        next[to as usize].push(from);
    }
    let estimates = (0..35).map(|n| if n == 2 { 17 } else { 0 }).collect();
    let mut graph = Listed { next, goals: vec![19], estimates, reversible: true };
    let mut expanded = |reversible| {
        graph.reversible = reversible;
        let mut search = DepthFirst::new(&mut graph, &[0], 1 << 16, u32::MAX).unwrap();
        let turn = search.advance(&mut graph, 1000).unwrap();
        assert!(matches!(turn, Turn::Found(path) if path.len() == 20));
        search.tally().expanded
    };
    // Limits of 3 to 16 moves lead into the alley only when state 1 does not
    // know what state 2 needs.
    let (both_ways, one_way) = (expanded(true), expanded(false));
    assert!(both_ways < 80 && one_way > 160, "{both_ways} and {one_way}");
}

#[test]
fn limits_end_at_the_cap() {
    let mut graph = lattice(4);
    for (cap, found) in [(5, false), (6, true)] {
        let mut search = DepthFirst::new(&mut graph, &[0], 0, cap).unwrap();
        let turn = search.advance(&mut graph, 10_000_000).unwrap();
        assert_eq!(matches!(turn, Turn::Found(_)), found);
        assert_eq!(turn == Turn::Capped, !found);
    }
}

#[test]
fn a_place_that_is_none_is_refused() {
    let mut graph = lattice(4);
    let new = |graph: &mut Listed| DepthFirst::new(graph, &[0], 0, u32::MAX).unwrap();
    let mut search = new(&mut graph);
    assert_eq!(search.advance(&mut graph, 20).unwrap(), Turn::More);
    let good = search.position();
    assert!(good.branch.len() > 2, "{good:?}");
    let mut refused = |change: &dyn Fn(&mut Position)| {
        let mut position = good.clone();
        change(&mut position);
        new(&mut graph).restore(&mut graph, &position).unwrap().is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|position| position.branch.clear()));
    assert!(refused(&|position| position.branch[0] = 0));
    assert!(refused(&|position| position.branch[1] = 9));
    assert!(refused(&|position| *position.branch.last_mut().unwrap() = 9));
    assert!(refused(&|position| position.branch[1] = u32::MAX));
    assert!(refused(&|position| position.branch.extend([1; 9])));
    assert!(refused(&|position| position.limit = 1));
}
