//! Boards with so many pieces that their keys take many words.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod census;
    pub(crate) mod engine;
    pub(crate) mod oracle;
    pub(crate) mod solution;
}

use common::census::{census_matches, with_disk};
use common::engine::{settings, work};
use common::solution::solution;
use strata::domains::{Options, Problem, Visitor};
use strata::search::{Generations, replay};
use strata::space::{Draw, StateKey as _};

/// A puzzle in a room of its own, on a board whose other room is full of pieces
/// of this length: they make keys wide and never move.
fn walled(length: usize) -> Problem {
    let room = |x, y: usize| ["ABBC", "ADEC", "FGHC", "F..I"][y][x..=x].to_owned();
    let (mut start, mut goal) = (String::new(), String::new());
    for y in 0..14 {
        for x in 0..16 {
            let (cell, target) = match (x, y) {
                (1 | 2, 3) => (room(x, y), "B"),
                (0..4, 0..4) => (room(x, y), "."),
                (0..5, 0..5) => ("#".to_owned(), "#"),
                _ => (format!("{}-{y}", x / length), "."),
            };
            start += &format!("{cell} ");
            goal += &format!("{target} ");
        }
        start += "\n";
        goal += "\n";
    }
    let text = format!(
        "name = 'Walled'\nwords = true\nboard = \"\"\"\n{start}\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n"
    );
    let options = Options { encoding: Some("packed".to_owned()), ..Options::default() };
    Problem::read("walled.toml", &text, &options).unwrap()
}

/// Searches a space whose keys have this many bytes.
struct OfWidth(usize);

impl Visitor for OfWidth {
    type Output = ();

    fn visit<S: Draw>(self, space: &S) {
        assert_eq!(S::Key::BYTES, self.0);
        with_disk(|store| {
            census_matches(space, store, 2, 1 << 17);
            let runs = store.runs().unwrap();
            assert_eq!((runs[0].1.length, runs[0].1.states), (Some(18), 4_954));
            let report = work(store, space, Generations::solve(), settings(1, 1 << 20));
            let path = replay(space, &solution(store, report.run).keys).unwrap();
            space.check_path(&path.states, &path.moves).unwrap();
            assert_eq!(path.moves.len(), 18);
        });
    }
}

#[test]
fn large_boards_have_wide_keys() {
    walled(2).visit(OfWidth(64)).unwrap();
    walled(1).visit(OfWidth(256)).unwrap();
}
