//! Walking over the rows of a table.

use std::marker::PhantomData;

use super::Entry;
use super::codec;
use super::disk::{self, Cursor, Disk};
use super::error::{Result, StoreError};
use super::keys::{KeyRange, RowKey};
use super::memory::Memory;
use super::rows::Row;
use super::tables::Table;

/// The rows of a range in ascending order, as bytes.
///
/// Rows that are written into the range while it is walked may be seen or not.
/// After an error it ends.
pub struct Scan<'s> {
    table: Table,
    from: Source<'s>,
}

enum Source<'s> {
    Memory { memory: &'s Memory, range: KeyRange, last: Option<Box<[u8]>> },
    Disk { disk: &'s Disk, rows: Cursor<'s> },
    Ended,
}

impl<'s> Scan<'s> {
    pub(super) fn of_memory(memory: &'s Memory, table: Table, range: KeyRange) -> Self {
        Self { table, from: Source::Memory { memory, range, last: None } }
    }

    pub(super) fn of_disk(disk: &'s Disk, table: Table, range: &KeyRange) -> Self {
        let from =
            disk.scan(table, range).map_or(Source::Ended, |rows| Source::Disk { disk, rows });
        Self { table, from }
    }
}

impl Iterator for Scan<'_> {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match &mut self.from {
            Source::Memory { memory, range, last } => {
                let row = memory.following(self.table, range, last.as_deref());
                *last = row.as_ref().map(|(key, _)| key.clone());
                Ok(row)
            }
            Source::Disk { disk, rows } => {
                disk::take(rows).map_err(disk.rocks("read the rows of a table"))
            }
            Source::Ended => return None,
        };
        if !matches!(row, Ok(Some(_))) {
            self.from = Source::Ended;
        }
        row.transpose()
    }
}

/// The rows of a range in ascending order, decoded.
pub struct Rows<'s, R> {
    scan: Scan<'s>,
    row: PhantomData<R>,
}

impl<'s, R: Row> Rows<'s, R> {
    pub(super) fn new(scan: Scan<'s>) -> Self {
        Self { scan, row: PhantomData }
    }
}

impl<R: Row> Iterator for Rows<'_, R> {
    type Item = Result<(R::Key, R)>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.scan.next()?;
        Some(row.and_then(|(key, value)| decode::<R>(&key, &value)))
    }
}

fn decode<R: Row>(key: &[u8], value: &[u8]) -> Result<(R::Key, R)> {
    let row = decode_value::<R>(key, value)?;
    let key = R::Key::from_bytes(key)
        .ok_or_else(|| StoreError::damaged_row(R::TABLE, key, "no row can have this key"))?;
    Ok((key, row))
}

pub(super) fn decode_value<R: Row>(key: &[u8], value: &[u8]) -> Result<R> {
    codec::decode(R::VERSION, value).map_err(|error| StoreError::bad_row(R::TABLE, key, &error))
}
