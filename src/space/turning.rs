//! Puzzles whose states are the elements of a group, and whose moves multiply.

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
