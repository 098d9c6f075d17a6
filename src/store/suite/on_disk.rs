//! Opening, closing, crashes, locks, readers, backups: what a store in memory
//! does not have.

use std::fs;
use std::path::Path;

use super::*;

/// What a process that is killed now would leave behind.
pub(super) fn crash_image(from: &Path, to: &Path) {
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

/// The newest log of the database in `path`.
fn newest_log(path: &Path) -> std::path::PathBuf {
    let files = fs::read_dir(path.join("db")).unwrap().map(|entry| entry.unwrap().path());
    let logs = files.filter(|path| path.extension().is_some_and(|extension| extension == "log"));
    logs.filter(|path| fs::metadata(path).unwrap().len() > 0).max().unwrap()
}

#[test]
fn a_torn_end_of_the_log_costs_only_what_was_not_synced_however_often_it_happens() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("0");
    drop(open(&path));
    let mut path = path;
    for round in 1..6u32 {
        let store = open(&path);
        for earlier in 1..round {
            assert_eq!(store.run(RunId(earlier)).unwrap(), run_row(10), "round {round}");
        }
        put_run(&store, RunId(round), 1);
        put(&store, Table::Paths, &[(b"not synced", &[round as u8; 500])]);
        let image = directory.path().join(round.to_string());
        crash_image(&path, &image);
        let log = newest_log(&image);
        let whole = fs::read(&log).unwrap();
        let cut = whole.len() - 100 * round as usize % 500 - 1;
        // A torn end can also be there in full length, but never written.
        let mut torn = whole[..cut].to_vec();
        if round % 2 == 0 {
            torn.resize(whole.len(), 0);
        }
        fs::write(&log, torn).unwrap();
        drop(store);
        path = image;
    }
    assert_eq!(open(&path).runs().unwrap().len(), 5);
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
    let layer = LayerKey { run: RunId(1), side: Side::Forward, generation: 0 };
    let error = refusal_after(|batch| batch.delete_row::<LayerRow>(&layer));
    assert!(
        error.contains("run 1: the states of its layers sum to 0, the run counts 10"),
        "{error}"
    );
    let error = refusal_after(|batch| batch.delete_row::<RunRow>(&RunId(1)));
    assert!(error.contains("the run itself is missing"), "{error}");
    let error = refusal_after(|batch| batch.delete(Table::Meta, *b"schema"));
    assert!(error.contains("the format version is missing"), "{error}");
}

#[test]
fn a_refused_store_keeps_all_its_rows_and_blocks() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    put_run(&store, RunId(1), 2);
    put_run(&store, RunId(2), 1);
    let mut batch = Batch::new();
    // Its blocks are unnamed now, but not because a writer died.
    batch.delete_row::<LayerRow>(&LayerKey { run: RunId(2), side: Side::Forward, generation: 0 });
    batch.put_row(&RunId(1), &run_row(11)).unwrap();
    store.write(batch, Durability::Synced).unwrap();
    let before = content(&store).unwrap();
    drop(store);
    let options = StoreOptions::default();
    let refused = Store::create_or_open(directory.path(), &options);
    assert!(matches!(refused, Err(StoreError::Damaged { .. })));
    let store = Store::open_read_only(directory.path(), &options).unwrap();
    assert_eq!(content(&store).unwrap(), before);
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
        reader.bulk(Table::Buckets).err(),
        reader.sync().err(),
        reader.drop_run(RunId(1), false).err(),
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
    assert_eq!(store.backup(&copy, true, &|| false).unwrap().rows, None);
    assert!(!copy.exists());
    let report = store.backup(&copy, false, &|| false).unwrap();
    // Format version, store, open marker, commits, run, checkpoint, layer, blocks.
    assert_eq!(report.rows, Some(10));
    assert!(report.bytes > 0);
    assert!(matches!(store.backup(&copy, false, &|| false), Err(StoreError::Refused { .. })));
    assert!(matches!(
        Store::in_memory().backup(&copy, true, &|| false),
        Err(StoreError::Refused { .. })
    ));
    let names = |path: &Path| fs::read_dir(path).unwrap().count();
    assert_eq!((names(directory.path()), path.join("copy").exists()), (2, false));
    let runs = store.runs().unwrap();
    let mark = |path: &Path| fs::read(path.join("COMMITTED")).unwrap();
    assert_eq!(mark(&copy), mark(&path));
    drop(store);
    fs::remove_dir_all(&path).unwrap();
    assert_eq!(open(&copy).runs().unwrap(), runs);
}

