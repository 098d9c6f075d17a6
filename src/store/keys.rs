//! Keys of rows: fixed width, big-endian, so that the order of the bytes is
//! the order of the fields. Written by zerocopy, never by the codec, whose
//! integers do not sort.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;
use zerocopy::big_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A key that can be written as bytes which sort as the key does.
pub trait RowKey: Sized + Clone + Debug + Ord {
    /// The bytes.
    fn to_bytes(&self) -> Vec<u8>;

    /// The key with these bytes; `None` when no key has them.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

/// The number of a run in its store; the first is 1, the last [`RunId::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunId(pub u32);

impl RunId {
    /// The greatest number a run can have: no key may begin with the byte `ff`.
    pub const MAX: Self = Self(0xfeff_ffff);

    /// All rows of this run in a table whose keys begin with the run.
    #[must_use]
    pub fn range(self) -> KeyRange {
        KeyRange::prefix(&self.to_bytes())
    }
}

impl Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl FromStr for RunId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// Which of the two searches that a run can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// From the starts.
    Forward = 0,
    /// From the goals.
    Backward = 1,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Forward, Self::Backward];

    /// `forward` or `backward`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a field of a key lies in the bytes.
trait Field: Sized {
    type Wire: FromBytes + IntoBytes + Immutable + KnownLayout + Unaligned;
    fn to_wire(self) -> Self::Wire;
    fn from_wire(wire: &Self::Wire) -> Option<Self>;
}

impl Field for u32 {
    type Wire = U32;

    fn to_wire(self) -> U32 {
        U32::new(self)
    }

    fn from_wire(wire: &U32) -> Option<Self> {
        Some(wire.get())
    }
}

impl Field for u64 {
    type Wire = U64;

    fn to_wire(self) -> U64 {
        U64::new(self)
    }

    fn from_wire(wire: &U64) -> Option<Self> {
        Some(wire.get())
    }
}

impl Field for RunId {
    type Wire = U32;

    fn to_wire(self) -> U32 {
        U32::new(self.0)
    }

    fn from_wire(wire: &U32) -> Option<Self> {
        Some(Self(wire.get()))
    }
}

impl Field for Side {
    type Wire = u8;

    fn to_wire(self) -> u8 {
        self as u8
    }

    fn from_wire(wire: &u8) -> Option<Self> {
        Self::ALL.into_iter().find(|side| *side as u8 == *wire)
    }
}

macro_rules! fixed_key {
    ($(#[$about:meta])* $name:ident, $wire:ident { $($(#[$field_about:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            $($(#[$field_about])* pub $field: $type,)*
        }

        #[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
        #[repr(C)]
        struct $wire {
            $($field: <$type as Field>::Wire,)*
        }

        impl $name {
            /// Width in bytes.
            pub const BYTES: usize = size_of::<$wire>();
        }

        impl RowKey for $name {
            fn to_bytes(&self) -> Vec<u8> {
                $wire { $($field: self.$field.to_wire(),)* }.as_bytes().to_vec()
            }

            fn from_bytes(bytes: &[u8]) -> Option<Self> {
                let wire = $wire::ref_from_bytes(bytes).ok()?;
                Some(Self { $($field: <$type as Field>::from_wire(&wire.$field)?,)* })
            }
        }
    };
}

fixed_key! {
    /// Key of a row of `layers`.
    LayerKey, LayerWire {
        /// The run.
        run: RunId,
        /// Which search of the run.
        side: Side,
        /// The generation; the starts are generation 0.
        generation: u32,
    }
}

fixed_key! {
    /// The part of a `generations` key that all blocks of one sorted run share.
    RunPrefix, RunPrefixWire {
        /// The run.
        run: RunId,
        /// Which search of the run.
        side: Side,
        /// The generation.
        generation: u32,
        /// The number of the sorted run within the generation, from 0.
        sorted_run: u32,
    }
}

fixed_key! {
    /// Key of a row of `deals`.
    DealKey, DealWire {
        /// The run.
        run: RunId,
        /// The number of the game.
        deal: u64,
    }
}

fixed_key! {
    /// Key of a row of `ida_roots`.
    IdaRootKey, IdaRootWire {
        /// The run.
        run: RunId,
        /// The length of the sequences that are searched.
        length: u32,
        /// The number of the root.
        root: u64,
    }
}

impl IdaRootKey {
    /// The keys of all roots of one run and length.
    #[must_use]
    pub fn length_range(&self) -> KeyRange {
        let mut prefix = self.run.0.to_be_bytes().to_vec();
        prefix.extend(self.length.to_be_bytes());
        KeyRange::prefix(&prefix)
    }
}

