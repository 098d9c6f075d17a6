//! Whole spaces by a plain search in memory.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::known;
use crate::domains::freecell::coding::Way;
use crate::domains::freecell::{Board, Card, FreeCell, Layout};
use crate::space::{Expander as _, StateSpace as _};

/// Distance and depth of every state.
fn flood(space: &FreeCell) -> HashMap<u128, (u32, u32)> {
    let start = space.encode(&space.starts()[0]);
    let mut found = HashMap::from([(start, (0, 0))]);
    let mut frontier = vec![start];
    let mut expander = space.expander();
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for key in frontier {
            let (distance, depth) = found[&key];
            expander
                .expand_rising(space, &key, |successor, goal, rise| {
                    assert_eq!(goal, successor == space.won);
                    let before = found.insert(successor, (distance + 1, depth + rise));
                    match before {
                        None => next.push(successor),
                        Some(before) => {
                            assert_eq!(before.1, depth + rise, "the depth depends on the way");
                            found.insert(successor, before);
                        }
                    }
                })
                .unwrap();
        }
        frontier = next;
    }
    found
}

/// How many components there are at each depth, and states.
fn components(space: &FreeCell, found: &HashMap<u128, (u32, u32)>) -> BTreeMap<u32, (u64, u64)> {
    let mut counts: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut expander = space.expander();
    for (&key, &(_, depth)) in found {
        let count = counts.entry(depth).or_default();
        count.1 += 1;
        if !seen.insert(key) {
            continue;
        }
        count.0 += 1;
        let mut open = vec![key];
        while let Some(key) = open.pop() {
            let mut emit = |next, _, rise| {
                if rise == 0 && seen.insert(next) {
                    open.push(next);
                }
            };
            expander.expand_rising(space, &key, &mut emit).unwrap();
        }
    }
    counts
}

#[test]
fn whole_spaces_have_the_known_states_and_components() {
    for known in known::all() {
        let space = known.space();
        let found = flood(&space);
        assert_eq!(found.len() as u64, known.states, "{}", known.id);
        let shortest = found.get(&space.won).map(|(distance, _)| *distance);
        assert_eq!(shortest, known.shortest, "{}", known.id);
        assert_eq!(shortest.is_some(), known.solvable, "{}", known.id);
        assert_eq!(components(&space, &found), known.depths, "{}", known.id);
        for (key, (_, depth)) in &found {
            assert_eq!(space.depth(key), *depth, "{}: depth of {key:x}", known.id);
        }
    }
}

#[test]
fn keys_of_no_board_are_refused() {
    let known = known::all().into_iter().find(|known| known.id == "ms11982f4").unwrap();
    let space = known.space();
    let start = space.encode(&space.starts()[0]);
    for suit in 0..4 {
        // Also by a reader that has read nothing, or this very suit before.
        let key = start | u128::from(u32::MAX) << (32 * suit);
        assert!(space.decode(&key).is_err(), "suit {suit}");
        let mut expander = space.expander();
        for _ in 0..2 {
            let result = expander.expand(&space, &key, |_, _| panic!("a successor"));
            assert!(result.is_err(), "suit {suit}");
        }
    }
}

/// 5S lies as it was dealt on 3C, and that on 4D, which lies on 5S.
#[test]
fn cards_do_not_lie_in_circles() {
    let card = |name: &str| name.parse::<Card>().unwrap();
    let first = ["4D", "3C", "5S"].map(card);
    let rest = Card::all().filter(|card| !first.contains(card)).collect();
    let columns = vec![first.to_vec(), rest, Vec::new()];
    let board = Board { foundations: [0; 4], cells: vec![None], columns };
    board.check().unwrap();
    let space = FreeCell::new(Layout { name: String::new(), board });
    let start = space.encode(&space.starts()[0]);
    let (moved, coding) = (first[0], &space.coding);
    let key = start - coding.term(moved, Way::Base) + coding.term(moved, Way::Second);
    assert!(space.decode(&start).is_ok());
    assert!(space.decode(&key).is_err());
}
