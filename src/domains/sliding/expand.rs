//! Moving pieces, on boards set up by the walk: the hot loop.

use super::cellset::CellSet;
use super::coding::BLANK;
use super::layout::{NOWHERE, Shape};
use super::model::Metric;
use super::space::Sliding;
use super::walk::Walk;
use crate::domains::Sum;
use crate::space::{BadKey, Expander};

/// Expands keys by changing the codes of the few cells that a move changes.
#[derive(Debug)]
pub struct SlidingExpander<C, K> {
    walk: Walk<C, K>,
    /// Anchors that the piece in hand can move to.
    targets: Targets,
}

impl<C: CellSet, K: Sum> SlidingExpander<C, K> {
    pub(super) fn new(floor: usize) -> Self {
        Self { walk: Walk::new(floor), targets: Targets { list: [0; 256], length: 0 } }
    }
}

impl<C: CellSet, K: Sum> Expander<Sliding<C, K>> for SlidingExpander<C, K> {
    #[inline]
    fn expand(
        &mut self,
        space: &Sliding<C, K>,
        key: &K,
        mut emit: impl FnMut(K, bool),
    ) -> Result<(), BadKey> {
        let (layout, coding, walk) = (&space.layout, &space.coding, &mut self.walk);
        walk.decode(layout, coding, *key)?;
        let mut anchors = walk.anchors;
        while let Some(anchor) = anchors.pop() {
            let code = walk.codes[usize::from(anchor)];
            let shape = &layout.shapes[usize::from(code)];
            if (shape.near[usize::from(anchor)] & walk.free).is_empty() {
                continue;
            }
            targets(space.metric, shape, anchor, walk.free, &mut self.targets);
            if self.targets.length == 0 {
                continue;
            }
            let old = shape.mask[usize::from(anchor)];
            let free = walk.free | old;
            paint(&mut walk.codes, old, BLANK);
            for &target in self.targets.all() {
                let new = shape.mask[usize::from(target)];
                paint(&mut walk.codes, new, coding.covered());
                walk.codes[usize::from(target)] = code;
                let low = anchor.min(target);
                let high = shape.last[usize::from(anchor)].max(shape.last[usize::from(target)]);
                let goal = space.goal.holds(&walk.codes, free & !new);
                emit(walk.rekeyed(coding, *key, low, high), goal);
                paint(&mut walk.codes, new, BLANK);
            }
            paint(&mut walk.codes, old, coding.covered());
            walk.codes[usize::from(anchor)] = code;
        }
        Ok(())
    }

    fn is_goal(&mut self, space: &Sliding<C, K>, key: &K) -> Result<bool, BadKey> {
        self.walk.decode(&space.layout, &space.coding, *key)?;
        Ok(space.goal.holds(&self.walk.codes, self.walk.free))
    }
}

#[inline]
fn paint<C: CellSet>(codes: &mut [u8; 256], mut cells: C, code: u8) {
    while let Some(cell) = cells.pop() {
        codes[usize::from(cell)] = code;
    }
}

/// A list of different anchors, without any allocation.
#[derive(Debug)]
struct Targets {
    list: [u8; 256],
    length: u8,
}

impl Targets {
    #[inline]
    fn push(&mut self, anchor: u8) {
        self.list[usize::from(self.length)] = anchor;
        // There are at most 255 floor cells.
        self.length += 1;
    }

    #[inline]
    fn all(&self) -> &[u8] {
        &self.list[..usize::from(self.length)]
    }

    fn retain(&mut self, keep: impl Fn(u8) -> bool) {
        let all = self.list;
        let length = std::mem::take(&mut self.length);
        all[..usize::from(length)].iter().filter(|&&a| keep(a)).for_each(|&a| self.push(a));
    }
}

/// Collects the anchors that one move of the piece at `anchor` leads to.
#[inline]
fn targets<C: CellSet>(metric: Metric, shape: &Shape<C>, anchor: u8, free: C, out: &mut Targets) {
    out.length = 0;
    // Cells that the piece itself covers or has just left are free for it.
    let free = free | shape.mask[usize::from(anchor)];
    let rests = |place: u8| shape.rest[usize::from(place)] == shape.rest[usize::from(anchor)];
    match metric {
        Metric::Steps | Metric::Straight => {
            for direction in 0..4 {
                let mut here = anchor;
                while let Some(next) = step(shape, here, direction, free) {
                    here = next;
                    if rests(next) {
                        out.push(next);
                        if metric == Metric::Steps {
                            break;
                        }
                    }
                }
            }
        }
        Metric::Moves => {
            let mut seen = C::single(anchor);
            let (mut here, mut done) = (anchor, 0);
            loop {
                for direction in 0..4 {
                    if let Some(next) = step(shape, here, direction, free)
                        && !seen.has(next)
                    {
                        seen = seen | C::single(next);
                        out.push(next);
                    }
                }
                let Some(&next) = out.all().get(done) else { break };
                (here, done) = (next, done + 1);
            }
            if shape.half_units {
                out.retain(rests);
            }
        }
    }
}

/// The anchor one cell further, when it is free.
#[inline]
pub(super) fn step<C: CellSet>(
    shape: &Shape<C>,
    anchor: u8,
    direction: usize,
    free: C,
) -> Option<u8> {
    let step = &shape.steps[usize::from(anchor)][direction];
    (step.to != NOWHERE && step.need.within(free)).then_some(step.to)
}
