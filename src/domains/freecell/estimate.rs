//! Heuristics that say what still has to happen on a board, in points.
//!
//! It is a sum over the cards of columns, each judged by the cards below it, and
//! of what freecells, empty columns and foundations look like. So the sum of a
//! column up to each of its cards is known once a board is laid out, and a board
//! after a move is estimated from the two columns that change.
//!
//! The points were found by random changes, each kept where deals of another range
//! than those of the tests were then solved with fewer states.

use super::card::{Card, DECK, RANKS};
use super::coding::Coding;
use super::expand::cards;
use super::model::MAX_COLUMNS;
use super::reading::Parts;
use super::space::FreeCell;
use crate::space::{BadKey, Estimator, Heuristic};

/// A heuristic that counts points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Points {
    pub(super) heuristic: Heuristic,
    pub(super) weights: Weights,
}

const fn heuristic(name: &'static str, about: &'static str) -> Heuristic {
    Heuristic { name, about, admissible: false }
}

/// All of them. A deal that takes a search by one very long is mostly easy by
/// another.
pub(super) const POINTS: [Points; 3] = [ORDER, COLUMNS, LAYOUT];

/// The one to begin with.
pub(super) const SOLVING: &str = LAYOUT.heuristic.name;

/// The one of that name.
pub(super) fn points(name: &str) -> Option<Weights> {
    POINTS.into_iter().find(|points| points.heuristic.name == name).map(|points| points.weights)
}

/// What each fault of a board is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    /// A card that is not home.
    pub(super) in_play: i32,
    /// A card that lies where it does not fit.
    pub(super) stuck: i32,
    /// A card above one of lower rank in its column.
    pub(super) over_lower: i32,
    /// A card above one that its foundation needs next, for each such.
    pub(super) over_next: i32,
    /// The same of a stuck card, in addition.
    pub(super) over_next_stuck: i32,
    /// A card above one that its foundation needs after the next, for each such.
    pub(super) over_second: i32,
    /// A stuck card, for each card below it in its column.
    pub(super) height: i32,
    /// A column, for each rank by which its deepest card is less than a king.
    pub(super) base: i32,
    /// By free freecells, of which those beyond the last count like it.
    pub(super) cells: [i32; 5],
    /// By empty columns, of which those beyond the last count like it.
    pub(super) columns: [i32; 4],
    /// A card in a freecell, for each rank that its foundation lacks up to it.
    pub(super) cell_rank: i32,
    /// An edge of the search.
    pub(super) edge: u32,
}

const ORDER: Points = Points {
    heuristic: heuristic(
        "order",
        "points for cards in the wrong order, cards not home, full freecells",
    ),
    weights: Weights {
        in_play: 78,
        stuck: 45,
        over_lower: 23,
        over_next: 28,
        over_next_stuck: 11,
        over_second: 9,
        height: -4,
        base: 3,
        cells: [255, 172, 77, 18, 0],
        columns: [123, 73, 32, 73],
        cell_rank: -1,
        edge: 23,
    },
};

const COLUMNS: Points = Points {
    heuristic: heuristic(
        "columns",
        "points as of order, more for full freecells and columns and for cards that do not fit",
    ),
    weights: Weights {
        in_play: 41,
        stuck: 80,
        over_lower: 9,
        over_next: 9,
        over_next_stuck: 10,
        over_second: 2,
        height: 3,
        base: 2,
        cells: [312, 251, 94, 14, 0],
        columns: [195, 135, 94, 12],
        cell_rank: 7,
        edge: 38,
    },
};

const LAYOUT: Points = Points {
    heuristic: heuristic(
        "layout",
        "points for cards not home, cards on others that must go first, full freecells",
    ),
    weights: Weights {
        in_play: 52,
        stuck: 60,
        over_lower: 10,
        over_next: 18,
        over_next_stuck: 8,
        over_second: 3,
        height: 3,
        base: 4,
        cells: [301, 172, 75, 19, 0],
        columns: [144, 76, 37, 14],
        cell_rank: 3,
        edge: 42,
    },
};

/// A column up to one of its cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) card: Card,
    /// Points of the cards up to this one.
    pub(super) points: i32,
    /// The lowest rank among them.
    lowest: u8,
    /// How many they are.
    height: u8,
    /// How many of them their foundations need next, and after the next.
    next: u8,
    second: u8,
}

/// A board laid out, with its points.
#[derive(Debug)]
pub(super) struct Table {
    weights: Weights,
    foundations: [u8; 4],
    /// The columns that are not empty, each from its deepest card.
    columns: [Vec<Step>; MAX_COLUMNS],
    filled: usize,
    /// By card: the number of its column.
    column_of: [u8; DECK],
    /// Points of all but freecells and empty columns.
    sum: i32,
    pub(super) free_cells: usize,
    pub(super) empty_columns: usize,
}

