//! The tables of a store: the one place that says what is stored where.
//!
//! A table is a column family of the database. All keys are fixed-width and
//! big-endian (see [`keys`](super::keys)), so the order of the bytes is the
//! order of the fields as they are listed. No key begins with the byte `ff`.
//! Rows are [`codec`](super::codec) values unless the table says otherwise.

use std::fmt;

/// What sort of rows a table holds: decides buffers and compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Few rows of a few hundred bytes.
    Small,
    /// Many rows of up to a few hundred bytes.
    Many,
    /// Values of tens of kilobytes and more.
    Blocks,
    /// Values of a megabyte that are as compact as they can be.
    Chunks,
}

macro_rules! tables {
    ($(
        $variant:ident = $name:literal, $shape:ident {
            rows: $rows:literal,
            key: $key:literal,
            value: $value:literal,
            written_by: $writer:literal,
            read_by: $reader:literal,
        }
    )*) => {
        /// A table of the store.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Table {
            $(
                #[doc = concat!("`", $name, "`: ", $rows, ".\n")]
                #[doc = concat!("* key: ", $key)]
                #[doc = concat!("* value: ", $value)]
                #[doc = concat!("* written by: ", $writer)]
                #[doc = concat!("* read by: ", $reader)]
                $variant,
            )*
        }

        impl Table {
            /// All tables, in the order in which they are documented.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name of the column family.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What sort of rows it holds.
            #[must_use]
            pub const fn shape(self) -> Shape {
                match self { $(Self::$variant => Shape::$shape),* }
            }
        }
    };
}

