//! A puzzle that only its own user knows gets storage, resuming and paths.

#![cfg(test)]

mod common {
    pub(crate) mod oracle;
    pub(crate) mod pegs;
    pub(crate) mod random;
}
#[path = "../examples/water_jugs/space.rs"]
mod jugs;
#[path = "../examples/pancake/space.rs"]
mod pancakes;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use common::oracle;
use common::pegs::Pegs;
use common::random::Random;
use jugs::Jugs;
use pancakes::Pancakes;
use strata::engine::{Control, Engine, Limits, Report, Settings, Verdict};
use strata::search::{Bidirectional, Generations, Layers, Strategy, replay};
use strata::space::{Locality, StateSpace};
use strata::store::{Side, SolutionKey, SolutionRow, Store, StoreOptions, state_checksum};

/// Runs a search in a store, up to `generations` of them.
fn search<S: StateSpace>(
    space: &S,
    store: &Store,
    strategy: impl Strategy<S>,
    generations: Option<u32>,
) -> Report {
    let settings = Settings {
        threads: NonZeroUsize::new(3).unwrap(),
        limits: Limits { generations, ..Limits::default() },
        ..Settings::default()
    };
    let engine = Engine::new(store, settings, Arc::new(Control::default()));
    engine.run(space, "own", strategy, &mut ()).unwrap()
}

fn open(folder: &Path) -> Store {
    Store::create_or_open(folder, &StoreOptions::default()).unwrap()
}

/// The census of a space, interrupted by a limit and gone on with in another
/// process, holds what the oracle sees.
fn census_is_right<S: StateSpace>(space: &S, locality: Locality) {
    assert_eq!(space.locality(), locality);
    let expected = oracle::layers(space);
    let folder = tempfile::tempdir().unwrap();
    let first = search(space, &open(folder.path()), Generations::census(false), Some(2));
    assert_eq!((first.verdict, first.resumed), (Verdict::Limit, false));

    let store = open(folder.path());
    let second = search(space, &store, Generations::census(false), None);
    assert_eq!((second.verdict, second.resumed), (Verdict::Solved, true));
    let rows = Layers::new(&store, second.run, Side::Forward).rows().unwrap();
    let sizes: Vec<u64> = rows.iter().map(|row| row.states).collect();
    assert_eq!(sizes, oracle::sizes(&expected));
    for (row, layer) in rows.iter().zip(&expected) {
        assert_eq!(row.edges, Some(layer.edges));
        assert_eq!(row.goals, layer.goals.len() as u64);
        assert_eq!(row.checksum, oracle::checksum(&layer.keys, |key| state_checksum(*key)));
    }
}

#[test]
fn spaces_of_every_locality_are_counted_and_resumed() {
    census_is_right(&Pancakes { start: vec![5, 2, 7, 4, 1, 6, 3] }, Locality::Reversible);
    census_is_right(&Pegs { width: 4, height: 4, empty: 1 }, Locality::ByDepth);
    census_is_right(&Jugs { sizes: vec![3, 5, 8, 13], target: 4 }, Locality::Unbounded);
}

/// The solution of a space is as long as the oracle says and can be replayed.
fn solution_is_right<S: StateSpace>(space: &S, strategy: impl Strategy<S>) {
    let depth = oracle::layers_from(space, space.starts(), |layer| !layer.goals.is_empty()).len();
    let store = Store::in_memory();
    let report = search(space, &store, strategy, None);
    assert_eq!(report.verdict, Verdict::Solved);
    let key = SolutionKey { run: report.run, number: 0 };
    let solution = store.row::<SolutionRow>(&key).unwrap().unwrap();
    assert_eq!((solution.length as usize + 1, solution.metric), (depth, space.metric()));
    let path = replay(space, &solution.keys).unwrap();
    assert_eq!(path.moves.len() + 1, depth);
    assert!(space.is_goal(path.states.last().unwrap()));
}

#[test]
fn spaces_of_every_locality_are_solved() {
    let pancakes = Pancakes { start: vec![5, 2, 7, 4, 1, 6, 3] };
    solution_is_right(&pancakes, Generations::solve());
    solution_is_right(&Pegs { width: 4, height: 4, empty: 1 }, Generations::solve());
    solution_is_right(&Jugs { sizes: vec![3, 5, 8, 13], target: 4 }, Generations::solve());
}

#[test]
fn both_ends_meet_at_the_right_distance() {
    let mut start = vec![1, 2, 3, 4, 5, 6, 7];
    let mut random = Random::new(1);
    for _ in 0..60 {
        let (one, other) = (random.below(7), random.below(7));
        start.swap(one, other);
        let pancakes = Pancakes { start: start.clone() };
        solution_is_right(&pancakes, Bidirectional::new());
    }
}
