//! Orders, the cycles of given sequences, and cycles that cannot be.

use strata::domains::twisty::{Metric, Possible, Structure, Target, notation, read_combination};

use super::cases::cases;
use super::kernels::random;
use super::puzzles::Moving;
use super::random::Random;
use super::search::{PLAIN, Roots, search};
use super::tricks::of;

#[test]
fn shortest_sequences_of_an_order() {
    let (moving, roots) = (Moving::htm("3x3x3"), Roots::new());
    let mut seen = 0;
    for (at, case) in cases("shortest_of_order", "3x3x3 HTM").into_iter().enumerate() {
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
        // Of the longer ones some.
        if length <= 3 || (length <= 5 && at % 3 == 0) {
            let answer = match length {
                5 => roots.search(target, PLAIN),
                _ => search(moving.quest(target), PLAIN),
            };
            assert_eq!(answer.length, Some(length), "order {order}");
            seen += 1;
        }
    }
    assert!(seen > 25, "{seen}");
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
    let (pyraminx, large) = (Moving::htm("pyraminx"), Moving::htm("4x4x4"));
    let three = Moving::new("3x3x3", "<F,R,U>", Metric::Htm);
    let sum = "moves never change the sum of the turns of";
    let parities = "moves never change the parities of";
    for (moving, cycles, reason) in [
        (&cube, "C[2] E[]", format!("{parities} CORNERS and EDGES so")),
        (&cube, "C[4] E[2,2]", format!("{parities} CORNERS and EDGES so")),
        (
            &cube,
            "C[1*] E[]",
            format!("{sum} CORNERS, so one of its cycles alone can not be turned"),
        ),
        (
            &cube,
            "E[1*,1*,1*]",
            format!("{sum} EDGES, so an odd number of its cycles can not be turned"),
        ),
        (&cube, "C[9]", "[9] takes 9 pieces, and CORNERS has 8".to_owned()),
        (&cube, "C[1*,8] E[2]", "[1*,8] takes 9 pieces, and CORNERS has 8".to_owned()),
        (&cube, "E[6,7]", "[6,7] takes 13 pieces, and EDGES has 12".to_owned()),
        (
            &pyraminx,
            "A[2]",
            "moves carry a piece of AXIALS to no other place at most: there is no room for [2]"
                .to_owned(),
        ),
        (
            &squares,
            "E[6]",
            "moves carry a piece of EDGES to 4 places at most: there is no room for [6]".to_owned(),
        ),
        (
            &three,
            "C[8]",
            "moves carry a piece of CORNERS to 7 places at most: there is no room for [8]"
                .to_owned(),
        ),
        (
            &large,
            "W[1*]",
            "pieces of WINGS cannot be turned: no cycle of them has a `*`".to_owned(),
        ),
    ] {
        assert_eq!(why(moving, cycles), reason, "{cycles}");
    }
    for (moving, cycles) in [
        (&cube, "C[2] E[2]"),
        (&cube, "C[1*,1*] E[]"),
        (&cube, "C[2] E[?]"),
        (&pyraminx, "A[1*] E[]"),
        (&squares, "C[2,2] E[2,2]"),
        (&three, "C[3,4] E[1*,8*]"),
    ] {
        assert_eq!(why(moving, cycles), "", "{cycles}");
    }
}

/// Whatever a sequence does is possible, with all moves and with few.
#[test]
fn what_sequences_do_is_never_refused() {
    let mut numbers = Random::new(13);
    for (name, turns) in [
        ("3x3x3", ""),
        ("3x3x3", "<F,R,U>"),
        ("3x3x3", "<U2,D2,R2,L2>"),
        ("3x3x3", "<U,R2,F2>"),
        ("3x3x3", "<U,D>"),
        ("2x2x2", "<U2,R>"),
        ("4x4x4", "<2U,R>"),
        ("4x4x4", ""),
        ("megaminx", "<U,F,B>"),
        ("megaminx", "<U,D>"),
        ("megaminx", ""),
        ("pyraminx-tips", ""),
        ("skewb", "<U,R>"),
        ("skewb", ""),
    ] {
        let moving = Moving::new(name, turns, Metric::Htm);
        let possible = Possible::new(&moving.task).unwrap();
        for count in 0..40 {
            let effect = random(&moving, &mut numbers, count / 2);
            let mut cycles = of(&moving, &effect).combinations.remove(0);
            let refused = possible.check(&cycles).err();
            let text = Target::text(&moving.task.puzzle, &cycles);
            assert_eq!(refused, None, "{name} {turns} {text}");
            // Less is asked for.
            let orbit = numbers.below(cycles.len());
            cycles[orbit] = None;
            assert_eq!(possible.check(&cycles).err(), None, "{name} {turns} {text}");
        }
    }
}
