//! No admissible heuristic says more than the true distance, on whole spaces.

use proptest::prelude::*;

use super::boards::any_board;
use super::{Explored, space};
use crate::domains::rushhour::{Board, Metric, RushHour};
use crate::space::{Heuristic, StateSpace as _, UNREACHABLE};

/// The estimates of all states of a space.
fn estimates(space: &RushHour<u64>, explored: &Explored, heuristic: &str) -> Vec<u32> {
    let mut out = Vec::new();
    let mut estimator = space.estimator(heuristic).unwrap();
    let (first, rest) = explored.keys.split_at(explored.keys.len() / 2);
    estimator.estimate(space, first, &mut out).unwrap();
    estimator.estimate(space, rest, &mut out).unwrap();
    out
}

/// Checks all heuristics of a space and gives the estimates of its start.
fn check(space: &RushHour<u64>) -> Vec<(&'static str, u32)> {
    let explored = Explored::new(space);
    let mut starts = Vec::new();
    for Heuristic { name, admissible, .. } in space.heuristics() {
        let estimates = estimates(space, &explored, name);
        assert_eq!(estimates.len(), explored.keys.len());
        starts.push((name, estimates[0]));
        for (state, &estimate) in estimates.iter().enumerate() {
            let exact = explored.to_goal[state].unwrap_or(UNREACHABLE);
            let sound = if admissible {
                estimate <= exact
            } else {
                estimate != UNREACHABLE || exact == UNREACHABLE
            };
            let place = || {
                format!(
                    "{name} says {estimate}, not {exact}: {:?}",
                    space.decode(&explored.keys[state])
                )
            };
            assert!(sound, "{}\n{}", place(), space.board().to_toml());
            assert!(exact != 0 || estimate == 0, "{}", place());
        }
    }
    starts
}

fn of(starts: &[(&str, u32)], name: &str) -> Option<u32> {
    starts.iter().find(|(known, _)| *known == name).map(|(_, estimate)| *estimate)
}

/// Boards from `tests/cases` with small spaces.
const BOARDS: [&str; 9] = [
    "IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM",
    "..B.../..B..C/..BAAC/DDDE.C/...EFF/......",
    ".BBCCC/DDDEFG/AAHEFG/I.HJJK/ILL..K/MMNNNK",
    "..IBB./CCIJL./HAAJL./H.DDx./FFFK../GGGK..",
    "....../....C./BBAAC./....../....../......",
    "....B.../..C.B.../AAC..D../.....D../EE...D../........",
    "..BBB./.....C/.....C/AA...C/....../......",
    "....B../..C.B../AAC.B../..C..../DD.....",
    "...CCC/.JGGHI/.JDDHI/AA..HI/..FFFE/..BBBE",
];

#[test]
fn admissible_heuristics_never_say_too_much() {
    for text in BOARDS {
        for metric in Metric::ALL {
            check(&space(text, metric));
        }
    }
}

#[test]
fn the_heuristics_say_what_they_are_said_to_count() {
    let start = |text: &str, metric| check(&space(text, metric));
    // Two trucks, each with a car below it that is in its way.
    let text = "...B.C/...B.C/AA.B.C/..DDEE/....../......";
    let moves = start(text, Metric::Moves);
    assert_eq!(of(&moves, "blocking"), Some(2));
    assert_eq!(of(&moves, "blocking-lower-bound"), Some(4));
    assert_eq!(of(&moves, "blocking-plus"), Some(5));
    assert_eq!(of(&moves, "seed-h2"), Some(4));
    assert_eq!(of(&moves, "exit-distance"), Some(3 * 4 + 3 * 2));
    // Three steps down for each truck, one for each car below, four to the exit.
    assert_eq!(of(&start(text, Metric::Steps), "blocking-plus"), Some(3 + 1 + 3 + 1 + 4));
    assert_eq!(of(&start(text, Metric::Slides), "blocking-plus"), Some(5));
    // One car is in the way of both: counted once.
    let shared = start("..BC../..BC../AABC../..DD../....../......", Metric::Moves);
    assert_eq!(of(&shared, "blocking-lower-bound"), Some(3));
    assert_eq!(of(&shared, "blocking-plus"), Some(4));
    let solved = start("....../....../....AA/....../....../......", Metric::Steps);
    assert!(solved.iter().all(|(_, estimate)| *estimate == 0), "{solved:?}");
    let free = start("....../....../.AA.../....../....../......", Metric::Steps);
    assert_eq!((of(&free, "blocking-lower-bound"), of(&free, "blocking-plus")), (Some(0), Some(3)));
}

