//! From a solid to a puzzle: turns move stickers, stickers that always move together are a
//! piece, and places that pieces of a kind have are an orbit.

use std::collections::BTreeMap;

use super::super::effect::Effect;
use super::super::puzzle::{Base, Orbit, Puzzle};
use super::Builtin;
use super::geometry::{Geometry, Look, Place};
use super::net::Spot;
use super::point::{Point, across, add, dot, length, middle, scaled, turned};
use super::shape::{Shape, Turn};
use super::solid::{NEAR, Plane, Sticker, stickers};

/// A place for a piece.
struct Slot {
    /// Which of the shape's orbits it is in.
    orbit: usize,
    middle: Point,
    /// See [`Geometry::slots`].
    rings: Vec<Vec<usize>>,
}

/// The puzzle that a solid is.
pub(super) fn build(shape: &Shape) -> Builtin {
    let stickers = stickers(&shape.normals(), &cuts(shape));
    let (stickers, places) = laid_out(shape, stickers);
    let moves: Vec<Vec<usize>> = shape.turns.iter().map(|turn| moves(turn, &stickers)).collect();
    let slots = slots(shape, &stickers, &moves);
    let base = |turn: &Turn| Base {
        name: turn.name.clone(),
        effect: effect(&slots, &self::moves(turn, &stickers)),
        order: turn.order,
    };
    let bases = shape.turns.iter().map(base).collect();
    let mut puzzle = Puzzle::new(shape.name, orbits(shape, &slots), bases);
    let look = |slot: usize| -> Vec<usize> {
        slots[slot].rings.iter().flatten().map(|&sticker| stickers[sticker].face).collect()
    };
    for orbit in &puzzle.orbits {
        for slot in orbit.slots() {
            let first = orbit.slots().find(|&other| look(other) == look(slot));
            puzzle.labels[slot] = first.unwrap_or(slot) as u8;
        }
    }
    let names = names(shape, &stickers, &slots);
    let faces = shape.faces.iter().map(|&(name, color, _)| Look { name, color }).collect();
    let also = shape.also.iter().map(base).collect();
    let slots = slots.into_iter().map(|slot| slot.rings).collect();
    Builtin { puzzle, also, geometry: Geometry { faces, places, slots, names } }
}

/// Where the turns take the stickers, by place: how tests know it.
#[cfg(test)]
pub(super) fn sticker_moves(shape: &Shape) -> Vec<Vec<usize>> {
    let (stickers, _) = laid_out(shape, stickers(&shape.normals(), &cuts(shape)));
    shape.turns.iter().map(|turn| moves(turn, &stickers)).collect()
}

/// The planes that cut a solid into stickers.
fn cuts(shape: &Shape) -> Vec<Plane> {
    let depths = shape
        .turns
        .iter()
        .flat_map(|turn| [(turn.axis, turn.depths.start), (turn.axis, turn.depths.end)]);
    let planes = depths.filter(|(_, depth)| depth.is_finite());
    planes.map(|(axis, depth)| Plane { axis, depth }).chain(shape.lines.iter().copied()).collect()
}

/// The stickers with their places in the net, row by row.
fn laid_out(shape: &Shape, stickers: Vec<Sticker>) -> (Vec<Sticker>, Vec<Place>) {
    let frames = shape.net.frames(&shape.faces);
    let spot = |sticker: &Sticker| {
        let (face, frame) = (sticker.face, &frames[sticker.face]);
        let middle = frame.place(shape.faces[face].2);
        Spot { face, at: frame.place(sticker.middle), middle }
    };
    let cells = shape.net.cells(&stickers.iter().map(spot).collect::<Vec<_>>());
    let place = |(sticker, cell): (Sticker, (usize, usize))| {
        let frame = &frames[sticker.face];
        let corners = sticker.corners.iter().map(|&corner| frame.place(corner)).collect();
        (Place { face: sticker.face, corners, cell }, sticker)
    };
    let mut places: Vec<(Place, Sticker)> = stickers.into_iter().zip(cells).map(place).collect();
    places.sort_by_key(|(place, _)| place.cell);
    let (places, stickers) = places.into_iter().unzip();
    (stickers, places)
}

/// Where a turn takes each sticker.
fn moves(turn: &Turn, stickers: &[Sticker]) -> Vec<usize> {
    let angle = -std::f64::consts::TAU / f64::from(turn.order);
    let target = |(i, sticker): (usize, &Sticker)| {
        if !turn.moves(sticker.middle) {
            return i;
        }
        let to = turned(sticker.middle, turn.axis, angle);
        let there = |other: &Sticker| length(add(other.middle, scaled(to, -1.0))) < NEAR;
        stickers.iter().position(there).unwrap_or(i)
    };
    stickers.iter().enumerate().map(target).collect()
}

