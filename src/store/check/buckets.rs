//! The check of buckets: those of one depth share out the generation of that
//! depth.

use std::collections::BTreeMap;

use super::CheckedRun;
use crate::store::handle::Store;
use crate::store::keys::BucketKey;
use crate::store::rows::{BucketRow, LayerRow};

/// What the check of the layers of a run has counted.
#[derive(Default)]
pub(super) struct Counted {
    /// The states that the layers count, over both sides.
    pub(super) states: u64,
    /// Whether the row of a layer could not be read.
    pub(super) unread: bool,
    forward: BTreeMap<u32, Generation>,
}

struct Generation {
    layer: LayerRow,
    /// The states of each of its sorted runs, where all its blocks can be read.
    sorted_runs: Vec<Option<u64>>,
}

/// What the buckets of one depth have together.
#[derive(Default)]
struct Shared {
    states: u64,
    sorted_runs: Vec<u32>,
}

impl Counted {
    pub(super) fn add(&mut self, depth: u32, layer: LayerRow, sorted_runs: Vec<Option<u64>>) {
        self.forward.insert(depth, Generation { layer, sorted_runs });
    }
}

impl Store {
    pub(super) fn check_buckets(&self, found: &mut CheckedRun, counted: &Counted) {
        let mut by_depth = BTreeMap::<u32, Shared>::new();
        let mut unread = counted.unread;
        for row in self.rows::<BucketRow>(&found.run.range()) {
            let Some((BucketKey { depth, estimate, .. }, row)) = found.take(row) else {
                unread = true;
                continue;
            };
            for fault in faults_of(&row, counted.forward.get(&depth)) {
                found.fault(format!("bucket of depth {depth} and estimate {estimate}: {fault}"));
            }
            let shared = by_depth.entry(depth).or_default();
            shared.states = shared.states.saturating_add(row.states);
            shared.sorted_runs.extend(row.sorted_runs);
        }
        // A run without buckets is of a search that needs none. Where a row cannot
        // be read, the sums are wrong for that reason.
        if unread || by_depth.is_empty() {
            return;
        }
        for (depth, Generation { layer, .. }) in &counted.forward {
            let shared = by_depth.remove(depth).unwrap_or_default();
            for fault in shared.faults(layer) {
                found.fault(format!("buckets of depth {depth}: {fault}"));
            }
        }
        for depth in by_depth.keys() {
            found.fault(format!("buckets of depth {depth}: there is no such generation"));
        }
    }
}

/// What is wrong with one bucket.
fn faults_of(row: &BucketRow, generation: Option<&Generation>) -> Vec<String> {
    let BucketRow { sorted_runs, states, opened } = row;
    let mut faults = Vec::new();
    if opened > states {
        faults.push(format!("{opened} of {states} states are opened"));
    }
    if !sorted_runs.is_sorted_by(|a, b| a < b) {
        faults.push("its sorted runs do not ascend".to_owned());
    }
    let stored = generation.and_then(|generation| {
        let stored = |&run: &u32| *generation.sorted_runs.get(run as usize)?;
        sorted_runs.iter().try_fold(0u64, |sum, run| Some(sum.saturating_add(stored(run)?)))
    });
    if let Some(stored) = stored.filter(|stored| stored != states) {
        faults.push(format!("{stored} states, where its row says {states}"));
    }
    faults
}

impl Shared {
    /// What is wrong with the buckets of a generation together.
    fn faults(mut self, layer: &LayerRow) -> Vec<String> {
        let mut faults = Vec::new();
        if self.states != layer.states {
            let (states, expected) = (self.states, layer.states);
            faults.push(format!("{states} states, where the generation has {expected}"));
        }
        self.sorted_runs.sort_unstable();
        faults.extend(not_numbered(&self.sorted_runs, layer.sorted_runs));
        faults
    }
}

/// The first thing that makes `ascending` other than all numbers below `end`.
fn not_numbered(ascending: &[u32], end: u32) -> Option<String> {
    let mut next = 0u32;
    for &run in ascending {
        if run >= end {
            return Some(format!("there is no sorted run {run}, but only {end}"));
        }
        if run < next {
            return Some(format!("sorted run {run} is there twice"));
        }
        if run > next {
            break;
        }
        next += 1;
    }
    (next < end).then(|| format!("sorted run {next} is in none"))
}
