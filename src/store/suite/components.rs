//! Faults planted among the rows of components, and what a check tells of each.

use std::collections::BTreeMap;

use super::*;

const RUN: RunId = RunId(2);

/// Depth, parent, least state and states of each component.
const COMPONENTS: [(u32, Option<u64>, u8, u64); 4] =
    [(0, None, 1, 2), (1, Some(0), 9, 1), (1, Some(0), 4, 5), (3, Some(2), 4, 1)];

fn depth(depth: u32) -> DepthKey {
    DepthKey { run: RUN, depth }
}

fn start_points() -> StartPointsKey {
    StartPointsKey { run: RUN, bucket: 3, sequence: 7 }
}

fn stack(number: u64) -> Vec<u8> {
    StackKey { run: RUN, number }.to_bytes()
}

fn component(number: usize) -> (Vec<u8>, ComponentRow) {
    let (depth, _, least, states) = COMPONENTS[number];
    let row = ComponentRow { number: number as u64, states, exits: 1 };
    (ComponentRow::key(RUN, depth, &[0, least]), row)
}

/// A run that frees finished depths or not, of four components; two of three start
/// points wait.
fn put_components(store: &Store, keep: &str) {
    let mut batch = Batch::new();
    let options = [("keep".to_owned(), keep.to_owned())].into();
    batch.put_row(&RUN, &RunRow { options, strategy: "fcc".into(), ..run_row(9) }).unwrap();
    let mut depths = BTreeMap::<u32, FccDepthRow>::new();
    for (number, &(depth, parent, least, states)) in COMPONENTS.iter().enumerate() {
        let (key, row) = component(number);
        row.put(&mut batch, key);
        let moves = if number == 2 { StackMoves::Unknown } else { StackMoves::Known(vec![1]) };
        let stack = StackRow { depth, parent, moves, start: vec![1, least] };
        stack.put(&mut batch, StackKey { run: RUN, number: number as u64 });
        let figures = depths.entry(depth).or_default();
        figures.components += 1;
        figures.states += states;
        figures.largest = figures.largest.max(states);
    }
    depths.entry(3).or_default().waiting = 2;
    for (number, row) in &depths {
        batch.put_row(&depth(*number), row).unwrap();
    }
    batch.put_row(&start_points(), &points()).unwrap();
    store.write(batch, Durability::Synced).unwrap();
}

fn points() -> StartPointsRow {
    StartPointsRow {
        keys: vec![0, 1, 0, 2, 0, 3],
        parents: vec![(Some(0), 1), (Some(2), 2)],
        ways: vec![0, 2, 5, 1],
    }
}

/// What a check tells after a change of a sound store.
fn told_of(keep: &str, change: impl Fn(&Store, &mut Batch)) -> Vec<String> {
    let [disk, memory] = both().map(|Held { store, _directory }| {
        put_components(&store, keep);
        let checked = store.check(Some(RUN)).unwrap();
        assert!(checked.is_sound(), "{checked:?}");
        assert_eq!((checked.runs[0].components, checked.runs[0].states), (4, 9));
        let mut batch = Batch::new();
        change(&store, &mut batch);
        store.write(batch, Durability::Synced).unwrap();
        let whole = store.check(None).unwrap().runs;
        let mut one = store.check(Some(RUN)).unwrap().runs;
        assert_eq!(whole, one);
        one.remove(0).faults
    });
    assert_eq!(disk, memory);
    disk
}

fn told(change: impl Fn(&Store, &mut Batch)) -> Vec<String> {
    told_of("all", change)
}

#[test]
fn a_damaged_row_is_told_once() {
    for table in [Table::FccBySorting, Table::MoveStacks, Table::FccDepths, Table::FccStartPoints] {
        let faults = told(|store, batch| {
            let (key, _) = store.scan(table, &RUN.range()).last().unwrap().unwrap();
            batch.put(table, &key[..], [0x80]);
        });
        // The sum of the figures lacks some.
        let following = usize::from(table == Table::FccDepths);
        let [sums @ .., fault] = &faults[..] else { panic!("{table}: no fault") };
        assert!(fault.starts_with(&format!("table `{table}`, key 00000002")), "{fault}");
        assert_eq!(sums.len(), following, "{faults:?}");
        assert!(sums.iter().all(|fault| fault.contains("sum to")), "{faults:?}");
        // A row too many tells on itself as well.
        let faults = told(|store, batch| {
            let (_, value) = store.scan(table, &RUN.range()).last().unwrap().unwrap();
            batch.put(table, [&RUN.to_bytes()[..], &[7]].concat(), &value[..]);
        });
        let [fault] = &faults[..] else { panic!("{table}: {faults:?}") };
        assert!(fault.ends_with("can have this key"), "{fault}");
    }
}

