//! Puzzles of any size, byte by byte.

use std::sync::Arc;

use super::Quest;
use crate::domains::twisty::effect::Effect;
use crate::domains::twisty::puzzle::MAX_SLOTS;
use crate::domains::twisty::quotient::Reading;
use crate::space::{MoveTable, Quotient, Seconds, Turning, members};

/// A position of `N` slots at most: where pieces come from, and how they are turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WidePosition<const N: usize> {
    from: [u8; N],
    turn: [u8; N],
}

/// A quest whose positions are [`WidePosition`]s.
#[derive(Debug)]
pub struct WideQuest<const N: usize> {
    quest: Quest,
    moves: Vec<WidePosition<N>>,
    inverses: Vec<WidePosition<N>>,
    turns: [u8; N],
    /// How many bytes of the identity a wanted position can have.
    sums: [bool; MAX_SLOTS + 1],
}

impl<const N: usize> WidePosition<N> {
    fn pack(effect: &Effect) -> Self {
        let mut packed = Self { from: [0; N], turn: [0; N] };
        for (slot, from) in packed.from.iter_mut().enumerate() {
            *from = slot as u8;
        }
        packed.from[..effect.from.len()].copy_from_slice(&effect.from);
        packed.turn[..effect.turn.len()].copy_from_slice(&effect.turn);
        packed
    }
}

impl<const N: usize> WideQuest<N> {
    /// A quest in wide form; `None` when the puzzle does not fit.
    #[must_use]
    pub fn new(quest: Quest) -> Option<Self> {
        let slots = quest.puzzle.slots();
        if slots > N {
            return None;
        }
        let orbits = &quest.puzzle.orbits;
        let moves = quest.effects.iter().map(WidePosition::pack).collect();
        let inverses = quest.effects.iter().map(|e| WidePosition::pack(&e.inverse(orbits)));
        let inverses = inverses.collect();
        let mut turns = [1; N];
        for orbit in orbits {
            turns[orbit.slots()].fill(orbit.turns);
        }
        let mut sums = [false; MAX_SLOTS + 1];
        for combination in &quest.target.combinations {
            let pieces = (orbits.iter().zip(combination))
                .map(|(orbit, wanted)| (orbit, wanted.as_ref().map(|w| orbit.pieces - w.pieces())));
            let least: usize = pieces.clone().map(|(_, stay)| stay.unwrap_or(0)).sum();
            let most: usize = pieces.map(|(orbit, stay)| stay.unwrap_or(orbit.pieces)).sum();
            sums[least..=most].fill(true);
        }
        Some(Self { quest, moves, inverses, turns, sums })
    }

    /// What is searched for.
    #[must_use]
    pub fn quest(&self) -> &Quest {
        &self.quest
    }

    fn unpack(&self, position: &WidePosition<N>) -> Effect {
        let slots = self.quest.puzzle.slots();
        Effect { from: position.from[..slots].to_vec(), turn: position.turn[..slots].to_vec() }
    }

    #[inline]
    fn compose(&self, a: &WidePosition<N>, b: &WidePosition<N>) -> WidePosition<N> {
        let mut result = *b;
        for slot in 0..N {
            let middle = usize::from(b.from[slot]) % N;
            result.from[slot] = a.from[middle];
            let sum = a.turn[middle] + b.turn[slot];
            result.turn[slot] = sum.min(sum.wrapping_sub(self.turns[slot]));
        }
        result
    }

    #[inline]
    fn is_wanted_after(&self, position: &WidePosition<N>, turn: usize) -> bool {
        // As with packed positions: a piece stays where the two agree.
        let inverse = &self.inverses[turn];
        let mut stay = 0;
        for slot in 0..N {
            let same = position.from[slot] == inverse.from[slot]
                && position.turn[slot] == inverse.turn[slot];
            stay += u16::from(same);
        }
        // Bytes beyond the last slot always agree.
        let stay = usize::from(stay) - (N - self.quest.puzzle.slots());
        self.sums[stay] && self.is_wanted(&self.compose(position, &self.moves[turn]))
    }
}

impl<const N: usize> Turning for WideQuest<N> {
    type Position = WidePosition<N>;

    fn moves(&self) -> &MoveTable {
        &self.quest.table
    }

    fn start(&self) -> WidePosition<N> {
        WidePosition::pack(&self.quest.start)
    }

    fn after(&self, position: &WidePosition<N>, turn: usize) -> WidePosition<N> {
        self.compose(position, &self.moves[turn])
    }

    fn is_wanted(&self, position: &WidePosition<N>) -> bool {
        self.quest.target.has(&self.quest.puzzle, &self.unpack(position))
    }

    fn wanted_after(&self, position: &WidePosition<N>, turns: u64) -> u64 {
        let wanted = |turn: &usize| self.is_wanted_after(position, *turn);
        members(turns).filter(wanted).fold(0, |set, turn| set | 1 << turn)
    }

    fn wanted_after_two(
        &self,
        position: &WidePosition<N>,
        first: u64,
        second: &Seconds<'_>,
        found: &mut dyn FnMut(usize, usize),
    ) -> u64 {
        let mut tested = 0;
        for turn in members(first) {
            let turns = second.after(turn);
            tested += u64::from(turns.count_ones());
            let after = self.after(position, turn);
            members(self.wanted_after(&after, turns)).for_each(|last| found(turn, last));
        }
        tested
    }

    fn quotients(&self) -> Vec<Vec<Arc<dyn Quotient<WidePosition<N>>>>> {
        self.quest.quotients(&Bytes)
    }

    fn is_cyclic(&self) -> bool {
        self.quest.is_cyclic()
    }

    fn symmetries(&self) -> &[Vec<usize>] {
        &self.quest.symmetric_moves
    }

    fn representative(
        &self,
        position: &WidePosition<N>,
        symmetries: bool,
        inverse: bool,
    ) -> WidePosition<N> {
        let effect = self.unpack(position);
        WidePosition::pack(&self.quest.representative(&effect, symmetries, inverse))
    }
}

/// Reads [`WidePosition`]s.
#[derive(Debug, Clone, Copy)]
struct Bytes;

impl<const N: usize> Reading<WidePosition<N>> for Bytes {
    fn piece(&self, position: &WidePosition<N>, slot: usize) -> (usize, usize) {
        (position.from[slot].into(), position.turn[slot].into())
    }
}
