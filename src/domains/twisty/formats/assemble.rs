//! From turns with names to a puzzle: one base for all powers of a turn.

use std::collections::HashMap;

use super::super::effect::Effect;
use super::super::moves::Generator;
use super::super::notation;
use super::super::puzzle::{Alias, Base, MAX_SLOTS, MAX_TURNS, Orbit, Puzzle};
use crate::domains::format_error::{Fault, Place};

/// The largest number of turns that are not powers of each other.
pub const MAX_BASES: usize = 64;

/// The largest order of a turn.
pub const MAX_ORDER: u32 = 1000;

/// The largest number of further names.
pub const MAX_ALIASES: usize = 1000;

/// The largest number of turns that a further name stands for.
pub const MAX_ALIAS_TURNS: usize = 1000;

/// The longest name, in characters.
const MAX_NAME: usize = 100;

/// A turn as a file gives it.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) effect: Effect,
}

/// A turn that is the power of another one: which, and which power.
type Power = (usize, u32);

/// Adds an orbit behind the others.
pub(super) fn add_orbit(
    orbits: &mut Vec<Orbit>,
    name: &str,
    pieces: u64,
    turns: u64,
) -> Result<(), String> {
    let digit = name.starts_with(|c: char| c.is_ascii_digit() || c == '?' || c == '#');
    if name.is_empty() || name == "End" || digit || name.contains(char::is_whitespace) {
        return Err(format!(
            "{name:?} cannot be the name of an orbit; it is one word that begins with a letter"
        ));
    }
    check_length(name)?;
    if orbits.iter().any(|orbit| orbit.name == name) {
        return Err(format!("a second orbit called {name}"));
    }
    let first = orbits.last().map_or(0, |orbit| orbit.slots().end);
    if pieces == 0 || pieces > (MAX_SLOTS - first) as u64 {
        return Err(format!(
            "{pieces} pieces in {name}; an orbit has at least one, all orbits together at most \
             {MAX_SLOTS}"
        ));
    }
    if turns == 0 || turns > MAX_TURNS.into() {
        return Err(format!(
            "{turns} turns of the pieces of {name}; 1 to {MAX_TURNS} are possible"
        ));
    }
    orbits.push(Orbit { name: name.into(), first, pieces: pieces as usize, turns: turns as u8 });
    Ok(())
}

/// Whether notation can name a turn so.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let reserved = |c: char| c.is_whitespace() || c.is_control() || "()[],:;.<>".contains(c);
    let begins = name.starts_with(['#', '\'', '\u{2019}']);
    if name.is_empty() || name == "End" || begins || name.contains("//") || name.contains(reserved)
    {
        return Err(format!(
            "{name:?} cannot be the name of a turn; it is one word without ( ) [ ] < > , : ; . \
             and //, and begins with neither # nor '"
        ));
    }
    check_length(name)
}

fn check_length(name: &str) -> Result<(), String> {
    match name.chars().count() {
        0..=MAX_NAME => Ok(()),
        length => Err(format!("a name of {length} characters; {MAX_NAME} are possible")),
    }
}

/// A puzzle with some turns, the first that a power belongs to as base, the others as
/// further names.
pub(super) fn puzzle(name: &str, orbits: Vec<Orbit>, turns: Vec<Turn>) -> Result<Puzzle, Fault> {
    let mut puzzle = Puzzle::new(name, orbits, Vec::new());
    let mut orders = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        let fault = |message: String| Fault::new(turn.place, message);
        check_name(&turn.name).map_err(fault)?;
        if turns[..i].iter().any(|other| other.name == turn.name) {
            return Err(fault(format!("a second turn called {}", turn.name)));
        }
        if i >= MAX_BASES + MAX_ALIASES {
            return Err(fault(format!("more than {} turns", MAX_BASES + MAX_ALIASES)));
        }
        orders.push(
            order(&puzzle, &turn.effect).map_err(|why| fault(format!("{} {why}", turn.name)))?,
        );
    }
    let (kept, powers) = bases(&puzzle, &turns, &orders)?;
    for (turn, power) in turns.iter().zip(&powers) {
        if let Some((of, power)) = power {
            let base = kept.iter().position(|kept| kept == of).unwrap_or_default();
            let turns = vec![Generator { base, power: *power }];
            puzzle.aliases.push(Alias { name: turn.name.clone(), turns });
        }
    }
    puzzle.bases = (kept.iter())
        .map(|&kept| Base {
            name: turns[kept].name.clone(),
            effect: turns[kept].effect.clone(),
            order: orders[kept],
        })
        .collect();
    Ok(puzzle)
}

/// The powers of some turns: which turn, and which power of it.
///
/// With it, to find a turn among the powers of many others takes one look.
pub(super) struct Powers(HashMap<Effect, Power>);

