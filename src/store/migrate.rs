//! From one format version to the next.
//!
//! Every step is a file in `migrations/`. Before a step begins, a checkpoint of
//! the database (hard links, no copy) is kept beside it. A step only adds rows
//! in new tables until all of them are there; then the old tables go and the
//! version changes. A step that was interrupted goes on at the next opening.

use std::fs;
use std::path::{Path, PathBuf};

use super::Entry;
use super::batch::{Batch, Durability};
use super::disk::{self, Disk};
use super::error::{Result, StoreError};
use super::handle::{Backend, Store};
use super::keys::KeyRange;
use super::open::{SCHEMA_KEY, now, program};
use super::rows::{MetaKey, MigrationPhase, MigrationRow, Row};
use super::tables::Table;

#[path = "../../migrations/0001_blocks_and_sides.rs"]
mod step_0001;

/// A step from one format version to the next.
struct Migration {
    /// The version it leads to.
    to: u32,
    /// What it does, for people.
    title: &'static str,
    /// Column families that are dropped once everything is rewritten.
    drops: &'static [&'static str],
    /// Writes the new rows. Called again after an interruption: goes on from
    /// what it finds written.
    rewrite: fn(&Workbench<'_>) -> Result<()>,
}

const STEPS: &[Migration] = &[step_0001::STEP];

/// What `migrate` would do to a store of version `found`, step by step.
#[must_use]
pub fn pending_migrations(found: u32) -> Vec<&'static str> {
    STEPS.iter().filter(|step| step.to > found).map(|step| step.title).collect()
}

/// Where the database of the version before `to` is kept.
#[must_use]
pub fn kept_copy(root: &Path, to: u32) -> PathBuf {
    root.join(format!("before-version-{to}"))
}

/// Takes the store from version `found` to the newest.
pub(super) fn migrate(store: &Store, found: u32) -> Result<()> {
    let Backend::Disk(disk) = &store.backend else { return Ok(()) };
    for step in STEPS.iter().filter(|step| step.to > found) {
        apply(store, disk, step, &Workbench::new(store, disk))?;
    }
    Ok(())
}

fn apply(store: &Store, disk: &Disk, step: &Migration, bench: &Workbench<'_>) -> Result<()> {
    let mark = |phase| {
        let mut batch = Batch::new();
        batch.put_row(&MetaKey::Migration, &MigrationRow { to: step.to, phase })?;
        store.write(batch, Durability::Synced)
    };
    let phase = match store.row::<MigrationRow>(&MetaKey::Migration)? {
        None => {
            keep_copy(disk, &kept_copy(&store.root, step.to))?;
            mark(MigrationPhase::Rewriting)?;
            MigrationPhase::Rewriting
        }
        Some(row) if row.to == step.to => row.phase,
        Some(row) => {
            return Err(StoreError::Damaged {
                place: format!("table `{}`", Table::Meta),
                what: format!("a migration to version {} is under way, not to {}", row.to, step.to),
            });
        }
    };
    if phase == MigrationPhase::Rewriting {
        (step.rewrite)(bench)?;
        mark(MigrationPhase::Dropping)?;
    }
    for family in step.drops {
        disk.drop_family(family)?;
    }
    let mut batch = Batch::new();
    batch.put(Table::Meta, SCHEMA_KEY, step.to.to_be_bytes());
    batch.delete_row::<MigrationRow>(&MetaKey::Migration);
    store.write(batch, Durability::Synced)
}

/// Keeps the database as it is now in `to`.
fn keep_copy(disk: &Disk, to: &Path) -> Result<()> {
    // No mark in the store refers to a copy that is there already: the process
    // that made it died before it could begin.
    if to.exists() {
        fs::remove_dir_all(to).map_err(StoreError::io("remove", to))?;
    }
    fs::create_dir(to).map_err(StoreError::io("create the directory", to))?;
    disk.checkpoint(&to.join("db"))
}

/// What a step works with: the old column families to read, the tables to
/// write.
struct Workbench<'s> {
    store: &'s Store,
    disk: &'s Disk,
    /// How many states a sorted run gets at most: bounds the memory of a step.
    chunk: usize,
    #[cfg(test)]
    writes_left: std::cell::Cell<u32>,
}

impl<'s> Workbench<'s> {
    fn new(store: &'s Store, disk: &'s Disk) -> Self {
        Self {
            store,
            disk,
            chunk: 1 << 20,
            #[cfg(test)]
            writes_left: std::cell::Cell::new(u32::MAX),
        }
    }

