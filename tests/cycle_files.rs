//! `strata ccs` on puzzles of files, where something else than the wanted orbit decides.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
}

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use serde_json::Value;
use strata::domains::twisty::formats::write_tws;
use strata::domains::twisty::{Base, Effect, Orbit, Puzzle, builtin};

/// The last message of a search.
fn found(home: &Home, args: &[&str]) -> Value {
    let all = [&["ccs"], args, &["--json"]].concat();
    let output = home.strata(&all).assert().success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

/// The corners of the cube, and four pieces that one of the faces moves as well.
fn with_ring(face: &str) -> Puzzle {
    let corners = builtin::named("2x2x2-6").unwrap().puzzle;
    let first = corners.slots();
    let mut orbits = corners.orbits.clone();
    orbits.push(Orbit { name: "RING".into(), first, pieces: 4, turns: 1 });
    let bases = corners.bases.iter().map(|base| {
        let mut effect: Effect = base.effect.clone();
        for at in 0..4 {
            let from = if base.name == face { (at + 1) % 4 } else { at };
            effect.from.push((first + from) as u8);
            effect.turn.push(0);
        }
        Base { effect, ..base.clone() }
    });
    Puzzle::new("ring", orbits, bases.collect())
}

#[test]
fn tables_of_one_puzzle_are_not_those_of_another_with_other_symmetries() {
    let (shared, search) = (Home::new(), ["C[1*,1*] R[]", "--puzzle", "ring.tws"]);
    for face in ["U", "F"] {
        let text = write_tws(&with_ring(face));
        let alone = Home::new();
        let alone = found(alone.write("ring.tws", &text), &search);
        let answer = found(shared.write("ring.tws", &text), &search);
        assert_eq!(answer["length"], alone["length"], "{face}");
    }
}

#[test]
fn an_order_is_that_of_the_effect_where_cycles_do_not_tell() {
    let home = Home::new();
    // Two pieces change places, and come back turned by one of four.
    home.write("four.tws", "Set A 2 4\nMoveTransformation P\nA\n1 0\n1 0\nEnd\n");
    for (order, length) in [("2", 1), ("4", 1), ("8", 1)] {
        let answer = found(&home, &["--order", order, "--puzzle", "four.tws", "--all"]);
        assert_eq!(answer["length"], length);
        assert_eq!(answer["effect"]["order"].to_string(), order);
    }
}

#[test]
fn sequences_of_many_moves_are_counted() {
    let home = Home::new();
    // Two circles that do not touch: only the order of their turns differs.
    let circle = |first: usize, last: usize| {
        let from = (0..213).map(|slot| match slot {
            _ if slot == last => first,
            _ if (first..last).contains(&slot) => slot + 1,
            _ => slot,
        });
        from.map(|slot| slot.to_string()).collect::<Vec<_>>().join(" ")
    };
    let zeros = vec!["0"; 213].join(" ");
    let (a, b) = (circle(0, 209), circle(210, 212));
    let text = format!(
        "Set A 213 1\nMoveTransformation P\nA\n{a}\n{zeros}\nEnd\nMoveTransformation Q\nA\n{b}\n{zeros}\nEnd\n"
    );
    home.write("circles.tws", &text);
    // A turn done 70 times leaves 70 circles of three, and the other circle is one more.
    let threes = vec!["3"; 71].join(",");
    let search = [&format!("A[{threes}]"), "--puzzle", "circles.tws", "--metric", "QTM", "--all"];
    let answer = found(&home, &search);
    // One of 71 moves is the other turn's; either way round: 2 * 2 * 71.
    assert_eq!((answer["length"].as_u64(), answer["words"].as_str()), (Some(71), Some("284")));
}
