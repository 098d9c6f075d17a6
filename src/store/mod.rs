//! The store: everything that a run has found, on disk or in memory.
//!
//! A tour, from the bottom up:
//! * [`Table`] is the one documented place that says which rows lie where;
//! * [`RowKey`] and the keys ([`RunId`], [`LayerKey`], [`RunPrefix`],
//!   [`SolutionKey`]) are fixed-width bytes that sort as their fields do;
//! * [`Row`] and the rows ([`RunRow`], [`LayerRow`], [`CheckpointRow`],
//!   [`SolutionRow`]) are values, written by the [`codec`];
//! * [`Store`] reads and writes them, with RocksDB or in memory, both alike;
//!   a [`Batch`] is the only way to change rows, in one atomic step, and
//!   [`BulkWriter`] the way to add long sorted runs;
//! * [`Store::save_pruning_table`] and [`Store::read_pruning_table`] keep what later
//!   runs would have to compute again;
//! * opening a store takes its lock, migrates it, and removes what a dead
//!   process left behind ([`Healed`]); the file `COMMITTED` beside the database
//!   counts the synced batches, so that a log that lost some of them is found
//!   out at every opening;
//! * [`Store::check`], [`Store::backup`], [`Store::compact`] and
//!   [`Store::drop_run`] look after it;
//! * [`StoreError`] says what went wrong and what to do about it.

mod access;
mod backup;
mod batch;
mod block;
mod bulk;
mod check;
pub mod codec;
mod components;
mod digest;
mod disk;
mod error;
mod handle;
mod keys;
mod lock;
mod maintain;
mod mark;
mod memory;
mod migrate;
mod open;
mod options;
mod pruning;
mod recover;
mod rows;
mod runs;
mod scan;
#[cfg(test)]
mod suite;
mod tables;

use std::sync::Arc;

pub use backup::BackupReport;
pub use batch::{Batch, Durability};
pub use block::{Block, BlockError, BlockWriter, Encoded};
pub use bulk::BulkWriter;
pub use check::{Checked, CheckedRun};
pub use components::{
    ComponentRow, FccDepthRow, StackMoves, StackRow, StartPointsRow, push_number, take_number,
};
pub use digest::state_checksum;
pub use error::{Holder, Result, StoreError};
pub use handle::Store;
pub use keys::{
    BucketKey, ChunkKey, DealKey, DepthKey, IdaRootKey, KeyRange, LayerKey, OpenNodesKey, PathKey,
    PruningTableKey, RowKey, RunId, RunPrefix, Side, SolutionKey, StackKey, StartPointsKey,
};
pub use maintain::{CompactReport, DropReport, TableSize};
pub use migrate::{kept_copy, pending_migrations};
pub use open::SCHEMA;
pub use options::{Compression, StoreOptions};
pub use pruning::{DroppedTables, PruningTable, PruningTableRow};
pub use recover::Healed;
pub use rows::{
    BucketRow, CheckpointRow, CommitsRow, DealRow, DealVerdict, IdaRootRow, LayerRow, MetaKey,
    MigrationPhase, MigrationRow, OpenNodesRow, OpenRow, PathRow, Row, RunRow, RunStatus,
    SolutionRow, StoreRow, TallyRow,
};
pub use runs::{BlockRef, SortedRun, blocks_of, contains, load_generation};
pub use scan::{Rows, Scan};
pub use tables::{Shape, Table};

/// A stored value; cheap to share between threads.
pub type Value = Arc<[u8]>;

/// A row as bytes: its key and its value.
pub type Entry = (Box<[u8]>, Value);
