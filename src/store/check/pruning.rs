//! The check of pruning tables: every chunk that a header names is there and right.

use super::in_short;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::keys::{ChunkKey, KeyRange, PruningTableKey, RowKey};
use crate::store::pruning::{Chunks, PruningTableRow, damaged};
use crate::store::scan::decode_value;
use crate::store::tables::Table;

const TABLE: Table = Table::PruningTables;

/// A table while its chunks are read.
struct Reading {
    key: PruningTableKey,
    row: PruningTableRow,
    chunks: Chunks,
}

impl Reading {
    fn begin(key: PruningTableKey, row: PruningTableRow) -> Self {
        let mut chunks = Chunks::of(&row);
        if PruningTableKey::of_name(&row.name) != key {
            chunks.faults.push("its key is that of another name".to_owned());
        }
        Self { key, row, chunks }
    }

    fn finish(self, faults: &mut Vec<String>) {
        let told = self.chunks.finish();
        faults.extend(told.into_iter().map(|fault| in_short(&damaged(&self.row.name, fault))));
    }
}

impl Store {
    pub(super) fn check_pruning_tables(&self, faults: &mut Vec<String>) {
        let mut reading: Option<Reading> = None;
        for row in self.scan(TABLE, &KeyRange::all()) {
            let (key, value) = match row {
                Ok(row) => row,
                Err(error) => {
                    // What follows is not read, so it is not missing.
                    faults.push(in_short(&error));
                    return;
                }
            };
            if let Some(table) = PruningTableKey::from_bytes(&key) {
                reading.take().into_iter().for_each(|done| done.finish(faults));
                match decode_value(&key, &value) {
                    Ok(row) => reading = Some(Reading::begin(table, row)),
                    Err(error) => faults.push(in_short(&error)),
                }
            } else if let Some(ChunkKey { table, edition, chunk }) = ChunkKey::from_bytes(&key) {
                let named = |reading: &&mut Reading| {
                    reading.key.table == table && reading.row.edition == edition
                };
                if let Some(reading) = reading.as_mut().filter(named) {
                    reading.chunks.take(chunk, &value);
                }
            } else {
                let error = StoreError::damaged_row(TABLE, &key, "no row can have this key");
                faults.push(in_short(&error));
            }
        }
        reading.into_iter().for_each(|done| done.finish(faults));
    }
}
