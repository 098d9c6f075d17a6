//! Searches as a user starts, stops and resumes them: answers, exit codes, what
//! is kept and what is refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
    pub(crate) mod result;
}

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use common::result::result;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, is_match};
use serde_json::{Value, json};
use strata::domains::sliding::{Encoding, Metric, Sliding, library};
use strata::space::{StateSpace, Successors};

fn sum(sizes: &Value) -> u64 {
    sizes.as_array().unwrap().iter().map(|size| size.as_u64().unwrap()).sum()
}

#[test]
fn klotski_in_three_metrics() {
    let home = Home::new();
    for (run, (metric, length)) in
        [("moves", 81), ("straight", 90), ("steps", 116)].iter().enumerate()
    {
        let found = result(&home, 0, &["solve", "klotski", "--metric", metric]);
        let expected = json!({
            "run": run + 1, "domain": "sliding", "puzzle": "klotski", "algorithm": "generations",
            "metric": metric, "verdict": "solved", "optimal": true, "length": length,
            "complete": false, "solutions": 1,
        });
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(found[field], *value, "{metric}: {field}");
        }
        assert_eq!(found["solution"].as_array().unwrap().len(), *length);
        let sizes = found["generations"].as_array().unwrap();
        assert_eq!(sizes.len(), length + 1);
        assert_eq!(sum(&found["generations"]), found["states"].as_u64().unwrap());
        assert!(found["goals"].as_u64() > Some(0) && found["edges"].as_u64() > Some(0));
        assert!(found["bytes_on_disk"].as_u64() > Some(0) && found["seconds"].is_f64());
        let text = format!("solved: {length} moves, metric {metric}\nno solution in fewer than");
        let again = home.strata(&["solve", "klotski", "--metric", metric]).assert().code(0);
        again.stdout(contains(text).and(contains(format!("complete to depth {}", length - 1))));
    }
}

#[test]
fn a_census_counts_everything_and_is_done() {
    let home = Home::new();
    let klotski = result(&home, 0, &["census", "klotski"]);
    let answers = library::get("klotski").unwrap().answers;
    assert_eq!(klotski["states"].as_u64(), answers.states);
    assert_eq!(klotski["goals"].as_u64(), answers.goal_states);
    assert_eq!(klotski["generations"].as_array().unwrap().len(), 125);
    assert_eq!(klotski["complete"], true);
    let none = result(&home, 0, &["census", "mini-ma-horizontal"]);
    assert_eq!((&none["verdict"], &none["goals"]), (&json!("unsolvable"), &json!(0)));
    home.strata(&["census", "klotski"])
        .assert()
        .code(0)
        .stdout(
            contains("complete: 25,955 states in all; the nearest goal is 81 moves away")
                .and(contains("goals      964, the first at depth 81"))
                .and(contains("states at depth 124"))
                .and(is_match(r"(?m)^ +0-6 .* #+$").unwrap()),
        )
        .stderr(contains("is finished"));
}

#[test]
fn a_census_from_the_goals_gives_every_state_a_distance() {
    let home = Home::new();
    let found = result(&home, 0, &["census", "puzzle-2", "--from-goals"]);
    assert_eq!(sum(&found["goal_distances"]), found["states"].as_u64().unwrap());
    assert_eq!(found["goal_distances"][0], found["goals"]);
    assert_eq!(found["length"], 78);
}

#[test]
fn no_solution_is_proven_and_exits_with_1() {
    let home = Home::new();
    let found = result(&home, 1, &["solve", "mini-ma-horizontal"]);
    assert_eq!((&found["verdict"], &found["complete"]), (&json!("unsolvable"), &json!(true)));
    let states = library::get("mini-ma-horizontal").unwrap().answers.states;
    assert_eq!(found["states"].as_u64(), states);
    for absent in ["length", "optimal", "solution", "solutions", "limit", "goal_distances"] {
        assert_eq!(found.get(absent), None, "{absent}");
    }
    home.strata(&["solve", "mini-ma-horizontal"])
        .assert()
        .code(1)
        .stdout(contains("unsolvable: there is no solution\nthe whole space was searched: "));
}

