//! The puzzles as solids: their faces, where they are cut, what is turned.

use std::f64::consts::TAU;
use std::ops::Range;

use super::net::Net;
use super::point::{Point, dot, length, scaled, unit};
use super::solid::Plane;

/// A face: its name, its colour (red, green, blue), and the direction across it.
pub(super) type Face = (&'static str, [u8; 3], Point);

/// A turn of all that lies between two planes across an axis, or beyond one: clockwise, as
/// seen from the tip of the axis.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub(super) name: String,
    pub(super) axis: Point,
    /// How far from the middle is what is turned.
    pub(super) depths: Range<f64>,
    /// How many of them are a whole turn.
    pub(super) order: u32,
}

impl Turn {
    /// Whether it moves what is at this point.
    pub(super) fn moves(&self, point: Point) -> bool {
        self.depths.contains(&dot(self.axis, point))
    }
}

/// A puzzle as a solid.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    /// The faces; a piece is turned as its sticker of the earliest face is.
    pub(super) faces: Vec<Face>,
    pub(super) turns: Vec<Turn>,
    /// Turns that are made of others, with names of their own.
    pub(super) also: Vec<Turn>,
    /// Planes that cut stickers apart which no turn parts.
    pub(super) lines: Vec<Plane>,
    /// What the orbits are called.
    pub(super) orbits: &'static [&'static str],
    /// To which of `orbits` a piece with so many stickers and this middle belongs.
    pub(super) orbit: fn(usize, Point) -> usize,
    pub(super) net: Net,
}

impl Shape {
    /// The directions across the faces.
    pub(super) fn normals(&self) -> Vec<Point> {
        self.faces.iter().map(|face| face.2).collect()
    }
}

