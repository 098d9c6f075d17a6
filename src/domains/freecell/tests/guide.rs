//! The guide against successors one by one and boards as a whole.

use super::known;
use crate::domains::freecell::{Deal, FreeCell, Layout};
use crate::space::{Expander as _, Guided, StateSpace as _};

/// The games that the tests walk through: with few and many freecells and columns.
fn games() -> impl Iterator<Item = FreeCell> {
    let sizes = [(8, 4), (8, 2), (8, 0), (4, 3), (10, 1), (3, 12), (6, 4)];
    sizes.into_iter().zip(1..).map(|((columns, freecells), number)| {
        let deal = Deal { columns, freecells, ..Deal::new(number * 617) };
        FreeCell::new(Layout { name: String::new(), board: deal.board().unwrap() })
    })
}

/// States that a greedy search meets, and others that it leaves behind.
fn sample(space: &FreeCell) -> Vec<u128> {
    let mut guide = space.guide("layout").unwrap();
    let mut found: Vec<(u32, u128)> = vec![(0, space.encode(&space.starts()[0]))];
    let (mut keys, mut out) = (Vec::new(), Vec::new());
    for step in 0..400 {
        let greedy = found.iter().enumerate().min_by_key(|(_, (estimate, _))| *estimate);
        let Some(at) = greedy.map(|(at, _)| if step % 3 == 0 { step % found.len() } else { at })
        else {
            break;
        };
        let (_, key) = found.swap_remove(at);
        keys.push(key);
        guide.expand(space, key, &|key| keys.contains(&key), &mut out).unwrap();
        found.extend(out.iter().map(|guided| (guided.estimate, guided.key)));
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The state that stands for one.
fn settled(space: &FreeCell, mut key: u128) -> u128 {
    while let Some(next) = space.safe_successor(&key) {
        key = next;
    }
    key
}

fn successors(space: &FreeCell, key: u128) -> Vec<u128> {
    let mut keys = Vec::new();
    space.expander().expand(space, &key, |next, _| keys.push(next)).unwrap();
    keys
}

#[test]
fn boards_after_edges_are_estimated_as_if_they_were_laid_out() {
    for (space, name) in games().zip(["layout", "order", "columns"].into_iter().cycle()) {
        let mut guide = space.guide(name).unwrap();
        let mut estimator = space.estimator(name).unwrap();
        let mut out = Vec::new();
        for key in sample(&space) {
            guide.expand(&space, key, &|_| false, &mut out).unwrap();
            let keys: Vec<u128> = out.iter().map(|guided| guided.key).collect();
            let mut estimates = Vec::new();
            estimator.estimate(&space, &keys, &mut estimates).unwrap();
            for (Guided { key, goal, estimate }, whole) in out.iter().zip(estimates) {
                assert_eq!(*estimate, whole, "{key:x}");
                assert_eq!(*goal, space.is_goal(&space.decode(key).unwrap()));
                assert_eq!(space.safe_successor(key), None);
            }
        }
    }
}

#[test]
fn edges_are_moves_in_a_row_and_no_move_is_missing() {
    let mut sequences = 0;
    for space in games() {
        let mut guide = space.guide("layout").unwrap();
        let (mut out, mut way) = (Vec::new(), Vec::new());
        for from in sample(&space) {
            guide.expand(&space, from, &|_| false, &mut out).unwrap();
            let moves = successors(&space, from);
            for &next in &moves {
                let settled = settled(&space, next);
                assert!(out.iter().any(|guided| guided.key == settled), "{from:x} to {next:x}");
            }
            for guided in &out {
                way.clear();
                guide.way(&space, from, guided.key, &mut way).unwrap();
                assert_eq!(way.last(), Some(&guided.key));
                sequences += usize::from(!moves.contains(&way[0]) || way.len() > 2);
                let mut here = from;
                for &next in &way {
                    assert!(successors(&space, here).contains(&next), "{here:x} to {next:x}");
                    here = next;
                }
            }
        }
    }
    assert!(sequences > 100, "{sequences}");
}

#[test]
fn sequences_move_through_cells_and_empty_columns_as_far_as_these_reach() {
    // Six cards in sequence, and a king on top of all others.
    let board = known::board(
        "Foundations: H-6 C-6 D-6 S-6|KS QH JS TH 9S 8H|7C 7D 7H 7S 8C 8D 8S 9C 9D 9H TC TD TS JC \
         JD JH QC QD QS KC KD KH",
        0,
    );
    let edges = |cells: usize, columns: usize| {
        let mut board = board.clone();
        board.cells = vec![None; cells];
        board.columns.extend(vec![Vec::new(); columns]);
        let space = FreeCell::new(Layout { name: String::new(), board });
        let start = space.encode(&space.starts()[0]);
        let mut out = Vec::new();
        space.guide("layout").unwrap().expand(&space, start, &|_| false, &mut out).unwrap();
        out.len()
    };
    // Both free cards go to a freecell; the king, and as many cards of the sequence
    // as can, to an empty column.
    let cases = [(0, 0, 0), (1, 0, 2), (0, 1, 1 + 1), (1, 1, 2 + 2 + 1), (0, 2, 2 + 1)];
    for (cells, columns, expected) in cases.into_iter().chain([(1, 2, 2 + 4 + 1), (2, 2, 8)]) {
        assert_eq!(edges(cells, columns), expected, "{cells} freecells, {columns} columns");
    }
}

#[test]
fn what_is_known_need_not_be_told() {
    let space = games().next().unwrap();
    let mut guide = space.guide("layout").unwrap();
    let start = space.encode(&space.starts()[0]);
    let (mut all, mut others) = (Vec::new(), Vec::new());
    guide.expand(&space, start, &|_| false, &mut all).unwrap();
    guide.expand(&space, start, &|key| key == all[0].key, &mut others).unwrap();
    assert_eq!(all[1..], others);
}

#[test]
fn played_solutions_are_checked() {
    let known = known::all().into_iter().find(|known| known.id == "r3c3f1a").unwrap();
    let space = known.space();
    let start = space.encode(&space.starts()[0]);
    // The shortest way, by breadth.
    let mut ways = vec![vec![start]];
    let mut seen = std::collections::HashSet::from([start]);
    let way = loop {
        let mut next = Vec::new();
        for way in &ways {
            for key in successors(&space, *way.last().unwrap()) {
                if seen.insert(key) {
                    next.push([&way[..], &[key]].concat());
                }
            }
        }
        ways = next;
        if let Some(way) = ways.iter().find(|way| way.last() == Some(&space.won)) {
            break way.clone();
        }
    };
    assert_eq!(space.play(&way).unwrap().len() as u32, known.shortest.unwrap());
    let wrong = |path: &[u128]| space.play(path).unwrap_err();
    assert!(wrong(&way[1..]).contains("does not begin"));
    assert!(wrong(&way[..5]).contains("not all cards are home"));
    assert!(wrong(&[&way[..2], &way[4..]].concat()).contains("step"));
    assert!(wrong(&[way[0], u128::MAX]).contains("not a state"));
}
