//! Searches by generations against a plain search in memory, in every way in
//! which they can be run.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod census;
    pub(crate) mod engine;
    pub(crate) mod oracle;
    pub(crate) mod pegs;
    pub(crate) mod solution;
    pub(crate) mod starts;
}
#[path = "../examples/water_jugs/space.rs"]
mod water_jugs;

use std::collections::BTreeMap;

use common::census::{census_matches, expected, stored, successors, with_disk};
use common::engine::{rows, settings, work};
use common::oracle::{self, Layer};
use common::pegs::Pegs;
use common::solution::solution;
use common::starts::From;
use num_bigint::BigUint;
use strata::domains::sliding::{Encoding, Metric, Sliding, library};
use strata::engine::{Limits, Verdict};
use strata::inspect::{farthest, find, shortest_solutions};
use strata::search::{Bidirectional, Generations, Layers, path_from_starts, replay};
use strata::space::{StateKey, StateSpace};
use strata::store::{LayerRow, RunId, Side, Store, StoreOptions};

fn sliding(name: &str, metric: Metric, encoding: Encoding) -> Sliding<u64, u64> {
    Sliding::new(library::get(name).unwrap().puzzle, metric, encoding).unwrap()
}

#[test]
fn any_number_of_threads_and_any_memory_give_the_same_generations() {
    // Generations of up to 24,047 states go through all stages; the small
    // budgets make many sorted runs of each.
    let space = sliding("tiles-3x3", Metric::Moves, Encoding::Rank);
    for (threads, candidates) in
        [(1, 1 << 26), (2, 1 << 26), (4, 1 << 17), (8, 1 << 22), (1, 1 << 16), (2, 4096)]
    {
        with_disk(|store| {
            census_matches(&space, store, threads, candidates);
            // Bulk writes alone make table files this early.
            let files = std::fs::read_dir(store.path().unwrap().join("db")).unwrap();
            let tables = files.filter(|file| {
                file.as_ref().unwrap().path().extension().is_some_and(|end| end == "sst")
            });
            assert!(candidates < 1 << 17 || tables.count() > 0, "nothing was written in bulk");
        });
    }
}

#[test]
fn every_locality_is_searched_exactly() {
    let memory = Store::in_memory;
    for metric in Metric::ALL {
        for encoding in Encoding::ALL {
            census_matches(&sliding("klotski", metric, encoding), &memory(), 2, 1 << 20);
        }
    }
    let pegs = Pegs { width: 5, height: 4, empty: 7 };
    census_matches(&pegs, &memory(), 2, 1 << 22);
    census_matches(&pegs, &memory(), 4, 1 << 14);
    with_disk(|store| census_matches(&pegs, store, 1, 1 << 14));
    let jugs = water_jugs::Jugs { sizes: vec![31, 17, 7], target: 5 };
    census_matches(&jugs, &memory(), 2, 1 << 20);
    with_disk(|store| census_matches(&jugs, store, 2, 4096));
}

#[test]
fn a_search_stops_at_the_first_generation_with_a_goal() {
    let space = sliding("pennant", Metric::Moves, Encoding::Rank);
    let layers = oracle::layers_from(&space, space.starts(), |layer| !layer.goals.is_empty());
    let store = Store::in_memory();
    let report = work(&store, &space, Generations::solve(), settings(2, 1 << 20));
    assert_eq!((report.verdict, report.row.length), (Verdict::Solved, Some(59)));
    assert_eq!(stored(&rows(&store, report.run, Side::Forward)), expected(&layers));
}

#[test]
fn distances_to_the_nearest_goal_come_from_all_goals_at_once() {
    let space = sliding("klotski", Metric::Moves, Encoding::Rank);
    let forward = oracle::layers(&space);
    let goals = forward.iter().flat_map(|layer| &layer.goals);
    let goals: Vec<_> = goals.map(|key| space.decode(key).unwrap()).collect();
    assert_eq!(goals.len(), 964);
    let backward = oracle::layers_from(&space, goals, |_| false);
    with_disk(|store| {
        let report = work(store, &space, Generations::census(true), settings(2, 1 << 16));
        assert_eq!(stored(&rows(store, report.run, Side::Forward)), expected(&forward));
        assert_eq!(stored(&rows(store, report.run, Side::Backward)), expected(&backward));
        let start = space.encode(&space.starts()[0]);
        let found = find(store, report.run, start).unwrap();
        assert_eq!((found.from_start, found.to_goal), (Some(0), Some(81)));
        let hardest = farthest::<u64>(store, report.run, Side::Backward, 5).unwrap().unwrap();
        let last = backward.last().unwrap();
        assert_eq!(hardest.distance as usize, backward.len() - 1);
        assert_eq!(hardest.states, last.keys.len() as u64);
        assert!(last.keys.starts_with(&hardest.keys));
    });
}

