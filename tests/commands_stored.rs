//! The commands that look at a store and look after it, through the program.

#![cfg(test)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use strata::store::{
    Batch, Durability, LayerKey, LayerRow, PruningTable, RunId, Side, SolutionKey, SolutionRow,
    Store, StoreOptions,
};

/// Every command that looks at a store, with the least it needs.
const LOOKING: [&[&str]; 9] = [
    &["runs"],
    &["show", "1"],
    &["path", "1"],
    &["path", "1", "--to", START],
    &["state", "1", START],
    &["stats", "1"],
    &["hardest", "1"],
    &["check"],
    &["check", "1", "--deep"],
];

/// Every command that changes one.
const CHANGING: [&[&str]; 3] = [&["backup", "copy"], &["compact"], &["drop", "1"]];

const START: &str = "ABBC/ABBC/DEEF/DGHF/I..J";

/// A folder with a store in it.
struct Home(tempfile::TempDir);

impl Home {
    fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Run 1 has searched all of Klotski from both ends, run 2 is not finished.
    fn new() -> Self {
        let home = Self::empty();
        home.ends(0, &["census", "klotski", "--from-goals", "--quiet"]);
        home.ends(
            13,
            &["solve", "klotski", "--metric", "steps", "--max-generations", "10", "--quiet"],
        );
        home
    }

    fn store(&self) -> PathBuf {
        self.0.path().join("strata.db")
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.args(args).current_dir(self.0.path()).env_clear().env("HOME", self.0.path());
        command.output().unwrap()
    }

    /// Runs the program, which must end with `code`; gives what it said.
    fn ends(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
        assert!(!err.contains("panicked"), "{args:?}: {err}");
        if code == 2 { err } else { out }
    }

    fn says(&self, args: &[&str]) -> String {
        self.ends(0, args)
    }

    /// The messages of a command, each of which has the schema number.
    fn messages(&self, code: i32, args: &[&str]) -> Vec<Value> {
        let out = self.ends(code, &[args, &["--json"]].concat());
        let read = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let messages: Vec<Value> = out.lines().map(read).collect();
        for message in &messages {
            assert_eq!(message["schema"], 1, "{message}");
        }
        messages
    }

    fn message(&self, args: &[&str]) -> Value {
        let mut messages = self.messages(0, args);
        assert_eq!(messages.len(), 1, "{args:?}: {messages:?}");
        messages.remove(0)
    }

    fn open(&self) -> Store {
        Store::open_existing(&self.store(), &StoreOptions::default()).unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// All files below a directory with their bytes.
fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    all
}

fn sum(list: &Value, field: &str) -> u64 {
    list.as_array().unwrap().iter().map(|entry| entry[field].as_u64().unwrap()).sum()
}

#[test]
fn runs_are_listed_and_shown() {
    let home = Home::new();
    let list = home.says(&["runs"]);
    let rows: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().collect()).collect();
    let census = ["1", "klotski", "moves", "census", "from", "goals", "solved", "81", "51,910"];
    assert_eq!(rows[1][..9], census, "{list}");
    assert_eq!(rows[2][..5], ["2", "klotski", "steps", "generations", "unfinished"], "{list}");
    assert!(rows[3].starts_with(&["2", "runs,"]), "{list}");

    let runs = home.messages(0, &["runs"]);
    assert_eq!(runs.len(), 2);
    assert_eq!(runs[0]["message_type"], "run");
    assert_eq!(runs[0]["length"], 81);
    assert_eq!(runs[0]["options"]["from-goals"], "true");
    assert_eq!(runs[1]["status"], "unfinished");
    assert_eq!(runs[1].get("length"), None);