#[test]
fn a_goal_that_no_position_has_is_proven_so_from_both_ends() {
    let home = Home::new();
    // All three cells must be empty, and there is a piece.
    home.write("full.toml", "board = \"A..\"\ngoal = \"___\"\nclear = \"_\"\n");
    for more in [&["--no-store"][..], &[]] {
        for algorithm in ["generations", "bidirectional"] {
            let args = [&["solve", "full.toml", "--algorithm", algorithm], more].concat();
            let found = result(&home, 1, &args);
            assert_eq!(found["verdict"], "unsolvable", "{found}");
        }
    }
    home.strata(&["check", "--deep"]).assert().code(0);
    home.strata(&["show", "last"]).assert().code(0);
    home.strata(&["solve", "full.toml", "--algorithm", "bidirectional"])
        .assert()
        .code(1)
        .stdout(contains("unsolvable: there is no solution\nno position of this puzzle"));
}

#[test]
fn the_start_may_be_the_goal() {
    let home = Home::new();
    for algorithm in ["generations", "bidirectional"] {
        let found = result(&home, 0, &["solve", "edge/already-solved", "--algorithm", algorithm]);
        assert_eq!((&found["length"], &found["solution"]), (&json!(0), &json!([])), "{algorithm}");
    }
    let shown = home.strata(&["solve", "edge/already-solved", "--all", "--svg", "a.svg"]).assert();
    shown.code(0).stdout(contains("start\nA.\n").and(contains("0 moves")));
    assert!(fs::read_to_string(home.path().join("a.svg")).unwrap().contains(">start</text>"));
}

#[test]
fn both_algorithms_agree() {
    let home = Home::new();
    for puzzle in ["new-century", "puzzle-2"] {
        let optimum = library::get(puzzle).unwrap().answers.optimum.moves;
        for algorithm in ["generations", "bidirectional"] {
            let found = result(&home, 0, &["solve", puzzle, "--algorithm", algorithm]);
            assert_eq!(found["length"].as_u64(), optimum.map(u64::from), "{puzzle}, {algorithm}");
            assert_eq!(found["goal_distances"].is_array(), algorithm == "bidirectional");
        }
    }
    home.strata(&["solve", "new-century", "--algorithm", "bidirectional"]).assert().stdout(
        is_match("no solution in fewer than 230 moves: .* from the start, .* from the goals")
            .unwrap(),
    );
}

#[test]
fn a_limit_exits_with_13_and_the_rest_is_as_if_there_were_none() {
    let home = Home::new();
    let whole = result(&home, 0, &["solve", "klotski", "--no-store"]);
    let stopped = result(&home, 13, &["solve", "klotski", "--max-states", "9k"]);
    assert_eq!(stopped["verdict"], "limit");
    assert!(stopped["limit"].as_str().unwrap().contains("--max-states"), "{stopped}");
    assert!(stopped["states"].as_u64() >= Some(9000) && stopped["complete"] == false);
    let depth = stopped["complete_to"].as_u64().unwrap() + 5;
    let depth = depth.to_string();
    let talk = contains("run 1 goes on where it stopped").and(contains("--max-generations"));
    home.strata(&["solve", "klotski", "--max-generations", &depth])
        .assert()
        .code(13)
        .stdout(contains(format!("complete to depth {depth}\n`strata resume 1` goes on")))
        .stderr(talk);
    let resumed = result(&home, 0, &["resume", "--threads", "2", "--memory-candidates", "1MiB"]);
    for field in ["generations", "states", "edges", "solution", "goals", "checksum", "length"] {
        assert_eq!(resumed[field], whole[field], "{field}");
    }
}

