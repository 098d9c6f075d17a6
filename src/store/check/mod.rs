//! Checks that what is stored is whole and agrees with itself, whatever the
//! puzzles: every fault is told, not only the first.

use super::block::Frame;
use super::error::{Result, StoreError};
use super::handle::Store;
use super::keys::{KeyRange, LayerKey, RowKey, RunId, RunPrefix, Side, SolutionKey};
use super::recover::compare_run;
use super::rows::{CheckpointRow, LayerRow, MetaKey, OpenRow, RunRow, SolutionRow, StoreRow};
use super::tables::Table;

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
    /// States, over both sides.
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
    /// * every row can be read and decoded, the checksums of the database and
    ///   of each block are right;
    /// * generations and their sorted runs are numbered without gaps, and each
    ///   holds as many states as its row says;
    /// * run, layers, checkpoint and solutions agree.
    ///
    /// Blocks that no layer refers to are not looked at: they are what a writer
    /// has not committed yet, or what the next opening removes.
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
        let known =
            [Table::Runs, Table::Checkpoints, Table::Generations, Table::Layers, Table::Solutions];
        for table in Table::ALL.iter().filter(|table| !known.contains(table)) {
            let error = self.scan(*table, &KeyRange::all()).find_map(Result::err);
            faults.extend(error.map(|error| in_short(&error)));
        }
    }

    /// Rows that belong to a run must not be there without it.
    fn check_owners(&self, runs: &[RunId], faults: &mut Vec<String>) {
        for table in [Table::Layers, Table::Checkpoints, Table::Solutions] {
            let mut told = None;
            for row in self.scan(table, &KeyRange::all()) {
                let Ok((key, _)) = row else { break };
                let run = key.get(..4).and_then(RunId::from_bytes);
                if run.is_none_or(|run| runs.contains(&run)) || run == told {
                    continue;
                }
                told = run;
                let what = "it belongs to a run that is missing";
                faults.push(in_short(&StoreError::damaged_row(table, &key, what)));
            }
        }
    }

    fn check_run(&self, run: RunId) -> CheckedRun {
        let mut found = CheckedRun {
            run,
            row: None,
            generations: 0,
            states: 0,
            blocks: 0,
            bytes: 0,
            solutions: 0,
            faults: Vec::new(),
        };
        found.row = found.take(self.run(run));
        let mut counted = 0u64;
        for side in Side::ALL {
            let mut next = 0;
            for row in self.rows::<LayerRow>(&LayerKey::range(run, side)) {
                let Some((LayerKey { generation, .. }, row)) = found.take(row) else { continue };
                if generation != next {
                    found.fault(format!("{side} generation {next} is missing"));
                }
                next = generation.saturating_add(1);
                found.generations += 1;
                counted = counted.saturating_add(row.states);
                self.check_generation(&mut found, side, generation, &row);
            }
        }
        self.check_totals(&mut found, counted);
        self.check_solutions(&mut found);
        found
    }

    fn check_generation(
        &self,
        found: &mut CheckedRun,
        side: Side,
        generation: u32,
        row: &LayerRow,
    ) {
        let mut states = 0u64;
        let faults = found.faults.len();
        for sorted_run in 0..row.sorted_runs {
            let prefix = RunPrefix { run: found.run, side, generation, sorted_run };
            let before = states;
            for block in self.scan(Table::Generations, &prefix.range()) {
                let checked = block.and_then(|(key, value)| check_block(&key, &value));
                if let Some((block, bytes)) = found.take(checked) {
                    states += block;
                    found.blocks += 1;
                    found.bytes += bytes;
                }
            }
            if states == before && faults == found.faults.len() {
                found.fault(format!(
                    "{side} generation {generation}: sorted run {sorted_run} of {} has no states",
                    row.sorted_runs
                ));
                // A wrong number of sorted runs must not become a list of all of them.
                break;
            }
        }
        found.states += states;
        // Where a block cannot be read, the count is wrong for that reason.
        if states != row.states && faults == found.faults.len() {
            found.fault(format!(
                "{side} generation {generation}: {states} states, where its row says {}",
                row.states
            ));
        }
    }

    fn check_totals(&self, found: &mut CheckedRun, counted: u64) {
        let checkpoint = found.take(self.row::<CheckpointRow>(&found.run));
        let (Some(row), Some(checkpoint)) = (found.row.clone(), checkpoint) else { return };
        if let Err(error) = compare_run(found.run, &row, counted, checkpoint) {
            found.fault(in_short(&error));
        }
    }

    fn check_solutions(&self, found: &mut CheckedRun) {
        for row in self.rows::<SolutionRow>(&KeyRange::prefix(&found.run.to_bytes())) {
            let Some((SolutionKey { number, .. }, row)) = found.take(row) else { continue };
            found.solutions += 1;
            let (length, moves, keys) = (row.length as usize, row.moves.len(), row.keys.len());
            if moves != length || keys != length + 1 {
                found.fault(format!(
                    "solution {number}: {moves} moves through {keys} states, where its length is {length}"
                ));
            }
        }
        let said = found.row.as_ref().map(|row| row.solutions);
        if said.is_some_and(|said| said != found.solutions) && found.faults.is_empty() {
            let said = said.unwrap_or_default();
            found.fault(format!("{} solutions, where the run counts {said}", found.solutions));
        }
    }
}

/// The states and bytes of a block.
fn check_block(key: &[u8], value: &[u8]) -> Result<(u64, u64)> {
    let damaged =
        |what: &dyn ToString| StoreError::damaged_row(Table::Generations, key, what.to_string());
    let frame = Frame::new(value).map_err(|error| damaged(&error))?;
    let width = RunPrefix::split(key).map(|(_, first)| first.len());
    if !width.is_some_and(|width| frame.has_width(width)) {
        return Err(damaged(&"its keys have another width than the key of the row"));
    }
    Ok((frame.states as u64, value.len() as u64))
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
