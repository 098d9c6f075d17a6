//! What a sequence of moves does to the pieces.

use super::puzzle::Orbit;

/// For each slot from which slot its piece comes, and how far the piece is turned on
/// the way. A position is the effect of any sequence that leads to it from the
/// solved one.
///
/// Slots are numbered through all orbits; a piece never leaves its orbit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Effect {
    /// The slot that the piece now here was in.
    pub from: Vec<u8>,
    /// By how much it was turned, less than the orbit's number of turns.
    pub turn: Vec<u8>,
}

impl Effect {
    /// Nothing moves.
    #[must_use]
    pub fn identity(slots: usize) -> Self {
        Self { from: (0..slots).map(|slot| slot as u8).collect(), turn: vec![0; slots] }
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.turn.iter().all(|&turn| turn == 0)
            && self.from.iter().enumerate().all(|(slot, &from)| slot == usize::from(from))
    }

    /// First this, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self, orbits: &[Orbit]) -> Self {
        let mut result = next.clone();
        for orbit in orbits {
            for slot in orbit.slots() {
                let middle = usize::from(next.from[slot]);
                result.from[slot] = self.from[middle];
                result.turn[slot] = (self.turn[middle] + next.turn[slot]) % orbit.turns;
            }
        }
        result
    }

    /// What takes it back.
    #[must_use]
    pub fn inverse(&self, orbits: &[Orbit]) -> Self {
        let mut result = self.clone();
        for orbit in orbits {
            for slot in orbit.slots() {
                let from = usize::from(self.from[slot]);
                result.from[from] = slot as u8;
                result.turn[from] = (orbit.turns - self.turn[slot]) % orbit.turns;
            }
        }
        result
    }

    /// Done so many times.
    #[must_use]
    pub fn power(&self, times: u64, orbits: &[Orbit]) -> Self {
        let (mut result, mut square, mut left) =
            (Self::identity(self.from.len()), self.clone(), times);
        while left > 0 {
            if left & 1 == 1 {
                result = result.then(&square, orbits);
            }
            square = square.then(&square, orbits);
            left >>= 1;
        }
        result
    }
}