#[test]
fn a_finished_run_answers_from_the_store() {
    let home = Home::new();
    let first = result(&home, 0, &["solve", "pennant"]);
    let finished = "run 1 is finished: this is its stored answer\n";
    for command in [&["solve", "pennant"][..], &["resume"], &["resume", "last"], &["resume", "1"]] {
        home.strata(command).assert().code(0).stderr(finished).stdout(contains("solved: 59"));
        let mut again = result(&home, 0, command);
        for field in ["bytes_on_disk", "peak_memory_bytes"] {
            again[field] = first[field].clone();
        }
        assert_eq!(again, first, "{command:?}");
    }
    home.strata(&["solve", "pennant", "--quiet"]).assert().code(0).stderr(is_empty());
    result(&home, 1, &["solve", "mini-ma-horizontal"]);
    home.strata(&["resume", "2"]).assert().code(1).stderr(contains("run 2 is finished"));
}

#[test]
fn resuming_as_something_else_is_refused_by_name() {
    let home = Home::new();
    result(&home, 13, &["solve", "klotski", "--max-generations", "9"]);
    let refused = |args: &[&str], message: &str| {
        home.strata(args).assert().code(2).stdout(is_empty()).stderr(contains(message));
    };
    refused(&["resume", "--metric", "steps"], "metric: stored \"moves\", asked for \"steps\"");
    refused(
        &["resume", "1", "--algorithm", "bidirectional"],
        "algorithm: stored \"generations\", asked for \"bidirectional\"",
    );
    refused(&["resume", "--encoding", "packed"], "encoding: stored \"rank\", asked for \"packed\"");
    refused(&["resume", "7"], "there is no run 7");
    let same = ["resume", "--metric", "moves", "--algorithm", "generations", "--encoding", "rank"];
    assert_eq!(result(&home, 0, &same)["length"], 81);
}

#[test]
fn there_must_be_something_to_resume() {
    let home = Home::new();
    home.strata(&["resume"]).assert().code(10).stderr(contains("there is no store"));
    assert!(!home.path().join("strata.db").exists());
}

#[test]
fn puzzles_come_from_files_and_pipes() {
    let home = Home::new();
    let drawing = "A.\n..\n\n..\n.A\n";
    home.write("corner.txt", drawing).write("piped", drawing);
    let file = result(&home, 0, &["solve", "corner.txt"]);
    assert_eq!((&file["puzzle"], &file["length"]), (&json!("corner"), &json!(1)));
    let piped = File::open(home.path().join("piped")).unwrap();
    let steps = ["solve", "-", "--metric", "steps", "--format", "drawing", "--domain", "sliding"];
    home.strata(&steps)
        .stdin(piped)
        .assert()
        .code(0)
        .stdout(contains("solved: 2 moves, metric steps"));
}

#[test]
fn distinct_pieces_are_told_apart() {
    let home = Home::new();
    let states = |args: &[&str]| result(&home, 0, args)["states"].as_u64();
    home.write("alike.toml", "board = \"\"\"\nAB.\n...\n\"\"\"\n");
    let census = ["census", "alike.toml", "--no-store"];
    assert_eq!(states(&census), Some(15));
    assert_eq!(states(&[&census[..], &["--distinct"]].concat()), Some(30));
    // A goal that names a piece tells it apart by itself.
    home.write("named.txt", "AB.\n...\n\nA..\n...\n");
    assert_eq!(states(&["census", "named.txt", "--no-store"]), Some(30));
}

