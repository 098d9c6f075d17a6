//! Searches that follow single states: random, depth-first, best-first. What
//! they find, what they do not claim, and that stopping changes nothing.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot be set up has failed")]

#[path = "../common/engine.rs"]
mod engine;
#[path = "../common/gaps.rs"]
mod gaps;
#[path = "../../examples/water_jugs/space.rs"]
mod jugs;
#[path = "../../examples/pancake/space.rs"]
mod pancakes;
#[path = "../common/pegs.rs"]
mod pegs;
#[path = "../common/random.rs"]
mod random;
mod refusals;
#[path = "../common/star.rs"]
mod star;
mod stops;

use std::sync::Arc;

use engine::{rows, settings, work};
use gaps::Gaps;
use jugs::Jugs;
use pancakes::Pancakes;
use pegs::Pegs;
use random::Random;
use strata::domains::sliding::{Encoding, Metric, Sliding, library};
use strata::engine::{Engine, Report, Verdict};
use strata::search::{
    AStar, Batches, Beam, Best, Generations, Ida, IterativeDeepening, Keep, MovesFreed,
    Neighborhood, Neighborhoods, RandomWalk, ShortenedRandom, Strategy, is_proven, replay,
};
use strata::space::StateSpace;
use strata::store::{
    Batch, Durability, KeyRange, LayerKey, LayerRow, PathKey, PathRow, RunPrefix, Side,
    SolutionKey, SolutionRow, SortedRun, Store, TallyRow, state_checksum,
};

const MIB: usize = 1 << 20;

/// What a run came to.
#[derive(Debug, PartialEq)]
struct Answer {
    verdict: Verdict,
    length: Option<u32>,
    path: Option<Vec<Vec<u8>>>,
    /// States, goals and checksum of each stored generation.
    layers: Vec<(u64, u64, u64)>,
}

fn answer(store: &Store, report: &Report) -> Answer {
    let key = SolutionKey { run: report.run, number: 0 };
    let solution = store.row::<SolutionRow>(&key).unwrap();
    let faults: Vec<_> =
        store.check(None).unwrap().runs.into_iter().map(|run| run.faults).collect();
    assert!(faults.iter().all(Vec::is_empty), "{faults:?}");
    Answer {
        verdict: report.verdict,
        length: report.row.length,
        path: solution.map(|solution| solution.keys),
        layers: rows(store, report.run, Side::Forward)
            .iter()
            .map(|row| (row.states, row.goals, row.checksum))
            .collect(),
    }
}

/// Searches without a stop. A path that is found leads from a start to a goal.
fn find<S: StateSpace>(space: &S, strategy: impl Strategy<S>) -> Answer {
    let store = Store::in_memory();
    let report = work(&store, space, strategy, settings(1, 64 << 10));
    let found = answer(&store, &report);
    assert_eq!(found.path.is_some(), found.verdict == Verdict::Solved);
    if let Some(path) = &found.path {
        let states = replay(space, path).unwrap().states;
        assert_eq!(found.length, Some(states.len() as u32 - 1));
        assert!(space.is_goal(states.last().unwrap()));
    }
    found
}

fn pancakes(start: &[u8]) -> Pancakes {
    Pancakes { start: start.to_vec() }
}

fn sliding(name: &str) -> Sliding<u64, u64> {
    let puzzle = library::get(name).unwrap().puzzle;
    Sliding::new(puzzle, Metric::Moves, Encoding::Rank).unwrap()
}

fn no_solution() -> Jugs {
    Jugs { sizes: vec![4, 6, 8], target: 3 }
}

fn shortened<S: StateSpace>(
    batches: u64,
    size: u64,
    seed: u64,
    max_moves: u64,
) -> ShortenedRandom<S> {
    ShortenedRandom::new(Batches { batches, size, seed, max_moves }, 64 * MIB)
}

fn ida_is_right<S: StateSpace>(space: &S) {
    let expected = find(space, Generations::solve());
    let heuristic = Ida::default_heuristic(space);
    let found = find(space, Ida::new(heuristic, 16 * MIB));
    assert_eq!((found.verdict, found.length), (expected.verdict, expected.length));
}

/// A* with a heuristic whose estimates contradict each other reopens states.
fn astar_is_right<S: StateSpace>(space: &S) {
    let expected = find(space, Generations::solve());
    for heuristic in space.heuristics().into_iter().filter(|known| known.admissible) {
        let found = find(space, AStar::new(heuristic.name));
        let place = heuristic.name;
        assert_eq!((found.verdict, found.length), (expected.verdict, expected.length), "{place}");
    }
}

