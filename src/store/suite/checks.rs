//! Faults planted in a store, and what a check tells of each.

use super::*;

const RUN: RunId = RunId(2);

fn bucket(depth: u32, estimate: u32) -> BucketKey {
    BucketKey { run: RUN, depth, estimate }
}

fn path(batch: u64) -> PathKey {
    PathKey { run: RUN, batch }
}

fn nodes(sequence: u64) -> OpenNodesKey {
    OpenNodesKey { run: RUN, sequence }
}

/// Two generations: one bucket of one state, and two that share three sorted
/// runs of two, one and three states.
fn put_searched(store: &Store) {
    let mut batch = Batch::new();
    batch.put_row(&RUN, &run_row(7)).unwrap();
    let checkpoint = CheckpointRow { commits: 3, states: 7, version: 1, strategy: vec![1] };
    batch.put_row(&RUN, &checkpoint).unwrap();
    batch.put_row(&RUN, &TallyRow { expanded: 2, generated: 9 }).unwrap();
    for (generation, runs) in [(0, &[&[5u64][..]][..]), (1, &[&[1, 2], &[3], &[4, 6, 7]])] {
        let states = runs.iter().map(|run| run.len() as u64).sum();
        let layer = LayerRow { states, sorted_runs: runs.len() as u32, ..LayerRow::default() };
        batch.put_row(&LayerKey { run: RUN, side: Side::Forward, generation }, &layer).unwrap();
        for (number, states) in (0..).zip(runs) {
            SortedRun::of_states(place(RUN, generation, number), states, 1 << 10)
                .write_to(&mut batch);
        }
    }
    for (key, sorted_runs, states, opened) in [
        (bucket(0, 2), vec![0], 1, 1),
        (bucket(1, 1), vec![0, 2], 5, 3),
        (bucket(1, 3), vec![1], 1, 0),
    ] {
        batch.put_row(&key, &BucketRow { sorted_runs, states, opened }).unwrap();
    }
    for number in 0..3 {
        batch.put_row(&path(number), &PathRow::default()).unwrap();
        batch.put_row(&nodes(number), &OpenNodesRow::default()).unwrap();
    }
    store.write(batch, Durability::Synced).unwrap();
}

/// What a check of the run tells after a change of a sound store; a check of the
/// whole store must tell the same.
fn told(change: impl Fn(&Store, &mut Batch)) -> Vec<String> {
    let [disk, memory] = both().map(|Held { store, _directory }| {
        // A store in memory has no name.
        let row = StoreRow { id: 1, created: 2, program: "strata".into() };
        let mut batch = Batch::new();
        batch.put_row(&MetaKey::Store, &row).unwrap();
        store.write(batch, Durability::Synced).unwrap();
        put_searched(&store);
        assert!(store.check(None).unwrap().is_sound());
        let mut batch = Batch::new();
        change(&store, &mut batch);
        store.write(batch, Durability::Synced).unwrap();
        let (all, one) = (store.check(None).unwrap(), store.check(Some(RUN)).unwrap());
        assert_eq!((&all.faults[..], &all.runs), (&[][..], &one.runs));
        one.runs.into_iter().flat_map(|run| run.faults).collect::<Vec<_>>()
    });
    assert_eq!(disk, memory);
    disk
}

fn told_of_bucket(key: BucketKey, change: impl Fn(&mut BucketRow)) -> Vec<String> {
    told(|store, batch| {
        let mut row = store.row::<BucketRow>(&key).unwrap().unwrap();
        change(&mut row);
        batch.put_row(&key, &row).unwrap();
    })
}

