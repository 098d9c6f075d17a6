//! The states of a puzzle as numbers.
//!
//! The moves of a search join slots into *parts* that exchange pieces: the orbits of the
//! puzzle, or smaller ones where only some turns are used. The key of a state is a number
//! in mixed radix: for each part which pieces are where, then how they are turned. Pieces
//! that look alike are not told apart, and a turn that does not matter has no digit.

mod invariants;
mod part;
mod radix;
#[cfg(test)]
mod tests;

use invariants::Invariants;
use part::Kind;
pub(super) use part::Part;
pub use radix::Radix;

use super::effect::Effect;
use super::puzzle::Puzzle;
use crate::space::BadKey;

/// The numbering of the states that some moves can reach from a start.
#[derive(Debug, Clone)]
pub struct Coding {
    /// For each piece its look: pieces of one look are interchangeable.
    looks: Vec<u8>,
    /// The pieces of each look, ascending.
    pieces: Vec<Vec<u8>>,
    /// For each look whether the turn of such a piece does not matter.
    any_turn: Vec<bool>,
    /// The parts, in the order of their first slots.
    pub(super) parts: Vec<Part>,
    /// For each look its class within the part that has such pieces.
    classes: Vec<Vec<u8>>,
    /// For each part the look of each class.
    part_looks: Vec<Vec<u8>>,
    /// The radices of the digits of a key, the most significant first.
    radices: Vec<u64>,
    /// Where the search starts: what it says of slots in no part stays so.
    start: Effect,
    invariants: Invariants,
    orbits: Vec<super::Orbit>,
}