#[test]
fn refused_input_exits_with_2_and_leaves_no_store() {
    let home = Home::new();
    home.write("bad.txt", "A.\n?\n\n..\n.B\n")
        .write("aimless.toml", "board = \"\"\"\nA.\n\"\"\"\n");
    fs::write(home.path().join("binary.txt"), b"A.\n\xff").unwrap();
    fs::write(home.path().join("long.txt"), vec![b'.'; (1 << 20) + 1]).unwrap();
    for (args, message) in [
        (&["solve", "bad.txt"][..], "error: bad.txt:"),
        (&["solve", "binary.txt"], "not a text file: byte 4"),
        (&["solve", "long.txt"], "at most 1048576 bytes"),
        (
            &["census", "klotzki"],
            "\"klotzki\" is no file and no puzzle of the library; did you mean klotski?",
        ),
        (&["solve", "."], "\".\" is a directory and no puzzle of the library"),
        (&["solve", "klotski", "--metric", "miles"], "--metric"),
        (&["solve", "klotski", "--format", "toml"], "--format is for files"),
        (&["solve", "aimless.toml"], "it has no goal"),
        (&["census", "aimless.toml", "--from-goals"], "it has no goal"),
        (&["solve", "aimless.toml", "--algorithm", "bidirectional"], "goal"),
        (&["solve", "climb-12", "--algorithm", "bidirectional"], "too many to list"),
        (&["solve", "klotski", "--all", "--algorithm", "bidirectional"], "--all needs"),
        (&["solve", "klotski", "--svg", "no/where.svg"], "there is no directory no"),
    ] {
        let refused = home.strata(args).assert().code(2).stdout(is_empty());
        refused.stderr(contains(message));
        assert!(!home.path().join("strata.db").exists(), "{args:?}");
    }
}

