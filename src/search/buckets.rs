//! The buckets of a search by estimates: all states that it has found, by their
//! depth and their estimate.

use std::collections::{BTreeMap, BTreeSet};

use super::agree::unusable;
use super::error::{Result, SearchError};
use super::frontier::BLOCK_BYTES;
use super::pass::Sorted;
use super::path::Layers;
use super::strategy::StepContext;
use crate::space::{Locality, StateKey, StateSpace, UNREACHABLE, estimate_all};
use crate::store::{
    BucketKey, BucketRow, LayerKey, LayerRow, RunPrefix, Side, SortedRun, state_checksum,
};

/// Depth and estimate.
pub(super) type BucketAt = (u32, u32);

/// All states found, open and closed.
#[derive(Debug)]
pub(super) struct Buckets<K> {
    pub(super) all: BTreeMap<BucketAt, Bucket<K>>,
    /// By depth.
    pub(super) layers: Vec<LayerRow>,
}

#[derive(Debug)]
pub(super) struct Bucket<K> {
    pub(super) row: BucketRow,
    pub(super) runs: Vec<SortedRun<K>>,
}

impl<K> Bucket<K> {
    pub(super) fn is_open(&self) -> bool {
        self.row.opened < self.row.states
    }
}

impl<K: StateKey> Buckets<K> {
    pub(super) fn layer(&self, depth: u32) -> LayerRow {
        self.layers.get(depth as usize).cloned().unwrap_or_default()
    }

    pub(super) fn layer_mut(&mut self, depth: u32) -> &mut LayerRow {
        let depth = depth as usize;
        if self.layers.len() <= depth {
            self.layers.resize(depth + 1, LayerRow::default());
        }
        &mut self.layers[depth]
    }

    /// The buckets in which a state of `bucket`'s estimate can lie that was
    /// found nearer to the start.
    pub(super) fn nearer(&self, depth: u32, estimate: u32) -> Vec<&SortedRun<K>> {
        let nearer = (0..depth).filter_map(|depth| self.all.get(&(depth, estimate)));
        nearer.flat_map(|bucket| &bucket.runs).collect()
    }

    /// The sorted runs in which a breadth-first search could meet a state again
    /// that it finds at this depth.
    pub(super) fn meeting(&self, locality: Locality, depth: u32) -> Vec<&SortedRun<K>> {
        let oldest = match locality {
            Locality::Reversible => depth.saturating_sub(2),
            Locality::ByDepth | Locality::Unbounded => 0,
        };
        let met = self.all.range((oldest, 0)..=(depth, UNREACHABLE));
        met.flat_map(|(_, bucket)| &bucket.runs).collect()
    }

    /// Adds new states of one estimate.
    pub(super) fn add<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        depth: u32,
        Sorted { part: estimate, run }: Sorted<K>,
    ) -> Result<()> {
        run.write_to(cx.batch);
        let layer = self.layer_mut(depth);
        layer.states += run.states();
        layer.sorted_runs += 1;
        let key = LayerKey { run: cx.run, side: Side::Forward, generation: depth };
        cx.batch.put_row(&key, layer)?;
        let empty = || Bucket { row: BucketRow::default(), runs: Vec::new() };
        let bucket = self.all.entry((depth, estimate)).or_insert_with(empty);
        bucket.row.sorted_runs.push(run.prefix.sorted_run);
        bucket.row.states += run.states();
        bucket.runs.push(run);
        cx.batch.put_row(&BucketKey { run: cx.run, depth, estimate }, &bucket.row)?;
        Ok(())
    }

    /// The first `opened` states of a bucket need no expansion any more.
    pub(super) fn open<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        at: BucketAt,
        opened: u64,
    ) -> Result<()> {
        if let Some(bucket) = self.all.get_mut(&at) {
            bucket.row.opened = opened;
            let (depth, estimate) = at;
            cx.batch.put_row(&BucketKey { run: cx.run, depth, estimate }, &bucket.row)?;
        }
        Ok(())
    }

    /// Begins with the starts, except those from which no goal can be reached.
    pub(super) fn start<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        heuristic: &str,
        starts: &[K],
        goals: &[K],
    ) -> Result<()> {
        let estimator = cx.space.estimator(heuristic);
        let mut estimator =
            estimator.ok_or_else(|| SearchError::no_heuristic(cx.space, heuristic))?;
        let mut estimates = Vec::new();
        estimate_all(&mut *estimator, cx.space, starts, &mut estimates)
            .map_err(|source| SearchError::BadKey { generation: 0, source })?;
        let with = |estimate| {
            let found = starts.iter().zip(&estimates).filter(move |&(_, &found)| found == estimate);
            found.map(|(&key, _)| key).collect::<Vec<_>>()
        };
        for &estimate in BTreeSet::from_iter(&estimates) {
            if estimate == UNREACHABLE {
                continue;
            }
            let states = with(estimate);
            let layer = self.layer_mut(0);
            let prefix = RunPrefix {
                run: cx.run,
                side: Side::Forward,
                generation: 0,
                sorted_run: layer.sorted_runs,
            };
            for &key in &states {
                layer.checksum = layer.checksum.wrapping_add(state_checksum(key));
                layer.goals += u64::from(goals.binary_search(&key).is_ok());
            }
            let run = SortedRun::of_states(prefix, &states, BLOCK_BYTES);
            self.add(cx, 0, Sorted { part: estimate, run })?;
        }
        Ok(())
    }

    /// Loads all buckets of a run.
    pub(super) fn load<S: StateSpace<Key = K>>(cx: &StepContext<'_, S>) -> Result<Self> {
        let layers = Layers::new(cx.store, cx.run, Side::Forward).rows()?;
        let mut all = BTreeMap::new();
        let mut states: Vec<u64> = vec![0; layers.len()];
        for found in cx.store.rows::<BucketRow>(&cx.run.range()) {
            let (BucketKey { depth, estimate, .. }, row) = found?;
            let wrong = |what: &str| {
                let what = format!("the bucket of depth {depth} and estimate {estimate} {what}");
                unusable(cx.run, &what)
            };
            let Some(sum) = states.get_mut(depth as usize) else {
                return Err(wrong("belongs to no generation"));
            };
            *sum = sum.saturating_add(row.states);
            let runs = row.sorted_runs.iter().map(|&sorted_run| {
                let side = Side::Forward;
                let prefix = RunPrefix { run: cx.run, side, generation: depth, sorted_run };
                Ok(SortedRun::load(cx.store, prefix)?)
            });
            let runs: Vec<SortedRun<K>> = runs.collect::<Result<_>>()?;
            if runs.iter().map(SortedRun::states).sum::<u64>() != row.states
                || row.opened > row.states
            {
                return Err(wrong("does not hold the states that it counts"));
            }
            all.insert((depth, estimate), Bucket { row, runs });
        }
        if let Some(depth) = (0..layers.len()).find(|&depth| layers[depth].states != states[depth])
        {
            let what = format!("the buckets of depth {depth} are not all there");
            return Err(unusable(cx.run, &what));
        }
        Ok(Self { all, layers })
    }

    pub(super) fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states).sum()
    }
}
