//! Views step along moves, and know what can still be wanted.

use std::collections::HashSet;

use super::rank::digits;
use super::{Chosen, Part, Reduced, Structures, Whole};
use crate::domains::twisty::kernel::{Layout, Packed};
use crate::domains::twisty::{
    Effect, Generator, Metric, Puzzle, Quest, Stay, Target, builtin, move_table, read_combination,
    symmetries,
};
use crate::space::Quotient;

/// A search for cycles in one orbit, which is the whole puzzle.
fn quest(name: &str, orbit: &str, cycles: &str, still: &[usize]) -> Quest {
    let puzzle = builtin::named(name).map(|builtin| builtin.puzzle);
    let puzzle = puzzle.and_then(|puzzle| puzzle.only(&[orbit]).ok());
    let Some(puzzle) = puzzle else { panic!("{name} {orbit}") };
    let Ok((table, effects)) = move_table(&puzzle, &Generator::all(&puzzle), Metric::Htm) else {
        panic!("{name} has moves")
    };
    let mut target = match read_combination(&puzzle, cycles) {
        Ok(combination) => Target::of(&puzzle, combination),
        Err(error) => panic!("{cycles}: {error}"),
    };
    still.iter().for_each(|&slot| target.stay[slot] = Stay::Still);
    Quest::new(puzzle.clone(), table, effects, Effect::identity(puzzle.slots()), target)
}

fn layout(puzzle: &Puzzle) -> Layout {
    Layout::new(puzzle).unwrap_or_else(|| panic!("{} is small", puzzle.name))
}

fn part(quest: &Quest) -> Part {
    Part::new(quest, 0).unwrap_or_else(|| panic!("something is wanted"))
}

/// Repeatable numbers below a bound.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 17_u64;
    move |bound| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    }
}

/// The class after a move is that of the position after it.
fn steps(quest: &Quest, view: &dyn Quotient<Packed>) {
    let layout = layout(&quest.puzzle);
    let (mut number, mut effect) = (numbers(), Effect::identity(quest.puzzle.slots()));
    let (mut scratch, columns) = (Vec::new(), view.columns() as u64);
    let mut entry = view.entry(0, &layout.pack(&effect));
    let mut seen = HashSet::new();
    for _ in 0..400 {
        let turn = number(quest.effects.len());
        effect = effect.then(&quest.effects[turn], &quest.puzzle.orbits);
        let (row, after) = view.after(entry / columns, turn, &mut scratch);
        let next = row * columns + u64::from(after[(entry % columns) as usize]);
        entry = view.entry(0, &layout.pack(&effect));
        assert_eq!(next, entry, "{}", view.identity());
        assert!(entry < view.entries());
        seen.insert(entry);
    }
    assert!(seen.len() > 20, "it moves");
}

#[test]
fn classes_follow_moves() {
    for (name, orbit) in [
        ("2x2x2", "CORNERS"),
        ("2x2x2-6", "CORNERS"),
        ("pyraminx", "EDGES"),
        ("skewb", "CENTERS"),
        ("3x3x3", "EDGES"),
    ] {
        let quest = quest(name, orbit, &format!("{orbit}[]"), &[]);
        let (part, reading) = (part(&quest), layout(&quest.puzzle));
        if let Some(whole) = Whole::new(part.clone(), reading.clone()) {
            steps(&quest, &whole);
        }
        for count in 2..=4 {
            let chosen = Chosen::new(part.clone(), reading.clone(), count, &quest.wanted, true);
            let Some(chosen) = chosen else { panic!("{count} pieces are few") };
            steps(&quest, &chosen);
        }
    }
}

/// Images of a position are classes of what symmetries make of it, or of the inverse of that.
#[test]
fn images_are_those_of_symmetries() {
    for (name, orbit) in [("3x3x3", "EDGES"), ("3x3x3", "CORNERS"), ("pyraminx", "EDGES")] {
        let quest = quest(name, orbit, &format!("{orbit}[]"), &[]);
        let (orbits, reading) = (&quest.puzzle.orbits, layout(&quest.puzzle));
        let chosen = Chosen::new(part(&quest), reading.clone(), 3, &quest.wanted, true);
        let Some(chosen) = chosen else { panic!("three pieces are few") };
        let chosen: &dyn Quotient<Packed> = &chosen;
        assert!(chosen.images() > 2);
        let (mut number, mut effect) = (numbers(), Effect::identity(quest.puzzle.slots()));
        for _ in 0..50 {
            effect = effect.then(&quest.effects[number(quest.effects.len())], orbits);
            let back = effect.inverse(orbits);
            let class = |of: &Effect| chosen.entry(0, &reading.pack(of));
            let all = quest.wanted.iter().flat_map(|symmetry| {
                [&effect, &back].map(|effect| class(&symmetry.apply(effect, orbits)))
            });
            let all: HashSet<u64> = all.collect();
            for image in 0..chosen.images() {
                assert!(all.contains(&chosen.entry(image, &reading.pack(&effect))), "{image}");
            }
        }
    }
}

