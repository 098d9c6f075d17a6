//! Damaged, cut and missing logs: what was committed is there or the store is
//! refused; it is never silently less.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::on_disk::crash_image;
use super::*;

fn logs(root: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(root.join("db")).unwrap().map(|entry| entry.unwrap().path());
    let mut logs: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "log")).collect();
    logs.sort();
    logs
}

/// A closed store with two runs, each written by a process of its own: both in
/// logs alone, and not in the same.
fn two_runs(root: &Path) {
    for run in 1..3 {
        put_run(&open(root), RunId(run), 2);
    }
    assert!(logs(root).len() > 1);
    let sizes = open(root).table_sizes().unwrap();
    assert!(sizes.is_empty(), "{sizes:?}");
}

fn is_whole(store: &Store) -> bool {
    let blocks = keys(store, Table::Generations, &KeyRange::all()).len();
    store.runs().unwrap() == [(RunId(1), run_row(10)), (RunId(2), run_row(10))] && blocks == 4
}

/// Opens the damaged store in both ways, twice; tells whether it was refused.
fn refused(root: &Path, what: &str) -> bool {
    let files: Vec<_> = logs(root).iter().map(|log| std::fs::read(log).unwrap()).collect();
    let ways = [Store::open_read_only, Store::create_or_open, Store::open_existing];
    let results = ways.map(|way| match way(root, &StoreOptions::default()) {
        Ok(store) => {
            assert!(is_whole(&store), "{what}: something is missing, and no error");
            false
        }
        Err(StoreError::Damaged { .. }) => true,
        Err(error) => panic!("{what}: {error}"),
    });
    assert!(results.iter().all(|refused| *refused == results[0]), "{what}: {results:?}");
    if results[0] {
        let after = logs(root).into_iter().map(|log| std::fs::read(log).unwrap());
        assert!(after.zip(files).all(|(after, before)| after == before), "{what}: it was changed");
    }
    results[0]
}

#[test]
fn a_damaged_cut_or_missing_log_never_costs_a_commit_silently() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, image) = (directory.path().join("whole"), directory.path().join("image"));
    two_runs(&whole);
    let (mut refusals, mut healed) = (0, 0);
    let mut attempt = |log: &Path, change: &dyn Fn(&mut Vec<u8>), what: String| {
        crash_image(&whole, &image);
        let path = image.join("db").join(log.file_name().unwrap());
        let mut bytes = std::fs::read(&path).unwrap();
        change(&mut bytes);
        std::fs::write(path, bytes).unwrap();
        let refused = refused(&image, &format!("{}, {what}", log.display()));
        *(if refused { &mut refusals } else { &mut healed }) += 1;
        std::fs::remove_dir_all(&image).unwrap();
    };
    for log in logs(&whole) {
        let length = std::fs::metadata(&log).unwrap().len() as usize;
        for sample in 0..40.min(length) {
            // In headers as well as in bodies.
            let at = if sample < 8 { sample } else { (length - 1) * (sample - 7) / 32 };
            let flip = |bytes: &mut Vec<u8>| bytes[at] ^= 1 << (sample % 8);
            attempt(&log, &flip, format!("bit flipped at {at} of {length}"));
        }
        for sample in 0..20.min(length) {
            let cut = length * sample / 20;
            attempt(&log, &|bytes| bytes.truncate(cut), format!("cut to {cut} of {length}"));
        }
    }
    assert!(refusals > 40 && healed > 0, "{refusals} refused, {healed} healed");
}

#[test]
fn missing_logs_are_missed() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, image) = (directory.path().join("whole"), directory.path().join("image"));
    two_runs(&whole);
    let mut refusals = 0;
    for log in logs(&whole) {
        crash_image(&whole, &image);
        std::fs::remove_file(image.join("db").join(log.file_name().unwrap())).unwrap();
        refusals += usize::from(refused(&image, &format!("{} removed", log.display())));
        std::fs::remove_dir_all(&image).unwrap();
    }
    assert!(refusals >= 2, "{refusals}");
    for part in ["db", "db/CURRENT"] {
        crash_image(&whole, &image);
        let path = image.join(part);
        if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }
            .unwrap();
        let options = StoreOptions::default();
        for way in [Store::open_read_only, Store::create_or_open, Store::open_existing] {
            let error = way(&image, &options).err();
            assert!(matches!(error, Some(StoreError::Damaged { .. })), "{part}: {error:?}");
        }
        std::fs::remove_dir_all(&image).unwrap();
    }
}

