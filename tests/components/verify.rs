//! Checks of a store with components: a sound one is sound, and what is planted is
//! found.

use std::sync::Arc;

use strata::engine::{Engine, Limits, Settings};
use strata::search::{Fcc, FccOptions, Order};
use strata::space::{StateKey as _, StateSpace as _};
use strata::store::{
    Batch, ComponentRow, DepthKey, Durability, FccDepthRow, RowKey as _, RunId, RunRow, RunStatus,
    StackKey, StackMoves, StackRow, StartPointsKey, StartPointsRow, Store, Table,
};

use crate::engine::{settings, work};
use crate::known::{Known, game};
use crate::left::left;
use crate::{MIB, best, census, search, solve};

/// What searching again finds wrong.
fn verified(known: &Known, store: &Store, run: RunId) -> Vec<String> {
    let engine = Engine::new(store, settings(1, 64 * MIB), Arc::default());
    engine.verify(&known.space, run).unwrap().faults
}

/// What a check of all rows of a run finds wrong.
fn checked(store: &Store, run: RunId) -> Vec<String> {
    store.check(Some(run)).unwrap().runs.swap_remove(0).faults
}

#[track_caller]
fn sound(known: &Known, store: &Store, run: RunId, how: &str) {
    assert_eq!(checked(store, run), [""; 0], "{how}");
    assert_eq!(verified(known, store, run), [""; 0], "{how}");
}

fn write(store: &Store, change: impl FnOnce(&mut Batch)) {
    let mut batch = Batch::new();
    change(&mut batch);
    store.write(batch, Durability::Synced).unwrap();
}

#[test]
fn every_finished_run_is_sound() {
    for id in ["r3c3f0b", "r5c5f0a", "r6c4f2a", "ms31f1", "r3c3f2a"] {
        let known = game(id);
        for order in [Order::Depth, best(known.best())] {
            for (safe, keep) in [(false, true), (true, true), (true, false)] {
                if !keep && order != Order::Depth {
                    continue;
                }
                for options in [census(), solve()] {
                    let options = FccOptions { order: order.clone(), safe, keep, ..options };
                    let how = format!("{id}, {options:?}");
                    let (store, report) = search(&known.space, options, 1, 64 * MIB, MIB);
                    sound(&known, &store, report.run, &how);
                }
            }
        }
    }
    let known = game("r3c3f2a");
    let (store, report) = search(&known.space, census(), 2, 64 << 10, 0);
    assert!(!left(&store, report.run).stacks.iter().all(crate::kept));
    sound(&known, &store, report.run, "on disk");
    let engine = Engine::new(&store, settings(1, 64 * MIB), Arc::default());
    let verified = engine.verify(&known.space, report.run).unwrap();
    assert_eq!((verified.states, verified.generations as usize), (7274, known.depths.len()));
    let checked = store.check(Some(report.run)).unwrap();
    assert_eq!((checked.runs[0].states, checked.runs[0].components), (7274, 991));
}

/// A run that stopped on the way.
fn stopped(known: &Known, options: FccOptions, states: u64) -> (Store, RunId) {
    let store = Store::in_memory();
    let limits = Limits { states: Some(states), ..Limits::default() };
    let settings = Settings { limits, ..settings(1, 64 * MIB) };
    let run = work(&store, &known.space, Fcc::new(options, 64 * MIB, None), settings).run;
    (store, run)
}

#[test]
fn a_run_that_stopped_on_the_way_is_sound() {
    let known = game("r5c5f0a");
    for order in [Order::Depth, best("zero"), best(known.best())] {
        for safe in [false, true] {
            let options = FccOptions { order: order.clone(), safe, ..census() };
            for states in [1, 10, 100, 1000, 5000] {
                let (store, run) = stopped(&known, options.clone(), states);
                sound(&known, &store, run, &format!("{options:?}, {states} states"));
            }
        }
    }
}

#[test]
fn a_lost_component_is_found() {
    let known = game("r5c5f0a");
    let (store, report) = search(&known.space, census(), 1, 64 * MIB, MIB);
    let run = report.run;
    let found = left(&store, run);
    // One in the middle, out of all tables, with the figures put right.
    let number = found.stacks.len() as u64 - 1;
    let (key, row) = found.components.iter().find(|(_, row)| row.number == number).unwrap();
    let depth = found.stacks[number as usize].depth;
    write(&store, |batch| {
        batch.delete(Table::FccBySorting, key.clone());
        batch.delete(Table::MoveStacks, StackKey { run, number }.to_bytes());
        let mut figures = found.depths[&depth];
        figures.components -= 1;
        figures.states -= row.states;
        batch.put_row(&DepthKey { run, depth }, &figures).unwrap();
    });
    let faults = verified(&known, &store, run);
    let lost =
        faults.iter().filter(|fault| fault.contains("is not stored, nor does the state wait"));
    assert_eq!(lost.count(), 1, "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("checksum")), "{faults:?}");
    // The first one is where the start lies.
    let number = 0;
    let (key, _) = found.components.iter().find(|(_, row)| row.number == number).unwrap();
    write(&store, |batch| batch.delete(Table::FccBySorting, key.clone()));
    let faults = verified(&known, &store, run);
    let start = known.space.encode(&known.space.starts()[0]).to_hex();
    assert!(faults.iter().any(|fault| fault.contains(&start)), "{faults:?}");
    let least = "component 0 is not stored by its least state";
    assert!(faults.iter().any(|fault| fault.contains(least)), "{faults:?}");
}

#[test]
fn start_points_that_are_lost_are_found() {
    let known = game("r5c5f0a");
    for order in [Order::Depth, best("zero")] {
        let (store, run) = stopped(&known, FccOptions { order, ..census() }, 1000);
        let rows = store.rows::<StartPointsRow>(&run.range()).map(Result::unwrap);
        let rows: Vec<(StartPointsKey, StartPointsRow)> = rows.collect();
        write(&store, |batch| batch.delete_row::<StartPointsRow>(&rows[rows.len() - 1].0));
        let faults = verified(&known, &store, run);
        let nowhere = "is not stored, nor does the state wait";
        assert!(faults.iter().any(|fault| fault.contains(nowhere)), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("are missing")), "{faults:?}");
        // So many rows are left over that the sum alone tells nothing, unless all go.
        write(&store, |batch| batch.delete_range(Table::FccStartPoints, run.range()));
        let faults = checked(&store, run);
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(fault.starts_with("0 start points are there, and"), "{fault}");
    }
}

