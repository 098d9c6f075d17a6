//! The heuristic `layout`: what still has to happen on a board, in points.
//!
//! It is a sum over the cards of columns, each judged by the cards below it, and
//! of what freecells, empty columns and foundations look like. So the sum of a
//! column up to each of its cards is known once a board is laid out, and a board
//! after a move is estimated from the two columns that change.
//!
//! The points were found by random changes, each kept where deals of another range
//! than those of the tests were then solved with fewer states.

use super::card::{Card, DECK, RANKS};
use super::coding::{Coding, Parts};
use super::expand::cards;
use super::model::MAX_COLUMNS;
use super::space::FreeCell;
use crate::space::{BadKey, Estimator, Heuristic};

/// The heuristic.
pub(super) const LAYOUT: Heuristic = Heuristic {
    name: "layout",
    about: "points for what is not in order: cards not home, cards on others that must go \
            first, full freecells",
    admissible: false,
};

/// What each fault of a board is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Points {
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

/// What was found.
pub(super) const POINTS: Points = Points {
    in_play: 69,
    stuck: 45,
    over_lower: 16,
    over_next: 20,
    over_next_stuck: 9,
    over_second: 10,
    height: 1,
    base: 3,
    cells: [251, 172, 75, 18, 0],
    columns: [146, 94, 59, 34],
    cell_rank: 1,
    edge: 24,
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
    points: Points,
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
    pub(super) fn new(points: Points) -> Self {
        Self {
            points,
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
        self.sum = self.points.in_play * (DECK as i32 - home);
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
        self.points.cell_rank * i32::from(self.lacking(card))
    }

    /// A column of one card.
    pub(super) fn base(&self, card: Card) -> Step {
        let lacking = self.lacking(card);
        Step {
            card,
            points: self.points.base * i32::from(RANKS - card.rank()),
            lowest: card.rank(),
            height: 1,
            next: u8::from(lacking == 1),
            second: u8::from(lacking == 2),
        }
    }

    /// A column after a card was put on it.
    pub(super) fn put(&self, below: Step, card: Card, stuck: bool) -> Step {
        let Points { over_next, over_next_stuck, over_second, over_lower, .. } = self.points;
        let (next, second) = (i32::from(below.next), i32::from(below.second));
        let mut points = below.points + next * over_next + second * over_second;
        if below.lowest < card.rank() {
            points += over_lower;
        }
        if stuck {
            points += self.points.stuck
                + next * over_next_stuck
                + i32::from(below.height) * self.points.height;
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
            + at(&self.points.cells, free_cells)
            + at(&self.points.columns, empty_columns);
        // No point is negative.
        points.unsigned_abs()
    }
}

/// Estimates boards by themselves.
#[derive(Debug)]
pub(super) struct LayoutEstimator(Table);

impl LayoutEstimator {
    pub(super) fn new() -> Self {
        Self(Table::new(POINTS))
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
