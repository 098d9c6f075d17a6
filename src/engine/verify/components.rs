//! Verifies a run by components: each is scanned again from the state at which it was
//! entered.

use std::collections::BTreeMap;

use super::{MOST_FAULTS, Verified, is_damage};
use crate::engine::driver::Engine;
use crate::engine::error::Result;
use crate::search::{Claims, Component, KeySet, Scan, Scanner, Scanning, SearchError, Stacks};
use crate::space::{BadKey, Estimator, StateKey, StateSpace, UNREACHABLE, estimate_all};
use crate::store::{
    ComponentRow, DepthKey, FccDepthRow, RowKey as _, RunId, RunRow, RunStatus, StackKey, StackRow,
    Store, StoreError, Table,
};

/// Verifies everything stored of a run by components, in the memory for candidates:
/// * each component was entered at a start, or on its way from the one before it;
/// * its states, its least one, its depth and its exits are those of its rows;
/// * every start and every exit lies in a component that is stored, or waits;
/// * the figures of each depth are those of its components and start points;
/// * no component leads to a goal that was not found.
///
/// Where a run frees finished depths, what exits lead to is only known by the
/// figures.
pub(super) fn verify<S: StateSpace>(
    engine: &Engine<'_>,
    space: &S,
    run: RunId,
    found: &mut Verified,
) -> Result<()> {
    let (store, memory) = (engine.store(), engine.memory());
    let row = store.run(run)?;
    let option = |name: &str| row.options.get(name).map(String::as_str);
    let safe = option("safe-moves") == Some("true");
    let looked_up = Claims::new(memory / 4);
    let mut check = Check {
        stacks: Stacks { space, store, run, safe, bytes: memory / 2 },
        space,
        store,
        run,
        freed: option("keep") == Some("depths"),
        estimator: option("heuristic").and_then(|heuristic| space.estimator(heuristic)),
        scanner: Scanner::new(space),
        looked_up: &looked_up,
        lookups: 0,
        open: KeySet::with_room(64),
        most_open: (memory / 8 / KeySet::<S::Key>::bytes(1)).max(1),
        depths: BTreeMap::new(),
        row,
        found,
    };
    check.components()?;
    check.starts()?;
    check.settle_open()?;
    check.figures()
}

struct Check<'c, S: StateSpace> {
    stacks: Stacks<'c, S>,
    space: &'c S,
    store: &'c Store,
    run: RunId,
    row: RunRow,
    /// Whether the components of finished depths are gone.
    freed: bool,
    /// Start points from which no goal can be reached by it were dropped.
    estimator: Option<Box<dyn Estimator<S>>>,
    scanner: Scanner<S>,
    /// States of components that were looked up already.
    looked_up: &'c Claims<S::Key>,
    lookups: u64,
    /// States that are led to and whose components are not stored: they must wait.
    open: KeySet<S::Key>,
    most_open: usize,
    depths: BTreeMap<u32, FccDepthRow>,
    found: &'c mut Verified,
}

