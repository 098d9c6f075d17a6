//! Stage 4: in one range of keys, merges sorted candidates, removes the states
//! that are already known, and encodes the rest.

use super::choose::Estimates;
use super::expand::Buffer;
use crate::engine::difference::subtract;
use crate::engine::pool::Pool;
use crate::engine::sort::sort_dedup;
use crate::search::{Part, Pass, Result, SearchError};
use crate::space::{Locality, StateKey, StateSpace, UNREACHABLE};
use crate::store::{BlockWriter, Encoded, Store, state_checksum};

/// The sorted candidates of a pass.
#[derive(Debug)]
pub(super) struct Chunks<K> {
    pub(super) candidates: Vec<Vec<K>>,
    pub(super) goals: Vec<Vec<K>>,
    bytes: usize,
}

impl<K: StateKey> Chunks<K> {
    pub(super) fn new() -> Self {
        Self { candidates: Vec::new(), goals: Vec::new(), bytes: 0 }
    }

    pub(super) fn add(&mut self, chunk: Buffer<K>) {
        let (chunk, list) = match chunk {
            Buffer::Candidates(chunk) => (chunk, &mut self.candidates),
            Buffer::Goals(chunk) => (chunk, &mut self.goals),
        };
        self.bytes += chunk.capacity() * size_of::<K>();
        list.push(chunk);
    }

    /// Gives the buffers back.
    pub(super) fn give_to(self, pool: &Pool<K>) {
        self.candidates.into_iter().for_each(|chunk| pool.give(chunk));
    }

    /// How many candidates there are.
    pub(super) fn keys(&self) -> usize {
        self.candidates.iter().map(Vec::len).sum()
    }

    /// How much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Keys that cut all candidates into ranges of about `range` keys each, from
    /// a sample of every chunk.
    pub(super) fn cuts(&self, range: usize) -> Vec<K> {
        /// Samples a range: enough that ranges differ by some tens of per cent.
        const SAMPLES: usize = 32;
        let step = (range / SAMPLES).max(1);
        let mut sample: Vec<K> = (self.candidates.iter())
            .flat_map(|chunk| chunk.iter().skip(step / 2).step_by(step).copied())
            .collect();
        sample.sort_unstable();
        let mut cuts: Vec<K> = sample.into_iter().skip(SAMPLES).step_by(SAMPLES).collect();
        cuts.dedup();
        cuts
    }
}

/// The part of all chunks that lies below a key and was not handed out before.
#[derive(Debug)]
pub(super) struct Slicer<'a, K> {
    rest: Vec<&'a [K]>,
}

impl<'a, K: StateKey> Slicer<'a, K> {
    pub(super) fn new(chunks: &'a [Vec<K>]) -> Self {
        Self { rest: chunks.iter().map(Vec::as_slice).collect() }
    }

    /// The slices below `cut`; all that is left without one.
    pub(super) fn below(&mut self, cut: Option<K>) -> Vec<&'a [K]> {
        let mut slices = Vec::with_capacity(self.rest.len());
        for rest in &mut self.rest {
            let end = cut.map_or(rest.len(), |cut| rest.partition_point(|&key| key < cut));
            let (slice, behind) = rest.split_at(end);
            if !slice.is_empty() {
                slices.push(slice);
            }
            *rest = behind;
        }
        slices
    }
}

/// One range to merge.
#[derive(Debug)]
pub(super) struct Range<'a, K> {
    pub(super) number: usize,
    pub(super) candidates: Vec<&'a [K]>,
    pub(super) goals: Vec<&'a [K]>,
}

impl<K> Range<'_, K> {
    /// How many candidates it has.
    pub(super) fn keys(&self) -> usize {
        self.candidates.iter().map(|slice| slice.len()).sum()
    }
}

/// The new states of one range.
#[derive(Debug)]
pub(super) struct Merged<K> {
    pub(super) number: usize,
    /// The blocks of each part, ascending; of a pass without parts all under 0.
    pub(super) parts: Vec<(u32, Vec<Encoded<K>>)>,
    pub(super) admitted: Admitted<K>,
}

/// What is known of admitted states.
#[derive(Debug, Clone, Copy)]
pub(super) struct Admitted<K> {
    pub(super) states: u64,
    pub(super) checksum: u64,
    pub(super) goals: u64,
    pub(super) least_goal: Option<K>,
    pub(super) depths: Option<(u32, u32)>,
}

impl<K: StateKey> Admitted<K> {
    pub(super) const NONE: Self =
        Self { states: 0, checksum: 0, goals: 0, least_goal: None, depths: None };

