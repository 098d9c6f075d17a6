//! Shortest sequences for given cycles: how long, and how many.

use std::collections::BTreeSet;

use strata::domains::twisty::Metric;

use super::cases::{Case, cases};
use super::puzzles::Moving;
use super::search::{Answer, How, PLAIN, SMALL, search};

/// How a figure of the fixture is called, and what an answer says.
fn figure(moving: &Moving, answer: &Answer, name: &str) -> Option<u128> {
    let counted = answer.counted.unwrap();
    Some(match name {
        "len" | "minlen" => answer.length.unwrap() as u128,
        "words" | "all" | "sequences" => counted.words,
        "canonical" | "canon" => counted.canonical.into(),
        "upto_rotation" | "upto_rot" => counted.rotations?.into(),
        "upto_rotation+inversion" | "upto_rot_inv" => counted.inversions?.into(),
        "positions" | "positions_at_min" => {
            let effects = answer.words.canonical.iter().map(|word| moving.effect(word));
            effects.collect::<BTreeSet<_>>().len() as u128
        }
        "order" => {
            let word = answer.words.canonical.first()?;
            moving.task.puzzle.order(&moving.effect(word)).into()
        }
        "class_size" => return None,
        _ => panic!("an unknown figure: {name}"),
    })
}

fn wrong(moving: &Moving, case: &Case, how: How) -> Option<String> {
    let answer = search(moving.quest(moving.target(case.input)), how);
    let figures = case.figures();
    assert!(figures.len() >= 2, "{case:?}");
    let got = figures.keys().filter_map(|name| Some((*name, figure(moving, &answer, name)?)));
    let wrong: Vec<_> = got.filter(|(name, got)| figures[name] != *got).collect();
    (!wrong.is_empty())
        .then(|| format!("{} {}: {} but {wrong:?}", case.puzzle, case.input, case.expected))
}

fn check(puzzle: &str, moving: &Moving, longest: u128, hows: &[How]) {
    let mut faults = Vec::new();
    for case in cases("cycle_optimal", puzzle) {
        let figures = case.figures();
        let length = figures.get("len").or(figures.get("minlen")).copied().unwrap();
        if length <= longest {
            faults.extend(hows.iter().filter_map(|how| wrong(moving, &case, *how)));
        }
    }
    assert!(faults.is_empty(), "{} wrong:\n{}", faults.len(), faults.join("\n"));
}

const TABLES: How = How { tables: Some(SMALL), ..PLAIN };

#[test]
fn the_2x2x2() {
    check("2x2x2 <U,F,R> HTM", &Moving::htm("2x2x2"), 99, &[PLAIN, TABLES]);
}

#[test]
fn the_2x2x2_in_quarter_turns() {
    check("2x2x2 <U,F,R> QTM", &Moving::new("2x2x2", "", Metric::Qtm), 99, &[TABLES]);
}

#[test]
fn the_2x2x2_with_six_faces() {
    let name = "corners-only(3x3x3) / 2x2x2 six faces HTM";
    check(name, &Moving::htm("2x2x2-6"), 6, &[PLAIN]);
}

#[test]
fn the_2x2x2_with_six_faces_in_quarter_turns() {
    let name = "corners-only(3x3x3) / 2x2x2 six faces QTM";
    check(name, &Moving::new("2x2x2-6", "", Metric::Qtm), 8, &[PLAIN]);
}

#[test]
fn the_pyraminx() {
    check("pyraminx vertex HTM", &Moving::htm("pyraminx"), 99, &[TABLES]);
    check("pyraminx vertex HTM", &Moving::htm("pyraminx"), 7, &[PLAIN]);
}

#[test]
fn the_skewb() {
    check("skewb HTM", &Moving::htm("skewb"), 99, &[TABLES]);
    check("skewb HTM", &Moving::htm("skewb"), 7, &[PLAIN]);
}

#[test]
fn the_3x3x3() {
    check("3x3x3 HTM", &Moving::htm("3x3x3"), 5, &[PLAIN, TABLES]);
    check("3x3x3 HTM", &Moving::htm("3x3x3"), 7, &[TABLES]);
}

#[test]
fn the_3x3x3_with_three_faces() {
    let moving = Moving::new("3x3x3", "<F,R,U>", Metric::Htm);
    check("3x3x3 HTM <F,R,U>", &moving, 9, &[PLAIN, TABLES]);
}
