//! The search by fully connected components: what it finds in games whose
//! components are known, and that cache, memory, threads and stops change nothing.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot be set up has failed")]

#[path = "../common/engine.rs"]
mod engine;
mod known;

use std::collections::BTreeMap;

use engine::{settings, work};
use known::{game, games};
use strata::domains::freecell::FreeCell;
use strata::engine::{Report, Verdict};
use strata::search::{Fcc, FccOptions, Order};
use strata::store::{
    ComponentRow, DepthKey, FccDepthRow, RunId, SolutionKey, SolutionRow, StackMoves, StackRow,
    Store, Table,
};

const MIB: usize = 1 << 20;

fn census() -> FccOptions {
    FccOptions { census: true, order: Order::Depth, safe: false, keep: true }
}

fn solve() -> FccOptions {
    FccOptions { census: false, ..census() }
}

fn depths(store: &Store, run: RunId) -> BTreeMap<u32, FccDepthRow> {
    let rows = store.rows::<FccDepthRow>(&run.range()).map(|row| {
        let (DepthKey { depth, .. }, row) = row.unwrap();
        (depth, row)
    });
    rows.collect()
}

/// Everything that a run has left in the store: figures, components, stacks.
#[derive(Debug, PartialEq)]
struct Left {
    depths: BTreeMap<u32, FccDepthRow>,
    components: Vec<(Vec<u8>, ComponentRow)>,
    stacks: Vec<StackRow>,
    path: Option<Vec<Vec<u8>>>,
}

fn left(store: &Store, run: RunId) -> Left {
    let components = store.scan(Table::FccBySorting, &run.range()).map(|row| {
        let (key, value) = row.unwrap();
        (key.to_vec(), ComponentRow::read(&key, &value).unwrap())
    });
    let stacks = store.scan(Table::MoveStacks, &run.range()).map(|row| {
        let (key, value) = row.unwrap();
        StackRow::read(&key, &value).unwrap()
    });
    let solution = store.row::<SolutionRow>(&SolutionKey { run, number: 0 }).unwrap();
    Left {
        depths: depths(store, run),
        components: components.collect(),
        stacks: stacks.collect(),
        path: solution.map(|solution| solution.keys),
    }
}

fn search(
    space: &FreeCell,
    options: FccOptions,
    threads: usize,
    memory: usize,
    cache: usize,
) -> (Store, Report) {
    let store = Store::in_memory();
    let strategy = Fcc::new(options, memory, Some(cache));
    let report = work(&store, space, strategy, settings(threads, memory));
    (store, report)
}

#[test]
fn the_components_of_all_known_games() {
    for known in games(u64::MAX) {
        let (store, report) = search(&known.space, census(), 2, 64 * MIB, 4 * MIB);
        let verdict = if known.solvable { Verdict::Solved } else { Verdict::Unsolvable };
        assert_eq!(report.verdict, verdict, "{}", known.id);
        let found = depths(&store, report.run);
        let counts = found.iter().map(|(&depth, row)| (depth, (row.components, row.states)));
        assert_eq!(counts.collect::<BTreeMap<_, _>>(), known.depths, "{}", known.id);
        let largest = found.values().map(|row| row.largest).max();
        assert_eq!(largest, Some(known.largest), "{}", known.id);
        assert!(found.values().all(|row| row.waiting == 0), "{}", known.id);
        let states: u64 = found.values().map(|row| row.states).sum();
        assert_eq!(states, known.states, "{}", known.id);
    }
}

/// Small and middle-sized games, solvable and not, with rises of 2.
const GAMES: [&str; 5] = ["r4c4f1a", "r6c4f2a", "r5c5f0a", "ms6f2", "ms31f1"];

#[test]
fn cache_memory_and_threads_change_nothing() {
    for id in GAMES {
        let space = game(id).space;
        for safe in [false, true] {
            let options = FccOptions { safe, ..census() };
            let (store, report) = search(&space, options.clone(), 1, 64 * MIB, 16 * MIB);
            let expected = left(&store, report.run);
            let kept = |stack: &StackRow| stack.moves != StackMoves::Unknown;
            assert!(expected.stacks.iter().all(kept), "{id}");
            let mut kept_in_all = true;
            for (threads, memory, cache) in [
                (1, 64 * MIB, 0),
                (2, 64 * MIB, 0),
                (2, 64 * MIB, 4 << 10),
                (3, 64 * MIB, 32 * MIB),
                // Most components do not fit and are scanned on disk.
                (1, 64 << 10, 0),
                (3, 64 << 10, 1 << 10),
            ] {
                let (store, report) = search(&space, options.clone(), threads, memory, cache);
                let how =
                    format!("{id}, safe {safe}, {threads} threads, {memory} bytes, {cache} cached");
                let found = left(&store, report.run);
                same(&expected, &found, &how);
                kept_in_all &= found.stacks.iter().all(kept);
            }
            assert!(!kept_in_all, "{id}: no component was scanned on disk");
        }
    }
}

/// Compares what two searches left, but for ways that were not kept.
fn same(expected: &Left, found: &Left, how: &str) {
    assert_eq!(expected.depths, found.depths, "{how}");
    assert_eq!(expected.components, found.components, "{how}");
    let known = |stacks: &[StackRow]| -> Vec<_> {
        let start = |stack: &StackRow| (stack.depth, stack.parent, stack.start.clone());
        stacks.iter().map(start).collect()
    };
    assert_eq!(known(&expected.stacks), known(&found.stacks), "{how}");
    for (expected, found) in expected.stacks.iter().zip(&found.stacks) {
        let right = found.moves == StackMoves::Unknown || found.moves == expected.moves;
        assert!(right, "{how}: {found:?} instead of {expected:?}");
    }
    assert_eq!(expected.path.is_some(), found.path.is_some(), "{how}");
}
