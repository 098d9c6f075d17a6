//! The independent check of a solution, by the rules alone: it shares nothing
//! with the search and knows boards, not keys.

use thiserror::Error;

use super::card::Card;
use super::model::{Board, Move, Place};

/// Why a path is no path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("step {step}: {message}")]
pub struct ReplayError {
    /// The wrong step; 0 is the start.
    pub step: usize,
    /// Why it is wrong.
    pub message: String,
}

/// Checks a path: it begins with the start of the game, and each move legally
/// leads from one board to the next, on which every column and freecell keeps its
/// number.
///
/// # Errors
/// The first step that is wrong and why.
pub fn check_path(start: &Board, states: &[Board], moves: &[Move]) -> Result<(), ReplayError> {
    let wrong = |step: usize, message: String| ReplayError { step, message };
    if states.first() != Some(start) {
        return Err(wrong(0, "the path does not begin with the start of the game".to_owned()));
    }
    if states.len() != moves.len() + 1 {
        let message = format!("{} boards for {} moves", states.len(), moves.len());
        return Err(wrong(0, message));
    }
    for (step, (pair, action)) in (1..).zip(states.windows(2).zip(moves)) {
        let [before, after] = pair else { continue };
        let mut next = before.clone();
        move_card(&mut next, *action).map_err(|message| wrong(step, message))?;
        if next != *after {
            return Err(wrong(step, format!("`{action}` leads to another board")));
        }
    }
    Ok(())
}

/// Moves one card on a board as the rules allow it.
///
/// # Errors
/// Why the move is illegal; the board is as it was.
pub fn move_card(board: &mut Board, action: Move) -> Result<(), String> {
    let Move { card, from, to } = action;
    let there = free_card(board, from)?;
    if there != card {
        return Err(format!("`{action}` moves {card}, but there is {there}"));
    }
    if from == to {
        return Err(format!("`{action}` moves {card} to where it lies"));
    }
    // Only now is anything changed.
    match to {
        Place::Column(at) => {
            let column = board.columns.get_mut(usize::from(at)).ok_or_else(|| missing(to))?;
            if let Some(&below) = column.last().filter(|&&below| !lies_on(card, below)) {
                return Err(format!("{card} cannot lie on {below} (`{action}`)"));
            }
            column.push(card);
        }
        Place::Cell(at) => {
            let cell = board.cells.get_mut(usize::from(at)).ok_or_else(|| missing(to))?;
            if let Some(taken) = cell {
                return Err(format!("{taken} lies in the freecell already (`{action}`)"));
            }
            *cell = Some(card);
        }
        Place::Foundation => {
            let shown =
                board.foundations.get_mut(card.suit().index()).ok_or_else(|| missing(to))?;
            if *shown + 1 != card.rank() {
                return Err(format!("{card} is not the next card of its foundation (`{action}`)"));
            }
            *shown = card.rank();
        }
    }
    match from {
        Place::Column(at) => {
            board.columns.get_mut(usize::from(at)).and_then(Vec::pop);
        }
        Place::Cell(at) => {
            board.cells.get_mut(usize::from(at)).and_then(Option::take);
        }
        Place::Foundation => {}
    }
    Ok(())
}

/// The card that can be moved away from a place.
///
/// # Errors
/// Why there is none.
pub fn free_card(board: &Board, place: Place) -> Result<Card, String> {
    let card = match place {
        Place::Column(at) => {
            board.columns.get(usize::from(at)).ok_or_else(|| missing(place))?.last().copied()
        }
        Place::Cell(at) => *board.cells.get(usize::from(at)).ok_or_else(|| missing(place))?,
        Place::Foundation => return Err("no card leaves a foundation".to_owned()),
    };
    card.ok_or_else(|| format!("{} is empty", place.described()))
}

fn missing(place: Place) -> String {
    format!("there is no {}", place.described())
}

/// Whether a card may be put on another one: red on black or black on red, one
/// rank lower.
pub(super) fn lies_on(card: Card, below: Card) -> bool {
    let red = |card: Card| "DH".contains(card.suit().letter());
    card.rank() + 1 == below.rank() && red(card) != red(below)
}