impl Coding {
    /// The numbering of what `moves` reach from `start`, a position of the puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle, moves: &[Effect], start: &Effect) -> Self {
        let (looks, pieces) = looks(puzzle);
        let any_turn: Vec<bool> =
            pieces.iter().map(|alike| puzzle.any_turn[usize::from(alike[0])]).collect();
        let look_at = |slot: usize| looks[usize::from(start.from[slot])];
        let (mut parts, mut classes, mut part_looks) = (Vec::new(), Vec::new(), Vec::new());
        for (orbit, slots) in joined_slots(puzzle, moves) {
            let turns = puzzle.orbits[orbit].turns;
            let mut present: Vec<u8> = slots.iter().map(|&slot| look_at(slot)).collect();
            present.sort_unstable();
            present.dedup();
            let count = |look: &u8| slots.iter().filter(|&&slot| look_at(slot) == *look).count();
            let counts: Vec<u8> = present.iter().map(|look| count(look) as u8).collect();
            let turning: Vec<bool> =
                present.iter().map(|&look| turns > 1 && !any_turn[usize::from(look)]).collect();
            let mut of_look = vec![0; pieces.len()];
            for (class, &look) in (0..).zip(&present) {
                of_look[usize::from(look)] = class;
            }
            let all_differ = slots.len() > 1 && counts.iter().all(|&count| count == 1);
            let even = moves.iter().all(|effect| !is_odd(effect, &slots));
            let kept = moves.iter().all(|effect| turn_sum(effect, &slots, turns) == 0);
            parts.push(Part::new(Kind {
                orbit,
                odd: (all_differ && even).then(|| {
                    let order: Vec<u8> =
                        slots.iter().map(|&slot| of_look[usize::from(look_at(slot))]).collect();
                    is_odd_order(&order)
                }),
                sum: (kept && turning.iter().all(|&turning| turning))
                    .then(|| turn_sum(start, &slots, turns)),
                slots,
                turns,
                counts,
                turning,
            }));
            classes.push(of_look);
            part_looks.push(present);
        }
        let mut radices = Vec::new();
        parts.iter().for_each(|part| part.radices(&mut radices));
        let invariants = Invariants::new(&parts, moves);
        Self {
            looks,
            pieces,
            any_turn,
            parts,
            classes,
            part_looks,
            radices,
            start: start.clone(),
            invariants,
            orbits: puzzle.orbits.clone(),
        }
    }

    /// Whether all keys fit in `K`.
    #[must_use]
    pub fn fits<K: Radix>(&self) -> bool {
        let largest = |key: K, &radix: &u64| key.checked_push(radix, radix - 1);
        self.radices.iter().try_fold(K::MIN, largest).is_some()
    }

    /// How many keys there are, if less than 2^128.
    #[must_use]
    pub fn keys(&self) -> Option<u128> {
        self.radices.iter().try_fold(1_u128, |keys, &radix| keys.checked_mul(radix.into()))
    }

    /// The key of a position that passed [`Self::check`].
    #[must_use]
    pub fn encode<K: Radix>(&self, state: &Effect) -> K {
        let mut key = K::MIN;
        let mut radices = self.radices.iter();
        let (mut classes, mut turns) = (Vec::new(), Vec::new());
        for (at, part) in self.parts.iter().enumerate() {
            self.look_up(at, state, &mut classes, &mut turns);
            part.write(&classes, &turns, |digit| {
                key = key.push(radices.next().copied().unwrap_or(1), digit);
            });
        }
        key
    }

    /// The position of a key: of all that have it the one with the smallest pieces in the
    /// first slots, and unturned where the turn does not matter.
    ///
    /// # Errors
    /// [`BadKey`] when [`Self::encode`] gives no such key.
    pub fn decode<K: Radix>(&self, key: &K) -> Result<Effect, BadKey> {
        let mut digits = Vec::new();
        self.digits(key, &mut digits)?;
        let mut digits = digits.into_iter();
        let mut looks: Vec<u8> = self.look_of_slots(&self.start);
        let mut turn = self.start.turn.clone();
        let (mut classes, mut turns) = (Vec::new(), Vec::new());
        for (part, of_class) in self.parts.iter().zip(&self.part_looks) {
            part.read(&mut digits, &mut classes, &mut turns)
                .map_err(|why| BadKey::new(*key, why))?;
            for ((&slot, &class), &turned) in part.slots.iter().zip(&classes).zip(&turns) {
                looks[slot] = of_class[usize::from(class)];
                turn[slot] = turned;
            }
        }
        Ok(self.settle(&looks, turn))
    }

    /// Fills `out` with the digits of a key.
    pub(super) fn digits<K: Radix>(&self, key: &K, out: &mut Vec<u64>) -> Result<(), BadKey> {
        out.clear();
        let mut rest = *key;
        for &radix in self.radices.iter().rev() {
            let (above, digit) = rest.pop(radix);
            rest = above;
            out.push(digit);
        }
        if rest != K::MIN {
            return Err(BadKey::new(*key, "it is beyond the last one"));
        }
        out.reverse();
        Ok(())
    }

    /// The radices of the digits of a key, the most significant first.
    pub(super) fn radices(&self) -> &[u64] {
        &self.radices
    }

    /// The position that stands for all that look like this one.
    #[must_use]
    pub fn canonical(&self, state: &Effect) -> Effect {
        self.settle(&self.look_of_slots(state), state.turn.clone())
    }

    /// Whether the moves might lead from the start to a position; never denied because of
    /// pieces that look alike or whose turn does not matter.
    ///
    /// # Errors
    /// What keeps the moves from getting there, as a sentence.
    pub fn check(&self, state: &Effect) -> Result<(), String> {
        self.check_form(state)?;
        let (looks, wanted) = (self.look_of_slots(state), self.look_of_slots(&self.start));
        let mut moved = vec![false; looks.len()];
        for part in &self.parts {
            part.slots.iter().for_each(|&slot| moved[slot] = true);
        }
        for orbit in &self.orbits {
            let turned = |slot: usize| {
                !self.any_turn[usize::from(looks[slot])]
                    && state.turn[slot] != self.start.turn[slot]
            };
            let differs =
                |slot: &usize| !moved[*slot] && (looks[*slot] != wanted[*slot] || turned(*slot));
            if let Some(slot) = orbit.slots().find(differs) {
                let at = slot - orbit.first + 1;
                return Err(format!("no move brings another piece to slot {at} of {}", orbit.name));
            }
        }
        for part in &self.parts {
            let sorted = |looks: &[u8]| {
                let mut there: Vec<u8> = part.slots.iter().map(|&slot| looks[slot]).collect();
                there.sort_unstable();
                there
            };
            if sorted(&looks) != sorted(&wanted) {
                let orbit = &self.orbits[part.orbit];
                let slots: Vec<String> =
                    part.slots.iter().map(|slot| (slot - orbit.first + 1).to_string()).collect();
                let slots = slots.join(" ");
                let name = &orbit.name;
                return Err(format!("no move brings other pieces to slots {slots} of {name}"));
            }
        }
        let order = |at: usize, of: &Effect| {
            let (mut classes, mut turns) = (Vec::new(), Vec::new());
            self.look_up(at, of, &mut classes, &mut turns);
            classes
        };
        self.invariants.check(&self.parts, &self.orbits, |at, part| {
            let odd = is_odd_order(&order(at, state)) != is_odd_order(&order(at, &self.start));
            let sum = turn_sum(state, &part.slots, part.turns) + part.turns
                - turn_sum(&self.start, &part.slots, part.turns);
            (odd, sum % part.turns)
        })
    }

    /// Whether an effect moves every piece within its orbit.
    fn check_form(&self, state: &Effect) -> Result<(), String> {
        let slots = self.looks.len();
        if state.from.len() != slots || state.turn.len() != slots {
            return Err(format!("{} slots where the puzzle has {slots}", state.from.len()));
        }
        for orbit in &self.orbits {
            let mut seen = vec![false; orbit.pieces];
            for slot in orbit.slots() {
                let at = slot - orbit.first + 1;
                let piece = usize::from(state.from[slot]).checked_sub(orbit.first);
                match piece.and_then(|piece| seen.get_mut(piece)) {
                    Some(seen) if !*seen => *seen = true,
                    _ => {
                        let name = &orbit.name;
                        return Err(format!(
                            "the piece in slot {at} of {name} is there twice or of another orbit"
                        ));
                    }
                }
                if state.turn[slot] >= orbit.turns {
                    let (name, turns) = (&orbit.name, orbit.turns);
                    return Err(format!(
                        "the piece in slot {at} of {name} has {turns} turns, from 0"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The classes and turns of a state in the slots of a part.
    pub(super) fn look_up(
        &self,
        part: usize,
        state: &Effect,
        classes: &mut Vec<u8>,
        turns: &mut Vec<u8>,
    ) {
        let (slots, of_look) = (&self.parts[part].slots, &self.classes[part]);
        let class = |&slot: &usize| of_look[usize::from(self.looks[usize::from(state.from[slot])])];
        classes.clear();
        classes.extend(slots.iter().map(class));
        turns.clear();
        turns.extend(slots.iter().map(|&slot| state.turn[slot]));
    }

    fn look_of_slots(&self, state: &Effect) -> Vec<u8> {
        state.from.iter().map(|&piece| self.looks[usize::from(piece)]).collect()
    }

    /// The smallest pieces that look so.
    fn settle(&self, looks: &[u8], mut turn: Vec<u8>) -> Effect {
        let mut used = vec![0; self.pieces.len()];
        let from = (looks.iter().enumerate())
            .map(|(slot, &look)| {
                let look = usize::from(look);
                if self.any_turn[look] {
                    turn[slot] = 0;
                }
                used[look] += 1;
                self.pieces[look].get(used[look] - 1).copied().unwrap_or_default()
            })
            .collect();
        Effect { from, turn }
    }
}

/// The look of each piece, and the pieces of each look: those of one orbit with equal
/// labels of which it equally matters how they are turned.
fn looks(puzzle: &Puzzle) -> (Vec<u8>, Vec<Vec<u8>>) {
    let (mut looks, mut pieces): (Vec<u8>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    for orbit in &puzzle.orbits {
        let first = pieces.len();
        for piece in orbit.slots() {
            let like = |other: &Vec<u8>| {
                let other = usize::from(other[0]);
                puzzle.labels[other] == puzzle.labels[piece]
                    && puzzle.any_turn[other] == puzzle.any_turn[piece]
            };
            let look = first + pieces[first..].iter().take_while(|other| !like(other)).count();
            if look == pieces.len() {
                pieces.push(Vec::new());
            }
            pieces[look].push(piece as u8);
            looks.push(look as u8);
        }
    }
    (looks, pieces)
}

/// The sets of slots, with their orbits, between which the moves carry pieces, and single
/// ones in which they turn one. Ascending.
fn joined_slots(puzzle: &Puzzle, moves: &[Effect]) -> Vec<(usize, Vec<usize>)> {
    let mut found = Vec::new();
    for (number, orbit) in puzzle.orbits.iter().enumerate() {
        let mut done = vec![false; orbit.pieces];
        for start in orbit.slots() {
            if done[start - orbit.first] {
                continue;
            }
            done[start - orbit.first] = true;
            let (mut slots, mut at) = (vec![start], 0);
            // Moves have finite orders: going where pieces come from finds all slots.
            while let Some(&slot) = slots.get(at) {
                at += 1;
                for effect in moves {
                    let from = usize::from(effect.from[slot]);
                    if !std::mem::replace(&mut done[from - orbit.first], true) {
                        slots.push(from);
                    }
                }
            }
            slots.sort_unstable();
            let turned = moves.iter().any(|effect| effect.turn[start] != 0);
            if slots.len() > 1 || turned {
                found.push((number, slots));
            }
        }
    }
    found
}

/// Whether an effect permutes some slots in an odd way.
fn is_odd(effect: &Effect, slots: &[usize]) -> bool {
    let order: Vec<u8> = slots.iter().map(|&slot| effect.from[slot]).collect();
    is_odd_order(&order)
}

/// Whether a sequence has an odd number of pairs in the wrong order.
fn is_odd_order(order: &[u8]) -> bool {
    let wrong = |at: usize| order[..at].iter().filter(|before| **before > order[at]).count();
    (0..order.len()).map(wrong).sum::<usize>() % 2 == 1
}

/// The sum of the turns in some slots.
fn turn_sum(effect: &Effect, slots: &[usize], turns: u8) -> u8 {
    slots.iter().fold(0, |sum, &slot| (sum + effect.turn[slot]) % turns)
}
