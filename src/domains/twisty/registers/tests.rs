#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use super::*;
use crate::domains::twisty::cycles::lcm;
use crate::domains::twisty::{
    Effect, Generator, Metric, Puzzle, Stay, Structure, Target, Task, builtin, notation,
};

fn task(name: &str) -> Task {
    let puzzle = builtin::named(name).unwrap().puzzle;
    Task { generators: Generator::all(&puzzle), puzzle, metric: Metric::Htm }
}

fn ways_of(name: &str, orders: &str) -> Result<Vec<Way>, String> {
    ways(&task(name), &read_orders(orders).unwrap().unwrap())
}

/// The cycles of each register, in the order of the numbers that were asked for.
fn cycles(puzzle: &Puzzle, way: &Way) -> Vec<String> {
    let mut choices: Vec<&(usize, Choice)> = way.choices.iter().collect();
    choices.sort_by_key(|(number, _)| *number);
    choices.iter().map(|(_, choice)| Target::text(puzzle, &choice.combination())).collect()
}

fn effect(puzzle: &Puzzle, moves: &str) -> Effect {
    notation::effect_of(puzzle, &notation::read("moves", puzzle, moves).unwrap())
}

#[test]
fn orders_are_numbers_with_slashes() {
    assert_eq!(read_orders(" 30/18/10/9"), Some(Ok(vec![30, 18, 10, 9])));
    assert_eq!(read_orders("7"), Some(Ok(vec![7])));
    assert_eq!(read_orders("C[3] E[]"), None);
    assert_eq!(read_orders(""), None);
    for text in ["1/2", "0", "3//3", "/", "99999999999999999999", "2/2/2/2/2/2/2/2/2"] {
        assert!(read_orders(text).unwrap().is_err(), "{text}");
    }
}

/// The cycles of register architectures whose sequences are published.
#[test]
fn all_pieces_of_the_cube_are_needed_for_the_known_architectures() {
    let puzzle = task("3x3x3").puzzle;
    let known: [(&str, &[&str]); 2] = [
        ("210/24", &["C[1*,5*] E[1*,7*]", "C[1*,2*] E[1*,4*]"]),
        ("30/18/10/9", &["C[1*,1*] E[1*,5*]", "C[1*,3*] E[1*,1*]", "C[] E[1*,5*]", "C[1*,3*] E[]"]),
    ];
    for (orders, expected) in known {
        let ways = ways_of("3x3x3", orders).unwrap();
        assert_eq!(ways.iter().map(|way| cycles(&puzzle, way)).collect::<Vec<_>>(), [expected]);
    }
    let ways = ways_of("3x3x3", "90/90").unwrap();
    let known = ["C[1*,1*,3*] E[1*,5*]", "C[1*,3*] E[1*,5*]"];
    assert!(ways.iter().any(|way| cycles(&puzzle, way) == known));
}

