//! The independent check of a solution, by the rules alone: it shares nothing
//! with the search and walks each move cell by cell.

use thiserror::Error;

use super::action::{Direction, SlidingMove};
use super::model::{Axis, CellKind, Condition, Metric, Piece, Puzzle};

/// The cells of each piece, in the order of [`Puzzle::pieces`], each ascending.
pub type Placement = [Vec<usize>];

/// Why a path is no path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("step {step}: {message}")]
pub struct ReplayError {
    /// The wrong step; 0 is the start.
    pub step: usize,
    /// Why it is wrong.
    pub message: String,
}

/// Checks a path: it begins with the start of the puzzle, and each move legally
/// leads from one placement to the next.
///
/// # Errors
/// The first step that is wrong and why.
pub fn check_path(
    puzzle: &Puzzle,
    metric: Metric,
    placements: &[Vec<Vec<usize>>],
    moves: &[SlidingMove],
) -> Result<(), ReplayError> {
    let wrong = |step: usize, message: String| ReplayError { step, message };
    let starts = placements
        .first()
        .is_some_and(|first| first.iter().eq(puzzle.pieces.iter().map(|piece| &piece.cells)));
    if !starts {
        return Err(wrong(0, "the path does not begin with the start of the puzzle".to_owned()));
    }
    if placements.len() != moves.len() + 1 {
        let message = format!("{} placements for {} moves", placements.len(), moves.len());
        return Err(wrong(0, message));
    }
    for (number, (pair, action)) in placements.windows(2).zip(moves).enumerate() {
        let [before, after] = pair else { continue };
        check_move(puzzle, metric, before, action, after)
            .map_err(|message| wrong(number + 1, message))?;
    }
    Ok(())
}

/// Checks one move in a legal placement.
///
/// # Errors
/// Why the move is illegal or leads elsewhere, as a sentence.
pub fn check_move(
    puzzle: &Puzzle,
    metric: Metric,
    before: &Placement,
    action: &SlidingMove,
    after: &Placement,
) -> Result<(), String> {
    let name = &action.name;
    let (Some(piece), Some(from)) = (puzzle.pieces.get(action.piece), before.get(action.piece))
    else {
        return Err(format!("piece number {} is missing", action.piece));
    };
    if piece.name != **name {
        return Err(format!("piece number {} is `{}`, not `{name}`", action.piece, piece.name));
    }
    if before.len() != puzzle.pieces.len() {
        return Err(format!("{} of {} pieces placed", before.len(), puzzle.pieces.len()));
    }
    let mut taken = vec![false; puzzle.cells.len()];
    for (_, cells) in before.iter().enumerate().filter(|(other, _)| *other != action.piece) {
        for &cell in cells {
            match taken.get_mut(cell) {
                Some(taken) => *taken = true,
                None => return Err("a piece lies outside the board".to_owned()),
            }
        }
    }
    check_way(metric, piece, &action.path)?;
    let mut at = from.clone();
    for (number, &direction) in action.path.iter().enumerate() {
        at = one_cell(puzzle, piece, &at, direction, &taken)
            .ok_or_else(|| format!("`{name}` is blocked at cell {} of `{action}`", number + 1))?;
    }
    if at == *from {
        return Err(format!("`{action}` leads nowhere"));
    }
    let rest = |placement: &Placement, index: usize| placement.get(index) == before.get(index);
    let right = after.len() == before.len()
        && after.get(action.piece) == Some(&at)
        && (0..before.len()).all(|index| index == action.piece || rest(after, index));
    if right { Ok(()) } else { Err(format!("`{action}` leads to another placement")) }
}

/// Checks a way against metric, axis and step of the piece, the board aside.
fn check_way(metric: Metric, piece: &Piece, path: &[Direction]) -> Result<(), String> {
    let name = &piece.name;
    let count = |wanted: Direction| path.iter().filter(|&&way| way == wanted).count();
    let right = count(Direction::Right).abs_diff(count(Direction::Left));
    let down = count(Direction::Down).abs_diff(count(Direction::Up));
    let sideways = count(Direction::Left) + count(Direction::Right);
    match piece.axis {
        Some(Axis::Horizontal) if sideways != path.len() => {
            return Err(format!("`{name}` moves left and right only"));
        }
        Some(Axis::Vertical) if sideways != 0 => {
            return Err(format!("`{name}` moves up and down only"));
        }
        _ => {}
    }
    if !right.is_multiple_of(piece.step.0) || !down.is_multiple_of(piece.step.1) {
        return Err(format!("`{name}` cannot rest {right} columns and {down} rows away"));
    }
    let straight = path.windows(2).all(|pair| pair.first() == pair.last());
    let one_step = if sideways > 0 { piece.step.0 } else { piece.step.1 };
    match metric {
        Metric::Moves => Ok(()),
        Metric::Straight if straight => Ok(()),
        Metric::Straight => Err(format!("`{name}` turns within a move")),
        Metric::Steps if straight && path.len() == one_step => Ok(()),
        Metric::Steps => Err(format!("`{name}` goes more than one step within a move")),
    }
}

/// The cells of a piece after it has gone one cell further, if it can.
fn one_cell(
    puzzle: &Puzzle,
    piece: &Piece,
    cells: &[usize],
    direction: Direction,
    taken: &[bool],
) -> Option<Vec<usize>> {
    let mut after = Vec::with_capacity(cells.len());
    for &cell in cells {
        let (row, column) = (cell / puzzle.width, cell % puzzle.width);
        let to = match direction {
            Direction::Left if column > 0 => cell - 1,
            Direction::Right if column + 1 < puzzle.width => cell + 1,
            Direction::Up if row > 0 => cell - puzzle.width,
            Direction::Down if row + 1 < puzzle.height => cell + puzzle.width,
            _ => return None,
        };
        let open = match puzzle.cells.get(to)? {
            CellKind::Floor => true,
            CellKind::Gate => piece.passes_gates,
            CellKind::Wall => false,
        };
        let between = (cell.min(to), cell.max(to));
        if !open || *taken.get(to)? || puzzle.barriers.contains(&between) {
            return None;
        }
        after.push(to);
    }
    let across = |&(a, b): &(usize, usize)| after.contains(&a) && after.contains(&b);
    (!puzzle.barriers.iter().any(across)).then_some(after)
}

/// Whether all conditions of some goal hold.
#[must_use]
pub fn is_goal(puzzle: &Puzzle, placement: &Placement) -> bool {
    puzzle
        .goals
        .iter()
        .any(|goal| goal.conditions.iter().all(|condition| holds(puzzle, placement, condition)))
}

fn holds(puzzle: &Puzzle, placement: &Placement, condition: &Condition) -> bool {
    match condition {
        Condition::PieceAt { piece, cells } => placement.get(*piece) == Some(cells),
        Condition::TypeAt { like, cells } => {
            puzzle.family(*like).into_iter().any(|piece| placement.get(piece) == Some(cells))
        }
        Condition::Empty { cells } => !placement.iter().flatten().any(|cell| cells.contains(cell)),
    }
}
