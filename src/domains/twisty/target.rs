//! What a cycle combination search looks for: positions by the cycles of their effect.

use std::fmt::{self, Display};

use super::cycles::{Cycle, Structure};
use super::effect::Effect;
use super::puzzle::Puzzle;

/// One structure an orbit; `None` where anything will do.
pub type Combination = Vec<Option<Structure>>;

/// What must become of the piece of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Stay {
    /// Anything.
    #[default]
    Free,
    /// It stays in its slot, turned or not.
    Seated,
    /// It stays in its slot, and is turned.
    Turned,
    /// It stays in its slot, not turned.
    Still,
}

impl Stay {
    /// Whether a piece that is at `home` or not, turned by `turn`, is as it must be.
    #[must_use]
    pub fn allows(self, home: bool, turn: u8) -> bool {
        match self {
            Self::Free => true,
            Self::Seated => home,
            Self::Turned => home && turn != 0,
            Self::Still => home && turn == 0,
        }
    }
}

/// The wanted positions: those whose cycles are one of some combinations, and in which some
/// pieces stay as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The combinations, one structure an orbit; ascending, at least one.
    pub combinations: Vec<Combination>,
    /// For each slot how its piece must stay.
    pub stay: Vec<Stay>,
    /// How often the effect must be done to do nothing, if that matters: with more than three turns
    /// a turned cycle does not tell.
    pub order: Option<u64>,
}

impl Target {
    /// The positions with this combination.
    #[must_use]
    pub fn of(puzzle: &Puzzle, combination: Combination) -> Self {
        Self {
            combinations: vec![combination],
            stay: vec![Stay::Free; puzzle.slots()],
            order: None,
        }
    }

    /// The solved position alone.
    #[must_use]
    pub fn solved(puzzle: &Puzzle) -> Self {
        Self::of(puzzle, puzzle.orbits.iter().map(|_| Some(Structure::default())).collect())
    }

    /// Whether the piece of every slot may go anywhere.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.stay.iter().all(|&stay| stay == Stay::Free)
    }

    /// Whether an effect is wanted.
    #[must_use]
    pub fn has(&self, puzzle: &Puzzle, effect: &Effect) -> bool {
        let is = |combination: &Combination| {
            let mut both = puzzle.orbits.iter().zip(combination);
            both.all(|(orbit, wanted)| {
                wanted.as_ref().is_none_or(|wanted| Structure::of(effect, orbit) == *wanted)
            })
        };
        let stays = |(slot, stay): (usize, &Stay)| {
            stay.allows(usize::from(effect.from[slot]) == slot, effect.turn[slot])
        };
        self.stay.iter().enumerate().all(stays)
            && self.combinations.iter().any(is)
            && self.order.is_none_or(|order| puzzle.order(effect) == order)
    }

    /// How a combination is written: `C[1*,5*] E[1*,7*]`.
    #[must_use]
    pub fn text(puzzle: &Puzzle, combination: &Combination) -> String {
        let orbit = |(orbit, structure): (&super::Orbit, &Option<Structure>)| {
            let name = orbit.name.chars().next().unwrap_or('?');
            structure.as_ref().map_or_else(|| format!("{name}[?]"), |s| format!("{name}{s}"))
        };
        let orbits: Vec<String> = puzzle.orbits.iter().zip(combination).map(orbit).collect();
        orbits.join(" ")
    }
}

/// Why a target is refused: what is wrong, and at which character of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetError {
    /// The character, counted from 1.
    pub column: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for TargetError {}

/// Reads a combination, such as `C[1*,5*] E[1*,7*]`. Names are beginnings of the orbits' names, in any
/// case; of several that fit the first that has nothing yet is meant. Orbits that are not named
/// stay as they are; `[?]` is anything.
///
/// # Errors
/// [`TargetError`] for what is not understood; whether it is possible is another question.
pub fn read_combination(puzzle: &Puzzle, text: &str) -> Result<Combination, TargetError> {
    let mut given: Vec<Option<Option<Structure>>> = vec![None; puzzle.orbits.len()];
    let chars: Vec<char> = text.chars().collect();
    let fault = |at: usize, message: String| TargetError { column: at + 1, message };
    let mut at = 0;
    while at < chars.len() {
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        let begin = at;
        while at < chars.len() && chars[at] != '[' && !chars[at].is_whitespace() {
            at += 1;
        }
        let name: String = chars[begin..at].iter().collect();
        if name.is_empty() || chars.get(at) != Some(&'[') {
            let message = "an orbit with its cycles is expected, such as `C[1*,5*]`".to_owned();
            return Err(fault(begin, message));
        }
        let Some(end) = chars[at..].iter().position(|&c| c == ']').map(|end| at + end) else {
            return Err(fault(at, "this `[` has no `]`".to_owned()));
        };
        let fits = |orbit: &super::Orbit| {
            orbit.name.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(&name))
        };
        let mut fitting = (0..given.len()).filter(|&orbit| fits(&puzzle.orbits[orbit])).peekable();
        if fitting.peek().is_none() {
            let names: Vec<&str> = puzzle.orbits.iter().map(|orbit| orbit.name.as_str()).collect();
            let message = format!("no orbit is called `{name}`; there are {}", names.join(", "));
            return Err(fault(begin, message));
        }
        let Some(orbit) = fitting.find(|&orbit| given[orbit].is_none()) else {
            return Err(fault(begin, format!("`{name}` has its cycles already")));
        };
        given[orbit] = Some(read_cycles(&chars, at + 1, end).map_err(|(at, m)| fault(at, m))?);
        at = end + 1;
    }
    if given.iter().all(Option::is_none) {
        return Err(fault(
            0,
            "an orbit with its cycles is expected, such as `C[1*,5*]`".to_owned(),
        ));
    }
    Ok(given
        .into_iter()
        .map(|structure| structure.unwrap_or_else(|| Some(Structure::default())))
        .collect())
}

/// Reads what is between brackets.
fn read_cycles(
    chars: &[char],
    from: usize,
    to: usize,
) -> Result<Option<Structure>, (usize, String)> {
    let inside: String = chars[from..to].iter().collect();
    match inside.trim() {
        "" => return Ok(Some(Structure::default())),
        "?" => return Ok(None),
        _ => {}
    }
    let mut cycles = Vec::new();
    let mut at = from;
    for word in inside.split(',') {
        let (cycle, turned) = match word.trim().strip_suffix('*') {
            Some(cycle) => (cycle, true),
            None => (word.trim(), false),
        };
        let plain = !cycle.is_empty() && cycle.bytes().all(|byte| byte.is_ascii_digit());
        let length = plain.then(|| cycle.parse::<u8>().ok()).flatten().filter(|&n| n > 0);
        let Some(length) = length else {
            let message = format!(
                "`{}` is no length of a cycle: a number from 1 to 255, with `*` behind it where the pieces come back turned",
                word.trim()
            );
            return Err((at, message));
        };
        // A piece that stays as it is may be named, and says nothing.
        if length > 1 || turned {
            cycles.push(Cycle { length, turned });
        }
        at += word.chars().count() + 1;
    }
    cycles.sort_unstable();
    Ok(Some(Structure(cycles)))
}
