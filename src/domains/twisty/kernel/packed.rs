//! A position in 32 bytes: one register of the wider vector units.
//!
//! Each half of 16 bytes holds whole orbits of 16 slots at most, so that a shuffle within
//! halves can compose. A byte is `slot the piece comes from, within the half | turn << 4`; bytes
//! without slot say that nothing moves.

use crate::domains::twisty::effect::Effect;
use crate::domains::twisty::puzzle::Puzzle;

/// Bytes of a position.
pub(super) const BYTES: usize = 32;

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C, align(32))]
pub struct Packed(pub(in crate::domains::twisty) [u8; BYTES]);

/// Where each slot of a puzzle is in the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The byte of each slot.
    pub(in crate::domains::twisty) bytes: Vec<u8>,
    /// For each byte the number of turns of its piece, times 16.
    pub(in crate::domains::twisty) modulus: Packed,
    /// For each orbit the bytes of its slots, one bit each.
    pub(in crate::domains::twisty) orbits: Vec<u32>,
    /// For each slot of the puzzle what to add to a byte's slot to have the puzzle's.
    bases: Vec<u8>,
}

impl Layout {
    /// The layout of a puzzle; `None` when it does not fit.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let mut order: Vec<usize> = (0..puzzle.orbits.len()).collect();
        order.sort_by_key(|&orbit| std::cmp::Reverse(puzzle.orbits[orbit].pieces));
        let mut room = [0, 16];
        let ends = [16, 32];
        let mut bytes = vec![0; puzzle.slots()];
        let mut modulus = Packed([16; BYTES]);
        let mut orbits = vec![0; puzzle.orbits.len()];
        for number in order {
            let orbit = &puzzle.orbits[number];
            // Nine turns and more do not fit beside a shuffle's upper bit.
            let half = (0..2).find(|&half| room[half] + orbit.pieces <= ends[half])?;
            if orbit.turns > 8 {
                return None;
            }
            for slot in orbit.slots() {
                let byte = room[half];
                room[half] += 1;
                bytes[slot] = byte as u8;
                modulus.0[byte] = orbit.turns << 4;
                orbits[number] |= 1 << byte;
            }
        }
        let bases = (puzzle.orbits.iter())
            .flat_map(|orbit| {
                let base = (orbit.first as u8).wrapping_sub(bytes[orbit.first] & 15);
                orbit.slots().map(move |_| base)
            })
            .collect();
        Some(Self { bytes, modulus, orbits, bases })
    }

    /// For [`Unit::compose`](super::Unit::compose): for each byte the number of turns of its
    /// piece, times 16.
    #[must_use]
    pub fn modulus(&self) -> &Packed {
        &self.modulus
    }

    /// The position in which nothing is moved.
    #[must_use]
    pub fn identity(&self) -> Packed {
        let mut bytes = [0; BYTES];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = (at & 15) as u8;
        }
        Packed(bytes)
    }

    /// Packs an effect.
    #[must_use]
    pub fn pack(&self, effect: &Effect) -> Packed {
        let mut packed = self.identity();
        for (slot, &byte) in self.bytes.iter().enumerate() {
            let from = self.bytes[usize::from(effect.from[slot])];
            packed.0[usize::from(byte)] = (from & 15) | effect.turn[slot] << 4;
        }
        packed
    }

    /// The slot that the piece in a slot comes from, and its turn.
    #[inline]
    #[must_use]
    pub fn piece(&self, packed: &Packed, slot: usize) -> (usize, usize) {
        let byte = packed.0[usize::from(self.bytes[slot])];
        ((byte & 15).wrapping_add(self.bases[slot]).into(), (byte >> 4).into())
    }

    /// Unpacks a position.
    #[must_use]
    pub fn unpack(&self, packed: &Packed) -> Effect {
        let (from, turn) = (0..self.bytes.len())
            .map(|slot| {
                let (from, turn) = self.piece(packed, slot);
                (from as u8, turn as u8)
            })
            .unzip();
        Effect { from, turn }
    }
}
