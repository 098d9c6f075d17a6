//! The check of one run.

use super::buckets::Counted;
use super::{CheckedRun, in_short};
use crate::store::block::Frame;
use crate::store::components::FccDepthRow;
use crate::store::error::{Result, StoreError};
use crate::store::handle::Store;
use crate::store::keys::{
    KeyRange, LayerKey, OpenNodesKey, PathKey, RowKey, RunId, RunPrefix, Side, SolutionKey,
};
use crate::store::recover::compare_run;
use crate::store::rows::{
    CheckpointRow, DealRow, LayerRow, OpenNodesRow, PathRow, Row, SolutionRow, TallyRow,
};
use crate::store::tables::Table;

impl Store {
    pub(super) fn check_run(&self, run: RunId) -> CheckedRun {
        let mut found = CheckedRun {
            run,
            row: None,
            generations: 0,
            components: 0,
            states: 0,
            blocks: 0,
            bytes: 0,
            solutions: 0,
            faults: Vec::new(),
        };
        found.row = found.take(self.run(run));
        let counted = self.check_layers(&mut found);
        let in_components = self.component_states(run);
        self.check_totals(&mut found, counted.states.saturating_add(in_components));
        self.check_solutions(&mut found);
        self.check_buckets(&mut found, &counted);
        self.check_components(&mut found);
        self.check_numbers::<PathRow>(&mut found, "batch", |PathKey { batch, .. }| *batch);
        let sequence = |OpenNodesKey { sequence, .. }: &OpenNodesKey| *sequence;
        self.check_numbers::<OpenNodesRow>(&mut found, "row", sequence);
        self.rows::<DealRow>(&run.range()).for_each(|row| {
            found.take(row);
        });
        found.take(self.single::<TallyRow>(run));
        found
    }

    fn check_layers(&self, found: &mut CheckedRun) -> Counted {
        let mut counted = Counted::default();
        let mut next = Side::ALL.map(|side| (side, 0));
        for row in self.rows::<LayerRow>(&found.run.range()) {
            let Some((LayerKey { side, generation, .. }, row)) = found.take(row) else {
                counted.unread = true;
                continue;
            };
            for (_, next) in next.iter_mut().filter(|(of, _)| *of == side) {
                if generation != *next {
                    found.fault(format!("{side} generation {next} is missing"));
                }
                *next = generation.saturating_add(1);
            }
            found.generations += 1;
            counted.states = counted.states.saturating_add(row.states);
            let sorted_runs = self.check_generation(found, side, generation, &row);
            // Only buckets ask for them again, and they are all on this side.
            if side == Side::Forward {
                counted.add(generation, row, sorted_runs);
            }
        }
        counted
    }

    /// Gives the states of each sorted run, as far as they could be read.
    fn check_generation(
        &self,
        found: &mut CheckedRun,
        side: Side,
        generation: u32,
        row: &LayerRow,
    ) -> Vec<Option<u64>> {
        let mut sorted_runs = Vec::new();
        let faults = found.faults.len();
        for sorted_run in 0..row.sorted_runs {
            let prefix = RunPrefix { run: found.run, side, generation, sorted_run };
            let (mut states, mut whole, mut blocks) = (0, true, 0u64);
            for block in self.scan(Table::Generations, &prefix.range()) {
                blocks += 1;
                let checked = block.and_then(|(key, value)| check_block(&key, &value));
                if let Some((block, bytes)) = found.take(checked) {
                    states += block;
                    found.blocks += 1;
                    found.bytes += bytes;
                } else {
                    whole = false;
                }
            }
            found.states += states;
            sorted_runs.push(whole.then_some(states));
            if blocks == 0 {
                found.fault(format!(
                    "{side} generation {generation}: sorted run {sorted_run} of {} has no states",
                    row.sorted_runs
                ));
                // A wrong number of sorted runs must not become a list of all of them.
                break;
            }
        }
        // Where a block cannot be read, the count is wrong for that reason.
        let states: u64 = sorted_runs.iter().flatten().sum();
        if states != row.states && faults == found.faults.len() {
            found.fault(format!(
                "{side} generation {generation}: {states} states, where its row says {}",
                row.states
            ));
        }
        sorted_runs
    }

    /// The states that the figures of components count; what is wrong with the rows is
    /// told with the components.
    fn component_states(&self, run: RunId) -> u64 {
        let rows = self.rows::<FccDepthRow>(&run.range()).flatten();
        rows.fold(0, |sum, (_, row)| sum.saturating_add(row.states))
    }

    fn check_totals(&self, found: &mut CheckedRun, counted: u64) {
        let checkpoint = found.take(self.single::<CheckpointRow>(found.run));
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
            // Not every search has states that its solutions lead through.
            let stateless = keys == 0 && found.row.as_ref().is_some_and(|row| row.states == 0);
            if moves != length || !(stateless || keys == length + 1) {
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

    /// Rows that are numbered from 0; `what` is what one of them is called.
    fn check_numbers<R: Row>(
        &self,
        found: &mut CheckedRun,
        what: &str,
        number: impl Fn(&R::Key) -> u64,
    ) {
        let mut next = 0u64;
        for row in self.rows::<R>(&found.run.range()) {
            // A row that cannot be read is told as such: it is not missing as well.
            let number = found.take(row).map_or(next, |(key, _)| number(&key));
            if number != next {
                found.fault(format!("table `{}`: {what} {next} is missing", R::TABLE));
            }
            next = number.saturating_add(1);
        }
    }

    /// The row of which a run has at most one; no other key may lie beside it.
    fn single<R: Row<Key = RunId>>(&self, run: RunId) -> Result<Option<R>> {
        let mut rows = self.rows::<R>(&run.range());
        rows.try_fold(None, |_, row| row.map(|(_, row)| Some(row)))
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
