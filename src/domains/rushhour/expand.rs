//! Moving cars on boards taken from keys: the hot loop.

use super::coding::Coding;
use super::lanes::Lanes;
use super::model::{Board, Metric, Side};
use super::planes::{MAX_PLANES, Planes};
use super::space::RushHour;
use super::tables::{PLACES, Tables, decode_by_cars, take_fixed};
use crate::domains::Sum;
use crate::space::{BadKey, Expander};

/// How the keys of a board are taken apart.
#[derive(Debug)]
enum Way {
    /// Up to 64 cells.
    Small(Tables<2>),
    /// Such as 9x9.
    Medium(Tables<4>),
    /// Such as 12x12 and 16x16.
    Large(Tables<8>),
    /// Car by car; with the cells that are always taken.
    ByCars(Box<[u64; MAX_PLANES]>),
}

/// A car that can move, and where the cells of its line are.
#[derive(Debug, Clone, Copy)]
struct Mover {
    car: usize,
    word: usize,
    /// The bit of the first cell of the line.
    base: usize,
    /// The cells of the line.
    size: usize,
    length: usize,
}

/// What all expanders of a space share.
#[derive(Debug)]
pub(super) struct Machine {
    way: Way,
    /// In the order of the lanes.
    movers: Vec<Mover>,
    /// The primary car among the movers; `None` when it cannot move.
    primary: Option<usize>,
    /// Where the primary car must stand.
    exit: u8,
    /// Whether the primary car, which cannot move, stands there.
    always: bool,
}

/// Where the primary car of a board touches the exit edge.
pub(super) fn exit_place(board: &Board) -> u8 {
    let primary = &board.cars[board.primary];
    match board.exit {
        Side::Left => 0,
        Side::Right => (board.width - primary.length) as u8,
    }
}

impl Machine {
    pub(super) fn new<K: Sum>(board: &Board, coding: &Coding<K>) -> Self {
        let planes = Planes::new(board);
        let way = if let Some(tables) = Tables::new(board, planes, coding) {
            Way::Small(tables)
        } else if let Some(tables) = Tables::new(board, planes, coding) {
            Way::Medium(tables)
        } else if let Some(tables) = Tables::new(board, planes, coding) {
            Way::Large(tables)
        } else {
            let mut fixed = Box::new([0; MAX_PLANES]);
            take_fixed(board, planes, coding, fixed.as_mut());
            Way::ByCars(fixed)
        };
        let movers = movers(board, planes, &coding.lanes);
        let primary = movers.iter().position(|mover| mover.car == board.primary);
        let exit = exit_place(board);
        let always = primary.is_none() && board.cars[board.primary].start == usize::from(exit);
        Self { way, movers, primary, exit, always }
    }

    /// Whether the primary car stands at the exit.
    #[inline]
    fn is_goal(&self, places: &[u8]) -> bool {
        self.primary.map_or(self.always, |primary| places[primary] == self.exit)
    }
}

fn movers(board: &Board, planes: Planes, lanes: &Lanes) -> Vec<Mover> {
    let mover = |&car: &usize| {
        let description = &board.cars[car];
        let (word, base) = planes.line(description.horizontal, description.line);
        let size = if description.horizontal { board.width } else { board.height };
        Mover { car, word, base, size, length: description.length }
    };
    lanes.movable().flat_map(|lane| lane.cars.iter().map(mover)).collect()
}

/// Expands keys by looking for the free cells before and behind each car.
#[derive(Debug)]
pub struct RushHourExpander {
    /// The places of the movers of the state in hand, with room for whole words.
    places: Box<[u8; PLACES]>,
}

impl RushHourExpander {
    pub(super) fn new() -> Self {
        Self { places: Box::new([0; PLACES]) }
    }

