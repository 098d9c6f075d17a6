//! One test suite for both backends; [`checks`] and [`components`] plant faults that a
//! check must find, [`on_disk`] tests what only a store on disk can do, [`lost_logs`] what
//! happens when its logs are damaged, [`pruning`] pruning tables.

mod checks;
mod components;
mod lost_logs;
mod on_disk;
mod pruning;

use std::path::Path;

use proptest::prelude::*;

use super::*;

/// A store of either kind; the directory lives as long as it does.
struct Held {
    store: Store,
    _directory: Option<tempfile::TempDir>,
}

fn both() -> [Held; 2] {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("store"));
    [
        Held { store, _directory: Some(directory) },
        Held { store: Store::in_memory(), _directory: None },
    ]
}

fn open(path: &Path) -> Store {
    Store::create_or_open(path, &StoreOptions::default()).unwrap()
}

fn keys(store: &Store, table: Table, range: &KeyRange) -> Vec<Vec<u8>> {
    store.scan(table, range).map(|row| row.unwrap().0.into_vec()).collect()
}

fn put(store: &Store, table: Table, rows: &[(&[u8], &[u8])]) {
    let mut batch = Batch::new();
    for (key, value) in rows {
        batch.put(table, *key, *value);
    }
    store.write(batch, Durability::Buffered).unwrap();
}

fn run_row(states: u64) -> RunRow {
    RunRow {
        puzzle: "test".into(),
        space: crate::space::SpaceId {
            domain: "test".into(),
            instance: "1 2 3".into(),
            options: [("metric".to_owned(), "moves".to_owned())].into(),
            encoding: "rank/1".into(),
        },
        strategy: "generations".into(),
        options: Default::default(),
        metric: "moves".into(),
        status: RunStatus::Unfinished,
        length: None,
        states,
        edges: 0,
        solutions: 0,
        commits: 3,
        created: 1,
        updated: 2,
        seconds: 0.25,
        program: "strata".into(),
    }
}

/// A run with one layer of one block in each sorted run.
fn put_run(store: &Store, run: RunId, sorted_runs: u32) {
    let mut batch = Batch::new();
    batch.put_row(&run, &run_row(10)).unwrap();
    let checkpoint = CheckpointRow { commits: 3, states: 10, version: 1, strategy: vec![1] };
    batch.put_row(&run, &checkpoint).unwrap();
    let layer = LayerRow { states: 10, sorted_runs, ..LayerRow::default() };
    let key = LayerKey { run, side: Side::Forward, generation: 0 };
    batch.put_row(&key, &layer).unwrap();
    for sorted_run in 0..sorted_runs {
        batch.put(Table::Generations, place(run, 0, sorted_run).block_key(b"state"), *b"block");
    }
    store.write(batch, Durability::Synced).unwrap();
}

fn place(run: RunId, generation: u32, sorted_run: u32) -> RunPrefix {
    RunPrefix { run, side: Side::Forward, generation, sorted_run }
}

#[test]
fn a_batch_happens_in_its_order() {
    for Held { store, .. } in &both() {
        let mut batch = Batch::new();
        for key in [b"a", b"b", b"c", b"d"] {
            batch.put(Table::Layers, *key, *b"1");
        }
        batch.delete_range(Table::Layers, KeyRange { from: b"b".into(), to: b"d".into() });
        batch.put(Table::Layers, *b"c", *b"2");
        batch.delete(Table::Layers, *b"a");
        batch.delete(Table::Solutions, *b"never written");
        assert_eq!((batch.len(), batch.is_empty()), (8, false));
        store.write(batch, Durability::Synced).unwrap();
        assert_eq!(keys(store, Table::Layers, &KeyRange::all()), [b"c", b"d"]);
        assert_eq!(store.get(Table::Layers, b"c").unwrap().as_deref(), Some(&b"2"[..]));
        assert_eq!(store.get(Table::Layers, b"a").unwrap(), None);
        assert_eq!(store.get(Table::Solutions, b"c").unwrap(), None);
    }
}

