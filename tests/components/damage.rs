//! Stores that lost something while a run was stopped: that is told, never taken
//! for an answer.

use std::sync::Arc;

use strata::engine::{Engine, Limits, Settings, Verdict};
use strata::search::{Fcc, FccOptions};
use strata::store::{Batch, CheckpointRow, Durability, RunId, StackKey, Store, Table};

use crate::engine::{settings, work};
use crate::known::game;
use crate::{MIB, census, solve};

/// Why a run does not come to its end after the change of a store in which it has
/// stopped.
fn refusal(options: &FccOptions, change: impl FnOnce(&Store, RunId, &mut Batch)) -> String {
    let space = game("r5c5f0a").space;
    let store = Store::in_memory();
    let limits = Limits { states: Some(1000), ..Limits::default() };
    let strategy = || Fcc::new(options.clone(), MIB, None);
    let report = work(&store, &space, strategy(), Settings { limits, ..settings(1, MIB) });
    assert_eq!(report.verdict, Verdict::Limit);
    let mut batch = Batch::new();
    change(&store, report.run, &mut batch);
    store.write(batch, Durability::Synced).unwrap();
    let engine = Engine::new(&store, settings(1, MIB), Arc::default());
    match engine.run(&space, "test", strategy(), &mut ()) {
        Ok(report) => panic!("the run came to {:?}", report.verdict),
        Err(error) => error.to_string(),
    }
}

/// Removes the first or the last row of a table.
fn remove(table: Table, last: bool) -> impl FnOnce(&Store, RunId, &mut Batch) {
    move |store, run, batch| {
        let mut rows = store.scan(table, &run.range()).map(|row| row.unwrap().0.to_vec());
        let key = if last { rows.last() } else { rows.next() };
        batch.delete(table, key.unwrap());
    }
}

#[test]
fn a_lost_row_is_told() {
    for options in [census(), solve()] {
        // The deepest depths have start points only, and these are missed as well.
        let error = refusal(&options, remove(Table::FccDepths, false));
        assert!(error.contains("its depths hold"), "{error}");
        for last in [false, true] {
            let error = refusal(&options, remove(Table::FccStartPoints, last));
            assert!(
                error.contains("start points of bucket") && error.contains("missing"),
                "{error}"
            );
        }
        let error = refusal(&options, |_, run, batch| batch.delete_row::<CheckpointRow>(&run));
        assert!(error.contains("checkpoint"), "{error}");
    }
    let error = refusal(&solve(), |_, run, batch| {
        use strata::store::RowKey as _;
        batch.delete(Table::MoveStacks, StackKey { run, number: 0 }.to_bytes());
    });
    assert!(error.contains("component 0 has no move stack"), "{error}");
}

#[test]
fn a_way_that_leads_elsewhere_is_told() {
    let error = refusal(&solve(), |store, run, batch| {
        // All ways end at once: the start is in no component but its own.
        for number in 1.. {
            let Ok(row) = store.move_stack(run, number) else { break };
            let moves = strata::store::StackMoves::Known(Vec::new());
            strata::store::StackRow { moves, ..row }.put(batch, StackKey { run, number });
        }
    });
    assert!(error.contains("a move stack does not lead to"), "{error}");
}
