//! Checks that what is stored is whole and agrees with itself, whatever the
//! puzzles: every fault is told, not only the first.

mod buckets;
mod components;
mod pruning;
mod run;

use super::error::{Result, StoreError};
use super::handle::Store;
use super::keys::{KeyRange, RowKey, RunId};
use super::rows::{MetaKey, OpenRow, RunRow, StoreRow};
use super::tables::Table;

/// Tables whose rows are decoded. The others are only read.
const DECODED: [Table; 15] = [
    Table::Runs,
    Table::Checkpoints,
    Table::Generations,
    Table::Layers,
    Table::FccBySorting,
    Table::FccStartPoints,
    Table::FccDepths,
    Table::MoveStacks,
    Table::Buckets,
    Table::Paths,
    Table::PruningTables,
    Table::Tallies,
    Table::OpenNodes,
    Table::Deals,
    Table::Solutions,
];

/// Tables whose rows need no run: the runs themselves, and blocks, which a
/// writer stores before it commits the run.
const WITHOUT_OWNERS: [Table; 2] = [Table::Runs, Table::Generations];

/// What a check of a store found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Checked {
    /// Every run, the oldest first.
    pub runs: Vec<CheckedRun>,
    /// What is wrong with the store as a whole, as sentences.
    pub faults: Vec<String>,
}

impl Checked {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.runs.iter().all(|run| run.faults.is_empty())
    }
}

/// What a check of a run found.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedRun {
    /// The run.
    pub run: RunId,
    /// Its row, if it can be read.
    pub row: Option<RunRow>,
    /// Generations, over both sides.
    pub generations: u64,
    /// Fully connected components.
    pub components: u64,
    /// States, over both sides or in all components.
    pub states: u64,
    /// Blocks of states.
    pub blocks: u64,
    /// Bytes of these before the database compresses them.
    pub bytes: u64,
    /// Solutions.
    pub solutions: u64,
    /// Everything that is wrong, as sentences; empty for a sound run.
    pub faults: Vec<String>,
}

impl CheckedRun {
    fn fault(&mut self, fault: impl ToString) {
        self.faults.push(fault.to_string());
    }

    /// The value, if it could be read.
    fn take<T>(&mut self, read: Result<T>) -> Option<T> {
        read.map_err(|error| self.fault(in_short(&error))).ok()
    }
}

impl Store {
    /// Checks the whole store, or one run of it:
    /// * every row of a run can be read and decoded, the checksums of the
    ///   database and of each block are right;
    /// * generations and their sorted runs are numbered without gaps, and each
    ///   holds as many states as its row says;
    /// * the buckets of a generation share out its sorted runs and states;
    /// * components are numbered without gaps, each is entered from an earlier one,
    ///   and those of each depth are as many, with as many states, as its figures
    ///   say;
    /// * no start point that waits is missing;
    /// * batches of `paths` and rows of `open_nodes` are numbered without gaps;
    /// * run, layers, checkpoint and solutions agree;
    /// * of the whole store: nothing belongs to a run that is missing, pruning tables
    ///   are whole, and the rows of all other tables can be read.
    ///
    /// Blocks that no layer refers to are not looked at, nor chunks that no header
    /// names: they are what a writer has not committed yet, or what the next opening
    /// removes.
    ///
    /// # Errors
    /// [`StoreError::NoRun`]; damage is in what is returned.
    pub fn check(&self, only: Option<RunId>) -> Result<Checked> {
        let mut checked = Checked::default();
        let mut runs = Vec::new();
        for row in self.scan(Table::Runs, &KeyRange::all()) {
            match row.map(|(key, _)| (RunId::from_bytes(&key), key)) {
                Ok((Some(run), _)) => runs.push(run),
                Ok((None, key)) => {
                    let error = StoreError::damaged_row(Table::Runs, &key, "no run has this key");
                    checked.faults.push(in_short(&error));
                }
                Err(error) => checked.faults.push(in_short(&error)),
            }
        }
        if let Some(run) = only {
            if !runs.contains(&run) && checked.faults.is_empty() {
                return Err(StoreError::NoRun { run });
            }
            runs.retain(|&stored| stored == run);
        } else {
            self.check_meta(&mut checked.faults);
            self.check_pruning_tables(&mut checked.faults);
            self.check_other_tables(&mut checked.faults);
            self.check_owners(&runs, &mut checked.faults);
        }
        checked.runs = runs.into_iter().map(|run| self.check_run(run)).collect();
        Ok(checked)
    }

    fn check_meta(&self, faults: &mut Vec<String>) {
        match self.row::<StoreRow>(&MetaKey::Store) {
            Ok(Some(_)) => {}
            Ok(None) => faults.push(format!("table `{}`: the store has no name", Table::Meta)),
            Err(error) => faults.push(in_short(&error)),
        }
        if let Err(error) = self.row::<OpenRow>(&MetaKey::Open) {
            faults.push(in_short(&error));
        }
        if let Err(error) = self.commits() {
            faults.push(in_short(&error));
        }
    }

    /// Reads the tables whose rows are not known here, so that the database
    /// compares its checksums.
    fn check_other_tables(&self, faults: &mut Vec<String>) {
        for table in Table::ALL.iter().filter(|table| !DECODED.contains(table)) {
            let error = self.scan(*table, &KeyRange::all()).find_map(Result::err);
            faults.extend(error.map(|error| in_short(&error)));
        }
    }

    /// Rows that belong to a run must not be there without it; `runs` ascend.
    fn check_owners(&self, runs: &[RunId], faults: &mut Vec<String>) {
        let of_runs = |table: &Table| table.by_run() && !WITHOUT_OWNERS.contains(table);
        for &table in Table::ALL.iter().filter(|table| of_runs(table)) {
            let mut from = Vec::new();
            for run in runs {
                let KeyRange { from: to, to: next } = run.range();
                self.check_gap(table, KeyRange { from, to }, faults);
                from = next;
            }
            self.check_gap(table, KeyRange { from, ..KeyRange::all() }, faults);
        }
    }

    /// Tells the first row of everything that lies between the rows of two runs.
    fn check_gap(&self, table: Table, mut gap: KeyRange, faults: &mut Vec<String>) {
        loop {
            let key = match self.first_key(table, &gap) {
                Ok(Some(key)) => key,
                Ok(None) => return,
                Err(error) => return faults.push(in_short(&error)),
            };
            let run = key.first_chunk::<4>().and_then(|run| RunId::from_bytes(run));
            let what = match run {
                Some(_) => "it belongs to a run that is missing",
                None => "no row can have this key",
            };
            faults.push(in_short(&StoreError::damaged_row(table, &key, what)));
            gap.from = match run {
                Some(run) => run.range().to,
                None => [&key, &[0][..]].concat(),
            };
        }
    }
}

/// The error without the advice that is for other commands than a check.
fn in_short(error: &StoreError) -> String {
    match error {
        StoreError::Damaged { place, what } => format!("{place}: {what}"),
        StoreError::Rocks { source, .. } => format!("{error}: {source}"),
        StoreError::Io { source, .. } => format!("{error}: {source}"),
        _ => error.to_string(),
    }
}