#[test]
fn ways_have_room_and_the_right_orders() {
    for (name, orders) in
        [("2x2x2", "6/3"), ("pyraminx", "6/3/2"), ("skewb", "3/3"), ("3x3x3", "12/6/4")]
    {
        let puzzle = task(name).puzzle;
        let asked = read_orders(orders).unwrap().unwrap();
        let ways = ways_of(name, orders).unwrap();
        assert!(!ways.is_empty());
        for way in ways {
            assert_eq!(way.choices.len(), asked.len());
            for (at, orbit) in puzzle.orbits.iter().enumerate() {
                let own: usize = way.choices.iter().map(|(_, c)| c.own[at].pieces()).sum();
                let shared = way.choices.iter().any(|(_, choice)| choice.shared[at]);
                assert!(own + usize::from(shared) <= orbit.pieces);
            }
            for (number, choice) in &way.choices {
                // All turned cycles of these puzzles come back after as many rounds as there are turns.
                let order = |(own, turns): (&Structure, u8)| {
                    own.0.iter().fold(1, |all, cycle| {
                        lcm(
                            all,
                            u64::from(cycle.length) * if cycle.turned { turns.into() } else { 1 },
                        )
                    })
                };
                let turns = puzzle.orbits.iter().map(|orbit| orbit.turns);
                assert_eq!(choice.own.iter().zip(turns).map(order).fold(1, lcm), asked[*number]);
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    for (name, orders, why) in [
        ("3x3x3", "1260/1260", "no room side by side on 3x3x3 with 8 CORNERS and 12 EDGES"),
        ("3x3x3", "1260/1260", "1260 takes 19 pieces of its own"),
        ("3x3x3", "13", "no cycles of the pieces of 3x3x3 have order 13"),
        ("3x3x3", "90/26", "26 is impossible"),
        ("2x2x2", "11", "no cycles"),
    ] {
        let error = ways_of(name, orders).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}

/// The lengths are known from searches.
#[test]
fn long_sequences_are_searched_while_pieces_are_free() {
    let puzzle = task("3x3x3").puzzle;
    let way = &ways_of("3x3x3", "30/18/10/9").unwrap()[0];
    let known = [11, 11, 9, 12];
    let lengths: Vec<u32> = way.choices.iter().map(|(number, _)| known[*number]).collect();
    let arranged = way.arranged(&puzzle, 18, &lengths);
    let numbers = |way: &Way| way.choices.iter().map(|(number, _)| *number).collect::<Vec<_>>();
    // The cycles of the second and the third one are taken from few pieces at the end.
    assert_eq!(numbers(&arranged), [3, 1, 0, 2]);
    assert_eq!(cycles(&puzzle, &arranged), cycles(&puzzle, way));
}

/// Published sequences of two registers of 90.
const KNOWN: [&str; 2] = ["R' F' L U' L U L F U' R", "U F R' D' R2 F R' U' D"];

#[test]
fn known_registers_take_their_pieces_and_pass() {
    let puzzle = task("3x3x3").puzzle;
    let ways = ways_of("3x3x3", "90/90").unwrap();
    let effects = KNOWN.map(|moves| effect(&puzzle, moves));
    let asked = ["C[1*,3*] E[1*,5*]", "C[1*,1*,3*] E[1*,5*]"];
    let both = [true, true];
    let fits = |way: &&Way| {
        let texts = way.choices.iter().map(|(_, c)| Target::text(&puzzle, &c.combination()));
        texts.eq(asked) && way.choices.iter().all(|(_, c)| c.shared == both)
    };
    let way = ways.iter().find(fits).unwrap();
    let mut layout = Layout::new(&puzzle, way);
    let (_, stay) = layout.next().unwrap();
    assert!(stay.iter().all(|&stay| stay == Stay::Free));
    for effect in &effects {
        let (combination, stay) = layout.next().unwrap();
        assert!(Target { combinations: vec![combination], stay, order: None }.has(&puzzle, effect));
        layout.add(effect.clone()).unwrap();
    }
    assert!(layout.next().is_none());
    let own: Vec<usize> = layout.registers().iter().map(|register| register.own.len()).collect();
    assert_eq!(own, [8, 9]);
    let shared = layout.shared();
    check(&puzzle, &[90, 90], layout.registers(), &shared).unwrap();

    // Each of these must be told.
    let mut wrong = layout.registers().to_vec();
    assert!(check(&puzzle, &[90, 45], &wrong, &shared).is_err());
    assert!(check(&puzzle, &[90, 180], &wrong, &shared).is_err());
    assert!(check(&puzzle, &[90, 90], &wrong, &[]).unwrap_err().contains("disturbs"));
    wrong[1].own.pop();
    assert!(check(&puzzle, &[90, 90], &wrong, &shared).is_err());
    let mut wrong = layout.registers().to_vec();
    wrong[1].effect = wrong[1].effect.then(&effect(&puzzle, "U"), &puzzle.orbits);
    assert!(check(&puzzle, &[90, 90], &wrong, &shared).unwrap_err().contains("disturbs"));
    let mut wrong = layout.registers().to_vec();
    wrong[1].own = wrong[0].own.clone();
    assert!(check(&puzzle, &[90, 90], &wrong, &shared).unwrap_err().contains("share a piece"));
}

#[test]
fn where_all_pieces_are_needed_the_shared_one_is_the_same() {
    let puzzle = task("3x3x3").puzzle;
    let way = &ways_of("3x3x3", "210/24").unwrap()[0];
    // Of the way's registers the one with the rarer cycles comes first.
    let (number, choice) = &way.choices[0];
    assert_eq!((*number, &choice.shared[..]), (1, &[true, true][..]));
    let mut from: Vec<u8> = (0..20).collect();
    let mut turn = vec![0; 20];
    // Corners 0 and 1 change places, 2 is turned; edges 8 to 11 go round, 12 is turned.
    (from[0], from[1], turn[0], turn[2]) = (1, 0, 1, 2);
    (from[8], from[9], from[10], from[11]) = (9, 10, 11, 8);
    (turn[8], turn[12]) = (1, 1);
    let mut layout = Layout::new(&puzzle, way);
    layout.add(Effect { from, turn }).unwrap();
    assert_eq!(layout.registers()[0].own, [0, 1, 8, 9, 10, 11]);
    assert_eq!(layout.shared(), [2, 12]);
    let (_, stay) = layout.next().unwrap();
    let still = |slot: &usize| stay[*slot] == Stay::Still;
    assert_eq!((0..20).filter(still).collect::<Vec<_>>(), [0, 1, 8, 9, 10, 11]);
    assert_eq!((stay[2], stay[12]), (Stay::Turned, Stay::Turned));
}
