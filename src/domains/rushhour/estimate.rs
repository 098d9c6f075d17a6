//! Estimating distances. `heuristic` says why these counts hold.

use super::expand::RushHourExpander;
use super::heuristic::{Kind, own_moves};
use super::model::{Board, Side};
use super::space::RushHour;
use crate::domains::Sum;
use crate::space::{BadKey, Estimator, UNREACHABLE};

/// No car in a cell.
const EMPTY: u16 = u16::MAX;
/// A wall in a cell.
const WALL: u16 = u16::MAX - 1;

/// Estimates distances by one of the heuristics.
#[derive(Debug)]
pub(super) struct RushHourEstimator {
    kind: Kind,
    /// The walls alone, by row and column.
    walls: Vec<u16>,
    /// Which car covers each cell of the state in hand.
    cells: Vec<u16>,
    /// By car: whether it can ever leave the exit row upwards and downwards.
    leaves: Vec<[bool; 2]>,
    /// By car: the number of the state in which it was last seen.
    seen: Vec<u64>,
    state: u64,
    decoder: RushHourExpander,
    /// By car: where it stands.
    places: Vec<u8>,
}

impl RushHourEstimator {
    pub(super) fn new<K: Sum>(space: &RushHour<K>, kind: Kind) -> Self {
        let board = &space.board;
        let mut walls = vec![EMPTY; board.width * board.height];
        for &wall in &board.walls {
            walls[wall] = WALL;
        }
        Self {
            kind,
            cells: walls.clone(),
            walls,
            leaves: leaves(space),
            seen: vec![0; board.cars.len()],
            state: 0,
            decoder: RushHourExpander::new(),
            places: board.cars.iter().map(|car| car.start as u8).collect(),
        }
    }

    /// Estimates the state in which the cars stand at these places.
    fn one<K: Sum>(&mut self, space: &RushHour<K>, places: &[u8]) -> u32 {
        let board = &space.board;
        let primary = &board.cars[board.primary];
        let place = usize::from(places[board.primary]);
        let ahead = match board.exit {
            Side::Left => 0..place,
            Side::Right => place + primary.length..board.width,
        };
        let distance = ahead.len();
        if distance == 0 {
            return 0;
        }
        self.draw(board, places);
        self.state += 1;
        let mut blockers = 0;
        let mut more = 0;
        for number in 0..distance {
            // From the exit towards the primary car.
            let column = match board.exit {
                Side::Left => ahead.start + number,
                Side::Right => ahead.end - 1 - number,
            };
            let blocker = self.cells[primary.line * board.width + column];
            if blocker == EMPTY {
                continue;
            }
            if blocker == WALL || board.cars[usize::from(blocker)].horizontal {
                return UNREACHABLE;
            }
            if self.leaves[usize::from(blocker)] == [false, false] {
                return UNREACHABLE;
            }
            blockers += 1;
            let added = match self.kind {
                Kind::Blocking | Kind::ExitDistance => Some(0),
                Kind::Seed => Some(self.seed(board, usize::from(blocker), column)),
                Kind::LowerBound | Kind::Plus => {
                    self.make_way(space, places, usize::from(blocker), column)
                }
            };
            let Some(added) = added else { return UNREACHABLE };
            more += added;
        }
        match self.kind {
            Kind::ExitDistance => 3 * (distance as u32 + blockers),
            Kind::Plus => more + own_moves(space.metric, distance),
            Kind::LowerBound | Kind::Seed | Kind::Blocking => blockers + more,
        }
    }

    fn draw(&mut self, board: &Board, places: &[u8]) {
        self.cells.copy_from_slice(&self.walls);
        for (index, (car, &place)) in board.cars.iter().zip(places).enumerate() {
            let (row, column) = car.cell(usize::from(place), 0);
            let step = if car.horizontal { 1 } else { board.width };
            let first = row * board.width + column;
            for number in 0..car.length {
                self.cells[first + number * step] = index as u16;
            }
        }
    }

    /// What a blocker adds in the general form; `None` when it cannot leave.
    fn make_way<K: Sum>(
        &mut self,
        space: &RushHour<K>,
        places: &[u8],
        blocker: usize,
        column: usize,
    ) -> Option<u32> {
        let board = &space.board;
        let (row, length) = (board.cars[board.primary].line, board.cars[blocker].length);
        let place = usize::from(places[blocker]);
        let out = [place + length - row, row + 1 - place];
        let plus = self.kind == Kind::Plus;
        let (mut least, mut own, mut free) = (None::<u32>, None::<u32>, false);
        let mut possible = [false; 2];
        for (side, cells) in out.into_iter().enumerate() {
            let scan = self.scan(board, blocker, column, side == 1);
            possible[side] = scan.possible && (!plus || self.leaves[blocker][side]);
            if possible[side] {
                // The blocker itself is counted with its way only in `plus`.
                let way = if plus { own_moves(space.metric, cells) } else { 0 };
                let sum = way + scan.unseen;
                least = Some(least.map_or(sum, |least| least.min(sum)));
                own = Some(own.map_or(way, |own| own.min(way)));
                free |= scan.all == 0;
            }
        }
        // What its own way alone accounts for needs no other car.
        if least == own && (free || plus) {
            return least;
        }
        for (side, possible) in possible.into_iter().enumerate() {
            if possible {
                self.mark(board, blocker, column, side == 1);
            }
        }
        least
    }

