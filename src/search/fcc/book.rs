//! What a component search knows: the components found, and the start points that
//! wait.

use std::collections::BTreeMap;

use super::identities::Identities;
use super::scan::{Component, settled};
use super::waiting::{Point, Waiting, WaitingAt};
use super::wide::Wide;
use super::{Checkpoint, Goal, Order};
use crate::search::error::{Result, SearchError};
use crate::search::strategy::StepContext;
use crate::space::{
    Estimator, Expander as _, StateKey as _, StateSpace, UNREACHABLE, estimate_all,
};
use crate::store::{
    Batch, ComponentRow, DepthKey, FccDepthRow, RunId, StackKey, StackMoves, StackRow, Store,
};

/// The components of a run, and what leads on from them.
pub(super) struct Book<S: StateSpace> {
    pub(super) identities: Identities<S::Key>,
    pub(super) waiting: Waiting<S::Key>,
    /// The figures of each depth, and whether they changed since the last commit.
    depths: BTreeMap<u32, (FccDepthRow, bool)>,
    /// Gives the buckets of start points when the best come first.
    estimator: Option<Box<dyn Estimator<S>>>,
    estimates: Vec<u32>,
    safe: bool,
}

/// What is known of a component beside its exits.
struct Found<K> {
    identity: K,
    states: u64,
    edges: u64,
    checksum: u64,
    exits: u64,
    goal: Option<(K, StackMoves)>,
}

/// Where things are written, and what is counted.
pub(super) struct Desk<'a, S: StateSpace> {
    pub(super) space: &'a S,
    pub(super) store: &'a Store,
    pub(super) run: RunId,
    pub(super) batch: &'a mut Batch,
    pub(super) at: &'a mut Checkpoint,
}

impl<S: StateSpace> Book<S> {
    /// An empty book, in `bytes` of memory.
    pub(super) fn new(safe: bool, bytes: usize) -> Self {
        Self {
            identities: Identities::new(bytes / 3),
            waiting: Waiting::new(bytes / 3 * 2),
            depths: BTreeMap::new(),
            estimator: None,
            estimates: Vec::new(),
            safe,
        }
    }

    /// Gets ready to put start points into the buckets of this order.
    pub(super) fn follow(&mut self, space: &S, order: &Order) -> Result<()> {
        self.estimator = match order {
            Order::Depth => None,
            Order::Best(name) => {
                let estimator = space.estimator(name);
                Some(estimator.ok_or_else(|| SearchError::no_heuristic(space, name))?)
            }
        };
        Ok(())
    }

    /// Adds a start point, unless no goal can be reached from it.
    pub(super) fn push(&mut self, space: &S, depth: u32, point: &Point<'_, S::Key>) -> Result<()> {
        let mut bucket = depth;
        if let Some(estimator) = &mut self.estimator {
            estimate_all(&mut **estimator, space, &[point.key], &mut self.estimates)
                .map_err(|source| SearchError::BadKey { generation: depth, source })?;
            bucket = self.estimates.first().copied().unwrap_or(UNREACHABLE);
        }
        if bucket != UNREACHABLE && self.waiting.push(bucket, point) {
            self.depth(depth).waiting += 1;
        }
        Ok(())
    }

    /// The figures of a depth, to be changed.
    pub(super) fn depth(&mut self, depth: u32) -> &mut FccDepthRow {
        let (row, changed) = self.depths.entry(depth).or_default();
        *changed = true;
        row
    }

    /// A start point of this depth is scanned.
    pub(super) fn passed(&mut self, depth: u32) {
        let row = self.depth(depth);
        row.waiting = row.waiting.saturating_sub(1);
    }

    /// Whether as many start points wait as the figures of the depths say.
    pub(super) fn waits(&self, at: &WaitingAt) -> bool {
        let waiting = self.depths.values().map(|(row, _)| row.waiting);
        at.points() == Some(waiting.fold(0, u64::saturating_add))
    }

    /// The figures of all depths, added up: components and states.
    pub(super) fn totals(&self) -> (u64, u64) {
        let rows = self.depths.values().map(|(row, _)| (row.components, row.states));
        rows.fold((0, 0), |(a, b), (c, d)| (a.saturating_add(c), b.saturating_add(d)))
    }

