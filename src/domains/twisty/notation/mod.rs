//! Sequences of turns as people write them: `R U2' (F B)3 [A, B] [A: B]`.
//!
//! * A turn is its name and how often: `U`, `U2`, `U'`, `U2'`.
//! * `( )` is a group, `[A, B]` a commutator (A B A' B'), `[A: B]` a conjugate (A B A');
//!   a number or `'` may follow.
//! * Blanks may be left out where only one reading remains. `.` and everything behind `//`
//!   is passed over.

mod names;
mod parse;
#[cfg(test)]
mod tests;

use super::effect::Effect;
use super::moves::{Generator, power_name};
use super::puzzle::Puzzle;
use crate::domains::FormatError;
use crate::domains::format_error::{Fault, Place};
use names::{Meaning, Names};

/// The largest number of turns of a sequence when all is written out.
pub const MAX_LENGTH: usize = 100_000;

/// How deep groups, commutators and conjugates can be nested.
pub const MAX_NESTING: usize = 100;

/// The longest text of a sequence, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// Reads a sequence of turns, each with a power from 1 to one less than its order; turns that
/// do nothing (`U4`) are left out. `source` is what errors call the text.
///
/// # Errors
/// Where the text is wrong and what would be right; also when it has more than
/// [`MAX_LENGTH`] turns, is nested deeper than [`MAX_NESTING`] or longer than [`MAX_TEXT`].
pub fn read(source: &str, puzzle: &Puzzle, text: &str) -> Result<Vec<Generator>, FormatError> {
    parse(puzzle, text, Place::START).map_err(|fault| FormatError::new(source, text, fault))
}

/// Reads a sequence that begins at a place of a larger text.
pub(super) fn parse(puzzle: &Puzzle, text: &str, start: Place) -> Result<Vec<Generator>, Fault> {
    if text.len() > MAX_TEXT {
        let message = format!("{} bytes; a sequence has at most {MAX_TEXT}", text.len());
        return Err(Fault::new(start, message));
    }
    parse::sequence(puzzle, text, start)
}

/// Reads the turns that a search may use, such as `<F,R2,U>`; the angle brackets may be left
/// out, blanks may stand for commas. `source` is what errors call the text.
///
/// # Errors
/// Where the text is wrong: an unknown name, a turn twice, a turn that does nothing, no turn.
pub fn read_generators(
    source: &str,
    puzzle: &Puzzle,
    text: &str,
) -> Result<Vec<Generator>, FormatError> {
    generators(puzzle, text).map_err(|fault| FormatError::new(source, text, fault))
}

fn generators(puzzle: &Puzzle, text: &str) -> Result<Vec<Generator>, Fault> {
    let fault = |at: usize, message: String| Fault::new(Place::of_byte(text, at), message);
    let names = Names::of(puzzle);
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    let (start, inner) = match (trimmed.strip_prefix('<'), trimmed.strip_suffix('>')) {
        (Some(_), Some(_)) if trimmed.len() > 1 => (start + 1, &trimmed[1..trimmed.len() - 1]),
        (None, None) => (start, trimmed),
        (Some(_), _) => return Err(fault(text.trim_end().len(), "here `>` is missing".into())),
        (None, _) => return Err(fault(start, "here `<` is missing".into())),
    };
    let mut found: Vec<Generator> = Vec::new();
    let mut at = start;
    for item in inner.split([',', ' ', '\t', '\n', '\r']) {
        let here = at;
        at += item.len() + 1;
        if item.is_empty() {
            continue;
        }
        let turn = names.generator(puzzle, item).map_err(|message| fault(here, message))?;
        if let Some(known) = found.iter().find(|known| known.base == turn.base) {
            let (one, other) = (show(puzzle, &[*known]), show(puzzle, &[turn]));
            let message = if one == other {
                format!("`{one}` is here twice")
            } else {
                format!("`{other}` and `{one}` are powers of the same turn; one of them is enough")
            };
            return Err(fault(here, message));
        }
        found.push(turn);
    }
    if found.is_empty() {
        return Err(fault(start, format!("no turn; there are {}", names.list())));
    }
    Ok(found)
}

/// What a sequence does.
#[must_use]
pub fn effect_of(puzzle: &Puzzle, turns: &[Generator]) -> Effect {
    turns.iter().fold(Effect::identity(puzzle.slots()), |effect, turn| {
        let base = &puzzle.bases[turn.base];
        effect.then(&base.effect.power(turn.power.into(), &puzzle.orbits), &puzzle.orbits)
    })
}

/// The sequence that takes back another.
#[must_use]
pub fn inverse(puzzle: &Puzzle, turns: &[Generator]) -> Vec<Generator> {
    let back = |turn: &Generator| {
        let order = puzzle.bases[turn.base].order;
        Generator { power: order - turn.power, ..*turn }
    };
    turns.iter().rev().map(back).collect()
}

/// A sequence as text that reads as the same.
#[must_use]
pub fn show(puzzle: &Puzzle, turns: &[Generator]) -> String {
    let name = |turn: &Generator| {
        let base = &puzzle.bases[turn.base];
        power_name(&base.name, turn.power, base.order)
    };
    turns.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Checks that every power of a turn is read as it is shown: that `U2` is twice `U` if there
/// is a `U`. Fails with the name that takes another's place, and a message.
pub(super) fn check_names(puzzle: &Puzzle) -> Result<(), (String, String)> {
    let names = Names::of(puzzle);
    for (base, turn) in puzzle.bases.iter().enumerate() {
        for power in 1..turn.order {
            let text = power_name(&turn.name, power, turn.order);
            let Some(step) = names.whole(&text) else { continue };
            let itself = step.meaning == Meaning::Base(base);
            if !itself
                && effect_of(puzzle, &step.turns(puzzle))
                    != turn.effect.power(power.into(), &puzzle.orbits)
            {
                let message = format!(
                    "`{text}` would be {power} times {} and something else too; {} needs another name",
                    turn.name, step.name
                );
                return Err((step.name.to_owned(), message));
            }
        }
    }
    Ok(())
}
