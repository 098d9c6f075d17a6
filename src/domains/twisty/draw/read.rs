//! A net read back.

use super::super::builtin::Geometry;
use super::super::effect::Effect;
use super::super::puzzle::{Orbit, Puzzle};

/// Reads a net: the stickers row by row.
pub(super) fn net(puzzle: &Puzzle, geometry: &Geometry, text: &str) -> Result<Effect, String> {
    let shown = stickers(puzzle, geometry, text)?;
    stay(geometry, &shown)?;
    let mut effect = Effect::identity(puzzle.slots());
    let mut taken = vec![None; puzzle.slots()];
    for orbit in &puzzle.orbits {
        for slot in orbit.slots() {
            let (piece, turn) = fitting(geometry, orbit, slot, &shown, &mut taken)?;
            (effect.from[slot], effect.turn[slot]) = (piece as u8, turn as u8);
        }
    }
    Ok(effect)
}

/// The face of the colour at each place.
fn stickers(puzzle: &Puzzle, geometry: &Geometry, text: &str) -> Result<Vec<usize>, String> {
    let text = text.replace('/', " ");
    let words = text.split_whitespace();
    let names: Vec<String> = if geometry.faces.iter().all(|face| face.name.len() == 1) {
        words.flat_map(str::chars).map(String::from).collect()
    } else {
        words.map(str::to_owned).collect()
    };
    let mut shown = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let known = geometry.faces.iter().position(|face| face.name.eq_ignore_ascii_case(name));
        shown.push(known.ok_or_else(|| {
            let faces: Vec<&str> = geometry.faces.iter().map(|face| face.name).collect();
            let (puzzle, faces) = (&puzzle.name, faces.join(" "));
            format!("sticker {}: {name:?} is no face of the {puzzle}, which are {faces}", at + 1)
        })?);
    }
    let needed = geometry.places.len();
    if shown.len() != needed {
        let (puzzle, given) = (&puzzle.name, shown.len());
        return Err(format!("{given} stickers, where the {puzzle} has {needed}"));
    }
    Ok(shown)
}

/// Refuses a net in which a sticker has moved that no turn moves.
fn stay(geometry: &Geometry, shown: &[usize]) -> Result<(), String> {
    let mut moves = vec![false; shown.len()];
    geometry.slots.iter().flatten().flatten().for_each(|&at| moves[at] = true);
    for (at, place) in geometry.places.iter().enumerate() {
        if !moves[at] && shown[at] != place.face {
            let [is, must] = [shown[at], place.face].map(|face| geometry.faces[face].name);
            return Err(format!(
                "sticker {} is {is} but must be {must}, because no turn moves it",
                at + 1
            ));
        }
    }
    Ok(())
}

/// A piece that shows what is shown in a slot and is in no other, and how it is turned.
/// Notes in `taken` in which slot it is.
fn fitting(
    geometry: &Geometry,
    orbit: &Orbit,
    slot: usize,
    shown: &[usize],
    taken: &mut [Option<usize>],
) -> Result<(usize, usize), String> {
    let rings = &geometry.slots[slot];
    let seen: Vec<Vec<usize>> =
        rings.iter().map(|ring| ring.iter().map(|&at| shown[at]).collect()).collect();
    let mut other = None;
    for from in orbit.slots() {
        let colors = geometry.piece(from);
        let fits = |turn: usize| {
            colors.iter().zip(&seen).all(|(colors, seen)| {
                (0..seen.len()).all(|at| seen[(at + turn) % seen.len()] == colors[at])
            })
        };
        if let Some(turn) = (0..usize::from(orbit.turns)).find(|&turn| fits(turn)) {
            match taken[from] {
                None => {
                    taken[from] = Some(slot);
                    return Ok((from, turn));
                }
                Some(there) => other = Some((from, there)),
            }
        }
    }
    let here = &geometry.names[slot];
    Err(match other {
        Some((from, there)) => {
            let (piece, there) = (&geometry.names[from], &geometry.names[there]);
            format!("the piece {piece} is there twice, at {there} and at {here}")
        }
        None => {
            let names = seen.iter().flatten().map(|&face| geometry.faces[face].name);
            let names = names.collect::<Vec<_>>().join(" ");
            format!("no piece for {here} has the colours {names} in this order")
        }
    })
}
