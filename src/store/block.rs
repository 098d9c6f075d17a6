//! Blocks: the batch compression of sorted states.
//!
//! ```text
//! byte 0   format (1)
//! byte 1   width of a key in bytes
//! byte 2   coding: 0 gaps, 1 front
//! byte 3   states a group, as a power of two
//! byte 4   number of states, u32 little-endian
//! byte 8   length of the groups in bytes, u32 little-endian
//! byte 12  the groups, one behind the other, without their first states
//!          then for each group its first state (big-endian) and where its
//!          bytes begin behind byte 12 (u32 little-endian)
//! last 8   xxh3 of all bytes before, little-endian
//! ```
//! In a group coded by *gaps* each state is its difference to the one before,
//! less one, as a LEB128 number; in a *front*-coded one it is the number of
//! leading bytes shared with the one before, and the other bytes. A block uses
//! whichever is smaller. A look-up searches the table of first states and
//! decodes one group.

use std::marker::PhantomData;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::space::StateKey;

const FORMAT: u8 = 1;
const HEADER: usize = 12;
const CHECKSUM: usize = 8;
const GROUP_SHIFT: u8 = 7;
const GROUP: usize = 1 << GROUP_SHIFT;

/// The greatest block that is read back: far above any that is written, and a
/// bound on what a damaged store can make a reader allocate.
const MAX_BLOCK_BYTES: usize = 64 << 20;

/// The most states in a block: decoded they take a megabyte.
const fn max_states<K: StateKey>() -> usize {
    assert!(K::BYTES <= 256, "keys have at most 2048 bits");
    (1 << 20) / K::BYTES
}

