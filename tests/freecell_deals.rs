//! `strata freecell`: ranges of deals.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
}

use std::collections::BTreeMap;
use std::fs::File;
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use predicates::str::contains;
use serde_json::{Value, json};

/// The fewest freecells with which deals can be solved.
fn fewest() -> BTreeMap<u64, u64> {
    let table = include_str!("fixtures/freecell_fewest.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (deal, fewest) = line.split_once('\t').unwrap();
        (deal.parse().unwrap(), fewest.parse().unwrap())
    };
    rows.map(row).collect()
}

/// The messages of the deals, and the last one.
fn results(home: &Home, exit: i32, args: &[&str]) -> (Vec<Value>, Value) {
    let output = home.strata(args).arg("--json").assert().code(exit).get_output().clone();
    split(&String::from_utf8(output.stdout).unwrap())
}

fn split(text: &str) -> (Vec<Value>, Value) {
    let mut messages: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = messages.pop().unwrap();
    assert!(messages.iter().all(|message| message["message_type"] == "deal"));
    (messages, last)
}

#[test]
fn ordinary_deals_are_solved_and_the_known_ones_are_not() {
    let home = Home::new();
    // All deals below a million that are known to be unsolvable.
    let range = "1..60,11982,146692,186216,455889,495505,512118,517776,781948";
    let (found, summary) = results(&home, 0, &["freecell", range, "--no-store"]);
    assert_eq!(found.len(), 68);
    for (index, message) in found.iter().enumerate() {
        let solvable = index < 60;
        let verdict = if solvable { "solved" } else { "unsolvable" };
        assert_eq!(message["verdict"], verdict, "{message}");
        // Each card comes home with a move of its own.
        assert_eq!(message["moves"].as_u64().is_some_and(|moves| moves >= 52), solvable);
    }
    let count = |what: &str| summary[what].as_u64().unwrap();
    assert_eq!((count("deals"), count("solved"), count("unsolvable")), (68, 60, 8));
    assert_eq!((count("limit"), &summary["interrupted"]), (0, &json!(false)));
    assert!(!home.path().join("strata.db").exists());
}

#[test]
fn with_fewer_freecells_verdicts_are_those_of_a_public_table() {
    let home = Home::new();
    let table = fewest();
    let range: Vec<String> = table.keys().map(u64::to_string).collect();
    let range = range.join(",");
    for freecells in 0..=3u64 {
        let cells = freecells.to_string();
        let args = ["freecell", &range, "--freecells", &cells, "--max-states", "100k"];
        let output = home.strata(&args).args(["--no-store", "--json"]).assert();
        let code = output.get_output().status.code().unwrap();
        let (found, summary) = split(&String::from_utf8_lossy(&output.get_output().stdout));
        let mut limit = 0;
        for (message, (deal, fewest)) in found.iter().zip(&table) {
            assert_eq!(message["deal"], *deal);
            match message["verdict"].as_str().unwrap() {
                "solved" => assert!(*fewest <= freecells, "{message}"),
                "unsolvable" => assert!(*fewest > freecells, "{message}"),
                _ => limit += 1,
            }
        }
        assert_eq!(summary["limit"], limit);
        assert_eq!(code, if limit > 0 { 13 } else { 0 });
        assert!(found.len() == table.len() && limit <= 8, "{freecells} freecells: {limit}");
    }
}

#[test]
fn small_games_have_the_known_verdicts() {
    let home = Home::new();
    let table = include_str!("fixtures/freecell_components.tsv");
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    for line in lines {
        let row: BTreeMap<&str, &str> = names.iter().copied().zip(line.split('\t')).collect();
        let (deal, ranks) = row["source"].split_once(" ranks=").unwrap();
        let deal = deal.strip_prefix("ms_seed=").unwrap();
        let board = row["layout"].split('|').filter(|line| !line.contains(':'));
        let columns = board.count().to_string();
        let args = ["freecell", deal, "--freecells", row["freecells"], "--columns", &columns];
        let args = [&args[..], &["--ranks", ranks, "--no-store"]].concat();
        let (found, _) = results(&home, 0, &args);
        let verdict =
            row["verdict"].replace("solvable", "solved").replace("unsolved", "unsolvable");
        assert_eq!(found[0]["verdict"], verdict, "{}", row["id"]);
        // One search finds no more than all; more than this are those of several.
        let (states, all) = (found[0]["states"].as_u64(), row["states"].parse().ok());
        assert!(states <= all || states >= Some(2_000), "{}", row["id"]);
        let shortest = row["shortest_single_card_moves"].parse().ok();
        assert!(found[0]["moves"].as_u64() >= shortest.filter(|_| verdict == "solved"));
    }
}

