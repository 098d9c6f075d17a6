//! Taking keys apart quickly: tables from a part of the key to the cells that
//! the cars of some lanes cover.

use super::coding::{Coding, check_words, word};
use super::lanes::Lane;
use super::model::{Board, MAX_SIDE};
use super::planes::{MAX_PLANES, Planes};
use super::space::RushHour;
use crate::domains::Sum;
use crate::space::BadKey;

/// The most entries of one table of `words` words a board. Small boards are
/// often solved in less time than large tables take to build; on large ones
/// fewer look-ups count for more.
const fn max_entries(words: usize) -> u64 {
    if words > 2 { 1 << 12 } else { 1 << 8 }
}

/// The most cars of one table: their places fill a word.
const MAX_CARS: usize = 8;

/// Room for the places of all cars that a board can have, and for writing them
/// a table at a time.
pub(super) const PLACES: usize = MAX_SIDE * MAX_SIDE / 2 + MAX_CARS;

/// A place that no car has.
const NOWHERE: u64 = u64::MAX;

const OVERLAP: &str = "two cars overlap";

/// What one part of a key says: where the cars of its lanes stand.
#[derive(Debug, Clone, Copy)]
struct Entry<const N: usize> {
    /// A byte for each car; [`NOWHERE`] when the cars overlap.
    places: u64,
    /// The cells that they cover.
    covered: [u64; N],
}

/// Lanes that share a table.
#[derive(Debug)]
struct Group<const N: usize> {
    word: usize,
    radix: u64,
    /// `2^64 / radix`, rounded down.
    reciprocal: u64,
    /// The first of its cars among the movable ones.
    first: usize,
    entries: Vec<Entry<N>>,
}

/// Tables for boards of at most `N` words.
#[derive(Debug)]
pub(super) struct Tables<const N: usize> {
    groups: Vec<Group<N>>,
    /// Walls, and the cars that can never move.
    fixed: [u64; N],
}

impl<const N: usize> Tables<N> {
    /// Builds the tables; `None` when the board has too many words, or a lane
    /// too many cars or arrangements.
    pub(super) fn new<K: Sum>(board: &Board, planes: Planes, coding: &Coding<K>) -> Option<Self> {
        let fits = |lane: &Lane| lane.arrangements <= max_entries(N) && lane.cars.len() <= MAX_CARS;
        if planes.count > N || !coding.lanes.movable().all(fits) {
            return None;
        }
        let mut fixed = [0; N];
        take_fixed(board, planes, coding, &mut fixed);
        let mut groups: Vec<Group<N>> = Vec::new();
        let mut lanes: Vec<&Lane> = Vec::new();
        let (mut radix, mut first) = (1, 0);
        for lane in coding.lanes.movable() {
            let cars: usize = lanes.iter().map(|lane| lane.cars.len()).sum();
            let joins = lanes.last().is_some_and(|last| last.word == lane.word)
                && radix * lane.arrangements <= max_entries(N)
                && cars + lane.cars.len() <= MAX_CARS;
            if !joins && !lanes.is_empty() {
                groups.push(group(board, planes, coding, &lanes, &fixed, first));
                first += cars;
                lanes.clear();
                radix = 1;
            }
            lanes.push(lane);
            radix *= lane.arrangements;
        }
        if !lanes.is_empty() {
            groups.push(group(board, planes, coding, &lanes, &fixed, first));
        }
        Some(Self { groups, fixed })
    }

    /// The taken cells of a state; its movable cars' places go to `places`.
    #[inline]
    pub(super) fn decode<K: Sum>(
        &self,
        coding: &Coding<K>,
        key: &K,
        places: &mut [u8; PLACES],
    ) -> Result<[u64; N], BadKey> {
        let mut taken = self.fixed;
        let mut overlap = 0;
        let (mut rest, mut at) = (word(key, 0), 0);
        for group in &self.groups {
            if group.word != at {
                at = group.word;
                rest = word(key, at);
            }
            // At most one too small, because the reciprocal is rounded down.
            let mut quotient = ((u128::from(rest) * u128::from(group.reciprocal)) >> 64) as u64;
            let mut digit = rest - quotient * group.radix;
            if digit >= group.radix {
                quotient += 1;
                digit -= group.radix;
            }
            rest = quotient;
            let entry = &group.entries[digit as usize];
            places[group.first..group.first + MAX_CARS]
                .copy_from_slice(&entry.places.to_le_bytes());
            overlap |= u64::from(entry.places == NOWHERE);
            for (taken, covered) in taken.iter_mut().zip(entry.covered) {
                overlap |= *taken & covered;
                *taken |= covered;
            }
        }
        check_words(&coding.lanes, key)?;
        if overlap == 0 { Ok(taken) } else { Err(BadKey::new(*key, OVERLAP)) }
    }
}

fn group<const N: usize, K: Sum>(
    board: &Board,
    planes: Planes,
    coding: &Coding<K>,
    lanes: &[&Lane],
    fixed: &[u64; N],
    first: usize,
) -> Group<N> {
    let radix: u64 = lanes.iter().map(|lane| lane.arrangements).product();
    let entry = |digit: u64| {
        let (mut covered, mut places, mut count) = (*fixed, 0, 0);
        let mut free = true;
        let mut rest = digit;
        for lane in lanes {
            coding.arrange(board, lane, rest % lane.arrangements, |index, car, place| {
                free &= planes.take_car(&mut covered, &board.cars[car], place);
                places |= (place as u64) << (8 * (count + index));
            });
            count += lane.cars.len();
            rest /= lane.arrangements;
        }
        for (covered, fixed) in covered.iter_mut().zip(fixed) {
            *covered &= !fixed;
        }
        Entry { places: if free { places } else { NOWHERE }, covered }
    };
    Group {
        word: lanes.first().map_or(0, |lane| lane.word),
        radix,
        reciprocal: ((1_u128 << 64) / u128::from(radix)) as u64,
        first,
        entries: (0..radix).map(entry).collect(),
    }
}

/// Takes the walls and the cars that can never move.
pub(super) fn take_fixed<K: Sum>(
    board: &Board,
    planes: Planes,
    coding: &Coding<K>,
    taken: &mut [u64],
) {
    for &wall in &board.walls {
        planes.take(taken, wall / board.width, wall % board.width);
    }
    for lane in coding.lanes.all.iter().filter(|lane| lane.arrangements == 1) {
        for car in lane.cars.iter().map(|&car| &board.cars[car]) {
            planes.take_car(taken, car, car.start);
        }
    }
}

/// What [`Tables::decode`] does, car by car: for boards without tables.
pub(super) fn decode_by_cars<K: Sum>(
    space: &RushHour<K>,
    fixed: &[u64; MAX_PLANES],
    key: &K,
    places: &mut [u8; PLACES],
) -> Result<[u64; MAX_PLANES], BadKey> {
    let (board, planes, coding) = (&space.board, space.planes, &space.coding);
    check_words(&coding.lanes, key)?;
    let mut taken = *fixed;
    let (mut first, mut free) = (0, true);
    for lane in coding.lanes.movable() {
        let number = word(key, lane.word) / lane.weight % lane.arrangements;
        coding.arrange(board, lane, number, |index, car, place| {
            free &= planes.take_car(&mut taken, &board.cars[car], place);
            places[first + index] = place as u8;
        });
        first += lane.cars.len();
    }
    if free { Ok(taken) } else { Err(BadKey::new(*key, OVERLAP)) }
}
