//! A state read back from text.

use super::super::card::Card;
use super::super::formats::{MAX_FILE, parse};
use super::super::model::Board;
use super::super::space::FreeCell;
use crate::domains::format_error::{Fault, Place};
use crate::space::StateSpace as _;

/// Reads a board of this game as [`super::formats::rows`] writes it, lines ended
/// by line breaks or `/`. Refuses boards that no moves can lead to because a card
/// lies as it can never lie; whether there are such moves is not asked.
pub(super) fn read_state(space: &FreeCell, text: &str) -> Result<Board, String> {
    if text.len() > MAX_FILE {
        return Err(format!("{} bytes; a board has at most {MAX_FILE}", text.len()));
    }
    let text = text.replace('/', "\n").replace(['[', ']'], " ");
    let said = |Fault { place: Place { line, column }, message }: Fault| {
        format!("line {line}, column {column}: {message}")
    };
    let start = &space.layout.board;
    let board = parse(&text).and_then(|parsed| parsed.of_game(start)).map_err(said)?;
    check(space, &board)?;
    // Only what is a key may be encoded.
    match space.decode(&space.encode(&board)) {
        Ok(back) if same(&back, &board) => Ok(board),
        Ok(_) => Err("this is no state of the game".to_owned()),
        Err(error) => Err(error.reason.to_owned()),
    }
}

/// Whether every card lies as it can lie in the game: what
/// [`encode`](crate::space::StateSpace::encode) takes for granted.
fn check(space: &FreeCell, board: &Board) -> Result<(), String> {
    let first = space.layout.board.foundations;
    if board.foundations.iter().zip(first).any(|(&shown, first)| shown < first) {
        return Err("a foundation shows less than at the start of the game".to_owned());
    }
    for column in &board.columns {
        let mut below: Option<Card> = None;
        for &card in column {
            if let Some(below) = below {
                let way = space.coding.way_on(card, Some(below));
                if !space.coding.can_lie(card, way) || space.coding.below(card, way) != below.bit()
                {
                    return Err(format!("{card} can never lie on {below} in this game"));
                }
            }
            below = Some(card);
        }
    }
    Ok(())
}

/// Whether boards differ at most by the order of their columns and freecells.
fn same(a: &Board, b: &Board) -> bool {
    let sorted = |board: &Board| {
        let (mut cells, mut columns) = (board.cells.clone(), board.columns.clone());
        cells.sort_unstable();
        columns.sort_unstable();
        (board.foundations, cells, columns)
    };
    sorted(a) == sorted(b)
}
