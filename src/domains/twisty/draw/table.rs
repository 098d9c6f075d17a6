//! The pieces of a puzzle without a net: a line for each orbit.

use super::super::effect::Effect;
use super::super::puzzle::{Orbit, Puzzle};

/// For each orbit its name and for each slot the piece there and how it is turned.
pub(super) fn text(puzzle: &Puzzle, effect: &Effect) -> String {
    let longest = puzzle.orbits.iter().map(|orbit| orbit.name.chars().count()).max();
    let line = |orbit: &Orbit| {
        let mut line = orbit.name.clone();
        line += &" ".repeat(longest.unwrap_or_default() - orbit.name.chars().count());
        for slot in orbit.slots() {
            let piece = usize::from(effect.from[slot]);
            let first = orbit.slots().find(|&other| puzzle.labels[other] == puzzle.labels[piece]);
            line += &format!(" {}", first.unwrap_or(piece) - orbit.first + 1);
            if effect.turn[slot] > 0 && !puzzle.any_turn[piece] {
                line += &format!("+{}", effect.turn[slot]);
            }
        }
        line
    };
    puzzle.orbits.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads such a table.
pub(super) fn read(puzzle: &Puzzle, text: &str) -> Result<Effect, String> {
    let mut lines = text.split(['\n', '/']).map(str::trim).filter(|line| !line.is_empty());
    let mut effect = Effect::identity(puzzle.slots());
    for orbit in &puzzle.orbits {
        let name = &orbit.name;
        let line = lines.next().ok_or_else(|| format!("there is no line for {name}"))?;
        let pieces = (line.strip_prefix(name.as_str()))
            .filter(|rest| rest.starts_with(char::is_whitespace))
            .ok_or_else(|| format!("a line begins with {:?}, not with {name}", start(line)))?;
        let pieces: Vec<&str> = pieces.split_whitespace().collect();
        if pieces.len() != orbit.pieces {
            return Err(format!("{name}: {} pieces, not {}", pieces.len(), orbit.pieces));
        }
        let mut taken = vec![false; orbit.pieces];
        for (slot, word) in orbit.slots().zip(pieces) {
            let (piece, turn) = one(puzzle, orbit, word, &mut taken)
                .map_err(|why| format!("{name} {}: {why}", slot - orbit.first + 1))?;
            (effect.from[slot], effect.turn[slot]) = (piece as u8, turn);
        }
    }
    match lines.next() {
        Some(line) => Err(format!("there is no orbit for the line {:?}", start(line))),
        None => Ok(effect),
    }
}

/// The first word of a line.
fn start(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// The piece that a word such as `3+1` names, or one that looks like it and is not taken yet;
/// and how it is turned.
fn one(
    puzzle: &Puzzle,
    orbit: &Orbit,
    word: &str,
    taken: &mut [bool],
) -> Result<(usize, u8), String> {
    let (number, turn) = word.split_once('+').unwrap_or((word, "0"));
    let number = (number.parse::<usize>().ok())
        .filter(|number| (1..=orbit.pieces).contains(number))
        .ok_or_else(|| format!("{number:?} is no piece; they are 1 to {}", orbit.pieces))?;
    let turn = (turn.parse::<u8>().ok())
        .filter(|&turn| turn < orbit.turns)
        .ok_or_else(|| format!("turned by {turn:?}, not by 0 to {}", orbit.turns - 1))?;
    let label = puzzle.labels[orbit.first + number - 1];
    let free = |piece: &usize| puzzle.labels[*piece] == label && !taken[*piece - orbit.first];
    let piece = orbit.slots().find(free).ok_or_else(|| {
        let alike = orbit.slots().filter(|&piece| puzzle.labels[piece] == label).count();
        match alike {
            1 => format!("the piece {number} is there twice"),
            _ => format!("more than {alike} pieces that look like {number}"),
        }
    })?;
    taken[piece - orbit.first] = true;
    Ok((piece, turn))
}
