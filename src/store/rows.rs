//! Rows of the tables, as the rest of the program sees them.
//!
//! The form of a row is fixed with its [`Row::VERSION`]: a change of a field is
//! a new version and a step in `migrations/`.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::keys::{
    BucketKey, DealKey, IdaRootKey, KeyRange, LayerKey, OpenNodesKey, PathKey, RowKey, RunId,
    SolutionKey,
};
use super::tables::Table;
use crate::space::SpaceId;

/// A value of a table with its key.
pub trait Row: Serialize + DeserializeOwned {
    /// Where it is stored.
    const TABLE: Table;
    /// Version of its form.
    const VERSION: u8;
    /// Its key.
    type Key: RowKey;
}

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// It can be resumed.
    Unfinished,
    /// A goal was reached.
    Solved,
    /// The whole space was searched and holds no goal.
    Unsolvable,
    /// A census has seen the whole space.
    Exhausted,
    /// An incomplete search ended without a goal.
    NotFound,
}

/// A row of `runs`, at [`RunId`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    /// The name of the puzzle, for people.
    pub puzzle: String,
    /// Which graph is searched, and how its states are stored.
    pub space: SpaceId,
    /// The strategy's name.
    pub strategy: String,
    /// Every option that changes what the strategy does.
    pub options: BTreeMap<String, String>,
    /// What the length of an answer counts, such as `moves`.
    pub metric: String,
    /// Where it stands.
    pub status: RunStatus,
    /// Length of the answer, when there is one.
    pub length: Option<u32>,
    /// States stored, over both sides.
    pub states: u64,
    /// Successors generated, over both sides; an older format did not count
    /// them.
    pub edges: u64,
    /// Solutions stored.
    pub solutions: u64,
    /// Commits so far; the checkpoint carries the same number.
    pub commits: u64,
    /// When it was created, in seconds since 1970.
    pub created: u64,
    /// When it was last committed, in seconds since 1970.
    pub updated: u64,
    /// Time spent searching, in seconds, over all processes.
    pub seconds: f64,
    /// The program that wrote it last.
    pub program: String,
}

impl RunRow {
    /// The row of a run that begins now.
    #[must_use]
    pub fn begun(
        puzzle: String,
        space: SpaceId,
        strategy: String,
        options: BTreeMap<String, String>,
        metric: String,
    ) -> Self {
        let now = now();
        Self {
            puzzle,
            space,
            strategy,
            options,
            metric,
            status: RunStatus::Unfinished,
            length: None,
            states: 0,
            edges: 0,
            solutions: 0,
            commits: 0,
            created: now,
            updated: now,
            seconds: 0.0,
            program: concat!("strata ", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }

    /// It is committed now.
    pub fn touch(&mut self) {
        self.updated = now();
    }
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

impl Row for RunRow {
    const TABLE: Table = Table::Runs;
    const VERSION: u8 = 1;
    type Key = RunId;
}

/// A row of `checkpoints`, at [`RunId`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointRow {
    /// The commit that wrote it; equals [`RunRow::commits`].
    pub commits: u64,
    /// States stored at that moment; equals [`RunRow::states`].
    pub states: u64,
    /// Version of the strategy's own form.
    pub version: u8,
    /// The strategy's checkpoint in its own form.
    pub strategy: Vec<u8>,
}

impl Row for CheckpointRow {
    const TABLE: Table = Table::Checkpoints;
    const VERSION: u8 = 1;
    type Key = RunId;
}

/// A row of `layers`, at [`LayerKey`]: one generation of one side.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerRow {
    /// States stored of it.
    pub states: u64,
    /// Goals among them.
    pub goals: u64,
    /// Successors of its states, duplicates included, once all are expanded.
    pub edges: Option<u64>,
    /// Least number of successors of one of its states, once all are expanded.
    pub branching_min: Option<u32>,
    /// Greatest number of successors of one of its states, once all are expanded.
    pub branching_max: Option<u32>,
    /// Sorted runs in which the states lie, numbered from 0.
    pub sorted_runs: u32,
    /// Checksum of the set of states, whatever their order and sorted runs.
    pub checksum: u64,
    /// Least depth of a state, for spaces with a depth.
    pub depth_min: u32,
    /// Greatest depth of a state, for spaces with a depth.
    pub depth_max: u32,
    /// Whether no state will be added to it.
    pub closed: bool,
}

impl Row for LayerRow {
    const TABLE: Table = Table::Layers;
    const VERSION: u8 = 1;
    type Key = LayerKey;
}

/// A row of `solutions`, at [`SolutionKey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionRow {
    /// The moves in the puzzle's own notation.
    pub moves: Vec<String>,
    /// What `length` counts.
    pub metric: String,
    /// Length in that metric.
    pub length: u32,
    /// Bytes of the keys of all states on the way, the start first; the final
    /// state is the last.
    pub keys: Vec<Vec<u8>>,
}

impl Row for SolutionRow {
    const TABLE: Table = Table::Solutions;
    const VERSION: u8 = 1;
    type Key = SolutionKey;
}

