//! Which pieces belong to which register, as their sequences are found.

use super::ways::Way;
use crate::domains::twisty::effect::Effect;
use crate::domains::twisty::puzzle::Puzzle;
use crate::domains::twisty::target::{Combination, Stay};

/// A register that has a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// Which one, counted from 0.
    pub number: usize,
    /// What its sequence does.
    pub effect: Effect,
    /// The slots of its own pieces; ascending.
    pub own: Vec<usize>,
}

/// A way whose registers are found one after the other.
#[derive(Debug, Clone)]
pub struct Layout<'a> {
    puzzle: &'a Puzzle,
    way: &'a Way,
    found: Vec<Register>,
    /// For each orbit the slots of shared pieces.
    shared: Vec<Vec<usize>>,
}

impl<'a> Layout<'a> {
    /// Nothing is found yet.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, way: &'a Way) -> Self {
        Self { puzzle, way, found: Vec::new(), shared: vec![Vec::new(); puzzle.orbits.len()] }
    }

    /// Those that are found.
    #[must_use]
    pub fn registers(&self) -> &[Register] {
        &self.found
    }

    /// The slots of shared pieces; ascending.
    #[must_use]
    pub fn shared(&self) -> Vec<usize> {
        self.shared.concat()
    }

    /// What the next sequence must do: its cycles, and for each slot how its piece must stay. `None` when all
    /// are found.
    #[must_use]
    pub fn next(&self) -> Option<(Combination, Vec<Stay>)> {
        let (_, choice) = self.way.choices.get(self.found.len())?;
        let mut stay = vec![Stay::Free; self.puzzle.slots()];
        for register in &self.found {
            register.own.iter().for_each(|&slot| stay[slot] = Stay::Still);
        }
        for (orbit, shared) in self.shared.iter().enumerate() {
            shared.iter().for_each(|&slot| stay[slot] = Stay::Still);
            // What it turns is the first shared piece, or another one that becomes shared.
            if let (Some(&slot), true) = (shared.first(), choice.shared[orbit]) {
                let roomy = self.has_room_for_another(orbit);
                stay[slot] = if roomy { Stay::Seated } else { Stay::Turned };
            }
        }
        Some((choice.combination(), stay))
    }

    /// Whether one more piece of an orbit can be shared, and the registers that are to be found
    /// have room.
    fn has_room_for_another(&self, orbit: usize) -> bool {
        let slots = self.puzzle.orbits[orbit].slots();
        let taken = self.found.iter().flat_map(|register| &register.own);
        let taken = taken.filter(|slot| slots.contains(slot)).count() + self.shared[orbit].len();
        let left = self.way.choices.iter().skip(self.found.len());
        let needed: usize = left.map(|(_, choice)| choice.own[orbit].pieces()).sum();
        taken + needed < self.puzzle.orbits[orbit].pieces
    }

    /// Takes the effect of the sequence that was asked for by [`next`](Self::next), and gives the register its
    /// pieces.
    ///
    /// # Errors
    /// A sentence when the effect is another one.
    pub fn add(&mut self, effect: Effect) -> Result<(), String> {
        let asked = self.way.choices.get(self.found.len());
        let (number, choice) = asked.ok_or("there are no more registers")?;
        let moves = |&slot: &usize| usize::from(effect.from[slot]) != slot || effect.turn[slot] > 0;
        let mut own = Vec::new();
        let orbits = self.puzzle.orbits.iter().zip(&mut self.shared);
        for ((orbit, shared), &shares) in orbits.zip(&choice.shared) {
            let mut moved: Vec<usize> = orbit.slots().filter(moves).collect();
            let turned = |&slot: &usize| usize::from(effect.from[slot]) == slot;
            let before = moved.iter().position(|slot| shared.contains(slot));
            if let Some(at) = before {
                moved.remove(at);
            } else if shares {
                let at = moved.iter().rposition(turned).ok_or("no piece is only turned")?;
                shared.push(moved.remove(at));
            }
            own.append(&mut moved);
        }
        self.found.push(Register { number: *number, effect, own });
        Ok(())
    }
}
