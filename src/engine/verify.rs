//! Verifies a stored run against the puzzle: every generation is searched again
//! from the one before and compared with what is stored; of a search by components,
//! every component is scanned again.

mod components;

use std::collections::BTreeSet;

use super::control::{Control, Halt};
use super::counters::Counters;
use super::difference::subtract;
use super::driver::Engine;
use super::error::Result;
use super::pipeline::Pipeline;
use crate::search::{
    Expansion as _, Layers, Pass, Place, SearchError, Stored, may_hold_successors, replay,
};
use crate::space::{StateKey, StateSpace};
use crate::store::{
    KeyRange, LayerRow, RunId, RunPrefix, Side, SolutionKey, SolutionRow, SortedRun, StoreError,
    load_generation, state_checksum,
};

/// Faults told at most: one for each state would be no help to anyone.
const MOST_FAULTS: usize = 1000;

/// What a verification found out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// Generations compared, or depths.
    pub generations: u32,
    /// States compared.
    pub states: u64,
    /// Paths replayed.
    pub solutions: u64,
    /// What is wrong, as sentences, at most some thousand; empty for a sound run.
    pub faults: Vec<String>,
}

impl Engine<'_> {
    /// Verifies everything stored of a run:
    /// * each block decodes, its states ascend and belong to the puzzle;
    /// * counts, goals and checksums of each generation are those in its row;
    /// * generation 0 is the set of starts, or of goals only;
    /// * each generation is exactly the set of successors of the one before
    ///   that no earlier generation holds, and those are as many as counted;
    ///   or, of a search that leaves states out, some of these successors;
    /// * each component is what its move stack leads to, and nothing that it leads to
    ///   is left out;
    /// * each stored path starts at a start and makes one move a step.
    ///
    /// # Errors
    /// [`EngineError`](super::EngineError) when the store cannot be read at
    /// all; damage that was found is in the result.
    pub fn verify<S: StateSpace>(&self, space: &S, run: RunId) -> Result<Verified> {
        let mut verified = Verified::default();
        let stores = Stored::of_run(self.store(), run)?;
        if stores == Stored::Components {
            components::verify(self, space, run, &mut verified)?;
        }
        for side in Side::ALL {
            let layers = Layers::new(self.store(), run, side);
            let rows = layers.rows()?;
            let mut check = Check { engine: self, space, run, side, stores, found: &mut verified };
            check.rows(&rows)?;
        }
        self.verify_solutions(space, run, &mut verified)?;
        Ok(verified)
    }

    fn verify_solutions<S: StateSpace>(
        &self,
        space: &S,
        run: RunId,
        verified: &mut Verified,
    ) -> Result<()> {
        let range = KeyRange::prefix(&crate::store::RowKey::to_bytes(&run));
        for row in self.store().rows::<SolutionRow>(&range) {
            let (SolutionKey { number, .. }, solution) = row?;
            verified.solutions += 1;
            match replay(space, &solution.keys) {
                Ok(steps) if steps.moves.len() as u32 != solution.length => {
                    verified.faults.push(format!(
                        "solution {number} has {} moves where its row says {}",
                        steps.moves.len(),
                        solution.length
                    ));
                }
                Ok(_) => {}
                Err(error) => verified.faults.push(format!("solution {number}: {error}")),
            }
        }
        Ok(())
    }
}

struct Check<'c, 'e, S> {
    engine: &'c Engine<'e>,
    space: &'c S,
    run: RunId,
    side: Side,
    stores: Stored,
    found: &'c mut Verified,
}

