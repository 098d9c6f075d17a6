//! Puzzles whose states are the elements of a group, and whose moves multiply.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::Quotient;

/// The largest number of moves of a [`MoveTable`]: sets of moves are words of 64 bits.
pub const MAX_MOVES: usize = 64;

/// A turn and those of its powers that are moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnClass {
    /// How often the turn must be done to do nothing: 2 at least.
    pub order: u32,
    /// Power (1 to `order - 1`) and name of each move.
    pub moves: Vec<(u32, String)>,
}

/// One move: a power of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What it is called.
    pub name: String,
    /// Which turn it is a power of.
    pub class: usize,
    /// Which power.
    pub power: u32,
    /// The move that takes it back, if that is one.
    pub inverse: Option<usize>,
}

/// The moves of a puzzle: numbered, in classes of powers of one turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveTable {
    turns: Vec<Turn>,
    orders: Vec<u32>,
    commuting: Vec<u64>,
}

impl MoveTable {
    /// The moves of some classes; `commute` says which turns can be exchanged.
    #[must_use]
    pub fn new(classes: &[TurnClass], commute: impl Fn(usize, usize) -> bool) -> Self {
        let mut turns = Vec::new();
        for (class, TurnClass { order, moves }) in classes.iter().enumerate() {
            let first = turns.len();
            turns.extend(moves.iter().map(|(power, name)| {
                Turn {
                    name: name.clone(),
                    class,
                    power: *power,
                    inverse: (moves.iter().position(|(other, _)| power + other == *order))
                        .map(|at| first + at),
                }
            }));
        }
        let commuting = (0..classes.len())
            .map(|a| {
                let others = (0..classes.len()).filter(|&b| a != b && commute(a, b));
                others.fold(0, |set, b| set | 1 << b)
            })
            .collect();
        let orders = classes.iter().map(|class| class.order).collect();
        Self { turns, orders, commuting }
    }

    /// The moves, in the order of their numbers.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// How many classes there are.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.orders.len()
    }

    /// How often the turn of a class must be done to do nothing.
    #[must_use]
    pub fn order(&self, class: usize) -> u32 {
        self.orders[class]
    }

    /// The classes, other than itself, whose turns can be exchanged with those of a class; one bit each.
    #[must_use]
    pub fn commuting(&self, class: usize) -> u64 {
        self.commuting[class]
    }

    /// Whether two moves of different classes can be exchanged.
    #[must_use]
    pub fn commute(&self, a: usize, b: usize) -> bool {
        self.commuting[self.turns[a].class] >> self.turns[b].class & 1 == 1
    }
}

/// A puzzle whose positions are group elements: a move multiplies from the right, and what is
/// wanted is a set of positions.
///
/// Positions are compared, never stored. A move sequence is a *solution* when it leads from
/// [`Self::start`] to a wanted position.
pub trait Turning: Send + Sync {
    /// A position in the form in which it is turned fastest.
    type Position: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// The moves.
    fn moves(&self) -> &MoveTable;

    /// Where the search starts.
    fn start(&self) -> Self::Position;

    /// The position after a move.
    fn after(&self, position: &Self::Position, turn: usize) -> Self::Position;

    /// Whether this position is wanted.
    fn is_wanted(&self, position: &Self::Position) -> bool;

    /// Those of some moves that lead to a wanted position; sets of moves are bits.
    fn wanted_after(&self, position: &Self::Position, turns: u64) -> u64;

    /// Tests the ends of all ways of two moves; the first is one of `first`. Calls
    /// `found(first, second)` for each that leads to a wanted position, in ascending order,
    /// and says how many ends were tested.
    fn wanted_after_two(
        &self,
        position: &Self::Position,
        first: u64,
        second: &Seconds<'_>,
        found: &mut dyn FnMut(usize, usize),
    ) -> u64;

    /// Whether it starts at the identity and a position is wanted exactly if its inverse and
    /// its conjugates are: then each rotation of a solution is one, and so is its inverse.
    fn is_cyclic(&self) -> bool;

    /// The symmetries of moves and wanted positions that keep the start, the identity first: the move that
    /// each move becomes.
    fn symmetries(&self) -> &[Vec<usize>];

    /// Views of the positions for pruning tables: for each part of the puzzle one or more, the smaller
    /// ones first.
    fn quotients(&self) -> Vec<Vec<Arc<dyn Quotient<Self::Position>>>> {
        Vec::new()
    }

    /// The least of the positions that the symmetries, if they are to be used, make of this one, and of its inverse
    /// if that is to count as well.
    fn representative(
        &self,
        position: &Self::Position,
        symmetries: bool,
        inverse: bool,
    ) -> Self::Position;
}

/// Something to do with a puzzle of any form.
pub trait TurningVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<T: Turning>(self, space: &T) -> Self::Output;
}

/// Which second moves may follow each first one.
#[derive(Debug, Clone, Copy)]
pub struct Seconds<'a> {
    /// By first move: the sets of second moves.
    pub sets: &'a [u64],
    /// By first move: which of `allowed` applies too.
    pub next: &'a [u16],
    /// Further sets.
    pub allowed: &'a [u64],
}

impl Seconds<'_> {
    /// The moves that may follow `first`.
    #[inline]
    #[must_use]
    pub fn after(&self, first: usize) -> u64 {
        self.sets[first] & self.allowed[usize::from(self.next[first])]
    }
}

/// The members of a set of moves, ascending.
#[inline]
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            first as usize
        })
    })
}
