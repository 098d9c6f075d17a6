//! Runs that find the store in another state than they left it: what was lost
//! is told, never taken for an answer, and what a failure left behind goes.
#![cfg(test)]

mod common {
    pub(crate) mod engine;
    pub(crate) mod star;
}

use std::collections::BTreeMap;
use std::sync::Arc;

use common::engine::{rows, settings, work};
use common::star::Star;
use serde::{Deserialize, Serialize};
use strata::domains::sliding::{Encoding, Metric, Sliding, library};
use strata::engine::{Engine, Limits, Settings, Verdict};
use strata::search::{
    Generations, Layers, Progress, Result, SearchError, Standing, Step, StepContext, Strategy,
};
use strata::space::Words;
use strata::store::{
    Batch, CheckpointRow, Durability, KeyRange, LayerKey, LayerRow, RunId, RunPrefix, Side, Store,
    StoreError, StoreOptions, Table, codec,
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
    path: Vec<Vec<u8>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Phase {
    Forward,
    Seeding { generation: u32, states: u64 },
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

/// A census whose store fails when the results of a step are written.
struct Failing {
    census: Generations<Words<4>>,
}

impl Strategy<Star> for Failing {
    type Checkpoint = <Generations<Words<4>> as Strategy<Star>>::Checkpoint;

    fn name(&self) -> &'static str {
        Strategy::<Star>::name(&self.census)
    }

    fn options(&self) -> BTreeMap<String, String> {
        Strategy::<Star>::options(&self.census)
    }

    fn start(&mut self, cx: &mut StepContext<'_, Star>) -> Result<Step<Self::Checkpoint>> {
        self.census.start(cx)
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, Star>,
        from: Self::Checkpoint,
    ) -> Result<Step<Self::Checkpoint>> {
        self.census.restore(cx, from)
    }

    fn step(
        &mut self,
        cx: &mut StepContext<'_, Star>,
        from: Self::Checkpoint,
    ) -> Result<Step<Self::Checkpoint>> {
        self.census.step(cx, from)?;
        let path = cx.store.path().unwrap_or("memory".as_ref()).to_owned();
        Err(StoreError::DiskFull { path, doing: "write" }.into())
    }

    fn committed(&mut self) {
        Strategy::<Star>::committed(&mut self.census);
    }

    fn standing(&self) -> Standing {
        Strategy::<Star>::standing(&self.census)
    }
}

const STAR: Star = Star { leaves: 200_000 };

fn blocks(store: &Store, generation: u32) -> usize {
    let range = RunPrefix::generation_range(RUN, Side::Forward, generation);
    store.scan(Table::Generations, &range).count()
}

#[test]
fn what_a_failed_step_left_in_the_store_is_gone_when_it_is_tried_again() {
    let directory = tempfile::tempdir().unwrap();
    let on_disk = Store::create_or_open(directory.path(), &StoreOptions::default()).unwrap();
    for store in [on_disk, Store::in_memory()] {
        let engine = Engine::new(&store, settings(1, 64 << 20), Arc::default());
        let failing = Failing { census: Generations::census(false) };
        engine.run(&STAR, "star", failing, &mut ()).unwrap_err();
        let (left, counted) = (blocks(&store, 1), rows(&store, RUN, Side::Forward));
        assert!(left > 500 && counted.len() == 1, "{left} blocks, {counted:?}");
        // Blocks of another size begin with other states.
        let larger = Settings { block: 50_000, batch: 4 << 20, ..settings(1, 64 << 20) };
        let report = work(&store, &STAR, Generations::census(false), larger);
        assert_eq!((report.run, report.row.states), (RUN, STAR.leaves + 1));
        assert!(blocks(&store, 1) < 200, "{} blocks", blocks(&store, 1));
        assert_eq!(engine.verify(&STAR, RUN).unwrap().faults, [""; 0]);
    }
}

#[test]
fn a_scan_reads_no_further_than_it_is_told_and_misses_nothing() {
    let store = Store::in_memory();
    work(&store, &STAR, Generations::census(false), settings(1, 64 << 20));
    let layers = Layers::new(&store, RUN, Side::Forward);
    let range = RunPrefix::generation_range(RUN, Side::Forward, 1);
    let all: Vec<_> = store.scan(Table::Generations, &range).map(Result::unwrap).collect();
    let states = |enough: usize| -> Result<Vec<Words<4>>> {
        let mut found = Vec::new();
        layers.scan(1, |states| {
            found.extend_from_slice(states);
            Ok(found.len() < enough)
        })?;
        Ok(found)
    };
    let whole = states(usize::MAX).unwrap();
    assert!(whole.len() as u64 == STAR.leaves && whole.is_sorted_by(|a, b| a < b));
    let damage = |change: &dyn Fn(&mut Batch)| {
        let mut batch = Batch::new();
        batch.delete_range(Table::Generations, KeyRange::all());
        for (key, value) in &all {
            batch.put(Table::Generations, key.to_vec(), value.to_vec());
        }
        change(&mut batch);
        store.write(batch, Durability::Synced).unwrap();
        match states(usize::MAX).unwrap_err() {
            SearchError::Store(error @ StoreError::Damaged { .. }) => error.to_string(),
            other => panic!("{other}"),
        }
    };
    let (last, one_before) = (&all[all.len() - 1], &all[all.len() - 2]);
    damage(&|batch| batch.put(Table::Generations, last.0.to_vec(), *b"garbage"));
    assert_eq!(states(1).unwrap(), whole[..states(1).unwrap().len()]);
    let error = damage(&|batch| {
        batch.put(Table::Generations, last.0.to_vec(), one_before.1.to_vec());
    });
    assert!(error.contains("is not the first state of the block"), "{error}");
    let error = damage(&|batch| batch.delete(Table::Generations, last.0.to_vec()));
    assert!(error.contains("states, where its row says 200000"), "{error}");
}
