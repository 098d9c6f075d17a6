//! Estimating distances: how far the pieces that a goal asks for are from their
//! places, as if each were alone on the board.
//!
//! A move moves one piece, and different pieces fill the places of a goal. So
//! the moves of those that fill them add up, and each place costs at least what
//! the nearest piece that may fill it needs on the bare board: the sum over all
//! places is admissible, in every metric. So is the least of the sums over the
//! alternatives of a goal.

use super::cellset::CellSet;
use super::space::{Sliding, ways};
use super::walk::Walk;
use crate::domains::Sum;
use crate::space::{BadKey, Estimator, Heuristic, UNREACHABLE};

/// The heuristic of this module.
pub(super) const BARE_BOARD: Heuristic = Heuristic {
    name: "bare-board",
    about: "the moves of the pieces to their goal places, as if each were alone",
    admissible: true,
};

/// One place of a goal: for each code that may fill it, the distances by anchor.
#[derive(Debug)]
struct Place {
    codes: Vec<(u8, Vec<u32>)>,
}

/// Estimates distances by [`BARE_BOARD`].
#[derive(Debug)]
pub(super) struct SlidingEstimator<C, K> {
    walk: Walk<C, K>,
    /// The places of each alternative.
    goals: Vec<Vec<Place>>,
}

impl<C: CellSet, K: Sum> SlidingEstimator<C, K> {
    pub(super) fn new(space: &Sliding<C, K>) -> Self {
        let place = |(target, codes): &(u8, Vec<u8>)| Place {
            codes: codes.iter().map(|&code| (code, distances(space, code, *target))).collect(),
        };
        let goals = space.goal.places().map(|places| places.iter().map(place).collect());
        Self { walk: Walk::new(space.layout.floor), goals: goals.collect() }
    }

    /// The estimate for the position on the walk.
    fn one(&self) -> u32 {
        let sum = |places: &Vec<Place>| {
            places.iter().fold(0u32, |sum, place| sum.saturating_add(self.nearest(place)))
        };
        self.goals.iter().map(sum).min().unwrap_or(UNREACHABLE)
    }

    /// What the nearest piece that may fill a place needs.
    fn nearest(&self, place: &Place) -> u32 {
        let mut anchors = self.walk.anchors;
        let pieces = std::iter::from_fn(|| anchors.pop());
        let distances = pieces.filter_map(|anchor| {
            let code = self.walk.codes[usize::from(anchor)];
            let (_, distances) = place.codes.iter().find(|(allowed, _)| *allowed == code)?;
            distances.get(usize::from(anchor)).copied()
        });
        distances.min().unwrap_or(UNREACHABLE)
    }
}

/// The moves of a lone piece from each anchor to `target`: moves can be taken
/// back, so they are searched from there.
fn distances<C: CellSet, K: Sum>(space: &Sliding<C, K>, code: u8, target: u8) -> Vec<u32> {
    let shape = &space.layout.shapes[usize::from(code)];
    let floor = C::below(space.layout.floor);
    let mut distances = vec![UNREACHABLE; space.layout.floor];
    let mut generation = vec![target];
    let mut distance = 0;
    while !generation.is_empty() {
        generation.retain(|&anchor| {
            let known = &mut distances[usize::from(anchor)];
            let new = *known == UNREACHABLE;
            *known = distance.min(*known);
            new
        });
        let next = generation.iter().flat_map(|&anchor| ways(space.metric, shape, anchor, floor));
        generation = next.map(|(place, _)| place).collect();
        distance += 1;
    }
    distances
}

impl<C: CellSet, K: Sum> Estimator<Sliding<C, K>> for SlidingEstimator<C, K> {
    fn estimate(
        &mut self,
        space: &Sliding<C, K>,
        keys: &[K],
        out: &mut Vec<u32>,
    ) -> Result<(), BadKey> {
        for key in keys {
            self.walk.decode(&space.layout, &space.coding, *key)?;
            out.push(self.one());
        }
        Ok(())
    }
}

/// The heuristics of a sliding block puzzle.
pub(super) fn heuristics() -> Vec<Heuristic> {
    vec![BARE_BOARD, Heuristic::ZERO]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::sliding::formats::{self, Format};
    use crate::domains::sliding::{Cells256, Encoding, Metric, library};
    use crate::space::{Expander as _, StateSpace};
    use std::collections::HashMap;

    /// Distances to the nearest goal, for all states from which there is one.
    fn exact(space: &Sliding<Cells256, u128>) -> HashMap<u128, u32> {
        let mut expander = space.expander();
        let mut states = vec![space.encode(&space.starts()[0])];
        let mut neighbours: HashMap<u128, Vec<u128>> = HashMap::new();
        while let Some(state) = states.pop() {
            if neighbours.contains_key(&state) {
                continue;
            }
            let mut next = Vec::new();
            expander.expand(space, &state, |key, _| next.push(key)).unwrap();
            states.extend(&next);
            neighbours.insert(state, next);
        }
        let goal = |key: &&u128| space.is_goal(&space.decode(key).unwrap());
        let mut distances = HashMap::new();
        let mut generation: Vec<u128> = neighbours.keys().filter(goal).copied().collect();
        let mut distance = 0;
        while !generation.is_empty() {
            generation.retain(|&key| {
                let new = !distances.contains_key(&key);
                distances.entry(key).or_insert(distance);
                new
            });
            generation = generation.iter().flat_map(|key| &neighbours[key]).copied().collect();
            distance += 1;
        }
        distances
    }

    /// Checks all states of a puzzle; tells the estimate of the start.
    fn never_too_much(name: &str, puzzle: &super::super::Puzzle, metric: Metric) -> u32 {
        let space = Sliding::<Cells256, u128>::new(puzzle.clone(), metric, Encoding::Rank).unwrap();
        let mut estimator = space.estimator(BARE_BOARD.name).unwrap();
        let exact = exact(&space);
        let keys: Vec<u128> = exact.keys().copied().collect();
        let mut estimates = Vec::new();
        estimator.estimate(&space, &keys, &mut estimates).unwrap();
        for (key, estimate) in keys.iter().zip(estimates) {
            let distance = exact[key];
            assert!(estimate <= distance, "{name} in {metric}: {estimate} for {distance}");
        }
        let start = space.encode(&space.starts()[0]);
        let mut of_start = Vec::new();
        estimator.estimate(&space, &[start], &mut of_start).unwrap();
        of_start[0]
    }

    #[test]
    fn never_says_too_much() {
        for name in [
            "tiles-2x3",
            "tiles-2x4",
            "tiles-repeated",
            "edge/gate",
            "edge/half-unit-turn",
            "edge/locked",
            "edge/clear-corner",
            "edge/by-type",
            "edge/by-name",
            "puzzle-2",
            "pennant",
            "pennant-either-corner",
            "pennant-half-units",
        ] {
            let puzzle = library::get(name).unwrap().puzzle;
            for metric in Metric::ALL {
                never_too_much(name, &puzzle, metric);
            }
        }
    }

    #[test]
    fn counts_what_each_metric_counts() {
        // The piece goes round a corner: one move, two lines, five steps.
        let text = "A..\n##.\n##.\n##.\n\n...\n##.\n##.\n##A\n";
        let puzzle = formats::read("corner", text, Some(Format::Drawing)).unwrap().puzzle;
        let estimates = Metric::ALL.map(|metric| never_too_much("corner", &puzzle, metric));
        assert_eq!(estimates, [1, 2, 5]);
    }
}