impl<S: StateSpace> Check<'_, S> {
    fn fault(&mut self, what: impl std::fmt::Display) {
        if self.found.faults.len() < MOST_FAULTS {
            self.found.faults.push(what.to_string());
        }
    }

    /// The value; damage is told.
    fn take<T>(&mut self, what: &dyn std::fmt::Display, result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if is_damage(&error) => {
                self.fault(format!("{what}: {error}"));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn components(&mut self) -> Result<()> {
        for row in self.store.scan(Table::MoveStacks, &self.run.range()) {
            let row = row.and_then(|(key, value)| {
                let number = StackKey::from_bytes(&key).map(|key| key.number).ok_or_else(|| {
                    StoreError::damaged_row(Table::MoveStacks, &key, "no row can have this key")
                })?;
                Ok((number, StackRow::read(&key, &value)?))
            });
            let row = row.map_err(|error| SearchError::from(error).into());
            let Some((number, stack)) = self.take(&"components", row)? else { continue };
            let checked = self.component(number, &stack);
            self.take(&format_args!("component {number}"), checked)?;
        }
        Ok(())
    }

    /// Scans a component again and compares it.
    fn component(&mut self, number: u64, stack: &StackRow) -> Result<()> {
        self.stacks.check_entry(stack)?;
        let start = self.state(&stack.start)?;
        let Some(component) = self.scan(start, 1, &Claims::new(0))? else { return Ok(()) };
        let depth = self.space.depth(&start);
        if depth != stack.depth {
            let said = stack.depth;
            self.fault(format!("component {number} has depth {depth}, where its row says {said}"));
        }
        let (states, exits) = (component.states, component.exits.len() as u64);
        let least = component.identity.to_hex();
        match self.stored(depth, component.identity)? {
            Some(row) if row.number != number => {
                let other = row.number;
                self.fault(format!("component {number} is the same as component {other}"));
            }
            Some(row) if (row.states, row.exits) != (states, exits) => self.fault(format!(
                "component {number} has {states} states and {exits} exits, where its row says {} \
                 and {}",
                row.states, row.exits
            )),
            None if !self.freed => {
                self.fault(format!("component {number} is not stored by its least state {least}"));
            }
            _ => {}
        }
        if component.goal.is_some() && self.row.status == RunStatus::Unsolvable {
            self.fault(format!("component {number} leads to a goal, and the run found none"));
        }
        self.count(depth, &component);
        if self.freed {
            return Ok(());
        }
        component.exits.iter().try_for_each(|exit| self.leads_to(exit.key))
    }

    /// The state with these bytes, if it is one of the space.
    fn state(&self, bytes: &[u8]) -> Result<S::Key> {
        let damaged = |what: &str| StoreError::damaged_run(self.run, what);
        if bytes.len() != S::Key::BYTES {
            return Err(SearchError::from(damaged("its first state has another width")).into());
        }
        let key = S::Key::read_be(bytes);
        let state = self.space.decode(&key).map_err(bad_key)?;
        if self.space.encode(&state) != key {
            return Err(SearchError::from(damaged("its first state is not canonical")).into());
        }
        Ok(key)
    }

    /// Scans the component of a state, unless it is known that it was.
    fn scan(
        &mut self,
        start: S::Key,
        number: u64,
        claims: &Claims<S::Key>,
    ) -> Result<Option<Component<S::Key>>> {
        let Stacks { safe, bytes, .. } = self.stacks;
        let scanning = Scanning { claims, safe, bytes };
        match self.scanner.scan(self.space, start, number, &scanning).map_err(bad_key)? {
            Scan::Whole(component) => Ok(Some(component)),
            Scan::Known | Scan::Later => Ok(None),
            Scan::TooLarge => Err(SearchError::OutOfMemory(format!(
                "the component of state {} does not fit the memory to scan it again",
                start.to_hex()
            ))
            .into()),
        }
    }

    fn stored(&self, depth: u32, identity: S::Key) -> Result<Option<ComponentRow>> {
        let row = self.store.component(self.run, depth, &identity.to_vec());
        row.map_err(|error| SearchError::from(error).into())
    }

    fn count(&mut self, depth: u32, component: &Component<S::Key>) {
        let row = self.depths.entry(depth).or_default();
        row.components += 1;
        row.states += component.states;
        row.largest = row.largest.max(component.states);
        row.edges += component.edges;
        row.checksum = row.checksum.wrapping_add(component.checksum);
    }

    fn starts(&mut self) -> Result<()> {
        // Where a start is a goal, nothing was searched.
        let answered = self.row.status == RunStatus::Solved && self.row.length == Some(0);
        if self.freed || answered {
            return Ok(());
        }
        self.stacks.first_states().into_iter().try_for_each(|start| self.leads_to(start))
    }

    /// A state that the search must have come to: its component is stored, or it waits.
    fn leads_to(&mut self, key: S::Key) -> Result<()> {
        let mut estimates = Vec::new();
        if let Some(estimator) = &mut self.estimator {
            estimate_all(&mut **estimator, self.space, &[key], &mut estimates).map_err(bad_key)?;
        }
        if estimates.first() == Some(&UNREACHABLE) {
            return Ok(());
        }
        self.lookups += 1;
        let Some(component) = self.scan(key, self.lookups, self.looked_up)? else {
            return Ok(());
        };
        let depth = self.space.depth(&key);
        if self.stored(depth, component.identity)?.is_none() {
            self.open.insert(key);
            if self.open.keys().len() >= self.most_open {
                self.settle_open()?;
            }
        }
        Ok(())
    }

    /// All states that are neither stored nor wait are told.
    fn settle_open(&mut self) -> Result<()> {
        let open = std::mem::replace(&mut self.open, KeySet::with_room(64));
        if open.keys().is_empty() {
            return Ok(());
        }
        let mut waits = vec![false; open.keys().len()];
        let read = self.stacks.waiting(&mut |key| {
            if let Some(number) = open.number(key) {
                waits[number as usize] = true;
            }
        });
        self.take(&"start points", read.map_err(Into::into))?;
        for (key, _) in open.keys().iter().zip(waits).filter(|(_, waits)| !waits) {
            let (depth, key) = (self.space.depth(key), key.to_hex());
            self.fault(format!(
                "depth {depth}: the component of state {key} is not stored, nor does the state \
                 wait to be scanned"
            ));
        }
        Ok(())
    }

    /// Compares the figures of all depths.
    fn figures(&mut self) -> Result<()> {
        let mut counted = std::mem::take(&mut self.depths);
        let read = self.stacks.waiting(&mut |key| {
            counted.entry(self.space.depth(&key)).or_default().waiting += 1;
        });
        self.take(&"start points", read.map_err(Into::into))?;
        for row in self.store.rows::<FccDepthRow>(&self.run.range()) {
            let row = row.map_err(|error| SearchError::from(error).into());
            let Some((DepthKey { depth, .. }, row)) = self.take(&"figures", row)? else { continue };
            let again = counted.remove(&depth).unwrap_or_default();
            self.found.generations += 1;
            self.found.states += again.states;
            for (what, again, said) in [
                ("components", again.components, row.components),
                ("states", again.states, row.states),
                ("states in the largest component", again.largest, row.largest),
                ("successors", again.edges, row.edges),
                ("checksum", again.checksum, row.checksum),
                ("start points waiting", again.waiting, row.waiting),
            ] {
                if again != said {
                    self.fault(format!("depth {depth}: {what} {again}, where its row says {said}"));
                }
            }
        }
        for depth in counted.keys() {
            self.fault(format!("depth {depth}: its figures are missing"));
        }
        Ok(())
    }
}

fn bad_key(source: BadKey) -> SearchError {
    SearchError::BadKey { generation: 0, source }
}
