//! What a twisty puzzle is: orbits of pieces, and turns that move them.

use std::ops::Range;

use super::effect::Effect;
use super::moves::Generator;

/// The largest number of slots of a puzzle, all orbits together.
pub const MAX_SLOTS: usize = 255;

/// The largest number of ways in which a piece can be turned in its slot.
pub const MAX_TURNS: u8 = 16;

/// Pieces that moves carry to each other's places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orbit {
    /// What it is called, such as `CORNERS`.
    pub name: String,
    /// Its first slot.
    pub first: usize,
    /// How many pieces it has, as many as slots.
    pub pieces: usize,
    /// In how many ways a piece can be turned in its slot: 1 to [`MAX_TURNS`].
    pub turns: u8,
}

impl Orbit {
    /// Its slots among those of the puzzle.
    #[must_use]
    pub fn slots(&self) -> Range<usize> {
        self.first..self.first + self.pieces
    }
}

/// A turn with a name, whose powers are moves: `U` with `U2` and `U'`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// The name of the turn.
    pub name: String,
    /// What it does.
    pub effect: Effect,
    /// How often it must be done to do nothing: 2 at least.
    pub order: u32,
}

impl Base {
    /// Whether its name says that it turns the puzzle as a whole: `x`, `y`, `z`, or capitals
    /// and a `v` (`Uv`). Such a turn reaches nothing new, so a search leaves it out unless
    /// it is asked for.
    #[must_use]
    pub fn is_rotation(&self) -> bool {
        let capitals = |name: &str| {
            !name.is_empty() && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_uppercase())
        };
        matches!(self.name.as_str(), "x" | "y" | "z")
            || self.name.strip_suffix('v').is_some_and(capitals)
    }
}

/// Another name for some turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// What it stands for: at least one turn.
    pub turns: Vec<Generator>,
}

/// A puzzle: orbits, turns, which pieces look alike and what counts as solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name, such as `3x3x3`.
    pub name: String,
    /// The orbits, in the order of their slots.
    pub orbits: Vec<Orbit>,
    /// The turns.
    pub bases: Vec<Base>,
    /// Names that notation knows besides those of the turns.
    pub aliases: Vec<Alias>,
    /// For each piece (named by the slot it is in when solved) what it looks like: pieces of
    /// one orbit with equal labels are interchangeable.
    pub labels: Vec<u8>,
    /// For each piece whether it does not matter how it is turned.
    pub any_turn: Vec<bool>,
    /// The solved positions; the identity is the first.
    pub solved: Vec<Effect>,
    /// Where a search starts when nothing else is said, if that is not the solved position.
    pub start: Option<Effect>,
}

impl Puzzle {
    /// A puzzle whose pieces all differ, with one solved position.
    #[must_use]
    pub fn new(name: &str, orbits: Vec<Orbit>, bases: Vec<Base>) -> Self {
        let slots = orbits.last().map_or(0, |orbit| orbit.slots().end);
        Self {
            name: name.to_owned(),
            orbits,
            bases,
            aliases: Vec::new(),
            labels: (0..slots).map(|slot| slot as u8).collect(),
            any_turn: vec![false; slots],
            solved: vec![Effect::identity(slots)],
            start: None,
        }
    }

    /// How many slots all orbits have.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.labels.len()
    }

    /// Whether every piece is told from every other, and by its turn.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let alike = |orbit: &Orbit| {
            let labels = &self.labels[orbit.slots()];
            (1..labels.len()).any(|i| labels[..i].contains(&labels[i]))
        };
        !self.any_turn.contains(&true) && !self.orbits.iter().any(alike)
    }

    /// The effect that looks the same and in which, among pieces that look alike, the first
    /// stands in the first slot, and pieces whose turn does not matter are not turned.
    #[must_use]
    pub fn plainest(&self, effect: &Effect) -> Effect {
        let mut result = effect.clone();
        for orbit in &self.orbits {
            let mut left: Vec<bool> = vec![true; orbit.pieces];
            for slot in orbit.slots() {
                let label = self.labels[usize::from(effect.from[slot])];
                let alike =
                    |&piece: &usize| left[piece - orbit.first] && self.labels[piece] == label;
                if let Some(piece) = orbit.slots().find(alike) {
                    left[piece - orbit.first] = false;
                    result.from[slot] = piece as u8;
                    if self.any_turn[piece] {
                        result.turn[slot] = 0;
                    }
                }
            }
        }
        result
    }

    /// The order of an effect: how often it must be done to do nothing.
    #[must_use]
    pub fn order(&self, effect: &Effect) -> u64 {
        super::cycles::order(effect, &self.orbits)
    }
}