    /// Enters a component, unless it is known; `depth` is that of its states.
    pub(super) fn admit(
        &mut self,
        desk: &mut Desk<'_, S>,
        depth: u32,
        point: &Point<'_, S::Key>,
        component: &Component<S::Key>,
    ) -> Result<()> {
        let goal = component.goal.as_ref();
        let found = Found {
            identity: component.identity,
            states: component.states,
            edges: component.edges,
            checksum: component.checksum,
            exits: component.exits.len() as u64,
            goal: goal.map(|(goal, way)| (*goal, StackMoves::Known(way.clone()))),
        };
        let Some(number) = self.enter(desk, depth, point, found)? else { return Ok(()) };
        for (exit, way) in component.exits() {
            let exit_point = Point { key: exit.key, parent: Some(number), way: Some(way) };
            self.push(desk.space, exit.depth, &exit_point)?;
        }
        Ok(())
    }

    /// Enters a component that lies on disk.
    pub(super) fn admit_wide(
        &mut self,
        desk: &mut Desk<'_, S>,
        depth: u32,
        point: &Point<'_, S::Key>,
        wide: &Wide<S::Key>,
    ) -> Result<()> {
        let found = Found {
            identity: wide.identity,
            states: wide.states,
            edges: wide.edges,
            checksum: wide.checksum,
            exits: wide.exit_states(),
            goal: wide.goal.map(|goal| (goal, StackMoves::Unknown)),
        };
        let Some(number) = self.enter(desk, depth, point, found)? else { return Ok(()) };
        let (space, store, run) = (desk.space, desk.store, desk.run);
        let mut expander = space.expander();
        wide.exits(store, |exit| {
            let key = if self.safe { settled(space, exit) } else { exit };
            let depth = space.depth(&key);
            let goal = key != exit
                && desk.at.goal.is_none()
                && expander
                    .is_goal(space, &key)
                    .map_err(|source| SearchError::BadKey { generation: depth, source })?;
            if goal {
                desk.at.goal = Some(Goal::new(number, key, StackMoves::Unknown));
            }
            self.push(space, depth, &Point { key, parent: Some(number), way: None })?;
            if self.waiting.is_full() { self.waiting.relieve(store, run) } else { Ok(()) }
        })
    }

    /// Writes the rows of a component; gives its number if it is new.
    fn enter(
        &mut self,
        desk: &mut Desk<'_, S>,
        depth: u32,
        point: &Point<'_, S::Key>,
        found: Found<S::Key>,
    ) -> Result<Option<u64>> {
        let Desk { store, run, batch, at, .. } = desk;
        if !self.identities.add(store, *run, depth, found.identity)? {
            return Ok(None);
        }
        let number = at.components;
        at.components += 1;
        at.tally.expanded += found.states;
        at.tally.generated += found.edges;
        let row = ComponentRow { number, states: found.states, exits: found.exits };
        row.put(batch, ComponentRow::key(*run, depth, &found.identity.to_vec()));
        let stack = StackRow {
            depth,
            parent: point.parent,
            moves: point.moves(),
            start: point.key.to_vec(),
        };
        stack.put(batch, StackKey { run: *run, number });
        let figures = self.depth(depth);
        figures.components += 1;
        figures.states += found.states;
        figures.largest = figures.largest.max(found.states);
        figures.edges += found.edges;
        figures.checksum = figures.checksum.wrapping_add(found.checksum);
        if let (None, Some((goal, way))) = (&at.goal, found.goal) {
            at.goal = Some(Goal::new(number, goal, way));
        }
        Ok(Some(number))
    }

    /// Writes what changed since the last commit.
    pub(super) fn write(
        &mut self,
        batch: &mut Batch,
        run: RunId,
        at: &mut Checkpoint,
    ) -> Result<()> {
        for (&depth, (row, changed)) in &mut self.depths {
            if std::mem::take(changed) {
                batch.put_row(&DepthKey { run, depth }, row)?;
            }
        }
        at.waiting = self.waiting.write(batch, run)?;
        Ok(())
    }

    /// Goes on from what the store holds.
    pub(super) fn restore(&mut self, cx: &mut StepContext<'_, S>, at: &Checkpoint) -> Result<()> {
        self.identities.restore();
        self.waiting.restore(cx.batch, cx.run, &at.waiting);
        self.depths.clear();
        for row in cx.store.rows::<FccDepthRow>(&cx.run.range()) {
            let (DepthKey { depth, .. }, row) = row?;
            self.depths.insert(depth, (row, false));
        }
        Ok(())
    }
}