/// What is found, and even what is stored, is the same for any number of threads
/// and any memory.
fn resources_do_not_matter<S: StateSpace, T: Strategy<S>>(space: &S, strategy: impl Fn() -> T) {
    let expected = find(space, strategy());
    for (threads, candidates) in [(2, 64 << 10), (4, 16 << 10)] {
        let store = Store::in_memory();
        let report = work(&store, space, strategy(), settings(threads, candidates));
        assert_eq!(answer(&store, &report), expected, "{threads} threads, {candidates} bytes");
    }
}

#[test]
fn threads_and_memory_do_not_matter() {
    let contradicting = Gaps(pancakes(&[5, 2, 7, 4, 1, 9, 8, 6, 3]));
    for heuristic in ["patchy", "gaps", "thrice", "zero"] {
        if heuristic != "zero" {
            resources_do_not_matter(&contradicting, || AStar::new(heuristic));
        }
        let astar = || AStar::new(if heuristic == "zero" { "zero" } else { "bare-board" });
        resources_do_not_matter(&sliding("tiles-2x4"), astar);
    }
    let keep = |width: u32| width.try_into().unwrap();
    for keep in [Keep::PerLayer(keep(300)), Keep::PerNode(keep(2))] {
        resources_do_not_matter(&contradicting, || Beam::new(keep, "patchy", 5, 64 * MIB));
        resources_do_not_matter(&sliding("klotski"), || Beam::new(keep, "bare-board", 5, 64 * MIB));
    }
}

#[test]
fn verification_finds_states_that_no_move_leads_to() {
    let space = Gaps(pancakes(&[5, 2, 7, 4, 1, 8, 6, 3]));
    let store = Store::in_memory();
    let report = work(&store, &space, AStar::new("patchy"), settings(2, 64 << 10));
    let faults = || {
        let engine = Engine::new(&store, settings(1, MIB), Arc::default());
        engine.verify(&space, report.run).unwrap().faults
    };
    assert_eq!(faults(), [""; 0]);
    // The start is three moves away from nothing that two moves lead to.
    let key = LayerKey { run: report.run, side: Side::Forward, generation: 3 };
    let mut row = store.row::<LayerRow>(&key).unwrap().unwrap();
    let prefix = RunPrefix {
        run: key.run,
        side: key.side,
        generation: key.generation,
        sorted_run: row.sorted_runs,
    };
    let start = space.encode(&space.starts()[0]);
    let mut batch = Batch::new();
    SortedRun::of_states(prefix, &[start], 1 << 10).write_to(&mut batch);
    row.sorted_runs += 1;
    row.states += 1;
    row.checksum = row.checksum.wrapping_add(state_checksum(start));
    batch.put_row(&key, &row).unwrap();
    store.write(batch, Durability::Synced).unwrap();
    let found = faults();
    assert!(found.len() == 1 && found[0].contains("no move from generation 2"), "{found:?}");
}

/// With a heuristic that says too much A* finds a solution, and does not call it
/// shortest.
#[test]
fn a_heuristic_that_says_too_much_proves_nothing() {
    let space = Gaps(pancakes(&[5, 2, 7, 4, 1, 8, 6, 3]));
    let store = Store::in_memory();
    let report = work(&store, &space, AStar::new("thrice"), settings(1, 64 << 10));
    assert_eq!(report.verdict, Verdict::Solved);
    assert!(!is_proven(&space, &report.row).unwrap());
    assert!(report.row.length >= find(&space, Generations::solve()).length);
    let report = work(&store, &space, AStar::new("gaps"), settings(1, 64 << 10));
    assert!(is_proven(&space, &report.row).unwrap());
}

fn neighborhoods_are_right<S: StateSpace>(space: &S) {
    let expected = find(space, Generations::solve());
    let plan = |states| Neighborhoods { states, walks: 1, seed: 1, max_moves: 1_000_000 };
    let walk = find(space, shortened(1, 1, 1, 1_000_000)).length;
    // Room for the whole space gives a shortest solution; little room no longer one.
    let whole = find(space, Neighborhood::new(plan(1 << 20), 64 * MIB));
    assert_eq!(whole.length, expected.length);
    let little = find(space, Neighborhood::new(plan(50), 64 * MIB)).length;
    assert!(expected.length <= little && little <= walk);
}

fn deepening_is_right<S: StateSpace>(space: &S) {
    let expected = find(space, Generations::solve());
    let found = find(space, IterativeDeepening::new(None));
    assert_eq!((found.verdict, found.length), (expected.verdict, expected.length));
    // Without a heuristic and a table it is the same search.
    assert_eq!(find(space, Ida::new("zero", 16 * MIB)), found);
    if let Some(length) = found.length.filter(|&length| length > 0) {
        let capped = find(space, IterativeDeepening::new(Some(length - 1)));
        assert_eq!((capped.verdict, capped.path), (Verdict::NotFound, None));
        assert_eq!(find(space, IterativeDeepening::new(Some(length))), found);
    }
}