impl<S: StateSpace> Check<'_, '_, S> {
    fn rows(&mut self, rows: &[LayerRow]) -> Result<()> {
        let mut generations: Vec<Vec<SortedRun<S::Key>>> = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let number = number as u32;
            match self.generation(number, row) {
                Ok(runs) => generations.push(runs),
                Err(error) if is_damage(&error) => {
                    self.fault(number, error.to_string());
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
            self.found.generations += 1;
            self.found.states += row.states;
            match number.checked_sub(1) {
                Some(before) => self.expansion(rows, &generations, before)?,
                None => self.beginning(row),
            }
        }
        match (rows.len() as u32).checked_sub(1) {
            Some(last) => self.expansion(rows, &generations, last),
            None => Ok(()),
        }
    }

    fn fault(&mut self, generation: u32, what: impl std::fmt::Display) {
        let faults = &mut self.found.faults;
        if faults.len() < MOST_FAULTS {
            faults.push(format!("{} generation {generation}: {what}", self.side));
        }
    }

    /// Compares generation 0 with what a search begins with.
    fn beginning(&mut self, row: &LayerRow) {
        match self.side {
            Side::Forward => {
                let starts = self.space.starts();
                let keys: BTreeSet<S::Key> =
                    starts.iter().map(|state| self.space.encode(state)).collect();
                let checksum = |sum: u64, &key| sum.wrapping_add(state_checksum(key));
                // A search by estimates stores no start from which no goal can be
                // reached.
                let all = row.states == keys.len() as u64 || self.stores == Stored::All;
                if all && row.checksum != keys.iter().fold(0, checksum) {
                    self.fault(0, "it is not the set of starts");
                }
            }
            Side::Backward => {
                if row.goals != row.states {
                    self.fault(0, "not all of its states are goals");
                }
            }
        }
    }

    /// Reads a generation and compares it with its row.
    fn generation(&mut self, number: u32, row: &LayerRow) -> Result<Vec<SortedRun<S::Key>>> {
        let store = self.engine.store();
        let first = RunPrefix { run: self.run, side: self.side, generation: number, sorted_run: 0 };
        let runs = load_generation::<S::Key>(store, first, row.sorted_runs)?;
        let (mut states, mut checksum, mut goals) = (0u64, 0u64, 0u64);
        let mut block = Vec::new();
        for run in &runs {
            let mut last: Option<S::Key> = None;
            for index in 0..run.blocks().len() {
                block.clear();
                run.decode(index, &run.bytes(store, index)?, &mut block)?;
                if !last.iter().chain(&block).is_sorted_by(|a, b| a < b) {
                    self.fault(number, "its states do not ascend");
                }
                last = block.last().copied();
                for &key in &block {
                    states += 1;
                    checksum = checksum.wrapping_add(state_checksum(key));
                    match self.space.decode(&key) {
                        Ok(state) if self.space.encode(&state) != key => {
                            self.fault(number, format!("key {} is not canonical", key.to_hex()));
                        }
                        Ok(state) => goals += u64::from(self.space.is_goal(&state)),
                        Err(error) => self.fault(number, error),
                    }
                }
            }
        }
        for (what, found, said) in [
            ("states", states, row.states),
            ("goals", goals, row.goals),
            ("checksum", checksum, row.checksum),
        ] {
            if found != said {
                self.fault(number, format!("{what} {found}, where its row says {said}"));
            }
        }
        Ok(runs)
    }

    /// Searches the generation behind `before` again and compares it, with
    /// nothing if none is stored.
    fn expansion(
        &mut self,
        rows: &[LayerRow],
        generations: &[Vec<SortedRun<S::Key>>],
        before: u32,
    ) -> Result<()> {
        match self.expand_and_compare(rows, generations, before) {
            Err(error) if is_damage(&error) => {
                self.fault(before, error);
                Ok(())
            }
            done => done,
        }
    }

    fn expand_and_compare(
        &mut self,
        rows: &[LayerRow],
        generations: &[Vec<SortedRun<S::Key>>],
        before: u32,
    ) -> Result<()> {
        if self.stores == Stored::Some {
            return self.compare_some(generations, before);
        }
        let at = before as usize;
        let (source, row, none) = (&generations[at], &rows[at], LayerRow::default());
        let next = rows.get(at + 1).unwrap_or(&none);
        // Of a run from a store of an older format the edges are unknown, but
        // the next generation is complete.
        if row.edges.is_none() && !next.closed {
            // An expansion that was interrupted has no edges yet, and the next
            // generation is a part only.
            if rows.len() > at + 2 {
                self.fault(before, "it is not expanded, but there are later generations");
            }
            return Ok(());
        }
        let locality = self.space.locality();
        let known: BTreeSet<usize> = (0..=at)
            .filter(|&i| may_hold_successors(locality, &rows[i], (at - i) as u32, row))
            .collect();
        let known: Vec<_> = known.iter().flat_map(|&i| &generations[i]).collect();
        let Again { produced, states, checksum, .. } = self.expand_again(source, &known, before)?;
        if let Some(edges) = row.edges.filter(|&edges| edges != produced) {
            self.fault(before, format!("{produced} successors, where its row says {edges}"));
        }
        if (states, checksum) != (next.states, next.checksum) {
            let what = format!(
                "it is not the set of new successors of generation {before}: those are {states} \
                 states with checksum {checksum:016x}, stored are {} with {:016x}",
                next.states, next.checksum
            );
            self.fault(before + 1, what);
        }
        Ok(())
    }

    /// Whether each state of the generation behind `before` is a successor of
    /// one of its states.
    fn compare_some(&mut self, generations: &[Vec<SortedRun<S::Key>>], before: u32) -> Result<()> {
        let at = before as usize;
        let Some(next) = generations.get(at + 1) else { return Ok(()) };
        let again = self.expand_again(&generations[at], &[], before)?;
        let store = self.engine.store();
        let (mut states, mut scratch, mut strays) = (Vec::new(), Vec::new(), 0);
        for run in next {
            for block in 0..run.blocks().len() {
                states.clear();
                run.decode(block, &run.bytes(store, block)?, &mut states)?;
                for successors in &again.runs {
                    subtract(&mut states, successors, store, &mut scratch)?;
                }
                strays += states.len();
            }
        }
        if strays > 0 {
            let what = format!("no move from generation {before} leads to {strays} of its states");
            self.fault(before + 1, what);
        }
        Ok(())
    }

    /// Expands a whole generation; leaves out what is known.
    fn expand_again(
        &self,
        source: &[SortedRun<S::Key>],
        known: &[&SortedRun<S::Key>],
        before: u32,
    ) -> Result<Again<S::Key>> {
        let (control, counters) = (Control::default(), Counters::default());
        let halt = Halt::new(&control);
        let (settings, store) = (self.engine.settings(), self.engine.store());
        let mut pipeline = Pipeline::new(self.space, store, settings, &halt, &counters, &|| ());
        let mut again = Again { runs: Vec::new(), produced: 0, states: 0, checksum: 0 };
        let mut place = Place::default();
        // What is there, whatever the row says.
        let stored: u64 = source.iter().map(SortedRun::states).sum();
        while place.states < stored {
            let known = known.iter().copied().chain(&again.runs).collect();
            let target = RunPrefix {
                run: self.run,
                side: self.side,
                generation: before + 1,
                sorted_run: again.runs.len() as u32,
            };
            let pass = Pass { hold: true, ..Pass::plain(source, place, known, target) };
            let passed = pipeline.pass(&pass)?;
            place = passed.to;
            again.produced += passed.edges;
            again.checksum = again.checksum.wrapping_add(passed.checksum);
            again.states += passed.states();
            again.runs.extend(passed.sorted.into_iter().map(|sorted| sorted.run));
        }
        Ok(again)
    }
}

/// A generation that was expanded once more.
struct Again<K> {
    /// The new states.
    runs: Vec<SortedRun<K>>,
    /// All successors.
    produced: u64,
    states: u64,
    checksum: u64,
}

fn is_damage(error: &super::EngineError) -> bool {
    matches!(
        error,
        super::EngineError::Search(
            SearchError::Store(StoreError::Damaged { .. })
                | SearchError::BadKey { .. }
                | SearchError::Checkpoint { .. }
        )
    )
}
