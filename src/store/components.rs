//! Rows of the component search. A run has a row of each of two tables for every
//! component, so these are written as compact bytes of their own, without version
//! and checksum: the database checks its blocks and its log itself. Numbers are
//! little-endian base 128, as short as they can be.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::error::{Result, StoreError};
use super::handle::Store;
use super::keys::{DepthKey, RowKey, RunId, StackKey, StartPointsKey};
use super::rows::Row;
use super::tables::Table;

/// Appends a number.
pub fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front; `None` when there is none, or it is not written
/// as [`push_number`] writes it.
pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let digit = u64::from(byte & 0x7f);
        if shift == 63 && digit > 1 || shift > 0 && byte == 0 {
            return None;
        }
        number |= digit << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// A row of `fcc_by_sorting`: what is known of a component by its least state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComponentRow {
    /// Its number, from 0 in the order in which components were found: its row in
    /// `move_stacks`.
    pub number: u64,
    /// States in it.
    pub states: u64,
    /// States of other components that moves from it lead to.
    pub exits: u64,
}

impl ComponentRow {
    /// The row key of the component of that depth with this least state.
    #[must_use]
    pub fn key(run: RunId, depth: u32, identity: &[u8]) -> Vec<u8> {
        let mut key = DepthKey { run, depth }.to_bytes();
        key.extend_from_slice(identity);
        key
    }

    /// Takes a row key apart: the depth and the least state.
    #[must_use]
    pub fn split(key: &[u8]) -> Option<(DepthKey, &[u8])> {
        let (prefix, identity) = key.split_at_checked(DepthKey::BYTES)?;
        Some((DepthKey::from_bytes(prefix)?, identity))
    }

    /// Adds the row to a batch.
    pub fn put(&self, batch: &mut Batch, key: Vec<u8>) {
        let mut bytes = Vec::with_capacity(8);
        for number in [self.number, self.states, self.exits] {
            push_number(&mut bytes, number);
        }
        batch.put(Table::FccBySorting, key, bytes);
    }

    /// Reads the value of a row.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it is none.
    pub fn read(key: &[u8], mut value: &[u8]) -> Result<Self> {
        let bytes = &mut value;
        let mut next = || take_number(bytes);
        let row = (|| Some(Self { number: next()?, states: next()?, exits: next()? }))();
        let whole = row.filter(|row| value.is_empty() && row.states > 0);
        whole.ok_or_else(|| {
            StoreError::damaged_row(Table::FccBySorting, key, "no component is written so")
        })
    }
}

/// A row of `move_stacks`, at [`StackKey`]: how a component was entered first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackRow {
    /// Its depth.
    pub depth: u32,
    /// The component it was entered from; `None` for that of a start.
    pub parent: Option<u64>,
    /// The way from the parent's `min_by_absolute_depth` to this one's.
    pub moves: StackMoves,
    /// The bytes of its `min_by_absolute_depth`: the state that was reached first.
    pub start: Vec<u8>,
}

/// A way through a component and out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StackMoves {
    /// For each move its place among the successors of the state, as
    /// [`push_number`] writes numbers.
    Known(Vec<u8>),
    /// The component was too large to keep it: to be searched for again.
    Unknown,
}

impl StackRow {
    /// Adds the row to a batch.
    pub fn put(&self, batch: &mut Batch, key: StackKey) {
        let mut bytes = Vec::with_capacity(self.start.len() + 16);
        push_number(&mut bytes, u64::from(self.depth));
        push_number(&mut bytes, self.parent.map_or(0, |parent| parent + 1));
        match &self.moves {
            StackMoves::Unknown => push_number(&mut bytes, 0),
            StackMoves::Known(moves) => {
                push_number(&mut bytes, moves.len() as u64 + 1);
                bytes.extend_from_slice(moves);
            }
        }
        bytes.extend_from_slice(&self.start);
        batch.put(Table::MoveStacks, key.to_bytes(), bytes);
    }

    /// Reads the value of a row.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it is none.
    pub fn read(key: &[u8], value: &[u8]) -> Result<Self> {
        Self::parse(value).ok_or_else(|| {
            StoreError::damaged_row(Table::MoveStacks, key, "no move stack is written so")
        })
    }

    fn parse(mut value: &[u8]) -> Option<Self> {
        let depth = take_number(&mut value)?.try_into().ok()?;
        let parent = take_number(&mut value)?.checked_sub(1);
        let moves = match take_number(&mut value)?.checked_sub(1) {
            None => StackMoves::Unknown,
            Some(length) => {
                let (moves, rest) = value.split_at_checked(length.try_into().ok()?)?;
                value = rest;
                StackMoves::Known(moves.to_vec())
            }
        };
        Some(Self { depth, parent, moves, start: value.to_vec() })
    }
}

impl Store {
    /// The component of that depth with this least state.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read or the row is damaged.
    pub fn component(
        &self,
        run: RunId,
        depth: u32,
        identity: &[u8],
    ) -> Result<Option<ComponentRow>> {
        let key = ComponentRow::key(run, depth, identity);
        let value = self.get(Table::FccBySorting, &key)?;
        value.map(|value| ComponentRow::read(&key, &value)).transpose()
    }

