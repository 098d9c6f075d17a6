//! The independent check of paths.

use super::{drawing, space};
use crate::domains::rushhour::replay::{check_path, is_goal};
use crate::domains::rushhour::{Board, CarMove, Metric};
use crate::space::{Draw as _, StateSpace as _};

fn action(board: &Board, text: &str) -> CarMove {
    let (name, distance) = text.split_at(1);
    let car = board.car_named(name).unwrap();
    CarMove { car, name: name.into(), distance: distance.parse().unwrap() }
}

/// The states that moves lead to, whether they are legal or not.
fn states(board: &Board, moves: &[CarMove]) -> Vec<Vec<usize>> {
    let mut states: Vec<Vec<usize>> = vec![board.cars.iter().map(|car| car.start).collect()];
    for action in moves {
        let mut next = states.last().unwrap().clone();
        next[action.car] = next[action.car].wrapping_add_signed(isize::from(action.distance));
        states.push(next);
    }
    states
}

#[track_caller]
fn verdict(text: &str, metric: Metric, moves: &[&str]) -> Result<(), String> {
    let board = drawing(text).unwrap();
    let moves: Vec<CarMove> = moves.iter().map(|text| action(&board, text)).collect();
    check_path(&board, metric, &states(&board, &moves), &moves).map_err(|error| error.to_string())
}

const BOARD: &str = "..B.../..B..C/AAB..C/...x.C/....../......";

#[test]
fn legal_paths_pass() {
    assert_eq!(verdict(BOARD, Metric::Moves, &["B+3", "A+3", "C+2", "A+1"]), Ok(()));
    assert_eq!(verdict(BOARD, Metric::Steps, &["C+1", "C-1", "C+1"]), Ok(()));
    assert_eq!(verdict(BOARD, Metric::Slides, &["C+2", "C-3"]), Ok(()));
}

#[test]
fn illegal_moves_are_refused() {
    let refused = |metric, moves: &[&str], message: &str| {
        let error = verdict(BOARD, metric, moves).unwrap_err();
        assert!(error.contains(message), "{moves:?}: {error}");
    };
    refused(Metric::Moves, &["A+1"], "step 1: `A` is blocked at cell 1 of `A+1`");
    refused(Metric::Moves, &["B+1", "B+3"], "step 2: `B` is blocked at cell 3 of `B+3`");
    refused(Metric::Moves, &["A-1"], "step 1: `A` is blocked at cell 1");
    refused(Metric::Moves, &["B+3", "A+4"], "step 2: `A` is blocked at cell 4");
    refused(Metric::Moves, &["C+0"], "leads nowhere");
    refused(Metric::Steps, &["C+2"], "more than one cell");
    refused(Metric::Slides, &["C+1"], "stops although `C` can go on");
    let walled = verdict("AAx./..../..../....", Metric::Moves, &["A+1"]).unwrap_err();
    assert!(walled.contains("blocked at cell 1"), "{walled}");
}

#[test]
fn paths_that_do_not_hang_together_are_refused() {
    let board = drawing(BOARD).unwrap();
    let moves = [action(&board, "C+1"), action(&board, "B+1")];
    let path = states(&board, &moves);
    let check =
        |states: &[Vec<usize>], moves: &[CarMove]| check_path(&board, Metric::Moves, states, moves);
    assert_eq!(check(&path, &moves), Ok(()));
    assert_eq!(check(&[], &[]).map_err(|error| error.step), Err(0));
    assert_eq!(check(&path[1..], &moves[1..]).map_err(|error| error.step), Err(0));
    assert_eq!(check(&path, &moves[..1]).map_err(|error| error.step), Err(0));
    let mut jump = path.clone();
    jump[2][2] += 1;
    assert_eq!(check(&jump, &moves).map_err(|error| error.step), Err(2));
    let mut short = path.clone();
    short[1].pop();
    assert_eq!(check(&short, &moves).map_err(|error| error.step), Err(1));
    let mut renamed = moves.clone();
    renamed[1].name = "C".into();
    assert_eq!(check(&path, &renamed).map_err(|error| error.step), Err(2));
    let mut missing = moves.clone();
    missing[1].car = 9;
    assert_eq!(check(&path, &missing).map_err(|error| error.step), Err(2));
}

#[test]
fn the_check_knows_goals_by_itself() {
    let space = space(BOARD, Metric::Moves);
    let goal = [0, 1, 3];
    let order: Vec<&str> = space.board().cars.iter().map(|car| car.name.as_str()).collect();
    assert_eq!(order, ["B", "C", "A"]);
    assert!(!is_goal(space.board(), &goal) && is_goal(space.board(), &[0, 1, 4]));
    assert!(space.check_path(&space.starts(), &[]).is_ok());
}
