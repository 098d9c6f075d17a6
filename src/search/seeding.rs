//! Collecting all goals of a finished search: what the search back from them
//! begins with.

use serde::{Deserialize, Serialize};

use super::error::{Result, SearchError};
use super::frontier::Frontier;
use super::strategy::StepContext;
use crate::space::{Expander as _, StateSpace};
use crate::store::{LayerKey, LayerRow, RunPrefix, Side, load_generation};

/// Goals that are written as one sorted run.
const KEYS: usize = 1 << 20;

/// States looked at between two checkpoints.
const STATES: u64 = 1 << 24;

/// Up to where the goals are collected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seeding {
    /// The forward generation at hand.
    generation: u32,
    /// States of it that are looked at.
    states: u64,
}

impl Seeding {
    /// Adds a sorted run of goals to the starts of `to`, from the forward
    /// generations up to `last`. Tells where to go on, if there is more.
    pub(super) fn collect<S: StateSpace>(
        mut self,
        cx: &mut StepContext<'_, S>,
        last: u32,
        to: &mut Frontier<S::Key>,
    ) -> Result<Option<Self>> {
        let mut goals = Vec::new();
        let mut left = STATES;
        while self.generation <= last && left > 0 && goals.len() < KEYS {
            self.look(cx, &mut left, &mut goals)?;
            if cx.expansion.stopping() {
                break;
            }
        }
        if !goals.is_empty() {
            goals.sort_unstable();
            to.add_starts(cx, &goals, &goals)?;
        }
        Ok((self.generation <= last).then_some(self))
    }

    /// Looks through the rest of a generation, or a part of it.
    fn look<S: StateSpace>(
        &mut self,
        cx: &StepContext<'_, S>,
        left: &mut u64,
        goals: &mut Vec<S::Key>,
    ) -> Result<()> {
        let generation = self.generation;
        let key = LayerKey { run: cx.run, side: Side::Forward, generation };
        let row = cx.store.row::<LayerRow>(&key)?.unwrap_or_default();
        let first = RunPrefix { run: cx.run, side: Side::Forward, generation, sorted_run: 0 };
        let sorted_runs = if row.goals > 0 { row.sorted_runs } else { 0 };
        let runs = load_generation::<S::Key>(cx.store, first, sorted_runs)?;
        let blocks = runs.iter().flat_map(|run| (0..run.blocks().len()).map(move |b| (run, b)));
        let (mut expander, mut states, mut before) = (cx.space.expander(), Vec::new(), 0);
        for (run, block) in blocks {
            let place = before;
            before += u64::from(run.blocks()[block].states);
            if place < self.states {
                continue;
            }
            if *left == 0 || goals.len() >= KEYS || cx.expansion.stopping() {
                return Ok(());
            }
            states.clear();
            run.decode(block, &run.bytes(cx.store, block)?, &mut states)?;
            for &key in &states {
                let goal = expander.is_goal(cx.space, &key);
                if goal.map_err(|source| SearchError::BadKey { generation, source })? {
                    goals.push(key);
                }
            }
            self.states = before;
            *left = left.saturating_sub(states.len() as u64);
        }
        *self = Self { generation: generation + 1, states: 0 };
        Ok(())
    }
}