/// A row of `buckets`, at [`BucketKey`]: the states of a generation that have one
/// estimate.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BucketRow {
    /// The sorted runs of the generation in which they lie, ascending.
    pub sorted_runs: Vec<u32>,
    /// How many they are.
    pub states: u64,
    /// How many of them, in the order of the sorted runs, need no expansion any
    /// more.
    pub opened: u64,
}

impl Row for BucketRow {
    const TABLE: Table = Table::Buckets;
    const VERSION: u8 = 1;
    type Key = BucketKey;
}

/// A row of `tallies`, at [`RunId`]: the work of a search that is not told by
/// the states it stores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TallyRow {
    /// States expanded, each time it was done.
    pub expanded: u64,
    /// Successors produced.
    pub generated: u64,
}

impl Row for TallyRow {
    const TABLE: Table = Table::Tallies;
    const VERSION: u8 = 1;
    type Key = RunId;
}

/// A row of `paths`, at [`PathKey`]: a finished batch of random walks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathRow {
    /// Walks that reached a goal.
    pub solved: u64,
    /// Moves of the shortest of them.
    pub shortest: Option<u64>,
    /// Bytes of the keys of all states on the shortest way from a start to a
    /// goal over the moves of these walks, the start first; empty when none
    /// reached a goal.
    pub keys: Vec<Vec<u8>>,
}

impl Row for PathRow {
    const TABLE: Table = Table::Paths;
    const VERSION: u8 = 1;
    type Key = PathKey;
}

/// A row of `open_nodes`, at [`OpenNodesKey`]: one step of a best-first search
/// that holds its states in memory. States are numbered from 0, in the order in
/// which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenNodesRow {
    /// Bytes of the keys of the new states, one behind the other.
    pub keys: Vec<u8>,
    /// For each of them, the number of the state it was found from;
    /// [`OpenNodesRow::NO_PARENT`] for starts.
    pub parents: Vec<u32>,
    /// For each of them, its priority; the least comes first.
    pub priorities: Vec<i64>,
    /// The numbers of the states that were expanded.
    pub expanded: Vec<u32>,
}

impl OpenNodesRow {
    /// The parent of a start.
    pub const NO_PARENT: u32 = u32::MAX;
}

impl Row for OpenNodesRow {
    const TABLE: Table = Table::OpenNodes;
    const VERSION: u8 = 1;
    type Key = OpenNodesKey;
}

/// A row of `ida_roots`, at [`IdaRootKey`]: what was found below a root.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdaRootRow {
    /// Positions above the last move that were reached.
    pub nodes: u64,
    /// Ends of sequences that were tested.
    pub leaves: u64,
    /// The moves of solutions behind the root, by number.
    pub tails: Vec<Vec<u8>>,
}

impl Row for IdaRootRow {
    const TABLE: Table = Table::IdaRoots;
    const VERSION: u8 = 1;
    type Key = IdaRootKey;
}

/// What is known of one game of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealVerdict {
    /// There is a solution.
    Solved,
    /// There is none.
    Unsolvable,
    /// A limit was reached before either was known.
    Limit,
}

/// A row of `deals`, at [`DealKey`]: one game of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealRow {
    /// What is known of it.
    pub verdict: DealVerdict,
    /// Single moves of the solution that was found.
    pub moves: Option<u32>,
    /// States found, over all searches.
    pub states: u64,
}

impl Row for DealRow {
    const TABLE: Table = Table::Deals;
    const VERSION: u8 = 1;
    type Key = DealKey;
}

/// Keys of `meta`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MetaKey {
    /// [`StoreRow`].
    Store,
    /// [`OpenRow`]; absent when the last writer closed the store properly.
    Open,
    /// [`MigrationRow`]; absent when no migration is under way.
    Migration,
    /// [`CommitsRow`] of the writer of this number: each opening for writing has
    /// its own, so that a log that is missing is missed in their sum.
    Commits(u32),
}

impl MetaKey {
    const NAMED: [Self; 3] = [Self::Store, Self::Open, Self::Migration];

    /// The keys of all [`CommitsRow`]s.
    pub(super) fn all_commits() -> KeyRange {
        KeyRange::prefix(Self::Commits(0).name().as_bytes())
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Open => "open",
            Self::Migration => "migration",
            Self::Commits(_) => "commits",
        }
    }
}

