//! Runs that find the store in another state than they left it: what was lost
//! is told, never taken for an answer, and what a failure left behind goes.
#![cfg(test)]

mod common {
    pub(crate) mod engine;
}

use std::sync::Arc;

use common::engine::{rows, settings, work};
use serde::{Deserialize, Serialize};
use strata::domains::sliding::{Encoding, Metric, Sliding, library};
use strata::engine::{Engine, Limits, Settings, Verdict};
use strata::search::{Generations, Progress};
use strata::store::{
    Batch, CheckpointRow, Durability, LayerKey, LayerRow, RunId, Side, Store, codec,
};

const RUN: RunId = RunId(1);

fn layer(generation: u32) -> LayerKey {
    LayerKey { run: RUN, side: Side::Forward, generation }
}

fn tiles() -> Sliding<u64, u64> {
    let puzzle = library::get("tiles-3x3").unwrap().puzzle;
    Sliding::new(puzzle, Metric::Moves, Encoding::Rank).unwrap()
}

/// What a checkpoint of `generations` holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Checkpoint {
    phase: Phase,
    forward: Progress,
    backward: Option<Progress>,
    first_goal: Option<(u32, Vec<u8>)>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Phase {
    Forward,
    Seeding { generation: u32 },
    Backward,
    Tracing,
    Done,
}

/// A store whose run stands in generation 6, changed by `change`; tells why the
/// run does not go on.
fn refusal(change: impl FnOnce(&Store, &mut Batch)) -> String {
    let (store, space) = (Store::in_memory(), tiles());
    let limits = Limits { generations: Some(6), ..Limits::default() };
    let stop = Settings { limits, ..settings(1, 1 << 20) };
    let report = work(&store, &space, Generations::census(false), stop);
    assert_eq!((report.verdict, rows(&store, RUN, Side::Forward).len()), (Verdict::Limit, 7));
    let mut batch = Batch::new();
    change(&store, &mut batch);
    store.write(batch, Durability::Synced).unwrap();
    let engine = Engine::new(&store, settings(1, 1 << 20), Arc::default());
    match engine.run(&space, "test", Generations::census(false), &mut ()) {
        Ok(report) => panic!("the run went on and is {:?}", report.verdict),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_generation_that_is_lost_is_no_empty_one() {
    let error = refusal(|_, batch| batch.delete_row::<LayerRow>(&layer(6)));
    assert!(error.contains("generations 0 to 5 of the forward search hold"), "{error}");
    let error = refusal(|_, batch| batch.delete_row::<LayerRow>(&layer(5)));
    assert!(error.contains("forward generation 5 is missing"), "{error}");
    let error = refusal(|_, batch| {
        (0..7).for_each(|generation| batch.delete_row::<LayerRow>(&layer(generation)));
    });
    assert!(error.contains("forward generation 0 is missing"), "{error}");
}

fn with_row(batch: &mut Batch, store: &Store, generation: u32, change: impl FnOnce(&mut LayerRow)) {
    let mut row = store.row(&layer(generation)).unwrap().unwrap_or_default();
    change(&mut row);
    batch.put_row(&layer(generation), &row).unwrap();
}

#[test]
fn layers_that_contradict_the_checkpoint_are_refused() {
    let error = refusal(|store, batch| with_row(batch, store, 6, |row| row.closed = false));
    assert!(error.contains("forward generation 6 is not complete"), "{error}");
    let error = refusal(|store, batch| with_row(batch, store, 7, |row| row.closed = true));
    assert!(error.contains("forward generation 7 is complete"), "{error}");
    let error = refusal(|store, batch| with_row(batch, store, 8, |_| ()));
    assert!(error.contains("forward generation 7 is missing"), "{error}");
    let error = refusal(|store, batch| with_row(batch, store, 4, |row| row.states += 1));
    assert!(error.contains("generations 0 to 6 of the forward search hold"), "{error}");
    let error = refusal(|store, batch| {
        let mut row: CheckpointRow = store.row(&RUN).unwrap().unwrap();
        let mut checkpoint: Checkpoint = codec::decode(1, &row.strategy).unwrap();
        checkpoint.forward.place.states = 1_000_000;
        row.strategy = codec::encode(1, &checkpoint).unwrap();
        batch.put_row(&RUN, &row).unwrap();
    });
    assert!(error.contains("1000000 states of forward generation 6 are expanded"), "{error}");
}
