//! Stopping and going on.

use std::sync::Arc;

use strata::engine::{Control, Engine, Event, Listener, Verdict};
use strata::search::{
    AStar, Beam, Best, Ida, IterativeDeepening, Keep, MovesFreed, Neighborhood, Neighborhoods,
    RandomWalk, Strategy,
};
use strata::space::StateSpace;
use strata::store::{Store, StoreOptions};

use crate::engine::settings;
use crate::gaps::Gaps;
use crate::{MIB, answer, find, pancakes, shortened, sliding};

/// Interrupts a run after its first few commits.
struct Interrupt {
    control: Arc<Control>,
    commits: u32,
}

impl Listener for Interrupt {
    fn event(&mut self, event: &Event) {
        if matches!(event, Event::Committed { .. }) {
            self.commits -= 1;
            if self.commits == 0 {
                self.control.interrupt();
            }
        }
    }
}

/// A run that is interrupted again and again, each time after twice as many
/// commits, ends as one that is not. Gives how often it was.
fn stops_change_nothing<S: StateSpace, T: Strategy<S>>(space: &S, strategy: impl Fn() -> T) -> u32 {
    let expected = find(space, strategy());
    let folder = tempfile::tempdir().unwrap();
    for stops in 0..30 {
        // Opened anew each time, as by another process.
        let store = Store::create_or_open(folder.path(), &StoreOptions::default()).unwrap();
        let control = Arc::new(Control::default());
        let mut listener = Interrupt { control: control.clone(), commits: 2 << stops };
        let engine = Engine::new(&store, settings(1, 64 << 10), control);
        let report = engine.run(space, "test", strategy(), &mut listener).unwrap();
        if report.verdict != Verdict::Interrupted {
            assert_eq!(answer(&store, &report), expected);
            return stops;
        }
    }
    panic!("no end");
}

#[test]
fn what_is_stopped_and_resumed_ends_the_same() {
    let space = pancakes(&[5, 2, 7, 4, 1, 8, 6, 3]);
    let long = (0..40).find(|&seed| {
        find(&space, RandomWalk::new(seed, 1_000_000)).length.is_some_and(|length| length > 60_000)
    });
    let seed = long.unwrap();
    // The walk to the goal, and once more for the answer.
    assert!(stops_change_nothing(&space, || RandomWalk::new(seed, 1_000_000)) > 1);
    assert!(stops_change_nothing(&space, || RandomWalk::new(seed, 50_000)) > 0);
    assert!(stops_change_nothing(&space, || shortened(20, 1, 5, 1_000_000)) > 2);
    assert!(stops_change_nothing(&space, || IterativeDeepening::new(None)) > 2);
    assert!(stops_change_nothing(&space, || Ida::new("zero", 1 << 12)) > 1);
    assert!(stops_change_nothing(&sliding("klotski"), || Ida::new("zero", 4 * MIB)) > 2);
    assert!(stops_change_nothing(&sliding("klotski"), || MovesFreed::new("zero", 64 * MIB)) > 1);
    assert!(stops_change_nothing(&sliding("klotski"), || Best::new("zero", 64 * MIB)) > 0);
}

#[test]
fn searches_that_store_some_states_end_the_same() {
    let klotski = sliding("klotski");
    assert!(stops_change_nothing(&klotski, || AStar::new("bare-board")) > 2);
    let contradicting = Gaps(pancakes(&[5, 2, 7, 4, 1, 9, 8, 6, 3]));
    for heuristic in ["patchy", "thrice"] {
        assert!(stops_change_nothing(&contradicting, || AStar::new(heuristic)) > 2);
    }
    let ten = |states: u32| states.try_into().unwrap();
    let per_layer = || Beam::new(Keep::PerLayer(ten(150)), "bare-board", 7, MIB);
    assert!(stops_change_nothing(&klotski, per_layer) > 2);
    let per_node = || Beam::new(Keep::PerNode(ten(4)), "bare-board", 0, 64 * MIB);
    assert!(stops_change_nothing(&klotski, per_node) > 2);
}

#[test]
fn a_solution_is_shortened_the_same_way_after_stops() {
    let plan = Neighborhoods { states: 3_000, walks: 2, seed: 3, max_moves: 1_000_000 };
    let shortened = || Neighborhood::new(plan, 64 * MIB);
    assert!(stops_change_nothing(&sliding("klotski"), shortened) > 1);
}

#[test]
fn a_stopped_search_leaves_its_best_solution() {
    let klotski = sliding("klotski");
    let plan = Neighborhoods { states: 20_000, walks: 2, seed: 3, max_moves: 1_000_000 };
    let store = Store::in_memory();
    let mut commits = 1;
    loop {
        let control = Arc::new(Control::default());
        let mut listener = Interrupt { control: control.clone(), commits };
        let engine = Engine::new(&store, settings(1, 64 << 10), control);
        let strategy = Neighborhood::new(plan, 64 * MIB);
        let report = engine.run(&klotski, "test", strategy, &mut listener).unwrap();
        assert_eq!(report.verdict, Verdict::Interrupted, "no solution was left");
        let left = answer(&store, &report);
        assert_eq!(left.length.is_some(), left.path.is_some());
        if let Some(path) = left.path {
            assert_eq!(left.length, Some(path.len() as u32 - 1));
            break;
        }
        commits *= 2;
    }
}