/// Paths by generation, counted forwards over all states.
fn count_paths<S: StateSpace>(space: &S, layers: &[Layer<S::Key>]) -> BTreeMap<S::Key, BigUint> {
    let mut paths: BTreeMap<S::Key, BigUint> =
        layers[0].keys.iter().map(|key| (*key, BigUint::from(1u8))).collect();
    for layer in &layers[1..] {
        let mut next: BTreeMap<S::Key, BigUint> = BTreeMap::new();
        for (key, ways) in &paths {
            let mut reached = successors(space, *key);
            reached.sort_unstable();
            reached.dedup();
            for key in reached.into_iter().filter(|key| layer.keys.binary_search(key).is_ok()) {
                *next.entry(key).or_default() += ways;
            }
        }
        paths = next;
    }
    paths
}

/// Moves from a state to the nearest goal.
fn distance<S: StateSpace>(space: &S, key: S::Key) -> u32 {
    let start = vec![space.decode(&key).unwrap()];
    oracle::layers_from(space, start, |layer| !layer.goals.is_empty()).len() as u32 - 1
}

fn solutions_match<S: StateSpace>(space: &S) {
    let layers = oracle::layers_from(space, space.starts(), |layer| !layer.goals.is_empty());
    let paths = count_paths(space, &layers);
    let store = Store::in_memory();
    let report = work(&store, space, Generations::solve(), settings(1, 1 << 20));
    let length = report.row.length.unwrap();
    let all = shortest_solutions(&store, report.run, space, length, 1 << 20).unwrap();
    let goals: Vec<(S::Key, BigUint)> =
        layers.last().unwrap().goals.iter().map(|goal| (*goal, paths[goal].clone())).collect();
    assert_eq!(all.goals, goals);
    assert_eq!(all.states.len() as u32, length + 1);
    let nearest = |key: &S::Key| distance(space, *key) == length;
    assert_eq!(all.states[0], layers[0].keys.iter().copied().filter(nearest).collect::<Vec<_>>());
    assert!(shortest_solutions(&store, report.run, space, length, 1).is_err());
    // Every goal has a path, made of legal moves.
    let layers = Layers::new(&store, report.run, Side::Forward);
    for (goal, _) in goals {
        let path = path_from_starts(space, &layers, length, goal).unwrap();
        let path: Vec<Vec<u8>> = path.into_iter().map(StateKey::to_vec).collect();
        assert_eq!(replay(space, &path).unwrap().moves.len() as u32, length);
    }
}

#[test]
fn all_shortest_solutions_are_counted() {
    solutions_match(&sliding("klotski", Metric::Moves, Encoding::Rank));
    solutions_match(&sliding("daisy", Metric::Straight, Encoding::Packed));
    solutions_match(&Pegs { width: 4, height: 4, empty: 1 });
    solutions_match(&water_jugs::Jugs { sizes: vec![8, 5, 3], target: 4 });
}

#[test]
fn both_ends_meet_in_the_middle() {
    for (name, metric) in [
        ("puzzle-2", Metric::Moves),
        ("new-century", Metric::Straight),
        ("klotski", Metric::Steps),
        ("edge/already-solved", Metric::Moves),
        ("edge/look-through", Metric::Moves),
    ] {
        let space = sliding(name, metric, Encoding::Rank);
        let store = Store::in_memory();
        let plain = work(&store, &space, Generations::solve(), settings(2, 1 << 20));
        let both = work(&store, &space, Bidirectional::new(), settings(2, 1 << 16));
        assert_eq!((both.verdict, both.row.length), (plain.verdict, plain.row.length), "{name}");
        assert_eq!(Some(solution(&store, both.run).moves.len() as u32), both.row.length);
        // Partial goals can be many more than the search ever meets.
        if name == "puzzle-2" || name == "new-century" {
            let (both, plain) = (both.row.states, plain.row.states);
            assert!(both < plain, "{name}: {both} and {plain}");
        }
    }
    let hopeless = sliding("edge/disconnected-board", Metric::Moves, Encoding::Rank);
    let report = work(&Store::in_memory(), &hopeless, Bidirectional::new(), settings(1, 1 << 20));
    assert_eq!(report.verdict, Verdict::Unsolvable);
}

