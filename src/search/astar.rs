//! A*, on disk: the open and the closed states lie in buckets by their depth g
//! and their estimate h.
//!
//! After Edelkamp, Jabbar and Schrödl, "External A*" (2004), with what an
//! inconsistent heuristic needs. The bucket with the least g + h is expanded as
//! a whole, of several the one with the least g. Duplicates are found with a
//! delay, in two moments:
//! * a new state of depth g + 1 is compared with the generations in which a
//!   breadth-first search could have met it;
//! * when a bucket (g, h) is expanded, its states are compared with all buckets
//!   (g', h), g' < g: an estimate is a function of the state, so an earlier way
//!   to it can lie only there. What they hold is stale.
//!
//! A state that is found again at a *lesser* depth is new in its bucket there,
//! and is expanded again: it is reopened. So the best depth of each state on an
//! optimal path is found, whatever the heuristic does, as long as it is
//! admissible. Once the least g + h of what is open is no less than the depth of
//! a goal, no shorter solution exists.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::agree::{stored_key, unusable};
use super::buckets::{Bucket, BucketAt, Buckets};
use super::error::Result;
use super::frontier::release_beyond;
use super::generations::start_keys;
use super::graph::unsolved;
use super::needs::{self, must_have_goal};
use super::pass::{Part, Pass, Place};
use super::path::Trail;
use super::strategy::{Outcome, Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{StateKey, StateSpace};
use crate::store::{RunPrefix, Side};

/// The strategy `astar`.
#[derive(Debug)]
pub struct AStar<K> {
    heuristic: String,
    buckets: Buckets<K>,
    /// The bucket that was expanded last.
    current: Option<BucketAt>,
    tally: Tally,
}

/// Where an A* search stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The bucket that was expanded last.
    current: Option<BucketAt>,
    tally: Tally,
    /// States in all buckets.
    states: u64,
    /// The depth of the nearest goal so far, and the goal.
    goal: Option<(u32, Vec<u8>)>,
    /// Nothing is left to expand.
    over: bool,
    /// The path to the goal as far as it is known.
    path: Trail,
}

impl<K: StateKey> AStar<K> {
    /// A search with the heuristic of this name.
    #[must_use]
    pub fn new(heuristic: impl Into<String>) -> Self {
        let buckets = Buckets { all: BTreeMap::new(), layers: Vec::new() };
        let heuristic = heuristic.into();
        Self { heuristic, buckets, current: None, tally: Tally::default() }
    }

    /// What comes next: a bucket to expand, or the end.
    fn next(&self, at: &Checkpoint) -> Option<BucketAt> {
        let open = |&at: &BucketAt| self.buckets.all.get(&at).is_some_and(Bucket::is_open);
        // A bucket is expanded to its end, so that what is found does not depend
        // on how much memory there is.
        if let Some(current) = at.current.filter(open) {
            return Some(current);
        }
        let least = self.buckets.all.keys().copied().filter(open).min_by_key(priority);
        let bound = at.goal.as_ref().map(|(depth, _)| u64::from(*depth));
        least.filter(|at| bound.is_none_or(|bound| priority(at).0 < bound))
    }

    fn go_on(&self, mut at: Checkpoint) -> Step<Checkpoint> {
        at.over = self.next(&at).is_none();
        if at.over { Step::Conclude(at) } else { Step::Continue(at) }
    }

