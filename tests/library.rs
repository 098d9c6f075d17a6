//! Every puzzle of the library against its published answers: the optimum in
//! each metric, the depth and the size of the whole space, its goals.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod engine;
    pub(crate) mod solution;
}

use common::engine::{rows, settings, work};
use common::solution::solution;
use strata::domains::sliding::{Metric, library};
use strata::domains::{Options, Problem, Visitor};
use strata::engine::Verdict;
use strata::search::Generations;
use strata::space::Draw;
use strata::store::{LayerRow, Side, Store};

/// Searches of more states than this belong to `scripts/long-checks`.
const MOST_STATES: u64 = 600_000;

struct Search {
    census: bool,
}

struct Answer {
    verdict: Verdict,
    length: Option<u32>,
    rows: Vec<LayerRow>,
}

impl Visitor for Search {
    type Output = Answer;

    fn visit<S: Draw>(self, space: &S) -> Answer {
        let store = Store::in_memory();
        let mut settings = settings(2, 64 << 20);
        settings.commit_interval = std::time::Duration::from_secs(2);
        let strategy = if self.census { Generations::census(false) } else { Generations::solve() };
        let report = work(&store, space, strategy, settings);
        if report.row.length.is_some() {
            let solution = solution(&store, report.run);
            assert_eq!(Some(solution.length), report.row.length);
            let path = strata::search::replay(space, &solution.keys).unwrap();
            space.check_path(&path.states, &path.moves).unwrap();
            assert!(space.is_goal(path.states.last().unwrap()));
        }
        let rows = rows(&store, report.run, Side::Forward);
        Answer { verdict: report.verdict, length: report.row.length, rows }
    }
}

fn search(name: &str, metric: Metric, census: bool) -> Answer {
    let options = Options { metric: Some(metric.to_string()), ..Options::default() };
    Problem::named(name, &options).unwrap().visit(Search { census }).unwrap()
}

fn check(name: &str) {
    let answers = library::get(name).unwrap().answers;
    let small = answers.states.is_some_and(|states| states <= MOST_STATES);
    let large = answers.states.is_some_and(|states| states > MOST_STATES);
    for metric in Metric::ALL {
        let (optimum, depth) = (answers.optimum.of(metric.name()), answers.depth.of(metric.name()));
        let unsolvable = answers.solvable == Some(false);
        if large || (optimum.is_none() && !unsolvable) {
            continue;
        }
        let found = search(name, metric, small);
        let place = format!("{name} in {metric}");
        let verdict = if unsolvable { Verdict::Unsolvable } else { Verdict::Solved };
        assert_eq!((found.verdict, found.length), (verdict, optimum), "{place}");
        if small {
            let states: u64 = found.rows.iter().map(|row| row.states).sum();
            assert_eq!(Some(states), answers.states, "{place}");
            if let Some(goals) = answers.goal_states {
                assert_eq!(found.rows.iter().map(|row| row.goals).sum::<u64>(), goals, "{place}");
            }
            if depth.is_some() {
                assert_eq!(Some(found.rows.len() as u32 - 1), depth, "{place}");
            }
        }
    }
}

macro_rules! shares {
    ($($test:ident $share:literal;)*) => {
        $(
            /// A share of the library, so that shares are searched side by side.
            #[test]
            fn $test() {
                library::names().skip($share).step_by(4).for_each(check);
            }
        )*
    };
}

shares! {
    library_answers_first_quarter 0;
    library_answers_second_quarter 1;
    library_answers_third_quarter 2;
    library_answers_last_quarter 3;
}