/// Some keys of a layer, spread over it.
fn spread<K: StateKey>(layer: &Layer<K>, count: usize) -> impl Iterator<Item = K> {
    layer.keys.iter().copied().step_by(layer.keys.len().div_ceil(count))
}

#[test]
fn several_starts_are_searched_at_once() {
    let klotski = sliding("klotski", Metric::Moves, Encoding::Rank);
    let layers = oracle::layers(&klotski);
    let mut starts: Vec<u64> =
        [124, 0, 3, 60].iter().flat_map(|&at| spread(&layers[at], 3)).collect();
    // The same state twice is one start.
    starts.extend(starts.clone());
    let space = From { space: klotski, starts };
    let first = oracle::layers(&space).swap_remove(0);
    assert!(first.keys.len() > 5 && first.goals.is_empty(), "{}", first.keys.len());
    with_disk(|store| census_matches(&space, store, 2, 4096));
    with_disk(|store| begins_at_the_nearest(store, &space));
    solutions_match(&space);

    // Without a way back, from three depths.
    let pegs = Pegs { width: 4, height: 4, empty: 1 };
    let layers = oracle::layers(&pegs);
    let starts = [4, 0, 9].iter().flat_map(|&at| spread(&layers[at], 2)).collect();
    let space = From { space: pegs, starts };
    census_matches(&space, &Store::in_memory(), 2, 4096);
    solutions_match(&space);
}

/// Every way to solve a reversible space with several starts finds a solution
/// that begins at one of the nearest, and every path begins at a start.
fn begins_at_the_nearest<S: StateSpace>(store: &Store, space: &S) {
    let starts = space.starts().into_iter().map(|start| space.encode(&start));
    let distances: BTreeMap<S::Key, u32> =
        starts.map(|start| (start, distance(space, start))).collect();
    let nearest = *distances.values().min().unwrap();
    let census = work(store, space, Generations::census(true), settings(2, 1 << 16));
    let reports = [
        work(store, space, Generations::solve(), settings(1, 1 << 16)),
        work(store, space, Bidirectional::new(), settings(2, 1 << 16)),
    ];
    for report in reports.iter().chain([&census]) {
        assert_eq!((report.verdict, report.row.length), (Verdict::Solved, Some(nearest)));
        let keys = solution(store, report.run).keys;
        assert_eq!(keys.len() as u32, nearest + 1);
        assert_eq!(distances[&S::Key::read_be(&keys[0])], nearest);
        let path = replay(space, &keys).unwrap();
        assert!(space.is_goal(path.states.last().unwrap()));
    }
    for (&start, &distance) in &distances {
        let found = find(store, census.run, start).unwrap();
        assert_eq!((found.from_start, found.to_goal), (Some(0), Some(distance)));
    }
    let stored = Layers::new(store, census.run, Side::Forward);
    for (generation, layer) in oracle::layers(space).iter().enumerate() {
        let (generation, last) = (generation as u32, *layer.keys.last().unwrap());
        let path = path_from_starts(space, &stored, generation, last).unwrap();
        assert!(distances.contains_key(&path[0]), "generation {generation}");
        let path: Vec<Vec<u8>> = path.into_iter().map(StateKey::to_vec).collect();
        assert_eq!(replay(space, &path).unwrap().moves.len() as u32, generation);
    }
}

