//! Bidirectional breadth-first search: from the starts and from all goals at
//! once, always on the smaller side.
//!
//! For spaces whose moves can be taken back. Let `f` and `b` be the generations
//! of the two sides that are complete, and suppose no state lies in both of
//! them. Then no solution has `f + b` moves or fewer, and when the next
//! generation of one side meets the other's, a solution through the state they
//! share has `f + b + 1` moves: that state has exactly these distances.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::{Result, SearchError};
use super::frontier::{Frontier, Generation, Progress};
use super::generations::start_keys;
use super::path::{Layers, path_from_starts};
use super::strategy::{Outcome, Standing, Step, StepContext, Strategy, Verdict};
use crate::space::{Locality, StateKey, StateSpace};
use crate::store::{Side, Store};

/// The most goal states that are listed.
const MAX_GOALS: usize = 1 << 20;

/// The strategy `bidirectional`.
#[derive(Debug, Default)]
pub struct Bidirectional<K> {
    sides: Option<[Frontier<K>; 2]>,
}

/// Where a bidirectional search stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    sides: [Progress; 2],
    /// A state in which the sides meet.
    meeting: Option<Vec<u8>>,
    /// One side is exhausted, or the sides have met.
    over: bool,
}

impl<K: StateKey> Bidirectional<K> {
    /// A search that has not begun.
    #[must_use]
    pub fn new() -> Self {
        Self { sides: None }
    }

    fn sides(&mut self) -> Result<&mut [Frontier<K>; 2]> {
        self.sides.as_mut().ok_or_else(|| SearchError::Unsuitable {
            what: "going on with the bidirectional search".to_owned(),
            why: "it was never begun; drop the run and start it again".to_owned(),
        })
    }

    fn finish<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let [forward, backward] = self.sides()?;
        let (there, back) = (forward.current().number, backward.current().number);
        let path = match &at.meeting {
            Some(meeting) => {
                let meeting = K::read_be(meeting);
                let layers = |side| Layers::new(cx.store, cx.run, side);
                let mut path = path_from_starts(cx.space, &layers(Side::Forward), there, meeting)?;
                let rest = path_from_starts(cx.space, &layers(Side::Backward), back, meeting)?;
                path.extend(rest.into_iter().rev().skip(1));
                Some(path)
            }
            None => None,
        };
        let outcome = Outcome {
            verdict: if path.is_some() { Verdict::Solved } else { Verdict::Unsolvable },
            length: path.is_some().then_some(there + back),
            path: path.map(|path| path.into_iter().map(StateKey::to_vec).collect()),
        };
        Ok(Step::Done(at, outcome))
    }
}

impl<K: StateKey, S: StateSpace<Key = K>> Strategy<S> for Bidirectional<K> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "bidirectional"
    }

    fn options(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn check(&self, space: &S) -> Result<()> {
        goal_keys(space).map(|_| ())
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        let goals = goal_keys(cx.space)?;
        let (starts, start_goals) = start_keys(cx.space);
        let forward = Frontier::start(cx, Side::Forward, &starts, &start_goals)?;
        let backward = Frontier::start(cx, Side::Backward, &goals, &goals)?;
        let at = Checkpoint {
            sides: [forward.progress().clone(), backward.progress().clone()],
            meeting: start_goals.first().map(|key| key.to_vec()),
            // Without a goal state there is nothing to meet: that is the proof.
            over: !start_goals.is_empty() || goals.is_empty(),
        };
        self.sides = Some([forward, backward]);
        Ok(go_on(at))
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let [forward, backward] = &from.sides;
        self.sides = Some([
            Frontier::restore(cx, Side::Forward, forward.clone())?,
            Frontier::restore(cx, Side::Backward, backward.clone())?,
        ]);
        Ok(go_on(from))
    }

    fn step(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        if at.over {
            return self.finish(cx, at);
        }
        let [forward, backward] = self.sides()?;
        // A side in the middle of a generation goes on; else the smaller one.
        let begun = |side: &Frontier<K>| side.progress().place.states > 0;
        let ahead = match (begun(forward), begun(backward)) {
            (true, _) => true,
            (_, true) => false,
            _ => forward.current().row.states <= backward.current().row.states,
        };
        let (side, other) = if ahead { (forward, backward) } else { (backward, forward) };
        if side.advance(cx)? {
            let meeting = first_shared(cx.store, side.current(), other.current())?;
            at.over = meeting.is_some() || side.current().row.states == 0;
            at.meeting = meeting.map(StateKey::to_vec);
        }
        let [forward, backward] = self.sides()?;
        at.sides = [forward.progress().clone(), backward.progress().clone()];
        Ok(go_on(at))
    }

    fn committed(&mut self) {
        for frontier in self.sides.iter_mut().flatten() {
            frontier.committed();
        }
    }

    fn standing(&self) -> Standing {
        let sides = self.sides.as_ref();
        let [forward, backward] = [0, 1].map(|i| sides.map(|sides| &sides[i]));
        let busy = backward.filter(|side| side.progress().place.states > 0).or(forward);
        Standing::of(busy, &[forward, backward])
    }
}

fn go_on(at: Checkpoint) -> Step<Checkpoint> {
    if at.over { Step::Conclude(at) } else { Step::Continue(at) }
}

/// The keys of all goal states, ascending, or why the space is unsuitable.
fn goal_keys<S: StateSpace>(space: &S) -> Result<Vec<S::Key>> {
    let unsuitable = |why: &str| SearchError::Unsuitable {
        what: "a bidirectional search".to_owned(),
        why: format!("{why}; use --algorithm generations"),
    };
    if space.locality() != Locality::Reversible {
        return Err(unsuitable("its moves cannot be taken back"));
    }
    if !space.has_goal() {
        return Err(SearchError::Unsuitable {
            what: "a bidirectional search".to_owned(),
            why: "it has no goal; give it one, or use `strata census`".to_owned(),
        });
    }
    let goals = space.goal_keys(MAX_GOALS);
    goals.ok_or_else(|| unsuitable("its goal states are too many to list"))
}

/// The least state that two generations share.
fn first_shared<K: StateKey>(
    store: &Store,
    a: &Generation<K>,
    b: &Generation<K>,
) -> Result<Option<K>> {
    let (few, many) = if a.row.states <= b.row.states { (a, b) } else { (b, a) };
    let mut least: Option<K> = None;
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for run in &few.runs {
        for block in 0..run.blocks().len() {
            mine.clear();
            run.decode(block, &run.bytes(store, block)?, &mut mine)?;
            for other in &many.runs {
                let found = shared(&mine, other, store, &mut theirs)?;
                least = least.into_iter().chain(found).min();
            }
        }
    }
    Ok(least)
}

/// The least of `keys` (ascending) that a sorted run holds.
fn shared<K: StateKey>(
    keys: &[K],
    run: &crate::store::SortedRun<K>,
    store: &Store,
    states: &mut Vec<K>,
) -> Result<Option<K>> {
    let blocks = run.blocks();
    let mut read = 0;
    while let Some(&key) = keys.get(read) {
        let behind = blocks.partition_point(|block| block.first <= key);
        let rest = &keys[read..];
        let count = match blocks.get(behind) {
            Some(next) => rest.partition_point(|&key| key < next.first),
            None => rest.len(),
        };
        if let Some(block) = behind.checked_sub(1) {
            states.clear();
            run.decode(block, &run.bytes(store, block)?, states)?;
            let found = rest[..count].iter().find(|key| states.binary_search(key).is_ok());
            if let Some(&found) = found {
                return Ok(Some(found));
            }
        }
        read += count;
    }
    Ok(None)
}