#[test]
fn a_backup_that_was_killed_or_stopped_is_no_obstacle() {
    let directory = tempfile::tempdir().unwrap();
    let (path, copy) = (directory.path().join("store"), directory.path().join("copy"));
    let partial = directory.path().join("copy.partial");
    let store = open(&path);
    put_run(&store, RunId(1), 3);
    let stopped = store.backup(&copy, false, &|| true);
    assert!(matches!(stopped, Err(StoreError::Stopped { .. })), "{stopped:?}");
    assert!(!partial.exists() && !copy.exists() && !path.join("copy").exists());
    // A stranger's directory, and a store of that name, stay.
    fs::create_dir_all(partial.join("db")).unwrap();
    assert!(matches!(store.backup(&copy, false, &|| false), Err(StoreError::Refused { .. })));
    // What a killed process leaves behind goes.
    fs::write(partial.join("db/000001.sst"), "half").unwrap();
    let mark = fs::File::create(partial.join("INCOMPLETE.strata")).unwrap();
    mark.lock().unwrap();
    assert!(matches!(store.backup(&copy, false, &|| false), Err(StoreError::Refused { .. })));
    assert!(partial.join("db/000001.sst").exists());
    drop(mark);
    store.backup(&copy, false, &|| false).unwrap();
    assert!(!partial.exists());
    // The database and the mark of what is committed.
    assert_eq!(fs::read_dir(&copy).unwrap().count(), 2);
    // A backup within the store would go with it.
    for inside in ["backup", "db/backup"] {
        let refused = store.backup(&path.join(inside), true, &|| false);
        assert!(matches!(refused, Err(StoreError::Refused { .. })), "{refused:?}");
    }
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

/// Everything in the store but the facts about the store itself.
fn content(store: &Store) -> Result<Vec<(Table, Entry)>> {
    let mut rows = Vec::new();
    for table in Table::ALL.iter().filter(|table| table.by_run()) {
        for row in store.scan(*table, &KeyRange::all()) {
            rows.push((*table, row?));
        }
    }
    Ok(rows)
}

#[test]
fn a_flipped_byte_in_any_file_is_an_error_or_does_not_matter() {
    let directory = tempfile::tempdir().unwrap();
    let whole = directory.path().join("whole");
    let store = open(&whole);
    put_run(&store, RunId(1), 2);
    store.compact(false).unwrap();
    for run in 2..4 {
        put_run(&store, RunId(run), 2);
    }
    let whole_content = content(&store).unwrap();
    drop(store);
    let (mut errors, mut equal) = (0, 0);
    for entry in fs::read_dir(whole.join("db")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let length = fs::metadata(whole.join("db").join(&name)).unwrap().len() as usize;
        // These are written for people and never read.
        if length == 0 || name.starts_with("LOG") {
            continue;
        }
        for sample in 0..16 {
            let at = (length - 1) * sample / 15;
            let image = directory.path().join("image");
            crash_image(&whole, &image);
            let path = image.join("db").join(&name);
            let mut bytes = fs::read(&path).unwrap();
            bytes[at] ^= 0x20;
            fs::write(&path, bytes).unwrap();
            let read = Store::create_or_open(&image, &StoreOptions::default())
                .and_then(|store| content(&store));
            match read {
                Err(_) => errors += 1,
                Ok(rows) if rows == whole_content => equal += 1,
                Ok(_) => panic!("{name} at {at}: other rows, and no error"),
            }
            fs::remove_dir_all(&image).unwrap();
        }
    }
    assert!(errors > 20 && equal > 0, "{errors} errors, {equal} without effect");
}
