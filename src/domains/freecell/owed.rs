//! A lower bound of the moves to a won board.
//!
//! Each card in play must go home. One that lies above a lower card of its suit in
//! a column can do so only after that one, which it covers: it must be moved aside
//! first. A move takes at most one of these away: a card that goes home has no lower
//! one of its suit in play, so it is in debt by one move, and one that is moved aside
//! keeps the move home. So the bound is consistent as well.

use super::card::RANKS;
use super::coding::Coding;
use super::expand::cards;
use super::reading::{Parts, Reader};
use super::space::FreeCell;
use crate::space::{BadKey, Estimator, Heuristic};

/// The bound as a heuristic.
pub(super) const MOVES_OWED: Heuristic = Heuristic {
    name: "moves-owed",
    about: "a move home for each card, and one more for each above a lower one of its suit",
    admissible: true,
};

/// Counts [`MOVES_OWED`].
#[derive(Debug)]
pub(super) struct MovesOwed {
    reader: Reader,
}

impl MovesOwed {
    pub(super) const fn new() -> Self {
        Self { reader: Reader::new() }
    }
}

impl Estimator<FreeCell> for MovesOwed {
    fn estimate(
        &mut self,
        space: &FreeCell,
        keys: &[u128],
        out: &mut Vec<u32>,
    ) -> Result<(), BadKey> {
        for &key in keys {
            let parts = space.coding.read(&mut self.reader, key)?;
            out.push(moves_owed(&space.coding, &parts));
        }
        Ok(())
    }
}

fn moves_owed(coding: &Coding, parts: &Parts) -> u32 {
    let above = coding.above(parts);
    let mut owed = parts.live.count_ones();
    for base in cards(parts.bases) {
        let mut lowest = [RANKS; 4];
        let mut next = Some(base);
        while let Some(card) = next {
            let lowest = &mut lowest[card.suit().index()];
            owed += u32::from(*lowest < card.rank());
            *lowest = card.rank().min(*lowest);
            next = above[card.number()];
        }
    }
    owed
}