#[test]
fn depth_first_solutions_are_as_short_as_breadth_first_ones() {
    deepening_is_right(&pancakes(&[5, 2, 4, 1, 6, 3]));
    deepening_is_right(&pancakes(&[1, 2, 3]));
    deepening_is_right(&Pegs { width: 4, height: 3, empty: 1 });
    deepening_is_right(&Pegs { width: 3, height: 3, empty: 4 });
    deepening_is_right(&Jugs { sizes: vec![3, 5, 8], target: 4 });
    ida_is_right(&pancakes(&[5, 2, 7, 4, 1, 8, 6, 3]));
    ida_is_right(&Pegs { width: 4, height: 4, empty: 1 });
    ida_is_right(&Jugs { sizes: vec![3, 5, 8, 13], target: 4 });
    ida_is_right(&no_solution());
    for name in ["klotski", "rush-hour-60", "tiles-2x4", "pennant", "mini-ma-horizontal"] {
        ida_is_right(&sliding(name));
    }
}

#[test]
fn best_first_solutions_are_as_short_as_breadth_first_ones() {
    let mut dice = Random::new(11);
    for _ in 0..40 {
        let mut stack: Vec<u8> = (1..=8).collect();
        (1..8).rev().for_each(|at| stack.swap(at, dice.below(at + 1)));
        astar_is_right(&Gaps(pancakes(&stack)));
    }
    astar_is_right(&Pegs { width: 4, height: 4, empty: 1 });
    astar_is_right(&Jugs { sizes: vec![3, 5, 8, 13], target: 4 });
    astar_is_right(&no_solution());
    for name in ["tiles-3x3", "tiles-2x4", "pennant", "mini-ma-horizontal", "edge/clear-corner"] {
        astar_is_right(&sliding(name));
    }
    neighborhoods_are_right(&sliding("tiles-2x4"));
    neighborhoods_are_right(&sliding("klotski"));
    neighborhoods_are_right(&Jugs { sizes: vec![3, 5, 8, 13], target: 4 });
}

#[test]
fn heuristics_that_contradict_themselves_and_small_tables_change_nothing() {
    for start in [[5, 2, 7, 4, 1, 8, 6, 3], [8, 6, 4, 2, 1, 3, 5, 7], [4, 8, 2, 6, 1, 5, 3, 7]] {
        let space = Gaps(pancakes(&start));
        assert_eq!(Ida::default_heuristic(&space), "patchy");
        let length = find(&space.0, Generations::solve()).length;
        for heuristic in ["patchy", "gaps"] {
            let ample = find(&space, Ida::new(heuristic, 16 * MIB));
            assert_eq!(ample.length, length);
            for bytes in [0, 1 << 9, 1 << 14] {
                assert_eq!(find(&space, Ida::new(heuristic, bytes)), ample, "{bytes} bytes");
            }
        }
    }
}

#[test]
fn random_walks_follow_from_their_seed() {
    let space = pancakes(&[5, 2, 4, 1, 6, 3]);
    let walk = |seed| find(&space, RandomWalk::new(seed, 1_000_000));
    let walks: Vec<Answer> = (0..8).map(walk).collect();
    assert!(walks.iter().all(|walk| walk.verdict == Verdict::Solved));
    assert_eq!(walks, (0..8).map(walk).collect::<Vec<_>>());
    assert!((1..8).all(|seed| walks[seed].path != walks[0].path));
    // A walk of exactly as many moves as it may have is one.
    let length = u64::from(walks[3].length.unwrap());
    assert_eq!(find(&space, RandomWalk::new(3, length)), walks[3]);
    assert_eq!(find(&space, RandomWalk::new(3, length - 1)).verdict, Verdict::NotFound);
    // Every move is as likely: on average the walk sees the space about once.
    let mean = walks.iter().map(|walk| walk.length.unwrap()).sum::<u32>() / 8;
    assert!((150..4000).contains(&mean), "{mean}");
}

#[test]
fn shortened_walks_are_never_longer_than_the_shortest() {
    let space = pancakes(&[5, 2, 7, 4, 1, 6, 3]);
    let best = find(&space, Generations::solve()).length;
    for seed in 0..4 {
        let walk = find(&space, RandomWalk::new(seed, 1_000_000));
        let single = find(&space, shortened(1, 1, seed, 1_000_000));
        assert!(best <= single.length && single.length < walk.length);
        let store = Store::in_memory();
        let report = work(&store, &space, shortened(3, 4, seed, 1_000_000), settings(1, 64 << 10));
        let all = answer(&store, &report);
        assert_eq!(all, find(&space, shortened(3, 4, seed, 1_000_000)));
        assert!(best <= all.length && all.length <= single.length);
        let rows: Vec<_> = store.rows::<PathRow>(&KeyRange::all()).map(Result::unwrap).collect();
        assert_eq!(rows.len(), 3);
        for (number, (key, row)) in (0..).zip(&rows) {
            assert_eq!(*key, PathKey { run: report.run, batch: number });
            let moves = row.keys.len() as u64 - 1;
            assert_eq!(row.solved, 4);
            assert!(u64::from(all.length.unwrap()) <= moves && moves <= row.shortest.unwrap());
        }
        // The first walk of the first batch is the walk of the seed.
        assert!(rows[0].1.shortest.unwrap() <= u64::from(walk.length.unwrap()));
        assert!(rows[0].1.keys != rows[1].1.keys);
    }
    assert_ne!(
        find(&space, shortened(3, 4, 0, 1_000_000)),
        find(&space, shortened(3, 4, 1, 1_000_000))
    );
}