tables! {
    Meta = "meta", Small {
        rows: "facts about the store itself, each writer's count of commits among them",
        key: "a name in ASCII (`MetaKey`); of `CommitsRow` with the number of the writer u32",
        value: "`schema`: the format version, 4 bytes big-endian, forever; the others: `StoreRow`, `OpenRow`, `MigrationRow`, `CommitsRow`",
        written_by: "opening, closing and migrating; `CommitsRow` with every synced batch",
        read_by: "opening",
    }
    Runs = "runs", Small {
        rows: "one a run",
        key: "run u32",
        value: "`RunRow`: puzzle, `SpaceId`, strategy and its options, status, totals, times",
        written_by: "the engine, with every commit",
        read_by: "every command",
    }
    Checkpoints = "checkpoints", Small {
        rows: "one a run that can be resumed",
        key: "run u32",
        value: "`CheckpointRow`: the strategy's checkpoint and the counters that belong to it",
        written_by: "the engine, with every commit, in the same batch as `runs` and `layers`",
        read_by: "resuming, recovery",
    }
    Generations = "generations", Blocks {
        rows: "blocks of sorted states: some tens of kilobytes a row, never a row a state",
        key: "run u32, side u8, generation u32, sorted run u32 (`RunPrefix`), then the bytes of the first state",
        value: "a block (its own format with header and checksum, no codec)",
        written_by: "the engine's committer; true only once a `layers` row counts the sorted run",
        read_by: "the engine's reader and merger, paths, statistics, checks",
    }
    Layers = "layers", Small {
        rows: "one a generation and side",
        key: "run u32, side u8, generation u32 (`LayerKey`)",
        value: "`LayerRow`: states, edges, goals, sorted runs, order-free checksum, branching, closed or not",
        written_by: "the engine, with every commit",
        read_by: "the engine, recovery, every command that shows figures",
    }
    FccBySorting = "fcc_by_sorting", Many {
        rows: "fully connected components by their least state",
        key: "run u32, depth u32 (`DepthKey`), then the bytes of `min_by_sorting`",
        value: "`ComponentRow`: the component's number, its sizes; compact bytes, no codec",
        written_by: "the component search",
        read_by: "the component search, paths, checks",
    }
    FccStartPoints = "fcc_start_points", Blocks {
        rows: "some hundred start points that wait to be scanned",
        key: "run u32, bucket u32 (the depth, or the estimate when the best come first), sequence u64 (`StartPointsKey`)",
        value: "`StartPointsRow`: the states, which component each was reached from and on which way",
        written_by: "the component search; true only as far as its checkpoint says",
        read_by: "the component search",
    }
    FccDepths = "fcc_depths", Small {
        rows: "the figures of all components of one depth",
        key: "run u32, depth u32 (`DepthKey`)",
        value: "`FccDepthRow`: components, states, the largest, start points waiting",
        written_by: "the component search",
        read_by: "every command that shows figures",
    }
    MoveStacks = "move_stacks", Many {
        rows: "how each component was entered first",
        key: "run u32, number of the component u64 (`StackKey`)",
        value: "`StackRow`: depth, parent, the moves from the parent's `min_by_absolute_depth`, its own `min_by_absolute_depth`; compact bytes, no codec",
        written_by: "the component search",
        read_by: "paths, checks",
    }
    Buckets = "buckets", Many {
        rows: "one for all states that a best-first search holds at one depth with one estimate",
        key: "run u32, depth u32, estimate u32 (`BucketKey`)",
        value: "`BucketRow`: which sorted runs of the generation they are, and how many are expanded",
        written_by: "the best-first search, in the batch of its `layers` rows",
        read_by: "the best-first search",
    }
    Paths = "paths", Many {
        rows: "what finished batches of random walks came to",
        key: "run u32, batch u64 (`PathKey`)",
        value: "`PathRow`: how many walks reached a goal, the moves of the shortest, the states of the shortest way over the moves of all",
        written_by: "the shortened random search",
        read_by: "the shortened random search",
    }
    PruningTables = "pruning_tables", Chunks {
        rows: "pruning tables in chunks, each table with a header",
        key: "table u64 (`PruningTableKey`), and of a chunk edition u32, chunk u32 (`ChunkKey`)",
        value: "header: `PruningTableRow`; chunk: up to 1 MiB of the table and a checksum, no codec; true only once the header names the edition",
        written_by: "searches with pruning tables",
        read_by: "these searches, later ones too",
    }
    IdaRoots = "ida_roots", Many {
        rows: "finished subtrees of an iterative-deepening search from roots",
        key: "run u32, length of the sequences u32, root u64 (`IdaRootKey`)",
        value: "`IdaRootRow`: positions reached, ends tested, the moves of solutions behind the root",
        written_by: "the search from roots, with the checkpoint that names the length",
        read_by: "the same search, when it goes on; checks",
    }
    Tallies = "tallies", Small {
        rows: "one a run whose stored states do not tell how much was searched",
        key: "run u32",
        value: "`TallyRow`: states expanded, successors produced",
        written_by: "the engine, with every commit of such a run",
        read_by: "every command that shows figures",
    }
    OpenNodes = "open_nodes", Blocks {
        rows: "what a best-first search in memory found between two steps",
        key: "run u32, sequence u64 (`OpenNodesKey`)",
        value: "`OpenNodesRow`: new states with parent and priority, and which states were expanded",
        written_by: "the best-first searches in memory",
        read_by: "these searches, when they go on",
    }
    Deals = "deals", Many {
        rows: "verdicts of a range of games, one a game",
        key: "run u32, number of the game u64 (`DealKey`)",
        value: "`DealRow`: whether it can be solved, the moves of a solution, states found",
        written_by: "the command that solves ranges, with the checkpoint that counts them",
        read_by: "the same command, show, check",
    }
    Solutions = "solutions", Small {
        rows: "solutions of a run",
        key: "run u32, number u64 (`SolutionKey`)",
        value: "`SolutionRow`: moves, metric, length, final state, the states on the way",
        written_by: "the engine, with the commit that ends the run",
        read_by: "show, path, exports",
    }
}

impl Table {
    /// The table of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|table| table.name() == name)
    }

    /// Whether every key begins with the number of a run, so that dropping the
    /// run empties its part of the table.
    #[must_use]
    pub const fn by_run(self) -> bool {
        !matches!(self, Self::Meta | Self::PruningTables)
    }

    /// Whether the table exists from the beginning. The others come into being
    /// with their first row: every one costs a sync when a store is created.
    pub(super) const fn created_first(self) -> bool {
        matches!(
            self,
            Self::Meta | Self::Runs | Self::Checkpoints | Self::Generations | Self::Layers
        )
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        for (i, table) in Table::ALL.iter().enumerate() {
            assert_eq!(Table::from_name(table.name()), Some(*table));
            assert_eq!(table.index(), i);
        }
        assert_eq!(Table::from_name("states"), None);
    }
}