#[test]
fn without_the_mark_a_store_goes_on_with_what_is_left() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    two_runs(root);
    for log in logs(root) {
        std::fs::remove_file(log).unwrap();
    }
    let error = Store::create_or_open(root, &StoreOptions::default()).unwrap_err();
    assert!(error.to_string().contains("COMMITTED"), "{error}");
    std::fs::remove_file(root.join("COMMITTED")).unwrap();
    put_run(&open(root), RunId(7), 1);
    assert_eq!(open(root).runs().unwrap(), [(RunId(7), run_row(10))]);
}

#[test]
fn an_older_mark_does_not_matter_and_a_damaged_one_does() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    put_run(&open(root), RunId(1), 2);
    let mark = root.join("COMMITTED");
    let older = std::fs::read(&mark).unwrap();
    put_run(&open(root), RunId(2), 2);
    assert_ne!(std::fs::read(&mark).unwrap(), older);
    // What a loss of power can leave of a file that is not synced.
    for lagging in [&older[..], &[0; 16], &[]] {
        std::fs::write(&mark, lagging).unwrap();
        assert!(!refused(root, "lagging mark"));
    }
    std::fs::write(&mark, [1; 16]).unwrap();
    assert!(refused(root, "damaged mark"));
}

#[test]
fn what_a_dead_process_left_behind_the_last_commit_is_no_damage() {
    let directory = tempfile::tempdir().unwrap();
    let (root, image) = (directory.path().join("store"), directory.path().join("image"));
    let store = open(&root);
    put_run(&store, RunId(1), 2);
    put_run(&store, RunId(2), 2);
    let committed = std::fs::metadata(&logs(&root)[0]).unwrap().len() as usize;
    put(&store, Table::Paths, &[(b"buffered", &[7; 60_000])]);
    let length = std::fs::metadata(&logs(&root)[0]).unwrap().len() as usize;
    assert!(length > committed + 60_000);
    for sample in 0..10 {
        crash_image(&root, &image);
        let log = &logs(&image)[0];
        let mut bytes = std::fs::read(log).unwrap();
        bytes.truncate(committed + (length - committed) * sample / 10);
        if sample % 2 == 1 {
            // Space that the file got and no content.
            bytes.resize(length, 0);
        }
        std::fs::write(log, bytes).unwrap();
        assert!(!refused(&image, "torn end"));
        let healed = open(&image);
        assert_eq!(healed.get(Table::Paths, b"buffered").unwrap(), None);
        put_run(&healed, RunId(3), 1);
        drop(healed);
        assert_eq!(open(&image).runs().unwrap().len(), 3);
        drop(Store::open_read_only(&image, &StoreOptions::default()).unwrap());
        std::fs::remove_dir_all(&image).unwrap();
    }
}

#[test]
fn readers_beside_a_busy_writer_see_every_commit_and_no_damage() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    // Small buffers: logs and files come and go, some a second. (When they change
    // faster than a reader can open the database, no number of attempts helps.)
    let options = StoreOptions { write_buffer_bytes: 4 << 20, ..StoreOptions::default() };
    let store = Store::create_or_open(root, &options).unwrap();
    put_run(&store, RunId(1), 1);
    let committed = AtomicU32::new(1);
    let end = Instant::now() + Duration::from_secs(3);
    let mut seen = 0;
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let value = vec![5; 20_000];
            while Instant::now() < end {
                let run = committed.load(Ordering::SeqCst) + 1;
                put(&store, Table::Paths, &[(&run.to_be_bytes(), &value)]);
                put_run(&store, RunId(run), 1);
                committed.store(run, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(2));
            }
        });
        while !writer.is_finished() {
            let before = committed.load(Ordering::SeqCst);
            let reader = Store::open_read_only(root, &StoreOptions::default()).unwrap();
            let runs = reader.runs().unwrap();
            let last = RunId(runs.len() as u32);
            assert!(last.0 >= before, "{last} of {before} runs");
            assert_eq!(reader.last_run().unwrap(), Some(last));
            seen += 1;
        }
    });
    assert!(seen > 5 && committed.into_inner() > 50, "{seen} readers");
}
