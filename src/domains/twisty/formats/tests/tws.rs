//! What `.tws` files mean.

use super::super::super::builtin::cube3;
use super::super::super::notation::show;
use super::super::{Format, is_likely, write_tws};
use super::*;

fn tws(text: &str) -> Puzzle {
    read("x.tws", text, None).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn turns_of_a_move_belong_to_pieces() {
    // A report against a program that took them for slots: after R the corners are turned
    // 0 1 1 0 0 0, and the position 0 0 1 0 1 0 is not one move away.
    let file = "Set CORN 6 3\nMove R\nCORN\n1 3 5 4 2 6\n0 0 1 0 1 0\nEnd\n";
    let puzzle = tws(file);
    let base = &puzzle.bases[0];
    assert_eq!(
        (&base.effect.from[..], &base.effect.turn[..]),
        (&[0, 2, 4, 3, 1, 5][..], &[0, 1, 1, 0, 0, 0][..])
    );
    let slots = "Set CORN 6 3\nMoveTransformation R\nCORN\n0 2 4 3 1 5\n0 1 1 0 0 0\nEnd\n";
    assert_eq!(tws(slots), puzzle);
    for power in 1..base.order {
        let effect = base.effect.power(power.into(), &puzzle.orbits);
        assert_ne!(effect.turn, [0, 0, 1, 0, 1, 0]);
    }
}

#[test]
fn the_pyraminx_has_its_published_generations() {
    let puzzle = tws(PYRAMINX);
    assert_eq!(puzzle.name, "Pyraminx without tips");
    assert!(puzzle.is_plain());
    assert_eq!(generations(&puzzle, 5), [1, 8, 48, 288, 1728, 9896]);
}

#[test]
fn a_cube_by_pieces_is_the_cube() {
    let cube = cube3();
    let mut text = String::from("Name 3x3x3\nSet CORNERS 8 3\nSet EDGES 12 2\n");
    for base in &cube.bases {
        text += &format!("Move {}\n", base.name);
        for orbit in &cube.orbits {
            let from: Vec<usize> =
                orbit.slots().map(|slot| usize::from(base.effect.from[slot])).collect();
            let mut turns = vec![String::new(); orbit.pieces];
            for (slot, from) in orbit.slots().zip(&from) {
                turns[from - orbit.first] = base.effect.turn[slot].to_string();
            }
            let from: Vec<String> =
                from.iter().map(|from| (from - orbit.first + 1).to_string()).collect();
            text += &format!("{}\n{}\n{}\n", orbit.name, from.join(" "), turns.join(" "));
        }
        text += "End\n";
    }
    assert_eq!(tws(&text), cube);
    assert_eq!(tws(&write_tws(&cube)), cube);
}

#[test]
fn pieces_that_look_alike_and_turns_that_do_not_matter() {
    let file = "Set A 4 3\nSet B 2 1\n\
                Solved\nA\n1 2 1 2\n0 ? 0 ?\nB\n2 1\nEnd\n\
                Solved\nA\n2 1 2 1\n? 1 ? 2\nEnd\n\
                Move X\nA\n2 3 4 1\n1 0 0 0\nB\n2 1\nEnd\n\
                Scramble s\nA\n1 1 2 2\n2 0 ? ?\nB\n1 2\nEnd\n";
    let puzzle = tws(file);
    assert_eq!(puzzle.labels, [0, 1, 0, 1, 4, 5]);
    assert_eq!(puzzle.any_turn, [false, true, false, true, false, false]);
    let second = Effect { from: vec![1, 0, 3, 2, 4, 5], turn: vec![0, 1, 0, 2, 0, 0] };
    assert_eq!(puzzle.solved, [Effect::identity(6), second]);
    let start = Effect { from: vec![0, 2, 1, 3, 5, 4], turn: vec![2, 0, 0, 0, 0, 0] };
    assert_eq!(puzzle.start, Some(start.clone()));
    // StartState and ScrambleState say the same with numbers from 0.
    let zero = file
        .replacen(
            "Solved\nA\n1 2 1 2\n0 ? 0 ?\nB\n2 1",
            "StartState\nA\n0 1 0 1\n0 ? 0 ?\nB\n1 0",
            1,
        )
        .replace(
            "Scramble s\nA\n1 1 2 2\n2 0 ? ?\nB\n1 2",
            "ScrambleState s\nA\n0 0 1 1\n2 0 ? ?\nB\n0 1",
        );
    assert_eq!(tws(&zero), puzzle);
}

#[test]
fn a_solved_position_with_turned_pieces_is_the_new_upright() {
    // Two pieces look alike, one stands turned. To swap them without a turn does not solve.
    let file = "Set A 2 2\nSolved\nA\n1 1\n0 1\nEnd\n\
                Move X\nA\n2 1\n0 0\nEnd\nMove Y\nA\n2 1\n1 1\nEnd\n\
                Move V\nA\n1 2\n1 0\nEnd\nMove W\nA\n1 2\n1 1\nEnd\n";
    let puzzle = tws(file);
    let solved = |text| puzzle.plainest(&effect(&puzzle, text)).is_identity();
    for (text, expected) in [("X", false), ("Y", true), ("X V", false), ("X W", true), ("W", false)]
    {
        assert_eq!(solved(text), expected, "{text}");
    }
}

#[test]
fn further_positions_count_from_the_new_upright() {
    // X exchanges the pieces and turns each as the other stood; Y turns one of them.
    let file = "Set A 2 3\nSolved\nA\n1 1\n0 1\nEnd\nSolved\nA\n1 1\n1 1\nEnd\n\
                Move X\nA\n2 1\n1 2\nEnd\nMove Y\nA\n1 2\n1 0\nEnd\n\
                Scramble\nA\n1 1\n0 0\nEnd\n";
    let puzzle = tws(file);
    assert!(puzzle.plainest(&effect(&puzzle, "X")).is_identity());
    assert_eq!(puzzle.solved[1], effect(&puzzle, "Y"));
    assert_eq!(puzzle.start, Some(Effect { from: vec![0, 1], turn: vec![0, 2] }));
}

#[test]
fn where_a_search_starts() {
    let scrambled = |alg: &str| tws(&format!("{PYRAMINX}ScrambleAlg one\n{alg}\nEnd\n"));
    let puzzle = scrambled("U L'\n(R U)2 // and so on\n");
    assert_eq!(puzzle.start, Some(effect(&puzzle, "U L' R U R U")));
    assert_eq!(scrambled("U3").start, None);
}

#[test]
fn powers_and_inverses_under_other_names_are_no_turns_of_their_own() {
    // U2 comes before U, and W is the inverse of U; V is U2 again.
    let file = "Set A 6 1\nMove U2\nA\n2 3 1 5 6 4\nEnd\nMove X\nA\n2 1 3 4 5 6\nEnd\n\
                Move V\nA\n2 3 1 5 6 4\nEnd\n\
                Move U\nA\n4 5 6 2 3 1\nEnd\nMove W\nA\n6 4 5 1 2 3\nEnd\n\
                MoveAlias Y X' # the same\nMoveSequence T (U X)2 # two turns\n";
    let puzzle = tws(file);
    let names: Vec<&str> = puzzle.bases.iter().map(|base| base.name.as_str()).collect();
    assert_eq!((names, puzzle.bases[0].order), (vec!["U", "X"], 6), "{:?}", puzzle.aliases);
    let of = |name| show(&puzzle, &notation::read("moves", &puzzle, name).unwrap());
    assert_eq!(of("U2 V W Y T"), "U2 U2 U' X U X U X");
    assert_eq!(tws(&write_tws(&puzzle)), puzzle);
}

#[test]
fn turns_of_the_whole_puzzle_are_known_but_not_searched() {
    let file = "Set A 3 1\nMove U\nA\n2 1 3\nEnd\nMove x\nA\n2 3 1\nEnd\nMove Uv\nA\n1 3 2\nEnd\n";
    let puzzle = tws(file);
    assert_eq!(puzzle.bases.len(), 3);
    assert_eq!(Generator::all(&puzzle), [Generator { base: 0, power: 1 }]);
}

#[test]
fn formats_are_recognised() {
    assert_eq!(Format::detect("a.TWS", "{"), Format::Tws);
    assert_eq!(Format::detect("a.json", ""), Format::KPuzzle);
    assert_eq!(Format::detect("-", "\n {}"), Format::KPuzzle);
    assert_eq!(Format::detect("-", PYRAMINX), Format::Tws);
    assert!(is_likely("x", PYRAMINX));
    // The ending says it.
    assert!(is_likely("a.tws", "") && is_likely("b.JSON", "{}"));
    assert!(is_likely("x", "\u{feff}{\"orbits\": [], \"moves\": {}}"));
    assert!(!is_likely("x", "board = \"\"\"Set\"\"\"\n") && !is_likely("x", "{}"));
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
    }
}
