//! What stops a search before its end, through the program: each limit is named,
//! and what it stopped goes on to the undisturbed result.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
    pub(crate) mod result;
}

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use common::result::result;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

/// What must not depend on limits.
fn lasting(result: &Value) -> Vec<&Value> {
    let fields = [
        "verdict",
        "length",
        "states",
        "edges",
        "generations",
        "goals",
        "goal_distances",
        "solution",
        "checksum",
    ];
    fields.iter().map(|&field| &result[field]).collect()
}

#[test]
fn every_limit_is_named_and_the_run_goes_on_behind_it() {
    for search in [&["solve", "klotski"][..], &["census", "klotski", "--from-goals"]] {
        let whole = result(&Home::new(), 0, search);
        for limit in [
            ["--max-time", "1ms"],
            ["--max-disk", "1KiB"],
            ["--max-states", "9k"],
            ["--max-generations", "40"],
            ["--keep-free", "1000000TiB"],
        ] {
            let home = Home::new();
            home.write("strata.toml", "[checkpoint]\ninterval = \"1ms\"\n");
            let stopped = result(&home, 13, &[search, &limit].concat());
            assert_eq!(
                (&stopped["verdict"], &stopped["complete"]),
                (&"limit".into(), &false.into())
            );
            let named = stopped["limit"].as_str().unwrap();
            assert!(named.contains(limit[0]), "{limit:?}: {named}");
            assert!(stopped["states"].as_u64() < whole["states"].as_u64(), "{limit:?}");
            home.strata(&["resume", limit[0], limit[1]])
                .assert()
                .stdout(contains("stopped at a limit: ").and(contains(limit[0])))
                .code(13);
            let resumed = result(&home, 0, &["resume", "--keep-free", "0"]);
            assert_eq!(lasting(&resumed), lasting(&whole), "{search:?} {limit:?}");
        }
    }
}

#[test]
fn an_answer_that_is_found_is_not_held_back() {
    let home = Home::new();
    let solve = ["solve", "klotski", "--max-generations"];
    let stopped = result(&home, 13, &[&solve[..], &["80"]].concat());
    assert_eq!(stopped["length"], Value::Null);
    let solved = result(&home, 0, &[&solve[..], &["81"]].concat());
    assert_eq!((&solved["verdict"], &solved["length"]), (&"solved".into(), &81.into()));
    assert_eq!(result(&Home::new(), 0, &[&solve[..], &["81"]].concat())["length"], 81);
    let states = solved["states"].to_string();
    result(&Home::new(), 0, &["solve", "klotski", "--max-states", &states]);
}

#[test]
fn a_run_that_stands_at_its_limit_does_not_move() {
    let home = Home::new();
    let limit = ["--max-generations", "40"];
    let stopped = result(&home, 13, &[&["solve", "klotski"], &limit[..]].concat());
    assert_eq!(stopped["complete_to"], 40);
    for limit in [limit, ["--max-generations", "7"], ["--max-states", "1"]] {
        let again = result(&home, 13, &[&["resume"], &limit[..]].concat());
        assert_eq!(lasting(&again), lasting(&stopped), "{limit:?}");
    }
}

#[test]
fn states_in_memory_are_limited_as_those_on_disk() {
    let home = Home::new();
    // Long enough for more than the first look at what the states take, which
    // counts from commit to commit.
    let limit = ["--max-disk", "64KiB", "--checkpoint-interval", "0s"];
    let search = [&["census", "tzer", "--no-store"][..], &limit].concat();
    let stopped = result(&home, 13, &search);
    let named = stopped["limit"].as_str().unwrap();
    assert!(named.contains("states in memory") && named.contains("--max-disk"), "{named}");
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
}
