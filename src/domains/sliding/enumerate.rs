//! Listing all goal positions, reachable or not.

use super::cellset::CellSet;
use super::coding::{BLANK, Coding};
use super::goal::GoalTest;
use super::layout::Layout;
use crate::domains::Sum;

/// Dead ends allowed for each wanted position: more, and the list is given up.
const WORK_PER_POSITION: usize = 64;

/// The keys of all positions that are goals, ascending, if there are at most
/// `limit` and they are found with work in proportion to `limit`.
pub(super) fn goal_keys<C: CellSet, K: Sum>(
    layout: &Layout<C>,
    coding: &Coding<K>,
    goal: &GoalTest<C>,
    counts: &[usize],
    limit: usize,
) -> Option<Vec<K>> {
    let mut search = Search {
        layout,
        coding,
        goal,
        alternative: 0,
        left: counts.to_vec(),
        found: Vec::new(),
        limit,
        work: limit.saturating_mul(WORK_PER_POSITION),
    };
    for alternative in 0..goal.alternatives() {
        search.alternative = alternative;
        search.fill(0, C::default(), coding.first(), K::MIN)?;
        search.only_once()?;
    }
    Some(search.found)
}

struct Search<'a, C, K> {
    layout: &'a Layout<C>,
    coding: &'a Coding<K>,
    goal: &'a GoalTest<C>,
    alternative: usize,
    /// How often each code may still be used.
    left: Vec<usize>,
    found: Vec<K>,
    limit: usize,
    work: usize,
}

impl<C: CellSet, K: Sum> Search<'_, C, K> {
    /// Fills the floor from `cell` on; `None` when there is too much to list.
    fn fill(&mut self, cell: usize, covered: C, row: u32, sum: K) -> Option<()> {
        self.work = self.work.checked_sub(1)?;
        if cell == self.layout.floor {
            self.found.push(sum);
            // Alternatives may share goals: up to as many again.
            return if self.found.len() > 2 * self.limit { self.only_once() } else { Some(()) };
        }
        let here = cell as u8;
        if covered.has(here) {
            return self.fill(cell + 1, covered, row, sum);
        }
        for code in 0..self.left.len() {
            let mask = self.layout.shapes[code].mask[cell];
            let fits =
                code == usize::from(BLANK) || (!mask.is_empty() && (mask & covered).is_empty());
            if self.left[code] == 0
                || !fits
                || !self.goal.allows(self.alternative, here, code as u8, mask)
            {
                continue;
            }
            let (add, next) = self.coding.step(row, code as u8);
            self.left[code] -= 1;
            self.fill(cell + 1, covered | mask, next, sum.plus(add))?;
            self.left[code] += 1;
        }
        Some(())
    }

    /// Sorts what was found; `None` when it is too much.
    fn only_once(&mut self) -> Option<()> {
        self.found.sort_unstable();
        self.found.dedup();
        (self.found.len() <= self.limit).then_some(())
    }
}