    /// Takes a key apart and goes on with the places of the movers and the taken
    /// cells.
    #[inline]
    fn decoded<K: Sum, T>(
        &mut self,
        space: &RushHour<K>,
        key: &K,
        go_on: impl FnOnce(&[u8], &[u64]) -> T,
    ) -> Result<T, BadKey> {
        let (coding, machine, places) = (&space.coding, &space.machine, &mut *self.places);
        Ok(match &machine.way {
            Way::Small(tables) => {
                let taken = tables.decode(coding, key, places)?;
                go_on(places, &taken)
            }
            Way::Medium(tables) => {
                let taken = tables.decode(coding, key, places)?;
                go_on(places, &taken)
            }
            Way::Large(tables) => {
                let taken = tables.decode(coding, key, places)?;
                go_on(places, &taken)
            }
            Way::ByCars(fixed) => {
                let taken = decode_by_cars(space, fixed, key, places)?;
                go_on(places, &taken)
            }
        })
    }

    /// Writes where the movable cars stand, by car.
    pub(super) fn places<K: Sum>(
        &mut self,
        space: &RushHour<K>,
        key: &K,
        by_car: &mut [u8],
    ) -> Result<(), BadKey> {
        self.decoded(space, key, |places, _| {
            for (mover, place) in space.machine.movers.iter().zip(places) {
                by_car[mover.car] = *place;
            }
        })
    }
}

impl<K: Sum> Expander<RushHour<K>> for RushHourExpander {
    #[inline]
    fn expand(
        &mut self,
        space: &RushHour<K>,
        key: &K,
        mut emit: impl FnMut(K, bool),
    ) -> Result<(), BadKey> {
        self.decoded(space, key, |places, taken| moves(space, key, places, taken, &mut emit))
    }

    fn is_goal(&mut self, space: &RushHour<K>, key: &K) -> Result<bool, BadKey> {
        self.decoded(space, key, |places, _| space.machine.is_goal(places))
    }
}

/// Emits all successors of a state.
#[inline]
fn moves<K: Sum>(
    space: &RushHour<K>,
    key: &K,
    places: &[u8],
    taken: &[u64],
    emit: &mut impl FnMut(K, bool),
) {
    let machine = &space.machine;
    let still_goal = machine.is_goal(places);
    let mut first = 0;
    for movers in machine.movers.chunks(64) {
        // First without a branch for each car, because most of them cannot move
        // and nobody can foretell which.
        let mut rooms = [(0_u8, 0_u8); 64];
        let mut mobile = 0_u64;
        for (number, (mover, room)) in movers.iter().zip(&mut rooms).enumerate() {
            let place = usize::from(places[first + number]);
            let (before, behind) = free_cells(mover, taken[mover.word], place);
            let (before, behind) = match space.metric {
                Metric::Steps => (before.min(1), behind.min(1)),
                Metric::Moves | Metric::Slides => (before, behind),
            };
            *room = (before as u8, behind as u8);
            mobile |= u64::from(before + behind > 0) << number;
        }
        while mobile != 0 {
            let number = mobile.trailing_zeros() as usize;
            mobile &= mobile - 1;
            let mover = &movers[number];
            let place = usize::from(places[first + number]);
            let (before, behind) = (usize::from(rooms[number].0), usize::from(rooms[number].1));
            let terms = space.coding.terms(mover.car);
            let rest = key.minus(terms[place]);
            let primary = machine.primary == Some(first + number);
            let mut reach = |to: usize| {
                let goal = if primary { to == usize::from(machine.exit) } else { still_goal };
                emit(rest.plus(terms[to]), goal);
            };
            if space.metric == Metric::Slides {
                if before > 0 {
                    reach(place - before);
                }
                if behind > 0 {
                    reach(place + behind);
                }
            } else {
                for number in 0..before + behind {
                    reach(place - before + number + usize::from(number >= before));
                }
            }
        }
        first += movers.len();
    }
}

/// How many cells are free before a car and behind it.
#[inline]
fn free_cells(mover: &Mover, taken: u64, place: usize) -> (usize, usize) {
    let first = mover.base + place;
    // Shifts wrap at 64, but then the car stands at an end of its line, where the
    // minimum and the bit at the end of the line say that there is no room.
    let before = taken.wrapping_shl(64 - first as u32).leading_zeros() as usize;
    let end = place + mover.length;
    let behind = taken.wrapping_shr((mover.base + end) as u32) | 1 << (mover.size - end);
    (before.min(place), behind.trailing_zeros() as usize)
}
