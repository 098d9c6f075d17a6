//! Edges of the best-first search: a move of one card, or of a sequence of cards
//! that fit on each other through free freecells and empty columns.

use super::card::Card;
use super::coding::{Coding, Way};
use super::estimate::{Step, Table};
use super::reading::Parts;

/// Where the cards of an edge go.
#[derive(Debug, Clone, Copy)]
pub(super) enum To {
    Home,
    Cell,
    /// An empty column.
    Base,
    /// On a card that is the free one of its column.
    Onto(Step, Way),
}

impl To {
    /// How a card lies there.
    pub(super) const fn way(self) -> Option<Way> {
        match self {
            Self::Home => None,
            Self::Cell => Some(Way::Cell),
            Self::Base => Some(Way::Base),
            Self::Onto(_, way) => Some(way),
        }
    }
}

/// An edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge<'t> {
    /// The cards that move, the deepest first; one that comes from a freecell has no
    /// step.
    pub(super) cards: &'t [Step],
    /// What stays below them; empty for a card from a freecell.
    pub(super) below: &'t [Step],
    /// The deepest of the cards.
    pub(super) card: Card,
    pub(super) to: To,
}

/// Calls `emit` for every edge from the board on a table.
#[inline]
pub(super) fn edges<'t>(
    coding: &Coding,
    parts: &Parts,
    table: &'t Table,
    mut emit: impl FnMut(Edge<'t>),
) {
    let tops = parts.tops();
    let onto = |card: Card| {
        Way::FITTING.into_iter().filter_map(move |way| {
            let below = coding.below(card, way) & tops;
            let parent = Card::from_number(below.trailing_zeros() as usize)?;
            Some(To::Onto(table.top(parent)?, way))
        })
    };
    let is_next = |card: Card| parts.foundations[card.suit().index()] + 1 == card.rank();
    let (cells, columns) = (table.free_cells, table.empty_columns);
    for column in table.columns() {
        let most = (cells + 1) << columns;
        for at in (0..column.len()).rev().take(most) {
            let (below, cards) = column.split_at(at);
            let Some(&Step { card, .. }) = cards.first() else { break };
            let edge = |to| Edge { cards, below, card, to };
            let single = cards.len() == 1;
            if single && is_next(card) {
                emit(edge(To::Home));
            }
            onto(card).for_each(|to| emit(edge(to)));
            if single && cells > 0 {
                emit(edge(To::Cell));
            }
            if columns > 0 && at > 0 && cards.len() <= (cells + 1) << (columns - 1) {
                emit(edge(To::Base));
            }
            if !matches!(parts.ways[card.number()], Way::First | Way::Second) {
                break;
            }
        }
    }
    for card in super::expand::cards(parts.cells) {
        let edge = |to| Edge { cards: &[], below: &[], card, to };
        if is_next(card) {
            emit(edge(To::Home));
        }
        onto(card).for_each(|to| emit(edge(to)));
        if columns > 0 {
            emit(edge(To::Base));
        }
    }
}

/// The single moves of an edge, as the state after each of them.
pub(super) struct Unrolled<'a> {
    coding: &'a Coding,
    key: u128,
    parts: Parts,
    out: &'a mut Vec<u128>,
}

impl<'a> Unrolled<'a> {
    /// Appends the states to `out`.
    pub(super) fn append(
        coding: &'a Coding,
        key: u128,
        parts: &Parts,
        table: &Table,
        edge: &Edge<'_>,
        out: &'a mut Vec<u128>,
    ) {
        let mut unrolled = Self { coding, key, parts: *parts, out };
        let Some(way) = edge.to.way() else {
            unrolled.home(edge.card);
            return;
        };
        let columns = table.empty_columns - usize::from(matches!(edge.to, To::Base));
        let cards: Vec<Card> = edge.cards.iter().map(|step| step.card).collect();
        let cards = if cards.is_empty() { vec![edge.card] } else { cards };
        unrolled.shift(&cards, way, table.free_cells, columns);
    }

    fn home(&mut self, card: Card) {
        let without = self.key - self.coding.term(card, self.parts.ways[card.number()]);
        self.out.push(goes_home(self.coding, without, card));
    }

    /// Moves a sequence, its deepest card first, with the help of that many
    /// freecells and empty columns.
    fn shift(&mut self, cards: &[Card], to: Way, cells: usize, columns: usize) {
        let Some((&deepest, others)) = cards.split_first() else { return };
        if others.len() <= cells {
            let ways: Vec<Way> = others.iter().map(|card| self.parts.ways[card.number()]).collect();
            others.iter().rev().for_each(|&card| self.set(card, Way::Cell));
            self.set(deepest, to);
            others.iter().zip(ways).for_each(|(&card, way)| self.set(card, way));
        } else if columns > 0 {
            let half = ((cells + 1) << (columns - 1)).min(others.len());
            let (lower, upper) = cards.split_at(cards.len() - half);
            let Some(way) = upper.first().map(|card| self.parts.ways[card.number()]) else {
                return;
            };
            self.shift(upper, Way::Base, cells, columns - 1);
            self.shift(lower, to, cells, columns - 1);
            self.shift(upper, way, cells, columns - 1);
        }
    }

    fn set(&mut self, card: Card, way: Way) {
        let lies = &mut self.parts.ways[card.number()];
        self.key = self.key - self.coding.term(card, *lies) + self.coding.term(card, way);
        *lies = way;
        self.out.push(self.key);
    }
}

/// A key to which a card adds nothing any more, after that card went home.
pub(super) fn goes_home(coding: &Coding, without: u128, card: Card) -> u128 {
    without + coding.shows(card.suit(), card.rank()) - coding.shows(card.suit(), card.rank() - 1)
}