    /// One pass over the bucket whose turn it is.
    fn advance<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let next = self.next(&at);
        let found = next.and_then(|at| Some((at, self.buckets.all.get(&at)?)));
        let Some(((depth, estimate), bucket)) = found else { return Ok(self.go_on(at)) };
        (at.current, self.current) = (next, next);
        let target = RunPrefix {
            run: cx.run,
            side: Side::Forward,
            generation: depth + 1,
            sorted_run: self.buckets.layer(depth + 1).sorted_runs,
        };
        let passed = cx.expansion.pass(&Pass {
            stale: self.buckets.nearer(depth, estimate),
            // What was found far from the start counts when it is found nearer.
            selective: true,
            part: Part::Estimate(&self.heuristic),
            ..Pass::plain(
                &bucket.runs,
                Place { states: bucket.row.opened },
                self.buckets.meeting(cx.space.locality(), depth + 1),
                target,
            )
        })?;
        at.tally.expanded += passed.expanded;
        at.tally.generated += passed.edges;
        at.states += passed.states();
        self.tally = at.tally;
        self.buckets.open(cx, (depth, estimate), passed.to.states)?;
        if let Some(goal) = passed.least_goal {
            let found = (depth + 1, goal.to_vec());
            at.goal = at.goal.into_iter().chain([found]).min();
        }
        if passed.states() > 0 {
            let layer = self.buckets.layer_mut(depth + 1);
            layer.goals += passed.goals;
            layer.checksum = layer.checksum.wrapping_add(passed.checksum);
            if let Some((low, high)) = passed.depths {
                layer.depth_min = if layer.states == 0 { low } else { layer.depth_min.min(low) };
                layer.depth_max = layer.depth_max.max(high);
            }
        }
        for sorted in passed.sorted {
            self.buckets.add(cx, depth + 1, sorted)?;
        }
        Ok(self.go_on(at))
    }

    /// One step back on the path to the goal, or the end.
    fn finish<S: StateSpace<Key = K>>(
        &self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let Some((length, goal)) = at.goal.clone() else {
            return Ok(Step::Done(at, unsolved(Verdict::Unsolvable)));
        };
        if !at.path.step_back(cx, length, &goal)? {
            return Ok(Step::Conclude(at));
        }
        let outcome =
            Outcome { length: Some(length), path: Some(at.path.path()), verdict: Verdict::Solved };
        Ok(Step::Done(at, outcome))
    }
}

/// Which bucket comes first: the least sum, then the least depth.
fn priority(&(depth, estimate): &BucketAt) -> (u64, u32) {
    (u64::from(depth) + u64::from(estimate), depth)
}

impl<K: StateKey, S: StateSpace<Key = K>> Strategy<S> for AStar<K> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "astar"
    }

    fn options(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("heuristic".to_owned(), self.heuristic.clone())])
    }

    fn check(&self, space: &S) -> Result<()> {
        needs::heuristic(space, &self.heuristic)?;
        must_have_goal(space)
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let (starts, goals) = start_keys(cx.space);
        self.buckets.start(cx, &self.heuristic, &starts, &goals)?;
        Ok(self.go_on(Checkpoint {
            states: self.buckets.states(),
            goal: goals.first().map(|goal| (0, goal.to_vec())),
            ..Checkpoint::default()
        }))
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.buckets = Buckets::load(cx)?;
        let states = self.buckets.states();
        if states != from.states {
            let what = format!("the buckets hold {states} states where it counts {}", from.states);
            return Err(unusable(cx.run, &what));
        }
        if let Some((depth, goal)) = &from.goal {
            stored_key::<K>(cx.run, goal)?;
            if *depth as usize >= self.buckets.layers.len() {
                return Err(unusable(
                    cx.run,
                    &format!("generation {depth} with the goal is missing"),
                ));
            }
        }
        (self.current, self.tally) = (from.current, from.tally);
        Ok(self.go_on(from))
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        if at.over { self.finish(cx, at) } else { self.advance(cx, at) }
    }

    fn committed(&mut self) {
        let buckets = self.buckets.all.values_mut().rev();
        release_beyond(buckets.flat_map(|bucket| &mut bucket.runs));
    }

    fn standing(&self) -> Standing {
        let bucket =
            self.current.and_then(|at| self.buckets.all.get(&at)).map(|bucket| &bucket.row);
        Standing {
            side: Side::Forward,
            generation: self.current.map_or(0, |(depth, _)| depth),
            generation_states: bucket.map_or(0, |row| row.states),
            expanded: bucket.map_or(0, |row| row.opened),
            states: self.buckets.states(),
            edges: self.tally.generated,
        }
    }

    fn tally(&self) -> Option<Tally> {
        Some(self.tally)
    }
}
