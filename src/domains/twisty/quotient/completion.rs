//! Whether pieces whose places are known can belong to a wanted position.

use super::Part;
use crate::domains::twisty::cycles::{Cycle, have_room};
use crate::domains::twisty::target::Stay;

/// What the known pieces of an orbit make: circles of known pieces, and chains of pieces of which the
/// last one goes to a piece that is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Chains {
    /// The pieces of each circle, as positions in the list of known ones.
    pub(super) circles: Vec<Vec<u8>>,
    /// The number of pieces of each chain that has two at least.
    pub(super) chains: Vec<u8>,
    /// Whether a piece that must stay does not.
    pub(super) broken: bool,
}

impl Chains {
    /// Of pieces and the slots they are in.
    pub(super) fn of(part: &Part, pieces: &[u8], slots: &[u8]) -> Self {
        let n = part.pieces();
        let mut to: Vec<Option<u8>> = vec![None; n];
        let mut entered = vec![false; n];
        let mut position = vec![0; n];
        for (at, (&piece, &slot)) in pieces.iter().zip(slots).enumerate() {
            to[usize::from(piece)] = Some(slot);
            entered[usize::from(slot)] = true;
            position[usize::from(piece)] = at as u8;
        }
        let stays = |piece: usize| match to[piece] {
            Some(slot) => usize::from(slot) == piece,
            None => !entered[piece],
        };
        let broken = (0..n).any(|piece| part.stay[piece] != Stay::Free && !stays(piece));
        let mut seen = vec![false; n];
        let mut result = Self { broken, ..Self::default() };
        // Chains begin at pieces whose slot no known piece enters.
        for start in (0..n).filter(|&piece| !entered[piece]) {
            let (mut piece, mut length) = (start, 1);
            seen[piece] = true;
            while let Some(slot) = to[piece] {
                piece = usize::from(slot);
                seen[piece] = true;
                length += 1;
            }
            if length > 1 {
                result.chains.push(length);
            }
        }
        for start in 0..n {
            let (mut piece, mut circle) = (start, Vec::new());
            while !seen[piece] {
                seen[piece] = true;
                circle.push(position[piece]);
                piece = to[piece].map_or(piece, usize::from);
            }
            if !circle.is_empty() {
                result.circles.push(circle);
            }
        }
        result.chains.sort_unstable_by(|a, b| b.cmp(a));
        result
    }

    /// Whether a wanted structure has the circles, turned or not as `turned` says, and room for the chains.
    pub(super) fn fit(&self, part: &Part, turned: &[bool]) -> bool {
        if self.broken {
            return false;
        }
        part.wanted.iter().any(|wanted| {
            let fixed = part.pieces() - wanted.pieces();
            let mut left = wanted.0.clone();
            left.extend((0..fixed).map(|_| Cycle { length: 1, turned: false }));
            for (circle, &turned) in self.circles.iter().zip(turned) {
                let cycle = Cycle { length: circle.len() as u8, turned };
                match left.iter().position(|&other| other == cycle) {
                    Some(at) => left.swap_remove(at),
                    None => return false,
                };
            }
            // A circle with an unknown piece can be turned in any way.
            let mut room: Vec<u8> = left.iter().map(|cycle| cycle.length).collect();
            room.sort_unstable_by(|a, b| b.cmp(a));
            have_room(&self.chains, &mut room)
        })
    }
}
