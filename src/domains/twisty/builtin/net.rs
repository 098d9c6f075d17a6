//! Nets: the faces of a solid laid out in the plane, joined at edges.

use super::point::{Point, add, cross, dot, scaled, turned, unit};
use super::shape::Face;
use super::solid::NEAR;

/// Which faces hang together in the plane, and how the net is written with letters.
#[derive(Debug, Clone)]
pub(super) struct Net {
    /// The face in the middle...
    root: &'static str,
    /// ...and what is up there.
    up: Point,
    /// Faces, each with one that is laid out already.
    edges: &'static [(&'static str, &'static str)],
    /// How high a row of letters is, faces being at distance 1 from the middle.
    row: f64,
    /// How wide a letter is.
    column: f64,
    /// How far the middles of faces are drawn apart in rows of letters, 1 for not.
    spread: f64,
}

/// How a face lies in the plane: x to the right, y down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    right: Point,
    down: Point,
    shift: [f64; 2],
}

/// Where a sticker is in the plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    /// The face it is on.
    pub(super) face: usize,
    /// Its middle.
    pub(super) at: [f64; 2],
    /// The middle of the face.
    pub(super) middle: [f64; 2],
}

impl Frame {
    /// Where a point of the face lies.
    pub(super) fn place(&self, point: Point) -> [f64; 2] {
        [dot(self.right, point) + self.shift[0], dot(self.down, point) + self.shift[1]]
    }

    /// The frame of the face across `normal` that shares an edge with the one across `from`.
    fn beside(&self, from: Point, normal: Point) -> Self {
        let (cos, axis) = (dot(from, normal), unit(cross(from, normal)));
        let [right, down] = [self.right, self.down].map(|side| turned(side, axis, cos.acos()));
        let hinge = scaled(add(from, normal), 1.0 / (1.0 + cos));
        let at = self.place(hinge);
        Self { right, down, shift: [at[0] - dot(right, hinge), at[1] - dot(down, hinge)] }
    }
}

impl Net {
    /// A cross; a row of letters is so high and a letter so wide.
    pub(super) fn cube(row: f64, column: f64) -> Self {
        Self {
            root: "F",
            up: [0.0, 1.0, 0.0],
            edges: &[("F", "U"), ("F", "L"), ("F", "R"), ("R", "B"), ("F", "D")],
            row,
            column,
            spread: 1.0 + column / 2.0,
        }
    }

    /// A triangle of triangles.
    pub(super) fn tetrahedron() -> Self {
        Self {
            root: "F",
            up: [0.0, 1.0, 0.0],
            edges: &[("F", "L"), ("F", "R"), ("F", "D")],
            row: 2.0_f64.sqrt(),
            column: 6.0_f64.sqrt() / 6.0,
            spread: 1.0,
        }
    }

    /// Two flowers.
    pub(super) fn dodecahedron() -> Self {
        Self {
            root: "U",
            up: [0.0, 0.0, -1.0],
            edges: &[
                ("U", "F"),
                ("U", "L"),
                ("U", "BL"),
                ("U", "BR"),
                ("U", "R"),
                ("R", "DR"),
                ("DR", "D"),
                ("D", "B"),
                ("D", "FR"),
                ("D", "FL"),
                ("D", "DL"),
            ],
            row: 0.24,
            column: 0.1,
            spread: 1.1,
        }
    }

    /// How each face lies.
    pub(super) fn frames(&self, faces: &[Face]) -> Vec<Frame> {
        let known = |name: &str| faces.iter().position(|face| face.0 == name).unwrap_or_default();
        let root = known(self.root);
        let right = unit(cross(self.up, faces[root].2));
        let frame = Frame { right, down: cross(right, faces[root].2), shift: [0.0; 2] };
        let mut frames = vec![frame; faces.len()];
        for &(from, to) in self.edges {
            let (from, to) = (known(from), known(to));
            frames[to] = frames[from].beside(faces[from].2, faces[to].2);
        }
        frames
    }

    /// Rows and columns of letters. Counted within a face from its outermost sticker, so that
    /// faces which stand on their heads have the same rows upside down.
    pub(super) fn cells(&self, spots: &[Spot]) -> Vec<(usize, usize)> {
        let outermost = |spot: &Spot| {
            let far = |height: f64| (height - spot.middle[1]).abs();
            let heights = spots.iter().filter(|other| other.face == spot.face).map(|at| at.at[1]);
            heights.fold(spot.middle[1], |outermost, height| {
                if far(height) > far(outermost) + NEAR { height } else { outermost }
            })
        };
        let first = spots.iter().map(outermost).fold(f64::INFINITY, f64::min);
        let rows = |height: f64| (height / self.row).round() as i32;
        let columns = |width: f64| (width / self.column).round() as i32;
        let cell = |spot: &Spot| {
            let row = rows(outermost(spot) - first) + rows(spot.at[1] - outermost(spot));
            let [middle, at] = [spot.middle[0], spot.at[0]];
            (row, columns(middle * self.spread) + columns(at - middle))
        };
        let cells: Vec<(i32, i32)> = spots.iter().map(cell).collect();
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or_default();
        cells.iter().map(|cell| ((cell.0 - top) as usize, (cell.1 - left) as usize)).collect()
    }
}
