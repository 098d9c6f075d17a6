//! Stores of earlier format versions, kept in `tests/fixtures`: what becomes of
//! them when a program of today opens them.
//!
//! `scripts/make-fixtures` writes the fixtures anew with what wrote them first.

#![cfg(test)]

mod common {
    pub(crate) mod home;
}

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::home::Home;
use rocksdb::{ColumnFamilyDescriptor, DB, IteratorMode, Options};
use serde_json::{Value, json};
use strata::store::{
    Block, LayerKey, LayerRow, RunId, RunPrefix, RunStatus, Side, Store, StoreError, StoreOptions,
    Table, state_checksum,
};

fn fixture(version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/store-version-{version}"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The puzzle of all runs, as its domain writes it: the tile in the lower left
/// corner is to get into the lower right one.
const PUZZLE: &str = r#"board = """
123
45.
"""
distinct = true
goal_by = "name"
goal = """
...
..4
"""
"#;

/// The generations of the puzzle, found by a search that shares no code with
/// the program: a digit a cell, 0 for the hole.
fn generations() -> Vec<BTreeSet<[u8; 6]>> {
    let neighbours: [&[usize]; 6] = [&[1, 3], &[0, 2, 4], &[1, 5], &[0, 4], &[1, 3, 5], &[2, 4]];
    let mut all = vec![BTreeSet::from([[1, 2, 3, 4, 5, 0]])];
    let mut seen = all[0].clone();
    loop {
        let mut next = BTreeSet::new();
        for &state in all.last().unwrap() {
            let hole = (0..6).find(|&cell| state[cell] == 0).unwrap();
            for &cell in neighbours[hole] {
                let mut moved = state;
                moved.swap(hole, cell);
                if seen.insert(moved) {
                    next.insert(moved);
                }
            }
        }
        if next.is_empty() {
            return all;
        }
        all.push(next);
    }
}

/// How many arrangements of the digits come before this one: its key.
fn key(state: &[u8; 6]) -> u64 {
    (0..6).fold(0, |rank, cell| {
        let less = state[cell + 1..].iter().filter(|&&digit| digit < state[cell]).count();
        rank * (6 - cell as u64) + less as u64
    })
}

fn goals(states: &BTreeSet<[u8; 6]>) -> usize {
    states.iter().filter(|state| state[5] == 4).count()
}

/// How many generations of run 2 are complete.
const COMPLETE: usize = 9;

/// The generations that are stored of a run, and how many of them are complete.
fn stored_of(run: u32) -> (usize, usize) {
    match run {
        1 => (22, 22),
        2 => (COMPLETE + 1, COMPLETE),
        _ => (1, 0),
    }
}

/// The column families of version 0.
const FAMILIES_0: [&str; 4] = ["meta", "puzzles", "depths", "states"];

/// Writes a store of version 0: run 1 is finished, run 2 was killed in the
/// middle of a generation, run 3 before its first state was written.
fn make_the_store_of_version_0(root: &Path) {
    let _ = fs::remove_dir_all(root);
    fs::create_dir_all(root).unwrap();
    let mut options = Options::default();
    options.create_if_missing(true);
    options.create_missing_column_families(true);
    let families = FAMILIES_0.map(|name| ColumnFamilyDescriptor::new(name, Options::default()));
    let db = DB::open_cf_descriptors(&options, root.join("db"), families).unwrap();
    let put = |family: &str, key: &[&[u8]], value: &[u8]| {
        db.put_cf(db.cf_handle(family).unwrap(), key.concat(), value).unwrap();
    };
    put("meta", &[b"schema"], &0u32.to_be_bytes());
    for (run, status) in [(1u32, "solved"), (2, "unfinished"), (3, "unfinished")] {
        let (begun, complete) = stored_of(run);
        let old = json!({
            "name": "tiles", "domain": "sliding", "puzzle": PUZZLE,
            "options": {"metric": "moves"}, "encoding": "rank/1", "key_bytes": 8,
            "metric": "moves", "status": status, "length": (run == 1).then_some(7),
            "created": 1_600_000_000, "seconds": 1.5,
        });
        put("puzzles", &[&run.to_be_bytes()], old.to_string().as_bytes());
        for (generation, states) in generations()[..begun].iter().enumerate() {
            let place: [&[u8]; 2] = [&run.to_be_bytes(), &(generation as u32).to_be_bytes()];
            let written = if generation < complete { states.len() } else { states.len() / 3 };
            for state in states.iter().take(written) {
                put("states", &[place[0], place[1], &key(state).to_be_bytes()], b"");
            }
            let old = json!({
                "states": states.len(), "goals": goals(states), "complete": generation < complete,
            });
            put("depths", &place, old.to_string().as_bytes());
        }
    }
    for family in FAMILIES_0 {
        db.flush_cf(db.cf_handle(family).unwrap()).unwrap();
    }
    drop(db);
    // Only what is needed to open it, so that the fixture stays small.
    for entry in fs::read_dir(root.join("db")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if ["LOG", "LOCK", "OPTIONS"].iter().any(|idle| name.starts_with(idle)) {
            fs::remove_file(path).unwrap();
        }
    }
}

/// A table, a key and a value.
type RowOfVersion0 = (&'static str, Box<[u8]>, Box<[u8]>);

/// All rows of a store of version 0, table by table.
fn rows_of_version_0(root: &Path) -> Vec<RowOfVersion0> {
    let directory = tempfile::tempdir().unwrap();
    copy(&root.join("db"), directory.path());
    let families = FAMILIES_0.map(|name| ColumnFamilyDescriptor::new(name, Options::default()));
    let db = DB::open_cf_descriptors(&Options::default(), directory.path(), families).unwrap();
    let rows = |family| {
        let rows = db.iterator_cf(db.cf_handle(family).unwrap(), IteratorMode::Start);
        rows.map(move |row| row.map(|(key, value)| (family, key, value)).unwrap())
    };
    FAMILIES_0.into_iter().flat_map(rows).collect()
}

#[test]
fn the_store_of_version_0_is_what_its_maker_writes() {
    if std::env::var_os("WRITE_FIXTURES").is_some() {
        make_the_store_of_version_0(&fixture(0));
    }
    let directory = tempfile::tempdir().unwrap();
    make_the_store_of_version_0(directory.path());
    let made = rows_of_version_0(directory.path());
    let complete: usize = generations()[..COMPLETE].iter().map(BTreeSet::len).sum();
    assert_eq!(made.len(), 1 + 3 + (22 + 10 + 1) + (360 + complete + 5));
    assert!(rows_of_version_0(&fixture(0)) == made, "run scripts/make-fixtures and look why");
}

fn states(store: &Store, run: RunId, generation: u32, sorted_runs: u32) -> Vec<u64> {
    let mut states = Vec::new();
    for sorted_run in 0..sorted_runs {
        let place = RunPrefix { run, side: Side::Forward, generation, sorted_run };
        for row in store.scan(Table::Generations, &place.range()) {
            let (_, block) = row.unwrap();
            Block::<u64>::new(&block).unwrap().decode(&mut states).unwrap();
        }
    }
    states
}

fn same_figures(store: &Store, run: RunId, expected: &[BTreeSet<[u8; 6]>]) {
    let layers: Vec<_> = store
        .rows::<LayerRow>(&LayerKey::range(run, Side::Forward))
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(layers.len(), expected.len());
    for ((key, layer), expected) in layers.iter().zip(expected) {
        assert_eq!(layer.states, expected.len() as u64, "{key:?}");
        assert_eq!(layer.goals, goals(expected) as u64, "{key:?}");
        let expected: BTreeSet<u64> = expected.iter().map(crate::key).collect();
        let sum = |sum: u64, &key: &u64| sum.wrapping_add(state_checksum(key));
        assert_eq!(layer.checksum, expected.iter().fold(0, sum), "{key:?}");
        assert!(layer.closed);
        let found = states(store, run, key.generation, layer.sorted_runs);
        assert!(found.iter().eq(&expected), "{key:?}");
    }
}

#[test]
fn a_store_of_version_0_becomes_what_a_fresh_run_would_be() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store");
    copy(&fixture(0), &path);
    let store = Store::open_existing(&path, &StoreOptions::default()).unwrap();
    assert_eq!(store.healed().migrated_from, Some(0));
    let all = generations();
    assert_eq!((all.len(), all.iter().map(BTreeSet::len).sum::<usize>()), (22, 360));
    same_figures(&store, RunId(1), &all);
    same_figures(&store, RunId(2), &all[..COMPLETE]);
    let run = store.run(RunId(1)).unwrap();
    assert_eq!((run.status, run.states, run.length), (RunStatus::Solved, 360, Some(7)));
    assert_eq!((run.space.encoding.as_str(), run.created), ("rank/1/64", 1_600_000_000));
    assert_eq!(store.run(RunId(2)).unwrap().status, RunStatus::Unfinished);
    same_figures(&store, RunId(3), &[]);
    drop(store);
    let store = Store::open_existing(&path, &StoreOptions::default()).unwrap();
    assert_eq!(store.healed().migrated_from, None);
    same_figures(&store, RunId(1), &all);
    let reader = Store::open_read_only(&path, &StoreOptions::default()).unwrap();
    same_figures(&reader, RunId(2), &all[..COMPLETE]);
}

#[test]
fn the_store_as_it_was_is_kept_and_can_be_migrated_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store");
    copy(&fixture(0), &path);
    drop(Store::open_existing(&path, &StoreOptions::default()).unwrap());
    let kept = path.join("before-version-1");
    assert_eq!(Store::schema_of(&kept).unwrap(), 0);
    let store = Store::open_existing(&kept, &StoreOptions::default()).unwrap();
    same_figures(&store, RunId(1), &generations());
}

#[test]
fn reading_never_migrates_and_names_the_command_that_does() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store");
    copy(&fixture(0), &path);
    match Store::open_read_only(&path, &StoreOptions::default()) {
        Err(error @ StoreError::OlderSchema { found: 0, .. }) => {
            assert!(error.to_string().contains("`strata migrate --store "), "{error}");
        }
        other => panic!("{:?}", other.err()),
    }
    assert_eq!(Store::schema_of(&path).unwrap(), 0);
    assert_eq!(strata::store::pending_migrations(0).len(), 1);
    assert!(strata::store::pending_migrations(1).is_empty());
}

/// The last message of a command, which must end with 0.
fn message(home: &Home, args: &[&str]) -> Value {
    let output = home.strata(args).arg("--json").output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), output.stderr.escape_ascii());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {out} {err}");
    serde_json::from_str(out.lines().last().unwrap()).unwrap()
}

#[test]
fn the_program_goes_on_with_migrated_runs_to_the_answer_of_a_fresh_one() {
    let (home, fresh) = (Home::new(), Home::new());
    copy(&fixture(0), &home.path().join("strata.db"));
    for home in [&home, &fresh] {
        home.write("tiles.toml", PUZZLE);
    }
    let expected = message(&fresh, &["census", "tiles.toml"]);
    assert_eq!((&expected["length"], &expected["states"]), (&json!(7), &json!(360)));
    message(&home, &["migrate"]);
    let sound = |runs: usize| {
        let checked = message(&home, &["check", "--deep"]);
        assert_eq!((&checked["sound"], &checked["runs"]), (&json!(true), &json!(runs)));
    };
    sound(3);
    let same = |found: &Value, fields: &[&str]| {
        for &field in fields {
            assert_eq!(found[field], expected[field], "{field}");
        }
    };
    let figures = ["verdict", "length", "states", "generations", "goals", "checksum", "metric"];
    same(&message(&home, &["show", "1"]), &figures);
    for run in ["2", "3"] {
        for shown in [message(&home, &["resume", run]), message(&home, &["show", run])] {
            same(&shown, &figures);
            same(&shown, &["complete", "complete_to", "optimal", "solutions", "solution"]);
        }
    }
    sound(3);
    // The migrated runs are those that a new search of the puzzle would be.
    assert_eq!(message(&home, &["census", "tiles.toml"])["run"], 3);
    let generations = |home: &Home, run| message(home, &["stats", run])["generations"].take();
    let (whole, migrated) = (generations(&fresh, "1"), generations(&home, "2"));
    assert_eq!(generations(&home, "3"), whole);
    for (number, (mut now, fresh)) in
        migrated.as_array().unwrap().iter().cloned().zip(whole.as_array().unwrap()).enumerate()
    {
        // What version 0 did not count is unknown, and not nothing.
        if number < COMPLETE - 1 {
            for unknown in ["edges", "branching_mean", "branching_min", "branching_max"] {
                assert_eq!(now.get(unknown), None, "{now}");
                now[unknown] = fresh[unknown].clone();
            }
        }
        assert_eq!(&now, fresh);
    }
    let text = home.strata(&["show", "2"]).output().unwrap().stdout;
    assert!(String::from_utf8(text).unwrap().contains("those of 8 generations are not known"));
}
