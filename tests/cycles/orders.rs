//! Orders, the cycles of given sequences, and cycles that cannot be.

use strata::domains::twisty::{Metric, Possible, Structure, Target, notation, read_combination};

use super::cases::cases;
use super::puzzles::Moving;
use super::search::{PLAIN, Roots, search};

#[test]
fn shortest_sequences_of_an_order() {
    let (moving, roots) = (Moving::htm("3x3x3"), Roots::new());
    let mut seen = 0;
    for case in cases("shortest_of_order", "3x3x3 HTM") {
        let (length, example) = case.expected.split_once(" e.g. ").unwrap_or((case.expected, ""));
        let (order, length): (u64, usize) = (case.input.parse().unwrap(), length.parse().unwrap());
        // The cycles of the example are among those of the order.
        let target = moving.of_order(order);
        if let Some((word, cycles)) = example.strip_suffix(')').and_then(|e| e.split_once(" (")) {
            let turns = notation::read("example", &moving.task.puzzle, word).unwrap();
            let effect = notation::effect_of(&moving.task.puzzle, &turns);
            assert!(target.has(&moving.task.puzzle, &effect), "{example}");
            assert!(moving.target(cycles).has(&moving.task.puzzle, &effect), "{example}");
        }
        // Those of many cycles take their time.
        if length <= 5 && seen < 1000 {
            let answer = match length {
                5 => roots.search(target, PLAIN),
                _ => search(moving.quest(target), PLAIN),
            };
            assert_eq!(answer.length, Some(length), "order {order}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn cycles_of_sequences() {
    let moving = Moving::htm("3x3x3");
    let puzzle = &moving.task.puzzle;
    for case in cases("alg_type", "3x3x3") {
        let turns = notation::read("sequence", puzzle, case.input).unwrap();
        let effect = notation::effect_of(puzzle, &turns);
        let cycles = puzzle.orbits.iter().map(|orbit| Some(Structure::of(&effect, orbit)));
        let text = Target::text(puzzle, &cycles.collect());
        let got = format!("{text}; order {}", puzzle.order(&effect));
        assert_eq!(got, case.expected, "{}", case.input);
    }
}

/// Why cycles are refused; empty when they are not.
fn why(moving: &Moving, cycles: &str) -> String {
    let combination = read_combination(&moving.task.puzzle, cycles).unwrap();
    Possible::new(&moving.task).unwrap().check(&combination).err().unwrap_or_default()
}

#[test]
fn impossible_cycles_are_refused() {
    let cube = Moving::htm("3x3x3");
    let squares = Moving::new("3x3x3", "<U2,D2,R2,L2>", Metric::Htm);
    let pyraminx = Moving::htm("pyraminx");
    for (moving, cycles, reason) in [
        (&cube, "C[2] E[]", ""),
        (&cube, "C[1*] E[]", ""),
        (&cube, "C[] E[1*]", ""),
        (&cube, "C[] E[1*,1*,1*]", ""),
        (&cube, "C[9]", ""),
        (&cube, "C[1*,8] E[2]", ""),
        (&cube, "E[6,7]", ""),
        (&pyraminx, "A[2]", ""),
        (&pyraminx, "E[2]", ""),
        (&squares, "C[3]", ""),
        (&squares, "E[1*,1*]", ""),
    ] {
        let got = why(moving, cycles);
        assert_eq!(got, reason, "{cycles}");
    }
    for (moving, cycles) in [
        (&cube, "C[2] E[2]"),
        (&cube, "C[1*,1*] E[]"),
        (&cube, "C[2] E[?]"),
        (&cube, "C[1*,7*] E[1*,11*]"),
        (&pyraminx, "A[1*] E[]"),
        (&squares, "C[2,2] E[2,2]"),
    ] {
        assert_eq!(why(moving, cycles), "", "{cycles}");
    }
}
