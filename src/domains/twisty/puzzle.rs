//! What a twisty puzzle is: orbits of pieces, and turns that move them.

use std::ops::Range;

use super::effect::Effect;

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

/// A puzzle: orbits, turns, which pieces look alike and what counts as solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name, such as `3x3x3`.
    pub name: String,
    /// The orbits, in the order of their slots.
    pub orbits: Vec<Orbit>,
    /// The turns.
    pub bases: Vec<Base>,
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

    /// The order of an effect: how often it must be done to do nothing.
    #[must_use]
    pub fn order(&self, effect: &Effect) -> u64 {
        super::cycles::order(effect, &self.orbits)
    }
}