#[test]
fn a_limit_is_no_verdict_and_threads_change_nothing() {
    let home = Home::new();
    let lines = |threads: &str| {
        let args = ["freecell", "1..300", "--no-store", "--max-states=600", "--threads", threads];
        results(&home, 13, &args).0
    };
    let one = lines("1");
    assert_eq!(one, lines("5"));
    let limits: Vec<&Value> = one.iter().filter(|deal| deal["verdict"] == "limit").collect();
    assert!(!limits.is_empty() && limits.len() < 300);
    for deal in limits {
        assert!(deal.get("moves").is_none() && deal["states"].as_u64() >= Some(600), "{deal}");
    }
}

/// The newest run of the store.
fn newest(home: &Home) -> Value {
    let output = home.strata(&["runs", "--json"]).assert().success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_range_is_one_run_of_the_store() {
    let home = Home::new();
    let args = ["freecell", "1..40", "--freecells=3"];
    let first = results(&home, 0, &args);
    let run = newest(&home);
    assert_eq!((&run["algorithm"], &run["status"]), (&json!("deals"), &json!("exhausted")));
    assert_eq!((&run["puzzle"], &run["run"]), (&json!("freecell 1..40"), &json!(1)));
    // Once more: what is stored. In other words: the same range.
    let again = results(&home, 0, &["freecell", "20..40,1..30", "--freecells=3"]);
    assert_eq!(first.0, again.0);
    assert_eq!(results(&home, 0, &["resume"]).0, first.0);
    home.strata(&args).assert().success().stderr(contains("run 1 is finished"));
    // Another range, and other sizes, are other runs.
    results(&home, 0, &["freecell", "1..41", "--freecells=3"]);
    results(&home, 0, &["freecell", "1..40"]);
    let (table, _) = results(&home, 13, &["freecell", "1..40", "--max-states=600"]);
    assert!(table.iter().any(|deal| deal["verdict"] == "limit"));
    let run = newest(&home);
    assert_eq!((&run["run"], &run["status"]), (&json!(4), &json!("not_found")));

    let shown = home.strata(&["show", "1"]).assert().success();
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(text.contains("40 deals: 40 solved") && text.contains("freecells: 3"), "{text}");
    let shown = home.strata(&["show", "1", "--json"]).assert().success();
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    let totals: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!((&totals["message_type"], &totals["solved"]), (&json!("verdicts"), &json!(40)));
    home.strata(&["path", "1"]).assert().code(2).stderr(contains("range of deals"));
    home.strata(&["resume", "1", "--max-time=1s"]).assert().code(2).stderr(contains("limits"));
    home.strata(&["check", "--deep"]).assert().success().stdout(contains("4 runs, no fault"));
    home.strata(&["drop", "1"]).assert().success();
    home.strata(&["check"]).assert().success();
    assert_eq!(results(&home, 0, &args).0, first.0);
}

#[test]
fn killed_ranges_go_on_to_the_same_verdicts() {
    let undisturbed = Home::new();
    let expected = results(&undisturbed, 0, &["freecell", "1..1500", "--no-store"]).0;
    let home = Home::new();
    home.write("strata.toml", "[checkpoint]\ninterval = \"1ms\"\n");
    let range = ["freecell", "1..1500", "--json"];
    let mut killed = 0;
    for (time, threads) in (30..).step_by(20).zip(["2", "1", "3", "2", "1", "3", "2", "1"]) {
        let command = if time % 40 == 30 { &range[..] } else { &["resume", "--json"] };
        let output = File::create(home.path().join("out")).unwrap();
        let mut command = home.strata(command);
        let mut child = command.args(["--threads", threads]).stdout(output).spawn().unwrap();
        sleep(Duration::from_millis(time));
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
    }
    assert!(killed > 2, "{killed} kills");
    assert_eq!(results(&home, 0, &range[..2]).0, expected);
    home.strata(&["check"]).assert().success().stdout(contains("1 run, no fault"));
}

#[test]
fn what_is_no_range_or_game_writes_nothing() {
    let home = Home::new();
    for (args, what) in [
        (&["freecell", "0"][..], "no number of a deal"),
        (&["freecell", "9..3"], "holds no deal"),
        (&["freecell", "1", "--freecells=13"], "0 to 12"),
        (&["freecell", "1", "--columns=0"], "1 to 10"),
        (&["freecell", "1", "--ranks=14"], "1 to 13"),
        (&["freecell", "1", "--max-states=1000G"], "lower --max-states"),
    ] {
        home.strata(args).assert().code(2).stderr(contains(what));
    }
    assert!(!home.path().join("strata.db").exists());
}

#[test]
fn best_solves_a_deal_and_goes_on_after_a_limit() {
    let home = Home::new();
    let solve = ["solve", "freecell:617", "--algorithm", "best"];
    home.strata(&solve).args(["--max-states", "50"]).assert().code(13);
    let resumed = home.strata(&["resume", "--json"]).assert().success();
    let text = String::from_utf8_lossy(&resumed.get_output().stdout).into_owned();
    assert!(text.contains("\"verdict\":\"solved\""), "{text}");
    home.strata(&["check", "--deep"]).assert().success();
    let unsolvable = ["solve", "freecell:11982", "--algorithm", "best", "--no-store"];
    home.strata(&unsolvable).assert().code(1);
}