impl RowKey for MetaKey {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.name().as_bytes().to_vec();
        if let Self::Commits(writer) = self {
            bytes.extend_from_slice(&writer.to_be_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let number = bytes.strip_prefix(Self::Commits(0).name().as_bytes());
        match number.map(<[u8; 4]>::try_from) {
            Some(number) => number.ok().map(|number| Self::Commits(u32::from_be_bytes(number))),
            None => Self::NAMED.into_iter().find(|key| key.name().as_bytes() == bytes),
        }
    }
}

macro_rules! meta_row {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub struct $name {
            $($(#[$field_about])* pub $field: $type,)*
        }

        impl Row for $name {
            const TABLE: Table = Table::Meta;
            const VERSION: u8 = 1;
            type Key = MetaKey;
        }
    };
}

meta_row! {
    /// The row of `meta` at [`MetaKey::Store`].
    StoreRow {
        /// Random number that names the store.
        id: u64,
        /// When it was created, in seconds since 1970.
        created: u64,
        /// The program that created or migrated it.
        program: String,
    }
}

meta_row! {
    /// The row of `meta` at [`MetaKey::Open`]: a writer has the store open, or
    /// died with it open.
    OpenRow {
        /// When it was opened, in seconds since 1970.
        since: u64,
        /// The program.
        program: String,
    }
}

/// What a migration is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MigrationPhase {
    /// Writing new rows; the old ones are all there.
    Rewriting,
    /// Dropping the old tables; the new rows are all there.
    Dropping,
}

meta_row! {
    /// The row of `meta` at [`MetaKey::Migration`]: how far a migration got.
    MigrationRow {
        /// The version that it leads to.
        to: u32,
        /// What it was doing.
        phase: MigrationPhase,
    }
}

meta_row! {
    /// The row of `meta` at [`MetaKey::Commits`]: part of every synced batch, so
    /// that the database tells how many of them it has.
    CommitsRow {
        /// How many synced batches this writer wrote.
        batches: u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::codec;

    fn fixed<R: Row + PartialEq + std::fmt::Debug>(row: &R, golden: &str) {
        let bytes = codec::encode(R::VERSION, row).unwrap();
        let hex: String =
            bytes[..bytes.len() - 8].iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, golden.replace(' ', ""));
        assert_eq!(&codec::decode::<R>(R::VERSION, &bytes).unwrap(), row);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(codec::decode::<R>(R::VERSION, &damaged).is_err(), "byte {at}");
            assert!(codec::decode::<R>(R::VERSION, &bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn the_bytes_of_rows_never_change_unnoticed() {
        fixed(
            &RunRow {
                puzzle: "p".into(),
                space: SpaceId {
                    domain: "d".into(),
                    instance: "i".into(),
                    options: [("m".to_owned(), "n".to_owned())].into(),
                    encoding: "e".into(),
                },
                strategy: "s".into(),
                options: [("o".to_owned(), "x".to_owned())].into(),
                metric: "t".into(),
                status: RunStatus::Exhausted,
                length: Some(81),
                states: 251,
                edges: 65536,
                solutions: 1,
                commits: 2,
                created: 3,
                updated: 4,
                seconds: 1.0,
                program: "q".into(),
            },
            "01 0170 0164 0169 01016d016e 0165 0173 01016f0178 0174 03 0151 fbfb00 fc00000100 \
             01 02 03 04 000000000000f03f 0171",
        );
        fixed(
            &CheckpointRow { commits: 1, states: 2, version: 3, strategy: vec![4, 5] },
            "01 01 02 03 020405",
        );
        fixed(
            &LayerRow {
                states: 1,
                goals: 2,
                edges: Some(3),
                branching_min: None,
                branching_max: Some(4),
                sorted_runs: 5,
                checksum: u64::MAX,
                depth_min: 6,
                depth_max: 7,
                closed: true,
            },
            "01 01 02 0103 00 0104 05 fdffffffffffffffff 06 07 01",
        );
        fixed(
            &SolutionRow {
                moves: vec!["a".into()],
                metric: "m".into(),
                length: 1,
                keys: vec![vec![1, 2], vec![3, 4]],
            },
            "01 010161 016d 01 02 020102 020304",
        );
        fixed(
            &BucketRow { sorted_runs: vec![0, 300], states: 251, opened: 2 },
            "01 0200fb2c01 fbfb00 02",
        );
        fixed(&TallyRow { expanded: 250, generated: 65536 }, "01 fa fc00000100");
        fixed(
            &PathRow { solved: 3, shortest: Some(300), keys: vec![vec![1, 2], vec![3, 4]] },
            "01 03 01fb2c01 02 020102 020304",
        );
        fixed(
            &OpenNodesRow {
                keys: vec![7, 8],
                parents: vec![OpenNodesRow::NO_PARENT, 0],
                priorities: vec![-1, 2],
                expanded: vec![1],
            },
            "01 020708 02fcffffffff00 020104 0101",
        );
        fixed(
            &DealRow { verdict: DealVerdict::Limit, moves: Some(104), states: 251 },
            "01 02 0168 fbfb00",
        );
        fixed(
            &IdaRootRow { nodes: 2, leaves: 251, tails: vec![vec![1, 17]] },
            "01 02 fbfb00 01020111",
        );
        fixed(&StoreRow { id: 1, created: 2, program: "p".into() }, "01 01 02 0170");
        fixed(&OpenRow { since: 2, program: "p".into() }, "01 02 0170");
        fixed(&CommitsRow { batches: 300 }, "01 fb2c01");
        fixed(&MigrationRow { to: 1, phase: MigrationPhase::Dropping }, "01 01 01");
    }
}
