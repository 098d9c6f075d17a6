//! Views of one orbit for pruning tables.

mod chosen;
mod completion;
mod rank;
mod reduced;
mod structures;
#[cfg(test)]
mod tests;
mod whole;

use std::fmt::Debug;

pub(super) use chosen::Chosen;
pub(super) use reduced::Reduced;
pub(super) use structures::Structures;
pub(super) use whole::Whole;

use super::cycles::Structure;
use super::puzzle::Orbit;
use super::quest::Quest;
use super::target::Stay;

/// Reads positions of one form.
pub(super) trait Reading<P>: Send + Sync + Debug {
    /// The slot that the piece in a slot comes from, and its turn.
    fn piece(&self, position: &P, slot: usize) -> (usize, usize);
}

/// The wanted cycles of an orbit, and its moves.
#[derive(Debug, Clone)]
pub(super) struct Part {
    orbit: Orbit,
    /// The structures that are wanted; ascending.
    wanted: Vec<Structure>,
    /// For each slot how its piece must stay.
    stay: Vec<Stay>,
    /// For each move where the piece of each slot comes from and how it is turned; slots are
    /// counted from the orbit's first.
    moves: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Part {
    /// The part of a quest that an orbit is; `None` when anything is wanted of it or no move moves it.
    pub(super) fn new(quest: &Quest, number: usize) -> Option<Self> {
        let orbit = quest.puzzle.orbits[number].clone();
        let combinations = quest.target.combinations.iter();
        let mut wanted: Vec<Structure> =
            combinations.map(|combination| combination[number].clone()).collect::<Option<_>>()?;
        wanted.sort();
        wanted.dedup();
        let first = orbit.first as u8;
        let moves: Vec<(Vec<u8>, Vec<u8>)> = (quest.effects.iter())
            .map(|effect| {
                let from = effect.from[orbit.slots()].iter().map(|from| from - first).collect();
                (from, effect.turn[orbit.slots()].to_vec())
            })
            .collect();
        let stay = quest.target.stay[orbit.slots()].to_vec();
        Some(Self { orbit, wanted, stay, moves })
    }

    fn pieces(&self) -> usize {
        self.orbit.pieces
    }

    fn turns(&self) -> usize {
        usize::from(self.orbit.turns)
    }

    /// What the classes are about, for [`Quotient::identity`](crate::space::Quotient::identity).
    fn identity(&self, kind: &str) -> String {
        let wanted: Vec<String> = self.wanted.iter().map(Structure::to_string).collect();
        // `3` is still, `3s` seated, `3t` turned.
        let stay = |(slot, stay): (usize, &Stay)| match stay {
            Stay::Free => None,
            Stay::Seated => Some(format!("{slot}s")),
            Stay::Turned => Some(format!("{slot}t")),
            Stay::Still => Some(slot.to_string()),
        };
        let still: Vec<String> = self.stay.iter().enumerate().filter_map(stay).collect();
        let moves: Vec<String> =
            self.moves.iter().map(|(from, turn)| format!("{from:?}{turn:?}")).collect();
        format!(
            "{kind} {} {}x{} wanted {} still {} moves {}",
            self.orbit.name,
            self.orbit.pieces,
            self.orbit.turns,
            wanted.join("|"),
            still.join(","),
            moves.join(" ")
        )
    }

    /// Whether no move changes the sum of the turns.
    fn keeps_sum(&self) -> bool {
        self.moves.iter().all(|(_, turn)| {
            turn.iter().map(|&turn| usize::from(turn)).sum::<usize>() % self.turns() == 0
        })
    }

    /// Whether an arrangement with these turns is wanted.
    fn is_wanted(&self, from: &[u8], turn: &[u8], scratch: &mut Vec<(u8, bool)>) -> bool {
        scratch.clear();
        let mut seen = 0_u64;
        for start in 0..from.len() {
            let (mut slot, mut length, mut sum) = (start, 0, 0);
            while seen >> slot & 1 == 0 {
                seen |= 1 << slot;
                length += 1;
                sum += usize::from(turn[slot]);
                slot = usize::from(from[slot]);
            }
            let turned = sum % self.turns() != 0;
            if length > 1 || turned {
                scratch.push((length, turned));
            }
        }
        scratch.sort_unstable();
        let stays =
            |slot: usize| self.stay[slot].allows(usize::from(from[slot]) == slot, turn[slot]);
        (0..from.len()).all(stays)
            && self.wanted.iter().any(|wanted| {
                wanted.0.len() == scratch.len()
                    && wanted.0.iter().zip(&*scratch).all(|(a, b)| (a.length, a.turned) == *b)
            })
    }
}
