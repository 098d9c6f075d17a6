//! Small puzzles searched breadth first: the numbers of positions, and at which depth how
//! many of a cycle type are found first.

use std::collections::{BTreeMap, HashSet};

use super::super::super::{Generator, Metric, move_table};
use super::super::named;
use super::structures;
use crate::domains::twisty::{Effect, Orbit};

/// A position as a number.
fn pack(effect: &Effect, orbits: &[Orbit]) -> u64 {
    let digits = orbits.iter().flat_map(|orbit| orbit.slots().map(move |slot| (orbit, slot)));
    digits.fold(0, |sum, (orbit, slot)| {
        let piece = usize::from(effect.from[slot]) - orbit.first;
        let turns = usize::from(orbit.turns);
        sum * (orbit.pieces * turns) as u64
            + (piece * turns + usize::from(effect.turn[slot])) as u64
    })
}

fn unpack(mut number: u64, orbits: &[Orbit], slots: usize) -> Effect {
    let mut effect = Effect::identity(slots);
    for orbit in orbits.iter().rev() {
        for slot in orbit.slots().rev() {
            let turns = u64::from(orbit.turns);
            let digit = number % (orbit.pieces as u64 * turns);
            number /= orbit.pieces as u64 * turns;
            effect.from[slot] = (digit / turns) as u8 + orbit.first as u8;
            effect.turn[slot] = (digit % turns) as u8;
        }
    }
    effect
}

/// The sizes of the generations, and for each cycle type the depth at which it is first
/// found and of how many positions.
fn search(name: &str, depth: usize) -> (Vec<usize>, BTreeMap<String, (usize, usize)>) {
    let puzzle = named(name).unwrap().puzzle;
    let (_, moves) = move_table(&puzzle, &Generator::all(&puzzle), Metric::Htm).unwrap();
    let mut types: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut sizes = Vec::new();
    let mut last = HashSet::new();
    let mut now = HashSet::from([pack(&Effect::identity(puzzle.slots()), &puzzle.orbits)]);
    while !now.is_empty() && sizes.len() <= depth {
        let mut next = HashSet::new();
        for &number in &now {
            let effect = unpack(number, &puzzle.orbits, puzzle.slots());
            let found = types.entry(structures(&effect, &puzzle.orbits));
            let found = found.or_insert((sizes.len(), 0));
            found.1 += usize::from(found.0 == sizes.len());
            if sizes.len() < depth {
                for action in &moves {
                    let to = pack(&effect.then(action, &puzzle.orbits), &puzzle.orbits);
                    if !last.contains(&to) && !now.contains(&to) {
                        next.insert(to);
                    }
                }
            }
        }
        sizes.push(now.len());
        last = std::mem::replace(&mut now, next);
    }
    (sizes, types)
}

fn check(name: &str, known: &[usize], first: &[(&str, usize, usize)]) {
    let (sizes, types) = search(name, known.len() - 1);
    assert_eq!(sizes, known, "{name}");
    for &(structure, depth, positions) in first {
        assert_eq!(types.get(structure), Some(&(depth, positions)), "{name} {structure}");
    }
}

#[test]
fn the_pyraminx_has_933120_positions() {
    let sizes = [1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32];
    assert_eq!(sizes.iter().sum::<usize>(), 933_120);
    let types = [
        ("A[1*] E[3]", 1, 8),
        ("A[1*,1*,1*,1*] E[1*,1*,2*,2*]", 4, 48),
        ("A[1*] E[5]", 5, 432),
        ("A[1*] E[1*,2,2*]", 6, 240),
        ("A[1*,1*,1*,1*] E[1*,3*]", 7, 168),
        ("A[] E[1*,1*]", 8, 15),
        ("A[1*] E[1*,1*,2,2]", 8, 672),
        ("A[1*,1*,1*] E[]", 9, 24),
        ("A[] E[1*,1*,1*,1*]", 10, 15),
    ];
    check("pyraminx", &sizes, &types);
}

#[test]
fn the_cube_of_corners_is_found_in_its_generations() {
    let types = [
        ("C[2,2]", 1, 3),
        ("C[3*,3*]", 2, 12),
        ("C[1*,3,3*]", 3, 18),
        ("C[1*,4*]", 4, 144),
        ("C[1*,2*,4*]", 5, 114),
        ("C[2,2*,2*]", 6, 132),
        ("C[2,3]", 7, 126),
    ];
    check("2x2x2", &[1, 9, 54, 321, 1847, 9992, 50136, 227_536], &types);
    let types = [
        ("C[2,2]", 1, 6),
        ("C[6]", 2, 96),
        ("C[8]", 3, 240),
        ("C[4*,4*]", 4, 1032),
        ("C[2,2*,4*]", 5, 1200),
    ];
    check("2x2x2-6", &[1, 18, 243, 2874, 28000, 205_416], &types);
}

#[test]
fn the_skewb_is_found_in_its_generations() {
    let types = [
        ("C[1*,1*,1*] C[1*,1*,1*] C[2,4]", 3, 24),
        ("C[1*,1*,1*,1*] C[1*,3*] C[2,2]", 4, 48),
        ("C[1*,1*,1*] C[1*,1*,1*,1*] C[2,4]", 5, 120),
        ("C[1*,1*,1*] C[1*,3*] C[2,2]", 5, 240),
        ("C[1*,1*,1*,1*] C[2*,2*] C[2,2]", 6, 132),
        ("C[1*,1*,1*] C[1*,3*] C[3]", 6, 1008),
        ("C[] C[2,2] C[2,4]", 7, 312),
        ("C[1*,1*] C[1*,1*,1*] C[2,4]", 7, 480),
    ];
    check("skewb", &[1, 8, 48, 288, 1728, 10248, 59304, 315_198], &types);
}
