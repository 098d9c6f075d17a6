//! What makes the search fast changes no answer.

use std::collections::HashMap;

use strata::domains::twisty::{Effect, Metric, Structure, Target, notation};
use strata::search::pmida::{Trick, Tricks, root_depth};
use strata::search::pruning::Kind;

use super::cases::cases;
use super::kernels::random;
use super::puzzles::Moving;
use super::random::Random;
use super::search::{Answer, How, PLAIN, SMALL, Tables, search};

/// Searches with and without everything; the answer.
fn always(moving: &Moving, start: Effect, target: &Target) -> Answer {
    let find = |how| search(moving.quest_from(start.clone(), target.clone()), how);
    let answer = find(PLAIN);
    assert!(answer.length.is_some() && !answer.lengths.is_empty(), "below the roots");
    let tables = How { tables: Some(SMALL), ..PLAIN };
    let full = find(tables);
    assert_eq!(full.lasting(), answer.lasting(), "with tables");
    for &trick in Trick::ALL {
        let without = Tricks::ALL.without(trick);
        // Left out with tables, and without them.
        for how in [tables, PLAIN] {
            let other = find(How { tricks: without, ..how });
            assert_eq!(other.lasting(), answer.lasting(), "without {trick}");
            // The same positions, in another order or with other instructions.
            if matches!(trick, Trick::Simd | Trick::Slivers) {
                let same = if how.tables.is_some() { &full } else { &answer };
                assert_eq!(other.lengths, same.lengths, "without {trick}");
            }
        }
    }
    let nothing = Trick::ALL.iter().fold(Tricks::ALL, |tricks, &trick| tricks.without(trick));
    assert_eq!(find(How { tricks: nothing, ..PLAIN }).lasting(), answer.lasting(), "plain");
    for kind in Kind::ALL {
        for (entries, depth) in [(1 << 10, 20), (1 << 17, 2)] {
            let tables = Some(Tables { kind, entries, depth });
            let other = find(How { tables, ..PLAIN });
            assert_eq!(other.lasting(), answer.lasting(), "{tables:?}");
        }
    }
    answer
}

fn cycles(moving: &Moving, cycles: &str) -> Answer {
    always(moving, moving.solved(), &moving.target(cycles))
}

#[test]
fn of_the_3x3x3() {
    let moving = Moving::htm("3x3x3");
    assert_eq!(cycles(&moving, "C[5] E[11]").counted.unwrap().words, 1440);
}

#[test]
fn of_the_2x2x2() {
    // Several sequences lead to many of the roots.
    assert_eq!(cycles(&Moving::htm("2x2x2"), "C[2,3]").counted.unwrap().words, 378);
    let quarter = Moving::new("2x2x2", "", Metric::Qtm);
    assert_eq!(cycles(&quarter, "C[2,3]").length, Some(9));
}

#[test]
fn of_the_megaminx() {
    let moving = Moving::htm("megaminx");
    let (u, r) = (0, moving.table.turns().iter().position(|turn| turn.name == "R").unwrap());
    let back = |turn: usize| moving.table.turns()[turn].inverse.unwrap() as u8;
    let commutator = moving.effect(&[u, r as u8, back(u.into()), back(r)]);
    let answer = always(&moving, moving.solved(), &of(&moving, &commutator));
    assert_eq!(answer.length, Some(4));
}

/// The target of all positions with the cycles of one.
pub(crate) fn of(moving: &Moving, effect: &Effect) -> Target {
    let puzzle = &moving.task.puzzle;
    let structures = puzzle.orbits.iter().map(|orbit| Some(Structure::of(effect, orbit)));
    Target::of(puzzle, structures.collect())
}

/// How many shortest sequences lead from a position to the solved one, and how long they are:
/// counted breadth-first.
fn shortest(moving: &Moving, start: &Effect) -> (usize, u128) {
    let orbits = &moving.task.puzzle.orbits;
    let mut seen: HashMap<Effect, usize> = HashMap::from([(start.clone(), 0)]);
    let mut layer = HashMap::from([(start.clone(), 1)]);
    for length in 0.. {
        if let Some(&words) = layer.get(&moving.solved()) {
            return (length, words);
        }
        let mut next: HashMap<Effect, u128> = HashMap::new();
        for (position, words) in &layer {
            for turn in &moving.effects {
                let after = position.then(turn, orbits);
                if *seen.entry(after.clone()).or_insert(length + 1) == length + 1 {
                    *next.entry(after).or_default() += words;
                }
            }
        }
        layer = next;
    }
    unreachable!("the solved position is reached")
}

#[test]
fn of_scrambles() {
    let mut numbers = Random::new(14);
    for metric in Metric::ALL {
        let moving = Moving::new("2x2x2", "", metric);
        let solved = Target::solved(&moving.task.puzzle);
        let depth = root_depth(moving.table.len());
        let mut left = 2;
        while left > 0 {
            let start = random(&moving, &mut numbers, depth + 3);
            let length = search(moving.quest_from(start.clone(), solved.clone()), PLAIN).length;
            if !(depth + 1..=depth + 2).contains(&length.unwrap()) {
                continue;
            }
            let answer = always(&moving, start.clone(), &solved);
            let got = (answer.length.unwrap(), answer.counted.unwrap().words);
            assert_eq!(got, shortest(&moving, &start));
            assert_eq!(answer.counted.unwrap().rotations, None, "rotations solve nothing");
            left -= 1;
        }
    }
}

/// Squares only: once a search by slivers found other numbers of solutions each time.
#[test]
fn of_squares() {
    let moving = Moving::new("3x3x3", "<R2,U2,L2,D2>", Metric::Htm);
    let case = cases("solve_all", "3x3x3 <R2,U2,L2,D2>")[0];
    let puzzle = &moving.task.puzzle;
    let start = notation::effect_of(puzzle, &notation::read("start", puzzle, case.input).unwrap());
    let answer = search(moving.quest_from(start, Target::solved(puzzle)), PLAIN);
    let counted = answer.counted.unwrap();
    let length = answer.length.unwrap();
    let (canonical, words) = (counted.canonical, counted.words);
    let got = format!("len {length}; canonical solutions {canonical}; words {words}");
    assert_eq!(got, case.expected);
}