#[test]
fn the_form_of_the_seed_can_say_too_much() {
    let text = "...CCC/.JGGHI/.JDDHI/AA..HI/..FFFE/..BBBE";
    let space = space(text, Metric::Moves);
    let explored = Explored::new(&space);
    assert_eq!(explored.optimum(), Some(4));
    assert_eq!(estimates(&space, &explored, "seed-h2")[0], 5);
    let named = |board: &str| {
        let space = super::space(board, Metric::Moves);
        space.heuristics().into_iter().find(|heuristic| heuristic.name == "seed-h2")
    };
    assert_eq!(named(text).map(|known| known.admissible), Some(false));
    assert_eq!(named(BOARDS[0]).map(|known| known.admissible), Some(true));
    assert_eq!(named(BOARDS[5]).map(|known| known.admissible), Some(true), "8x6");
    assert_eq!(named("....B../..C.B../AAC.B../..C..../DD....."), None, "five rows");
    assert_eq!(
        named(&format!("AA...../{}", ["......."; 6].join("/"))).map(|known| known.admissible),
        Some(true)
    );
}

#[test]
fn what_can_never_leave_is_known_at_once() {
    for text in [
        "....../....../AA.BB./....../....../......",
        "....../....../AA..x./....../....../......",
        // Too long for either side, and no room beyond because of a wall.
        "....../...B../AA.B../...B../...B../......",
        "....x./....B./AA..B./....x./....../......",
        // No room below beside another car.
        "....../...C../AA.C../...C../...D../...D..",
    ] {
        let space = space(text, Metric::Moves);
        let explored = Explored::new(&space);
        assert_eq!(explored.optimum(), None, "{text}");
        for Heuristic { name, .. } in
            space.heuristics().into_iter().filter(|known| *known != Heuristic::ZERO)
        {
            assert_eq!(estimates(&space, &explored, name)[0], UNREACHABLE, "{name}: {text}");
        }
    }
}

#[test]
fn the_exit_on_the_left_is_the_mirror_image() {
    for text in BOARDS {
        let board = super::drawing(text).unwrap();
        let rows: Vec<String> = text.split('/').map(|row| row.chars().rev().collect()).collect();
        let mirrored = format!("exit = \"left\"\nboard = \"{}\"", rows.join("/"));
        let mirrored = super::toml(&mirrored).unwrap();
        for metric in Metric::ALL {
            let compiled = |board: &Board| RushHour::<u64>::new(board.clone(), metric).unwrap();
            assert_eq!(check(&compiled(&board)), check(&compiled(&mirrored)), "{text}");
        }
    }
}

#[test]
fn names_and_order_are_those_of_the_list() {
    let space = space(BOARDS[0], Metric::Moves);
    let names: Vec<&str> = space.heuristics().iter().map(|known| known.name).collect();
    let expected =
        ["blocking-plus", "blocking-lower-bound", "seed-h2", "blocking", "exit-distance", "zero"];
    assert_eq!(names, expected);
    assert!(names.iter().all(|name| space.estimator(name).is_some()));
    assert!(space.estimator("blocking-minus").is_none());
    let mut out = Vec::new();
    let mut estimator = space.estimator("blocking").unwrap();
    assert!(estimator.estimate(&space, &[u64::MAX], &mut out).is_err());
    estimator.estimate(&space, &[space.encode(&space.starts()[0])], &mut out).unwrap();
    assert_eq!(out, [1], "an error leaves the estimator usable");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn admissible_on_random_boards(board in any_board(6), metric in 0_usize..3) {
        let space = RushHour::<u64>::new(board, Metric::ALL[metric]).unwrap();
        prop_assume!(space.coding.lanes.greatest[0] < 200_000);
        check(&space);
    }
}
