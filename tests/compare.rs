//! `strata compare`: all algorithms on one puzzle.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
}

use std::fs;
use std::process::Stdio;

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use serde_json::Value;

/// Three moves: B out of the way, C aside, A to the exit.
const SMALL: &str = "...B.../...B.../AA.B.../......./......./..CC.../.......";
const UNSOLVABLE: &str = "....x./....B./AA..B./....x./....../......";

/// Algorithms that prove a shortest solution.
const COMPLETE: [&str; 5] = ["generations", "bidirectional", "astar", "ida", "iterative-deepening"];

/// Runs the command, and gives a message for each algorithm.
fn compare(home: &Home, args: &[&str]) -> Vec<Value> {
    let args = [&["compare", "--json"], args].concat();
    let output = home.strata(&args).assert().code(0).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let messages: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(messages.iter().all(|m| m["message_type"] == "algorithm" && m["schema"] == 1));
    messages
}

fn of<'m>(rows: &'m [Value], algorithm: &str) -> Vec<&'m Value> {
    rows.iter().filter(|row| row["algorithm"] == algorithm).collect()
}

#[test]
fn complete_algorithms_agree_and_the_others_find_no_less() {
    let home = Home::new();
    let rows = compare(&home, &[SMALL, "--metric", "moves"]);
    for algorithm in COMPLETE {
        let rows = of(&rows, algorithm);
        assert!(!rows.is_empty(), "{algorithm}");
        for row in rows {
            assert_eq!(row["verdict"], "solved", "{row}");
            assert_eq!((row["length"].as_u64(), &row["optimal"]), (Some(3), &Value::Bool(true)));
            assert!(row["peak_memory_bytes"].as_u64() > Some(1 << 20), "{row}");
            assert!(row["expanded"].as_u64() > Some(0) && row["edges"].as_u64() > Some(0), "{row}");
        }
    }
    let named = |algorithm: &str, field: &str| -> Vec<String> {
        let rows = of(&rows, algorithm);
        rows.iter().map(|row| row[field].as_str().unwrap().to_owned()).collect()
    };
    let heuristics = ["blocking-plus", "blocking-lower-bound", "seed-h2", "blocking", "zero"];
    assert_eq!(named("astar", "heuristic"), heuristics);
    assert_eq!(named("ida", "heuristic"), heuristics);
    assert_eq!(named("beam", "beam"), ["layer", "node"]);
    for algorithm in ["beam", "random", "shortened-random", "moves-freed"] {
        for row in of(&rows, algorithm) {
            assert!(row["length"].as_u64() >= Some(3), "{row}");
            assert_eq!(row["optimal"], false);
        }
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn an_unsolvable_board_is_proven_so_by_complete_algorithms_only() {
    let home = Home::new();
    let rows = compare(&home, &[UNSOLVABLE, "--max-time", "2s"]);
    assert!(rows.iter().all(|row| row["verdict"] != "solved"));
    let generations = of(&rows, "generations");
    assert_eq!((generations.len(), &generations[0]["verdict"]), (1, &"unsolvable".into()));
    for algorithm in ["random", "shortened-random"] {
        for row in of(&rows, algorithm) {
            assert_ne!(row["verdict"], "unsolvable", "{row}");
        }
    }
    home.strata(&["compare", UNSOLVABLE, "--algorithms", "generations"])
        .assert()
        .code(0)
        .stdout(contains("There is no solution; generations proves it fastest"));
}

#[test]
fn a_sliding_puzzle_from_standard_input_reaches_every_algorithm() {
    let home = Home::new();
    home.write("mine.txt", "ABBC\nADEC\nFGHC\nF..I\n\n....\n....\n....\n.BB.\n");
    let mut command = home.strata(&["compare", "-", "--algorithms", "generations,astar,beam"]);
    let input = fs::File::open(home.path().join("mine.txt")).unwrap();
    let assert = command.stdin(Stdio::from(input)).assert().code(0);
    assert
        .stdout(contains("astar").and(contains("zero")))
        .stdout(contains("layer").and(contains("node")))
        .stdout(contains("random").not())
        .stdout(contains("A shortest solution has 18 moves"))
        .stderr(contains("1/5 generations"));
}

#[test]
fn limits_hold_for_each_algorithm_and_are_no_answer() {
    let home = Home::new();
    let args = ["klotski", "--algorithms", "generations,random", "--max-states", "1000"];
    let rows = compare(&home, &args);
    assert_eq!(rows[0]["verdict"], "limit");
    assert!(rows[0]["limit"].as_str().unwrap().contains("--max-states"), "{}", rows[0]);
    assert_eq!(rows[0].get("length"), None);
    let mine = ["climb-12", "--algorithms", "generations", "--max-time", "300ms"];
    assert_eq!(compare(&home, &mine)[0]["verdict"], "limit");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let home = Home::new();
    for args in [
        &["compare", "no-such-puzzle"][..],
        &["compare", SMALL, "--algorithms", "magic"],
        &["compare", SMALL, "--max-time", "soon"],
    ] {
        home.strata(args).assert().code(2);
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "nothing is written");
}