#[test]
fn incomplete_searches_never_say_that_there_is_no_solution() {
    let jugs = no_solution();
    assert_eq!(find(&jugs, Ida::new("zero", MIB)).verdict, Verdict::Unsolvable);
    assert_eq!(find(&jugs, Best::new("zero", MIB)).verdict, Verdict::Unsolvable);
    for verdict in [
        find(&jugs, RandomWalk::new(1, 10_000)),
        find(&jugs, shortened(2, 3, 1, 1000)),
        find(&jugs, MovesFreed::new("zero", MIB)),
        find(&jugs, IterativeDeepening::new(Some(4))),
    ] {
        assert_eq!(
            (verdict.verdict, verdict.length, verdict.path),
            (Verdict::NotFound, None, None)
        );
    }
    // Here every walk is soon stuck.
    let pegs = Pegs { width: 3, height: 3, empty: 4 };
    assert_eq!(find(&pegs, IterativeDeepening::new(None)).verdict, Verdict::Unsolvable);
    assert_eq!(find(&pegs, Best::new("zero", MIB)).verdict, Verdict::Unsolvable);
    assert_eq!(find(&pegs, RandomWalk::new(1, 1_000_000)).verdict, Verdict::NotFound);
    assert_eq!(find(&pegs, shortened(2, 3, 1, 1_000_000)).verdict, Verdict::NotFound);
    assert_eq!(find(&pegs, MovesFreed::new("zero", MIB)).verdict, Verdict::NotFound);
}

#[test]
fn a_start_that_is_a_goal_needs_no_move() {
    let space = pancakes(&[1, 2, 3, 4]);
    let expected = find(&space, Generations::solve());
    assert_eq!(expected.length, Some(0));
    let expected = Answer { layers: Vec::new(), ..expected };
    assert_eq!(find(&space, RandomWalk::new(1, 0)), expected);
    assert_eq!(find(&space, shortened(1, 1, 1, 0)), expected);
    assert_eq!(find(&space, IterativeDeepening::new(Some(0))), expected);
    assert_eq!(find(&space, Ida::new("zero", 0)), expected);
    assert_eq!(find(&space, MovesFreed::new("zero", 0)), expected);
    assert_eq!(find(&space, Best::new("zero", 0)), expected);
}

#[test]
fn freed_moves_lead_somewhere() {
    let space = sliding("klotski");
    let found = find(&space, MovesFreed::new(MovesFreed::default_heuristic(&space), 64 * MIB));
    assert!(found.verdict == Verdict::Solved && found.length >= Some(81), "{:?}", found.length);
    let space = Gaps(pancakes(&[5, 2, 7, 4, 1, 8, 6, 3]));
    assert_eq!(MovesFreed::default_heuristic(&space), "thrice");
    // All stacks have as many moves, so this is a greedy search for few gaps.
    let store = Store::in_memory();
    let report = work(&store, &space, MovesFreed::new("thrice", MIB), settings(1, 64 << 10));
    assert!(rows(&store, report.run, Side::Forward).is_empty());
    let tally = store.row::<TallyRow>(&report.run).unwrap().unwrap();
    assert!(report.verdict == Verdict::Solved && tally.expanded < 100, "{tally:?}");
}

#[test]
fn the_best_estimates_lead_somewhere() {
    let space = Gaps(pancakes(&[5, 2, 7, 4, 1, 8, 6, 3]));
    assert_eq!(Best::default_heuristic(&space), "thrice");
    let expanded = ["thrice", "patchy"].map(|heuristic| {
        let store = Store::in_memory();
        let report = work(&store, &space, Best::new(heuristic, 16 * MIB), settings(1, 64 << 10));
        assert_eq!(report.verdict, Verdict::Solved);
        assert!(rows(&store, report.run, Side::Forward).is_empty());
        store.row::<TallyRow>(&report.run).unwrap().unwrap().expanded
    });
    assert!(expanded[0] < 50, "{expanded:?}");
    let found = find(&sliding("klotski"), Best::new("bare-board", 64 * MIB));
    assert!(found.verdict == Verdict::Solved && found.length >= Some(81), "{:?}", found.length);
}
