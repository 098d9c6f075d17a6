//! Where the stickers of the pieces are, solved and in a net.

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
