//! A census by the engine against the plain search.

use strata::search::Generations;
use strata::space::{StateKey, StateSpace, Successors};
use strata::store::{LayerRow, Side, Store, StoreOptions, state_checksum};

use super::engine::{rows, settings, work};
use super::oracle::{self, Layer};

pub(crate) fn expected<K: StateKey>(layers: &[Layer<K>]) -> Vec<(u64, u64, u64, u64)> {
    (layers.iter())
        .map(|layer| {
            let checksum = oracle::checksum(&layer.keys, |key| state_checksum(*key));
            (layer.keys.len() as u64, layer.goals.len() as u64, layer.edges, checksum)
        })
        .collect()
}

pub(crate) fn stored(rows: &[LayerRow]) -> Vec<(u64, u64, u64, u64)> {
    rows.iter().map(|row| (row.states, row.goals, row.edges.unwrap_or(0), row.checksum)).collect()
}

/// A census in `store` is exactly what the plain search finds, and verifies.
pub(crate) fn census_matches<S: StateSpace>(
    space: &S,
    store: &Store,
    threads: usize,
    candidates: usize,
) {
    let layers = oracle::layers(space);
    let report = work(store, space, Generations::census(false), settings(threads, candidates));
    let rows = rows(store, report.run, Side::Forward);
    assert_eq!(stored(&rows), expected(&layers), "{threads} threads, {candidates} bytes");
    assert!(rows.iter().all(|row| row.closed && row.edges.is_some()));
    assert_eq!(report.row.states, rows.iter().map(|row| row.states).sum::<u64>());
    for (row, layer) in rows.iter().zip(&layers) {
        let branching = layer.keys.iter().map(|key| successors(space, *key).len() as u32);
        assert_eq!(row.branching_min, branching.clone().min());
        assert_eq!(row.branching_max, branching.max());
    }
    let engine = strata::engine::Engine::new(store, settings(2, 1 << 20), Default::default());
    let verified = engine.verify(space, report.run).unwrap();
    assert_eq!(verified.faults, [""; 0]);
    assert_eq!(verified.states, report.row.states);
}

pub(crate) fn successors<S: StateSpace>(space: &S, key: S::Key) -> Vec<S::Key> {
    let mut list = Successors::default();
    space.expand(&space.decode(&key).unwrap(), &mut list);
    list.iter().map(|successor| space.encode(&successor.state)).collect()
}

pub(crate) fn with_disk(test: impl FnOnce(&Store)) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    test(&Store::create_or_open(&path, &StoreOptions::default()).unwrap());
}
