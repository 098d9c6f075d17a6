//! What an effect does, as cycles.

use super::super::builtin::Geometry;
use super::super::effect::Effect;
use super::super::puzzle::Puzzle;

/// See [`super::Drawing::cycles`].
pub(super) fn text(puzzle: &Puzzle, geometry: Option<&Geometry>, effect: &Effect) -> String {
    let mut to = vec![0; effect.from.len()];
    for (slot, &from) in effect.from.iter().enumerate() {
        to[usize::from(from)] = slot;
    }
    let mut seen = vec![false; to.len()];
    let mut words: Vec<String> = Vec::new();
    for orbit in &puzzle.orbits {
        let mut cycles = Vec::new();
        for start in orbit.slots() {
            let (mut slot, mut names) = (start, Vec::new());
            while !seen[slot] {
                seen[slot] = true;
                let name = match geometry {
                    Some(geometry) => geometry.names[slot].clone(),
                    None => (slot - orbit.first + 1).to_string(),
                };
                let next = to[slot];
                names.push(name + &mark(effect.turn[next], orbit.turns));
                slot = next;
            }
            if names.len() > 1 || effect.turn[start] > 0 && !names.is_empty() {
                cycles.push(format!("({})", names.join(" ")));
            }
        }
        if geometry.is_none() && !cycles.is_empty() {
            words.push(orbit.name.clone());
        }
        words.append(&mut cycles);
    }
    if words.is_empty() { "()".to_owned() } else { words.join(" ") }
}

/// How a piece is turned, one of so many ways.
fn mark(turn: u8, turns: u8) -> String {
    match turn {
        0 => String::new(),
        1 => "+".to_owned(),
        _ if turn + 1 == turns => "-".to_owned(),
        _ => format!("+{turn}"),
    }
}