    /// The move stack of the component of that number.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read or the row is damaged or
    /// missing.
    pub fn move_stack(&self, run: RunId, number: u64) -> Result<StackRow> {
        let key = StackKey { run, number }.to_bytes();
        match self.get(Table::MoveStacks, &key)? {
            Some(value) => StackRow::read(&key, &value),
            None => {
                let what = format!("component {number} has no move stack");
                Err(StoreError::damaged_row(Table::MoveStacks, &key, what))
            }
        }
    }
}

/// A row of `fcc_start_points`, at [`StartPointsKey`]: start points that wait, in
/// the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartPointsRow {
    /// Bytes of their states, one behind the other.
    pub keys: Vec<u8>,
    /// The component they were found from, or none, and how many are from it.
    pub parents: Vec<(Option<u64>, u32)>,
    /// For each the length of its way in bytes plus 1 (0: not known), and the way.
    pub ways: Vec<u8>,
}

impl Row for StartPointsRow {
    const TABLE: Table = Table::FccStartPoints;
    const VERSION: u8 = 1;
    type Key = StartPointsKey;
}

/// A row of `fcc_depths`, at [`DepthKey`]: the figures of all components of one
/// depth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FccDepthRow {
    /// Components.
    pub components: u64,
    /// States in them.
    pub states: u64,
    /// States of the largest of them.
    pub largest: u64,
    /// Successors of all states, duplicates included.
    pub edges: u64,
    /// Order-free checksum of all states.
    pub checksum: u64,
    /// Start points that wait to be scanned; some can be of one component, or of
    /// one that is known.
    pub waiting: u64,
}

impl Row for FccDepthRow {
    const TABLE: Table = Table::FccDepths;
    const VERSION: u8 = 1;
    type Key = DepthKey;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::codec;

    #[test]
    fn numbers_read_back_and_have_one_form() {
        for number in [0, 1, 127, 128, 300, 1 << 32, u64::MAX] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            let mut rest = &bytes[..];
            assert_eq!(take_number(&mut rest), Some(number));
            assert!(rest.is_empty());
        }
        let bad: [&[u8]; 5] = [&[], &[0x80], &[0x80, 0], &[0xff; 9], &[0xff; 11]];
        for mut bytes in bad {
            assert_eq!(take_number(&mut bytes), None);
        }
        let mut most = &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2][..];
        assert_eq!(take_number(&mut most), None);
    }

    #[test]
    fn the_bytes_of_rows_with_a_codec_never_change_unnoticed() {
        fn fixed<R: Row>(row: &R, golden: &str) {
            let bytes = codec::encode(R::VERSION, row).unwrap();
            let hex: String =
                bytes[..bytes.len() - 8].iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(hex, golden.replace(' ', ""));
        }
        let depth = FccDepthRow {
            components: 1,
            states: 300,
            largest: 3,
            edges: 4,
            checksum: u64::MAX,
            waiting: 5,
        };
        fixed(&depth, "01 01 fb2c01 03 04 fdffffffffffffffff 05");
        let points = StartPointsRow {
            keys: vec![7, 8],
            parents: vec![(None, 1), (Some(300), 2)],
            ways: vec![1, 0],
        };
        fixed(&points, "01 020708 02 0001 01fb2c0102 020100");
    }

    #[test]
    fn the_bytes_of_rows_never_change_unnoticed() {
        let stored = |batch: Batch| {
            let store = Store::in_memory();
            store.write(batch, crate::store::Durability::Buffered).unwrap();
            store
        };
        let run = RunId(1);
        let row = ComponentRow { number: 300, states: 5, exits: 0 };
        let mut batch = Batch::new();
        row.put(&mut batch, ComponentRow::key(run, 7, &[1, 2]));
        let stack = StackRow {
            depth: 7,
            parent: Some(299),
            moves: StackMoves::Known(vec![4, 1]),
            start: vec![1, 3],
        };
        stack.put(&mut batch, StackKey { run, number: 300 });
        let root = StackRow { parent: None, moves: StackMoves::Unknown, ..stack.clone() };
        root.put(&mut batch, StackKey { run, number: 0 });
        let store = stored(batch);
        assert_eq!(store.component(run, 7, &[1, 2]).unwrap(), Some(row));
        assert_eq!(store.component(run, 7, &[1, 3]).unwrap(), None);
        assert_eq!(store.move_stack(run, 300).unwrap(), stack);
        assert_eq!(store.move_stack(run, 0).unwrap(), root);
        assert!(store.move_stack(run, 1).is_err());
        let key = ComponentRow::key(run, 7, &[1, 2]);
        assert_eq!(key, [0, 0, 0, 1, 0, 0, 0, 7, 1, 2]);
        assert_eq!(ComponentRow::split(&key), Some((DepthKey { run, depth: 7 }, &[1u8, 2][..])));
        let value = store.get(Table::FccBySorting, &key).unwrap().unwrap();
        assert_eq!(value[..], [0xac, 2, 5, 0]);
        let value = store.get(Table::MoveStacks, &StackKey { run, number: 300 }.to_bytes());
        assert_eq!(value.unwrap().unwrap()[..], [7, 0xac, 2, 3, 4, 1, 1, 3]);
        for bad in [&[][..], &[1, 0, 0], &[1, 1], &[1, 1, 1, 1]] {
            assert!(ComponentRow::read(&key, bad).is_err(), "{bad:?}");
        }
        for bad in [&[][..], &[7], &[7, 1], &[7, 1, 5, 1]] {
            assert!(StackRow::read(&key, bad).is_err(), "{bad:?}");
        }
    }
}
