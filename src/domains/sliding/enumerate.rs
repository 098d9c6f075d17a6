//! Listing all goal positions, reachable or not.

use super::cellset::CellSet;
use super::coding::BLANK;
use super::goal::GoalTest;
use super::layout::Layout;

/// Dead ends allowed for each wanted position: more, and the list is given up.
const WORK_PER_POSITION: usize = 64;

/// The anchors, by piece, of all positions that are goals, if there are at most
/// `limit` and they are found with work in proportion to `limit`.
pub(super) fn goal_anchors<C: CellSet>(
    layout: &Layout<C>,
    goal: &GoalTest<C>,
    counts: &[usize],
    limit: usize,
) -> Option<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for alternative in 0..goal.alternatives() {
        let mut search = Search {
            layout,
            goal,
            alternative,
            left: counts.to_vec(),
            placed: Vec::new(),
            found: Vec::new(),
            limit,
            work: limit.saturating_mul(WORK_PER_POSITION),
        };
        search.fill(0, C::default())?;
        all.append(&mut search.found);
    }
    all.sort_unstable();
    all.dedup();
    (all.len() <= limit).then_some(all)
}

struct Search<'a, C> {
    layout: &'a Layout<C>,
    goal: &'a GoalTest<C>,
    alternative: usize,
    /// How often each code may still be used.
    left: Vec<usize>,
    /// The pieces placed: type and anchor.
    placed: Vec<(usize, u8)>,
    found: Vec<Vec<u8>>,
    limit: usize,
    work: usize,
}

impl<C: CellSet> Search<'_, C> {
    /// Fills the floor from `cell` on; `None` when there is too much to list.
    fn fill(&mut self, cell: usize, covered: C) -> Option<()> {
        self.work = self.work.checked_sub(1)?;
        if cell == self.layout.floor {
            self.found.push(self.anchors());
            return (self.found.len() <= self.limit).then_some(());
        }
        let here = cell as u8;
        if covered.has(here) {
            return self.fill(cell + 1, covered);
        }
        for code in 0..self.left.len() {
            let mask = self.layout.shapes[code].mask[cell];
            let blank = code == usize::from(BLANK);
            let fits = blank || (!mask.is_empty() && (mask & covered).is_empty());
            if self.left[code] == 0
                || !fits
                || !self.goal.allows(self.alternative, here, code as u8, mask)
            {
                continue;
            }
            self.left[code] -= 1;
            if !blank {
                self.placed.push((code - 1, here));
            }
            self.fill(cell + 1, covered | mask)?;
            if !blank {
                self.placed.pop();
            }
            self.left[code] += 1;
        }
        Some(())
    }

    fn anchors(&self) -> Vec<u8> {
        let mut anchors = vec![0; self.layout.type_of.len()];
        let mut used = vec![0; self.layout.types.len()];
        for &(kind, anchor) in &self.placed {
            anchors[self.layout.types[kind][used[kind]]] = anchor;
            used[kind] += 1;
        }
        anchors
    }
}
