//! The scan of a component that does not fit into memory: breadth-first with
//! delayed duplicate detection, on sorted runs.
//!
//! No row of `layers` ever names the runs: they last as long as the scan, and what
//! a killed process leaves of them goes when the store is opened. The exits of each
//! layer are merged into one order, so what is found is what a scan in memory
//! finds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::search::error::Result;
use crate::search::pass::{Part, Pass, Place};
use crate::search::strategy::StepContext;
use crate::space::{StateKey, StateSpace};
use crate::store::{RunPrefix, Side, SortedRun, Store, state_checksum};

/// The side under which the runs lie: the component search has no other use for
/// it.
const SIDE: Side = Side::Backward;

/// A component on disk.
pub(super) struct Wide<K> {
    /// Its least state.
    pub(super) identity: K,
    pub(super) states: u64,
    pub(super) edges: u64,
    pub(super) checksum: u64,
    /// The least goal of the nearest layer that leads to one.
    pub(super) goal: Option<K>,
    /// For each layer, the states of greater depth that it leads to first.
    exits: Vec<Vec<SortedRun<K>>>,
}

impl<K: StateKey> Wide<K> {
    /// Scans the component of `start`; `None` when the run is to stop. `generation`
    /// numbers the layers of all scans of a process: what one has met is new to the
    /// next. Each state is claimed, so that other start points of the component are
    /// found out.
    pub(super) fn scan<S: StateSpace<Key = K>>(
        cx: &mut StepContext<'_, S>,
        start: K,
        generation: &mut u32,
        claim: &dyn Fn(K) -> bool,
    ) -> Result<Option<Self>> {
        let (depth, run) = (cx.space.depth(&start), cx.run);
        let prefix = |generation, sorted_run| RunPrefix { run, side: SIDE, generation, sorted_run };
        let mut before: Vec<SortedRun<K>> = Vec::new();
        let mut layer = vec![SortedRun::of_states(prefix(*generation, 0), &[start], 1 << 10)];
        let mut wide = Self {
            identity: start,
            states: 0,
            edges: 0,
            checksum: 0,
            goal: None,
            exits: Vec::new(),
        };
        while !layer.is_empty() {
            let states = wide.count(cx.store, &layer, claim)?;
            *generation = generation.wrapping_add(1);
            let (mut place, mut runs) = (Place::default(), 0);
            let (mut next, mut exits, mut goal) = (Vec::new(), Vec::new(), None);
            while place.states < states {
                let earlier = wide.exits.iter().flatten().chain(&exits);
                let known = before.iter().chain(&layer).chain(&next).chain(earlier).collect();
                let plain = Pass::plain(&layer, place, known, prefix(*generation, runs));
                let pass = Pass { selective: true, lean: true, part: Part::Depth, ..plain };
                let passed = cx.expansion.pass(&pass)?;
                place = passed.to;
                wide.edges += passed.edges;
                goal = goal.into_iter().chain(passed.least_goal).min();
                for sorted in passed.sorted {
                    runs += 1;
                    if sorted.part == depth { &mut next } else { &mut exits }.push(sorted.run);
                }
                if cx.expansion.stopping() {
                    return Ok(None);
                }
            }
            wide.goal = wide.goal.or(goal);
            wide.exits.push(exits);
            before = std::mem::replace(&mut layer, next);
        }
        Ok(Some(wide))
    }

    /// Adds the states of a layer; tells how many they are.
    fn count(
        &mut self,
        store: &Store,
        layer: &[SortedRun<K>],
        claim: &dyn Fn(K) -> bool,
    ) -> Result<u64> {
        let (mut states, mut keys) = (0, Vec::new());
        for run in layer {
            for block in 0..run.blocks().len() {
                keys.clear();
                run.decode(block, &run.bytes(store, block)?, &mut keys)?;
                for &key in &keys {
                    self.checksum = self.checksum.wrapping_add(state_checksum(key));
                    self.identity = self.identity.min(key);
                    claim(key);
                }
                states += keys.len() as u64;
            }
        }
        self.states += states;
        Ok(states)
    }

    /// How many exits there are.
    pub(super) fn exit_states(&self) -> u64 {
        self.exits.iter().flatten().map(SortedRun::states).sum()
    }

    /// Calls `visit` with each exit, in the order in which a scan in memory gives them.
    pub(super) fn exits(
        &self,
        store: &Store,
        mut visit: impl FnMut(K) -> Result<()>,
    ) -> Result<()> {
        for runs in &self.exits {
            let mut merged = Merged::new(store, runs)?;
            while let Some(key) = merged.next()? {
                visit(key)?;
            }
        }
        Ok(())
    }
}

/// The states of several sorted runs in one order.
struct Merged<'a, K> {
    store: &'a Store,
    cursors: Vec<Cursor<'a, K>>,
    /// The next state of each run that has one.
    heads: BinaryHeap<Reverse<(K, usize)>>,
}

struct Cursor<'a, K> {
    run: &'a SortedRun<K>,
    block: usize,
    /// The states of the block that are left, the next one last.
    rest: Vec<K>,
}

impl<'a, K: StateKey> Merged<'a, K> {
    fn new(store: &'a Store, runs: &'a [SortedRun<K>]) -> Result<Self> {
        let cursor = |run| Cursor { run, block: 0, rest: Vec::new() };
        let mut merged = Self {
            store,
            cursors: runs.iter().map(cursor).collect(),
            heads: BinaryHeap::with_capacity(runs.len()),
        };
        for number in 0..runs.len() {
            merged.advance(number)?;
        }
        Ok(merged)
    }

    fn advance(&mut self, number: usize) -> Result<()> {
        let Cursor { run, block, rest } = &mut self.cursors[number];
        if rest.is_empty() && *block < run.blocks().len() {
            run.decode(*block, &run.bytes(self.store, *block)?, rest)?;
            rest.reverse();
            *block += 1;
        }
        if let Some(key) = rest.pop() {
            self.heads.push(Reverse((key, number)));
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<K>> {
        let Some(Reverse((key, number))) = self.heads.pop() else { return Ok(None) };
        self.advance(number)?;
        Ok(Some(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RunId;

    #[test]
    fn several_runs_come_in_one_order() {
        let store = Store::in_memory();
        let run = |sorted_run, step: u64| {
            let prefix = RunPrefix { run: RunId(1), side: SIDE, generation: 0, sorted_run };
            let states: Vec<u64> = (0..1000).map(|i| i * 7 + step).collect();
            SortedRun::of_states(prefix, &states, 64)
        };
        let runs = [run(0, 3), run(1, 0), run(2, 6)];
        let mut merged = Merged::new(&store, &runs).unwrap();
        let mut all = Vec::new();
        while let Some(key) = merged.next().unwrap() {
            all.push(key);
        }
        assert!(all.len() == 3000 && all.is_sorted());
    }
}