#[test]
fn the_row_at_or_before_a_key_stays_above_the_floor() {
    for Held { store, .. } in &both() {
        put(store, Table::Generations, &[(b"b1", b"x"), (b"b5", b"y"), (b"c1", b"z")]);
        let find = |floor: &[u8], key: &[u8]| {
            let row = store.at_or_before(Table::Generations, floor, key).unwrap();
            row.map(|(key, value)| (key.into_vec(), value.to_vec()))
        };
        assert_eq!(find(b"b", b"b5"), Some((b"b5".to_vec(), b"y".to_vec())));
        assert_eq!(find(b"b", b"b9"), Some((b"b5".to_vec(), b"y".to_vec())));
        assert_eq!(find(b"b", b"b2"), Some((b"b1".to_vec(), b"x".to_vec())));
        assert_eq!(find(b"b", b"b0"), None);
        assert_eq!(find(b"c", b"c0"), None);
        assert_eq!(find(b"c", b"b9"), None);
        assert_eq!(store.at_or_before(Table::Buckets, b"", b"z").unwrap(), None);
    }
}

#[test]
fn bulk_rows_appear_together_or_never() {
    for Held { store, .. } in &both() {
        put(store, Table::Generations, &[(b"a", b"old"), (b"z", b"old")]);
        let mut writer = store.bulk(Table::Generations).unwrap();
        writer.put(b"b", b"1").unwrap();
        writer.put(b"c", b"2").unwrap();
        assert!(matches!(writer.put(b"c", b"3"), Err(StoreError::Refused { .. })));
        assert_eq!((writer.rows(), writer.bytes()), (2, 4));
        assert_eq!(store.get(Table::Generations, b"b").unwrap(), None);
        writer.finish().unwrap();
        assert_eq!(keys(store, Table::Generations, &KeyRange::all()), [b"a", b"b", b"c", b"z"]);
        let mut writer = store.bulk(Table::Generations).unwrap();
        writer.put(b"d", b"4").unwrap();
        drop(writer);
        assert_eq!(store.get(Table::Generations, b"d").unwrap(), None);
        store.bulk(Table::Buckets).unwrap().finish().unwrap();
    }
}

#[test]
fn rows_come_back_and_damaged_ones_are_named() {
    for Held { store, .. } in &both() {
        put_run(store, RunId(1), 2);
        put_run(store, RunId(2), 1);
        assert_eq!(store.run(RunId(2)).unwrap(), run_row(10));
        assert_eq!(store.runs().unwrap().len(), 2);
        assert_eq!(store.next_run().unwrap(), RunId(3));
        assert!(matches!(store.run(RunId(7)), Err(StoreError::NoRun { run: RunId(7) })));
        let layers: Vec<_> = store
            .rows::<LayerRow>(&LayerKey::range(RunId(1), Side::Forward))
            .collect::<Result<_>>()
            .unwrap();
        assert_eq!(layers.len(), 1);
        assert_eq!(layers[0].1.sorted_runs, 2);
        put(store, Table::Runs, &[(&[0, 0, 0, 2], b"garbage")]);
        let error = store.runs().unwrap_err().to_string();
        assert!(error.contains("table `runs`, key 00000002"), "{error}");
        put(store, Table::Runs, &[(&RunId::MAX.to_bytes(), b"")]);
        assert!(matches!(store.next_run(), Err(StoreError::Refused { .. })));
    }
}

#[test]
fn a_dropped_run_takes_everything_and_nothing_else() {
    for Held { store, .. } in &both() {
        put_run(store, RunId(1), 2);
        put_run(store, RunId(2), 3);
        let planned = store.drop_run(RunId(1), true).unwrap();
        assert_eq!((planned.states, planned.layers, planned.after), (10, 1, None));
        assert_eq!(store.runs().unwrap().len(), 2);
        assert!(store.drop_run(RunId(1), false).unwrap().after.is_some());
        assert_eq!(store.runs().unwrap(), [(RunId(2), run_row(10))]);
        for table in Table::ALL.iter().filter(|table| table.by_run()) {
            assert!(keys(store, *table, &RunId(1).range()).is_empty(), "{table}");
        }
        assert_eq!(keys(store, Table::Generations, &KeyRange::all()).len(), 3);
        assert_eq!(keys(store, Table::Checkpoints, &KeyRange::all()).len(), 1);
        assert!(matches!(store.drop_run(RunId(1), false), Err(StoreError::NoRun { .. })));
        assert_eq!(store.compact(true).unwrap().after, None);
        assert!(store.compact(false).unwrap().after.is_some());
        assert_eq!(keys(store, Table::Generations, &KeyRange::all()).len(), 3);
    }
}