/// All arrangements of an orbit with all turns.
fn all_effects(pieces: usize, turns: usize) -> Vec<Effect> {
    let mut arrangements = vec![Vec::new()];
    for _ in 0..pieces {
        arrangements = (arrangements.iter())
            .flat_map(|begun: &Vec<u8>| {
                let free = (0..pieces as u8).filter(|piece| !begun.contains(piece));
                free.map(|piece| [&begun[..], &[piece]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    let mut effects = Vec::new();
    for from in arrangements {
        for number in 0..turns.pow(pieces as u32) {
            let mut turn = vec![0; pieces];
            digits(number, turns, &mut turn);
            effects.push(Effect { from: from.clone(), turn });
        }
    }
    effects
}

/// A class is wanted exactly if some arrangement in it, possible or not, is.
#[test]
fn classes_with_wanted_arrangements_are_wanted() {
    for (name, orbit, pieces, turns) in [("pyraminx", "EDGES", 6, 2), ("skewb", "CORNERS", 4, 3)] {
        let all = all_effects(pieces, turns);
        for (cycles, still) in [
            ("[]", vec![]),
            ("[3]", vec![]),
            ("[1*,1*]", vec![]),
            ("[2,2]", vec![]),
            ("[1*,3*]", vec![]),
            ("[2*,2*]", vec![]),
            ("[1*,1*,1*]", vec![0]),
            ("[3]", vec![1]),
            ("[2,2*]", vec![]),
        ] {
            let quest = quest(name, orbit, &format!("{orbit}{cycles}"), &still);
            let (part, reading) = (part(&quest), layout(&quest.puzzle));
            let of = |effect: &Effect| reading.pack(effect);
            let views = [2, 3].map(|count| {
                Chosen::new(part.clone(), reading.clone(), count, &quest.wanted, still.is_empty())
            });
            let mut views: Vec<Box<dyn Quotient<Packed>>> =
                views.into_iter().flatten().map(|view| Box::new(view) as Box<_>).collect();
            assert_eq!(views.len(), 2);
            views.extend(Whole::new(part.clone(), reading.clone()).map(|v| Box::new(v) as Box<_>));
            for view in views {
                // Some arrangements have no class of their own: sums of turns are kept.
                let whole = view.identity().starts_with("whole");
                let possible = |effect: &&Effect| {
                    let sum: usize = effect.turn.iter().map(|&turn| usize::from(turn)).sum();
                    !whole || !part.keeps_sum() || sum.is_multiple_of(turns)
                };
                let wanted = |effect: &&Effect| quest.target.has(&quest.puzzle, effect);
                let expected: HashSet<u64> = (all.iter().filter(possible).filter(wanted))
                    .map(|effect| view.entry(0, &of(effect)))
                    .collect();
                let mut got = HashSet::new();
                for row in 0..view.rows() {
                    let mut columns = Vec::new();
                    view.wanted(row, &mut columns);
                    assert!(columns.is_sorted());
                    let columns_of = view.columns() as u64;
                    got.extend(columns.iter().map(|&c| row * columns_of + u64::from(c)));
                }
                assert_eq!(got, expected, "{}", view.identity());
            }
        }
    }
}

/// What stands for a class has its distance: symmetries keep what is wanted.
#[test]
fn symmetric_arrangements_have_one_class_or_equal_ones() {
    let quest = quest("2x2x2-6", "CORNERS", "C[1*,5*]", &[]);
    let (orbits, reading) = (&quest.puzzle.orbits, layout(&quest.puzzle));
    let reduced = Reduced::new(part(&quest), reading.clone(), &quest.wanted);
    let Some(reduced) = reduced else { panic!("it has symmetries") };
    let reduced: &dyn Quotient<Packed> = &reduced;
    assert_eq!(reduced.rows(), 984, "arrangements of the corners up to symmetry");
    let (mut number, mut effect) = (numbers(), Effect::identity(quest.puzzle.slots()));
    let all = symmetries(&quest.puzzle, &quest.table, &quest.effects);
    for _ in 0..200 {
        effect = effect.then(&quest.effects[number(quest.effects.len())], orbits);
        let entry = reduced.entry(0, &reading.pack(&effect));
        let row = entry / reduced.columns() as u64;
        for symmetry in &all {
            let image = reading.pack(&symmetry.apply(&effect, orbits));
            let other = reduced.entry(0, &image);
            assert_eq!(other / reduced.columns() as u64, row);
            assert!(other == entry || reduced.stands_for_several(row));
        }
    }
}

/// Structures tell what their name says.
#[test]
fn structures_are_classes() {
    let quest = quest("pyraminx", "EDGES", "EDGES[2,4]", &[]);
    let reading = layout(&quest.puzzle);
    let Some(structures) = Structures::new(part(&quest), reading.clone()) else {
        panic!("there are few")
    };
    let structures: &dyn Quotient<Packed> = &structures;
    let mut classes = std::collections::HashMap::new();
    for effect in all_effects(6, 2) {
        let orbit = &quest.puzzle.orbits[0];
        let structure = crate::domains::twisty::Structure::of(&effect, orbit);
        let entry = structures.entry(0, &reading.pack(&effect));
        assert_eq!(*classes.entry(structure).or_insert(entry), entry);
    }
    assert_eq!(classes.values().collect::<HashSet<_>>().len(), classes.len());
}
