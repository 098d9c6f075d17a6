//! Points and directions in space.

/// A point, or a direction from the middle of the solid: x to the right, y up, z to
/// the viewer.
pub(super) type Point = [f64; 3];

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn scaled(a: Point, by: f64) -> Point {
    a.map(|x| x * by)
}

pub(super) fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// The direction of `a`, which must not be the origin.
pub(super) fn unit(a: Point) -> Point {
    scaled(a, 1.0 / length(a))
}

/// `point` turned about a unit vector, counter-clockwise as seen from its tip.
pub(super) fn turned(point: Point, axis: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    let along = scaled(axis, dot(axis, point) * (1.0 - cos));
    add(add(scaled(point, cos), scaled(cross(axis, point), sin)), along)
}

/// The middle of some points, of one at least.
pub(super) fn middle(points: &[Point]) -> Point {
    scaled(points.iter().copied().fold([0.0; 3], add), 1.0 / points.len() as f64)
}

/// Two directions in the plane across `normal`, at a right angle to each other;
/// from the first to the second is counter-clockwise as seen from the tip.
pub(super) fn across(normal: Point) -> [Point; 2] {
    let other = if normal[1].abs() < 0.9 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, -1.0] };
    let first = unit(cross(other, normal));
    [first, cross(normal, first)]
}
