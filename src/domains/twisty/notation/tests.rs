//! Sequences against effects, messages, limits.

use proptest::prelude::*;

use super::super::builtin::cube3;
use super::super::puzzle::{Alias, Base, Orbit};
use super::super::{Effect, Structure};
use super::*;

/// The names of turns that are hard to tell apart, and a sequence with a name.
fn odd_names() -> Puzzle {
    let orbit = Orbit { name: "DISCS".into(), first: 0, pieces: 6, turns: 1 };
    let swap = |a: usize| {
        let mut effect = Effect::identity(6);
        effect.from.swap(a, a + 1);
        effect
    };
    let wheel = Effect { from: vec![5, 0, 1, 2, 3, 4], turn: vec![0; 6] };
    let base = |name: &str, effect: Effect, order| Base { name: name.into(), effect, order };
    let bases = vec![
        base("U", wheel, 6),
        base("2U", swap(0), 2),
        base("Uw", swap(1), 2),
        base("++", swap(2), 2),
        base("/", swap(3), 2),
    ];
    let mut puzzle = Puzzle::new("odd", vec![orbit], bases);
    let turns = [(0, 1), (1, 1)].map(|(base, power)| Generator { base, power });
    puzzle.aliases.push(Alias { name: "T".into(), turns: turns.into() });
    puzzle
}

fn read_in(puzzle: &Puzzle, text: &str) -> String {
    match read("moves", puzzle, text) {
        Ok(turns) => show(puzzle, &turns),
        Err(error) => format!("{}:{}: {}", error.line, error.column, error.message),
    }
}

#[track_caller]
fn cube(text: &str, expected: &str) {
    assert_eq!(read_in(&cube3(), text), expected);
}

#[test]
fn the_effects_of_published_sequences() {
    // Cycles and orders: published presets, computed again by an independent program.
    let cases = [
        ("R' F' L U' L U L F U' R", "[1*,3*] [1*,5*]", 90),
        ("U F R' D' R2 F R' U' D", "[1*,1*,3*] [1*,5*]", 90),
        ("U R U' D2 B", "[1*,5*] [1*,7*]", 210),
        ("U L2 B' L U' B' U2 R B' R' B L", "[1*,1*] [1*,5*]", 30),
        ("U L B' L B' U R' D U2 L2 F2", "[1*,1*] [1*,5*]", 30),
        ("D L' F L2 B L' F' L B' D' L'", "[1*,3*] [1*,1*]", 18),
        ("B2 U2 L F' R B L2 D2 B R' F L", "[1*,3*] []", 9),
        ("R U2 D' B D'", "[3*,5*] [2,2*,7*]", 1260),
    ];
    let puzzle = cube3();
    for (text, expected, order) in cases {
        let turns = read("moves", &puzzle, text).unwrap();
        let effect = effect_of(&puzzle, &turns);
        let structures: Vec<String> =
            puzzle.orbits.iter().map(|orbit| Structure::of(&effect, orbit).to_string()).collect();
        assert_eq!(structures.join(" "), expected, "{text}");
        assert_eq!(puzzle.order(&effect), order, "{text}");
        assert_eq!(show(&puzzle, &turns), text);
    }
}

#[test]
fn powers_groups_commutators_and_conjugates() {
    cube("U2' U3 U4 U5 U' U0 U\u{2019}", "U2 U' U U' U'");
    cube("(R U)3", "R U R U R U");
    cube("(R U2 F')'", "F U2 R'");
    cube("(R U)2'", "U' R' U' R'");
    cube("[R, U]", "R U R' U'");
    cube("[R U: F2]", "R U F2 U' R'");
    cube("[R: [U, F]]2", "R U F U' F' R' R U F U' F' R'");
    cube("[R,U]'", "U R U' R'");
    cube("(R U4)0 (R4) F", "F");
    cube("R . U // then F\n. F.L", "R U F L");
    cube("", "");
}

#[test]
fn blanks_may_be_left_out_where_one_reading_remains() {
    cube("R2U2R'F", "R2 U2 R' F");
    cube("(RU)2F(L)'[R,U]D", "R U R U F L' R U R' U' D");
    let odd = odd_names();
    let cases = [
        ("U2U", "1:1: this can be read as `U2 U` and as `U 2U`; put blanks between the turns"),
        ("U 2U", "U 2U"),
        ("UwU", "Uw U"),
        ("UUw3'/++U3", "U Uw / ++ U3"),
        ("UUw /++U3", "U Uw / ++ U3"),
        ("2U2U", "1:1: this can be read as `2U2 U` and as `2U 2U`; put blanks between the turns"),
        ("(U)2U", "1:4: `2U` can be read in several ways; put a blank where it belongs"),
        ("(U)2 2U", "U U 2U"),
        ("(U)Uw", "U Uw"),
        ("T T' (T)2", "U 2U 2U U' U 2U U 2U"),
        ("/// U\n/", "/"),
        ("/ // U\n/", "/ /"),
    ];
    for (text, expected) in cases {
        assert_eq!(read_in(&odd, text), expected, "{text}");
    }
}

