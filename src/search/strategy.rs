//! What a search algorithm is to the engine.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::agree::unusable;
use super::error::Result;
use super::frontier::Frontier;
use super::pass::Expansion;
use crate::space::{StateKey, StateSpace};
use crate::store::{Batch, RunId, Side, Store};

/// How a search ended. "No", "not yet" and "not found" are different answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A goal was reached.
    Solved,
    /// The whole space was searched and holds no goal.
    Unsolvable,
    /// A census without goal test has seen the whole space.
    Exhausted,
    /// A limit was reached; the run can be resumed.
    Limit,
    /// An incomplete search ended without a goal.
    NotFound,
    /// The user interrupted the run, after a checkpoint; it can be resumed.
    Interrupted,
}

/// The answer of a finished search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// What was found.
    pub verdict: Verdict,
    /// The length of the solution that was found; of a shortest one when it is
    /// `optimal`.
    pub length: Option<u32>,
    /// The keys (big-endian) of the states of one solution, start first.
    pub path: Option<Vec<Vec<u8>>>,
}

/// What a step led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<C> {
    /// There is more to do from here.
    Continue(C),
    /// There is more to do, for which all rows so far must be in the store.
    Settle(C),
    /// Nothing is left to expand: what follows reads what is stored, for which
    /// all rows so far must be in the store, and no limit applies to it.
    Conclude(C),
    /// The search is over.
    Done(C, Outcome),
}

/// Where a search stands, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Which search of the run is at work.
    pub side: Side,
    /// The generation that is being expanded.
    pub generation: u32,
    /// States in it.
    pub generation_states: u64,
    /// States of it that are expanded.
    pub expanded: u64,
    /// States found in all generations of all sides.
    pub states: u64,
    /// Successors produced in all.
    pub edges: u64,
}

impl Standing {
    /// From the side that is busy and all sides that have begun.
    pub(super) fn of<K: StateKey>(
        busy: Option<&Frontier<K>>,
        sides: &[Option<&Frontier<K>>],
    ) -> Self {
        let begun = || sides.iter().flatten();
        Self {
            side: busy.map_or(Side::Forward, |side| side.side()),
            generation: busy.map_or(0, |side| side.current().number),
            generation_states: busy.map_or(0, |side| side.current().row.states),
            expanded: busy.map_or(0, |side| side.progress().place.states),
            states: begun().map(|side| side.progress().states).sum(),
            edges: begun().map(|side| side.edges()).sum(),
        }
    }

    /// Of a search that stores no states and has come to this depth.
    #[must_use]
    pub fn beside_store(depth: u64, tally: Tally) -> Self {
        Self {
            side: Side::Forward,
            generation: u32::try_from(depth).unwrap_or(u32::MAX),
            generation_states: 0,
            expanded: tally.expanded,
            states: 0,
            edges: tally.generated,
        }
    }
}

/// The work of a search that is not told by the states it stores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// States expanded, each time it was done.
    pub expanded: u64,
    /// Successors produced.
    pub generated: u64,
}

/// A generation that has just been completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completed {
    /// Which search of the run.
    pub side: Side,
    /// Its number.
    pub generation: u32,
    /// Its states.
    pub states: u64,
    /// Goals among them.
    pub goals: u64,
}

/// What a step may use.
pub struct StepContext<'a, S: StateSpace> {
    /// The space searched.
    pub space: &'a S,
    /// What is committed so far, and sorted runs not referred to yet.
    pub store: &'a Store,
    /// The run.
    pub run: RunId,
    /// Rows that become true, with the checkpoint, at the next commit.
    pub batch: &'a mut Batch,
    /// Runs passes.
    pub expansion: &'a mut dyn Expansion<S::Key>,
    /// Generations completed in this step.
    pub completed: Vec<Completed>,
}

impl<S: StateSpace> Debug for StepContext<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StepContext").field("run", &self.run).finish_non_exhaustive()
    }
}

/// A resumable search.
///
/// A step does a bounded piece of work, leaves its rows in the batch of the
/// context and returns the checkpoint that belongs to them. Steps from equal
/// checkpoints over equal stores must give equal rows.
pub trait Strategy<S: StateSpace>: Send {
    /// All that is needed to go on, beside the rows in the store.
    type Checkpoint: Serialize + DeserializeOwned + Clone + Debug;

    /// Version of the checkpoint's layout.
    const CHECKPOINT_VERSION: u8 = 1;

    /// The name of the algorithm.
    fn name(&self) -> &'static str;

    /// Options that change what is searched; a run goes on only with equal ones.
    fn options(&self) -> BTreeMap<String, String>;

    /// Whether the space can be searched like this. [`Self::start`] asks as
    /// well; whoever would create a store for the search asks before.
    ///
    /// # Errors
    /// [`SearchError::Unsuitable`](super::SearchError::Unsuitable).
    fn check(&self, space: &S) -> Result<()> {
        let _ = space;
        Ok(())
    }

    /// Begins a search: writes the rows it starts from.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError), also when the space is unsuitable.
    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Self::Checkpoint>>;

    /// Gets ready to go on from what the store holds, and says how.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when store and checkpoint disagree.
    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Self::Checkpoint,
    ) -> Result<Step<Self::Checkpoint>>;

    /// Goes on without a checkpoint, as a run does that comes from a store of
    /// an older format: from what is complete in the store. Strategies that do
    /// not know how refuse.
    ///
    /// # Errors
    /// [`SearchError::Checkpoint`](super::SearchError::Checkpoint) when what is
    /// stored is not enough to go on from.
    fn recover(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Self::Checkpoint>> {
        Err(unusable(cx.run, "it is missing from the store"))
    }

    /// Does the next piece of work.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError); the batch is thrown away then.
    fn step(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Self::Checkpoint,
    ) -> Result<Step<Self::Checkpoint>>;

    /// Told before each commit, with the checkpoint that it makes true: the moment to
    /// leave rows that waited in memory.
    ///
    /// # Errors
    /// [`SearchError`](super::SearchError) when a row cannot be written.
    fn before_commit(
        &mut self,
        run: RunId,
        batch: &mut Batch,
        at: &mut Self::Checkpoint,
    ) -> Result<()> {
        let _ = (run, batch, at);
        Ok(())
    }

    /// Told after each commit: rows of the batches so far are in the store.
    fn committed(&mut self);

    /// Where the search stands.
    fn standing(&self) -> Standing;

    /// The keys (big-endian) of the states of the best solution so far, of a
    /// search that goes on to look for shorter ones: what a run leaves when it is
    /// stopped here.
    fn best_so_far(&self, at: &Self::Checkpoint) -> Option<Vec<Vec<u8>>> {
        let _ = at;
        None
    }

    /// What it has done so far, over all processes, when the states that it
    /// stores do not tell: kept in the store with every commit.
    fn tally(&self) -> Option<Tally> {
        None
    }
}
