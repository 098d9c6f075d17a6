//! `strata ccs 90/90`: registers that count apart from each other.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
}

use std::collections::{HashMap, HashSet};

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use predicates::str::contains;
use serde_json::Value;
use strata::domains::twisty::{Drawing, Effect, Puzzle, builtin, formats, notation};

/// Runs the command, and gives its answer.
fn answer(home: &Home, exit: i32, args: &[&str]) -> Value {
    let output = home.strata(args).arg("--json").assert().code(exit).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut messages = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    messages.rfind(|message| message["message_type"] == "registers").unwrap()
}

/// What a register shows in an effect.
fn shown(effect: &Effect, own: &[usize]) -> Vec<(u8, u8)> {
    own.iter().map(|&slot| (effect.from[slot], effect.turn[slot])).collect()
}

/// Counts with all registers by their sequences alone, and reads each from its own pieces.
fn count_apart(puzzle: &Puzzle, found: &Value) {
    let drawing = Drawing::new(puzzle);
    let slots: HashMap<String, usize> =
        (0..puzzle.slots()).map(|slot| (drawing.slot_name(slot), slot)).collect();
    let registers: Vec<(u64, Effect, Vec<usize>)> = (found["registers"].as_array().unwrap().iter())
        .map(|register| {
            let moves = register["moves"].as_str().unwrap();
            assert_eq!(moves.split_whitespace().count() as u64, register["length"]);
            let turns = notation::read("moves", puzzle, moves).unwrap();
            let own = register["own"].as_array().unwrap().iter();
            let own = own.map(|name| slots[name.as_str().unwrap()]).collect();
            let order = register["order"].as_u64().unwrap();
            (order, notation::effect_of(puzzle, &turns), own)
        })
        .collect();
    let all: Vec<usize> = registers.iter().flat_map(|(.., own)| own.clone()).collect();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "a piece belongs to two");
    for (first, (order, effect, own)) in registers.iter().enumerate() {
        let mut values = Vec::new();
        let mut position = Effect::identity(puzzle.slots());
        for _ in 0..*order {
            values.push(shown(&position, own));
            // The others count, and this one still shows its value.
            let mut beside = position.clone();
            for (other, (_, effect, own_of_other)) in registers.iter().enumerate() {
                if other != first {
                    let before = shown(&beside, own_of_other);
                    beside = beside.then(effect, &puzzle.orbits);
                    assert_eq!(&shown(&beside, own), values.last().unwrap());
                    assert_ne!(shown(&beside, own_of_other), before);
                }
            }
            position = position.then(effect, &puzzle.orbits);
        }
        assert_eq!(shown(&position, own), values[0], "the order is {order}");
        assert_eq!(values.iter().collect::<HashSet<_>>().len() as u64, *order);
    }
}

fn lengths(found: &Value) -> Vec<u64> {
    let registers = found["registers"].as_array().unwrap().iter();
    registers.map(|register| register["length"].as_u64().unwrap()).collect()
}

fn runs(found: &Value) -> Vec<u64> {
    let registers = found["registers"].as_array().unwrap().iter();
    registers.map(|register| register["run"].as_u64().unwrap()).collect()
}

#[test]
fn small_registers_count_apart_and_are_stored() {
    for (name, orders) in [("2x2x2", "3/2"), ("2x2x2", "6/3"), ("pyraminx", "3/3/2")] {
        let home = Home::new();
        let puzzle = builtin::named(name).unwrap().puzzle;
        let args = ["ccs", orders, "--puzzle", name];
        let found = answer(&home, 0, &args);
        let asked: Vec<u64> = orders.split('/').map(|order| order.parse().unwrap()).collect();
        let registers = found["registers"].as_array().unwrap();
        let given: Vec<u64> = registers.iter().map(|r| r["order"].as_u64().unwrap()).collect();
        assert_eq!(given, asked);
        count_apart(&puzzle, &found);
        let again = answer(&home, 0, &args);
        assert_eq!((runs(&again), &again["registers"]), (runs(&found), &found["registers"]));
    }
}

/// `scripts/check-registers` has those that take minutes.
#[test]
fn one_register_takes_as_many_moves_as_its_order_alone() {
    let home = Home::new();
    let found = answer(&home, 0, &["ccs", "1260"]);
    count_apart(&builtin::named("3x3x3").unwrap().puzzle, &found);
    assert_eq!(lengths(&found), [5]);
}

#[test]
fn impossible_registers_are_refused_and_leave_no_store() {
    let home = Home::new();
    for (orders, why) in [
        ("1260/1260", "no room side by side"),
        ("13", "no cycles of the pieces of 3x3x3 have order 13"),
        ("90/1", "is no order of a register"),
    ] {
        home.strata(&["ccs", orders]).assert().code(2).stderr(contains(why));
    }
    home.strata(&["ccs", "90/90", "--all"]).assert().code(2).stderr(contains("--all"));
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn a_search_that_is_stopped_goes_on() {
    let home = Home::new();
    let args = ["ccs", "6/3", "--puzzle", "2x2x2"];
    let short = [&args[..], &["--max-length", "2"]].concat();
    let nothing = answer(&home, 14, &short);
    assert_eq!(nothing["verdict"], "not_found");
    let found = answer(&home, 0, &args);
    count_apart(&builtin::named("2x2x2").unwrap().puzzle, &found);
    // Each register is a run that is shown and found in order.
    for run in runs(&found) {
        home.strata(&["show", &run.to_string()]).assert().code(0);
    }
}

#[test]
fn puzzles_of_files_have_registers() {
    let home = Home::new();
    let text = formats::write_tws(&builtin::named("2x2x2").unwrap().puzzle);
    home.write("cube.tws", &text);
    let found = answer(&home, 0, &["ccs", "3/2", "--puzzle", "cube.tws"]);
    count_apart(&formats::read("cube.tws", &text, Some(formats::Format::Tws)).unwrap(), &found);
}

/// Which sequences are searched differs, what is shortest does not.
#[test]
fn lengths_are_the_same_without_tables() {
    for (name, orders) in [("2x2x2", "6/3"), ("pyraminx", "6/3")] {
        let found =
            ["tables", "symmetry,antisymmetry", "simd,rotations,last-move"].map(|without| {
                let home = Home::new();
                let args = ["ccs", orders, "--puzzle", name, "--no-store", "--without", without];
                let alone = |register: &Value| register["alone"].as_u64().unwrap();
                let found = answer(&home, 0, &args);
                let first = found["registers"].as_array().unwrap().iter();
                let first = first.filter(|register| register["place"] == 1);
                let first: Vec<u64> =
                    first.map(|register| register["length"].as_u64().unwrap()).collect();
                let alone: Vec<u64> =
                    found["registers"].as_array().unwrap().iter().map(alone).collect();
                assert!(lengths(&found).iter().zip(&alone).all(|(length, alone)| length >= alone));
                (first, alone)
            });
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0], found[2]);
    }
}