#[test]
fn lost_components_are_told() {
    let faults = told(|_, batch| batch.delete(Table::FccBySorting, component(2).0));
    assert_eq!(
        faults,
        [
            "depth 1: 1 components, where its figures say 2",
            "depth 1: 1 states, where its figures say 6",
            "depth 1: 1 states in the largest component, where its figures say 5",
        ]
    );
    let faults = told(|_, batch| batch.delete(Table::MoveStacks, stack(1)));
    let stacks = "depth 1: 1 move stacks, where its figures say 2";
    assert_eq!(faults, ["component 1 has no move stack", stacks]);
    let faults = told(|_, batch| batch.delete(Table::MoveStacks, stack(3)));
    assert_eq!(faults, ["depth 3: 0 move stacks, where its figures say 1"]);
    let faults = told(|_, batch| batch.delete_row::<FccDepthRow>(&depth(1)));
    let [sum, figures] = &faults[..] else { panic!("{faults:?}") };
    assert!(sum.contains("sum to 3"), "{sum}");
    assert_eq!(figures, "depth 1: the figures of its components are missing");
}

#[test]
fn freed_depths_are_sound_but_for_a_part() {
    let free = |batch: &mut Batch, numbers: &[usize]| {
        numbers.iter().for_each(|&number| batch.delete(Table::FccBySorting, component(number).0));
    };
    assert_eq!(told_of("depths", |_, batch| free(batch, &[0, 1, 2])), [""; 0]);
    let faults = told_of("depths", |_, batch| free(batch, &[0, 1]));
    assert_eq!(
        faults,
        [
            "depth 1: 1 components, where its figures say 2",
            "depth 1: 5 states, where its figures say 6",
        ]
    );
}

#[test]
fn components_that_contradict_each_other_are_told() {
    // At another depth, or with the number of another one.
    let faults = told(|_, batch| {
        let (key, row) = component(3);
        batch.delete(Table::FccBySorting, key);
        row.put(batch, ComponentRow::key(RUN, 0, &[0, 7]));
    });
    assert_eq!(faults[0], "component 3 has depth 0, where its move stack says 3");
    let faults = told(|_, batch| {
        let (key, row) = component(1);
        ComponentRow { number: 2, ..row }.put(batch, key);
    });
    assert_eq!(faults, ["component 2 is there twice"]);
    for parent in [2, 3] {
        let faults = told(|store, batch| {
            let row = store.move_stack(RUN, 2).unwrap();
            StackRow { parent: Some(parent), ..row }.put(batch, StackKey { run: RUN, number: 2 });
        });
        assert_eq!(faults, [format!("component 2 is entered from component {parent}")]);
    }
    let faults = told(|store, batch| {
        let row = store.move_stack(RUN, 2).unwrap();
        StackRow { start: vec![1, 2, 3], ..row }.put(batch, StackKey { run: RUN, number: 2 });
    });
    assert_eq!(faults, ["component 2: its first state has another width"]);
}

#[test]
fn start_points_that_are_no_longer_whole_are_told() {
    let faults = told(|_, batch| batch.delete_row::<StartPointsRow>(&start_points()));
    assert_eq!(faults, ["0 start points are there, and 2 wait"]);
    let changes: [fn(&mut StartPointsRow); 5] = [
        |row| row.keys.truncate(5),
        |row| row.keys.truncate(4),
        |row| row.parents[1].1 = u32::MAX,
        |row| row.ways.truncate(3),
        |row| row.ways[0] = 9,
    ];
    for change in changes {
        let faults = told(|_, batch| {
            let mut row = points();
            change(&mut row);
            batch.put_row(&start_points(), &row).unwrap();
        });
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(fault.starts_with("start points of bucket 3, row 7: "), "{fault}");
    }
}
