//! FreeCell as a state space.

use std::collections::BTreeMap;

use super::card::{Card, RANKS, Suit};
use super::coding::{Coding, Way};
use super::estimate::{LayoutEstimator, POINTS, SOLVING, points};
use super::expand::{FreeCellExpander, cards, safe_successor};
use super::guide::LayoutGuide;
use super::model::{Board, Layout, Move, Place};
use super::owed::{MOVES_OWED, MovesOwed};
use crate::space::{
    BadKey, Estimator, Guide, Heuristic, Locality, SpaceId, StateSpace, Successors, Zero,
};

/// A game compiled for search.
#[derive(Debug, Clone)]
pub struct FreeCell {
    pub(super) layout: Layout,
    pub(super) coding: Coding,
    /// The key of the board on which all cards are home.
    pub(super) won: u128,
}

impl FreeCell {
    /// Compiles a layout whose board passed [`Board::check`].
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let coding = Coding::new(&layout.board);
        let won = Suit::ALL.into_iter().map(|suit| coding.shows(suit, RANKS)).sum();
        Self { layout, coding, won }
    }

    /// The game.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}

impl StateSpace for FreeCell {
    type State = Board;
    type Move = Move;
    type Key = u128;
    type Expander = FreeCellExpander;

    fn id(&self) -> SpaceId {
        SpaceId {
            domain: super::DOMAIN.to_owned(),
            instance: super::formats::canonical(&self.layout.board),
            options: BTreeMap::new(),
            encoding: format!("{}/{}", super::ENCODING, u128::BITS),
        }
    }

    fn starts(&self) -> Vec<Board> {
        vec![self.layout.board.clone()]
    }

    fn encode(&self, state: &Board) -> u128 {
        self.coding.encode(state)
    }

    /// Columns and freecells keep their numbers where the card that they were
    /// dealt first still lies there; the others fill the rest by their cards.
    fn decode(&self, key: &u128) -> Result<Board, BadKey> {
        let parts = self.coding.parts(*key)?;
        let dealt = |card: Card| usize::from(self.coding.dealt[card.number()]);
        let start = &self.layout.board;
        let mut cells: Vec<Option<Card>> = vec![None; start.cells.len()];
        let (staying, coming): (Vec<_>, Vec<_>) =
            cards(parts.cells).partition(|&card| start.cells.get(dealt(card)) == Some(&Some(card)));
        for card in staying {
            cells[dealt(card)] = Some(card);
        }
        let free = cells.iter_mut().filter(|cell| cell.is_none());
        free.zip(coming).for_each(|(cell, card)| *cell = Some(card));

        let mut columns: Vec<Vec<Card>> = vec![Vec::new(); start.columns.len()];
        let (staying, coming): (Vec<_>, Vec<_>) = cards(parts.bases).partition(|&card| {
            start.columns.get(dealt(card)).and_then(|column| column.first()) == Some(&card)
        });
        for card in staying {
            columns[dealt(card)].push(card);
        }
        let free = columns.iter_mut().filter(|column| column.is_empty());
        free.zip(coming).for_each(|(column, card)| column.push(card));
        let above = self.coding.above(&parts);
        for column in &mut columns {
            while let Some(card) = column.last().and_then(|card| above[card.number()]) {
                column.push(card);
            }
        }
        Ok(Board { foundations: parts.foundations, cells, columns })
    }

    fn expand(&self, state: &Board, out: &mut Successors<Self>) {
        let columns = (0u8..).zip(&state.columns);
        let columns = columns.filter_map(|(at, column)| Some((Place::Column(at), *column.last()?)));
        let cells = (0u8..).zip(&state.cells);
        let cells = cells.filter_map(|(at, cell)| Some((Place::Cell(at), (*cell)?)));
        for (from, card) in columns.chain(cells) {
            for to in targets(state, from, card) {
                let action = Move { card, from, to };
                let mut next = state.clone();
                make(&mut next, action);
                let stuck = match from {
                    Place::Column(at) => {
                        let column = &state.columns[usize::from(at)];
                        let below = column.len().checked_sub(2).map(|below| column[below]);
                        self.coding.way_on(card, below) == Way::Stuck
                    }
                    Place::Cell(_) | Place::Foundation => false,
                };
                if stuck || to == Place::Foundation {
                    out.push_irreversible(action, next);
                } else {
                    out.push(action, next);
                }
            }
        }
    }

    fn is_goal(&self, state: &Board) -> bool {
        state.is_won()
    }

    fn metric(&self) -> String {
        super::METRIC.to_owned()
    }

    fn locality(&self) -> Locality {
        Locality::ByDepth
    }

    /// Cards that came home, and cards that have left a card they do not fit on.
    fn depth(&self, key: &u128) -> u32 {
        self.coding.depth(*key).unwrap_or(0)
    }

    fn has_components(&self) -> bool {
        true
    }

    fn safe_successor(&self, key: &u128) -> Option<u128> {
        let parts = self.coding.parts(*key).ok()?;
        safe_successor(&self.coding, *key, &parts)
    }

    fn heuristics(&self) -> Vec<Heuristic> {
        let points = POINTS.map(|points| points.heuristic);
        [&[MOVES_OWED, Heuristic::ZERO][..], &points].concat()
    }

    fn estimator(&self, heuristic: &str) -> Option<Box<dyn Estimator<Self>>> {
        if heuristic == Heuristic::ZERO.name {
            return Some(Box::new(Zero));
        }
        if heuristic == MOVES_OWED.name {
            return Some(Box::new(MovesOwed::new()));
        }
        Some(Box::new(LayoutEstimator::new(points(heuristic)?)))
    }

    fn solving_heuristic(&self) -> Option<&'static str> {
        Some(SOLVING)
    }

    fn guide(&self, heuristic: &str) -> Option<Box<dyn Guide<Self>>> {
        Some(Box::new(LayoutGuide::new(points(heuristic)?)))
    }

    fn expander(&self) -> FreeCellExpander {
        FreeCellExpander::new()
    }
}

/// Where a free card may go: home, onto each card it fits on, into the first
/// empty freecell, into the first empty column (not from a column of its own).
fn targets(board: &Board, from: Place, card: Card) -> Vec<Place> {
    let mut to = Vec::new();
    if board.foundations[card.suit().index()] + 1 == card.rank() {
        to.push(Place::Foundation);
    }
    let columns = (0u8..).zip(&board.columns);
    let onto =
        columns.clone().filter(|(_, column)| column.last().is_some_and(|&last| card.fits_on(last)));
    to.extend(onto.map(|(at, _)| Place::Column(at)));
    if !matches!(from, Place::Cell(_)) {
        let cell = (0u8..).zip(&board.cells).find(|(_, cell)| cell.is_none());
        to.extend(cell.map(|(at, _)| Place::Cell(at)));
    }
    let alone = matches!(from, Place::Column(at) if board.columns[usize::from(at)].len() == 1);
    if !alone {
        let empty = columns.clone().find(|(_, column)| column.is_empty());
        to.extend(empty.map(|(at, _)| Place::Column(at)));
    }
    to
}

/// Makes a move that [`targets`] gave.
fn make(board: &mut Board, action: Move) {
    match action.from {
        Place::Column(at) => {
            board.columns[usize::from(at)].pop();
        }
        Place::Cell(at) => board.cells[usize::from(at)] = None,
        Place::Foundation => {}
    }
    match action.to {
        Place::Column(at) => board.columns[usize::from(at)].push(action.card),
        Place::Cell(at) => board.cells[usize::from(at)] = Some(action.card),
        Place::Foundation => board.foundations[action.card.suit().index()] = action.card.rank(),
    }
}
