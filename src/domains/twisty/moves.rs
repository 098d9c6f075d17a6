//! The moves of a search: powers of the chosen turns.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::cycles::gcd;
use super::effect::Effect;
use super::puzzle::Puzzle;
use crate::space::{MAX_MOVES, MoveTable, TurnClass};

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// Every power of a turn: `U`, `U2` and `U'` (half-turn metric).
    #[default]
    Htm,
    /// A turn and its inverse: `U2` is two moves (quarter-turn metric).
    Qtm,
}

impl Metric {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Htm, Self::Qtm];

    /// The name on the command line and in stored runs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Htm => "HTM",
            Self::Qtm => "QTM",
        }
    }
}

impl Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|metric| metric.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| {
            format!("no metric of twisty puzzles is called {name:?}; there are HTM and QTM")
        })
    }
}

/// A turn that the search may use: a base and by how many steps it is turned at
/// least (`R2` is the base `R` with 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Generator {
    /// Which of [`Puzzle::bases`].
    pub base: usize,
    /// How many times the base.
    pub power: u32,
}

impl Generator {
    /// All bases, once each, without those that turn the puzzle as a whole.
    #[must_use]
    pub fn all(puzzle: &Puzzle) -> Vec<Self> {
        let searched = |&base: &usize| !puzzle.bases[base].is_rotation();
        (0..puzzle.bases.len()).filter(searched).map(|base| Self { base, power: 1 }).collect()
    }
}

/// The moves that some generators give in a metric, and what each does.
///
/// # Errors
/// A sentence when there are more than [`MAX_MOVES`] or none.
pub fn move_table(
    puzzle: &Puzzle,
    generators: &[Generator],
    metric: Metric,
) -> Result<(MoveTable, Vec<Effect>), String> {
    let (mut classes, mut effects) = (Vec::new(), Vec::new());
    let turns: Vec<Effect> = (generators.iter())
        .map(|turn| puzzle.bases[turn.base].effect.power(turn.power.into(), &puzzle.orbits))
        .collect();
    for (generator, turn) in generators.iter().zip(&turns) {
        let base = &puzzle.bases[generator.base];
        let order = base.order / gcd(base.order.into(), generator.power.into()) as u32;
        let powers: Vec<u32> = match metric {
            Metric::Htm => (1..order).collect(),
            Metric::Qtm if order == 2 => vec![1],
            Metric::Qtm => vec![1, order - 1],
        };
        let names = powers
            .iter()
            .map(|power| power_name(&base.name, power * generator.power % base.order, base.order));
        classes.push(TurnClass { order, moves: powers.iter().copied().zip(names).collect() });
        effects.extend(powers.iter().map(|&power| turn.power(power.into(), &puzzle.orbits)));
    }
    if effects.is_empty() || effects.len() > MAX_MOVES {
        return Err(format!("{} moves, where a search needs 1 to {MAX_MOVES}", effects.len()));
    }
    let commute = |a: &Effect, b: &Effect| a.then(b, &puzzle.orbits) == b.then(a, &puzzle.orbits);
    let table = MoveTable::new(&classes, |a, b| commute(&turns[a], &turns[b]));
    Ok((table, effects))
}

/// What a power of a turn is called: `U`, `U2`, `U'`, `U2'`.
#[must_use]
pub fn power_name(base: &str, power: u32, order: u32) -> String {
    let back = order - power;
    match (power, back) {
        (1, _) => base.to_owned(),
        (_, 1) => format!("{base}'"),
        _ if power <= back => format!("{base}{power}"),
        _ => format!("{base}{back}'"),
    }
}