/// The places for pieces, orbit by orbit; in an orbit first those on top and at the bottom,
/// then those nearer to the middle, and round from the right by the front to the left.
fn slots(shape: &Shape, stickers: &[Sticker], moves: &[Vec<usize>]) -> Vec<Slot> {
    let classes = classes(stickers.len(), moves);
    let mut pieces: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
    for (i, sticker) in stickers.iter().enumerate() {
        if moves.iter().any(|to| to[i] != i) {
            let turned = shape.turns.iter().map(|turn| turn.moves(sticker.middle));
            pieces.entry(turned.collect()).or_default().push(i);
        }
    }
    let slot = |piece: Vec<usize>| {
        let middles: Vec<Point> = piece.iter().map(|&i| stickers[i].middle).collect();
        let middle = middle(&middles);
        let mut rings: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &i in &piece {
            rings.entry(classes[i]).or_default().push(i);
        }
        let rings = rings.into_values().map(|ring| clockwise(ring, middle, stickers)).collect();
        Slot { orbit: (shape.orbit)(piece.len(), middle), middle, rings }
    };
    let mut slots: Vec<Slot> = pieces.into_values().map(slot).collect();
    slots.sort_by_key(|slot| {
        let [x, y, z] = slot.middle;
        // In thousands, so that rounding does not decide.
        let round = (z.atan2(x) / std::f64::consts::TAU * 1000.0).round() as i32;
        let high = (y * 1000.0).round() as i32;
        (slot.orbit, -high.abs(), -high, round.rem_euclid(1000))
    });
    slots
}

/// For each sticker the first of those that come to its place.
fn classes(stickers: usize, moves: &[Vec<usize>]) -> Vec<usize> {
    let mut classes: Vec<usize> = (0..stickers).collect();
    loop {
        let mut changed = false;
        for (from, to) in moves.iter().flat_map(|to| to.iter().copied().enumerate()) {
            let first = classes[from].min(classes[to]);
            changed |= classes[from] != classes[to];
            (classes[from], classes[to]) = (first, first);
        }
        if !changed {
            return classes;
        }
    }
}

/// Stickers of a piece in the order in which they lie round it, clockwise as seen from
/// outside, from the one on the earliest face.
fn clockwise(mut ring: Vec<usize>, piece: Point, stickers: &[Sticker]) -> Vec<usize> {
    let [right, up] = across(scaled(piece, 1.0 / length(piece)));
    let angle = |&i: &usize| dot(stickers[i].middle, up).atan2(dot(stickers[i].middle, right));
    ring.sort_by(|a, b| angle(b).total_cmp(&angle(a)));
    let first = (0..ring.len()).min_by_key(|&at| stickers[ring[at]].face).unwrap_or_default();
    ring.rotate_left(first);
    ring
}

fn orbits(shape: &Shape, slots: &[Slot]) -> Vec<Orbit> {
    let orbit = |(number, name): (usize, &&str)| {
        let first = slots.iter().position(|slot| slot.orbit == number)?;
        let pieces = slots.iter().filter(|slot| slot.orbit == number).count();
        let turns = slots[first].rings[0].len() as u8;
        Some(Orbit { name: (*name).to_owned(), first, pieces, turns })
    };
    shape.orbits.iter().enumerate().filter_map(orbit).collect()
}

/// What stickers that go to these places do to the pieces.
fn effect(slots: &[Slot], moves: &[usize]) -> Effect {
    let mut effect = Effect::identity(slots.len());
    for (from, slot) in slots.iter().enumerate() {
        let reached = moves[slot.rings[0][0]];
        for (to, other) in slots.iter().enumerate() {
            if let Some(turn) = other.rings[0].iter().position(|&sticker| sticker == reached) {
                effect.from[to] = from as u8;
                effect.turn[to] = turn as u8;
            }
        }
    }
    effect
}

/// What the slots are called: by the faces of their stickers, in small letters if there are
/// others with these in an earlier orbit, and by a number if there are in the same.
fn names(shape: &Shape, stickers: &[Sticker], slots: &[Slot]) -> Vec<String> {
    let between = if shape.faces.iter().any(|face| face.0.len() > 1) { "-" } else { "" };
    let faces = |slot: &Slot| {
        let whole = if slot.rings[0].len() > 1 { &slot.rings[..1] } else { &slot.rings[..] };
        let faces = whole.iter().flatten().map(|&sticker| shape.faces[stickers[sticker].face].0);
        faces.collect::<Vec<_>>().join(between)
    };
    let plain: Vec<String> = slots.iter().map(faces).collect();
    let name = |at: usize| {
        let alike: Vec<usize> =
            (0..slots.len()).filter(|&other| plain[other] == plain[at]).collect();
        let inside = || alike.iter().filter(|&&other| slots[other].orbit == slots[at].orbit);
        match inside().count() {
            1 if slots[alike[0]].orbit < slots[at].orbit => plain[at].to_lowercase(),
            1 => plain[at].clone(),
            _ => format!("{}{}", plain[at], inside().filter(|&&other| other <= at).count()),
        }
    };
    (0..slots.len()).map(name).collect()
}