    /// What a blocker adds in the form of the seed.
    fn seed(&mut self, board: &Board, blocker: usize, column: usize) -> u32 {
        if board.cars[blocker].length != 3 {
            return 0;
        }
        let up = self.scan(board, blocker, column, false);
        let down = self.scan(board, blocker, column, true);
        if (up.possible && up.all == 0) || (down.possible && down.all == 0) {
            return 0;
        }
        self.mark(board, blocker, column, true);
        if board.height == 6 {
            return down.unseen;
        }
        self.mark(board, blocker, column, false);
        up.unseen.min(down.unseen)
    }

    /// Looks at the cells that a blocker needs to leave the exit row.
    fn scan(&self, board: &Board, blocker: usize, column: usize, down: bool) -> Scan {
        let mut scan = Scan { possible: true, all: 0, unseen: 0 };
        let mut last = EMPTY;
        for cell in needed(board, blocker, column, down) {
            let car = match cell.map(|cell| self.cells[cell]) {
                None | Some(WALL) => {
                    scan.possible = false;
                    return scan;
                }
                Some(car) => car,
            };
            // A vertical car covers several cells in a row.
            if car != EMPTY && car != last && usize::from(car) != blocker {
                scan.all += 1;
                scan.unseen += u32::from(self.seen[usize::from(car)] != self.state);
            }
            last = car;
        }
        scan
    }

    /// Marks the cars in the cells that a blocker needs as seen.
    fn mark(&mut self, board: &Board, blocker: usize, column: usize, down: bool) {
        for cell in needed(board, blocker, column, down).map_while(|cell| cell) {
            let car = self.cells[cell];
            if car == WALL {
                return;
            }
            if car != EMPTY {
                self.seen[usize::from(car)] = self.state;
            }
        }
    }
}

/// What stands in the cells that a blocker needs on one side.
struct Scan {
    /// Whether the side has these cells and no wall in them.
    possible: bool,
    /// Other cars there, and how many of them nobody has counted yet; up to the
    /// end of the board when the side is not possible.
    all: u32,
    unseen: u32,
}

/// The cells beside the exit row that a blocker covers when it has just left it,
/// from the row on; `None` beyond the board.
fn needed(
    board: &Board,
    blocker: usize,
    column: usize,
    down: bool,
) -> impl Iterator<Item = Option<usize>> {
    let row = board.cars[board.primary].line;
    let (width, height) = (board.width, board.height);
    (1..=board.cars[blocker].length).map(move |away| {
        let at = if down { Some(row + away) } else { row.checked_sub(away) };
        at.filter(|&at| at < height).map(|at| at * width + column)
    })
}

/// By car: whether it can ever stand wholly above and wholly below the exit row,
/// with the cars of its lane that are always beyond it.
fn leaves<K: Sum>(space: &RushHour<K>) -> Vec<[bool; 2]> {
    let board = &space.board;
    let row = board.cars[board.primary].line;
    let mut leaves = vec![[true; 2]; board.cars.len()];
    for lane in space.coding.lanes.all.iter().filter(|lane| !lane.horizontal) {
        let length = |car: &usize| board.cars[*car].length;
        let covered: usize = lane.cars.iter().map(length).sum();
        let end = lane.start + lane.free + covered;
        let mut before = 0;
        for car in &lane.cars {
            let through = before + length(car);
            let up = row >= lane.start + through;
            let down = row + 1 + covered - before <= end;
            leaves[*car] = [up, down];
            before = through;
        }
    }
    leaves
}

impl<K: Sum> Estimator<RushHour<K>> for RushHourEstimator {
    fn estimate(
        &mut self,
        space: &RushHour<K>,
        keys: &[K],
        out: &mut Vec<u32>,
    ) -> Result<(), BadKey> {
        let mut places = std::mem::take(&mut self.places);
        let estimated = keys.iter().try_for_each(|key| {
            self.decoder.places(space, key, &mut places)?;
            out.push(self.one(space, &places));
            Ok(())
        });
        self.places = places;
        estimated
    }
}
