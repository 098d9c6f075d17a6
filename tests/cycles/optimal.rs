//! Shortest sequences for given cycles: how long, and how many.

use std::collections::BTreeSet;

use strata::domains::twisty::Metric;
use strata::search::pruning::Kind;

use super::cases::{Case, cases};
use super::puzzles::Moving;
use super::search::{Answer, How, PLAIN, Roots, SMALL, Tables, longest, search};

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

fn wrong(moving: &Moving, case: &Case, answer: &Answer) -> Option<String> {
    let figures = case.figures();
    assert!(figures.len() >= 2, "{case:?}");
    let got = figures.keys().filter_map(|name| Some((*name, figure(moving, answer, name)?)));
    let wrong: Vec<_> = got.filter(|(name, got)| figures[name] != *got).collect();
    (!wrong.is_empty())
        .then(|| format!("{} {}: {} but {wrong:?}", case.puzzle, case.input, case.expected))
}

/// The cases of a puzzle up to some length.
fn up_to(puzzle: &str, longest: u128) -> impl Iterator<Item = Case> {
    cases("cycle_optimal", puzzle).into_iter().filter(move |case| length(case) <= longest)
}

fn length(case: &Case) -> u128 {
    let figures = case.figures();
    figures.get("len").or(figures.get("minlen")).copied().unwrap()
}

fn check(puzzle: &str, moving: &Moving, longest: u128, hows: &[How]) {
    let mut faults = Vec::new();
    for case in up_to(puzzle, longest) {
        let answer = |how| search(moving.quest(moving.target(case.input)), how);
        faults.extend(hows.iter().filter_map(|&how| wrong(moving, &case, &answer(how))));
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
    check(name, &Moving::htm("2x2x2-6"), 5, &[PLAIN]);
}

#[test]
fn the_2x2x2_with_six_faces_in_quarter_turns() {
    let name = "corners-only(3x3x3) / 2x2x2 six faces QTM";
    check(name, &Moving::new("2x2x2-6", "", Metric::Qtm), 6, &[PLAIN]);
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
    let moving = Moving::htm("3x3x3");
    check("3x3x3 HTM", &moving, 4, &[PLAIN]);
    let (roots, mut faults) = (Roots::new(), Vec::new());
    for case in up_to("3x3x3 HTM", 7).filter(|case| length(case) > 4) {
        let answer = roots.search(moving.target(case.input), TABLES);
        faults.extend(wrong(&moving, &case, &answer));
        if length(&case) == 5 {
            assert_eq!(roots.search(moving.target(case.input), PLAIN).lasting(), answer.lasting());
        }
    }
    let three = up_to("3x3x3 HTM", 8).find(|case| case.input == "C[3] E[]").unwrap();
    let corners = Tables { kind: Kind::TwoBits, entries: 1 << 22, depth: 20 };
    let answer = roots.search(moving.target("C[3]"), How { tables: Some(corners), ..PLAIN });
    faults.extend(wrong(&moving, &three, &answer));
    assert!(faults.is_empty(), "{} wrong:\n{}", faults.len(), faults.join("\n"));
}

/// `scripts/long-checks` asks for longer ones, which take minutes.
#[test]
fn corners_and_longer_sequences() {
    let longest = longest(5) as u128;
    if longest > 7 {
        check("3x3x3 HTM", &Moving::htm("3x3x3"), longest, &[TABLES]);
    }
    let [htm, qtm] = Metric::ALL.map(|metric| Moving::new("2x2x2-6", "", metric));
    let corners = Tables { kind: Kind::Plain, entries: 1 << 22, depth: 20 };
    let how = How { tables: Some(corners), ..PLAIN };
    check("corners-only(3x3x3) / 2x2x2 six faces HTM", &htm, longest, &[how]);
    check("corners-only(3x3x3) / 2x2x2 six faces QTM", &qtm, longest.min(11), &[how]);
}

#[test]
fn the_3x3x3_with_three_faces() {
    let moving = Moving::new("3x3x3", "<F,R,U>", Metric::Htm);
    check("3x3x3 HTM <F,R,U>", &moving, 9, &[PLAIN, TABLES]);
}