#[test]
fn messages_say_where_and_what_would_be_right() {
    let names = "there are U, D, R, L, F, B";
    cube("R U Q2 F", &format!("1:5: no turn is called \"Q2\"; {names}"));
    cube("R U\n FQ", &format!("2:3: no turn is called \"Q\"; {names}"));
    cube("R''", &format!("1:3: no turn is called \"'\"; {names}"));
    cube("(R)Q", &format!("1:4: no turn is called \"Q\"; {names}"));
    cube("R )", "1:3: this `)` closes nothing");
    cube("R ]", "1:3: this `]` closes nothing");
    cube("F (R U", "1:3: this `(` is never closed");
    cube("[R, U", "1:1: this `[` is never closed");
    cube("(R, U)", "1:3: `,` stands only between the halves of `[A, B]` and `[A: B]`");
    cube("(R]", "1:3: here `)` must close what `(` opened");
    cube("[R U]", "1:5: here `,` or `:` is missing: [A, B] is a commutator, [A: B] a conjugate");
    cube("[R, U: F]", "1:6: `:` stands only between the halves of `[A, B]` and `[A: B]`");
    cube("[, U]", "1:2: here turns are missing");
    cube("[R: ]", "1:5: here turns are missing");
    cube("()", "1:2: here turns are missing");
    cube("R; U", "1:2: `;` is no part of a sequence; turns, ( ), [A, B] and [A: B] are");
    cube("é R", &format!("1:1: no turn is called \"é\"; {names}"));
}

#[test]
fn lengths_and_nesting_are_bounded() {
    let long = "1:1: written out, the sequence has more than 100000 turns";
    cube("(R U)50001", long);
    cube("((R U)1000)999999999", long);
    cube("(R4)999999999", "");
    assert_eq!(read("moves", &cube3(), "(R U)50000").unwrap().len(), MAX_LENGTH);
    let doubled = format!("{}R{}", "[".repeat(40), ", U]".repeat(40));
    assert!(read_in(&cube3(), &doubled).contains("has more than 100000 turns"));
    let nested = |depth: usize| format!("{}R{}", "(".repeat(depth), ")".repeat(depth));
    cube(&nested(100), "R");
    cube(&nested(101), "1:101: nested deeper than 100");
    cube(&"(".repeat(100_000), "1:101: nested deeper than 100");
    cube(&"R ".repeat(600_000), "1:1: 1200000 bytes; a sequence has at most 1048576");
    cube(&"RU".repeat(6000), "1:1: 12000 bytes without a blank; put blanks between the turns");
}

#[test]
fn sets_of_generators() {
    let cases = [
        ("<F,R2,U>", "F R2 U"),
        ("F R2 U", "F R2 U"),
        (" < U', D2' >", "U D2"),
        ("<U,U2>", "1:4: `U2` and `U` are powers of the same turn; one of them is enough"),
        ("<U,F,U'>", "1:6: `U` is here twice"),
        ("<U,F4>", "1:4: `F4` does nothing: 4 times the turn is a full turn"),
        ("<U,Q>", "1:4: no turn is called \"Q\"; there are U, D, R, L, F, B"),
        ("<U", "1:3: here `>` is missing"),
        ("U>", "1:1: here `<` is missing"),
        ("<>", "1:2: no turn; there are U, D, R, L, F, B"),
        ("", "1:1: no turn; there are U, D, R, L, F, B"),
        ("<", "1:2: here `>` is missing"),
    ];
    let puzzle = cube3();
    for (text, expected) in cases {
        let found = match read_generators("moves", &puzzle, text) {
            Ok(turns) => show(&puzzle, &turns),
            Err(error) => format!("{}:{}: {}", error.line, error.column, error.message),
        };
        assert_eq!(found, expected, "{text}");
    }
    let odd = odd_names();
    let message = read_generators("moves", &odd, "U,T").unwrap_err().message;
    assert_eq!(message, "`T` is not one turn but several");
}

fn sequence() -> impl Strategy<Value = Vec<Generator>> {
    let turn = (0..6_usize, 1..4_u32).prop_map(|(base, power)| Generator { base, power });
    proptest::collection::vec(turn, 0..12)
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[UDRF2'wT/+() \\[\\],:.\n0-9é]{0,40}", other in ".{0,60}") {
        for puzzle in [cube3(), odd_names()] {
            for text in [&text, &other] {
                if let Ok(turns) = read("moves", &puzzle, text) {
                    prop_assert!(turns.len() <= MAX_LENGTH);
                    for Generator { base, power } in turns {
                        prop_assert!(power > 0 && power < puzzle.bases[base].order);
                    }
                }
                let _ = read_generators("moves", &puzzle, text);
            }
        }
    }

    #[test]
    fn what_is_shown_reads_as_the_same(turns in sequence()) {
        let puzzle = cube3();
        let text = show(&puzzle, &turns);
        prop_assert_eq!(read("moves", &puzzle, &text).unwrap(), turns.clone());
        let tight = read("moves", &puzzle, &text.replace(' ', "")).unwrap();
        prop_assert_eq!(tight, turns);
    }

    #[test]
    fn commutators_and_conjugates_are_products(a in sequence(), b in sequence(), times in 1..5_u64) {
        prop_assume!(!a.is_empty() && !b.is_empty());
        let puzzle = cube3();
        let orbits = &puzzle.orbits;
        let (x, y) = (effect_of(&puzzle, &a), effect_of(&puzzle, &b));
        prop_assert_eq!(effect_of(&puzzle, &inverse(&puzzle, &a)), x.inverse(orbits));
        let (a, b) = (show(&puzzle, &a), show(&puzzle, &b));
        let effect = |text: String| effect_of(&puzzle, &read("moves", &puzzle, &text).unwrap());
        let there = x.then(&y, orbits);
        let commutator = there.then(&y.then(&x, orbits).inverse(orbits), orbits);
        prop_assert_eq!(effect(format!("[{a}, {b}]")), commutator.clone());
        prop_assert_eq!(effect(format!("[{a}: {b}]")), there.then(&x.inverse(orbits), orbits));
        let back = commutator.power(times, orbits).inverse(orbits);
        prop_assert_eq!(effect(format!("[{a}, {b}]{times}'")), back);
    }
}
