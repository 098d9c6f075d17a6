//! What no sequence of moves changes: parities and sums of turns.

use super::part::Part;
use super::{is_odd, turn_sum};
use crate::domains::twisty::{Effect, Orbit};

/// More values than this are not told apart.
const LIMIT: usize = 1 << 16;

/// Which changes of parities and sums of turns the moves can make together.
///
/// A part says its parity only when all its pieces differ, and the sum of its turns only
/// when they all matter.
#[derive(Debug, Clone)]
pub(super) struct Invariants {
    /// For each combination of changes whether moves make it; empty when there are too
    /// many combinations.
    possible: Vec<bool>,
}

/// For each part its parity and its sum of turns.
type Changes = Vec<(bool, u8)>;

impl Invariants {
    /// What `moves` can change.
    pub(super) fn new(parts: &[Part], moves: &[Effect]) -> Self {
        let values = (parts.iter())
            .try_fold(1_usize, |values, part| values.checked_mul(2)?.checked_mul(part.turns.into()))
            .filter(|&values| values <= LIMIT);
        let Some(values) = values else { return Self { possible: Vec::new() } };
        let change = |effect: &Effect| -> Changes {
            let of = |part: &Part| {
                (is_odd(effect, &part.slots), turn_sum(effect, &part.slots, part.turns))
            };
            parts.iter().map(of).collect()
        };
        let moves: Vec<Changes> = moves.iter().map(change).collect();
        let none: Changes = vec![(false, 0); parts.len()];
        let mut possible = vec![false; values];
        possible[number(parts, &none)] = true;
        let mut waiting = vec![none];
        while let Some(changes) = waiting.pop() {
            for change in &moves {
                let next: Changes = (changes.iter().zip(change).zip(parts))
                    .map(|((a, b), part)| (a.0 != b.0, (a.1 + b.1) % part.turns))
                    .collect();
                if !std::mem::replace(&mut possible[number(parts, &next)], true) {
                    waiting.push(next);
                }
            }
        }
        Self { possible }
    }

    /// Whether moves can make the changes of parity and of the sum of turns that `change`
    /// says for each part.
    pub(super) fn check(
        &self,
        parts: &[Part],
        orbits: &[Orbit],
        change: impl Fn(usize, &Part) -> (bool, u8),
    ) -> Result<(), String> {
        if self.possible.is_empty() {
            return Ok(());
        }
        let wanted: Changes = parts.iter().enumerate().map(|(at, part)| change(at, part)).collect();
        let possible: Vec<usize> =
            (0..self.possible.len()).filter(|&value| self.possible[value]).collect();
        // The parts one after the other, so that the first ones to exclude it are named.
        for upto in 1..=parts.len() {
            let parts = &parts[..upto];
            let agrees = |values: &Changes, parity: bool| {
                parts.iter().zip(values.iter().zip(&wanted)).all(|(part, (made, wanted))| {
                    (made.0 == wanted.0 || !parity || !part.all_differ())
                        && (made.1 == wanted.1 || !part.all_turn())
                })
            };
            let any = |parity| possible.iter().any(|&value| agrees(&changes(parts, value), parity));
            let Some(part) = parts.last().filter(|_| !any(true)) else { continue };
            let name = &orbits[part.orbit].name;
            let (_, sum) = wanted[upto - 1];
            return Err(if any(false) {
                let mut names: Vec<&str> = (parts.iter().filter(|part| part.all_differ()))
                    .map(|part| orbits[part.orbit].name.as_str())
                    .collect();
                names.dedup();
                match names.as_slice() {
                    [name] => format!("moves never change the parity of {name}"),
                    _ => format!("moves never change the parities of {} so", names.join(" and ")),
                }
            } else {
                let turns = part.turns;
                format!("moves never change the sum of the turns of {name} by {sum} modulo {turns}")
            });
        }
        Ok(())
    }
}

/// The number of a combination of changes; the first part has the lowest digits.
fn number(parts: &[Part], changes: &Changes) -> usize {
    parts.iter().zip(changes).rev().fold(0, |number, (part, &(odd, sum))| {
        (number * usize::from(part.turns) + usize::from(sum)) * 2 + usize::from(odd)
    })
}

/// The combination of a number, of the first parts.
fn changes(parts: &[Part], mut number: usize) -> Changes {
    let digits = parts.iter().map(|part| {
        let odd = number % 2 == 1;
        number /= 2;
        let sum = number % usize::from(part.turns);
        number /= usize::from(part.turns);
        (odd, sum as u8)
    });
    digits.collect()
}