fixed_key! {
    /// Key of a row of `solutions`.
    SolutionKey, SolutionWire {
        /// The run.
        run: RunId,
        /// The number of the solution, from 0.
        number: u64,
    }
}

fixed_key! {
    /// Key of a row of `buckets`.
    BucketKey, BucketWire {
        /// The run.
        run: RunId,
        /// Moves from the start.
        depth: u32,
        /// Moves to a goal, as estimated.
        estimate: u32,
    }
}

fixed_key! {
    /// Key of a row of `paths`.
    PathKey, PathWire {
        /// The run.
        run: RunId,
        /// The number of the batch, from 0.
        batch: u64,
    }
}

fixed_key! {
    /// Key of a row of `open_nodes`.
    OpenNodesKey, OpenNodesWire {
        /// The run.
        run: RunId,
        /// The number of the row, from 0, in the order of writing.
        sequence: u64,
    }
}

fixed_key! {
    /// Key of a row of `fcc_depths`, and the part of an `fcc_by_sorting` key that all
    /// components of one depth share.
    DepthKey, DepthWire {
        /// The run.
        run: RunId,
        /// The depth.
        depth: u32,
    }
}

fixed_key! {
    /// Key of a row of `move_stacks`.
    StackKey, StackWire {
        /// The run.
        run: RunId,
        /// The number of the component.
        number: u64,
    }
}

fixed_key! {
    /// Key of a row of `fcc_start_points`.
    StartPointsKey, StartPointsWire {
        /// The run.
        run: RunId,
        /// Which bucket they wait in: their depth, or their estimate when the best
        /// come first.
        bucket: u32,
        /// The number of the row within the bucket, from 0.
        sequence: u64,
    }
}

fixed_key! {
    /// Key of the header of a pruning table in `pruning_tables`, and the part that all
    /// its rows share.
    PruningTableKey, PruningTableWire {
        /// The number of the table, made from its name.
        table: u64,
    }
}

fixed_key! {
    /// Key of a chunk of a pruning table.
    ChunkKey, ChunkWire {
        /// The number of the table.
        table: u64,
        /// Which writing of the table this is; never the greatest number.
        edition: u32,
        /// The number of the chunk, from 0.
        chunk: u32,
    }
}

impl RowKey for RunId {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_wire().as_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::from_wire(U32::ref_from_bytes(bytes).ok()?)
    }
}

impl PruningTableKey {
    /// The key of the table of that name. Two names can have the same.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        // No key may begin with the byte `ff`.
        Self { table: xxh3_64(name.as_bytes()) >> 1 }
    }

    /// The chunks of the editions from `first` to the one before `end`.
    #[must_use]
    pub fn chunks(self, first: u32, end: u32) -> KeyRange {
        let edge = |edition: u32| {
            let mut key = self.to_bytes();
            key.extend_from_slice(&edition.to_be_bytes());
            key
        };
        KeyRange { from: edge(first), to: edge(end) }
    }
}

impl LayerKey {
    /// All layers of one search of a run.
    #[must_use]
    pub fn range(run: RunId, side: Side) -> KeyRange {
        side_range(run, side)
    }
}

impl RunPrefix {
    /// The key of the block whose first state has these bytes.
    #[must_use]
    pub fn block_key(&self, first_state: &[u8]) -> Vec<u8> {
        let mut key = self.to_bytes();
        key.extend_from_slice(first_state);
        key
    }

    /// Takes the key of a block apart; `None` when no block has this key.
    #[must_use]
    pub fn split(key: &[u8]) -> Option<(Self, &[u8])> {
        let (prefix, state) = key.split_at_checked(Self::BYTES)?;
        Some((Self::from_bytes(prefix)?, state))
    }

    /// All blocks of this sorted run.
    #[must_use]
    pub fn range(&self) -> KeyRange {
        KeyRange::prefix(&self.to_bytes())
    }

    /// All blocks of all sorted runs of a generation.
    #[must_use]
    pub fn generation_range(run: RunId, side: Side, generation: u32) -> KeyRange {
        KeyRange::prefix(&LayerKey { run, side, generation }.to_bytes())
    }

    /// All blocks of one search of a run.
    #[must_use]
    pub fn side_range(run: RunId, side: Side) -> KeyRange {
        side_range(run, side)
    }
}

fn side_range(run: RunId, side: Side) -> KeyRange {
    let mut prefix = run.to_bytes();
    prefix.push(side.to_wire());
    KeyRange::prefix(&prefix)
}

/// The keys from `from` (included) to `to` (not included).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRange {
    /// The first key.
    pub from: Vec<u8>,
    /// The key after the last.
    pub to: Vec<u8>,
}

impl KeyRange {
    /// The whole table.
    #[must_use]
    pub fn all() -> Self {
        Self { from: Vec::new(), to: vec![0xff] }
    }

