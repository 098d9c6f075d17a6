//! The search by fully connected components: what it finds in games whose
//! components are known, and that cache, memory, threads, order and stops change
//! nothing.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot be set up has failed")]

mod damage;
#[path = "../common/engine.rs"]
mod engine;
mod known;
mod left;
mod paths;
#[path = "../common/pegs.rs"]
mod pegs;
mod refusals;
mod stops;
mod verify;

use std::collections::BTreeMap;

use engine::{rows, settings, work};
use known::{Known, game, games};
use left::{Left, depths, left, same};
use strata::domains::freecell::{Board, FreeCell, Layout};
use strata::engine::{Report, Verdict};
use strata::search::{Fcc, FccOptions, Order, replay};
use strata::space::{Draw as _, StateSpace as _};
use strata::store::{Side, StackMoves, StackRow, Store};

const MIB: usize = 1 << 20;

fn census() -> FccOptions {
    FccOptions { census: true, order: Order::Depth, safe: false, keep: true }
}

fn solve() -> FccOptions {
    FccOptions { census: false, ..census() }
}

fn best(heuristic: &str) -> Order {
    Order::Best(heuristic.to_owned())
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

fn verdict(known: &Known) -> Verdict {
    if known.shortest.is_some() { Verdict::Solved } else { Verdict::Unsolvable }
}

#[test]
fn the_components_of_all_known_games() {
    for known in games(u64::MAX) {
        the_components_of(&known, 16 * MIB);
        // Without memory of what is scanned each start point costs a scan.
        if known.states < 10_000 {
            the_components_of(&known, 4 << 10);
            the_components_of(&known, 0);
        }
    }
}

fn the_components_of(known: &Known, cache: usize) {
    let (store, report) = search(&known.space, census(), 2, 64 * MIB, cache);
    assert_eq!(report.verdict, verdict(known), "{}", known.id);
    let found = depths(&store, report.run);
    let counts = found.iter().map(|(&depth, row)| (depth, (row.components, row.states)));
    assert_eq!(counts.collect::<BTreeMap<_, _>>(), known.depths, "{}", known.id);
    let largest = found.values().map(|row| row.largest).max();
    assert_eq!(largest, Some(known.largest), "{}", known.id);
    assert!(found.values().all(|row| row.waiting == 0), "{}", known.id);
    let states: u64 = found.values().map(|row| row.states).sum();
    assert_eq!(states, known.states, "{}", known.id);
    // Not one of them is stored.
    assert!(rows(&store, report.run, Side::Forward).is_empty(), "{}", known.id);
}

#[test]
fn every_order_solves_what_can_be_solved() {
    for known in games(u64::MAX) {
        let heuristics = known.space.heuristics();
        let mut orders = vec![Order::Depth];
        // All of them where the whole space is small.
        let few = if known.states < 20_000 { usize::MAX } else { 1 };
        orders.extend(heuristics.iter().rev().take(few).map(|heuristic| best(heuristic.name)));
        for order in orders {
            for safe in [false, true] {
                let options = FccOptions { order: order.clone(), safe, ..solve() };
                let how = format!("{}, {options:?}", known.id);
                let (store, report) = search(&known.space, options, 2, 64 * MIB, MIB);
                assert_eq!(report.verdict, verdict(&known), "{how}");
                let path = left(&store, report.run).path;
                assert_eq!(path.is_some(), known.shortest.is_some(), "{how}");
                if let (Some(path), Some(shortest)) = (path, known.shortest) {
                    let steps = replay(&known.space, &path).unwrap();
                    known.space.check_path(&steps.states, &steps.moves).unwrap();
                    assert!(known.space.is_goal(steps.states.last().unwrap()), "{how}");
                    assert!(steps.moves.len() >= shortest, "{how}: {}", steps.moves.len());
                }
            }
        }
    }
}

/// Small and middle-sized games, solvable and not, with rises of 2, and whether safe
/// moves are made.
const GAMES: [(&str, bool); 5] = [
    ("r5c5f0a", false),
    ("r6c4f2a", false),
    ("r3c3f2a", true),
    ("ms31f1", false),
    ("ms31f1", true),
];

#[test]
fn cache_memory_and_threads_change_nothing() {
    for (id, safe) in GAMES {
        let known = game(id);
        for order in [Order::Depth, best(known.best())] {
            let options = FccOptions { safe, order, ..census() };
            cache_memory_and_threads(id, &known.space, &options);
            let first = FccOptions { census: false, ..options };
            cache_memory_and_threads(id, &known.space, &first);
        }
    }
}

fn cache_memory_and_threads(id: &str, space: &FreeCell, options: &FccOptions) {
    let (store, report) = search(space, options.clone(), 1, 64 * MIB, 16 * MIB);
    let expected = left(&store, report.run);
    assert!(expected.stacks.iter().all(kept), "{id}");
    let mut kept_in_all = true;
    for (threads, memory, cache) in [
        (1, 64 * MIB, 0),
        (2, 64 * MIB, 4 << 10),
        (3, 64 * MIB, 32 * MIB),
        // Most components do not fit and are scanned on disk.
        (2, 128 << 10, 1 << 10),
    ] {
        let (store, report) = search(space, options.clone(), threads, memory, cache);
        let how = format!("{id}, {options:?}, {threads} threads, {memory} bytes, {cache} cached");
        let found = left(&store, report.run);
        same(&expected, &found, &how);
        kept_in_all &= found.stacks.iter().all(kept);
    }
    assert!(!kept_in_all || !options.census, "{id}: no component was scanned on disk");
}

/// Whether the way into a component is stored.
fn kept(stack: &StackRow) -> bool {
    stack.moves != StackMoves::Unknown
}

#[test]
fn the_best_first_visit_the_same_components() {
    for (id, safe) in GAMES {
        let space = game(id).space;
        let by = |order| {
            let options = FccOptions { order, safe, ..census() };
            let (store, report) = search(&space, options, 2, 64 * MIB, MIB);
            let Left { depths, components, .. } = left(&store, report.run);
            // Only their numbers differ.
            let sizes = components.into_iter().map(|(key, row)| (key, row.states, row.exits));
            (report.verdict, depths, sizes.collect::<Vec<_>>())
        };
        let expected = by(Order::Depth);
        for heuristic in space.heuristics() {
            assert_eq!(by(best(heuristic.name)), expected, "{id}, {}", heuristic.name);
        }
    }
}

#[test]
fn components_of_finished_depths_can_go() {
    for id in ["r5c5f0a", "r4c4f1a", "ms31f1"] {
        let known = game(id);
        for options in [census(), solve()] {
            let (store, report) = search(&known.space, options.clone(), 1, 64 * MIB, MIB);
            let all = left(&store, report.run);
            let options = FccOptions { keep: false, ..options };
            let census = options.census;
            let (store, report) = search(&known.space, options, 1, 64 * MIB, MIB);
            let found = left(&store, report.run);
            assert_eq!(report.verdict, verdict(&known), "{id}");
            assert_eq!((&found.depths, &found.stacks), (&all.depths, &all.stacks), "{id}");
            assert_eq!(found.path, all.path, "{id}");
            // The depth at which a solution was found is not finished.
            let last = found.stacks.iter().map(|stack| stack.depth).max().unwrap();
            let unfinished = all.components.into_iter().filter(|(key, _)| {
                !(census || known.shortest.is_none()) && key[4..8] == last.to_be_bytes()
            });
            assert_eq!(found.components, unfinished.collect::<Vec<_>>(), "{id}");
        }
    }
}

#[test]
fn games_that_are_won_at_the_start_are_solved() {
    for (spades, column) in [(13, vec![]), (12, vec!["KS".parse().unwrap()])] {
        let board = Board {
            foundations: [13, 13, 13, spades],
            cells: vec![None],
            columns: vec![column, Vec::new()],
        };
        board.check().unwrap();
        let space = FreeCell::new(Layout { name: String::new(), board });
        let length = Some(u32::from(13 - spades));
        for options in [census(), solve()] {
            for safe in [false, true] {
                let options = FccOptions { safe, ..options.clone() };
                let (_, report) = search(&space, options, 1, MIB, 0);
                assert_eq!((report.verdict, report.row.length), (Verdict::Solved, length));
            }
        }
    }
}
