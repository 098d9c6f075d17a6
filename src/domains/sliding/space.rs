//! A sliding puzzle as a state space.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::action::{Direction, SlidingMove};
use super::cellset::CellSet;
use super::coding::{BLANK, Coding, Encoding, key_bits};
use super::enumerate::goal_keys;
use super::estimate::{BARE_BOARD, SlidingEstimator, heuristics};
use super::expand::{SlidingExpander, step};
use super::goal::GoalTest;
use super::layout::{Layout, Shape};
use super::model::{CellKind, Metric, Puzzle};
use super::walk::Walk;
use crate::domains::Sum;
use crate::space::{BadKey, Estimator, Heuristic, Locality, SpaceId, StateSpace, Successors, Zero};

/// A position in which every piece keeps its identity: the anchor (lowest floor
/// cell) of each, in the order of [`Puzzle::pieces`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position(pub(super) Vec<u8>);

/// A sliding puzzle compiled for cell sets `C` and keys `K`.
#[derive(Debug)]
pub struct Sliding<C, K> {
    pub(super) puzzle: Puzzle,
    pub(super) metric: Metric,
    pub(super) layout: Layout<C>,
    pub(super) coding: Coding<K>,
    pub(super) goal: GoalTest<C>,
    counts: Vec<usize>,
    names: Vec<Arc<str>>,
}

impl<C: CellSet, K: Sum> Sliding<C, K> {
    /// Compiles a puzzle that passed [`Puzzle::check`]; `None` when its keys
    /// do not fit or its floor does not.
    #[must_use]
    pub fn new(puzzle: Puzzle, metric: Metric, encoding: Encoding) -> Option<Self> {
        if !fits::<C, K>(&puzzle, encoding) {
            return None;
        }
        let layout = Layout::<C>::new(&puzzle);
        let counts = counts(&puzzle);
        let coding = Coding::new(encoding, &counts)?;
        let goal = GoalTest::new(&puzzle, &layout);
        let names = puzzle.pieces.iter().map(|piece| piece.name.as_str().into()).collect();
        Some(Self { puzzle, metric, layout, coding, goal, counts, names })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board cells that each piece covers, in the order of the pieces.
    #[must_use]
    pub fn placement(&self, position: &Position) -> Vec<Vec<usize>> {
        let cells = |(piece, &anchor): (usize, &u8)| {
            self.layout.board_cells(self.layout.code(piece), anchor)
        };
        position.0.iter().enumerate().map(cells).collect()
    }

    /// The position in which the pieces cover these board cells.
    #[must_use]
    pub fn position(&self, placement: &[Vec<usize>]) -> Position {
        Position(placement.iter().map(|cells| self.layout.anchor(cells)).collect())
    }

    fn shape(&self, piece: usize) -> &Shape<C> {
        &self.layout.shapes[usize::from(self.layout.code(piece))]
    }

    fn free(&self, position: &Position) -> C {
        let covered = position.0.iter().enumerate().fold(C::default(), |all, (piece, &anchor)| {
            all | self.shape(piece).mask[usize::from(anchor)]
        });
        C::below(self.layout.floor) & !covered
    }

    fn codes(&self, position: &Position) -> [u8; 256] {
        let mut codes = [self.coding.covered(); 256];
        let mut free = self.free(position);
        while let Some(cell) = free.pop() {
            codes[usize::from(cell)] = BLANK;
        }
        for (piece, &anchor) in position.0.iter().enumerate() {
            codes[usize::from(anchor)] = self.layout.code(piece);
        }
        codes
    }
}

/// All places that one move of a shape leads to from `home`, nearest first, each
/// with the shortest way there; `free` are the cells that it may cover.
pub(super) fn ways<C: CellSet>(
    metric: Metric,
    shape: &Shape<C>,
    home: u8,
    free: C,
) -> Vec<(u8, Vec<Direction>)> {
    let rests = |place: u8| shape.rest[usize::from(place)] == shape.rest[usize::from(home)];
    let mut found: Vec<(u8, Vec<Direction>)> = vec![(home, Vec::new())];
    let mut done = 0;
    while done < found.len() {
        let (here, path) = found[done].clone();
        for direction in Direction::ALL {
            let straight_on = path.last().is_none_or(|&last| last == direction);
            let goes_on = match metric {
                Metric::Steps => straight_on && (here == home || !rests(here)),
                Metric::Straight => straight_on,
                Metric::Moves => true,
            };
            let Some(next) = step(shape, here, direction as usize, free) else { continue };
            if goes_on && found.iter().all(|(place, _)| *place != next) {
                let path = path.iter().copied().chain([direction]).collect();
                found.push((next, path));
            }
        }
        done += 1;
    }
    found.retain(|(place, path)| rests(*place) && !path.is_empty());
    found
}

impl<C: CellSet, K: Sum> StateSpace for Sliding<C, K> {
    type State = Position;
    type Move = SlidingMove;
    type Key = K;
    type Expander = SlidingExpander<C, K>;

    fn id(&self) -> SpaceId {
        SpaceId {
            domain: super::DOMAIN.to_owned(),
            // The name does not change what is found.
            instance: Puzzle { name: String::new(), ..self.puzzle.clone() }.to_toml(),
            options: BTreeMap::from([("metric".to_owned(), self.metric.to_string())]),
            encoding: format!("{}/{}", self.coding.encoding().id(), K::BITS),
        }
    }

