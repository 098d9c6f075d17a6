//! Where the stickers of the pieces are, solved and in a net.

use super::super::effect::Effect;

/// How a face looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Look {
    /// Its name, one or two capital letters.
    pub(in super::super) name: &'static str,
    /// Red, green and blue.
    pub(in super::super) color: [u8; 3],
}

/// A place for a sticker.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Place {
    /// The face it is on.
    pub(in super::super) face: usize,
    /// Its corners in the net: x to the right, y down.
    pub(in super::super) corners: Vec<[f64; 2]>,
    /// Its row and column when the net is written with letters.
    pub(in super::super) cell: (usize, usize),
}

/// The stickers of a built-in puzzle: what a drawing needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    pub(in super::super) faces: Vec<Look>,
    /// In the order in which the net is read, row by row.
    pub(in super::super) places: Vec<Place>,
    /// For each slot rings of places: a piece turned by one shows each sticker at the
    /// next place of its ring. Places in no slot belong to pieces that no turn moves.
    pub(in super::super) slots: Vec<Vec<Vec<usize>>>,
    /// What the slots are called.
    pub(in super::super) names: Vec<String>,
}

impl Geometry {
    /// The face whose colour is at each place. Places of pieces that no turn moves show their
    /// own.
    pub(in super::super) fn shown(&self, effect: &Effect) -> Vec<usize> {
        let mut shown: Vec<usize> = self.places.iter().map(|place| place.face).collect();
        for (slot, rings) in self.slots.iter().enumerate() {
            let piece = self.piece(usize::from(effect.from[slot]));
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
    pub(in super::super) fn piece(&self, piece: usize) -> Vec<Vec<usize>> {
        let colors = |ring: &Vec<usize>| ring.iter().map(|&at| self.places[at].face).collect();
        self.slots[piece].iter().map(colors).collect()
    }
}