/// Why the bytes of a block are not what was written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BlockError {
    /// The checksum does not fit the content.
    #[error("its checksum does not match: the bytes on disk were changed")]
    Checksum,
    /// The header or the content contradicts itself.
    #[error("its {0} is impossible")]
    Malformed(&'static str),
    /// The block holds keys of another width.
    #[error("it holds keys of {found} bytes where {expected} are expected")]
    Width {
        /// Width in the block.
        found: usize,
        /// Width asked for.
        expected: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Gaps,
    Front,
}

/// One finished block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded<K> {
    /// Its first state: the last part of its row key.
    pub first: K,
    /// Its number of states.
    pub states: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Cuts an ascending sequence of states into blocks.
#[derive(Debug)]
pub struct BlockWriter<K> {
    target: usize,
    keys: Vec<K>,
    gaps: usize,
    front: usize,
}

impl<K: StateKey> BlockWriter<K> {
    /// Blocks of about `target` bytes (at least one group, at most 16 MiB).
    #[must_use]
    pub fn new(target: usize) -> Self {
        Self { target: target.clamp(1 << 10, 16 << 20), keys: Vec::new(), gaps: 0, front: 0 }
    }

    /// Adds a state greater than all before it; gives the block it completes.
    #[inline]
    pub fn push(&mut self, key: K) -> Option<Encoded<K>> {
        match self.keys.last() {
            Some(&before) if !self.keys.len().is_multiple_of(GROUP) => {
                debug_assert!(before < key);
                self.gaps += key.gap(before).map_or(1 << 30, |gap| varint_len(gap - 1));
                // For keys of one word gaps are never longer than a shared front.
                if K::BITS > 64 {
                    self.front += 1 + K::BYTES - shared_bytes(before, key);
                }
            }
            _ => {
                self.gaps += K::BYTES + 4;
                self.front += K::BYTES + 4;
            }
        }
        self.keys.push(key);
        let full = self.size() >= self.target || self.keys.len() >= const { max_states::<K>() };
        (full && self.keys.len().is_multiple_of(GROUP)).then(|| self.cut())
    }

    /// Adds many.
    pub fn extend(&mut self, keys: &[K], mut block: impl FnMut(Encoded<K>)) {
        for &key in keys {
            if let Some(done) = self.push(key) {
                block(done);
            }
        }
    }

    /// The last block, if any state is left.
    pub fn finish(&mut self) -> Option<Encoded<K>> {
        (!self.keys.is_empty()).then(|| self.cut())
    }

    fn coding(&self) -> Coding {
        if K::BITS <= 64 || self.gaps <= self.front { Coding::Gaps } else { Coding::Front }
    }

    fn size(&self) -> usize {
        match self.coding() {
            Coding::Gaps => self.gaps,
            Coding::Front => self.front,
        }
    }

    fn cut(&mut self) -> Encoded<K> {
        let coding = self.coding();
        let mut bytes = Vec::with_capacity(HEADER + self.size() + CHECKSUM);
        bytes.extend([FORMAT, K::BYTES as u8, coding as u8, GROUP_SHIFT]);
        bytes.extend((self.keys.len() as u32).to_le_bytes());
        bytes.extend([0; 4]);
        let mut table = Vec::with_capacity(self.keys.len().div_ceil(GROUP) * (K::BYTES + 4));
        let mut word = vec![0; K::BYTES];
        for group in self.keys.chunks(GROUP) {
            group[0].write_be(&mut word);
            table.extend_from_slice(&word);
            table.extend(((bytes.len() - HEADER) as u32).to_le_bytes());
            match coding {
                Coding::Gaps => write_gaps(group, &mut bytes),
                Coding::Front => write_front(group, &mut bytes),
            }
        }
        let length = (bytes.len() - HEADER) as u32;
        bytes[8..HEADER].copy_from_slice(&length.to_le_bytes());
        bytes.extend(table);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        let block = Encoded { first: self.keys[0], states: self.keys.len() as u32, bytes };
        self.keys.clear();
        (self.gaps, self.front) = (0, 0);
        block
    }
}

fn varint_len(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}

fn shared_bytes<K: StateKey>(a: K, b: K) -> usize {
    K::BYTES - (a.differing_bits(b) as usize).div_ceil(8)
}

fn write_gaps<K: StateKey>(group: &[K], bytes: &mut Vec<u8>) {
    for pair in group.windows(2) {
        // `push` chose this coding because every gap fits.
        let mut gap = pair[1].gap(pair[0]).unwrap_or(1) - 1;
        while gap >= 0x80 {
            bytes.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        bytes.push(gap as u8);
    }
}

fn write_front<K: StateKey>(group: &[K], bytes: &mut Vec<u8>) {
    let mut word = [0; 256];
    for pair in group.windows(2) {
        let shared = shared_bytes(pair[0], pair[1]);
        pair[1].write_be(&mut word);
        bytes.push(shared as u8);
        bytes.extend_from_slice(&word[shared..K::BYTES]);
    }
}

/// A block that passed its checksum, whatever its keys.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'a> {
    /// The low byte of the width of a key.
    width: usize,
    coding: Coding,
    /// How many states it says it has.
    pub(super) states: usize,
    /// Groups and table.
    body: &'a [u8],
    /// Bytes of the groups.
    length: usize,
}

impl<'a> Frame<'a> {
    /// Checks the checksum and what of the header does not depend on the keys.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, BlockError> {
        if bytes.len() < HEADER + CHECKSUM || bytes.len() > MAX_BLOCK_BYTES {
            return Err(BlockError::Malformed("length"));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if xxh3_64(content).to_le_bytes() != checksum {
            return Err(BlockError::Checksum);
        }
        if content[0] != FORMAT || content[3] != GROUP_SHIFT {
            return Err(BlockError::Malformed("format"));
        }
        let coding = match content[2] {
            0 => Coding::Gaps,
            1 => Coding::Front,
            _ => return Err(BlockError::Malformed("coding")),
        };
        Ok(Self {
            width: usize::from(content[1]),
            coding,
            states: read_u32(&content[4..]) as usize,
            body: &content[HEADER..],
            length: read_u32(&content[8..]) as usize,
        })
    }

    /// Whether its keys can have this many bytes.
    pub(super) fn has_width(&self, bytes: usize) -> bool {
        self.width == bytes % 256
    }
}

/// A block that passed its checksum.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a, K> {
    coding: Coding,
    states: usize,
    groups: &'a [u8],
    table: &'a [u8],
    key: PhantomData<K>,
}

impl<'a, K: StateKey> Block<'a, K> {
    const ENTRY: usize = K::BYTES + 4;

