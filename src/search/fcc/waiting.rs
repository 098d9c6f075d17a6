//! Start points that wait to be scanned, in buckets, each in the order in which
//! they were found.
//!
//! They are held in blocks. A block goes to the store when the run is committed
//! before it is used up; when there are too many blocks, those that are far from
//! their turn stay in the store alone.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::search::agree::unusable;
use crate::search::error::Result;
use crate::search::key_set::KeySet;
use crate::space::StateKey;
use crate::store::{
    Batch, Durability, KeyRange, RowKey as _, RunId, StackMoves, StartPointsKey, StartPointsRow,
    Store, Table, push_number, take_number,
};

/// Start points in a block.
const BLOCK: usize = 1024;

/// All start points that wait.
#[derive(Debug)]
pub(super) struct Waiting<K> {
    buckets: BTreeMap<u32, Bucket<K>>,
    /// Start points in memory.
    held: usize,
    most_held: usize,
    /// What was added to each bucket lately, so that most duplicates never wait.
    lately: BTreeMap<u32, KeySet<K>>,
    /// How many were added since it was emptied.
    lately_added: usize,
    most_lately: usize,
}

#[derive(Debug)]
struct Bucket<K> {
    /// The first is at hand, the others wait; numbered without gaps.
    blocks: VecDeque<Place<K>>,
    /// The number of the first block.
    first: u64,
    /// Start points of the first block that are used up.
    used: u32,
    /// Start points that wait.
    points: u64,
}

/// A block where it is.
#[derive(Debug)]
struct Place<K> {
    block: Option<Block<K>>,
    stored: bool,
}

/// Where the buckets stand; what is in them is in the store.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WaitingAt {
    buckets: BTreeMap<u32, BucketAt>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct BucketAt {
    first: u64,
    blocks: u64,
    used: u32,
    points: u64,
}

impl WaitingAt {
    /// How many start points wait; `None` when the numbers of blocks cannot be.
    pub(super) fn points(&self) -> Option<u64> {
        let possible = |at: &BucketAt| {
            // Each block has a start point that waits, the first one behind the used ones.
            let most = at.blocks.checked_mul(BLOCK as u64)?;
            let all = at.points.checked_add(u64::from(at.used))?;
            let right = at.blocks <= at.points && all <= most && at.used < BLOCK as u32;
            (right || *at == BucketAt { first: at.first, ..BucketAt::default() })
                .then_some(at.points)
        };
        self.buckets.values().try_fold(0u64, |sum, at| sum.checked_add(possible(at)?))
    }
}

/// Some start points in their order.
#[derive(Debug)]
pub(super) struct Block<K> {
    /// Their states.
    pub(super) keys: Vec<K>,
    parents: Vec<(Option<u64>, u32)>,
    ways: Vec<u8>,
}

/// One start point of a block.
#[derive(Debug)]
pub(super) struct Point<'a, K> {
    pub(super) key: K,
    pub(super) parent: Option<u64>,
    /// The way to it, as the store keeps it; `None` when it is not known.
    pub(super) way: Option<&'a [u8]>,
}

impl<K> Point<'_, K> {
    pub(super) fn moves(&self) -> StackMoves {
        self.way.map_or(StackMoves::Unknown, |way| StackMoves::Known(way.to_vec()))
    }
}

impl<K: StateKey> Block<K> {
    fn new() -> Self {
        Self { keys: Vec::new(), parents: Vec::new(), ways: Vec::new() }
    }

    fn push(&mut self, point: &Point<'_, K>) {
        self.keys.push(point.key);
        match self.parents.last_mut() {
            Some((parent, points)) if *parent == point.parent => *points += 1,
            _ => self.parents.push((point.parent, 1)),
        }
        push_number(&mut self.ways, point.way.map_or(0, |way| way.len() as u64 + 1));
        self.ways.extend_from_slice(point.way.unwrap_or_default());
    }

