//! The heuristics of Rush Hour: what they are called and what they promise.
//!
//! All of them look at the *blockers*: the cars that stand in the exit row
//! between the primary car and the exit. Each blocker must leave that row, so
//! it moves at least once, in whatever metric: a move, a step and a slide all
//! move one car. So a lower bound on the number of cars that must move bounds
//! the distance in all three metrics.
//!
//! To leave the exit row upwards, a blocker of length `L` must at some time
//! cover exactly the `L` cells above the row (it goes cell by cell and has just
//! left the row then), so every other car in these cells moves at least once;
//! downwards likewise. None of these cars is a blocker: in the column of a
//! vertical car, those are either horizontal and in another row, or vertical and
//! clear of the exit row. Nor is any of them the primary car. Of the two sets,
//! the smaller is taken. What is counted for one blocker must not be counted
//! again for another, whichever way each of them really goes: both sets are
//! marked as seen, and only unseen cars count. A blocker that has a free way adds
//! nothing and marks nothing. This makes a sum of sizes of disjoint sets of cars
//! that all move: `blocking-lower-bound` is admissible.
//!
//! `blocking-plus` adds that the primary car moves at least once when it is not
//! at the exit, and it is in none of these sets. It also knows that the cars of a
//! lane keep their order, so that a blocker cannot leave on a side where the
//! cars beyond it do not fit beside it. In `steps` it counts the cells
//! that a blocker must go to leave on the side, and those from the primary car
//! to the exit: these are steps of other cars than the ones in its way.

use super::model::{Board, Metric};
use crate::space::Heuristic;

/// What an estimator counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plus,
    LowerBound,
    Seed,
    Blocking,
    ExitDistance,
}

impl Kind {
    const ALL: [Self; 5] =
        [Self::Plus, Self::LowerBound, Self::Seed, Self::Blocking, Self::ExitDistance];

    /// The kind that has this name on a board.
    pub(super) fn named(name: &str, board: &Board) -> Option<Self> {
        let named = |kind: &Self| kind.describe(board).is_some_and(|known| known.name == name);
        Self::ALL.into_iter().find(named)
    }

    /// The heuristic of this kind, if the board has it.
    fn describe(self, board: &Board) -> Option<Heuristic> {
        let (name, about, admissible) = match self {
            Self::Plus => (
                PROVING,
                "the blockers, cars that must make way for them, and the primary car itself",
                true,
            ),
            Self::LowerBound => (
                "blocking-lower-bound",
                "the blockers and a lower bound on the cars that must make way for them",
                true,
            ),
            Self::Seed => (
                "seed-h2",
                "as blocking-lower-bound, for blockers of length 3 only, which go down on boards 6 high",
                seed_is_admissible(board)?,
            ),
            Self::Blocking => ("blocking", "the cars between the primary car and the exit", true),
            Self::ExitDistance => (
                "exit-distance",
                "three for each cell to the exit and three for each blocker",
                false,
            ),
        };
        Some(Heuristic { name, about, admissible })
    }
}

/// Whether `seed-h2` never says too much; `None` where its rule has no meaning.
///
/// The rule is made for boards of 6 rows, where a car of length 3 can only leave
/// the third row downwards, and for larger ones, where it takes the smaller
/// side. On boards of 6 rows with the exit in another row it still says down,
/// which can be too much. It says nothing about boards of fewer rows.
fn seed_is_admissible(board: &Board) -> Option<bool> {
    let exit = board.cars.get(board.primary).map(|car| car.line);
    match board.height {
        0..6 => None,
        6 => Some(exit == Some(2)),
        _ => Some(true),
    }
}

/// The most informed heuristic that can prove a solution shortest.
pub(super) const PROVING: &str = "blocking-plus";

/// The heuristics of a board, the most informed admissible one first.
pub(super) fn heuristics(board: &Board) -> Vec<Heuristic> {
    let all = Kind::ALL.into_iter().filter_map(|kind| kind.describe(board));
    let (admissible, other): (Vec<Heuristic>, Vec<Heuristic>) =
        all.partition(|heuristic| heuristic.admissible);
    admissible.into_iter().chain(other).chain([Heuristic::ZERO]).collect()
}

/// What a blocker's own way out and the primary car's way count for in
/// `blocking-plus`, when they are this many cells long.
pub(super) const fn own_moves(metric: Metric, cells: usize) -> u32 {
    match metric {
        Metric::Steps => cells as u32,
        Metric::Moves | Metric::Slides => (cells > 0) as u32,
    }
}
