//! One test suite for both backends, and what only a store on disk can do.

use std::fs;
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
        assert_eq!(store.at_or_before(Table::Beam, b"", b"z").unwrap(), None);
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
        store.bulk(Table::Beam).unwrap().finish().unwrap();
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
fn memory_counts_what_it_holds() {
    let store = Store::in_memory();
    assert_eq!(store.bytes_used().unwrap(), 0);
    put(&store, Table::Beam, &[(b"a", &[0; 1000]), (b"b", &[0; 1000])]);
    assert!((2000..3000).contains(&store.bytes_used().unwrap()));
    put(&store, Table::Beam, &[(b"a", &[0; 10])]);
    assert!((1000..2000).contains(&store.bytes_used().unwrap()));
    let mut batch = Batch::new();
    batch.delete_range(Table::Beam, KeyRange::all());
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

/// What a process that is killed now would leave behind.
fn crash_image(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            crash_image(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn everything_is_there_after_closing_and_after_a_crash() {
    let directory = tempfile::tempdir().unwrap();
    let (path, image) = (directory.path().join("store"), directory.path().join("image"));
    let store = open(&path);
    assert_eq!(store.healed(), &Healed::default());
    put(&store, Table::Paths, &[(b"buffered", b"1")]);
    put(&store, Table::PruningTables, &[(b"late table", b"2")]);
    put_run(&store, RunId(1), 1);
    crash_image(&path, &image);
    let mut batch = Batch::new();
    batch.delete(Table::Paths, *b"buffered");
    store.write(batch, Durability::Buffered).unwrap();
    drop(store);
    let closed = open(&path);
    assert!(!closed.healed().unclean);
    assert_eq!(closed.get(Table::Paths, b"buffered").unwrap(), None);
    let crashed = open(&image);
    assert!(crashed.healed().unclean);
    assert_eq!(crashed.run(RunId(1)).unwrap(), closed.run(RunId(1)).unwrap());
    assert!(crashed.get(Table::Paths, b"buffered").unwrap().is_some());
    assert_eq!(
        crashed.get(Table::PruningTables, b"late table").unwrap().as_deref(),
        Some(&b"2"[..])
    );
}

#[test]
fn blocks_that_no_layer_counts_are_removed_on_opening() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    put_run(&store, RunId(2), 2);
    let kept = keys(&store, Table::Generations, &KeyRange::all());
    let strays = [
        place(RunId(1), 0, 0),
        place(RunId(2), 0, 2),
        place(RunId(2), 1, 0),
        RunPrefix { side: Side::Backward, ..place(RunId(2), 0, 0) },
        place(RunId(3), 5, 0),
    ];
    for stray in strays {
        put(&store, Table::Generations, &[(&stray.block_key(b"stray"), b"")]);
    }
    drop(store);
    fs::write(directory.path().join("bulk/00000007.sst"), b"half a file").unwrap();
    let store = open(directory.path());
    assert_eq!(keys(&store, Table::Generations, &KeyRange::all()), kept);
    // Strays that lie side by side are one entry.
    assert_eq!(store.healed().sorted_runs, [strays[0], strays[1]]);
    assert_eq!((store.healed().files, store.healed().unclean), (1, false));
    drop(store);
    assert_eq!(open(directory.path()).healed(), &Healed::default());
}

fn refusal_after(change: impl FnOnce(&mut Batch)) -> String {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    put_run(&store, RunId(1), 1);
    let mut batch = Batch::new();
    change(&mut batch);
    store.write(batch, Durability::Synced).unwrap();
    drop(store);
    match Store::create_or_open(directory.path(), &StoreOptions::default()) {
        Ok(_) => panic!("a store that contradicts itself was opened"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn totals_that_disagree_are_refused() {
    let error = refusal_after(|batch| batch.put_row(&RunId(1), &run_row(11)).unwrap());
    assert!(
        error.contains("run 1: the states of its layers sum to 10, the run counts 11"),
        "{error}"
    );
    let error = refusal_after(|batch| {
        let row = CheckpointRow { commits: 2, states: 10, version: 1, strategy: vec![] };
        batch.put_row(&RunId(1), &row).unwrap();
    });
    assert!(error.contains("its checkpoint is of commit 2, the run of commit 3"), "{error}");
    let error = refusal_after(|batch| {
        let row = CheckpointRow { commits: 3, states: 9, version: 1, strategy: vec![] };
        batch.put_row(&RunId(1), &row).unwrap();
    });
    assert!(error.contains("states at its checkpoint: 9, the run counts 10"), "{error}");
    let error = refusal_after(|batch| batch.delete_row::<RunRow>(&RunId(1)));
    assert!(error.contains("the run itself is missing"), "{error}");
    let error = refusal_after(|batch| batch.delete(Table::Meta, *b"schema"));
    assert!(error.contains("the format version is missing"), "{error}");
}

#[test]
fn a_reader_works_beside_a_writer_and_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    put_run(&store, RunId(1), 1);
    let listing = || {
        let mut list: Vec<_> = fs::read_dir(directory.path().join("db"))
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let about = entry.metadata().unwrap();
                (entry.file_name(), about.len(), about.modified().unwrap())
            })
            .collect();
        list.sort();
        list
    };
    let before = listing();
    let reader = Store::open_read_only(directory.path(), &StoreOptions::default()).unwrap();
    assert_eq!(listing(), before);
    assert_eq!(reader.runs().unwrap(), store.runs().unwrap());
    put_run(&store, RunId(2), 1);
    store.compact(false).unwrap();
    // It goes on seeing what it saw, from files that are deleted by now.
    assert_eq!(reader.runs().unwrap().len(), 1);
    assert_eq!(keys(&reader, Table::Generations, &KeyRange::all()).len(), 1);
    let writes = [
        reader.write(Batch::new(), Durability::Buffered).err(),
        reader.bulk(Table::Beam).err(),
        reader.sync().err(),
        reader.drop_run(RunId(1), true).err(),
    ];
    for error in writes {
        assert!(matches!(error, Some(StoreError::ReadOnly { .. })), "{error:?}");
    }
}

#[test]
fn what_is_no_store_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let options = StoreOptions::default();
    let path = directory.path().join("missing");
    for result in [Store::open_existing(&path, &options), Store::open_read_only(&path, &options)] {
        assert!(matches!(result, Err(StoreError::NoStore { .. })));
    }
    assert!(matches!(Store::schema_of(&path), Err(StoreError::NoStore { .. })));
    assert!(!path.exists());
    fs::write(directory.path().join("letter.txt"), "dear").unwrap();
    let Err(error) = Store::create_or_open(directory.path(), &options) else {
        panic!("a store among other files");
    };
    assert!(error.to_string().contains("letter.txt"), "{error}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn a_second_writer_is_refused_until_the_first_has_closed() {
    let directory = tempfile::tempdir().unwrap();
    let first = open(directory.path());
    let second = Store::create_or_open(directory.path(), &StoreOptions::default());
    assert!(matches!(second, Err(StoreError::Locked { .. })));
    drop(first);
    open(directory.path());
}

#[test]
fn a_newer_store_is_refused_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    put(&store, Table::Meta, &[(b"schema", &9u32.to_be_bytes())]);
    drop(store);
    let options = StoreOptions::default();
    for result in [
        Store::open_existing(directory.path(), &options),
        Store::open_read_only(directory.path(), &options),
    ] {
        assert!(matches!(result, Err(StoreError::NewerSchema { found: 9, known: SCHEMA, .. })));
    }
    assert_eq!(Store::schema_of(directory.path()).unwrap(), 9);
}

#[test]
fn compression_may_change_between_openings() {
    let directory = tempfile::tempdir().unwrap();
    let value: Vec<u8> = (0..40_000u32).map(|i| (i % 7) as u8).collect();
    let mut sizes = Vec::new();
    for (number, compression) in
        [Compression::None, Compression::Lz4, Compression::Zstd].into_iter().enumerate()
    {
        let options = StoreOptions { compression, ..StoreOptions::default() };
        let store = Store::create_or_open(directory.path(), &options).unwrap();
        let stray = place(RunId(1), 0, 0);
        put_run(&store, RunId(1), 1);
        put(&store, Table::Generations, &[(&stray.block_key(&[number as u8]), &value)]);
        store.compact(false).unwrap();
        let size = store.table_sizes().unwrap();
        sizes.push(size.iter().find(|size| size.table == Table::Generations).unwrap().bytes);
        for earlier in 0..=number {
            let key = stray.block_key(&[earlier as u8]);
            assert_eq!(store.get(Table::Generations, &key).unwrap().as_deref(), Some(&value[..]));
        }
    }
    assert!(sizes[0] > 40_000 && sizes[1] < 10_000 && sizes[2] < 10_000, "{sizes:?}");
}

#[test]
fn a_backup_is_a_store_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let (path, copy) = (directory.path().join("store"), directory.path().join("copy"));
    let store = open(&path);
    put_run(&store, RunId(1), 3);
    assert_eq!(store.backup(&copy, true).unwrap().rows, None);
    assert!(!copy.exists());
    let report = store.backup(&copy, false).unwrap();
    // Format version, store, open marker, run, checkpoint, layer, blocks.
    assert_eq!(report.rows, Some(9));
    assert!(report.bytes > 0);
    assert!(matches!(store.backup(&copy, false), Err(StoreError::Refused { .. })));
    assert!(matches!(Store::in_memory().backup(&copy, true), Err(StoreError::Refused { .. })));
    let names = |path: &Path| fs::read_dir(path).unwrap().count();
    assert_eq!((names(directory.path()), path.join("copy").exists()), (2, false));
    let runs = store.runs().unwrap();
    drop(store);
    fs::remove_dir_all(&path).unwrap();
    assert_eq!(open(&copy).runs().unwrap(), runs);
}

#[test]
fn bulk_files_go_into_the_database_and_leave_nothing_behind() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    let mut writer = store.bulk(Table::Generations).unwrap();
    let value = vec![7; 1 << 20];
    for number in 0..3u32 {
        writer.put(&place(RunId(1), 0, number).block_key(b"s"), &value).unwrap();
    }
    assert!(fs::read_dir(directory.path().join("bulk")).unwrap().count() > 0);
    writer.finish().unwrap();
    assert_eq!(fs::read_dir(directory.path().join("bulk")).unwrap().count(), 0);
    let image = directory.path().join("db");
    let copy = tempfile::tempdir().unwrap();
    crash_image(&image, &copy.path().join("db"));
    let reader = Store::open_read_only(copy.path(), &StoreOptions::default()).unwrap();
    assert_eq!(keys(&reader, Table::Generations, &KeyRange::all()).len(), 3);
}