    /// Checks the bytes of a block.
    ///
    /// # Errors
    /// [`BlockError`] unless they are exactly what a [`BlockWriter`] of the same
    /// key width wrote.
    pub fn new(bytes: &'a [u8]) -> Result<Self, BlockError> {
        let Frame { width, coding, states, body, length } = Frame::new(bytes)?;
        if width != K::BYTES % 256 {
            return Err(BlockError::Width { found: width, expected: K::BYTES });
        }
        let entries = states.div_ceil(GROUP);
        let whole = entries.checked_mul(Self::ENTRY) == body.len().checked_sub(length);
        // No header makes a reader reserve more than a writer ever held.
        let most = const { max_states::<K>() }.next_multiple_of(GROUP);
        if states == 0 || !whole || states > most {
            return Err(BlockError::Malformed("number of states"));
        }
        let (groups, table) = body.split_at(length);
        Ok(Self { coding, states, groups, table, key: PhantomData })
    }

    /// How many states it holds; at least one.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }

    /// Its first state.
    #[must_use]
    pub fn first(&self) -> K {
        K::read_be(self.table)
    }

    /// Appends all its states, ascending.
    ///
    /// # Errors
    /// [`BlockError::Malformed`] when the content contradicts the header.
    pub fn decode(&self, out: &mut Vec<K>) -> Result<(), BlockError> {
        out.reserve(self.states);
        for group in 0..self.table.len() / Self::ENTRY {
            self.decode_group(group, out)?;
        }
        Ok(())
    }