    /// All keys that begin with `prefix`.
    #[must_use]
    pub fn prefix(prefix: &[u8]) -> Self {
        let mut to = prefix.to_vec();
        while let Some(last) = to.pop() {
            if last < 0xff {
                to.push(last + 1);
                return Self { from: prefix.to_vec(), to };
            }
        }
        Self { from: prefix.to_vec(), to: vec![0xff] }
    }

    /// Whether the range holds no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.from >= self.to
    }

    /// Whether `key` lies in it.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        self.from.as_slice() <= key && key < self.to.as_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn side() -> impl Strategy<Value = Side> {
        prop_oneof![Just(Side::Forward), Just(Side::Backward)]
    }

    // Small numbers meet more often, great ones show a wrong byte order.
    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![0u32..4, 250u32..260, any::<u32>()]
    }

    fn prefix() -> impl Strategy<Value = RunPrefix> {
        (number(), side(), number(), number()).prop_map(|(run, side, generation, sorted_run)| {
            RunPrefix { run: RunId(run), side, generation, sorted_run }
        })
    }

    fn sorts_and_returns<K: RowKey>(a: &K, b: &K) -> Result<(), TestCaseError> {
        prop_assert_eq!(a.to_bytes().cmp(&b.to_bytes()), a.cmp(b));
        prop_assert_eq!(K::from_bytes(&a.to_bytes()), Some(a.clone()));
        Ok(())
    }

    proptest! {
        #[test]
        fn bytes_sort_as_the_fields_do(a in prefix(), b in prefix(), m: u64, n: u64) {
            sorts_and_returns(&a, &b)?;
            sorts_and_returns(&a.run, &b.run)?;
            let layer = |p: RunPrefix| LayerKey { run: p.run, side: p.side, generation: p.generation };
            sorts_and_returns(&layer(a), &layer(b))?;
            let solution = |p: RunPrefix, number| SolutionKey { run: p.run, number };
            sorts_and_returns(&solution(a, m), &solution(b, n))?;
            let bucket = |p: RunPrefix| {
                BucketKey { run: p.run, depth: p.generation, estimate: p.sorted_run }
            };
            sorts_and_returns(&bucket(a), &bucket(b))?;
            let path = |p: RunPrefix, batch| PathKey { run: p.run, batch };
            sorts_and_returns(&path(a, m), &path(b, n))?;
            let nodes = |p: RunPrefix, sequence| OpenNodesKey { run: p.run, sequence };
            sorts_and_returns(&nodes(a, m), &nodes(b, n))?;
            let root = |p: RunPrefix, root| IdaRootKey { run: p.run, length: p.generation, root };
            sorts_and_returns(&root(a, m), &root(b, n))?;
            let deal = |p: RunPrefix, deal| DealKey { run: p.run, deal };
            sorts_and_returns(&deal(a, m), &deal(b, n))?;
            let chunk = |p: RunPrefix, table| {
                ChunkKey { table, edition: p.generation, chunk: p.sorted_run }
            };
            sorts_and_returns(&chunk(a, m), &chunk(b, n))?;
        }

        #[test]
        fn block_keys_sort_by_prefix_then_state(a in prefix(), b in prefix(), s: [u8; 8], t: [u8; 8]) {
            let (left, right) = (a.block_key(&s), b.block_key(&t));
            prop_assert_eq!(left.cmp(&right), (a, s).cmp(&(b, t)));
            prop_assert_eq!(RunPrefix::split(&left), Some((a, &s[..])));
        }

        #[test]
        fn a_prefix_range_holds_what_begins_with_it(
            prefix in proptest::collection::vec(any::<u8>(), 1..5),
            key in proptest::collection::vec(any::<u8>(), 1..7),
        ) {
            prop_assume!(prefix[0] != 0xff && key[0] != 0xff);
            prop_assert_eq!(KeyRange::prefix(&prefix).contains(&key), key.starts_with(&prefix));
        }
    }

    #[test]
    fn wrong_widths_and_sides_are_no_keys() {
        let key = LayerKey { run: RunId(1), side: Side::Backward, generation: 7 };
        let bytes = key.to_bytes();
        assert_eq!(bytes, [0, 0, 0, 1, 1, 0, 0, 0, 7]);
        assert_eq!(LayerKey::from_bytes(&bytes[..8]), None);
        assert_eq!(LayerKey::from_bytes(&[&bytes[..], &[0]].concat()), None);
        assert_eq!(LayerKey::from_bytes(&[0, 0, 0, 1, 2, 0, 0, 0, 7]), None);
        assert_eq!(RunPrefix::split(&bytes), None);
    }
}
