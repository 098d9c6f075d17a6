//! Cycles: in which circles an effect moves the pieces, and how it turns them.

use std::fmt::{self, Display};

use super::effect::Effect;
use super::puzzle::Orbit;

/// A circle of pieces: each goes to the place of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cycle {
    /// How many pieces it has.
    pub length: u8,
    /// Whether the pieces come back turned once they have gone round.
    pub turned: bool,
}

/// The cycles of one orbit, without pieces that stay as they are; ascending.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Structure(pub Vec<Cycle>);

impl Structure {
    /// The cycles in which an effect moves the pieces of an orbit.
    #[must_use]
    pub fn of(effect: &Effect, orbit: &Orbit) -> Self {
        let mut cycles = Vec::new();
        each_cycle(effect, orbit, |length, turn| {
            if length > 1 || turn != 0 {
                cycles.push(Cycle { length, turned: turn != 0 });
            }
        });
        cycles.sort_unstable();
        Self(cycles)
    }

    /// How many pieces are in its cycles.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.0.iter().map(|cycle| usize::from(cycle.length)).sum()
    }

    /// Whether the permutation is an odd one.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        self.0.iter().filter(|cycle| cycle.length % 2 == 0).count() % 2 == 1
    }
}

impl Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (i, cycle) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let turned = if cycle.turned { "*" } else { "" };
            write!(f, "{comma}{}{turned}", cycle.length)?;
        }
        f.write_str("]")
    }
}

/// Calls `found(length, turn)` for each cycle of an orbit, fixed pieces too; `turn` is by
/// how much a piece is turned when it has gone round.
pub(super) fn each_cycle(effect: &Effect, orbit: &Orbit, mut found: impl FnMut(u8, u8)) {
    let mut seen = vec![false; orbit.pieces];
    for start in orbit.slots() {
        let (mut slot, mut length, mut turn) = (start, 0, 0);
        while !seen[slot - orbit.first] {
            seen[slot - orbit.first] = true;
            length += 1;
            turn = (turn + effect.turn[slot]) % orbit.turns;
            slot = usize::from(effect.from[slot]);
        }
        if length > 0 {
            found(length, turn);
        }
    }
}

/// How often an effect must be done to do nothing.
pub(super) fn order(effect: &Effect, orbits: &[Orbit]) -> u64 {
    let mut order = 1;
    for orbit in orbits {
        each_cycle(effect, orbit, |length, turn| {
            let round = u64::from(orbit.turns) / gcd(u64::from(orbit.turns), u64::from(turn));
            order = lcm(order, u64::from(length) * round);
        });
    }
    order
}

/// Attempts to find room, at most.
const MAX_ATTEMPTS: u32 = 1 << 16;

/// Whether pieces that belong together, the largest numbers of them first, have room in groups. Where that
/// is hard to tell they are taken to have.
pub(super) fn have_room(pieces: &[u8], room: &mut [u8]) -> bool {
    fits(pieces, room, &mut 0)
}

fn fits(pieces: &[u8], room: &mut [u8], attempts: &mut u32) -> bool {
    let Some((&count, rest)) = pieces.split_first() else { return true };
    *attempts += 1;
    if *attempts > MAX_ATTEMPTS {
        return true;
    }
    let mut tried = [false; 256];
    for at in 0..room.len() {
        if room[at] < count || std::mem::replace(&mut tried[usize::from(room[at])], true) {
            continue;
        }
        room[at] -= count;
        let fits = fits(rest, room, attempts);
        room[at] += count;
        if fits {
            return true;
        }
    }
    false
}

/// The greatest common divisor; of 0 and a number the number.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least common multiple of numbers that are not 0.
pub(super) fn lcm(a: u64, b: u64) -> u64 {
    (a / gcd(a, b)).saturating_mul(b)
}
