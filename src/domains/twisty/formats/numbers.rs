//! Rows of numbers: permutations, turns, and pieces that may look alike.

use std::collections::HashSet;

use super::super::effect::Effect;
use super::super::puzzle::{Orbit, Puzzle};

/// What is wrong with a row: at which of its numbers, and what.
pub(super) type Wrong = (usize, String);

/// Checks that a row has each of as many numbers as it is long, from `first` on.
pub(super) fn check_permutation(row: &[u32], first: u32) -> Result<(), Wrong> {
    let last = first + row.len() as u32 - 1;
    let begins = |first: u32| {
        let end = first + row.len() as u32;
        let numbers: HashSet<u32> =
            row.iter().copied().filter(|number| (first..end).contains(number)).collect();
        numbers.len() == row.len()
    };
    if begins(first) {
        return Ok(());
    }
    let other = 1 - first.min(1);
    if begins(other) {
        return Err((0, format!("the numbers begin at {other}; here they must begin at {first}")));
    }
    let missing = || {
        let missing = (first..=last).find(|number| !row.contains(number));
        missing.map(|number| format!(", and {number} is missing")).unwrap_or_default()
    };
    for (i, number) in row.iter().enumerate() {
        if !(first..=last).contains(number) {
            return Err((i, format!("{number} is not between {first} and {last}{}", missing())));
        }
        if row[..i].contains(number) {
            return Err((i, format!("{number} is here twice{}", missing())));
        }
    }
    Ok(())
}

/// Checks that turns are smaller than their number in the orbit.
pub(super) fn check_turns(row: &[Option<u32>], orbit: &Orbit) -> Result<(), Wrong> {
    let large = |turn: &Option<u32>| turn.is_some_and(|turn| turn >= orbit.turns.into());
    match row.iter().position(large) {
        Some(i) => {
            let turn = row[i].unwrap_or_default();
            Err((i, format!("{turn}, where turns of {} are 0 to {}", orbit.name, orbit.turns - 1)))
        }
        None => Ok(()),
    }
}

/// Which piece of a position does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misfit {
    pub(super) slot: usize,
    /// Whether it is its turn that does not fit.
    pub(super) turn: bool,
    pub(super) message: String,
}

/// A position as pieces and turns, slot by slot through all orbits. Pieces with the same
/// number look alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) pieces: Vec<u32>,
    /// `None` where the turn does not matter.
    pub(super) turns: Vec<Option<u8>>,
}

impl Look {
    /// All pieces differ and none is turned.
    pub(super) fn plain(slots: usize) -> Self {
        Self { pieces: (0..slots as u32).collect(), turns: vec![Some(0); slots] }
    }

    /// Makes this the solved position of a puzzle.
    pub(super) fn solve(&self, puzzle: &mut Puzzle) -> Result<(), Misfit> {
        for orbit in &puzzle.orbits {
            for slot in orbit.slots() {
                let piece = self.pieces[slot];
                let alike = |&other: &usize| self.pieces[other] == piece;
                let first = orbit.slots().find(alike).unwrap_or(slot);
                puzzle.labels[slot] = first as u8;
                puzzle.any_turn[slot] = self.turns[slot].is_none() && orbit.turns > 1;
                if puzzle.any_turn[first] != puzzle.any_turn[slot] {
                    let message = format!(
                        "pieces of {} that look alike must all have `?` or none of them",
                        orbit.name
                    );
                    return Err(Misfit { slot, turn: true, message });
                }
            }
        }
        Ok(())
    }

    /// An effect in turns counted from this position, in which no piece is turned then.
    /// Without that, a swap of two pieces that look alike but stand turned here would seem
    /// to change nothing.
    pub(super) fn rebased(&self, effect: &Effect, orbits: &[Orbit]) -> Effect {
        let mut result = effect.clone();
        for orbit in orbits {
            for slot in orbit.slots() {
                let turn = |slot: usize| self.turns[slot].unwrap_or(0);
                let from = usize::from(effect.from[slot]);
                let sum = effect.turn[slot] + turn(from) + orbit.turns - turn(slot);
                result.turn[slot] = sum % orbit.turns;
            }
        }
        result
    }

    /// The effect that leads from the solved position `self` to another.
    pub(super) fn leads_to(&self, other: &Self, puzzle: &Puzzle) -> Result<Effect, Misfit> {
        let mut effect = Effect::identity(puzzle.slots());
        for orbit in &puzzle.orbits {
            let mut left: Vec<usize> = orbit.slots().collect();
            for slot in orbit.slots() {
                let number = other.pieces[slot];
                let Some(at) = left.iter().position(|&piece| self.pieces[piece] == number) else {
                    let message =
                        format!("the solved position of {} has fewer pieces like this", orbit.name);
                    return Err(Misfit { slot, turn: false, message });
                };
                let piece = left.remove(at);
                effect.from[slot] = piece as u8;
                effect.turn[slot] = match (puzzle.any_turn[piece], other.turns[slot]) {
                    (true, _) => 0,
                    (false, Some(turn)) => {
                        (turn + orbit.turns - self.turns[slot].unwrap_or(0)) % orbit.turns
                    }
                    (false, None) if orbit.turns == 1 => 0,
                    (false, None) => {
                        let message = "`?`, but in the solved position the turn of this piece \
                                       matters"
                            .into();
                        return Err(Misfit { slot, turn: true, message });
                    }
                };
            }
        }
        Ok(effect)
    }
}