#[test]
fn without_a_store_nothing_is_left() {
    let home = Home::new();
    let found = result(&home, 0, &["solve", "klotski", "--no-store"]);
    assert_eq!((found.get("run"), found.get("bytes_on_disk")), (None, None));
    home.strata(&["solve", "klotski", "--no-store", "--max-states", "100"])
        .assert()
        .code(13)
        .stdout(contains("nothing was kept"));
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

/// Shortest paths to each goal of the first generation that has one.
fn shortest_paths<S: StateSpace>(space: &S) -> Vec<u64> {
    let key = |state: &S::State| space.encode(state);
    let mut depth: HashMap<S::Key, u32> = HashMap::new();
    let mut layer: HashMap<S::Key, (S::State, u64)> = HashMap::new();
    for start in space.starts() {
        depth.insert(key(&start), 0);
        layer.insert(key(&start), (start, 1));
    }
    for generation in 1.. {
        let goals = layer.values().filter(|(state, _)| space.is_goal(state));
        let mut found: Vec<u64> = goals.map(|&(_, paths)| paths).collect();
        if !found.is_empty() {
            found.sort_unstable();
            return found;
        }
        let mut next: HashMap<S::Key, (S::State, u64)> = HashMap::new();
        for (state, paths) in layer.values() {
            let mut successors = Successors::default();
            space.expand(state, &mut successors);
            // Two moves to the same state are one step of a path.
            let reached: HashMap<S::Key, S::State> =
                successors.iter().map(|next| (key(&next.state), next.state.clone())).collect();
            for (key, state) in reached {
                if *depth.entry(key).or_insert(generation) == generation {
                    next.entry(key).or_insert((state, 0)).1 += paths;
                }
            }
        }
        layer = next;
    }
    unreachable!()
}

#[test]
fn all_shortest_solutions_are_counted() {
    let home = Home::new();
    let file = library::get("klotski").unwrap();
    let space = Sliding::<u64, u64>::new(file.puzzle, Metric::Moves, Encoding::Rank).unwrap();
    let expected = shortest_paths(&space);
    let found = result(&home, 0, &["solve", "klotski", "--all"]);
    let paths: u64 = expected.iter().sum();
    assert_eq!(found["solutions"], paths);
    assert_eq!(found["shortest_paths"], paths.to_string());
    let endings = found["endings"].as_array().unwrap();
    let mut of_endings: Vec<u64> =
        endings.iter().map(|ending| ending["paths"].as_str().unwrap().parse().unwrap()).collect();
    of_endings.sort_unstable();
    assert_eq!(of_endings, expected);
    for ending in endings {
        let rows: Vec<&str> = ending["board"].as_str().unwrap().lines().collect();
        assert!(rows[3..].iter().all(|row| &row[1..3] == "BB"), "{rows:?}");
    }
    home.strata(&["solve", "klotski", "--all"]).assert().code(0).stdout(contains(format!(
        "shortest solutions (as sequences of states): {paths}, to {} goals",
        expected.len()
    )));
}

#[test]
fn the_solution_is_drawn_as_a_whole() {
    let home = Home::new();
    let text = home.strata(&["solve", "klotski", "--svg", "k.svg"]).assert().code(0);
    let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
    let picture = fs::read_to_string(home.path().join("k.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    let found = result(&home, 0, &["solve", "klotski"]);
    for (number, action) in (1..).zip(found["solution"].as_array().unwrap()) {
        let caption = format!("{number}. {}", action.as_str().unwrap());
        assert!(picture.contains(&format!(">{caption}</text>")), "{caption}");
        assert!(text.contains(&caption), "{caption}");
    }
    let mut files: Vec<_> =
        fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["k.svg", "strata.db"], "no unfinished picture is left");
    home.strata(&["solve", "mini-ma-horizontal", "--svg", "none.svg"])
        .assert()
        .code(1)
        .stderr(contains("there is no solution to draw"));
    assert!(!home.path().join("none.svg").exists());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let home = Home::new();
    for args in [&["solve", "klotski"][..], &["census", "pennant"], &["solve", "tzer", "--json"]] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = home.strata(args).arg("--quiet").stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn the_stages_are_shown_on_demand() {
    let home = Home::new();
    let shown = home.strata(&["solve", "pennant", "--no-store", "--stats"]).assert().code(0);
    shown.stderr(
        is_match(r"stage +items.*\nread .*\nexpand .*\nsort .*\nmerge .*\ncommit ").unwrap(),
    );
}

/// A search that is over in some seconds, and has got somewhere by now.
#[cfg(unix)]
fn under_way(home: &Home, args: &[&str]) -> (Child, impl FnOnce(Child) -> (Option<i32>, Value)) {
    let mut command = home.strata(args);
    let mut child =
        command.arg("--json").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let far = |line: &String| {
        let message: Value = serde_json::from_str(line).unwrap();
        message["message_type"] == "generation" && message["generation"].as_u64() >= Some(25)
    };
    assert!(lines.by_ref().any(|line| far(&line.unwrap())), "it ended too early");
    let end = move |mut child: Child| {
        let last = lines.last().map(|line| serde_json::from_str(&line.unwrap()).unwrap());
        (child.wait().unwrap().code(), last.unwrap_or(Value::Null))
    };
    (child, end)
}

#[cfg(unix)]
fn signal(child: &Child, signals: &[&str]) {
    let kills: Vec<String> =
        signals.iter().map(|name| format!("kill -{name} {}", child.id())).collect();
    assert!(Command::new("sh").args(["-c", &kills.join("; ")]).status().unwrap().success());
}

#[test]
#[cfg(unix)]
fn an_interrupted_search_goes_on_to_the_same_result() {
    let home = Home::new();
    let search = ["solve", "climb-12", "--threads", "2"];
    let whole = result(&home, 0, &[&search[..], &["--no-store"]].concat());
    let mut states = 0;
    for (args, name) in [(&search[..], "INT"), (&["resume"], "TERM")] {
        let (child, end) = under_way(&home, args);
        signal(&child, &[name]);
        let (exit, found) = end(child);
        assert_eq!((exit, &found["verdict"]), (Some(130), &json!("interrupted")), "{name}");
        let now = found["states"].as_u64().unwrap();
        assert!(now > states, "{now} after {states}");
        states = now;
    }
    // The signals that follow the first end it at once, in good order or not.
    let (child, end) = under_way(&home, &["resume"]);
    signal(&child, &["INT", "INT", "INT"]);
    assert_eq!(end(child).0, Some(130));
    let resumed = result(&home, 0, &["resume"]);
    for field in ["generations", "states", "edges", "solution", "goals", "checksum", "length"] {
        assert_eq!(resumed[field], whole[field], "{field}");
    }
    assert_eq!(resumed["length"], 59);
}
