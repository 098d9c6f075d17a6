//! What is refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use strata::domains::sliding::{Encoding, Metric, Sliding, library};
use strata::engine::{Engine, EngineError, Limits, Settings, Verdict};
use strata::search::{Fcc, FccOptions, SearchError, Strategy as _};
use strata::space::StateSpace;
use strata::store::{CheckpointRow, Store};

use crate::engine::{settings, work};
use crate::known::game;
use crate::pegs::Pegs;
use crate::{MIB, best, census, solve};

/// Why a search is refused, before anything is written.
fn refused<S: StateSpace>(space: &S, options: FccOptions) -> String {
    let store = Store::in_memory();
    let strategy = || Fcc::<S>::new(options.clone(), MIB, None);
    let checked = strategy().check(space).unwrap_err();
    let engine = Engine::new(&store, settings(1, MIB), Arc::default());
    let error = engine.run(space, "test", strategy(), &mut ()).unwrap_err();
    let EngineError::Search(error) = error else { panic!("{error}") };
    let known = matches!(error, SearchError::Unsuitable { .. } | SearchError::NoHeuristic { .. });
    assert!(known, "{error}");
    assert_eq!(error.to_string(), checked.to_string());
    assert!(store.runs().unwrap().is_empty());
    error.to_string()
}

#[test]
fn spaces_without_components_are_refused() {
    let puzzle = library::get("tiles-2x3").unwrap().puzzle;
    let tiles: Sliding<u64, u64> = Sliding::new(puzzle, Metric::Moves, Encoding::Rank).unwrap();
    // Its states have depths, but no move can be taken back.
    let pegs = Pegs { width: 3, height: 3, empty: 0 };
    for options in [census(), solve()] {
        for error in [refused(&tiles, options.clone()), refused(&pegs, options.clone())] {
            assert!(error.contains("components") && error.contains("generations"), "{error}");
        }
    }
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let space = game("r5c4f0a").space;
    let error = refused(&space, FccOptions { order: best("zero"), keep: false, ..census() });
    assert!(error.contains("finished depths"), "{error}");
    let error = refused(&space, FccOptions { order: best("thrice"), ..census() });
    assert!(error.contains("\"thrice\"") && error.contains("zero"), "{error}");
}

#[test]
fn other_options_are_no_way_to_go_on() {
    let space = game("r5c5f0a").space;
    let store = Store::in_memory();
    let limits = Limits { states: Some(100), ..Limits::default() };
    let stop = Settings { limits, ..settings(1, MIB) };
    let report = work(&store, &space, Fcc::new(census(), MIB, None), stop);
    assert_eq!(report.verdict, Verdict::Limit);
    let checkpoint = store.row::<CheckpointRow>(&report.run).unwrap();
    let engine = Engine::new(&store, settings(1, MIB), Arc::default());
    for (options, fields) in [
        (solve(), &["until"][..]),
        (FccOptions { safe: true, ..census() }, &["safe-moves"]),
        (FccOptions { keep: false, ..census() }, &["keep"]),
        (FccOptions { order: best("zero"), ..census() }, &["algorithm", "heuristic"]),
        (FccOptions { keep: false, ..solve() }, &["keep", "until"]),
    ] {
        let strategy = Fcc::new(options, MIB, None);
        match engine.resume(report.run, &space, strategy, &mut ()).unwrap_err() {
            EngineError::OtherRun { differences, .. } => {
                let found: BTreeSet<_> = differences.iter().map(|d| d.field.as_str()).collect();
                assert_eq!(found, fields.iter().copied().collect());
            }
            other => panic!("{other}"),
        }
        assert_eq!(store.row::<CheckpointRow>(&report.run).unwrap(), checkpoint);
    }
    // The cache is no part of it.
    let strategy = Fcc::new(census(), 2 * MIB, Some(0));
    let report = engine.resume(report.run, &space, strategy, &mut ()).unwrap();
    assert_eq!((report.verdict, report.resumed), (Verdict::Solved, true));
}
