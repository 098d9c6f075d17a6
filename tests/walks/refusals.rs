//! What is refused: spaces, options, and checkpoints that the store does not
//! bear out.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use strata::engine::{Control, Engine, EngineError, Verdict};
use strata::search::{
    Best, Ida, IterativeDeepening, MovesFreed, RandomWalk, SearchError, ShortenedRandom, Strategy,
};
use strata::space::StateSpace;
use strata::store::{
    Batch, CheckpointRow, Durability, OpenNodesKey, OpenNodesRow, PathKey, PathRow, RunId, Store,
    codec,
};

use crate::engine::settings;
use crate::gaps::Gaps;
use crate::star::Star;
use crate::{MIB, pancakes, shortened};

/// A strategy's checkpoint, as it lies in the store.
type Tallied = (u64, u64);
type RandomPlace = (Vec<u8>, u64, bool, Tallied);
type DeepeningPlace = (u32, Option<u32>, Vec<u32>, Tallied);
type ShortenedPlace = (u64, Tallied);
type FreedPlace = (u64, u64, u32, Tallied);

/// Runs a search that may be stopped before its first step.
fn run<S: StateSpace>(
    store: &Store,
    space: &S,
    strategy: impl Strategy<S>,
    stopped: bool,
) -> Result<Verdict, SearchError> {
    let control = Arc::new(Control::default());
    if stopped {
        control.interrupt();
    }
    let engine = Engine::new(store, settings(1, 64 << 10), control);
    match engine.run(space, "test", strategy, &mut ()) {
        Ok(report) => Ok(report.verdict),
        Err(EngineError::Search(error)) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

#[track_caller]
fn unsuitable<S: StateSpace>(space: &S, strategy: impl Strategy<S>) -> String {
    let store = Store::in_memory();
    let checked = strategy.check(space).unwrap_err().to_string();
    let error = run(&store, space, strategy, false).unwrap_err();
    let refused = matches!(error, SearchError::Unsuitable { .. } | SearchError::NoHeuristic { .. });
    assert!(refused, "{error}");
    assert!(store.runs().unwrap().is_empty());
    assert_eq!(checked, error.to_string());
    checked
}

#[test]
fn what_cannot_be_searched_is_refused_before_it_begins() {
    let star = Star { leaves: 3 };
    for error in [
        unsuitable(&star, RandomWalk::new(1, 10)),
        unsuitable(&star, shortened(1, 1, 1, 10)),
        unsuitable(&star, IterativeDeepening::new(None)),
        unsuitable(&star, Ida::new("zero", 0)),
        unsuitable(&star, MovesFreed::new("zero", 0)),
        unsuitable(&star, Best::new("zero", 0)),
    ] {
        assert!(error.contains("has no goal"), "{error}");
    }
    let space = Gaps(pancakes(&[2, 1, 3]));
    let error = unsuitable(&space, Ida::new("thrice", 0));
    assert!(error.contains("use patchy") && error.contains("moves-freed"), "{error}");
    let error = unsuitable(&space, Ida::new("twice", 0));
    assert!(error.contains("\"twice\"") && error.contains("thrice, patchy, gaps"), "{error}");
    unsuitable(&space, MovesFreed::new("twice", 0));
    unsuitable(&space, Best::new("twice", 0));
    assert!(unsuitable(&space, shortened(0, 1, 1, 1)).contains("at least one"));
    unsuitable(&space, shortened(1, 0, 1, 1));
    assert!(unsuitable(&space, RandomWalk::new(1, u64::MAX)).contains("shortened-random"));
}

#[test]
fn memory_that_is_too_small_is_told_and_more_of_it_goes_on() {
    let space = pancakes(&[5, 2, 7, 4, 1, 8, 6, 3]);
    let too_large = |store: &Store, bytes| {
        let batches = strata::search::Batches { batches: 1, size: 3, seed: 1, max_moves: 1 << 20 };
        let one = run(store, &space, MovesFreed::new("zero", bytes), false);
        let other = run(store, &space, ShortenedRandom::new(batches, bytes), false);
        [one, other].map(|result| match result {
            Err(SearchError::OutOfMemory(what)) => assert!(what.contains("allow more"), "{what}"),
            other => assert_eq!((other.unwrap(), bytes), (Verdict::Solved, 64 * MIB)),
        })
    };
    let store = Store::in_memory();
    too_large(&store, 10_000);
    too_large(&store, 64 * MIB);
}

/// Stops a search in the middle, changes its checkpoint, and goes on.
fn goes_on<S: StateSpace, T: Strategy<S>, C: Serialize + DeserializeOwned + Debug>(
    space: &S,
    strategy: impl Fn() -> T,
    change: impl FnOnce(&mut C, &mut Batch),
) -> Result<Verdict, SearchError> {
    let store = Store::in_memory();
    assert_eq!(run(&store, space, strategy(), true).unwrap(), Verdict::Interrupted);
    let mut row = store.row::<CheckpointRow>(&RunId(1)).unwrap().unwrap();
    let mut place: C = codec::decode(row.version, &row.strategy).unwrap();
    let mut batch = Batch::new();
    change(&mut place, &mut batch);
    row.strategy = codec::encode(row.version, &place).unwrap();
    batch.put_row(&RunId(1), &row).unwrap();
    store.write(batch, Durability::Synced).unwrap();
    run(&store, space, strategy(), false)
}

/// The change is noticed; without it the search goes on.
#[track_caller]
fn is_refused<S: StateSpace, T: Strategy<S>, C: Serialize + DeserializeOwned + Debug>(
    space: &S,
    strategy: impl Fn() -> T,
    change: impl FnOnce(&mut C, &mut Batch),
) {
    assert_eq!(goes_on(space, &strategy, |_: &mut C, _| ()).unwrap(), Verdict::Solved);
    let error = goes_on(space, strategy, change).unwrap_err();
    assert!(matches!(error, SearchError::Checkpoint { run: 1, .. }), "{error}");
}

#[test]
fn checkpoints_that_the_store_does_not_bear_out_are_refused() {
    let space = pancakes(&[5, 2, 4, 1, 6, 3]);
    let random = || RandomWalk::new(1, 100_000);
    is_refused(&space, random, |at: &mut RandomPlace, _| at.0.clear());
    is_refused(&space, random, |at: &mut RandomPlace, _| at.0 = vec![0xff; 8]);
    is_refused(&space, random, |at: &mut RandomPlace, _| at.1 = 100_001);
    // Walking once more does not lead there.
    is_refused(&space, random, |at: &mut RandomPlace, _| at.2 = true);
    is_refused(&space, random, |at: &mut RandomPlace, _| (at.1, at.2) = (7, true));

    let deepening = || IterativeDeepening::new(None);
    is_refused(&space, deepening, |at: &mut DeepeningPlace, _| at.2.clear());
    is_refused(&space, deepening, |at: &mut DeepeningPlace, _| at.2 = vec![1, 99]);
    is_refused(&space, || Ida::new("zero", MIB), |at: &mut DeepeningPlace, _| at.2 = vec![1; 99]);

    let batches = || shortened(2, 2, 1, 100_000);
    is_refused(&space, batches, |at: &mut ShortenedPlace, _| at.0 = 1);
    is_refused(&space, batches, |at: &mut ShortenedPlace, batch| {
        batch.put_row(&PathKey { run: RunId(1), batch: 5 }, &PathRow::default()).unwrap();
        at.0 = 1;
    });

    let freed = || MovesFreed::new("zero", MIB);
    is_refused(&space, freed, |at: &mut FreedPlace, _| at.0 = 2);
    is_refused(&space, freed, |at: &mut FreedPlace, _| at.1 = 2);
    let key = OpenNodesKey { run: RunId(1), sequence: 0 };
    is_refused(&space, freed, |_: &mut FreedPlace, batch| batch.delete_row::<OpenNodesRow>(&key));
    is_refused(&space, || Best::new("zero", MIB), |at: &mut FreedPlace, _| at.0 = 2);
    is_refused(&space, freed, |_: &mut FreedPlace, batch| {
        batch.put_row(&key, &OpenNodesRow { keys: vec![1], ..OpenNodesRow::default() }).unwrap();
    });
}