#[test]
fn a_damaged_row_of_any_table_is_told_once() {
    assert_eq!(told(|_, _| {}), [""; 0]);
    let tables = [
        Table::Runs,
        Table::Checkpoints,
        Table::Layers,
        Table::Buckets,
        Table::Paths,
        Table::Tallies,
        Table::OpenNodes,
    ];
    for table in tables {
        let faults = told(|store, batch| {
            // One with others of its kind on both sides, where there are so many.
            let rows: Vec<_> = store.scan(table, &RUN.range()).map(Result::unwrap).collect();
            let (key, value) = &rows[rows.len() / 2];
            let mut value = value.to_vec();
            *value.last_mut().unwrap() ^= 1;
            batch.put(table, &key[..], value);
        });
        let [first, others @ ..] = &faults[..] else { panic!("{table}: no fault") };
        let place = format!("table `{table}`, key 00000002");
        assert!(first.starts_with(&place) && first.ends_with("its checksum is wrong"), "{first}");
        // The sums of the layers lack one.
        let following = usize::from(table == Table::Layers);
        assert_eq!(others.len(), following, "{faults:?}");
    }
}

#[test]
fn a_key_that_no_row_can_have_is_told() {
    let tables = [
        Table::Checkpoints,
        Table::Layers,
        Table::Buckets,
        Table::Paths,
        Table::Tallies,
        Table::OpenNodes,
    ];
    for table in tables {
        let faults = told(|store, batch| {
            let (key, value) = store.scan(table, &RUN.range()).last().unwrap().unwrap();
            batch.put(table, [&key[..], &[7]].concat(), &value[..]);
        });
        let [fault] = &faults[..] else { panic!("{table}: {faults:?}") };
        assert!(fault.ends_with("07: no row can have this key"), "{fault}");
    }
}

#[test]
fn a_missing_bucket_is_told() {
    let faults = told(|_, batch| batch.delete_row::<BucketRow>(&bucket(1, 1)));
    let states = "buckets of depth 1: 1 states, where the generation has 6";
    assert_eq!(faults, [states, "buckets of depth 1: sorted run 0 is in none"]);
    let faults = told(|_, batch| batch.delete_row::<BucketRow>(&bucket(1, 3)));
    let states = "buckets of depth 1: 5 states, where the generation has 6";
    assert_eq!(faults, [states, "buckets of depth 1: sorted run 1 is in none"]);
    let faults = told(|_, batch| batch.delete_row::<BucketRow>(&bucket(0, 2)));
    let states = "buckets of depth 0: 0 states, where the generation has 1";
    assert_eq!(faults, [states, "buckets of depth 0: sorted run 0 is in none"]);
    // Most searches have no buckets.
    let none = told(|_, batch| batch.delete_range(Table::Buckets, RUN.range()));
    assert_eq!(none, [""; 0]);
}

#[test]
fn a_bucket_without_its_generation_is_told() {
    let faults = told(|_, batch| batch.put_row(&bucket(2, 0), &BucketRow::default()).unwrap());
    assert_eq!(faults, ["buckets of depth 2: there is no such generation"]);
}

#[test]
fn wrong_sorted_runs_of_a_bucket_are_told() {
    let of = |key, runs: &[u32]| told_of_bucket(key, |row| row.sorted_runs = runs.to_vec());
    let last = "buckets of depth 1: sorted run 2 is in none";
    let states = "bucket of depth 1 and estimate 1: 2 states, where its row says 5";
    assert_eq!(of(bucket(1, 1), &[0]), [states, last]);
    let twice = "buckets of depth 1: sorted run 1 is there twice";
    let states = "bucket of depth 1 and estimate 1: 6 states, where its row says 5";
    assert_eq!(of(bucket(1, 1), &[0, 1, 2]), [states, twice]);
    let beyond = "buckets of depth 1: there is no sorted run 3, but only 3";
    assert_eq!(of(bucket(1, 1), &[0, 2, 3]), [beyond]);
    let order = "bucket of depth 1 and estimate 1: its sorted runs do not ascend";
    assert_eq!(of(bucket(1, 1), &[2, 0]), [order]);
}

