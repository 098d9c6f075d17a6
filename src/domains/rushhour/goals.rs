//! Listing all goal states, reachable or not.

use super::expand::exit_place;
use super::model::Board;
use super::space::RushHour;
use crate::domains::Sum;

/// Dead ends allowed for each wanted state: more, and the list is given up.
const WORK_PER_STATE: usize = 64;

/// The keys of all goal states, ascending, if there are at most `limit` and they
/// are found with work in proportion to `limit`.
pub(super) fn goal_keys<K: Sum>(space: &RushHour<K>, limit: usize) -> Option<Vec<K>> {
    let board = &space.board;
    let mut taken = vec![0; space.planes.count];
    for &wall in &board.walls {
        space.planes.take(&mut taken, wall / board.width, wall % board.width);
    }
    let lanes = &space.coding.lanes.all;
    // The lane of the primary car first: it has the fewest choices.
    let mut order: Vec<(usize, usize)> = Vec::new();
    for lane in lanes {
        let cars = lane.cars.iter().map(|&car| (car, lane.start));
        if lane.cars.contains(&board.primary) {
            order.splice(0..0, cars);
        } else {
            order.extend(cars);
        }
    }
    let room = |car: usize| {
        let lane = lanes.iter().find(|lane| lane.cars.contains(&car));
        lane.map_or(0, |lane| lane.free)
    };
    let cars = order.iter().map(|&(car, start)| Choice { car, start, free: room(car) }).collect();
    let work = limit.saturating_mul(WORK_PER_STATE);
    let mut search = Search { space, board, cars, taken, found: Vec::new(), limit, work };
    search.place(0, 0, 0, K::MIN)?;
    search.found.sort_unstable();
    Some(search.found)
}

/// A car to place, in the order of its lane.
struct Choice {
    car: usize,
    /// Where its lane starts, and how many free cells that has.
    start: usize,
    free: usize,
}

struct Search<'a, K> {
    space: &'a RushHour<K>,
    board: &'a Board,
    cars: Vec<Choice>,
    taken: Vec<u64>,
    found: Vec<K>,
    limit: usize,
    work: usize,
}

impl<K: Sum> Search<'_, K> {
    /// Places the cars from number `next` on; `used` of the free cells and
    /// `covered` cells of the lane in hand lie before it. `None` when there is
    /// too much to list.
    fn place(&mut self, next: usize, used: usize, covered: usize, key: K) -> Option<()> {
        self.work = self.work.checked_sub(1)?;
        let Some(&Choice { car, start, free }) = self.cars.get(next) else {
            self.found.push(key);
            return (self.found.len() <= self.limit).then_some(());
        };
        let (space, board) = (self.space, self.board);
        let length = board.cars[car].length;
        let follows = self.cars.get(next + 1).is_some_and(|other| {
            let same = |car: usize| (board.cars[car].horizontal, board.cars[car].line);
            same(other.car) == same(car) && other.start == start
        });
        for offset in used..=free {
            let place = start + covered + offset;
            if car == board.primary && place != usize::from(exit_place(board)) {
                continue;
            }
            let (planes, description) = (space.planes, &board.cars[car]);
            if planes.has_room(&self.taken, description, place) {
                planes.take_car(&mut self.taken, description, place);
                let key = key.plus(space.coding.term(car, place));
                let (used, covered) = if follows { (offset, covered + length) } else { (0, 0) };
                self.place(next + 1, used, covered, key)?;
                planes.free_car(&mut self.taken, description, place);
            }
        }
        Some(())
    }
}