    /// This and the states of the next range.
    pub(super) fn and(self, next: Self) -> Self {
        let depths = match (self.depths, next.depths) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (a, b) => a.or(b),
        };
        Self {
            states: self.states + next.states,
            checksum: self.checksum.wrapping_add(next.checksum),
            goals: self.goals + next.goals,
            least_goal: self.least_goal.or(next.least_goal),
            depths,
        }
    }
}

/// One merging worker with its memory.
pub(super) struct Merger<S: StateSpace> {
    keys: Vec<S::Key>,
    scratch: Vec<S::Key>,
    goals: Vec<S::Key>,
    writer: BlockWriter<S::Key>,
    estimates: Option<Estimates<S>>,
    by_depth: bool,
    values: Vec<u32>,
}

impl<S: StateSpace> Merger<S> {
    pub(super) fn new(block_bytes: usize) -> Self {
        Self {
            keys: Vec::new(),
            scratch: Vec::new(),
            goals: Vec::new(),
            writer: BlockWriter::new(block_bytes),
            estimates: None,
            by_depth: false,
            values: Vec::new(),
        }
    }

    /// Parts the states like this from now on.
    pub(super) fn part(&mut self, space: &S, part: Part<'_>) -> Result<()> {
        self.by_depth = part == Part::Depth;
        let heuristic = match part {
            Part::Estimate(heuristic) => Some(heuristic),
            Part::None | Part::Depth => None,
        };
        Estimates::put(&mut self.estimates, space, heuristic)
    }

    /// Merges one range.
    pub(super) fn merge(
        &mut self,
        space: &S,
        store: &Store,
        range: &Range<'_, S::Key>,
        pass: &Pass<'_, S::Key>,
    ) -> Result<Merged<S::Key>> {
        gather(&range.candidates, &mut self.keys, &mut self.scratch);
        for run in &pass.known {
            subtract(&mut self.keys, run, store, &mut self.scratch)?;
        }
        self.estimate(space, pass.target.generation)?;
        gather(&range.goals, &mut self.goals, &mut self.scratch);
        let keys = &self.keys;
        self.goals.retain(|goal| keys.binary_search(goal).is_ok());
        let parts = self.parts();
        let keys = &self.keys;
        let depths = (space.locality() == Locality::ByDepth)
            .then(|| keys.iter().map(|key| space.depth(key)))
            .and_then(|mut depths| {
                let first = depths.next()?;
                Some(depths.fold((first, first), |(low, high), d| (low.min(d), high.max(d))))
            });
        let admitted = Admitted {
            states: keys.len() as u64,
            checksum: keys.iter().fold(0, |sum: u64, &key| sum.wrapping_add(state_checksum(key))),
            goals: self.goals.len() as u64,
            least_goal: self.goals.first().copied(),
            depths,
        };
        Ok(Merged { number: range.number, parts, admitted })
    }

    /// Says to which part each state belongs, and drops those from which no goal can
    /// be reached.
    fn estimate(&mut self, space: &S, generation: u32) -> Result<()> {
        let (keys, values) = (&mut self.keys, &mut self.values);
        if self.by_depth {
            values.clear();
            values.extend(keys.iter().map(|key| space.depth(key)));
        }
        let Some(estimates) = &mut self.estimates else { return Ok(()) };
        estimates
            .of(space, keys, values)
            .map_err(|source| SearchError::BadKey { generation, source })?;
        if values.contains(&UNREACHABLE) {
            let mut reachable = values.iter().map(|&value| value != UNREACHABLE);
            keys.retain(|_| reachable.next().unwrap_or(false));
            values.retain(|&value| value != UNREACHABLE);
        }
        Ok(())
    }

    /// The blocks of the states, for each part.
    fn parts(&mut self) -> Vec<(u32, Vec<Encoded<S::Key>>)> {
        let Self { keys, scratch, writer, values, .. } = self;
        let mut blocks_of = |keys: &[S::Key]| {
            let mut blocks = Vec::new();
            writer.extend(keys, |block| blocks.push(block));
            blocks.extend(writer.finish());
            blocks
        };
        if self.estimates.is_none() && !self.by_depth {
            return vec![(0, blocks_of(keys))];
        }
        let mut all = values.clone();
        all.sort_unstable();
        all.dedup();
        let parts = all.into_iter().map(|estimate| {
            scratch.clear();
            let same = keys.iter().zip(&*values).filter(|&(_, &value)| value == estimate);
            scratch.extend(same.map(|(&key, _)| key));
            (estimate, blocks_of(scratch))
        });
        parts.collect()
    }
}

/// Puts sorted slices together, sorted and without duplicates.
fn gather<K: StateKey>(slices: &[&[K]], keys: &mut Vec<K>, scratch: &mut Vec<K>) {
    keys.clear();
    for slice in slices {
        keys.extend_from_slice(slice);
    }
    if slices.len() > 1 {
        sort_dedup(keys, scratch);
    }
}
