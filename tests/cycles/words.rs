//! Laws of canonical forms, and how sequences are counted.

use std::collections::HashMap;

use proptest::prelude::*;
use strata::domains::twisty::{Metric, Target, WideQuest};
use strata::search::pmida::{Canonical, Words};
use strata::space::{Turning, members};

use super::puzzles::Moving;
use super::search::{PLAIN, search};

/// The canonical sequence that some numbers choose.
fn walk(machine: &Canonical, choices: &[usize]) -> Vec<u8> {
    let (mut state, mut word) = (0, Vec::new());
    for choice in choices {
        let allowed: Vec<usize> = members(machine.allowed(state)).collect();
        if allowed.is_empty() {
            break;
        }
        let turn = allowed[choice % allowed.len()];
        word.push(turn as u8);
        state = machine.successors(state)[turn];
    }
    word
}

/// Exchanges neighbours that commute, here and there.
fn shuffle(moving: &Moving, word: &mut [u8], choices: &[usize]) {
    if word.len() < 2 {
        return;
    }
    for choice in choices {
        let at = choice % (word.len() - 1);
        if moving.table.commute(word[at].into(), word[at + 1].into()) {
            word.swap(at, at + 1);
        }
    }
}

fn puzzles() -> Vec<(Moving, Canonical)> {
    let all = [
        Moving::htm("3x3x3"),
        Moving::new("3x3x3", "", Metric::Qtm),
        Moving::htm("megaminx"),
        Moving::new("megaminx", "", Metric::Qtm),
        Moving::htm("4x4x4"),
        Moving::htm("pyraminx-tips"),
        Moving::new("2x2x2", "<U2,F,R>", Metric::Qtm),
    ];
    all.map(|moving| (moving.clone(), Canonical::new(&moving.table))).into()
}

#[test]
fn forms() {
    let puzzles = puzzles();
    let numbers = || prop::collection::vec(any::<usize>(), 0..14);
    let strategy = (0..puzzles.len(), numbers(), numbers(), numbers());
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) };
    proptest!(config, |((number, moves, swaps, more) in strategy)| {
        let (moving, machine) = &puzzles[number];
        let word = walk(machine, &moves);
        prop_assert_eq!(machine.form(&moving.table, &word), word.clone());
        let mut other = word.clone();
        shuffle(moving, &mut other, &swaps);
        shuffle(moving, &mut other, &more);
        prop_assert_eq!(machine.form(&moving.table, &other), word.clone());
        prop_assert_eq!(moving.effect(&other), moving.effect(&word));
        // Two canonical sequences differ by more than the order of moves that commute: the free
        // machine would let both through, and its form is the same.
        let free = Canonical::free(&moving.table);
        prop_assert_eq!(free.form(&moving.table, &other), word);
    });
}

/// A sequence goes through the machine exactly if it is its own form; and each form stands for as
/// many sequences as are counted.
#[test]
fn sequences_by_form() {
    for (name, turns, metric, length) in [
        ("3x3x3", "", Metric::Htm, 4),
        ("3x3x3", "", Metric::Qtm, 5),
        ("3x3x3", "<U,D2,R,L2>", Metric::Qtm, 6),
        ("4x4x4", "<U,2U,D,R>", Metric::Htm, 5),
        ("megaminx", "", Metric::Htm, 3),
        ("megaminx", "<U,F,DL,D>", Metric::Qtm, 6),
        ("pyraminx-tips", "<U,u,R,r>", Metric::Htm, 5),
    ] {
        let moving = Moving::new(name, turns, metric);
        let machine = Canonical::new(&moving.table);
        let moves = moving.table.len();
        let mut stands: HashMap<Vec<u8>, u128> = HashMap::new();
        let mut word = vec![0_u8; length];
        for number in 0..moves.pow(length as u32) {
            let mut rest = number;
            for turn in &mut word {
                (*turn, rest) = ((rest % moves) as u8, rest / moves);
            }
            let form = reduced(&moving, &machine, &word);
            if form.len() == length {
                *stands.entry(form).or_default() += 1;
            }
        }
        assert_eq!(stands.len() as u128, machine.counts(length)[length], "{name} {metric}");
        let space =
            WideQuest::<64>::new(moving.quest(Target::solved(&moving.task.puzzle))).unwrap();
        for (at, (form, count)) in stands.iter().enumerate() {
            assert!(passes(&machine, form), "{name} {form:?}");
            if at % 50 == 0 {
                let words = Words { canonical: vec![form.clone()] };
                assert_eq!(words.count(&space, &machine).words, *count, "{name} {form:?}");
            }
        }
    }
}

/// The form, again and again: what is undone may bring more together.
fn reduced(moving: &Moving, machine: &Canonical, word: &[u8]) -> Vec<u8> {
    let form = machine.form(&moving.table, word);
    let again = machine.form(&moving.table, &form);
    if again == form { form } else { reduced(moving, machine, &again) }
}

fn passes(machine: &Canonical, word: &[u8]) -> bool {
    let mut state = 0;
    word.iter().all(|&turn| {
        let allowed = machine.allowed(state) >> turn & 1 == 1;
        state = machine.successors(state)[usize::from(turn)];
        allowed
    })
}

/// From any one solution of each class all are found again.
#[test]
fn classes_do_not_depend_on_who_stands_for_them() {
    for (name, metric, cycles) in [
        ("3x3x3", Metric::Htm, "C[1*,7*] E[1*,11*]"),
        ("2x2x2", Metric::Qtm, "C[1*,6*]"),
        ("pyraminx", Metric::Htm, "A[1*] E[2*,4*]"),
    ] {
        let moving = Moving::new(name, "", metric);
        let machine = Canonical::new(&moving.table);
        let all = search(moving.quest(moving.target(cycles)), PLAIN);
        let space = WideQuest::<64>::new(moving.quest(moving.target(cycles))).unwrap();
        assert!(space.is_cyclic());
        let mut left = all.words.canonical.clone();
        let (mut classes, mut found) = (0, 0);
        while let Some(word) = left.pop() {
            let mut word = word;
            word.rotate_left(classes % 3);
            let class = Words::closed(&space, &machine, None, [word], 1 << 20).unwrap();
            assert_eq!(class.count(&space, &machine).symmetries, 1, "{name}");
            left.retain(|word| class.canonical.binary_search(word).is_err());
            classes += 1;
            found += class.canonical.len() as u64;
        }
        let counted = all.counted.unwrap();
        assert_eq!((classes as u64, found), (counted.symmetries, counted.canonical), "{name}");
    }
}
