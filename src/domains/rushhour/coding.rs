//! Keys: a state as the sum of one term a car.
//!
//! The cars of a lane, from its start on, have the offsets `e0 <= e1 <= ...`:
//! how many of the lane's free cells lie before each. `e0 + 0 < e1 + 1 < ...`
//! is a combination, and the combinatorial number system counts those:
//! its number is the sum of `C(e_i + i, i + 1)`. The numbers of all lanes make a
//! mixed-radix number. So each car adds a term that depends on its place alone,
//! and when a car moves the key changes by the difference of two terms: no other
//! part of the state is needed.

use super::lanes::{Binomials, Lane, Lanes};
use super::model::{Board, MAX_SIDE};
use crate::domains::Sum;
use crate::space::{BadKey, StateKey};

/// The tables of the keys of one board.
#[derive(Debug)]
pub(super) struct Coding<K> {
    pub(super) lanes: Lanes,
    /// By car and place: what it adds to the key.
    terms: Vec<K>,
    binomials: Binomials,
}

impl<K: Sum> Coding<K> {
    /// Builds the tables for a checked board; `None` when its keys do not fit.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let lanes = Lanes::new(board);
        if 64 * lanes.words() as u32 > K::BITS {
            return None;
        }
        let binomials = Binomials::new();
        let mut terms = vec![K::MIN; board.cars.len() * MAX_SIDE];
        for lane in &lanes.all {
            let mut least = lane.start;
            for (index, &car) in lane.cars.iter().enumerate() {
                for offset in 0..=lane.free {
                    let number = binomials.of(offset + index, index + 1);
                    terms[car * MAX_SIDE + least + offset] =
                        K::shifted(lane.weight * number, 64 * lane.word as u32);
                }
                least += board.cars[car].length;
            }
        }
        Some(Self { lanes, terms, binomials })
    }

    /// What a car adds to the key at a place.
    #[inline]
    pub(super) fn term(&self, car: usize, place: usize) -> K {
        self.terms[car * MAX_SIDE + place]
    }

    /// What a car adds to the key at each place.
    #[inline]
    pub(super) fn terms(&self, car: usize) -> &[K] {
        &self.terms[car * MAX_SIDE..(car + 1) * MAX_SIDE]
    }

    /// The key of cars at these places.
    pub(super) fn encode(&self, places: &[u8]) -> K {
        let terms = places.iter().enumerate().map(|(car, &at)| self.term(car, usize::from(at)));
        terms.fold(K::MIN, Sum::plus)
    }

    /// The places of all cars, each within its lane. Cars of different lanes
    /// may overlap: the caller looks.
    pub(super) fn decode(&self, board: &Board, key: &K) -> Result<Vec<u8>, BadKey> {
        check_words(&self.lanes, key)?;
        let mut places = vec![0; board.cars.len()];
        for lane in &self.lanes.all {
            let number = word(key, lane.word) / lane.weight % lane.arrangements;
            self.arrange(board, lane, number, |_, car, place| places[car] = place as u8);
        }
        Ok(places)
    }

    /// Calls `put` with the cars of a lane in an arrangement: the number of the
    /// car within the lane, the car, its place.
    pub(super) fn arrange(
        &self,
        board: &Board,
        lane: &Lane,
        number: u64,
        mut put: impl FnMut(usize, usize, usize),
    ) {
        let mut rest = number;
        let mut choice = lane.free + lane.cars.len();
        let mut end = lane.start + lane.free;
        end += lane.cars.iter().map(|&car| board.cars[car].length).sum::<usize>();
        for (index, &car) in lane.cars.iter().enumerate().rev() {
            // The greatest number whose binomial the rest still holds.
            loop {
                choice -= 1;
                if self.binomials.of(choice, index + 1) <= rest {
                    break;
                }
            }
            rest -= self.binomials.of(choice, index + 1);
            end -= board.cars[car].length;
            put(index, car, end - lane.free + choice - index);
        }
    }
}

/// Refuses keys that are beyond the greatest arrangements of their words.
#[inline]
pub(super) fn check_words<K: StateKey>(lanes: &Lanes, key: &K) -> Result<(), BadKey> {
    let words = (K::BITS / 64) as usize;
    let fits = |at: usize| word(key, at) <= lanes.greatest.get(at).copied().unwrap_or(0);
    if (0..words).all(fits) {
        Ok(())
    } else {
        Err(BadKey::new(*key, "no car can stand so far along its lane"))
    }
}

/// 64 bits of a key, counted from its lowest word.
#[inline]
pub(super) fn word<K: StateKey>(key: &K, at: usize) -> u64 {
    let shift = 64 * at as u32;
    (0..4).fold(0, |word, part| word | (key.digit(shift + 16 * part, 16) as u64) << (16 * part))
}
