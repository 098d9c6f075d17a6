//! The hot loop: successors of keys as differences of keys.

use super::card::{Card, RANKS};
use super::coding::{Coding, Way};
use super::model::safe_cards;
use super::reading::{Parts, Reader};
use super::space::FreeCell;
use crate::space::{BadKey, Expander};

/// The cards of a mask, ascending.
#[inline]
pub(super) fn cards(mut mask: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        let card = Card::from_number(mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(card)
    })
}

/// Calls `emit(key, rise)` for every successor: by card; home first, then onto
/// the cards it fits on, into a freecell, into an empty column.
#[inline]
pub(super) fn successors(
    coding: &Coding,
    key: u128,
    parts: &Parts,
    mut emit: impl FnMut(u128, u32),
) {
    let tops = parts.tops();
    let free_cell = parts.cells.count_ones() < coding.freecells;
    let free_column = parts.bases.count_ones() < coding.columns;
    for card in cards(tops | parts.cells) {
        let way = parts.ways[card.number()];
        let without = key - coding.term(card, way);
        let rise = u32::from(way == Way::Stuck);
        let (suit, shown) = (card.suit(), parts.foundations[card.suit().index()]);
        if shown + 1 == card.rank() {
            let home = coding.shows(suit, card.rank()) - coding.shows(suit, shown);
            emit(without + home, rise + 1);
        }
        for onto in Way::FITTING {
            if coding.below(card, onto) & tops != 0 {
                emit(without + coding.term(card, onto), rise);
            }
        }
        if free_cell && way != Way::Cell {
            emit(without + coding.term(card, Way::Cell), rise);
        }
        if free_column && way != Way::Base {
            emit(without + coding.term(card, Way::Base), rise);
        }
    }
}

/// The card of the first safe move home, if there is one.
pub(super) fn safe_card(parts: &Parts) -> Option<Card> {
    let free = parts.tops() | parts.cells;
    safe_cards(parts.foundations).map(|(_, card)| card).find(|card| free & card.bit() != 0)
}

/// The state after the first safe move home, if there is one.
pub(super) fn safe_successor(coding: &Coding, key: u128, parts: &Parts) -> Option<u128> {
    let card = safe_card(parts)?;
    let home = coding.shows(card.suit(), card.rank()) - coding.shows(card.suit(), card.rank() - 1);
    Some(key - coding.term(card, parts.ways[card.number()]) + home)
}

/// Expands keys without making boards of them.
#[derive(Debug, Clone)]
pub struct FreeCellExpander {
    reader: Reader,
}

impl FreeCellExpander {
    pub(super) const fn new() -> Self {
        Self { reader: Reader::new() }
    }
}

impl Expander<FreeCell> for FreeCellExpander {
    fn expand(
        &mut self,
        space: &FreeCell,
        key: &u128,
        mut emit: impl FnMut(u128, bool),
    ) -> Result<(), BadKey> {
        self.expand_rising(space, key, |next, goal, _| emit(next, goal))
    }

    fn expand_rising(
        &mut self,
        space: &FreeCell,
        key: &u128,
        mut emit: impl FnMut(u128, bool, u32),
    ) -> Result<(), BadKey> {
        let parts = space.coding.read(&mut self.reader, *key)?;
        successors(&space.coding, *key, &parts, |next, rise| emit(next, next == space.won, rise));
        Ok(())
    }

    fn is_goal(&mut self, space: &FreeCell, key: &u128) -> Result<bool, BadKey> {
        space.coding.read(&mut self.reader, *key).map(|parts| parts.foundations == [RANKS; 4])
    }
}
