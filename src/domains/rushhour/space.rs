//! Rush Hour as a state space.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::action::CarMove;
use super::coding::Coding;
use super::estimate::RushHourEstimator;
use super::expand::{Machine, RushHourExpander, exit_place};
use super::goals::goal_keys;
use super::heuristic::{Kind, PROVING, heuristics};
use super::lanes::Lanes;
use super::model::{Board, Metric};
use super::planes::Planes;
use crate::domains::Sum;
use crate::space::{BadKey, Estimator, Heuristic, Locality, SpaceId, StateSpace, Successors, Zero};

/// Where the cars stand: the least column (or row) of each, in the order of
/// [`Board::cars`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Positions(pub(super) Vec<u8>);

/// A board compiled for keys `K`.
#[derive(Debug)]
pub struct RushHour<K> {
    pub(super) board: Board,
    pub(super) metric: Metric,
    pub(super) coding: Coding<K>,
    pub(super) machine: Machine,
    pub(super) planes: Planes,
    names: Vec<Arc<str>>,
}

impl<K: Sum> RushHour<K> {
    /// Compiles a board that passed [`Board::check`]; `None` when its keys do
    /// not fit.
    #[must_use]
    pub fn new(board: Board, metric: Metric) -> Option<Self> {
        let coding = Coding::new(&board)?;
        let machine = Machine::new(&board, &coding);
        let planes = Planes::new(&board);
        let names = board.cars.iter().map(|car| car.name.as_str().into()).collect();
        Some(Self { board, metric, coding, machine, planes, names })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What counts as one move.
    #[must_use]
    pub fn counted(&self) -> Metric {
        self.metric
    }

    /// The taken cells, if no two cars overlap.
    fn taken(&self, places: &[u8]) -> Option<Vec<u64>> {
        let mut taken = vec![0; self.planes.count];
        let width = self.board.width;
        for &wall in &self.board.walls {
            self.planes.take(&mut taken, wall / width, wall % width);
        }
        let cars = self.board.cars.iter().zip(places);
        cars.fold(true, |free, (car, &place)| {
            self.planes.take_car(&mut taken, car, usize::from(place)) && free
        })
        .then_some(taken)
    }

    /// Whether each car stands within its lane, in the order of the lane: what
    /// [`StateSpace::encode`] takes for granted.
    pub(super) fn check_lanes(&self, places: &[usize]) -> Result<(), String> {
        for lane in &self.coding.lanes.all {
            let mut least = lane.start;
            let mut end = lane.start + lane.free;
            for &car in &lane.cars {
                let length = self.board.cars[car].length;
                end += length;
                let place = places[car];
                if place < least || place + length > end {
                    let name = &self.board.cars[car].name;
                    return Err(format!("car `{name}` cannot pass the walls and cars of its lane"));
                }
                least = place + length;
            }
        }
        Ok(())
    }

    /// How far a car can go to the left or up, and to the right or down.
    fn room(&self, taken: &[u64], car: usize, place: u8) -> (u8, u8) {
        let car = &self.board.cars[car];
        let size = if car.horizontal { self.board.width } else { self.board.height };
        let (word, base) = self.planes.line(car.horizontal, car.line);
        let free = |at: &usize| taken[word] >> (base + at) & 1 == 0;
        let place = usize::from(place);
        let before = (0..place).rev().take_while(free).count();
        let behind = (place + car.length..size).take_while(free).count();
        (before as u8, behind as u8)
    }
}

impl<K: Sum> StateSpace for RushHour<K> {
    type State = Positions;
    type Move = CarMove;
    type Key = K;
    type Expander = RushHourExpander;

    fn id(&self) -> SpaceId {
        SpaceId {
            domain: super::DOMAIN.to_owned(),
            // The name does not change what is found.
            instance: Board { name: String::new(), ..self.board.clone() }.to_toml(),
            options: BTreeMap::from([("metric".to_owned(), self.metric.to_string())]),
            encoding: format!("{}/{}", super::ENCODING, K::BITS),
        }
    }

    fn starts(&self) -> Vec<Positions> {
        vec![Positions(self.board.cars.iter().map(|car| car.start as u8).collect())]
    }

    fn encode(&self, state: &Positions) -> K {
        self.coding.encode(&state.0)
    }

    fn decode(&self, key: &K) -> Result<Positions, BadKey> {
        let places = self.coding.decode(&self.board, key)?;
        match self.taken(&places) {
            Some(_) => Ok(Positions(places)),
            None => Err(BadKey::new(*key, "two cars overlap")),
        }
    }

    fn expand(&self, state: &Positions, out: &mut Successors<Self>) {
        let Some(taken) = self.taken(&state.0) else { return };
        for (car, (&place, name)) in state.0.iter().zip(&self.names).enumerate() {
            let (before, behind) = self.room(&taken, car, place);
            let ways: [(u8, u8, i8); 2] = [(before, behind, -1), (behind, before, 1)];
            for (ahead, back, sign) in ways {
                let (from, to) = match self.metric {
                    Metric::Moves => (1, ahead),
                    Metric::Steps => (1, ahead.min(1)),
                    Metric::Slides => (ahead.max(1), ahead),
                };
                for cells in from..=to {
                    let distance = sign * cells as i8;
                    let mut next = state.clone();
                    next.0[car] = place.wrapping_add_signed(distance);
                    let action = CarMove { car, name: Arc::clone(name), distance };
                    // A slide is taken back by one only if the car came from an end.
                    if self.metric == Metric::Slides && back > 0 {
                        out.push_irreversible(action, next);
                    } else {
                        out.push(action, next);
                    }
                }
            }
        }
    }

    fn is_goal(&self, state: &Positions) -> bool {
        state.0[self.board.primary] == exit_place(&self.board)
    }

    fn metric(&self) -> String {
        self.metric.to_string()
    }

    fn goal_keys(&self, limit: usize) -> Option<Vec<K>> {
        goal_keys(self, limit)
    }

    fn heuristics(&self) -> Vec<Heuristic> {
        heuristics(&self.board)
    }

    fn estimator(&self, heuristic: &str) -> Option<Box<dyn Estimator<Self>>> {
        if heuristic == Heuristic::ZERO.name {
            return Some(Box::new(Zero));
        }
        let kind = Kind::named(heuristic, &self.board)?;
        Some(Box::new(RushHourEstimator::new(self, kind)))
    }

    /// On 6x6 boards either search takes some milliseconds, and generations fewer
    /// of them; on the 9x9 boards of the library A* takes 8 times (18 moves) to 1.3
    /// times (27 moves) less.
    fn proving_heuristic(&self) -> Option<&'static str> {
        (self.board.width * self.board.height > 36).then_some(PROVING)
    }

    fn locality(&self) -> Locality {
        match self.metric {
            Metric::Moves | Metric::Steps => Locality::Reversible,
            Metric::Slides => Locality::Unbounded,
        }
    }

    fn expander(&self) -> RushHourExpander {
        RushHourExpander::new()
    }
}

/// Whether a board that passed [`Board::check`] can be compiled for keys `K`.
#[must_use]
pub fn fits<K: Sum>(board: &Board) -> bool {
    64 * Lanes::new(board).words() as u32 <= K::BITS
}
