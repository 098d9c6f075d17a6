//! Stopping and going on.

use std::sync::Arc;
use std::time::Duration;

use strata::engine::{Control, Engine, Limits, Report, Settings, Verdict};
use strata::search::{Fcc, FccOptions, Order};
use strata::store::{FccDepthRow, Store, TallyRow};

use crate::engine::settings;
use crate::known::{Known, game};
use crate::left::{Left, depths, left, same};
use crate::{MIB, best, census, search, solve};

/// Memory and cache of a search.
type Memory = (usize, usize);

/// Runs a search that is stopped after each `step` states, by new processes as it
/// were. Gives how often it was, and the most start points that waited.
fn stopped(
    known: &Known,
    options: &FccOptions,
    (memory, cache): Memory,
    step: u64,
) -> (Store, Report, u64, u64) {
    let store = Store::in_memory();
    let (mut expanded, mut waiting) = (0, 0);
    for stops in 0.. {
        let limits = Limits { states: Some(expanded + step), ..Limits::default() };
        // One after the other commits seldom, and splits other blocks.
        let commit_interval = if stops % 2 == 0 { Duration::ZERO } else { Duration::MAX };
        let threads = 1 + stops as usize % 2;
        let settings = Settings { limits, commit_interval, ..settings(threads, memory) };
        let strategy = Fcc::new(options.clone(), memory, Some(cache));
        let engine = Engine::new(&store, settings, Arc::default());
        let report = engine.run(&known.space, "test", strategy, &mut ()).unwrap();
        if report.verdict != Verdict::Limit {
            return (store, report, stops, waiting);
        }
        let tally: TallyRow = store.row(&report.run).unwrap().unwrap();
        assert!(tally.expanded >= expanded + step);
        expanded = tally.expanded;
        waiting = waiting.max(depths(&store, report.run).values().map(|row| row.waiting).sum());
    }
    unreachable!()
}

/// Which start points wait twice depends on what was remembered of them.
fn but_for_duplicates(left: Left) -> Left {
    let without = |row: FccDepthRow| FccDepthRow { waiting: 0, ..row };
    let depths = left.depths.into_iter().map(|(depth, row)| (depth, without(row)));
    // At the depth of the last exits nothing may be found yet.
    let depths = depths.filter(|(_, row)| row.components > 0);
    Left { depths: depths.collect(), ..left }
}

#[test]
fn what_is_stopped_and_resumed_leaves_the_same() {
    for (id, step) in [("r5c5f0a", 150), ("r6c4f2a", 900), ("ms31f1", 60), ("r3c3f2a", 300)] {
        let known = game(id);
        for order in [Order::Depth, best("zero"), best(known.best())] {
            for keep in [true, false] {
                if !keep && order != Order::Depth {
                    continue;
                }
                for options in [census(), solve()] {
                    let safe = id != "r6c4f2a";
                    let options = FccOptions { order: order.clone(), keep, safe, ..options };
                    let how = format!("{id}, {options:?}");
                    let (store, report) = search(&known.space, options.clone(), 1, 64 * MIB, MIB);
                    let expected = but_for_duplicates(left(&store, report.run));
                    let (store, again, stops, _) = stopped(&known, &options, (64 * MIB, MIB), step);
                    assert_eq!(again.verdict, report.verdict, "{how}");
                    assert_eq!(but_for_duplicates(left(&store, again.run)), expected, "{how}");
                    assert!(stops > 2 || !options.census, "{how}: {stops} stops");
                }
            }
        }
    }
}

#[test]
fn start_points_that_left_the_memory_come_back() {
    // So little memory that no more than 2048 start points stay in it, and that
    // the largest components are scanned on disk.
    let memory = (192 << 10, 0);
    for order in [Order::Depth, best("zero")] {
        let known = game("ms6f2");
        let options = FccOptions { order, ..census() };
        let (store, report) = search(&known.space, options.clone(), 1, 64 * MIB, MIB);
        let expected = left(&store, report.run);
        let (store, again, stops, waiting) = stopped(&known, &options, memory, 3_000);
        assert_eq!(again.verdict, report.verdict);
        let found = left(&store, again.run);
        same(&expected, &found, &format!("{options:?}"));
        assert!(stops > 5 && waiting > 2_500, "{stops} stops, {waiting} start points waited");
        assert!(found.stacks.iter().any(|stack| !crate::kept(stack)), "none on disk");
    }
}

#[test]
fn an_interrupt_at_any_moment_changes_nothing() {
    let known = game("r4c4f1a");
    for order in [Order::Depth, best("zero")] {
        let options = FccOptions { order, ..census() };
        let (store, report) = search(&known.space, options.clone(), 1, 64 * MIB, MIB);
        let expected = left(&store, report.run);
        let store = Store::in_memory();
        let mut wait = Duration::from_micros(200);
        loop {
            let control = Arc::new(Control::default());
            let strategy = Fcc::new(options.clone(), 64 * MIB, Some(MIB));
            let engine = Engine::new(&store, settings(2, 64 * MIB), control.clone());
            let report = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(wait);
                    control.interrupt();
                });
                engine.run(&known.space, "test", strategy, &mut ()).unwrap()
            });
            if report.verdict != Verdict::Interrupted {
                assert_eq!(left(&store, report.run), expected, "{options:?}");
                break;
            }
            wait += wait / 4;
        }
    }
}