    /// Whether it holds `key`.
    ///
    /// # Errors
    /// As [`Self::decode`].
    pub fn contains(&self, key: K) -> Result<bool, BlockError> {
        let (mut low, mut high) = (0, self.table.len() / Self::ENTRY);
        while low < high {
            let middle = usize::midpoint(low, high);
            if K::read_be(&self.table[middle * Self::ENTRY..]) <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let Some(group) = low.checked_sub(1) else { return Ok(false) };
        let mut keys = Vec::with_capacity(GROUP);
        self.decode_group(group, &mut keys)?;
        Ok(keys.binary_search(&key).is_ok())
    }

    #[inline]
    fn decode_group(&self, group: usize, out: &mut Vec<K>) -> Result<(), BlockError> {
        let entry = &self.table[group * Self::ENTRY..];
        let first = K::read_be(entry);
        let begin = read_u32(&entry[K::BYTES..]) as usize;
        let bytes = self.groups.get(begin..).ok_or(BlockError::Malformed("table"))?;
        let states = GROUP.min(self.states - group * GROUP);
        out.push(first);
        match self.coding {
            Coding::Gaps => read_gaps(bytes, first, states - 1, out),
            Coding::Front => read_front(bytes, first, states - 1, out),
        }
        .ok_or(BlockError::Malformed("content"))
    }
}

fn read_u32(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

#[inline]
fn read_gaps<K: StateKey>(
    mut bytes: &[u8],
    mut key: K,
    states: usize,
    out: &mut Vec<K>,
) -> Option<()> {
    for _ in 0..states {
        let (&first, rest) = bytes.split_first()?;
        bytes = rest;
        let mut gap = u64::from(first);
        if first >= 0x80 {
            gap &= 0x7f;
            let mut shift = 7;
            loop {
                let (&byte, rest) = bytes.split_first()?;
                bytes = rest;
                gap |= u64::from(byte & 0x7f).checked_shl(shift)?;
                if byte < 0x80 {
                    break;
                }
                shift += 7;
            }
        }
        key = key.checked_step(gap.checked_add(1)?)?;
        out.push(key);
    }
    Some(())
}

fn read_front<K: StateKey>(
    mut bytes: &[u8],
    key: K,
    states: usize,
    out: &mut Vec<K>,
) -> Option<()> {
    let mut word = [0; 256];
    key.write_be(&mut word);
    for _ in 0..states {
        let (&shared, rest) = bytes.split_first()?;
        let own = K::BYTES.checked_sub(usize::from(shared))?;
        word[usize::from(shared)..K::BYTES].copy_from_slice(rest.get(..own)?);
        bytes = &rest[own..];
        out.push(K::read_be(&word));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Words;
    use proptest::collection::btree_set;
    use proptest::prelude::*;

    fn blocks<K: StateKey>(keys: &[K], target: usize) -> Vec<Encoded<K>> {
        let mut writer = BlockWriter::new(target);
        let mut all = Vec::new();
        writer.extend(keys, |block| all.push(block));
        all.extend(writer.finish());
        all
    }

    fn round_trip<K: StateKey>(keys: &[K], absent: &[K]) {
        let all = blocks(keys, 1 << 10);
        let mut back = Vec::new();
        for encoded in &all {
            let block = Block::<K>::new(&encoded.bytes).unwrap();
            assert_eq!(block.first(), encoded.first);
            assert_eq!(block.states(), encoded.states as usize);
            block.decode(&mut back).unwrap();
        }
        assert_eq!(back, keys);
        let holds = |key: K| {
            all.iter().any(|encoded| Block::new(&encoded.bytes).unwrap().contains(key).unwrap())
        };
        assert!(keys.iter().all(|&key| holds(key)));
        assert!(!absent.iter().any(|&key| holds(key)));
    }

    proptest! {
        #[test]
        fn keys_of_every_width_come_back(
            dense in btree_set(0u64..4000, 1..2000),
            wild in btree_set(any::<u64>(), 1..500),
            wide in btree_set(any::<u128>(), 2..500),
        ) {
            for set in [&dense, &wild] {
                let (even, odd): (Vec<u64>, Vec<u64>) = set.iter().partition(|key| *key % 2 == 0);
                if !even.is_empty() {
                    round_trip(&even, &odd);
                }
            }
            let wide: Vec<u128> = wide.into_iter().collect();
            let (absent, present) = wide.split_last().unwrap();
            round_trip(present, &[*absent]);
            let words = |key: &u128| Words([*key as u64, 7, (key >> 64) as u64, 0]);
            let mut many: Vec<Words<4>> = wide.iter().map(words).collect();
            many.sort_unstable();
            round_trip(&many, &[Words([1; 4])]);
        }

        #[test]
        fn damage_is_an_error_and_never_a_panic(
            keys in btree_set(any::<u32>(), 1..600),
            place: prop::sample::Index,
            flip in 1u8..=255,
            cut: prop::sample::Index,
        ) {
            let keys: Vec<u64> = keys.into_iter().map(u64::from).collect();
            let bytes = &blocks(&keys, 1 << 20)[0].bytes;
            let mut damaged = bytes.clone();
            damaged[place.index(bytes.len())] ^= flip;
            prop_assert!(Block::<u64>::new(&damaged).is_err());
            prop_assert!(Block::<u64>::new(&bytes[..cut.index(bytes.len())]).is_err());
            // Content that contradicts itself under a checksum that fits.
            let end = damaged.len() - CHECKSUM;
            let sum = xxh3_64(&damaged[..end]).to_le_bytes();
            damaged[end..].copy_from_slice(&sum);
            if let Ok(block) = Block::<u64>::new(&damaged) {
                let mut out = Vec::new();
                let _ = block.decode(&mut out);
                let _ = block.contains(5);
            }
        }
    }

    #[test]
    fn one_byte_a_state_when_states_are_near() {
        let keys: Vec<u64> = (0..100_000).map(|i| i * 50).collect();
        let bytes: usize = blocks(&keys, 64 << 10).iter().map(|block| block.bytes.len()).sum();
        assert!(bytes < 112_000, "{bytes}");
    }

    #[test]
    fn keys_of_another_width_are_refused() {
        let bytes = &blocks(&[1u128], 1 << 10)[0].bytes;
        assert_eq!(
            Block::<u64>::new(bytes).unwrap_err(),
            BlockError::Width { found: 16, expected: 8 }
        );
    }

    #[test]
    fn the_format_never_changes_unnoticed() {
        let bytes = &blocks(&[258u64, 259, 600], 1 << 10)[0].bytes;
        let golden = [
            &[1u8, 8, 0, 7, 3, 0, 0, 0, 3, 0, 0, 0, 0, 0xd4, 0x02][..],
            &[0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0],
        ]
        .concat();
        assert_eq!(bytes[..bytes.len() - CHECKSUM], golden);
        assert_eq!(bytes[bytes.len() - CHECKSUM..], xxh3_64(&golden).to_le_bytes());
    }
}
