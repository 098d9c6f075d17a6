//! Writing a puzzle as `.tws`.

use std::fmt::Write as _;

use super::super::effect::Effect;
use super::super::notation::show;
use super::super::puzzle::Puzzle;

/// A puzzle as the text of a `.tws` file, which reads as an equal puzzle if its further
/// solved positions and its start are [plainest](Puzzle::plainest), as those of every puzzle
/// that was read are. Equal puzzles have equal texts.
#[must_use]
pub fn write_tws(puzzle: &Puzzle) -> String {
    let mut text = format!("Name {}\n\n", puzzle.name);
    for orbit in &puzzle.orbits {
        line(&mut text, &format!("Set {} {} {}", orbit.name, orbit.pieces, orbit.turns));
    }
    for solved in &puzzle.solved {
        position(&mut text, "Solved", puzzle, solved, 1);
    }
    for base in &puzzle.bases {
        line(&mut text, &format!("\nMoveTransformation {}", base.name));
        for orbit in &puzzle.orbits {
            let slots = orbit.slots();
            let plain = Effect::identity(puzzle.slots());
            let (from, turn) = (&base.effect.from[slots.clone()], &base.effect.turn[slots.clone()]);
            if *from != plain.from[slots.clone()] || *turn != plain.turn[slots] {
                line(&mut text, &orbit.name);
                line(&mut text, &row(from.iter().map(|&from| usize::from(from) - orbit.first)));
                line(&mut text, &row(turn));
            }
        }
        line(&mut text, "End");
    }
    for (i, alias) in puzzle.aliases.iter().enumerate() {
        let kind = if alias.turns.len() == 1 { "MoveAlias" } else { "MoveSequence" };
        let blank = if i == 0 { "\n" } else { "" };
        line(&mut text, &format!("{blank}{kind} {} {}", alias.name, show(puzzle, &alias.turns)));
    }
    if let Some(start) = &puzzle.start {
        position(&mut text, "ScrambleState start", puzzle, start, 0);
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn row(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    numbers.join(" ")
}

/// A position with pieces that look alike numbered alike, in the order in which they stand
/// when solved.
fn position(text: &mut String, title: &str, puzzle: &Puzzle, effect: &Effect, first: usize) {
    // Writing to a String cannot fail.
    let _ = write!(text, "\n{title}\n");
    for orbit in &puzzle.orbits {
        let mut labels: Vec<u8> = Vec::new();
        for &label in &puzzle.labels[orbit.slots()] {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let number = |slot: usize| {
            let label = puzzle.labels[usize::from(effect.from[slot])];
            first + labels.iter().position(|known| *known == label).unwrap_or_default()
        };
        let turn = |slot: usize| {
            let any = puzzle.any_turn[usize::from(effect.from[slot])];
            if any { "?".into() } else { effect.turn[slot].to_string() }
        };
        line(text, &orbit.name);
        line(text, &row(orbit.slots().map(number)));
        line(text, &row(orbit.slots().map(turn)));
    }
    line(text, "End");
}