    /// Its start points.
    pub(super) fn points(&self) -> impl Iterator<Item = Point<'_, K>> {
        let parents = self.parents.iter();
        let parents = parents.flat_map(|&(parent, points)| (0..points).map(move |_| parent));
        let mut rest = &self.ways[..];
        self.keys.iter().zip(parents).map_while(move |(&key, parent)| {
            let way = match take_number(&mut rest)?.checked_sub(1) {
                None => None,
                Some(length) => {
                    let (way, behind) = rest.split_at_checked(length as usize)?;
                    rest = behind;
                    Some(way)
                }
            };
            Some(Point { key, parent, way })
        })
    }

    fn row(&self) -> StartPointsRow {
        let mut keys = vec![0; self.keys.len() * K::BYTES];
        for (key, bytes) in self.keys.iter().zip(keys.chunks_exact_mut(K::BYTES)) {
            key.write_be(bytes);
        }
        StartPointsRow { keys, parents: self.parents.clone(), ways: self.ways.clone() }
    }

    fn of_row(row: StartPointsRow) -> Option<Self> {
        let StartPointsRow { keys, parents, ways } = row;
        let whole = keys.len() % K::BYTES == 0;
        let keys: Vec<K> = keys.chunks_exact(K::BYTES).map(K::read_be).collect();
        let block = Self { keys, parents, ways };
        (whole && block.points().count() == block.keys.len()).then_some(block)
    }
}

impl<K: StateKey> Waiting<K> {
    /// Nothing waits; start points may take `bytes` of memory.
    pub(super) fn new(bytes: usize) -> Self {
        // A point has a key, a way of some bytes, and lists grow by doubling.
        let most_held = (bytes / 2 / (2 * size_of::<K>() + 32)).max(2 * BLOCK);
        let most_lately = bytes / 4 / KeySet::<K>::bytes(1);
        Self {
            buckets: BTreeMap::new(),
            held: 0,
            most_held,
            lately: BTreeMap::new(),
            lately_added: 0,
            most_lately,
        }
    }

    /// The least bucket in which something waits.
    pub(super) fn least(&self) -> Option<u32> {
        let mut waiting = self.buckets.iter().filter(|(_, bucket)| bucket.points > 0);
        waiting.next().map(|(&bucket, _)| bucket)
    }

    /// Adds a start point, unless it was added lately; tells whether it was new.
    pub(super) fn push(&mut self, bucket: u32, point: &Point<'_, K>) -> bool {
        let lately = self.lately.entry(bucket).or_insert_with(|| KeySet::with_room(64));
        if lately.insert(point.key).is_none() {
            return false;
        }
        self.lately_added += 1;
        if self.lately_added > self.most_lately {
            self.lately.clear();
            self.lately_added = 0;
        }
        let bucket = self.buckets.entry(bucket).or_insert_with(Bucket::new);
        match bucket.blocks.back_mut() {
            Some(Place { block: Some(block), stored: false }) if block.keys.len() < BLOCK => {
                block.push(point);
            }
            _ => {
                let mut block = Block::new();
                block.push(point);
                bucket.blocks.push_back(Place { block: Some(block), stored: false });
            }
        }
        bucket.points += 1;
        self.held += 1;
        true
    }

    /// Takes the first block of a bucket out, with how much of it is used up.
    pub(super) fn take(
        &mut self,
        store: &Store,
        run: RunId,
        number: u32,
    ) -> Result<Option<(Block<K>, usize)>> {
        let Some(bucket) = self.buckets.get_mut(&number) else { return Ok(None) };
        let Some(place) = bucket.blocks.front_mut() else { return Ok(None) };
        let used = bucket.used as usize;
        if let Some(block) = place.block.take() {
            return Ok(Some((block, used)));
        }
        let key = StartPointsKey { run, bucket: number, sequence: bucket.first };
        let row = store.row::<StartPointsRow>(&key)?;
        let block = row.and_then(Block::of_row).filter(|block: &Block<K>| block.keys.len() > used);
        match block {
            Some(block) => {
                self.held += block.keys.len();
                Ok(Some((block, used)))
            }
            None => Err(unusable(run, &format!("start points of bucket {number} are missing"))),
        }
    }

    /// Puts a block back that was taken, with how much of it is used up now.
    pub(super) fn put_back(
        &mut self,
        batch: &mut Batch,
        run: RunId,
        number: u32,
        block: Block<K>,
        used: usize,
    ) {
        let Some(bucket) = self.buckets.get_mut(&number) else { return };
        bucket.points = bucket.points.saturating_sub((used - bucket.used as usize) as u64);
        bucket.used = used as u32;
        if used < block.keys.len() {
            if let Some(place) = bucket.blocks.front_mut() {
                place.block = Some(block);
            }
            return;
        }
        self.held -= block.keys.len();
        if bucket.blocks.pop_front().is_some_and(|place| place.stored) {
            let key = StartPointsKey { run, bucket: number, sequence: bucket.first };
            batch.delete_row::<StartPointsRow>(&key);
        }
        bucket.first += 1;
        bucket.used = 0;
    }

