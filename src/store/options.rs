//! Settings of an open store, and what they mean to the database.

use std::path::Path;

use rocksdb::{
    BlockBasedOptions, Cache, ColumnFamilyDescriptor, DBCompressionType, DBRecoveryMode, LogLevel,
    Options,
};

use super::tables::{Shape, Table};

/// How the database compresses the blocks of states. May change between two
/// openings of a store: what is stored keeps the compression it was written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compression {
    /// Not at all: the blocks are compact already.
    None,
    /// Fast, saves little.
    #[default]
    Lz4,
    /// zstd level 1: saves a third more, for when the disk is the limit.
    Zstd,
}

impl Compression {
    const fn kind(self) -> DBCompressionType {
        match self {
            Self::None => DBCompressionType::None,
            Self::Lz4 => DBCompressionType::Lz4,
            Self::Zstd => DBCompressionType::Zstd,
        }
    }
}

/// Settings of an open store. None of them changes what is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreOptions {
    /// Compression of tables with blocks.
    pub compression: Compression,
    /// Bytes of the cache that all tables share; it also holds their indices.
    pub cache_bytes: usize,
    /// Bytes of written rows that are kept in memory before they go to a table
    /// file; the log makes them safe before that.
    pub write_buffer_bytes: usize,
    /// Files the database keeps open at most, at least 64.
    pub max_open_files: u16,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            compression: Compression::default(),
            cache_bytes: 16 << 20,
            write_buffer_bytes: 24 << 20,
            max_open_files: 256,
        }
    }
}

/// Log bytes after which the database empties its buffers: bounds both the
/// time to open after a crash and the memory of a reader beside a writer.
const MAX_LOG_BYTES: u64 = 64 << 20;
/// Size of the files that the database itself writes for tables with blocks.
const BLOCK_FILE_BYTES: u64 = 64 << 20;

/// What the database makes of a log that it cannot read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LogEnd {
    /// An error; nothing is changed.
    Whole,
    /// What can be read counts, up to the first fault: all that was committed
    /// by some moment. A later log without an earlier one does not count.
    FirstFault,
    /// As [`Self::FirstFault`], but what logs say of those before them is not
    /// compared: for stores that lost some and are to go on all the same.
    Anything,
}

/// Database options for opening a store.
pub(super) fn database(options: &StoreOptions, read_only: bool, end: LogEnd) -> Options {
    // These have no setter. Two save syncs at opening: small stores live in the
    // log alone, and the database's identity is in its manifest as well. The
    // third lets each log name the one before it, so that none can be missing.
    let unnamed = format!(
        "avoid_flush_during_recovery=true;write_identity_file=false;track_and_verify_wals={}",
        end != LogEnd::Anything
    );
    let mut db = Options::default().get_options_from_string(unnamed).unwrap_or_default();
    db.create_if_missing(!read_only);
    db.create_missing_column_families(!read_only);
    db.set_paranoid_checks(true);
    // Not `TolerateCorruptedTailRecords`: a record whose length is damaged looks like
    // a torn end to it, and it goes on with the next log behind the hole.
    db.set_wal_recovery_mode(match end {
        LogEnd::Whole => DBRecoveryMode::AbsoluteConsistency,
        LogEnd::FirstFault | LogEnd::Anything => DBRecoveryMode::PointInTime,
    });
    db.set_db_write_buffer_size(options.write_buffer_bytes);
    db.set_max_total_wal_size(MAX_LOG_BYTES);
    // A reader beside a writer must keep its files open: the writer deletes
    // the names of those it has merged into others.
    db.set_max_open_files(if read_only { -1 } else { i32::from(options.max_open_files.max(64)) });
    db.set_max_background_jobs(2);
    db.set_max_file_opening_threads(2);
    db.set_table_cache_num_shard_bits(2);
    db.set_bytes_per_sync(4 << 20);
    db.set_log_level(LogLevel::Warn);
    db.set_max_log_file_size(1 << 20);
    db.set_keep_log_file_num(2);
    db.set_stats_dump_period_sec(0);
    db.set_stats_persist_period_sec(0);
    db.set_manifest_preallocation_size(64 << 10);
    db.set_skip_stats_update_on_db_open(true);
    db
}

/// Options of every table, sharing one cache.
pub(super) struct TableOptions {
    by_table: Vec<Options>,
    other: Options,
}

impl TableOptions {
    pub(super) fn new(options: &StoreOptions) -> Self {
        let cache = Cache::new_lru_cache(options.cache_bytes);
        let of = |shape| table(shape, options, &cache);
        Self {
            by_table: Table::ALL.iter().map(|table| of(table.shape())).collect(),
            other: of(Shape::Many),
        }
    }

    pub(super) fn of(&self, table: Table) -> &Options {
        self.by_table.get(table.index()).unwrap_or(&self.other)
    }

    /// Descriptors for the named column families, known or not.
    pub(super) fn descriptors<'a>(
        &'a self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Vec<ColumnFamilyDescriptor> {
        names
            .into_iter()
            .map(|name| {
                let options = Table::from_name(name).map_or(&self.other, |table| self.of(table));
                ColumnFamilyDescriptor::new(name, options.clone())
            })
            .collect()
    }
}

fn table(shape: Shape, options: &StoreOptions, cache: &Cache) -> Options {
    let mut blocks = BlockBasedOptions::default();
    blocks.set_block_cache(cache);
    // Indices live in the cache as well, so that memory does not grow with the store.
    blocks.set_cache_index_and_filter_blocks(true);
    blocks.set_cache_index_and_filter_blocks_with_high_priority(true);
    let mut table = Options::default();
    table.set_block_based_table_factory(&blocks);
    table.set_level_compaction_dynamic_level_bytes(true);
    match shape {
        Shape::Blocks => {
            table.set_write_buffer_size(8 << 20);
            // One is filled while two wait for the disk.
            table.set_max_write_buffer_number(3);
            table.set_target_file_size_base(BLOCK_FILE_BYTES);
            table.set_compression_type(options.compression.kind());
            if options.compression == Compression::Zstd {
                // Window and strategy as zstd has them by default, level 1, no dictionary.
                table.set_compression_options(-14, 1, 0, 0);
            }
        }
        Shape::Chunks => {
            table.set_write_buffer_size(8 << 20);
            table.set_target_file_size_base(BLOCK_FILE_BYTES);
            table.set_compression_type(DBCompressionType::None);
        }
        Shape::Many => {
            table.set_write_buffer_size(4 << 20);
            table.set_compression_type(DBCompressionType::Lz4);
        }
        Shape::Small => {
            table.set_write_buffer_size(1 << 20);
            table.set_compression_type(DBCompressionType::None);
        }
    }
    table
}

/// Whether a database, complete or not, lies in `directory`.
pub(super) fn is_database(directory: &Path) -> bool {
    directory.join("CURRENT").is_file()
}