#[test]
fn a_new_run_never_meets_rows_of_one_that_had_its_number() {
    let of_runs = || Table::ALL.iter().copied().filter(|table| table.by_run());
    for Held { store, .. } in &both() {
        put_run(store, RunId(1), 2);
        assert_eq!(store.next_run().unwrap(), RunId(2));
        // What a program left that knew none of these tables.
        for table in of_runs().filter(|table| *table != Table::Runs) {
            for run in [RunId(1), RunId(2), RunId(3)] {
                put(store, table, &[(&[&run.to_bytes()[..], b"left"].concat(), b"")]);
            }
        }
        let before = |run: RunId| of_runs().map(move |table| keys(store, table, &run.range()));
        let others: Vec<_> = before(RunId(1)).chain(before(RunId(3))).collect();
        assert_eq!(store.next_run().unwrap(), RunId(2));
        assert!(before(RunId(2)).all(|keys| keys.is_empty()));
        assert_eq!(before(RunId(1)).chain(before(RunId(3))).collect::<Vec<_>>(), others);
    }
}

#[test]
fn memory_counts_what_it_holds() {
    let store = Store::in_memory();
    assert_eq!(store.bytes_used().unwrap(), 0);
    put(&store, Table::Buckets, &[(b"a", &[0; 1000]), (b"b", &[0; 1000])]);
    assert!((2000..3000).contains(&store.bytes_used().unwrap()));
    put(&store, Table::Buckets, &[(b"a", &[0; 10])]);
    assert!((1000..2000).contains(&store.bytes_used().unwrap()));
    let mut batch = Batch::new();
    batch.delete_range(Table::Buckets, KeyRange::all());
    store.write(batch, Durability::Synced).unwrap();
    assert_eq!(store.bytes_used().unwrap(), 0);
    assert_eq!((store.path(), store.free_disk().unwrap()), (None, None));
}

#[derive(Debug, Clone)]
enum Step {
    Put(u8, u8),
    Delete(u8),
    DeleteRange(u8, u8),
    Bulk(Vec<u8>),
    Sync,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0u8..40, any::<u8>()).prop_map(|(key, value)| Step::Put(key, value)),
        1 => (0u8..40).prop_map(Step::Delete),
        1 => (0u8..40, 0u8..40).prop_map(|(a, b)| Step::DeleteRange(a, b)),
        1 => prop::collection::btree_set(0u8..40, 0..8)
            .prop_map(|keys| Step::Bulk(keys.into_iter().collect())),
        1 => Just(Step::Sync),
    ]
}

fn apply(store: &Store, step: &Step) {
    let table = Table::Generations;
    let mut batch = Batch::new();
    match step {
        Step::Put(key, value) => batch.put(table, [*key], [*value]),
        Step::Delete(key) => batch.delete(table, [*key]),
        Step::DeleteRange(a, b) => {
            batch.delete_range(table, KeyRange { from: vec![*a], to: vec![*b] });
        }
        Step::Bulk(keys) => {
            let mut writer = store.bulk(table).unwrap();
            for key in keys {
                writer.put(&[*key], b"bulk").unwrap();
            }
            writer.finish().unwrap();
        }
        Step::Sync => store.sync().unwrap(),
    }
    store.write(batch, Durability::Buffered).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn both_backends_do_the_same(
        steps in prop::collection::vec(step(), 1..30),
        floor in 0u8..40,
        key in 0u8..40,
    ) {
        let [disk, memory] = both();
        for step in &steps {
            apply(&disk.store, step);
            apply(&memory.store, step);
        }
        let rows = |store: &Store| -> Vec<_> {
            store.scan(Table::Generations, &KeyRange::all()).map(Result::unwrap).collect()
        };
        prop_assert_eq!(rows(&disk.store), rows(&memory.store));
        let range = KeyRange { from: vec![floor], to: vec![key] };
        prop_assert_eq!(
            keys(&disk.store, Table::Generations, &range),
            keys(&memory.store, Table::Generations, &range)
        );
        let find = |store: &Store| store.at_or_before(Table::Generations, &[floor], &[key]).unwrap();
        prop_assert_eq!(find(&disk.store), find(&memory.store));
        let first = |store: &Store| store.first_key(Table::Generations, &range).unwrap();
        prop_assert_eq!(first(&disk.store), first(&memory.store));
    }
}
