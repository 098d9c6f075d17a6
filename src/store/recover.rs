//! What opening a store for writing puts right, and what it refuses.
//!
//! Sorted runs are written before the `layers` row that counts them. A process
//! that dies in between leaves blocks that nothing refers to: they go. What is
//! committed is written in one batch, so the totals of `runs`, `layers` and
//! `checkpoints` must agree: a store in which they do not is not touched.

use super::batch::{Batch, Durability};
use super::components::FccDepthRow;
use super::error::{Result, StoreError};
use super::handle::Store;
use super::keys::{DepthKey, KeyRange, LayerKey, RowKey, RunId, RunPrefix};
use super::rows::{CheckpointRow, LayerRow, RunRow};
use super::tables::Table;

/// What opening a store for writing put right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Healed {
    /// Whether the last writer died without closing the store.
    pub unclean: bool,
    /// Files of unfinished bulk writes that were removed.
    pub files: u64,
    /// Sorted runs that no commit had made true and that were removed; one
    /// entry for all that lie side by side.
    pub sorted_runs: Vec<RunPrefix>,
    /// Pruning tables of which chunks were removed that no header named.
    pub pruning_tables: u64,
    /// The format version the store had, when it was migrated.
    pub migrated_from: Option<u32>,
}

impl Healed {
    /// Whether something was removed.
    #[must_use]
    pub fn removed_anything(&self) -> bool {
        self.files > 0 || !self.sorted_runs.is_empty() || self.pruning_tables > 0
    }
}

impl Store {
    /// Removes the blocks of a run to which no `layers` row refers, as opening
    /// the store does for all runs: what a writer left that failed in this very
    /// process. To be called before a run goes on, never while it is at work.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when a row cannot be read;
    /// [`StoreError::ReadOnly`], or when the database cannot write.
    pub fn forget_unnamed(&self, run: RunId) -> Result<()> {
        remove_unnamed_blocks(self, &run.range()).map(|_| ())
    }
}

/// Removes the blocks within a range of runs to which no `layers` row refers.
pub(super) fn remove_unnamed_blocks(store: &Store, runs: &KeyRange) -> Result<Vec<RunPrefix>> {
    let mut batch = Batch::new();
    let mut removed = Vec::new();
    for gap in unnamed_ranges(store, runs)? {
        let Some(key) = store.first_key(Table::Generations, &gap)? else { continue };
        let (prefix, _) = RunPrefix::split(&key).ok_or_else(|| {
            StoreError::damaged_row(Table::Generations, &key, "no block can have this key")
        })?;
        removed.push(prefix);
        batch.delete_range(Table::Generations, gap);
    }
    if !batch.is_empty() {
        store.write(batch, Durability::Synced)?;
    }
    Ok(removed)
}

/// The key ranges of `generations` between the sorted runs that count.
fn unnamed_ranges(store: &Store, runs: &KeyRange) -> Result<Vec<KeyRange>> {
    let mut ranges = Vec::new();
    let mut from = runs.from.clone();
    // Keys of both tables begin with the run.
    for row in store.rows::<LayerRow>(runs) {
        let (LayerKey { run, side, generation }, layer) = row?;
        let edge = |sorted_run| RunPrefix { run, side, generation, sorted_run }.to_bytes();
        ranges.push(KeyRange { from, to: edge(0) });
        from = edge(layer.sorted_runs);
    }
    ranges.push(KeyRange { from, to: runs.to.clone() });
    Ok(ranges)
}

/// Compares the totals of all runs.
pub(super) fn compare_totals(store: &Store) -> Result<()> {
    let mut sums = std::collections::BTreeMap::<RunId, u64>::new();
    let mut add = |run: RunId, states: u64| -> Result<()> {
        let sum = sums.entry(run).or_default();
        *sum = sum.checked_add(states).ok_or_else(|| {
            StoreError::damaged_run(run, "its layers count more states than can be")
        })?;
        Ok(())
    };
    for row in store.rows::<LayerRow>(&KeyRange::all()) {
        let (LayerKey { run, .. }, layer) = row?;
        add(run, layer.states)?;
    }
    for row in store.rows::<FccDepthRow>(&KeyRange::all()) {
        let (DepthKey { run, .. }, depth) = row?;
        add(run, depth.states)?;
    }
    let mut checkpoints = std::collections::BTreeMap::<RunId, CheckpointRow>::new();
    for row in store.rows::<CheckpointRow>(&KeyRange::all()) {
        let (run, checkpoint) = row?;
        checkpoints.insert(run, checkpoint);
    }
    for (run, row) in store.runs()? {
        compare_run(run, &row, sums.remove(&run).unwrap_or(0), checkpoints.remove(&run))?;
    }
    if let Some(run) = sums.keys().chain(checkpoints.keys()).next() {
        return Err(StoreError::damaged_run(
            *run,
            "layers or a checkpoint are stored, but the run itself is missing",
        ));
    }
    Ok(())
}

pub(super) fn compare_run(
    run: RunId,
    row: &RunRow,
    layers: u64,
    checkpoint: Option<CheckpointRow>,
) -> Result<()> {
    let disagree = |what: &str, found: u64, name: &str, expected: u64| {
        Err(StoreError::damaged_run(run, format!("{what} {found}, {name} {expected}")))
    };
    // A run that has lost its layers must not pass for one that has none yet.
    if layers != row.states {
        return disagree("the states of its layers sum to", layers, "the run counts", row.states);
    }
    if let Some(checkpoint) = checkpoint {
        if checkpoint.commits != row.commits {
            let (found, expected) = (checkpoint.commits, row.commits);
            return disagree("its checkpoint is of commit", found, "the run of commit", expected);
        }
        if checkpoint.states != row.states {
            let (found, expected) = (checkpoint.states, row.states);
            return disagree("states at its checkpoint:", found, "the run counts", expected);
        }
    }
    Ok(())
}
