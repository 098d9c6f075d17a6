//! The boards that come with the program have the answers that they claim, and
//! what users of other programs met.

use std::collections::HashMap;
use std::path::Path;

use super::{Explored, drawing, space};
use crate::domains::rushhour::formats::{Reading, read};
use crate::domains::rushhour::{Metric, Positions, RushHour, replay};
use crate::space::{Draw as _, StateSpace as _, Successors};

/// Larger spaces are left to the searches.
const MOST_STATES: u64 = 10_000;

#[test]
fn puzzles_have_the_answers_that_they_claim() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/rush-hour");
    let (mut seen, mut explored) = (0, 0);
    for folder in [root.clone(), root.join("edge")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                continue;
            }
            let (file, text) = (path.to_string_lossy(), std::fs::read_to_string(&path).unwrap());
            let puzzle = read(&file, &text, None, &Reading::default()).unwrap();
            seen += 1;
            assert!(!puzzle.board.name.is_empty(), "{file}");
            let answers = puzzle.answers;
            if answers.states.is_none_or(|states| states > MOST_STATES) {
                continue;
            }
            explored += 1;
            for metric in Metric::ALL {
                let space = RushHour::<u64>::new(puzzle.board.clone(), metric).unwrap();
                let found = Explored::new(&space);
                assert_eq!(found.optimum(), answers.optimum.of(metric), "{file}, {metric}");
                assert_eq!(Some(found.optimum().is_some()), answers.solvable, "{file}");
                let states = Some(found.keys.len() as u64);
                if metric == Metric::Slides {
                    assert_eq!(states, answers.slides_states, "{file}");
                } else {
                    assert_eq!(states, answers.states, "{file}");
                    assert_eq!(Some(found.goals.len() as u64), answers.goal_states, "{file}");
                }
            }
        }
    }
    assert!(seen >= 68 && explored >= 50, "{seen} boards, {explored} explored");
}

/// A shortest path in `moves`, by a search of the plain `expand`.
fn solution(
    space: &RushHour<u64>,
) -> Option<(Vec<Positions>, Vec<crate::domains::rushhour::CarMove>)> {
    let mut states = space.starts();
    let mut known = HashMap::from([(space.encode(&states[0]), None)]);
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        if space.is_goal(&state) {
            let (mut path, mut moves) = (vec![state.clone()], Vec::new());
            let mut key = space.encode(&state);
            while let Some(Some((before, action))) = known.get(&key) {
                let before: &Positions = before;
                path.push(before.clone());
                moves.push(Clone::clone(action));
                key = space.encode(before);
            }
            path.reverse();
            moves.reverse();
            return Some((path, moves));
        }
        let mut list = Successors::default();
        space.expand(&state, &mut list);
        for successor in &list {
            let key = space.encode(&successor.state);
            known.entry(key).or_insert_with(|| {
                states.push(successor.state.clone());
                Some((state.clone(), successor.action.clone()))
            });
        }
        next += 1;
    }
    None
}

#[test]
fn sixty_moves_name_the_cars_of_the_input() {
    let space = space("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", Metric::Moves);
    let (states, moves) = solution(&space).unwrap();
    assert_eq!(moves.len(), 60);
    space.check_path(&states, &moves).unwrap();
    for (action, pair) in moves.iter().zip(states.windows(2)) {
        let (before, after) = (space.text(&pair[0], None), space.text(&pair[1], None));
        let moved = |text: &str| -> Vec<usize> {
            text.match_indices(&*action.name).map(|(at, _)| at).collect()
        };
        assert_ne!(moved(&before), moved(&after), "{action}");
        let others = |text: &str| text.replace(&*action.name, ".");
        assert_eq!(others(&before), others(&after), "{action}");
    }
}

#[test]
fn two_states_and_no_way_out() {
    let space = space("...B.....B..AA.B.....C.....C.....C..", Metric::Moves);
    let found = Explored::new(&space);
    assert_eq!((found.keys.len(), found.optimum()), (2, None));
}

#[test]
fn a_horizontal_car_behind_is_legal_and_one_in_front_is_the_end() {
    let behind = space("....../....C./BBAAC./....../....../......", Metric::Moves);
    assert_eq!(solution(&behind).map(|(_, moves)| moves.len()), Some(2));
    let front = space("....../....C./AABBC./....../....../......", Metric::Moves);
    assert!(solution(&front).is_none());
}

#[test]
fn every_wrong_board_has_a_message_with_a_place() {
    for (text, line, column) in [
        ("AA..\n..B.\n....\n....\n", 2, 3),
        ("AA..\n...\n....\n....\n", 2, 4),
        ("AA..\n.BB.\n.B..\n....\n", 3, 2),
        ("AA..\n....\n....\nAA..\n", 4, 1),
        ("..A.\n..A.\n....\n....\n", 1, 3),
    ] {
        let error = drawing(text).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{error}");
    }
}

#[test]
fn goals_of_the_space_and_of_the_rules_are_the_same() {
    for text in ["..BB/AA../..../....", "....../....../....AA/....../....../......"] {
        let space = space(text, Metric::Moves);
        for key in Explored::new(&space).keys {
            let state = space.decode(&key).unwrap();
            let places: Vec<usize> = state.0.iter().map(|&place| usize::from(place)).collect();
            assert_eq!(space.is_goal(&state), replay::is_goal(space.board(), &places));
        }
    }
}
