//! A solid and the planes that cut it: its faces fall into stickers.

use super::point::{Point, across, add, dot, middle, scaled};

/// Closer than this, points are the same; stickers are thousands of times larger.
pub(super) const NEAR: f64 = 1e-6;

/// The points with `dot(axis, point) == depth`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plane {
    /// Across the plane, of length 1.
    pub(super) axis: Point,
    /// How far from the middle it is.
    pub(super) depth: f64,
}

/// A part of a face that shows its colour.
#[derive(Debug, Clone)]
pub(super) struct Sticker {
    /// The face it belongs to when solved.
    pub(super) face: usize,
    /// Its corners, all round.
    pub(super) corners: Vec<Point>,
    /// Its middle.
    pub(super) middle: Point,
}

/// The stickers of the solid whose faces lie at distance 1 across `normals`, face by face.
pub(super) fn stickers(normals: &[Point], cuts: &[Plane]) -> Vec<Sticker> {
    let mut stickers = Vec::new();
    for face in 0..normals.len() {
        let mut parts = vec![outline(normals, face)];
        for &cut in cuts {
            let split = parts.iter().flat_map(|part| [below(part, cut), below(part, back(cut))]);
            parts = split.filter(|part| part.len() > 2).collect();
        }
        let sticker = |corners: Vec<Point>| Sticker { face, middle: middle(&corners), corners };
        stickers.extend(parts.into_iter().map(sticker));
    }
    stickers
}

/// The corners of a face: what the others leave of its plane.
fn outline(normals: &[Point], face: usize) -> Vec<Point> {
    /// Beyond the corners of every solid here.
    const FAR: f64 = 100.0;
    let [right, up] = across(normals[face]);
    let corner = |x: f64, y: f64| add(normals[face], add(scaled(right, x), scaled(up, y)));
    let square = [(-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR)].map(|(x, y)| corner(x, y));
    let others = normals.iter().enumerate().filter(|&(other, _)| other != face);
    others.fold(square.into(), |part, (_, &axis)| below(&part, Plane { axis, depth: 1.0 }))
}

/// The same plane seen from the other side.
fn back(plane: Plane) -> Plane {
    Plane { axis: scaled(plane.axis, -1.0), depth: -plane.depth }
}

/// What lies below a plane of a convex polygon; of fewer than three corners if nothing does.
fn below(polygon: &[Point], plane: Plane) -> Vec<Point> {
    let height = |point: Point| dot(plane.axis, point) - plane.depth;
    let mut part = Vec::new();
    for (i, &from) in polygon.iter().enumerate() {
        let to = polygon[(i + 1) % polygon.len()];
        let (low, high) = (height(from), height(to));
        if low <= NEAR {
            part.push(from);
        }
        if low.min(high) < -NEAR && low.max(high) > NEAR {
            let share = low / (low - high);
            part.push(add(scaled(from, 1.0 - share), scaled(to, share)));
        }
    }
    // A polygon that only touches the plane has no part below it.
    if part.iter().all(|&point| height(point) > -NEAR) { Vec::new() } else { part }
}
