//! Canonical sequences: of all move sequences that differ only in the order of commuting
//! moves, or in how a turn is put together from moves, one.
//!
//! A sequence is canonical when it is the least one, class by class, that exchanging neighbours
//! which commute can give (the *lexicographic normal form* of a trace; A. V. Anisimov and
//! D. E. Knuth, "Inhomogeneous sorting", 1979), and when successive moves of one class are the
//! chosen way to their product. Whether a move may follow depends on little, so a finite
//! machine tells: its state is the set of classes that must not come next, and how far the
//! last class is turned.

use std::collections::HashMap;

use crate::space::{MoveTable, members};

/// More states than this are not built: then the machine remembers the last class only, which
/// lets some sequences through that are not canonical, and stops none that is.
const MAX_STATES: usize = 4096;

/// The machine. State 0 is that of the empty sequence.
#[derive(Debug, Clone)]
pub struct Canonical {
    allowed: Vec<u64>,
    next: Vec<u16>,
    moves: usize,
    /// For each class and power the move that ends the chosen way to it, and the power before.
    ways: Vec<Vec<Option<(u32, usize)>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    /// Classes that must not come next.
    forbidden: u64,
    /// The class of the last move, and how far it was turned by the last moves.
    last: Option<(usize, u32)>,
}

impl Canonical {
    /// The machine for these moves.
    #[must_use]
    pub fn new(moves: &MoveTable) -> Self {
        Self::build(moves, true)
            .or_else(|| Self::build(moves, false))
            .unwrap_or_else(|| Self::free(moves))
    }

    /// A machine that lets everything follow.
    #[must_use]
    pub fn free(moves: &MoveTable) -> Self {
        let all = u64::MAX >> (64 - moves.len());
        Self {
            allowed: vec![all],
            next: vec![0; moves.len()],
            moves: moves.len(),
            ways: ways(moves),
        }
    }

    fn build(moves: &MoveTable, remember: bool) -> Option<Self> {
        let start = State { forbidden: 0, last: None };
        let ways = ways(moves);
        let mut numbers = HashMap::from([(start, 0_u16)]);
        let mut states = vec![start];
        let (mut allowed, mut next) = (Vec::new(), Vec::new());
        while let Some(&state) = states.get(allowed.len()) {
            let mut set = 0;
            for (number, turn) in moves.turns().iter().enumerate() {
                let power = match state.last {
                    Some((last, power)) if last == turn.class => power,
                    _ => 0,
                };
                let after = (power + turn.power) % moves.order(turn.class);
                let is_way = ways[turn.class][after as usize] == Some((power, number));
                let again = state.last.is_some_and(|(last, _)| last == turn.class);
                if !is_way || (!again && state.forbidden >> turn.class & 1 == 1) {
                    next.push(0);
                    continue;
                }
                set |= 1 << number;
                let commuting = moves.commuting(turn.class);
                let lesser = (1_u64 << turn.class) - 1;
                let kept = if remember { state.forbidden } else { 0 };
                let forbidden = match again {
                    true => state.forbidden,
                    false => commuting & (kept | lesser) | 1 << turn.class,
                };
                let state = State { forbidden, last: Some((turn.class, after)) };
                let fresh = states.len();
                let number = *numbers.entry(state).or_insert_with(|| {
                    states.push(state);
                    fresh as u16
                });
                next.push(number);
            }
            if states.len() > MAX_STATES {
                return None;
            }
            allowed.push(set);
        }
        Some(Self { allowed, next, moves: moves.len(), ways })
    }

    /// The moves that may follow in a state.
    #[inline]
    #[must_use]
    pub fn allowed(&self, state: u16) -> u64 {
        self.allowed[usize::from(state)]
    }

    /// The sets of [`Self::allowed`] of all states.
    #[must_use]
    pub fn sets(&self) -> &[u64] {
        &self.allowed
    }

    /// The states after each move; of a move that is not allowed any.
    #[inline]
    #[must_use]
    pub fn successors(&self, state: u16) -> &[u16] {
        &self.next[usize::from(state) * self.moves..][..self.moves]
    }

    /// How many states it has.
    #[must_use]
    pub fn states(&self) -> usize {
        self.allowed.len()
    }

    /// How many canonical sequences of each length there are, from 0 to `length`.
    #[must_use]
    pub fn counts(&self, length: usize) -> Vec<u128> {
        let mut at = vec![0; self.states()];
        at[0] = 1;
        let mut counts = vec![1];
        for _ in 0..length {
            let mut after = vec![0; self.states()];
            for (state, &count) in at.iter().enumerate() {
                for turn in members(self.allowed[state]) {
                    after[usize::from(self.next[state * self.moves + turn])] += count;
                }
            }
            counts.push(after.iter().sum());
            at = after;
        }
        counts
    }

    /// The canonical form of a sequence without two moves of a class that could be one.
    #[must_use]
    pub fn form(&self, moves: &MoveTable, sequence: &[u8]) -> Vec<u8> {
        let mut rest: Vec<(usize, u32)> = Vec::with_capacity(sequence.len());
        // Moves of one class that nothing keeps apart become one turn.
        for &turn in sequence {
            let turn = &moves.turns()[usize::from(turn)];
            let commuting = moves.commuting(turn.class);
            let reach =
                |&&(class, _): &&(usize, u32)| class != turn.class && commuting >> class & 1 == 1;
            let apart = rest.iter().rev().take_while(reach).count();
            match rest.len().checked_sub(apart + 1).map(|at| &mut rest[at]) {
                Some((class, power)) if *class == turn.class => {
                    *power = (*power + turn.power) % moves.order(turn.class);
                }
                _ => rest.push((turn.class, turn.power)),
            }
        }
        let mut form = Vec::with_capacity(sequence.len());
        while !rest.is_empty() {
            // The least class that can come to the front.
            let (mut best, mut passed) = (0, 0_u64);
            for (at, &(class, _)) in rest.iter().enumerate() {
                let free = passed & !moves.commuting(class) == 0;
                if free && class < rest[best].0 {
                    best = at;
                }
                passed |= 1 << class;
            }
            let (class, power) = rest.remove(best);
            let from = form.len();
            let mut power = power;
            while let Some((before, turn)) = self.ways[class][power as usize] {
                form.insert(from, turn as u8);
                power = before;
            }
        }
        form
    }
}

/// For each class and power the chosen shortest way: the power before and the last move.
fn ways(moves: &MoveTable) -> Vec<Vec<Option<(u32, usize)>>> {
    (0..moves.classes())
        .map(|class| {
            let order = moves.order(class);
            let mut ways = vec![None; order as usize];
            let mut found = vec![0];
            let mut at = 0;
            while let Some(&power) = found.get(at) {
                at += 1;
                for (number, turn) in moves.turns().iter().enumerate() {
                    let after = (power + turn.power) % order;
                    if turn.class == class && after != 0 && ways[after as usize].is_none() {
                        ways[after as usize] = Some((power, number));
                        found.push(after);
                    }
                }
            }
            ways
        })
        .collect()
}