    fn starts(&self) -> Vec<Position> {
        let start: Vec<_> = self.puzzle.pieces.iter().map(|piece| piece.cells.clone()).collect();
        vec![self.position(&start)]
    }

    fn encode(&self, state: &Position) -> K {
        let codes = self.codes(state);
        let mut row = self.coding.first();
        codes[..self.layout.floor].iter().fold(K::MIN, |sum, &code| {
            let (add, next) = self.coding.step(row, code);
            row = next;
            sum.plus(add)
        })
    }

    fn decode(&self, key: &K) -> Result<Position, BadKey> {
        let mut walk = Walk::new(self.layout.floor);
        walk.decode(&self.layout, &self.coding, *key)?;
        let mut anchors = vec![0; self.layout.type_of.len()];
        let mut used = vec![0; self.layout.types.len()];
        let mut begun = walk.anchors;
        while let Some(anchor) = begun.pop() {
            let kind = usize::from(walk.codes[usize::from(anchor)]) - 1;
            let piece = self.layout.types[kind].get(used[kind]);
            let piece =
                piece.ok_or_else(|| BadKey::new(*key, "more pieces of a type than there are"))?;
            anchors[*piece] = anchor;
            used[kind] += 1;
        }
        Ok(Position(anchors))
    }

    fn expand(&self, state: &Position, out: &mut Successors<Self>) {
        let free = self.free(state);
        for (piece, name) in self.names.iter().enumerate() {
            let (shape, home) = (self.shape(piece), state.0[piece]);
            let free = free | shape.mask[usize::from(home)];
            for (place, path) in ways(self.metric, shape, home, free) {
                let mut next = state.clone();
                next.0[piece] = place;
                out.push(SlidingMove { piece, name: Arc::clone(name), path }, next);
            }
        }
    }

    fn is_goal(&self, state: &Position) -> bool {
        self.goal.holds(&self.codes(state), self.free(state))
    }

    fn has_goal(&self) -> bool {
        self.goal.exists()
    }

    fn metric(&self) -> String {
        self.metric.to_string()
    }

    fn goal_keys(&self, limit: usize) -> Option<Vec<K>> {
        goal_keys(&self.layout, &self.coding, &self.goal, &self.counts, limit)
    }

    fn heuristics(&self) -> Vec<Heuristic> {
        heuristics()
    }

    fn estimator(&self, heuristic: &str) -> Option<Box<dyn Estimator<Self>>> {
        if heuristic == BARE_BOARD.name {
            return Some(Box::new(SlidingEstimator::new(self)));
        }
        (heuristic == Heuristic::ZERO.name).then(|| Box::new(Zero) as Box<dyn Estimator<Self>>)
    }

    /// Where a goal places half of the pieces or more, as tile puzzles do: there A*
    /// takes a third of the time in `moves` and a thousandth in `steps` (eleven
    /// tiles, 35 moves), elsewhere two to nine times as much.
    fn proving_heuristic(&self) -> Option<&'static str> {
        let placed = self.goal.places().map(<[_]>::len).min().unwrap_or_default();
        (2 * placed >= self.names.len()).then_some(BARE_BOARD.name)
    }

    /// Every step of a piece can be taken back by the opposite step: walls,
    /// gates, barriers and locks do not depend on the direction.
    fn locality(&self) -> Locality {
        Locality::Reversible
    }

    fn expander(&self) -> SlidingExpander<C, K> {
        SlidingExpander::new(self.layout.floor)
    }
}

/// How often each code occurs in a puzzle that passed [`Puzzle::check`].
fn counts(puzzle: &Puzzle) -> Vec<usize> {
    let floor = puzzle.cells.iter().filter(|&&cell| cell != CellKind::Wall).count();
    let covered: usize = puzzle.pieces.iter().map(|piece| piece.cells.len()).sum();
    std::iter::once(floor - covered).chain(puzzle.types().iter().map(Vec::len)).collect()
}

/// Whether a puzzle that passed [`Puzzle::check`] can be compiled for cell sets
/// `C` and keys `K`.
#[must_use]
pub fn fits<C: CellSet, K: Sum>(puzzle: &Puzzle, encoding: Encoding) -> bool {
    let counts = counts(puzzle);
    let floor = puzzle.cells.iter().filter(|&&cell| cell != CellKind::Wall).count();
    floor <= C::CAPACITY && key_bits(encoding, &counts).is_some_and(|bits| bits <= K::BITS)
}

/// The encoding to use: the wanted one if the puzzle allows it, else the faster.
///
/// # Errors
/// Why the wanted one cannot be used.
pub fn choose_encoding(puzzle: &Puzzle, wanted: Option<Encoding>) -> Result<Encoding, String> {
    let ranks = key_bits(Encoding::Rank, &counts(puzzle)).is_some();
    match wanted {
        Some(Encoding::Rank) if !ranks => {
            Err("the rank encoding needs tables that are too large for this puzzle; use packed"
                .into())
        }
        Some(encoding) => Ok(encoding),
        None if ranks => Ok(Encoding::Rank),
        None => Ok(Encoding::Packed),
    }
}