/// What searching again finds after the change of a sound store.
fn told(change: impl FnOnce(&Store, RunId, &mut Batch)) -> Vec<String> {
    let known = game("r6c4f2a");
    let (store, report) = search(&known.space, census(), 1, 64 * MIB, MIB);
    write(&store, |batch| change(&store, report.run, batch));
    verified(&known, &store, report.run)
}

#[test]
fn a_changed_component_is_found() {
    let of = |store: &Store, run| {
        left(store, run).components.into_iter().find(|(_, row)| row.number == 99)
    };
    // The identity.
    let faults = told(|store, run, batch| {
        let (key, row) = of(store, run).unwrap();
        batch.delete(Table::FccBySorting, key.clone());
        let other = [&key[..key.len() - 1], &[key[key.len() - 1] ^ 1]].concat();
        row.put(batch, other);
    });
    assert!(faults[0].starts_with("component 99 is not stored by its least state"), "{faults:?}");
    // Its sizes.
    for (states, exits) in [(1, 0), (0, 1)] {
        let faults = told(|store, run, batch| {
            let (key, row) = of(store, run).unwrap();
            let (states, exits) = (row.states + states, row.exits + exits);
            ComponentRow { states, exits, ..row }.put(batch, key);
        });
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(fault.starts_with("component 99 has") && fault.contains("its row says"), "{fault}");
    }
    // Its number.
    let faults = told(|store, run, batch| {
        let (key, row) = of(store, run).unwrap();
        ComponentRow { number: 98, ..row }.put(batch, key);
    });
    assert_eq!(faults, ["component 99 is the same as component 98"]);
}

#[test]
fn a_changed_way_is_found() {
    let told_of = |number: u64, change: &dyn Fn(&mut StackRow)| {
        let faults = told(|store, run, batch| {
            let mut row = store.move_stack(run, number).unwrap();
            change(&mut row);
            row.put(batch, StackKey { run, number });
        });
        let place = format!("component {number}");
        let first = faults.first().unwrap_or_else(|| panic!("{number}: no fault")).clone();
        assert!(first.starts_with(&place), "{first}");
        first
    };
    let fault = told_of(99, &|row| row.moves = StackMoves::Known(vec![]));
    assert!(fault.contains("does not lead to"), "{fault}");
    let fault = told_of(99, &|row| row.moves = StackMoves::Known(vec![99]));
    assert!(fault.contains("a move that there is not"), "{fault}");
    let fault = told_of(99, &|row| row.parent = row.parent.map(|parent| parent - 1));
    assert!(fault.contains("component 99"), "{fault}");
    let fault = told_of(99, &|row| row.parent = None);
    assert!(fault.contains("is no start"), "{fault}");
    let fault = told_of(1, &|row| row.parent = Some(1));
    assert!(fault.contains("does not lie before depth"), "{fault}");
    let fault = told_of(99, &|row| row.start.truncate(3));
    assert!(fault.contains("3 bytes"), "{fault}");
    let fault = told_of(99, &|row| row.start.fill(0xff));
    assert!(fault.contains("component 99"), "{fault}");
}

#[test]
fn changed_figures_and_verdicts_are_found() {
    let changes: [fn(&mut FccDepthRow); 6] = [
        |row| row.components += 1,
        |row| row.states -= 1,
        |row| row.largest += 1,
        |row| row.edges += 1,
        |row| row.checksum ^= 1,
        |row| row.waiting += 1,
    ];
    for change in changes {
        let faults = told(|store, run, batch| {
            let key = DepthKey { run, depth: 5 };
            let mut row: FccDepthRow = store.row(&key).unwrap().unwrap();
            change(&mut row);
            batch.put_row(&key, &row).unwrap();
        });
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(fault.starts_with("depth 5: ") && fault.contains("its row says"), "{fault}");
    }
    let known = game("r5c5f0a");
    let (store, report) = search(&known.space, census(), 1, 64 * MIB, MIB);
    let mut row: RunRow = store.run(report.run).unwrap();
    row.status = RunStatus::Unsolvable;
    write(&store, |batch| batch.put_row(&report.run, &row).unwrap());
    let faults = verified(&known, &store, report.run);
    assert!(!faults.is_empty() && faults[0].contains("leads to a goal"), "{faults:?}");
}