impl Table {
    /// An empty table.
    pub(super) fn new(weights: Weights) -> Self {
        Self {
            weights,
            foundations: [0; 4],
            columns: std::array::from_fn(|_| Vec::with_capacity(DECK)),
            filled: 0,
            column_of: [0; DECK],
            sum: 0,
            free_cells: 0,
            empty_columns: 0,
        }
    }

    /// Lays a board out.
    pub(super) fn lay(&mut self, coding: &Coding, parts: &Parts) {
        let mut above = [None; DECK];
        for card in cards(parts.live & !parts.cells & !parts.bases) {
            let below = coding.below(card, parts.ways[card.number()]);
            if let Some(above) = above.get_mut(below.trailing_zeros() as usize) {
                *above = Some(card);
            }
        }
        self.foundations = parts.foundations;
        self.free_cells = (coding.freecells - parts.cells.count_ones()) as usize;
        self.empty_columns = (coding.columns - parts.bases.count_ones()) as usize;
        self.filled = parts.bases.count_ones() as usize;
        let home: i32 = parts.foundations.iter().map(|&shown| i32::from(shown)).sum();
        self.sum = self.weights.in_play * (DECK as i32 - home);
        self.sum += cards(parts.cells).map(|card| self.in_cell(card)).sum::<i32>();
        for (at, base) in cards(parts.bases).enumerate() {
            let mut step = self.base(base);
            let mut column = std::mem::take(&mut self.columns[at]);
            column.clear();
            loop {
                column.push(step);
                self.column_of[step.card.number()] = at as u8;
                let Some(card) = above[step.card.number()] else { break };
                step = self.put(step, card, parts.stuck & card.bit() != 0);
            }
            self.columns[at] = column;
            self.sum += step.points;
        }
    }

    /// The columns that are not empty, each from its deepest card.
    pub(super) fn columns(&self) -> impl Iterator<Item = &[Step]> {
        self.columns.iter().take(self.filled).map(Vec::as_slice)
    }

    /// The free card of the column in which a card lies.
    pub(super) fn top(&self, of: Card) -> Option<Step> {
        self.columns[usize::from(self.column_of[of.number()])].last().copied()
    }

    /// How many ranks the foundation of a card lacks up to it.
    fn lacking(&self, card: Card) -> u8 {
        card.rank() - self.foundations[card.suit().index()]
    }

    /// The points of a card in a freecell.
    pub(super) fn in_cell(&self, card: Card) -> i32 {
        self.weights.cell_rank * i32::from(self.lacking(card))
    }

    /// A column of one card.
    pub(super) fn base(&self, card: Card) -> Step {
        let lacking = self.lacking(card);
        Step {
            card,
            points: self.weights.base * i32::from(RANKS - card.rank()),
            lowest: card.rank(),
            height: 1,
            next: u8::from(lacking == 1),
            second: u8::from(lacking == 2),
        }
    }

    /// A column after a card was put on it.
    pub(super) fn put(&self, below: Step, card: Card, stuck: bool) -> Step {
        let Weights { over_next, over_next_stuck, over_second, over_lower, .. } = self.weights;
        let (next, second) = (i32::from(below.next), i32::from(below.second));
        let mut points = below.points + next * over_next + second * over_second;
        if below.lowest < card.rank() {
            points += over_lower;
        }
        if stuck {
            points += self.weights.stuck
                + next * over_next_stuck
                + i32::from(below.height) * self.weights.height;
        }
        let lacking = self.lacking(card);
        Step {
            card,
            points,
            lowest: below.lowest.min(card.rank()),
            height: below.height + 1,
            next: below.next + u8::from(lacking == 1),
            second: below.second + u8::from(lacking == 2),
        }
    }

    /// The estimate of the board after a change: with that many points more in
    /// columns and freecells, free freecells and empty columns.
    pub(super) fn estimate(&self, more: i32, free_cells: usize, empty_columns: usize) -> u32 {
        let at = |points: &[i32], number: usize| points[number.min(points.len() - 1)];
        let points = self.sum
            + more
            + at(&self.weights.cells, free_cells)
            + at(&self.weights.columns, empty_columns);
        // What is taken off for a card is less than what it counts while it is in play.
        points.max(0) as u32
    }
}

/// Estimates boards by themselves.
#[derive(Debug)]
pub(super) struct LayoutEstimator(Table);

impl LayoutEstimator {
    pub(super) fn new(weights: Weights) -> Self {
        Self(Table::new(weights))
    }
}

impl Estimator<FreeCell> for LayoutEstimator {
    fn estimate(
        &mut self,
        space: &FreeCell,
        keys: &[u128],
        out: &mut Vec<u32>,
    ) -> Result<(), BadKey> {
        keys.iter().try_for_each(|&key| {
            self.0.lay(&space.coding, &space.coding.parts(key)?);
            out.push(self.0.estimate(0, self.0.free_cells, self.0.empty_columns));
            Ok(())
        })
    }
}