    /// The rows of an old column family; none when it is gone.
    fn old_rows(
        &self,
        family: &str,
        range: &KeyRange,
    ) -> impl Iterator<Item = Result<Entry>> + use<'s> {
        let disk = self.disk;
        let mut rows = disk.scan_family(family, range);
        std::iter::from_fn(move || {
            let row = disk::take(rows.as_mut()?);
            if !matches!(row, Ok(Some(_))) {
                rows = None;
            }
            row.map_err(disk.rocks("read the rows of an old table")).transpose()
        })
    }

    fn row<R: Row>(&self, key: &R::Key) -> Result<Option<R>> {
        self.store.row(key)
    }

    fn write(&self, batch: Batch) -> Result<()> {
        #[cfg(test)]
        {
            let left = self.writes_left.get();
            if left == 0 {
                return Err(StoreError::Refused { what: "go on".into(), why: "a test".into() });
            }
            self.writes_left.set(left - 1);
        }
        self.store.write(batch, Durability::Synced)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lock::Lock;
    use super::super::open::{bulk_in, database_in};
    use super::super::options::LogEnd;
    use super::super::recover::Healed;
    use super::super::{LayerRow, RunRow, StoreOptions};
    use super::*;

    fn fixture_in(root: &Path) {
        let fixture =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/store-version-0/db");
        fs::create_dir_all(root.join("db")).unwrap();
        for entry in fs::read_dir(fixture).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), root.join("db").join(entry.file_name())).unwrap();
        }
    }

    /// Migrates and stops before write number `writes`; tells whether it ended.
    fn attempt(root: &Path, writes: u32) -> bool {
        let lock = Lock::take(root).unwrap();
        let disk =
            Disk::open(&database_in(root), &bulk_in(root), &StoreOptions::default(), LogEnd::Whole)
                .unwrap();
        let store = Store {
            backend: Backend::Disk(Box::new(disk)),
            root: root.to_owned(),
            writable: true,
            healed: Healed::default(),
            mark: None,
            lock: None,
        };
        let Backend::Disk(disk) = &store.backend else { unreachable!() };
        let mut bench = Workbench::new(&store, disk);
        bench.chunk = 20;
        bench.writes_left.set(writes);
        let ended = apply(&store, disk, &STEPS[0], &bench).is_ok();
        drop(store);
        drop(lock);
        ended
    }

    /// All that a migration writes but the times.
    fn content(root: &Path) -> Vec<String> {
        let store = Store::open_existing(root, &StoreOptions::default()).unwrap();
        assert_eq!(store.healed().migrated_from, None);
        assert!(!store.healed().removed_anything());
        let blocks = store.scan(Table::Generations, &KeyRange::all());
        let blocks = blocks.map(|row| format!("{:?}", row.unwrap()));
        let layers = store.rows::<LayerRow>(&KeyRange::all());
        let layers = layers.map(|row| format!("{:?}", row.unwrap()));
        let runs = store.runs().unwrap().into_iter();
        let runs = runs.map(|(run, row)| format!("{run} {:?}", RunRow { updated: 0, ..row }));
        blocks.chain(layers).chain(runs).collect()
    }

    #[test]
    fn an_interrupted_migration_goes_on_where_it_stopped() {
        let directory = tempfile::tempdir().unwrap();
        let whole = directory.path().join("whole");
        fixture_in(&whole);
        assert!(attempt(&whole, u32::MAX));
        let expected = content(&whole);
        for writes in [0, 1, 2, 9, 21, 33] {
            let root = directory.path().join(format!("stopped-{writes}"));
            fixture_in(&root);
            assert!(!attempt(&root, writes), "{writes} writes are all");
            // A second interruption, somewhere later.
            assert!(!attempt(&root, 1));
            assert!(attempt(&root, u32::MAX));
            assert_eq!(content(&root), expected, "stopped before write {writes}");
            assert!(kept_copy(&root, 1).join("db/CURRENT").exists());
        }
    }

    #[test]
    fn old_tables_that_are_half_dropped_do_not_matter() {
        let directory = tempfile::tempdir().unwrap();
        let (whole, root) = (directory.path().join("whole"), directory.path().join("half"));
        for root in [&whole, &root] {
            fixture_in(root);
            assert!(attempt(root, u32::MAX));
        }
        let expected = content(&whole);
        // Back to the moment before the last write.
        let store = Store::open_existing(&root, &StoreOptions::default()).unwrap();
        let mut batch = Batch::new();
        batch.put(Table::Meta, SCHEMA_KEY, 0u32.to_be_bytes());
        let row = MigrationRow { to: 1, phase: MigrationPhase::Dropping };
        batch.put_row(&MetaKey::Migration, &row).unwrap();
        store.write(batch, Durability::Synced).unwrap();
        drop(store);
        assert!(attempt(&root, 0));
        assert_eq!(content(&root), expected);
    }
}
