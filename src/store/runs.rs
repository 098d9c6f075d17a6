//! Sorted runs: the states of a generation as rows of blocks.

use super::Value;
use super::batch::Batch;
use super::block::{Block, BlockWriter, Encoded};
use super::error::{Result, StoreError};
use super::handle::Store;
use super::keys::{RowKey, RunPrefix};
use super::tables::Table;
use crate::space::StateKey;

/// Where one block is, and what is known of it without reading it.
#[derive(Debug, Clone)]
pub struct BlockRef<K> {
    /// Its first state.
    pub first: K,
    /// Its number of states.
    pub states: u32,
    /// Its bytes, while they are not in the store yet or worth keeping.
    held: Option<Value>,
}

/// One ascending sequence of states without duplicates, cut into blocks.
#[derive(Debug, Clone)]
pub struct SortedRun<K> {
    /// Which sorted run of which generation this is.
    pub prefix: RunPrefix,
    blocks: Vec<BlockRef<K>>,
    states: u64,
}

impl<K: StateKey> SortedRun<K> {
    /// A run without states.
    #[must_use]
    pub fn new(prefix: RunPrefix) -> Self {
        Self { prefix, blocks: Vec::new(), states: 0 }
    }

    /// A run of these states, ascending without duplicates, held in memory.
    #[must_use]
    pub fn of_states(prefix: RunPrefix, states: &[K], block_bytes: usize) -> Self {
        let mut run = Self::new(prefix);
        let mut writer = BlockWriter::new(block_bytes);
        writer.extend(states, |block| run.push(block, true));
        if let Some(block) = writer.finish() {
            run.push(block, true);
        }
        run
    }

    /// Lists the blocks of a stored run.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read or a block is damaged.
    pub fn load(store: &Store, prefix: RunPrefix) -> Result<Self> {
        let mut run = Self::new(prefix);
        for row in store.scan(Table::Generations, &prefix.range()) {
            let (key, value) = row?;
            let block = block_in::<K>(&key, &value)?;
            run.add(block.first(), block.states() as u32, None);
        }
        Ok(run)
    }

    /// Adds a block whose states are greater than all before them. Its bytes
    /// stay in memory when `hold` is set, until [`Self::release`].
    pub fn push(&mut self, block: Encoded<K>, hold: bool) {
        self.add(block.first, block.states, hold.then(|| block.bytes.into()));
    }

    fn add(&mut self, first: K, states: u32, held: Option<Value>) {
        debug_assert!(self.blocks.last().is_none_or(|last| last.first < first));
        self.states += u64::from(states);
        self.blocks.push(BlockRef { first, states, held });
    }

    /// How many states it has.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Its blocks.
    #[must_use]
    pub fn blocks(&self) -> &[BlockRef<K>] {
        &self.blocks
    }

    /// Bytes of blocks held in memory.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        self.blocks.iter().filter_map(|block| block.held.as_ref()).map(|held| held.len()).sum()
    }

    /// Adds the blocks that are held in memory to a batch.
    pub fn write_to(&self, batch: &mut Batch) {
        for block in &self.blocks {
            if let Some(held) = &block.held {
                batch.put(Table::Generations, self.row_key(block.first), &held[..]);
            }
        }
    }

    /// Lets go of the blocks in memory: they are in the store now.
    pub fn release(&mut self) {
        for block in &mut self.blocks {
            block.held = None;
        }
    }

    /// The row key of the block that begins with this state.
    #[must_use]
    pub fn row_key(&self, first: K) -> Vec<u8> {
        self.prefix.block_key(&first.to_vec())
    }

    /// The bytes of a block.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the store does not have it.
    pub fn bytes(&self, store: &Store, block: usize) -> Result<Value> {
        let block = &self.blocks[block];
        if let Some(held) = &block.held {
            return Ok(held.clone());
        }
        let key = self.row_key(block.first);
        store.get(Table::Generations, &key)?.ok_or_else(|| {
            StoreError::damaged_row(Table::Generations, &key, "the block is missing")
        })
    }

    /// Appends the states of a block, ascending.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when the bytes are not those of the block.
    pub fn decode(&self, block: usize, bytes: &[u8], out: &mut Vec<K>) -> Result<()> {
        let expected = &self.blocks[block];
        let damaged = |what: String| {
            StoreError::damaged_row(Table::Generations, &self.row_key(expected.first), what)
        };
        let content = Block::<K>::new(bytes).map_err(|error| damaged(error.to_string()))?;
        if content.states() != expected.states as usize || content.first() != expected.first {
            return Err(damaged("another block is in its place".to_owned()));
        }
        content.decode(out).map_err(|error| damaged(error.to_string()))
    }
}

/// The block in a row of `generations`.
fn block_in<'v, K: StateKey>(key: &[u8], value: &'v [u8]) -> Result<Block<'v, K>> {
    let block = Block::<K>::new(value)
        .map_err(|error| StoreError::damaged_row(Table::Generations, key, error))?;
    let named = RunPrefix::split(key).map(|(_, first)| first);
    if named.is_none_or(|first| first.len() != K::BYTES || K::read_be(first) != block.first()) {
        let what = "the key of the row is not the first state of the block";
        return Err(StoreError::damaged_row(Table::Generations, key, what));
    }
    Ok(block)
}

/// The states of a stored sorted run, a block an item, each read once and when
/// it is asked for.
pub fn blocks_of<K: StateKey>(
    store: &Store,
    prefix: RunPrefix,
) -> impl Iterator<Item = Result<Vec<K>>> {
    store.scan(Table::Generations, &prefix.range()).map(|row| {
        let (key, value) = row?;
        let mut states = Vec::new();
        block_in::<K>(&key, &value)?
            .decode(&mut states)
            .map_err(|error| StoreError::damaged_row(Table::Generations, &key, error))?;
        Ok(states)
    })
}

/// The sorted runs of one stored generation.
///
/// # Errors
/// [`StoreError`] when the store cannot be read or a block is damaged.
pub fn load_generation<K: StateKey>(
    store: &Store,
    first: RunPrefix,
    sorted_runs: u32,
) -> Result<Vec<SortedRun<K>>> {
    (0..sorted_runs)
        .map(|sorted_run| SortedRun::load(store, RunPrefix { sorted_run, ..first }))
        .collect()
}

/// Whether a stored sorted run holds a state: one seek and the decoding of one
/// group of a block.
///
/// # Errors
/// [`StoreError`] when the store cannot be read or the block is damaged.
pub fn contains<K: StateKey>(store: &Store, prefix: RunPrefix, key: K) -> Result<bool> {
    let wanted = prefix.block_key(&key.to_vec());
    let row = store.at_or_before(Table::Generations, &prefix.to_bytes(), &wanted)?;
    let Some((row_key, value)) = row else { return Ok(false) };
    Block::<K>::new(&value)
        .and_then(|block| block.contains(key))
        .map_err(|error| StoreError::damaged_row(Table::Generations, &row_key, error))
}
