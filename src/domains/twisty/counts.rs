//! How many pieces of each orbit stay as they are: what tells most positions from wanted ones.

use super::cycles::{Cycle, Structure};
use super::puzzle::Puzzle;
use super::target::{Combination, Target};

/// A set of counts, one an orbit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counts {
    strides: Vec<usize>,
    set: Vec<u64>,
    /// The sums of the counts of each member, one bit each, where they fit.
    pub(super) sums: u64,
}

/// More combinations of counts than this are not told apart.
const MAX_SET: usize = 1 << 22;

impl Counts {
    /// How many pieces the positions of a target leave as they are when they are done `times` times.
    pub(super) fn after(puzzle: &Puzzle, target: &Target, times: u32) -> Self {
        let mut strides = Vec::new();
        let mut size: usize = 1;
        for orbit in &puzzle.orbits {
            let options =
                if size.saturating_mul(orbit.pieces + 1) > MAX_SET { 1 } else { orbit.pieces + 1 };
            strides.push(if options == 1 { 0 } else { size });
            size *= options;
        }
        let mut counts = Self { strides, set: vec![0; size.div_ceil(64)], sums: 0 };
        for combination in &target.combinations {
            counts.add(puzzle, combination, times, 0, 0, 0);
        }
        counts
    }

    fn add(
        &mut self,
        puzzle: &Puzzle,
        combination: &Combination,
        times: u32,
        orbit: usize,
        index: usize,
        sum: usize,
    ) {
        let Some(wanted) = combination.get(orbit) else {
            self.set[index / 64] |= 1 << (index % 64);
            self.sums |= 1_u64.checked_shl(sum as u32).unwrap_or(0);
            return;
        };
        for count in possible(puzzle, orbit, wanted.as_ref(), times) {
            let index = index + self.strides[orbit] * count;
            self.add(puzzle, combination, times, orbit + 1, index, sum + count);
        }
    }

    /// Whether the counts of these pieces are in it: `stay` has a bit for each piece that stays, `orbits` the
    /// bits of each orbit.
    #[inline(always)]
    pub(super) fn has(&self, orbits: &[u32], stay: u32) -> bool {
        let counts = orbits.iter().zip(&self.strides);
        let index: usize =
            counts.map(|(orbit, stride)| (stay & orbit).count_ones() as usize * stride).sum();
        self.set.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}

/// The numbers of pieces of an orbit that can stay.
fn possible(puzzle: &Puzzle, orbit: usize, wanted: Option<&Structure>, times: u32) -> Vec<usize> {
    let orbit = &puzzle.orbits[orbit];
    let Some(wanted) = wanted else { return (0..=orbit.pieces).collect() };
    let mut counts = vec![orbit.pieces - wanted.pieces()];
    for &Cycle { length, turned } in &wanted.0 {
        let pieces = usize::from(length);
        let rounds = times.is_multiple_of(u32::from(length)).then(|| times / u32::from(length));
        // By how much the pieces can have come back turned.
        let turns = u32::from(orbit.turns);
        let kinds = if turned { 1..turns } else { 0..1 };
        let stays = |turn: u32| rounds.is_some_and(|rounds| (turn * rounds).is_multiple_of(turns));
        let (yes, no) = (kinds.clone().any(stays), kinds.clone().any(|turn| !stays(turn)));
        let before = std::mem::take(&mut counts);
        for count in before {
            if yes {
                counts.push(count + pieces);
            }
            if no {
                counts.push(count);
            }
        }
        counts.sort_unstable();
        counts.dedup();
    }
    counts
}