    /// Whether more start points are in memory than should be: time to commit.
    pub(super) fn is_full(&self) -> bool {
        self.held > self.most_held
    }

    /// Forgets what came to a bucket lately: nothing will be added to it any more.
    pub(super) fn close(&mut self, bucket: u32) {
        self.lately.remove(&bucket);
    }

    /// Writes every block that is not in the store yet, and says where things
    /// stand then.
    pub(super) fn write(&mut self, batch: &mut Batch, run: RunId) -> Result<WaitingAt> {
        self.buckets.retain(|_, bucket| !bucket.blocks.is_empty() || bucket.first > 0);
        for (&number, bucket) in &mut self.buckets {
            for (sequence, place) in (bucket.first..).zip(&mut bucket.blocks) {
                if let (false, Some(block)) = (place.stored, &place.block) {
                    let key = StartPointsKey { run, bucket: number, sequence };
                    batch.put_row(&key, &block.row())?;
                    place.stored = true;
                }
            }
        }
        let at = |bucket: &Bucket<K>| BucketAt {
            first: bucket.first,
            blocks: bucket.blocks.len() as u64,
            used: bucket.used,
            points: bucket.points,
        };
        Ok(WaitingAt { buckets: self.buckets.iter().map(|(&n, bucket)| (n, at(bucket))).collect() })
    }

    /// Everything that was written is in the store: blocks that are far from their
    /// turn need not be in memory when there are too many.
    pub(super) fn committed(&mut self) {
        if !self.is_full() {
            return;
        }
        for bucket in self.buckets.values_mut().rev() {
            for place in bucket.blocks.iter_mut().rev().filter(|place| place.stored) {
                if let Some(block) = place.block.take() {
                    self.held -= block.keys.len();
                    if self.held <= self.most_held / 2 {
                        return;
                    }
                }
            }
        }
    }

    /// Writes blocks beside the batches, and lets go of them, while there are too
    /// many. Nothing names them before the next commit, which also makes them durable: a
    /// process that dies before leaves them to [`Self::restore`].
    pub(super) fn relieve(&mut self, store: &Store, run: RunId) -> Result<()> {
        let mut batch = Batch::new();
        self.write(&mut batch, run)?;
        store.write(batch, Durability::Buffered)?;
        self.committed();
        Ok(())
    }

    /// Goes on from where things stood; removes rows that no checkpoint names.
    pub(super) fn restore(&mut self, batch: &mut Batch, run: RunId, at: &WaitingAt) {
        let edge = |bucket, sequence| StartPointsKey { run, bucket, sequence }.to_bytes();
        let KeyRange { from, to } = run.range();
        let mut gap = from;
        self.buckets.clear();
        for (&number, at) in &at.buckets {
            batch.delete_range(
                Table::FccStartPoints,
                KeyRange { from: gap, to: edge(number, at.first) },
            );
            gap = edge(number, at.first.saturating_add(at.blocks));
            let place = || Place { block: None, stored: true };
            let blocks = (0..at.blocks).map(|_| place()).collect();
            let bucket = Bucket { blocks, first: at.first, used: at.used, points: at.points };
            self.buckets.insert(number, bucket);
        }
        batch.delete_range(Table::FccStartPoints, KeyRange { from: gap, to });
    }
}

impl WaitingAt {
    /// Calls `visit` with the state of each start point that waits, as the store has
    /// them.
    pub(super) fn visit<K: StateKey>(
        &self,
        store: &Store,
        run: RunId,
        visit: &mut dyn FnMut(K),
    ) -> Result<()> {
        for (&bucket, at) in &self.buckets {
            let missing = || unusable(run, &format!("start points of bucket {bucket} are missing"));
            let mut points = 0u64;
            for block in 0..at.blocks {
                let sequence = at.first.checked_add(block).ok_or_else(missing)?;
                let row = store.row::<StartPointsRow>(&StartPointsKey { run, bucket, sequence })?;
                let block_read: Block<K> = row.and_then(Block::of_row).ok_or_else(missing)?;
                let used = if block == 0 { at.used as usize } else { 0 };
                let waiting = block_read.keys.get(used..).ok_or_else(missing)?;
                points += waiting.len() as u64;
                waiting.iter().for_each(|&key| visit(key));
            }
            if points != at.points {
                return Err(missing());
            }
        }
        Ok(())
    }
}

impl<K> Bucket<K> {
    fn new() -> Self {
        Self { blocks: VecDeque::new(), first: 0, used: 0, points: 0 }
    }
}
