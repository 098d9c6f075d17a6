//! All cycle types of the 3x3x3 that are reached in a few moves.

use std::collections::HashMap;

use strata::domains::twisty::{Combination, Effect, Structure, Target};
use strata::search::pmida::Counted;

use super::cases::cases;
use super::puzzles::Moving;
use super::search::{PLAIN, Roots, longest};

/// How often a type is reached in the least number of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reached {
    length: usize,
    canonical: u64,
    words: u128,
}

/// Goes through all sequences in which no face is turned twice in a row, and of opposite faces the
/// lesser first.
struct Enumeration<'a> {
    moving: &'a Moving,
    length: usize,
    types: HashMap<Combination, Reached>,
}

impl Enumeration<'_> {
    /// `words` counts the sequences with the same canonical form.
    fn go(&mut self, effect: &Effect, last: Option<usize>, left: usize, words: u128) {
        let puzzle = &self.moving.task.puzzle;
        if left == 0 {
            let cycles =
                puzzle.orbits.iter().map(|orbit| Some(Structure::of(effect, orbit))).collect();
            let length = self.length;
            let fresh = Reached { length, canonical: 0, words: 0 };
            let reached = self.types.entry(cycles).or_insert(fresh);
            if reached.length == length {
                reached.canonical += 1;
                reached.words += words;
            }
            return;
        }
        for (number, turn) in self.moving.table.turns().iter().enumerate() {
            // Faces are in pairs of opposite ones: U D R L F B.
            let opposite = last.is_some_and(|last| last / 2 == turn.class / 2);
            if opposite && last.is_some_and(|last| last >= turn.class) {
                continue;
            }
            let after = effect.then(&self.moving.effects[number], &puzzle.orbits);
            self.go(&after, Some(turn.class), left - 1, if opposite { 2 * words } else { words });
        }
    }
}

/// The types that are first reached in up to so many moves.
fn types(moving: &Moving, length: usize) -> HashMap<Combination, Reached> {
    let mut all = Enumeration { moving, length: 0, types: HashMap::new() };
    for length in 0..=length {
        all.length = length;
        all.go(&moving.solved(), None, length, 1);
    }
    all.types
}

/// Compares the search for each type of a length with the enumeration.
fn check(longest: usize, searched: &[usize]) {
    let moving = Moving::htm("3x3x3");
    let faces: Vec<&str> = moving.task.puzzle.bases.iter().map(|base| base.name.as_str()).collect();
    assert_eq!(faces, ["U", "D", "R", "L", "F", "B"]);
    let types = types(&moving, longest);
    let counts: Vec<usize> = (0..=longest)
        .map(|length| types.values().filter(|reached| reached.length == length).count())
        .collect();
    let expected = cases("type_counts", "3x3x3 HTM")[0].expected;
    let expected: Vec<usize> =
        expected.split(' ').map_while(|number| number.parse().ok()).collect();
    assert_eq!(counts, expected[..=longest]);

    let roots = Roots::new();
    for (cycles, reached) in types.iter().filter(|(_, at)| searched.contains(&at.length)) {
        let target = Target::of(&moving.task.puzzle, cycles.clone());
        let answer = roots.search(target, PLAIN);
        let Counted { canonical, words, .. } = answer.counted.unwrap();
        let got = Reached { length: answer.length.unwrap(), canonical, words };
        assert_eq!(got, *reached, "{cycles:?}");
    }
}

/// `scripts/long-checks` asks for 7, which takes minutes.
#[test]
fn types_of_five_moves() {
    let longest = longest(5);
    check(longest, &(5..=longest).collect::<Vec<_>>());
}
