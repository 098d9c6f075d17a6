//! The independent check of a solution, by the rules alone: it shares nothing
//! with the search and walks each move cell by cell.

use thiserror::Error;

use super::action::CarMove;
use super::model::{Board, Metric};

/// Why a path is no path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("step {step}: {message}")]
pub struct ReplayError {
    /// The wrong step; 0 is the start.
    pub step: usize,
    /// Why it is wrong.
    pub message: String,
}

/// Checks a path: it begins with the start of the board, and each move legally
/// leads from one state to the next. A state has the least column (or row) of
/// each car, in the order of [`Board::cars`].
///
/// # Errors
/// The first step that is wrong and why.
pub fn check_path(
    board: &Board,
    metric: Metric,
    states: &[Vec<usize>],
    moves: &[CarMove],
) -> Result<(), ReplayError> {
    let wrong = |step: usize, message: String| ReplayError { step, message };
    let starts = states
        .first()
        .is_some_and(|first| first.iter().eq(board.cars.iter().map(|car| &car.start)));
    if !starts {
        return Err(wrong(0, "the path does not begin with the start of the board".to_owned()));
    }
    if states.len() != moves.len() + 1 {
        let message = format!("{} states for {} moves", states.len(), moves.len());
        return Err(wrong(0, message));
    }
    for (number, (pair, action)) in states.windows(2).zip(moves).enumerate() {
        let [before, after] = pair else { continue };
        check_move(board, metric, before, action, after)
            .map_err(|message| wrong(number + 1, message))?;
    }
    Ok(())
}

/// Whether the primary car touches the edge at which it leaves.
#[must_use]
pub fn is_goal(board: &Board, state: &[usize]) -> bool {
    let Some((car, &place)) = board.cars.get(board.primary).zip(state.get(board.primary)) else {
        return false;
    };
    match board.exit {
        super::Side::Left => place == 0,
        super::Side::Right => place + car.length == board.width,
    }
}

fn check_move(
    board: &Board,
    metric: Metric,
    before: &[usize],
    action: &CarMove,
    after: &[usize],
) -> Result<(), String> {
    let name = &action.name;
    let (Some(car), Some(&from)) = (board.cars.get(action.car), before.get(action.car)) else {
        return Err(format!("car number {} is missing", action.car));
    };
    if car.name != **name {
        return Err(format!("car number {} is `{}`, not `{name}`", action.car, car.name));
    }
    let distance = usize::from(action.distance.unsigned_abs());
    if distance == 0 {
        return Err(format!("`{action}` leads nowhere"));
    }
    if metric == Metric::Steps && distance > 1 {
        return Err(format!("`{action}` goes more than one cell within a move"));
    }
    let mut taken = vec![false; board.width * board.height];
    for &wall in &board.walls {
        take(&mut taken, Some(wall))?;
    }
    for (other, (description, &place)) in board.cars.iter().zip(before).enumerate() {
        for number in 0..description.length {
            let cell = cell(board, description.cell(place, number));
            if other != action.car {
                take(&mut taken, cell)?;
            }
        }
    }
    let forward = action.distance > 0;
    // The cell that the car enters when it goes on from a place.
    let enters = |place: usize| {
        let next = if forward { place + car.length } else { place.checked_sub(1)? };
        let at = if car.horizontal { (car.line, next) } else { (next, car.line) };
        cell(board, at).filter(|&at| taken.get(at) == Some(&false))
    };
    let mut to = from;
    for number in 1..=distance {
        if enters(to).is_none() {
            return Err(format!("`{name}` is blocked at cell {number} of `{action}`"));
        }
        to = if forward { to + 1 } else { to - 1 };
    }
    if metric == Metric::Slides && enters(to).is_some() {
        return Err(format!("`{action}` stops although `{name}` can go on"));
    }
    let right =
        after.len() == before.len()
            && after.iter().zip(before).enumerate().all(|(index, (now, then))| {
                if index == action.car { *now == to } else { now == then }
            });
    if right { Ok(()) } else { Err(format!("`{action}` leads to another state")) }
}

fn cell(board: &Board, (row, column): (usize, usize)) -> Option<usize> {
    (row < board.height && column < board.width).then(|| row * board.width + column)
}

fn take(taken: &mut [bool], cell: Option<usize>) -> Result<(), String> {
    match cell.and_then(|cell| taken.get_mut(cell)) {
        Some(taken) => {
            *taken = true;
            Ok(())
        }
        None => Err("a car lies outside the board".to_owned()),
    }
}