#[test]
fn wrong_counts_of_a_bucket_are_told() {
    let opened = told_of_bucket(bucket(1, 3), |row| row.opened = 2);
    assert_eq!(opened, ["bucket of depth 1 and estimate 3: 2 of 1 states are opened"]);
    let own = "bucket of depth 1 and estimate 3: 1 states, where its row says 2";
    let sum = "buckets of depth 1: 7 states, where the generation has 6";
    assert_eq!(told_of_bucket(bucket(1, 3), |row| row.states = 2), [own, sum]);
    // The sum is right, but not its parts.
    let faults = told(|store, batch| {
        for (key, states) in [(bucket(1, 1), 4), (bucket(1, 3), 2)] {
            let row = store.row::<BucketRow>(&key).unwrap().unwrap();
            batch.put_row(&key, &BucketRow { states, ..row }).unwrap();
        }
    });
    let other = "bucket of depth 1 and estimate 1: 5 states, where its row says 4";
    assert_eq!(faults, [other, own]);
}

#[test]
fn gaps_in_numbered_rows_are_told() {
    for gone in 0..2 {
        let faults = told(|_, batch| batch.delete_row::<PathRow>(&path(gone)));
        assert_eq!(faults, [format!("table `paths`: batch {gone} is missing")]);
        let faults = told(|_, batch| batch.delete_row::<OpenNodesRow>(&nodes(gone)));
        assert_eq!(faults, [format!("table `open_nodes`: row {gone} is missing")]);
    }
    // A long gap is one fault.
    let faults = told(|_, batch| batch.put_row(&path(u64::MAX), &PathRow::default()).unwrap());
    assert_eq!(faults, ["table `paths`: batch 3 is missing"]);
}

#[test]
fn a_damaged_block_does_not_hide_a_wrong_number_of_sorted_runs() {
    let faults = told(|store, batch| {
        let prefix = place(RUN, 1, 0);
        let (key, value) = store.scan(Table::Generations, &prefix.range()).last().unwrap().unwrap();
        let mut value = value.to_vec();
        *value.last_mut().unwrap() ^= 1;
        batch.put(Table::Generations, key, value);
        let layer = LayerKey { run: RUN, side: Side::Forward, generation: 1 };
        let row = store.row::<LayerRow>(&layer).unwrap().unwrap();
        batch.put_row(&layer, &LayerRow { sorted_runs: u32::MAX, ..row }).unwrap();
    });
    let [block, runs, bucket] = &faults[..] else { panic!("{faults:?}") };
    assert!(block.starts_with("table `generations`"), "{block}");
    assert_eq!(runs, "forward generation 1: sorted run 3 of 4294967295 has no states");
    assert_eq!(bucket, "buckets of depth 1: sorted run 3 is in none");
}

#[test]
fn rows_without_a_run_are_told_in_every_table() {
    let store = Store::in_memory();
    put_searched(&store);
    let sound = store.check(None).unwrap().faults;
    let tables = Table::ALL.iter().filter(|table| table.by_run());
    for &table in tables.filter(|table| **table != Table::Runs) {
        // Before, between and behind the runs, one of them with two rows.
        for key in [&[0, 0, 0, 1, 0][..], &[0, 0, 0, 3], &[0, 0, 0, 3, 9], &[0, 0, 4, 0], &[9]] {
            put(&store, table, &[(key, b"")]);
        }
        let faults = store.check(None).unwrap().faults;
        let what = |key: &str| {
            let place = format!("table `{table}`, key {key}");
            format!("{place}: it belongs to a run that is missing")
        };
        let short = format!("table `{table}`, key 09: no row can have this key");
        let expected = [what("0000000100"), what("00000003"), what("00000400"), short];
        // Blocks come before their run.
        let expected = if table == Table::Generations { &[][..] } else { &expected[..] };
        assert_eq!(faults.strip_prefix(&sound[..]), Some(expected), "{table}");
        assert_eq!(store.check(Some(RUN)).unwrap().faults, [""; 0]);
        let mut batch = Batch::new();
        batch.delete_range(table, KeyRange { from: vec![], to: RUN.to_bytes() });
        batch.delete_range(table, KeyRange { from: RUN.range().to, to: vec![0xff] });
        store.write(batch, Durability::Synced).unwrap();
    }
}
