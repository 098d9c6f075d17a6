//! Stores of earlier format versions, kept in `tests/fixtures`: what becomes of
//! them when a program of today opens them.
//!
//! `scripts/make-fixtures` writes the fixtures anew with what wrote them first.

#![cfg(test)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rocksdb::{ColumnFamilyDescriptor, DB, IteratorMode, Options};
use serde_json::json;
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

/// The generations of the 2x3 tiles from the solved position, found by a
/// search that shares no code with the program: a digit a cell.
fn generations() -> Vec<BTreeSet<u64>> {
    let neighbours: [&[usize]; 6] = [&[1, 3], &[0, 2, 4], &[1, 5], &[0, 4], &[1, 3, 5], &[2, 4]];
    let digit = |state: u64, cell: usize| (state >> (4 * cell)) & 15;
    let mut all: Vec<BTreeSet<u64>> = vec![BTreeSet::from([0x054321])];
    let mut seen = all[0].clone();
    loop {
        let mut next = BTreeSet::new();
        for &state in all.last().unwrap() {
            let hole = (0..6).find(|&cell| digit(state, cell) == 0).unwrap();
            for &cell in neighbours[hole] {
                let tile = digit(state, cell);
                let moved = state - (tile << (4 * cell)) + (tile << (4 * hole));
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

/// How many generations of the unfinished run are complete.
const COMPLETE: usize = 9;

/// The column families of version 0.
const FAMILIES_0: [&str; 4] = ["meta", "puzzles", "depths", "states"];

/// Writes a store of version 0: run 1 is finished, run 2 was killed in the
/// middle of a generation.
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
    for (run, status) in [(1u32, "exhausted"), (2, "unfinished")] {
        let old = json!({
            "name": "tiles 2x3", "domain": "tiles", "puzzle": "123/45.",
            "options": {"metric": "moves"}, "encoding": "nibbles/1", "key_bytes": 8,
            "metric": "moves", "status": status, "length": null,
            "created": 1_600_000_000, "seconds": 1.5,
        });
        put("puzzles", &[&run.to_be_bytes()], old.to_string().as_bytes());
        for (generation, states) in generations().iter().enumerate() {
            let complete = run == 1 || generation < COMPLETE;
            if run == 2 && generation > COMPLETE {
                break;
            }
            let place: [&[u8]; 2] = [&run.to_be_bytes(), &(generation as u32).to_be_bytes()];
            for state in states.iter().take(if complete { usize::MAX } else { 5 }) {
                put("states", &[place[0], place[1], &state.to_be_bytes()], b"");
            }
            let old = json!({"states": states.len(), "goals": 0, "complete": complete});
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
    assert_eq!(
        made.len(),
        1 + 2
            + 22
            + 10
            + 360
            + generations()[..COMPLETE].iter().map(BTreeSet::len).sum::<usize>()
            + 5
    );
    assert_eq!(rows_of_version_0(&fixture(0)), made);
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

fn same_figures(store: &Store, run: RunId, expected: &[BTreeSet<u64>]) {
    let layers: Vec<_> = store
        .rows::<LayerRow>(&LayerKey::range(run, Side::Forward))
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(layers.len(), expected.len());
    for ((key, layer), expected) in layers.iter().zip(expected) {
        assert_eq!(layer.states, expected.len() as u64, "{key:?}");
        let sum = |sum: u64, &key: &u64| sum.wrapping_add(state_checksum(key));
        assert_eq!(layer.checksum, expected.iter().fold(0, sum), "{key:?}");
        assert!(layer.closed);
        let found = states(store, run, key.generation, layer.sorted_runs);
        assert!(found.iter().eq(expected), "{key:?}");
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
    assert_eq!((run.status, run.states), (RunStatus::Exhausted, 360));
    assert_eq!((run.space.encoding.as_str(), run.created), ("nibbles/1", 1_600_000_000));
    assert_eq!(store.run(RunId(2)).unwrap().status, RunStatus::Unfinished);
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