#[test]
fn a_start_may_be_a_goal_beside_others_that_are_none() {
    let klotski = sliding("klotski", Metric::Moves, Encoding::Rank);
    let layers = oracle::layers(&klotski);
    let goals = layers[81].goals[..2].to_vec();
    let starts = spread(&layers[50], 2).chain(goals.clone()).chain(spread(&layers[0], 1));
    let space = From { starts: starts.collect(), space: klotski };
    assert_eq!(oracle::layers(&space)[0].goals, goals);
    with_disk(|store| census_matches(&space, store, 2, 1 << 16));
    with_disk(|store| begins_at_the_nearest(store, &space));
    solutions_match(&space);
}

#[test]
fn a_run_stopped_again_and_again_ends_as_an_undisturbed_one() {
    let space = sliding("klotski", Metric::Moves, Encoding::Rank);
    let whole = expected(&oracle::layers(&space));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let (mut stops, mut limit) = (0, 0);
    let report = loop {
        // Another process each time, with other threads and budgets.
        let store = Store::create_or_open(&path, &StoreOptions::default()).unwrap();
        let mut settings = settings(1 + stops % 3, 4096 << (stops % 5));
        limit += 1 + limit / 4;
        settings.limits = Limits { states: Some(limit), ..Limits::default() };
        let report = work(&store, &space, Generations::census(true), settings);
        if report.verdict != Verdict::Limit {
            break report;
        }
        assert_eq!(report.resumed, stops > 0);
        stops += 1;
    };
    assert!(stops > 20, "{stops}");
    let store = Store::open_read_only(&path, &StoreOptions::default()).unwrap();
    assert_eq!(stored(&rows(&store, report.run, Side::Forward)), whole);
    assert_eq!(report.row.length, Some(81));
}

#[test]
fn a_limit_never_hides_an_answer_and_a_control_serves_many_runs() {
    let space = sliding("pennant", Metric::Moves, Encoding::Rank);
    let store = Store::in_memory();
    let control = std::sync::Arc::new(strata::engine::Control::default());
    let with_limit = |generations| {
        let mut settings = settings(1, 1 << 20);
        settings.limits = Limits { generations: Some(generations), ..Limits::default() };
        let engine = strata::engine::Engine::new(&store, settings, std::sync::Arc::clone(&control));
        engine.run(&space, "pennant", Generations::solve(), &mut ()).unwrap()
    };
    assert_eq!(with_limit(10).verdict, Verdict::Limit);
    let again = with_limit(10);
    assert_eq!(again.verdict, Verdict::Limit);
    assert_eq!(rows(&store, again.run, Side::Forward).len(), 11, "a limit that is reached stays");
    let solved = with_limit(59);
    assert_eq!((solved.verdict, solved.row.length), (Verdict::Solved, Some(59)));
    let mut settings = settings(1, 1 << 20);
    settings.candidates = 100;
    let engine = strata::engine::Engine::new(&store, settings, control);
    let refused = engine.run(&space, "pennant", Generations::census(false), &mut ());
    assert!(matches!(refused, Err(strata::engine::EngineError::Settings(_))));
}

#[test]
fn verification_finds_what_is_wrong() {
    let space = sliding("pennant", Metric::Moves, Encoding::Rank);
    let tamper = |change: fn(&mut LayerRow)| {
        let store = Store::in_memory();
        let report = work(&store, &space, Generations::census(false), settings(1, 1 << 20));
        let key = strata::store::LayerKey { run: report.run, side: Side::Forward, generation: 30 };
        let mut row: LayerRow = store.row(&key).unwrap().unwrap();
        change(&mut row);
        let mut batch = strata::store::Batch::new();
        batch.put_row(&key, &row).unwrap();
        store.write(batch, strata::store::Durability::Synced).unwrap();
        let engine = strata::engine::Engine::new(&store, settings(1, 1 << 20), Default::default());
        engine.verify(&space, report.run).unwrap().faults
    };
    assert!(tamper(|_| ()).is_empty());
    let faults = tamper(|row| row.states += 1);
    assert!(faults[0].contains("generation 30: states"), "{faults:?}");
    assert!(!tamper(|row| row.goals += 1).is_empty());
    assert!(!tamper(|row| row.checksum ^= 1).is_empty());
    assert!(tamper(|row| row.edges = row.edges.map(|e| e + 1))[0].contains("successors"));
    let no_run = RunId(99);
    let store = Store::in_memory();
    assert!(find::<u64>(&store, no_run, 1).unwrap().from_start.is_none());
}
