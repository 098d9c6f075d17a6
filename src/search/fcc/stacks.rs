//! Move stacks: the ways from the start into components.

use crate::search::agree::{stored_key, unusable};
use crate::search::error::{Result, SearchError};
use crate::search::key_set::KeySet;
use crate::search::strategy::Strategy;
use crate::space::{BadKey, Expander as _, StateKey, StateSpace};
use crate::store::{
    CheckpointRow, ComponentRow, RunId, StackMoves, StackRow, Store, StoreError, codec, take_number,
};

use super::claims::Claims;
use super::scan::{Scan, Scanner, Scanning, settled};
use super::{Checkpoint, Fcc};

/// Reads the ways of one run.
#[derive(Debug, Clone, Copy)]
pub struct Stacks<'a, S: StateSpace> {
    /// The space.
    pub space: &'a S,
    /// Where the run is stored.
    pub store: &'a Store,
    /// The run.
    pub run: RunId,
    /// Whether safe moves follow each move out of a component.
    pub safe: bool,
    /// Memory to search again for a way that was not kept, in bytes.
    pub bytes: usize,
}

impl<S: StateSpace> Stacks<'_, S> {
    /// The keys of all states from a start to the `min_by_absolute_depth` of a
    /// component: its accumulated move stack.
    ///
    /// # Errors
    /// [`SearchError::Store`] when a row is missing or does not lead where it says;
    /// [`SearchError::OutOfMemory`] when a way that was not kept leads through a
    /// component that does not fit the memory.
    pub fn path_to(&self, component: u64) -> Result<Vec<S::Key>> {
        let mut rows = vec![self.store.move_stack(self.run, component)?];
        let mut number = component;
        while let Some(parent) = rows.last().and_then(|row| row.parent) {
            if parent >= number {
                let what = format!("component {number} was entered from component {parent}");
                return Err(self.damaged(what));
            }
            number = parent;
            rows.push(self.store.move_stack(self.run, parent)?);
        }
        let mut path = Vec::new();
        for row in rows.iter().rev() {
            self.enter(row, &mut path)?;
        }
        Ok(path)
    }

    /// Whether a component was entered as its row says: at a start, or on a way from
    /// the one before it. A way that was not kept is not searched for.
    ///
    /// # Errors
    /// [`SearchError::Store`] says what is wrong, or that the store cannot be read.
    pub fn check_entry(&self, row: &StackRow) -> Result<()> {
        let mut path = Vec::new();
        if let Some(number) = row.parent {
            let parent = self.store.move_stack(self.run, number)?;
            if parent.depth >= row.depth {
                let what = format!("component {number} does not lie before depth {}", row.depth);
                return Err(self.damaged(what));
            }
            if row.moves == StackMoves::Unknown {
                return Ok(());
            }
            path.push(stored_key(self.run, &parent.start)?);
        }
        self.enter(row, &mut path)
    }

    /// The states at which the search begins: the starts, after the safe moves.
    #[must_use]
    pub fn first_states(&self) -> Vec<S::Key> {
        let starts = self.space.starts();
        let keys = starts.iter().map(|start| self.space.encode(start));
        keys.map(|key| if self.safe { settled(self.space, key) } else { key }).collect()
    }

    /// Calls `visit` with the state of each start point that waits to be scanned.
    ///
    /// # Errors
    /// [`SearchError::Checkpoint`] when there are others in the store than the
    /// checkpoint says; [`SearchError::Store`] when it cannot be read.
    pub fn waiting(&self, visit: &mut dyn FnMut(S::Key)) -> Result<()> {
        let row: Option<CheckpointRow> = self.store.row(&self.run)?;
        let row = row.ok_or_else(|| unusable(self.run, "it has no checkpoint"))?;
        let version = <Fcc<S> as Strategy<S>>::CHECKPOINT_VERSION;
        let at: Checkpoint = codec::decode(version, &row.strategy)
            .map_err(|error| unusable(self.run, &error.to_string()))?;
        at.waiting.visit(self.store, self.run, visit)
    }

    /// The component that a state is in, if it is stored.
    ///
    /// # Errors
    /// [`SearchError::Store`] when the store cannot be read;
    /// [`SearchError::OutOfMemory`] when the component does not fit the memory.
    pub fn component_of(&self, key: S::Key) -> Result<Option<ComponentRow>> {
        let depth = self.space.depth(&key);
        // Most often the least state is asked for, as the store names it.
        if let Some(component) = self.store.component(self.run, depth, &key.to_vec())? {
            return Ok(Some(component));
        }
        let claims = Claims::new(0);
        let scanning = Scanning { claims: &claims, safe: self.safe, bytes: self.bytes };
        let scan = Scanner::new(self.space).scan(self.space, key, 1, &scanning);
        match scan.map_err(|error| self.bad_key(error))? {
            Scan::Whole(component) => {
                Ok(self.store.component(self.run, depth, &component.identity.to_vec())?)
            }
            Scan::Known | Scan::TooLarge | Scan::Later => Err(SearchError::OutOfMemory(format!(
                "the component of state {} does not fit the memory: name it by its least state",
                key.to_hex()
            ))),
        }
    }

    /// Goes on with a way through the component that the path has come to, and out
    /// of it to `end`.
    pub(super) fn leave(
        &self,
        path: &mut Vec<S::Key>,
        way: &StackMoves,
        end: S::Key,
    ) -> Result<()> {
        match way {
            StackMoves::Known(way) => self.follow(path, way)?,
            StackMoves::Unknown => self.search(path, end)?,
        }
        if path.last() != Some(&end) {
            self.settle(path);
        }
        if path.last() == Some(&end) {
            return Ok(());
        }
        Err(self.damaged(format!("a move stack does not lead to state {}", end.to_hex())))
    }

    fn enter(&self, row: &StackRow, path: &mut Vec<S::Key>) -> Result<()> {
        let end = stored_key(self.run, &row.start)?;
        if !path.is_empty() {
            return self.leave(path, &row.moves, end);
        }
        *path = self.begin(end)?;
        Ok(())
    }

    /// From a start to a state that it is, or that safe moves lead to.
    pub(super) fn begin(&self, end: S::Key) -> Result<Vec<S::Key>> {
        let starts = self.space.starts();
        let leads = |key: &S::Key| *key == end || self.safe && settled(self.space, *key) == end;
        let start = starts.iter().map(|start| self.space.encode(start)).find(leads);
        let start = start.ok_or_else(|| {
            self.damaged(format!("state {} of the first component is no start", end.to_hex()))
        })?;
        let mut path = vec![start];
        if start != end {
            self.settle(&mut path);
        }
        Ok(path)
    }

    /// Makes the safe moves.
    fn settle(&self, path: &mut Vec<S::Key>) {
        let next = |path: &[S::Key]| self.space.safe_successor(path.last()?);
        while let (true, Some(key)) = (self.safe, next(path)) {
            path.push(key);
        }
    }

    fn follow(&self, path: &mut Vec<S::Key>, mut way: &[u8]) -> Result<()> {
        let mut expander = self.space.expander();
        let broken = || self.damaged("a move stack names a move that there is not".to_owned());
        while !way.is_empty() {
            let wanted = take_number(&mut way).ok_or_else(broken)?;
            let here = *path.last().ok_or_else(broken)?;
            let (mut place, mut found) = (0, None);
            expander
                .expand_rising(self.space, &here, |key, _, _| {
                    if place == wanted {
                        found = Some(key);
                    }
                    place += 1;
                })
                .map_err(|error| self.bad_key(error))?;
            path.push(found.ok_or_else(broken)?);
        }
        Ok(())
    }

    /// Searches the component for a state from which one move leads to `end`, layer
    /// by layer in the order of a scan, and so finds the way that a scan finds.
    fn search(&self, path: &mut Vec<S::Key>, end: S::Key) -> Result<()> {
        let Some(&start) = path.last() else { return Ok(()) };
        let mut expander = self.space.expander();
        let mut seen = KeySet::with_room(64);
        seen.insert(start);
        // The states of all layers, each with the number of the one before it.
        let mut states = vec![(start, 0usize)];
        let (mut begin, mut layer) = (0, Vec::new());
        while begin < states.len() {
            let layer_end = states.len();
            let mut exit: Option<(S::Key, usize)> = None;
            for (at, &(here, _)) in states.iter().enumerate().skip(begin) {
                expander
                    .expand_rising(self.space, &here, |key, _, rise| {
                        let safe = self.safe && rise > 0;
                        let leads = key == end || safe && settled(self.space, key) == end;
                        if leads && exit.is_none_or(|(least, _)| key < least) {
                            exit = Some((key, at));
                        }
                        if rise == 0 && seen.insert(key).is_some() {
                            layer.push((key, at));
                        }
                    })
                    .map_err(|error| self.bad_key(error))?;
                let found = seen.keys().len();
                // The lists double when they are full.
                let each = KeySet::<S::Key>::bytes(1) + size_of::<(S::Key, usize)>();
                if 2 * found.saturating_mul(each) > self.bytes {
                    return Err(SearchError::OutOfMemory(format!(
                        "a component of more than {found} states is searched again for a way \
                         through it: give more memory (--memory-candidates)"
                    )));
                }
            }
            if let Some((exit, mut at)) = exit {
                let mut way = vec![exit];
                while at > 0 {
                    way.push(states[at].0);
                    at = states[at].1;
                }
                path.extend(way.into_iter().rev());
                return Ok(());
            }
            layer.sort_unstable();
            states.append(&mut layer);
            begin = layer_end;
        }
        Err(self.damaged(format!("no move leads to state {} from its parent", end.to_hex())))
    }

    fn damaged(&self, what: String) -> SearchError {
        StoreError::damaged_run(self.run, what).into()
    }

    fn bad_key(&self, error: BadKey) -> SearchError {
        self.damaged(error.to_string())
    }
}
