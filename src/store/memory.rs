//! The store without a disk: the same tables as sorted maps.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::batch::Change;
use super::keys::KeyRange;
use super::tables::Table;
use super::{Entry, Value};

/// What a row costs beside its key and value: pointers, lengths, counters and
/// its share of the tree's nodes.
const ROW_OVERHEAD: u64 = 64;

#[derive(Default)]
struct Tables {
    rows: Vec<BTreeMap<Box<[u8]>, Value>>,
    bytes: u64,
}

impl Tables {
    fn table(&mut self, table: Table) -> &mut BTreeMap<Box<[u8]>, Value> {
        if self.rows.len() <= table.index() {
            self.rows.resize_with(Table::ALL.len(), BTreeMap::new);
        }
        &mut self.rows[table.index()]
    }

    fn put(&mut self, table: Table, key: Vec<u8>, value: Value) {
        self.delete(table, &key);
        self.bytes += cost(&key, &value);
        self.table(table).insert(key.into(), value);
    }

    fn delete(&mut self, table: Table, key: &[u8]) {
        if let Some(value) = self.table(table).remove(key) {
            self.bytes -= cost(key, &value);
        }
    }

    fn delete_range(&mut self, table: Table, range: &KeyRange) {
        let rows = self.table(table);
        let mut removed = rows.split_off(range.from.as_slice());
        let mut kept = removed.split_off(range.to.as_slice());
        rows.append(&mut kept);
        self.bytes -= removed.iter().map(|(key, value)| cost(key, value)).sum::<u64>();
    }
}

fn cost(key: &[u8], value: &[u8]) -> u64 {
    (key.len() + value.len()) as u64 + ROW_OVERHEAD
}

#[derive(Default)]
pub(super) struct Memory {
    tables: RwLock<Tables>,
}

impl Memory {
    // A poisoned lock means that a thread died between two changes of maps that
    // never leave a half-made change behind, so going on is safe.
    fn read(&self) -> RwLockReadGuard<'_, Tables> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Tables> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, table: Table, key: &[u8]) -> Option<Value> {
        self.read().rows.get(table.index())?.get(key).cloned()
    }

    pub(super) fn at_or_before(&self, table: Table, floor: &[u8], key: &[u8]) -> Option<Entry> {
        if floor > key {
            return None;
        }
        let bounds = (Bound::Included(floor), Bound::Included(key));
        let tables = self.read();
        let (key, value) = tables.rows.get(table.index())?.range::<[u8], _>(bounds).next_back()?;
        Some((key.clone(), Arc::clone(value)))
    }

    /// The first row after `after`, or from `from` when that is `None`.
    pub(super) fn following(
        &self,
        table: Table,
        range: &KeyRange,
        after: Option<&[u8]>,
    ) -> Option<Entry> {
        if range.is_empty() {
            return None;
        }
        let from = after.map_or(Bound::Included(range.from.as_slice()), Bound::Excluded);
        let bounds = (from, Bound::Excluded(range.to.as_slice()));
        let tables = self.read();
        let (key, value) = tables.rows.get(table.index())?.range::<[u8], _>(bounds).next()?;
        Some((key.clone(), Arc::clone(value)))
    }

    pub(super) fn write(&self, changes: Vec<Change>) {
        let mut tables = self.change();
        for change in changes {
            match change {
                Change::Put { table, key, value } => tables.put(table, key, value.into()),
                Change::Delete { table, key } => tables.delete(table, &key),
                Change::DeleteRange { table, range } => tables.delete_range(table, &range),
            }
        }
    }

    pub(super) fn insert(&self, table: Table, rows: Vec<(Vec<u8>, Value)>) {
        let mut tables = self.change();
        for (key, value) in rows {
            tables.put(table, key, value);
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.read().bytes
    }
}
