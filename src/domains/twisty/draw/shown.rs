//! Which colours a position shows.

use super::super::builtin::Geometry;
use super::super::effect::Effect;

/// The face whose colour is at each place. Places of pieces that no turn moves show their
/// own.
pub(super) fn shown(geometry: &Geometry, effect: &Effect) -> Vec<usize> {
    let mut shown: Vec<usize> = geometry.places.iter().map(|place| place.face).collect();
    for (slot, rings) in geometry.slots.iter().enumerate() {
        let piece = piece(geometry, usize::from(effect.from[slot]));
        let turn = usize::from(effect.turn[slot]);
        for (ring, colors) in rings.iter().zip(piece) {
            for (at, color) in colors.into_iter().enumerate() {
                shown[ring[(at + turn) % ring.len()]] = color;
            }
        }
    }
    shown
}

/// The faces whose colours a piece has, ring by ring.
pub(super) fn piece(geometry: &Geometry, piece: usize) -> Vec<Vec<usize>> {
    let colors = |ring: &Vec<usize>| ring.iter().map(|&at| geometry.places[at].face).collect();
    geometry.slots[piece].iter().map(colors).collect()
}
