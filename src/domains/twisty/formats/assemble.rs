//! From turns with names to a puzzle: one base for all powers of a turn.

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

/// Which turns are bases, and for the others which powers they are.
fn bases(
    puzzle: &Puzzle,
    turns: &[Turn],
    orders: &[u32],
) -> Result<(Vec<usize>, Vec<Option<Power>>), Fault> {
    let mut kept: Vec<usize> = Vec::new();
    let mut powers: Vec<Option<Power>> = vec![None; turns.len()];
    for (i, turn) in turns.iter().enumerate() {
        let of = |a: usize, b: usize| {
            power_of(puzzle, &turns[a].effect, orders[a], &turns[b].effect, orders[b])
        };
        if let Some(known) = kept.iter().find_map(|&base| Some((base, of(base, i)?))) {
            powers[i] = Some(known);
            continue;
        }
        let below: Vec<Power> =
            kept.iter().filter_map(|&base| Some((base, of(i, base)?))).collect();
        let at = kept.iter().position(|base| below.iter().any(|(below, _)| below == base));
        for (base, power) in below {
            kept.retain(|kept| *kept != base);
            for other in powers.iter_mut().flatten().filter(|(of, _)| *of == base) {
                *other = (i, (u64::from(other.1) * u64::from(power) % u64::from(orders[i])) as u32);
            }
            powers[base] = Some((i, power));
        }
        kept.insert(at.unwrap_or(kept.len()).min(kept.len()), i);
        if kept.len() > MAX_BASES {
            let message = format!("more than {MAX_BASES} turns that are not powers of each other");
            return Err(Fault::new(turn.place, message));
        }
    }
    Ok((kept, powers))
}

/// Which power of a turn another one is.
fn power_of(puzzle: &Puzzle, turn: &Effect, order: u32, other: &Effect, of: u32) -> Option<u32> {
    if !order.is_multiple_of(of) {
        return None;
    }
    // Powers with the right order are those of the turn done `order / of` times.
    let step = turn.power((order / of).into(), &puzzle.orbits);
    let mut effect = step.clone();
    for times in 1..of {
        if effect == *other {
            return Some(times * (order / of));
        }
        effect = effect.then(&step, &puzzle.orbits);
    }
    None
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

/// Adds a name for a sequence. As a `turn` it is one that a search may use: a base of its
/// own if it can be one.
pub(super) fn add_name(
    puzzle: &mut Puzzle,
    name: &str,
    turns: Vec<Generator>,
    turn: bool,
) -> Result<(), String> {
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
    if puzzle.aliases.len() == MAX_ALIASES {
        return Err(format!("more than {MAX_ALIASES} further names"));
    }
    let effect = notation::effect_of(puzzle, &turns);
    if effect.is_identity() {
        return Err(format!("{name} does nothing"));
    }
    let order = order(puzzle, &effect).ok().filter(|_| turn);
    let power = order.and_then(|order| {
        puzzle.bases.iter().enumerate().find_map(|(base, of)| {
            let power = power_of(puzzle, &of.effect, of.order, &effect, order)?;
            Some(Generator { base, power })
        })
    });
    let turns = power.map_or(turns, |power| vec![power]);
    let above = |order: u32| {
        puzzle
            .bases
            .iter()
            .any(|base| power_of(puzzle, &effect, order, &base.effect, base.order).is_some())
    };
    match order {
        Some(order) if power.is_none() && puzzle.bases.len() < MAX_BASES && !above(order) => {
            puzzle.bases.push(Base { name: name.into(), effect, order });
        }
        _ => puzzle.aliases.push(Alias { name: name.into(), turns }),
    }
    Ok(())
}
