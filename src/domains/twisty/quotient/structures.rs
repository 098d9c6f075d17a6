//! A table of cycle structures: all positions of an orbit with the same cycles share an entry.
//!
//! What a move makes of a structure depends on the position, so the way outwards does not go by
//! moves: every move exchanges pieces in pairs, and turns pieces, a certain number of times. One such
//! *exchange* makes of a structure any of those that it makes of some position with these cycles. If a
//! structure is `d` exchanges from a wanted one, and no move is more than `k` of them, then it is
//! at least `d / k` moves away.

use std::collections::HashMap;

use super::{Part, Reading};
use crate::domains::twisty::cycles::{Cycle, Structure};
use crate::domains::twisty::target::Stay;
use crate::space::Quotient;

/// Structures times exchanges, at most: more take seconds to go through.
const MAX_WORK: usize = 4 << 20;

/// Rows are structures; there is one column.
#[derive(Debug)]
pub(in crate::domains::twisty) struct Structures<R> {
    part: Part,
    reading: R,
    /// All structures.
    all: Vec<Vec<Circle>>,
    /// The rows of the structures, by [`code`].
    rows: HashMap<u64, u32>,
    /// Exchanges of the move that has the most of them.
    exchanges: u8,
}

/// A cycle, also one of a piece that stays, and by how much its pieces come back turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Circle {
    length: u8,
    turn: u8,
}

impl<R> Structures<R> {
    /// The view of an orbit; `None` when it has too many structures.
    pub(in crate::domains::twisty) fn new(part: Part, reading: R) -> Option<Self> {
        let (n, turns) = (part.pieces(), part.turns());
        // Pieces that must stay are no matter of cycles.
        if n > 64 || part.stay.iter().any(|&stay| stay != Stay::Free) {
            return None;
        }
        let mut all = Vec::new();
        partitions(n as u8, turns as u8, MAX_WORK / (n * n * turns), &mut Vec::new(), &mut all)?;
        let rows: HashMap<u64, u32> =
            all.iter().map(|circles| code(circles.iter().copied())).zip(0..).collect();
        // Two structures with one code would be taken for each other.
        if rows.len() < all.len() {
            return None;
        }
        let exchanges = part.moves.iter().map(|(from, turn)| {
            let mut exchanges = 0;
            each_circle(from, turn, turns, |Circle { length, turn }| {
                exchanges += length - 1 + u8::from(turn != 0);
            });
            exchanges
        });
        let exchanges = exchanges.max().filter(|&most| most > 0)?;
        Some(Self { part, reading, all, rows, exchanges })
    }

    fn row(&self, from: &[u8], turn: &[u8]) -> u64 {
        let mut sum = 0;
        each_circle(from, turn, self.part.turns(), |circle| sum = add(sum, circle));
        u64::from(self.rows.get(&sum).copied().unwrap_or_default())
    }
}

/// Calls `found` for each cycle.
fn each_circle(from: &[u8], turn: &[u8], turns: usize, mut found: impl FnMut(Circle)) {
    let mut seen = 0_u64;
    for start in 0..from.len() {
        let (mut slot, mut length, mut sum) = (start, 0, 0);
        while seen >> slot & 1 == 0 {
            seen |= 1 << slot;
            length += 1;
            sum += usize::from(turn[slot]);
            slot = usize::from(from[slot]);
        }
        if length > 0 {
            found(Circle { length, turn: (sum % turns) as u8 });
        }
    }
}

/// A number of some cycles in any order, by which those of one orbit are told apart.
fn code(circles: impl Iterator<Item = Circle>) -> u64 {
    circles.fold(0, add)
}

fn add(code: u64, Circle { length, turn }: Circle) -> u64 {
    // Sums of these differ as if they were drawn by lot.
    let kind = u64::from(length) * 256 + u64::from(turn);
    let mixed = kind.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    code.wrapping_add(mixed ^ mixed >> 32)
}

/// All ways to part `left` pieces into cycles none of which comes before the last one; `None`
/// when they are more than `most`.
fn partitions(
    left: u8,
    turns: u8,
    most: usize,
    circles: &mut Vec<Circle>,
    all: &mut Vec<Vec<Circle>>,
) -> Option<()> {
    if left == 0 {
        all.push(circles.clone());
        return (all.len() <= most).then_some(());
    }
    let least = circles.last().copied().unwrap_or(Circle { length: 1, turn: 0 });
    for length in least.length..=left {
        for turn in 0..turns {
            let circle = Circle { length, turn };
            if circle >= least {
                circles.push(circle);
                partitions(left - length, turns, most, circles, all)?;
                circles.pop();
            }
        }
    }
    Some(())
}

impl<P, R: Reading<P>> Quotient<P> for Structures<R> {
    fn identity(&self) -> String {
        self.part.identity("structures/1")
    }

    fn rows(&self) -> u64 {
        self.all.len() as u64
    }

    fn columns(&self) -> usize {
        1
    }

    fn wanted(&self, row: u64, columns: &mut Vec<u16>) {
        let moved = |circle: &&Circle| circle.length > 1 || circle.turn != 0;
        let cycle = |circle: &Circle| Cycle { length: circle.length, turned: circle.turn != 0 };
        let cycles: Vec<Cycle> = self.all[row as usize].iter().filter(moved).map(cycle).collect();
        let mut structure = Structure(cycles);
        structure.0.sort_unstable();
        columns.extend(self.part.wanted.contains(&structure).then_some(0));
    }

    /// Two pieces, and by how much the one is turned and the other back; or a piece, and by how
    /// much.
    fn steps(&self, _: usize) -> usize {
        self.part.pieces() * self.part.pieces() * self.part.turns()
    }

    fn steps_of_a_move(&self) -> u8 {
        self.exchanges
    }

    fn after<'a>(&'a self, row: u64, step: usize, scratch: &'a mut Vec<u16>) -> (u64, &'a [u16]) {
        let (n, turns) = (self.part.pieces(), self.part.turns());
        let (mut from, mut turn) = ([0; 64], [0; 64]);
        let mut slot = 0;
        for circle in &self.all[row as usize] {
            let length = usize::from(circle.length);
            for at in 0..length {
                from[slot + at] = (slot + (at + 1) % length) as u8;
            }
            turn[slot] = circle.turn;
            slot += length;
        }
        let (a, b, by) = (step / turns / n, step / turns % n, (step % turns) as u8);
        if a == b {
            turn[a] += by;
        } else {
            from.swap(a, b);
            turn.swap(a, b);
            turn[a] += by;
            turn[b] += turns as u8 - by;
        }
        scratch.clear();
        scratch.push(0);
        (self.row(&from[..n], &turn[..n]), scratch)
    }

    fn entry(&self, _: usize, position: &P) -> u64 {
        let (n, first) = (self.part.pieces(), self.part.orbit.first);
        let (mut from, mut turn) = ([0; 64], [0; 64]);
        for slot in 0..n {
            let (piece, turned) = self.reading.piece(position, first + slot);
            (from[slot], turn[slot]) = ((piece - first) as u8, turned as u8);
        }
        self.row(&from[..n], &turn[..n])
    }
}