    let shown = home.says(&["show", "1"]);
    for part in [
        "klotski (sliding)",
        "ABBC",
        "from-goals: true",
        "25,955 states to generation 124, every reachable state",
        "the nearest goal is 81 moves away",
        "bytes a state",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let shown = home.says(&["show", "last"]);
    for part in ["complete to depth 10", "`strata resume 2` goes on"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let shown = home.messages(0, &["show", "1"]);
    assert_eq!(shown[0]["message_type"], "run");
    assert!(shown[0]["instance"].as_str().unwrap().contains("ABBC"));
    assert_eq!(shown[1]["message_type"], "result");
    assert_eq!(shown[1]["solution"].as_array().unwrap().len(), 81);
}

#[test]
fn a_solution_is_shown_move_by_move() {
    let home = Home::new();
    let shown = home.says(&["path", "1"]);
    assert!(shown.starts_with("klotski, run 1: a shortest solution, 81 moves (moves)"), "{shown}");
    assert!(shown.contains("81. ") && !shown.contains("82. "), "{shown}");

    let path = home.message(&["path", "1"]);
    assert_eq!(path["length"], 81);
    let list = |field: &str| path[field].as_array().unwrap().clone();
    assert_eq!((list("moves").len(), list("keys").len(), list("boards").len()), (81, 82, 82));
    assert_eq!(list("boards")[0], START);
    assert_eq!(list("boards")[81].as_str().unwrap().rsplit('/').next().unwrap()[1..3], *"BB");

    home.says(&["path", "1", "--svg", "solution.svg"]);
    let picture = fs::read_to_string(home.0.path().join("solution.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains(">81. "));

    let none = home.messages(13, &["path", "2"]);
    assert_eq!((&none[0]["found"], none.len()), (&Value::Bool(false), 1));
}

#[test]
fn paths_lead_to_any_state_and_on_to_the_goal() {
    let home = Home::new();
    let hardest = home.message(&["hardest", "1"]);
    let key = hardest["states"][0]["key"].as_str().unwrap();
    let state = home.message(&["state", "1", key]);
    let (there, on) = (&state["from_start"], &state["to_goal"]);
    assert_eq!(*on, hardest["distance"]);

    let path = home.message(&["path", "1", "--to", key]);
    assert_eq!(path["length"], *there);
    let keys = path["keys"].as_array().unwrap();
    assert_eq!((&path["boards"][0], keys.last().unwrap()), (&START.into(), &key.into()));

    let path = home.message(&["path", "1", "--from", key]);
    assert_eq!(path["length"], *on);
    let keys = path["keys"].as_array().unwrap();
    assert_eq!(keys[0], key);
    let end = home.message(&["state", "1", keys.last().unwrap().as_str().unwrap()]);
    assert_eq!((&end["goal"], &end["to_goal"]), (&Value::Bool(true), &0.into()));

    let refused = home.ends(2, &["path", "2", "--from", START]);
    assert!(refused.contains("run 2 did not search from the goals"), "{refused}");
    home.ends(1, &["path", "2", "--to", key]);
}

#[test]
fn a_state_is_found_by_its_key_and_by_its_board() {
    let home = Home::new();
    let by_board = home.message(&["state", "1", START]);
    assert_eq!((&by_board["from_start"], &by_board["to_goal"]), (&0.into(), &81.into()));
    assert_eq!((&by_board["goal"], &by_board["stored"]), (&false.into(), &true.into()));
    let key = by_board["key"].as_str().unwrap();
    let mut by_key = home.message(&["state", "1", key]);
    assert_eq!(by_key["board"], START);
    by_key["lookup_microseconds"] = by_board["lookup_microseconds"].clone();
    assert_eq!(by_key, by_board);
    // All moves from the start lead to generation 1, and it has no other states.
    let moves = by_board["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 8);
    for next in moves {
        assert_eq!(next["from_start"], 1, "{next}");
        let found = home.message(&["state", "1", next["key"].as_str().unwrap()]);
        assert_eq!(found["to_goal"], next["to_goal"]);
    }

    let shown = home.says(&["state", "1", START]);
    for part in ["ABBC\nABBC\n", key, "0: 0 moves from the start", "81 moves", "G down, right"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn what_is_not_stored_is_said_to_be_so() {
    let home = Home::new();
    // The pieces of the start, put where they cannot get: nothing there can go
    // anywhere else.
    let other = "..AC/DFAC/DFBB/EEBB/GHIJ";
    let not_stored = home.messages(1, &["state", "1", other]);
    assert_eq!(not_stored[0]["stored"], false);
    let shown = home.ends(1, &["state", "1", other]);
    assert!(shown.contains("not stored: it cannot be reached from the start"), "{shown}");
    let far = home.message(&["hardest", "1", "--from", "start"]);
    let shown = home.ends(1, &["state", "2", far["states"][0]["key"].as_str().unwrap()]);
    assert!(shown.contains("not among the states to depth 10"), "{shown}");
    for nonsense in ["ffffffffffffffff", "ABBC/ABBC", "", "ABBC/ABBC/DEEF/DGHF/I..X", "zz"] {
        home.ends(2, &["state", "1", nonsense]);
    }
}

#[test]
fn statistics_have_every_generation() {
    let home = Home::new();
    let sides = home.messages(0, &["stats", "1"]);
    assert_eq!(sides.len(), 2);
    assert_eq!((&sides[0]["side"], &sides[1]["side"]), (&"forward".into(), &"backward".into()));
    for side in &sides {
        // Both ends reach the same states.
        assert_eq!(sum(&side["generations"], "states"), 25_955);
        assert_eq!((&side["states"], &side["goals"]), (&25_955.into(), &964.into()));
        assert_eq!(side["checksum"], sides[0]["checksum"]);
        assert_eq!(side["complete"], true);
    }
    assert_eq!(sides[0]["generations"].as_array().unwrap().len(), 125);
    assert_eq!(sides[1]["generations"][0]["states"], 964);

    let shown = home.says(&["stats", "1", "--side", "start"]);
    assert!(shown.contains("25,955 in all") || shown.contains("25,955 states in 125 generations"));
    assert!(!shown.contains("from the goals"), "{shown}");
    let other = home.says(&["stats", "2"]);
    assert!(other.contains("to depth 10"), "{other}");
}

#[test]
fn the_hardest_positions_are_those_farthest_from_the_goals() {
    let home = Home::new();
    let from_start = home.message(&["hardest", "1", "--from", "start", "--limit", "3"]);
    assert_eq!((&from_start["distance"], &from_start["count"]), (&124.into(), &8.into()));
    assert_eq!(from_start["states"].as_array().unwrap().len(), 3);
    let shown = home.says(&["hardest", "1", "--from", "start", "-n", "3"]);
    assert!(shown.contains("8 farthest states, 124 moves from the start"), "{shown}");
    assert!(shown.contains("and 5 more"), "{shown}");

    let hardest = home.message(&["hardest", "1"]);
    let goals = home.message(&["stats", "1", "--side", "goals"]);
    let last = goals["generations"].as_array().unwrap().last().unwrap();
    assert_eq!(hardest["from"], "goals");
    assert_eq!((&hardest["distance"], &hardest["count"]), (&last["generation"], &last["states"]));
    home.says(&["hardest", "1", "--svg", "hardest.svg"]);
    assert!(home.0.path().join("hardest.svg").exists());

    let unfinished = home.message(&["hardest", "2"]);
    assert_eq!((&unfinished["from"], &unfinished["complete"]), (&"start".into(), &false.into()));
    let refused = home.ends(2, &["hardest", "2", "--from", "goals"]);
    assert!(refused.contains("has not searched from the goals"), "{refused}");
}

#[test]
fn a_sound_store_passes() {
    let home = Home::new();
    for deep in [&[][..], &["--deep"]] {
        let args = [&["check"], deep].concat();
        let shown = home.says(&args);
        assert!(shown.contains("run 1 (klotski): sound"), "{shown}");
        assert!(shown.contains("2 runs, no fault found"), "{shown}");
        let messages = home.messages(0, &args);
        assert_eq!(messages.len(), 3);
        assert_eq!((&messages[0]["sound"], &messages[0]["states"]), (&true.into(), &51_910.into()));
        assert_eq!(messages[2]["message_type"], "check_result");
    }
    assert_eq!(home.messages(0, &["check", "last"]).len(), 2);
}

/// The table files of the store.
fn table_files(home: &Home) -> Vec<PathBuf> {
    let files = files(&home.store()).into_keys();
    files.filter(|file| file.extension().is_some_and(|end| end == "sst")).collect()
}

#[test]
fn a_changed_byte_in_any_table_file_is_found() {
    let home = Home::new();
    // Small stores lie in the log alone.
    home.says(&["compact"]);
    let tables = table_files(&home);
    assert!(!tables.is_empty());
    for table in tables {
        let sound = fs::read(&table).unwrap();
        let mut changed = sound.clone();
        // In the first block of data.
        changed[sound.len().min(60) / 2] ^= 0x10;
        fs::write(&table, &changed).unwrap();
        for args in [&["check"][..], &["check", "--deep"]] {
            let shown = home.ends(3, args);
            assert!(shown.contains("DAMAGED"), "{}: {shown}", table.display());
            let messages = home.messages(3, args);
            assert_eq!(messages.last().unwrap()["sound"], false);
        }
        fs::remove_file(&table).unwrap();
        home.ends(3, &["check"]);
        fs::write(&table, &sound).unwrap();
    }
    home.says(&["check", "--deep"]);
}

#[test]
fn a_tampered_row_is_found() {
    let home = Home::new();
    let key = LayerKey { run: RunId(1), side: Side::Forward, generation: 40 };
    let tamper = |change: fn(&mut LayerRow)| {
        let store = home.open();
        let sound = store.row::<LayerRow>(&key).unwrap().unwrap();
        let mut row = sound.clone();
        change(&mut row);
        let mut batch = Batch::new();
        batch.put_row(&key, &row).unwrap();
        store.write(batch, Durability::Synced).unwrap();
        sound
    };
    let restore = |row: &LayerRow| {
        let store = Store::open_existing(&home.store(), &StoreOptions::default());
        // A store whose totals disagree is refused for writing.
        let Ok(store) = store else { return };
        let mut batch = Batch::new();
        batch.put_row(&key, row).unwrap();
        store.write(batch, Durability::Synced).unwrap();
    };

    // Only another search finds that these are wrong.
    for (change, told) in [
        ((|row| row.goals += 1) as fn(&mut LayerRow), "forward generation 40: goals"),
        (|row| row.checksum ^= 1, "forward generation 40: checksum"),
        (|row| row.edges = Some(1), "where its row says 1"),
    ] {
        let sound = tamper(change);
        home.says(&["check"]);
        let shown = home.ends(3, &["check", "--deep"]);
        assert!(shown.contains(told), "{shown}");
        assert!(shown.contains("run 2 (klotski): sound"), "{shown}");
        restore(&sound);
    }
    home.says(&["check", "--deep"]);

    tamper(|row| row.sorted_runs = u32::MAX);
    let shown = home.ends(3, &["check", "1", "--deep"]);
    assert!(shown.contains("sorted run 1 of 4294967295 has no states"), "{shown}");
    tamper(|row| row.states += 1);
    let shown = home.ends(3, &["check", "1", "--deep"]);
    assert!(
        shown.contains("the states of its layers sum to 51911, the run counts 51910"),
        "{shown}"
    );
    home.says(&["check", "2"]);
}

#[test]
fn a_tampered_solution_is_found_and_never_shown() {
    let home = Home::new();
    {
        let store = home.open();
        let key = SolutionKey { run: RunId(1), number: 0 };
        let mut row = store.row::<SolutionRow>(&key).unwrap().unwrap();
        row.moves.swap(3, 4);
        let mut batch = Batch::new();
        batch.put_row(&key, &row).unwrap();
        store.write(batch, Durability::Synced).unwrap();
    }
    home.says(&["check"]);
    let shown = home.ends(3, &["check", "--deep"]);
    assert!(shown.contains("solution 0: its moves are not those"), "{shown}");
    home.ends(3, &["show", "1"]);
}

#[test]
fn dropping_a_run_frees_its_space() {
    let home = Home::new();
    let before = files(&home.store());
    let planned = home.message(&["drop", "1", "--dry-run"]);
    assert_eq!((&planned["states"], planned.get("bytes_after")), (&51_910.into(), None));
    assert_eq!(files(&home.store()), before);
    home.says(&["compact"]);
    let dropped = home.message(&["drop", "1"]);
    let bytes = |field: &str| dropped[field].as_u64().unwrap();
    assert!(bytes("bytes_after") < bytes("bytes_before"), "{dropped}");
    assert_eq!(home.messages(0, &["runs"]).len(), 1);
    home.ends(2, &["drop", "1"]);
    home.says(&["check", "--deep"]);
    let shown = home.says(&["drop", "last"]);
    assert!(shown.starts_with("dropped run 2 (klotski): "), "{shown}");
    // A run so small lies in files with others, or in the log.
    assert!(shown.contains(" before, ") || shown.contains("`strata compact`"), "{shown}");
    let refused = home.ends(2, &["show", "last"]);
    assert!(refused.contains("no run yet"), "{refused}");
    assert!(home.says(&["runs"]).contains("0 runs"));
}

#[test]
fn dropping_pruning_tables_leaves_the_runs() {
    let home = Home::new();
    {
        let store = Store::open_existing(&home.store(), &StoreOptions::default()).unwrap();
        let (storage, parameters) = ("plain", &[][..]);
        for (name, bytes) in [("edges", &[1; 64][..]), ("corners", &vec![2; 5 << 20])] {
            let entries = 2 * bytes.len() as u64;
            let table = PruningTable { name, entries, depth: 7, storage, parameters, bytes };
            store.save_pruning_table(&table).unwrap();
        }
    }
    home.says(&["check"]);
    let before = files(&home.store());
    let planned = home.message(&["drop", "--tables", "--dry-run"]);
    let tables = planned["tables"].as_array().unwrap();
    let bytes = |name| tables.iter().find(|table| table["name"] == name).unwrap()["bytes"].as_u64();
    assert_eq!((tables.len(), bytes("edges"), bytes("corners")), (2, Some(64), Some(5 << 20)));
    let shown = home.says(&["drop", "--tables", "--dry-run"]);
    assert!(shown.contains("corners: 5.00 MiB\n"), "{shown}");
    assert!(shown.contains("would drop 2 pruning tables"), "{shown}");
    assert_eq!(files(&home.store()), before);
    home.ends(2, &["drop"]);
    home.ends(2, &["drop", "1", "--tables"]);
    let shown = home.says(&["drop", "--tables"]);
    assert!(shown.contains("dropped 2 pruning tables; "), "{shown}");
    assert!(home.says(&["drop", "--tables"]).starts_with("dropped 0 pruning tables"));
    assert_eq!(home.messages(0, &["runs"]).len(), 2);
    home.says(&["check", "--deep"]);
}

#[test]
fn a_backup_is_a_store() {
    let home = Home::new();
    let planned = home.message(&["backup", "copy", "--dry-run"]);
    assert!(planned["bytes"].as_u64().unwrap() > 10_000, "{planned}");
    assert!(!home.0.path().join("copy").exists());
    let made = home.message(&["backup", "copy"]);
    assert!(made["rows"].as_u64().unwrap() > 125, "{made}");
    home.says(&["check", "--deep", "--store", "copy"]);
    assert_eq!(home.says(&["path", "1", "--store", "copy"]), home.says(&["path", "1"]));
    let refused = home.ends(2, &["backup", "copy"]);
    assert!(refused.contains("exists already"), "{refused}");
}

#[test]
fn compaction_tells_what_it_did() {
    let home = Home::new();
    home.says(&["compact"]);
    let planned = home.says(&["compact", "--dry-run"]);
    assert!(planned.contains("generations"), "{planned}");
    let done = home.message(&["compact"]);
    let tables: Vec<&str> =
        done["tables"].as_array().unwrap().iter().map(|t| t["table"].as_str().unwrap()).collect();
    assert!(tables.contains(&"layers") && tables.contains(&"generations"), "{done}");
    assert!(done["bytes_after"].as_u64().unwrap() > 0);
    home.says(&["check"]);
}

#[test]
fn an_old_store_is_migrated_on_demand_alone() {
    let home = Home::empty();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/store-version-0");
    for (file, bytes) in files(&fixture) {
        let to = home.store().join(file.strip_prefix(&fixture).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, bytes).unwrap();
    }
    home.ends(12, &["runs"]);
    let planned = home.message(&["migrate", "--dry-run"]);
    assert_eq!((&planned["from"], &planned["to"]), (&0.into(), &1.into()));
    home.ends(12, &["runs"]);
    let done = home.says(&["migrate"]);
    assert!(done.contains("has gone from format version 0 to 1"), "{done}");
    assert!(home.store().join("before-version-1").exists());
    assert_eq!(home.messages(0, &["runs"])[0]["states"], 360);
    home.says(&["check"]);
    assert!(home.says(&["migrate"]).contains("format version 1 already"));
}

#[test]
fn without_a_store_there_is_none_afterwards() {
    let home = Home::empty();
    for args in LOOKING.iter().chain(&CHANGING).chain(&[&["migrate"][..]]) {
        home.ends(10, args);
        home.ends(10, &[args, &["--json"][..]].concat());
    }
    assert_eq!(fs::read_dir(home.0.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn what_is_no_directory_or_may_not_be_read_is_no_missing_store() {
    let home = Home::empty();
    fs::write(home.0.path().join("file"), "x").unwrap();
    std::os::unix::fs::symlink("nowhere", home.0.path().join("dangling")).unwrap();
    // Not even root may follow this one.
    std::os::unix::fs::symlink("loop", home.0.path().join("loop")).unwrap();
    for args in [&["runs"][..], &["check"], &["compact"], &["migrate"], &["solve", "klotski"]] {
        for store in ["file", "/dev/null", "dangling"] {
            let refused = home.ends(2, &[args, &["--store", store]].concat());
            assert!(refused.contains("is no directory"), "{refused}");
        }
        home.ends(4, &[args, &["--store", "loop/store"]].concat());
    }
}

#[test]
fn a_run_that_is_not_there_is_bad_input() {
    let home = Home::new();
    for args in LOOKING.iter().chain(&CHANGING).filter(|args| args.contains(&"1")) {
        let other: Vec<&str> = args.iter().map(|&arg| if arg == "1" { "7" } else { arg }).collect();
        let refused = home.ends(2, &other);
        assert!(refused.contains("no run 7"), "{refused}");
    }
}

#[test]
fn looking_changes_nothing_and_works_beside_a_writer() {
    let home = Home::new();
    let before = files(&home.store());
    let dry: Vec<Vec<&str>> =
        CHANGING.iter().map(|args| [args, &["--dry-run"][..]].concat()).collect();
    let all = || LOOKING.iter().copied().chain(dry.iter().map(Vec::as_slice));
    for args in all() {
        home.says(args);
        assert!(files(&home.store()) == before, "{args:?}");
    }
    let writer = home.open();
    for args in all() {
        home.says(args);
    }
    for args in CHANGING {
        home.ends(11, args);
    }
    drop(writer);
}

#[test]
fn the_library_is_listed_and_written() {
    let home = Home::empty();
    let list = home.says(&["puzzles"]);
    let line = list.lines().find(|line| line.starts_with("klotski ")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        words,
        ["klotski", "sliding", "4x5", "10", "81", "90", "116", "-", "-", "25,955", "Klotski"]
    );
    let listed = home.messages(0, &["puzzles"]);
    let klotski = listed.iter().find(|puzzle| puzzle["name"] == "klotski").unwrap();
    assert_eq!((&klotski["optimum"]["moves"], klotski.get("text")), (&81.into(), None));

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/klotski.toml");
    let file = fs::read_to_string(file).unwrap();
    assert_eq!(home.says(&["puzzles", "klotski"]), file);
    assert_eq!(home.message(&["puzzles", "klotski"])["text"], file);
    home.says(&["puzzles", "klotski", "--svg", "klotski.svg"]);
    assert!(home.0.path().join("klotski.svg").exists());
    let refused = home.ends(2, &["puzzles", "klotzki"]);
    assert!(refused.contains("did you mean klotski?"), "{refused}");
}
