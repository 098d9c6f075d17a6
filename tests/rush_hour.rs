//! Every Rush Hour board of the library: its generations in all three metrics
//! against another program's, and all searches that prove their answers against
//! one another.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod engine;
    pub(crate) mod solution;
}

use std::collections::BTreeMap;

use common::engine::{rows, settings, work};
use common::solution::solution;
use strata::domains::rushhour::{Metric, RushHour, library};
use strata::engine::{Report, Verdict};
use strata::search::{AStar, Beam, Bidirectional, Generations, Ida, Keep, Strategy, replay};
use strata::space::{Draw as _, StateSpace};
use strata::store::{Side, Store};

/// Boards of more states than this belong to `scripts/long-checks`.
const MOST_STATES: u64 = 600_000;

const MIB: usize = 1 << 20;

/// The sizes of generations that another program found, by board and metric.
fn known() -> BTreeMap<(&'static str, &'static str), Vec<u64>> {
    let lines = include_str!("fixtures/rush_hour_generations.tsv").lines().skip(1);
    lines
        .map(|line| {
            let [name, metric, sizes] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            ((name, metric), sizes.split(' ').map(|size| size.parse().unwrap()).collect())
        })
        .collect()
}

fn space(name: &str, metric: Metric) -> RushHour<u64> {
    RushHour::new(library::get(name).unwrap().board, metric).unwrap()
}

/// Searches; a solution that is found stands the check of the domain.
fn search<T: Strategy<RushHour<u64>>>(space: &RushHour<u64>, strategy: T) -> (Store, Report) {
    let store = Store::in_memory();
    let mut settings = settings(1, 32 * MIB);
    settings.commit_interval = std::time::Duration::from_secs(2);
    let report = work(&store, space, strategy, settings);
    if report.row.length.is_some() {
        let path = replay(space, &solution(&store, report.run).keys).unwrap();
        space.check_path(&path.states, &path.moves).unwrap();
        assert!(space.is_goal(path.states.last().unwrap()));
        assert_eq!(report.row.length, Some(path.moves.len() as u32));
    }
    let checked = store.check(None).unwrap();
    assert!(checked.runs.iter().all(|run| run.faults.is_empty()), "{checked:?}");
    (store, report)
}

/// Calls `check` with a share of the boards in each metric.
fn boards(share: usize, check: impl Fn(&str, Metric)) {
    for name in library::names().skip(share).step_by(2) {
        for metric in Metric::ALL {
            check(name, metric);
        }
    }
}

fn census(name: &str, metric: Metric) {
    let known = known();
    let Some(sizes) = known.get(&(name, metric.name())) else {
        // Boards that no program has searched as a whole in this metric.
        assert!(name.contains("course-9x9") || name.contains("course-12x12"), "{name} {metric}");
        return;
    };
    if sizes.iter().sum::<u64>() > MOST_STATES {
        return;
    }
    let place = format!("{name} in {metric}");
    let answers = library::get(name).unwrap().answers;
    let (store, report) = search(&space(name, metric), Generations::census(false));
    let layers = rows(&store, report.run, Side::Forward);
    let found: Vec<u64> = layers.iter().map(|row| row.states).collect();
    assert_eq!(&found, sizes, "{place}");
    let states = if metric == Metric::Slides { answers.slides_states } else { answers.states };
    assert_eq!(Some(found.iter().sum()), states, "{place}");
    assert_eq!(report.row.length, answers.optimum.of(metric.name()), "{place}");
    assert_eq!(answers.solvable, Some(report.row.length.is_some()), "{place}");
    if metric != Metric::Slides {
        let goals: u64 = layers.iter().map(|row| row.goals).sum();
        assert_eq!(Some(goals), answers.goal_states, "{place}");
    }
}

#[test]
fn generations_are_those_of_another_program_1() {
    boards(0, census);
}

#[test]
fn generations_are_those_of_another_program_2() {
    boards(1, census);
}

fn proofs(name: &str, metric: Metric) {
    let answers = library::get(name).unwrap().answers;
    if answers.states.is_none_or(|states| states > MOST_STATES) {
        return;
    }
    let optimum = answers.optimum.of(metric.name());
    let verdict = if optimum.is_some() { Verdict::Solved } else { Verdict::Unsolvable };
    let space = space(name, metric);
    let check = |(_, report): (Store, Report), how: &str| {
        let found = (report.verdict, report.row.length);
        assert_eq!(found, (verdict, optimum), "{name} in {metric}, {how}");
    };
    for heuristic in space.heuristics().into_iter().filter(|known| known.admissible) {
        check(search(&space, AStar::new(heuristic.name)), &format!("astar, {}", heuristic.name));
    }
    let best = Ida::default_heuristic(&space);
    check(search(&space, Ida::new(best, 64 * MIB)), "ida");
    if metric != Metric::Slides {
        check(search(&space, Bidirectional::new()), "bidirectional");
    }
    // A beam as wide as the space misses nothing.
    let wide = Keep::PerLayer((MOST_STATES as u32).try_into().unwrap());
    let (_, report) = search(&space, Beam::new(wide, best, 1, 64 * MIB));
    let found = (report.verdict == Verdict::Solved, report.row.length);
    assert_eq!(found, (optimum.is_some(), optimum), "{name} in {metric}, beam");
    for keep in [Keep::PerLayer(20.try_into().unwrap()), Keep::PerNode(2.try_into().unwrap())] {
        let (_, report) = search(&space, Beam::new(keep, best, 1, 64 * MIB));
        match report.verdict {
            Verdict::Solved => assert!(report.row.length >= optimum, "{name} in {metric}"),
            verdict => assert_eq!(verdict, Verdict::NotFound, "{name} in {metric}, {keep:?}"),
        }
    }
}

#[test]
fn all_proofs_agree_1() {
    boards(0, proofs);
}

#[test]
fn all_proofs_agree_2() {
    boards(1, proofs);
}