/// A name with the axis of its turn.
type Axis = (&'static str, Point);

const CUBE: [Face; 6] = [
    ("U", [255, 255, 255], [0.0, 1.0, 0.0]),
    ("D", [255, 213, 0], [0.0, -1.0, 0.0]),
    ("F", [0, 155, 72], [0.0, 0.0, 1.0]),
    ("B", [0, 70, 173], [0.0, 0.0, -1.0]),
    ("R", [196, 30, 58], [1.0, 0.0, 0.0]),
    ("L", [255, 117, 0], [-1.0, 0.0, 0.0]),
];

/// The turns of the faces of these names, each called as `name` says with the face for `_`.
fn turns(faces: &[Face], names: &[&str], name: &str, depths: &Range<f64>) -> Vec<Turn> {
    let order = if faces.len() == 12 { 5 } else { 4 };
    let found = names.iter().filter_map(|name| faces.iter().find(|face| face.0 == *name));
    let turn = |face: &Face| Turn {
        name: name.replace('_', face.0),
        axis: face.2,
        depths: depths.clone(),
        order,
    };
    found.map(turn).collect()
}

/// The turns of all that is further out than a depth.
fn outer(faces: &[Face], names: &[&str], depth: f64) -> Vec<Turn> {
    turns(faces, names, "_", &(depth..f64::INFINITY))
}

/// The turns of corners.
fn corners(axes: &[Axis], depth: f64) -> Vec<Turn> {
    let turn = |&(name, axis): &Axis| Turn {
        name: name.to_owned(),
        axis: unit(axis),
        depths: depth..f64::INFINITY,
        order: 3,
    };
    axes.iter().map(turn).collect()
}

/// In which order the faces of a cube are turned.
const CUBE_TURNS: [&str; 6] = ["U", "D", "R", "L", "F", "B"];

/// A cube, so many stickers wide, of corners and edges.
fn cube(name: &'static str, turns: Vec<Turn>, width: f64) -> Shape {
    Shape {
        name,
        faces: CUBE.into(),
        turns,
        also: Vec::new(),
        lines: Vec::new(),
        orbits: &["CORNERS", "EDGES"],
        orbit: |stickers, _| usize::from(stickers < 3),
        net: Net::cube(2.0 / width, 1.0 / width),
    }
}

/// The cube of eight corners, one of which stays: three faces are turned.
pub(super) fn cube2() -> Shape {
    cube("2x2x2", outer(&CUBE, &["U", "F", "R"], 0.0), 2.0)
}

/// The cube of eight corners, all of which move.
pub(super) fn cube2_all() -> Shape {
    cube("2x2x2-6", outer(&CUBE, &CUBE_TURNS, 0.0), 2.0)
}

/// The cube.
pub(super) fn cube3() -> Shape {
    cube("3x3x3", outer(&CUBE, &CUBE_TURNS, 1.0 / 3.0), 3.0)
}

/// The cube with two layers a face, each of which is turned on its own.
pub(super) fn cube4() -> Shape {
    let mut all = outer(&CUBE, &CUBE_TURNS, 0.5);
    all.extend(turns(&CUBE, &CUBE_TURNS, "2_", &(0.0..0.5)));
    Shape {
        also: turns(&CUBE, &CUBE_TURNS, "_w", &(0.0..f64::INFINITY)),
        orbits: &["CORNERS", "WINGS", "CENTERS"],
        orbit: |stickers, _| 3 - stickers.min(3),
        ..cube("4x4x4", all, 4.0)
    }
}

/// The cube cut in half across its four diagonals. Every other corner is turned: the
/// pieces there never leave their places.
pub(super) fn skewb() -> Shape {
    let axes: [Axis; 4] = [
        ("U", [-1.0, 1.0, -1.0]),
        ("R", [1.0, -1.0, -1.0]),
        ("L", [-1.0, -1.0, 1.0]),
        ("F", [1.0, 1.0, 1.0]),
    ];
    Shape {
        orbits: &["CORNERS", "CORNERS2", "CENTERS"],
        orbit: |stickers, middle| match stickers {
            1 => 2,
            _ => usize::from(middle.iter().product::<f64>() < 0.0),
        },
        net: Net::cube(2.0 / 3.0, 1.0 / 3.0),
        ..cube("skewb", corners(&axes, 0.0), 2.0)
    }
}

/// How far below the tip of a tetrahedron of height 4 its upper layers end, from the
/// middle, which is 1 above the base.
const TIP: f64 = 3.0 - 4.0 / 3.0;
const LAYER: f64 = 3.0 - 8.0 / 3.0;

/// The tetrahedron, whose corners are turned.
pub(super) fn pyraminx(tips: bool) -> Shape {
    let (low, far) = (-1.0, 8.0_f64.sqrt());
    let across = |angle: f64| [far * (angle * TAU).sin(), low, far * (angle * TAU).cos()];
    // As seen from above, from the front to the right.
    let (right, back, left) = (across(1.0 / 6.0), across(0.5), across(5.0 / 6.0));
    let up = [0.0, 3.0, 0.0];
    let opposite = |corner: Point| scaled(corner, -1.0 / 3.0);
    let mut turns = corners(&[("U", up), ("L", left), ("R", right), ("B", back)], LAYER);
    let small = corners(&[("u", up), ("l", left), ("r", right), ("b", back)], TIP);
    let plane = |turn: &Turn| Plane { axis: turn.axis, depth: turn.depths.start };
    let lines = small.iter().map(plane).collect();
    if tips {
        turns.extend(small);
    }
    Shape {
        name: if tips { "pyraminx-tips" } else { "pyraminx" },
        faces: vec![
            ("F", [0, 155, 72], opposite(back)),
            ("L", [196, 30, 58], opposite(right)),
            ("R", [0, 70, 173], opposite(left)),
            ("D", [255, 213, 0], opposite(up)),
        ],
        turns,
        also: Vec::new(),
        lines,
        orbits: if tips { &["AXIALS", "EDGES", "TIPS"] } else { &["AXIALS", "EDGES"] },
        orbit: |stickers, middle| match stickers {
            2 => 1,
            3 if length(middle) > TIP => 2,
            _ => 0,
        },
        net: Net::tetrahedron(),
    }
}

/// The dodecahedron. The faces round `U` are, clockwise, `F`, `L`, `BL`, `BR` and `R`;
/// opposite to them are `B`, `DR`, `FR`, `FL` and `DL`.
pub(super) fn megaminx() -> Shape {
    /// How deep a face is turned: so that corners and edges are of about one width.
    const DEPTH: f64 = 0.75;
    let high = 0.2_f64.sqrt();
    let ring = |fifth: f64| {
        let angle = TAU * fifth / 5.0;
        [-2.0 * high * angle.sin(), high, 2.0 * high * angle.cos()]
    };
    let upper = [
        ("U", [255, 255, 255], [0.0, 1.0, 0.0]),
        ("F", [0, 130, 60], ring(0.0)),
        ("L", [115, 40, 160], ring(1.0)),
        ("BL", [250, 205, 0], ring(2.0)),
        ("BR", [20, 60, 190], ring(3.0)),
        ("R", [205, 25, 40], ring(4.0)),
    ];
    let lower = [
        ("D", [150, 150, 150]),
        ("B", [120, 220, 60]),
        ("DR", [255, 140, 190]),
        ("FR", [255, 240, 175]),
        ("FL", [110, 200, 245]),
        ("DL", [255, 125, 0]),
    ];
    let opposite =
        lower.iter().zip(&upper).map(|(&(name, color), up)| (name, color, scaled(up.2, -1.0)));
    let all: Vec<Face> = upper.iter().copied().chain(opposite).collect();
    let names = ["U", "F", "R", "L", "BL", "BR", "FR", "FL", "DL", "DR", "B", "D"];
    Shape {
        name: "megaminx",
        turns: outer(&all, &names, DEPTH),
        faces: all,
        also: Vec::new(),
        lines: Vec::new(),
        orbits: &["CORNERS", "EDGES"],
        orbit: |stickers, _| usize::from(stickers < 3),
        net: Net::dodecahedron(),
    }
}