impl Powers {
    /// The powers of the bases of a puzzle.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let mut powers = Self(HashMap::new());
        for (i, base) in puzzle.bases.iter().enumerate() {
            powers.add(i, all_powers(puzzle, &base.effect, base.order), &[]);
        }
        powers
    }

    /// Adds all powers of turn `i`, in place of those `below` it.
    fn add(&mut self, i: usize, powers: Vec<Effect>, below: &[Power]) {
        for (effect, power) in powers.into_iter().zip(1..) {
            let known = self.0.entry(effect).or_insert((i, power));
            if below.iter().any(|(turn, _)| *turn == known.0) {
                *known = (i, power);
            }
        }
    }

    /// The turns that are powers of another one: which, and which power.
    fn below(&self, powers: &[Effect]) -> Vec<Power> {
        let turn = |(effect, power)| match self.0.get(effect) {
            Some(&(turn, 1)) => Some((turn, power)),
            _ => None,
        };
        powers.iter().zip(1..).filter_map(turn).collect()
    }
}

/// All powers of a turn from the first on, without that which does nothing.
fn all_powers(puzzle: &Puzzle, turn: &Effect, order: u32) -> Vec<Effect> {
    let next = |effect: &Effect| Some(effect.then(turn, &puzzle.orbits));
    std::iter::successors(Some(turn.clone()), next).take(order as usize - 1).collect()
}

/// Which turns are bases, and for the others which powers they are.
fn bases(
    puzzle: &Puzzle,
    turns: &[Turn],
    orders: &[u32],
) -> Result<(Vec<usize>, Vec<Option<Power>>), Fault> {
    let mut kept: Vec<usize> = Vec::new();
    let mut found: Vec<Option<Power>> = vec![None; turns.len()];
    let mut known = Powers(HashMap::new());
    for (i, turn) in turns.iter().enumerate() {
        if let Some(power) = known.0.get(&turn.effect) {
            found[i] = Some(*power);
            continue;
        }
        let powers = all_powers(puzzle, &turn.effect, orders[i]);
        let below = known.below(&powers);
        known.add(i, powers, &below);
        let at = kept.iter().position(|base| below.iter().any(|(below, _)| below == base));
        for (base, power) in below {
            kept.retain(|kept| *kept != base);
            for other in found.iter_mut().flatten().filter(|(of, _)| *of == base) {
                *other = (i, (u64::from(other.1) * u64::from(power) % u64::from(orders[i])) as u32);
            }
            found[base] = Some((i, power));
        }
        kept.insert(at.unwrap_or(kept.len()), i);
        if kept.len() > MAX_BASES {
            let message = format!("more than {MAX_BASES} turns that are not powers of each other");
            return Err(Fault::new(turn.place, message));
        }
    }
    Ok((kept, found))
}

fn order(puzzle: &Puzzle, effect: &Effect) -> Result<u32, String> {
    match puzzle.order(effect) {
        1 => Err("does nothing".into()),
        order if order > MAX_ORDER.into() => {
            Err(format!("must be done {order} times to do nothing; {MAX_ORDER} are possible"))
        }
        order => Ok(order as u32),
    }
}

/// Adds a name for a sequence.
pub(super) fn add_name(
    puzzle: &mut Puzzle,
    name: &str,
    turns: Vec<Generator>,
) -> Result<(), String> {
    meaning(puzzle, name, &turns)?;
    puzzle.aliases.push(Alias { name: name.into(), turns });
    Ok(())
}

/// Adds a name for a sequence as a turn that a search may use: a base of its own, if it can
/// be one and is no power of another.
pub(super) fn add_turn(
    puzzle: &mut Puzzle,
    known: &mut Powers,
    name: &str,
    turns: Vec<Generator>,
) -> Result<(), String> {
    let effect = meaning(puzzle, name, &turns)?;
    let turns = match known.0.get(&effect) {
        Some(&(base, power)) => vec![Generator { base, power }],
        None => {
            if let Ok(order) = order(puzzle, &effect)
                && puzzle.bases.len() < MAX_BASES
            {
                let powers = all_powers(puzzle, &effect, order);
                // Were a base a power of it, a search would do the same turns under two names.
                if known.below(&powers).is_empty() {
                    known.add(puzzle.bases.len(), powers, &[]);
                    puzzle.bases.push(Base { name: name.into(), effect, order });
                    return Ok(());
                }
            }
            turns
        }
    };
    puzzle.aliases.push(Alias { name: name.into(), turns });
    Ok(())
}

/// What a further name does, if it can be one.
fn meaning(puzzle: &Puzzle, name: &str, turns: &[Generator]) -> Result<Effect, String> {
    check_name(name)?;
    let known = puzzle.bases.iter().any(|base| base.name == name)
        || puzzle.aliases.iter().any(|alias| alias.name == name);
    if known {
        return Err(format!("a second turn called {name}"));
    }
    if turns.len() > MAX_ALIAS_TURNS {
        let length = turns.len();
        return Err(format!("{name} stands for {length} turns; {MAX_ALIAS_TURNS} are possible"));
    }
    if puzzle.aliases.len() >= MAX_ALIASES {
        return Err(format!("more than {MAX_ALIASES} further names"));
    }
    let effect = notation::effect_of(puzzle, turns);
    if effect.is_identity() {
        return Err(format!("{name} does nothing"));
    }
    Ok(effect)
}
