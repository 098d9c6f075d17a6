//! Playing a solution of keys on a board, where columns keep their places.

use super::card::Card;
use super::coding::Way;
use super::model::{Board, Move, Place};
use super::reading::Parts;
use super::replay::move_card;
use super::space::FreeCell;
use crate::space::StateSpace as _;

impl FreeCell {
    /// The moves that lead through the states with these keys, from the board as
    /// it was dealt to one on which all cards are home. Each is made on the board,
    /// which knows nothing of keys, and checked there by the rules alone.
    ///
    /// # Errors
    /// Which step is wrong, and why.
    pub fn play(&self, keys: &[u128]) -> Result<Vec<Move>, String> {
        let mut board = self.layout.board.clone();
        if keys.first() != Some(&self.encode(&board)) {
            return Err("the path does not begin with the deal".to_owned());
        }
        let parts = |key: u128| self.coding.parts(key).map_err(|error| error.to_string());
        let mut before = parts(keys.first().copied().unwrap_or_default())?;
        let mut moves = Vec::with_capacity(keys.len());
        for (step, &key) in keys.iter().enumerate().skip(1) {
            let after = parts(key)?;
            let wrong = |message: String| format!("step {step}: {message}");
            let action = self.difference(&board, &before, &after);
            let action = action.ok_or_else(|| wrong("this is no move of one card".to_owned()))?;
            move_card(&mut board, action).map_err(wrong)?;
            moves.push(action);
            before = after;
        }
        if board.is_won() { Ok(moves) } else { Err("not all cards are home at its end".to_owned()) }
    }

    /// The move of the card that lies otherwise on the second board.
    fn difference(&self, board: &Board, before: &Parts, after: &Parts) -> Option<Move> {
        let mut free = super::expand::cards(before.tops() | before.cells);
        let card = free.find(|card| {
            let (bit, number) = (card.bit(), card.number());
            after.live & bit == 0 || after.ways[number] != before.ways[number]
        })?;
        let from = place_of(board, card)?;
        let to = if after.live & card.bit() == 0 {
            Place::Foundation
        } else {
            match after.ways[card.number()] {
                Way::Cell => Place::Cell(board.cells.iter().position(Option::is_none)? as u8),
                Way::Base => Place::Column(board.columns.iter().position(Vec::is_empty)? as u8),
                way => {
                    let below = self.coding.below(card, way);
                    let onto = |column: &Vec<Card>| column.last().map_or(0, |card| card.bit());
                    Place::Column(
                        board.columns.iter().position(|column| onto(column) & below != 0)? as u8,
                    )
                }
            }
        };
        Some(Move { card, from, to })
    }
}

/// Where a free card lies.
fn place_of(board: &Board, card: Card) -> Option<Place> {
    let column = board.columns.iter().position(|column| column.last() == Some(&card));
    let cell = || board.cells.iter().position(|cell| *cell == Some(card));
    column.map(|at| Place::Column(at as u8)).or_else(|| cell().map(|at| Place::Cell(at as u8)))
}
