//! Beam search: breadth-first with most states left out. Fast and small, and
//! it can miss every solution: it never says that there is none.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

use super::agree::{stored_key, unusable};
use super::error::{Result, SearchError};
use super::frontier::{BLOCK_BYTES, release_beyond};
use super::generations::start_keys;
use super::graph::unsolved;
use super::key_set::KeySet;
use super::needs::{self, must_have_goal};
use super::pass::{Children, Part, Pass, Passed, Place};
use super::path::{Layers, Trail};
use super::selection::{Ranked, Selection};
use super::strategy::{Completed, Outcome, Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{Expander as _, StateKey, StateSpace};
use crate::store::{
    LayerKey, LayerRow, RunPrefix, Side, SortedRun, Store, load_generation, state_checksum,
};

/// What a beam search keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// The best states of each generation: the textbook's beam.
    PerLayer(NonZeroU32),
    /// The best successors of each state that no earlier generation has. A
    /// generation can have any size.
    PerNode(NonZeroU32),
}

/// The strategy `beam`.
#[derive(Debug)]
pub struct Beam<K> {
    keep: Keep,
    heuristic: String,
    seed: u64,
    memory: usize,
    layers: Vec<Layer<K>>,
    selection: Selection<K>,
    /// Up to where the generation is expanded, of a beam per node, and all states
    /// of it and of those before.
    place: Place,
    visited: Arc<RwLock<KeySet<K>>>,
    tally: Tally,
}

#[derive(Debug, Default)]
struct Layer<K> {
    row: LayerRow,
    runs: Vec<SortedRun<K>>,
}

/// Where a beam search stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The generation that is being expanded.
    generation: u32,
    /// Up to where; of a beam per layer always its beginning.
    place: Place,
    /// Successors of it so far.
    edges: u64,
    tally: Tally,
    /// States in all generations.
    states: u64,
    /// The least goal of the last generation.
    goal: Option<Vec<u8>>,
    /// A goal is reached, or nothing is left to expand.
    over: bool,
    /// The path to the goal as far as it is known.
    path: Trail,
}

impl<K: StateKey> Beam<K> {
    /// A search with the heuristic of this name; `seed` decides between states
    /// of equal estimates. A beam per layer is held in at most `memory` bytes.
    #[must_use]
    pub fn new(keep: Keep, heuristic: impl Into<String>, seed: u64, memory: usize) -> Self {
        Self {
            keep,
            heuristic: heuristic.into(),
            seed,
            memory,
            layers: Vec::new(),
            selection: Selection::new(),
            place: Place::default(),
            visited: Arc::new(RwLock::new(KeySet::with_room(1))),
            tally: Tally::default(),
        }
    }

    fn layer(&mut self, generation: u32) -> &mut Layer<K> {
        let generation = generation as usize;
        while self.layers.len() <= generation {
            self.layers.push(Layer { row: LayerRow::default(), runs: Vec::new() });
        }
        &mut self.layers[generation]
    }

    fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.row.states).sum()
    }

    /// Runs one pass; the pass keeps all new states of it.
    fn pass<S: StateSpace<Key = K>>(
        &self,
        cx: &mut StepContext<'_, S>,
        generation: u32,
        from: Place,
    ) -> Result<Passed<K>> {
        let next = self.layers.get(generation as usize + 1);
        let target = RunPrefix {
            run: cx.run,
            side: Side::Forward,
            generation: generation + 1,
            sorted_run: next.map_or(0, |layer| layer.row.sorted_runs),
        };
        let known = self.layers.iter().flat_map(|layer| &layer.runs).collect();
        let source = self.layers.get(generation as usize).map_or(&[][..], |layer| &layer.runs);
        let plain = Pass::plain(source, from, known, target);
        let heuristic = self.heuristic.as_str();
        cx.expansion.pass(&match self.keep {
            Keep::PerLayer(_) => {
                Pass { hold: true, selective: true, part: Part::Estimate(heuristic), ..plain }
            }
            Keep::PerNode(most) => {
                let visited = Arc::clone(&self.visited);
                Pass { children: Some(Children { most, heuristic, visited }), ..plain }
            }
        })
    }

    /// A part of a generation, of a beam per node: everything new stays.
    fn follow_children<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let passed = self.pass(cx, at.generation, at.place)?;
        at.place = passed.to;
        at.edges += passed.edges;
        at.tally.expanded += passed.expanded;
        at.tally.generated += passed.edges;
        let goal = at.goal.as_deref().map(K::read_be).into_iter().chain(passed.least_goal).min();
        at.goal = goal.map(StateKey::to_vec);
        at.states += passed.states();
        (self.tally, self.place) = (at.tally, at.place);
        let next = self.layer(at.generation + 1);
        next.row.states += passed.states();
        next.row.goals += passed.goals;
        next.row.checksum = next.row.checksum.wrapping_add(passed.checksum);
        for sorted in passed.sorted {
            sorted.run.write_to(cx.batch);
            next.row.sorted_runs += 1;
            next.runs.push(sorted.run);
        }
        let expanded = at.place.states == self.layer(at.generation).row.states;
        if expanded {
            return self.close(cx, at);
        }
        self.put_row(cx, at.generation + 1)?;
        Ok(Step::Continue(at))
    }

    /// A part of a generation, of a beam per layer: the best of it stay.
    fn select<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        width: usize,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let passed = self.pass(cx, at.generation, self.selection.place)?;
        let to = passed.to;
        self.selection.take(cx.store, passed, width, self.seed)?;
        if to.states < self.layer(at.generation).row.states {
            return Ok(Step::Continue(at));
        }
        let Selection { best, tally, least_goal, .. } =
            std::mem::replace(&mut self.selection, Selection::new());
        at.edges = tally.generated;
        at.tally.expanded += tally.expanded;
        at.tally.generated += tally.generated;
        self.tally = at.tally;
        at.goal = least_goal.map(StateKey::to_vec);
        let mut keys: Vec<K> = best.into_iter().map(|ranked| ranked.key).collect();
        // A goal is what this is all about, whatever its rank.
        keys.extend(least_goal);
        keys.sort_unstable();
        keys.dedup();
        at.states += keys.len() as u64;
        self.add(cx, at.generation + 1, &keys, least_goal.is_some())?;
        self.close(cx, at)
    }

    /// Adds states, ascending, to a generation as one sorted run.
    fn add<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        generation: u32,
        keys: &[K],
        goals: bool,
    ) -> Result<()> {
        let layer = self.layer(generation);
        if keys.is_empty() {
            return Ok(());
        }
        let prefix = RunPrefix {
            run: cx.run,
            side: Side::Forward,
            generation,
            sorted_run: layer.row.sorted_runs,
        };
        let mut expander = cx.space.expander();
        for key in keys {
            layer.row.checksum = layer.row.checksum.wrapping_add(state_checksum(*key));
            if goals {
                let goal = expander.is_goal(cx.space, key);
                let goal = goal.map_err(|source| SearchError::BadKey { generation, source })?;
                layer.row.goals += u64::from(goal);
            }
        }
        layer.row.states += keys.len() as u64;
        layer.row.sorted_runs += 1;
        let run = SortedRun::of_states(prefix, keys, BLOCK_BYTES);
        run.write_to(cx.batch);
        layer.runs.push(run);
        Ok(())
    }

    /// A generation is expanded, so the next one is complete.
    fn close<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.layer(at.generation).row.edges = Some(at.edges);
        self.put_row(cx, at.generation)?;
        at.generation += 1;
        (at.place, at.edges) = (Place::default(), 0);
        self.place = at.place;
        self.visit(cx.store, at.generation)?;
        self.tell(cx, at.generation)?;
        Ok(self.go_on(at))
    }

    /// Remembers the states of a generation, for a beam per node.
    fn visit(&mut self, store: &Store, generation: u32) -> Result<()> {
        let (Keep::PerNode(_), Some(layer)) = (self.keep, self.layers.get(generation as usize))
        else {
            return Ok(());
        };
        let mut visited = self.visited.write().unwrap_or_else(PoisonError::into_inner);
        let mut keys = Vec::new();
        for run in &layer.runs {
            for block in 0..run.blocks().len() {
                keys.clear();
                run.decode(block, &run.bytes(store, block)?, &mut keys)?;
                for &key in &keys {
                    visited.insert(key);
                }
            }
        }
        // It doubles when it is full.
        let states = visited.keys().len();
        if 2 * KeySet::<K>::bytes(states) > self.memory {
            return Err(SearchError::OutOfMemory(format!(
                "the search remembers {states} states in memory, and {} bytes are too few for \
                 more: allow more memory for candidates, or use --beam layer",
                self.memory
            )));
        }
        Ok(())
    }

    /// The generation is complete.
    fn tell<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        generation: u32,
    ) -> Result<()> {
        let row = &mut self.layer(generation).row;
        if row.states == 0 {
            return Ok(());
        }
        row.closed = true;
        let (states, goals) = (row.states, row.goals);
        cx.completed.push(Completed { side: Side::Forward, generation, states, goals });
        self.put_row(cx, generation)
    }

    fn put_row<S: StateSpace<Key = K>>(
        &mut self,
        cx: &mut StepContext<'_, S>,
        generation: u32,
    ) -> Result<()> {
        let row = &self.layer(generation).row;
        if row.states > 0 {
            let key = LayerKey { run: cx.run, side: Side::Forward, generation };
            cx.batch.put_row(&key, row)?;
        }
        Ok(())
    }

    fn go_on(&mut self, mut at: Checkpoint) -> Step<Checkpoint> {
        // Between two generations.
        if at.place.states == 0 {
            at.over = at.goal.is_some() || self.layer(at.generation).row.states == 0;
        }
        if at.over { Step::Conclude(at) } else { Step::Continue(at) }
    }

    /// One step back on the path to the goal, or the end.
    fn finish<S: StateSpace<Key = K>>(
        &self,
        cx: &mut StepContext<'_, S>,
        mut at: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        let Some(goal) = at.goal.clone() else {
            return Ok(Step::Done(at, unsolved(Verdict::NotFound)));
        };
        if !at.path.step_back(cx, at.generation, &goal)? {
            return Ok(Step::Conclude(at));
        }
        let outcome = Outcome {
            length: Some(at.generation),
            path: Some(at.path.path()),
            verdict: Verdict::Solved,
        };
        Ok(Step::Done(at, outcome))
    }

    /// Loads all generations of a run.
    fn load<S: StateSpace<Key = K>>(cx: &StepContext<'_, S>) -> Result<Vec<Layer<K>>> {
        let rows = Layers::new(cx.store, cx.run, Side::Forward).rows()?;
        let layers = (0..).zip(rows).map(|(generation, row)| {
            let first = RunPrefix { run: cx.run, side: Side::Forward, generation, sorted_run: 0 };
            let runs = load_generation(cx.store, first, row.sorted_runs)?;
            let states: u64 = runs.iter().map(SortedRun::states).sum();
            if states != row.states {
                let said = row.states;
                let what = format!(
                    "generation {generation} holds {states} states where its row says {said}"
                );
                return Err(unusable(cx.run, &what));
            }
            Ok(Layer { row, runs })
        });
        layers.collect()
    }
}

impl<K: StateKey, S: StateSpace<Key = K>> Strategy<S> for Beam<K> {
    type Checkpoint = Checkpoint;

    fn name(&self) -> &'static str {
        "beam"
    }

    fn options(&self) -> BTreeMap<String, String> {
        let (keep, width) = match self.keep {
            Keep::PerLayer(width) => ("layer", width),
            Keep::PerNode(width) => ("node", width),
        };
        let mut options = BTreeMap::from([
            ("heuristic".to_owned(), self.heuristic.clone()),
            ("beam".to_owned(), keep.to_owned()),
            ("width".to_owned(), width.to_string()),
        ]);
        if let Keep::PerLayer(_) = self.keep {
            options.insert("seed".to_owned(), self.seed.to_string());
        }
        options
    }

    fn check(&self, space: &S) -> Result<()> {
        needs::heuristic(space, &self.heuristic)?;
        if let Keep::PerLayer(width) = self.keep {
            let bytes = 2 * width.get() as usize * size_of::<Ranked<K>>();
            if bytes > self.memory {
                return Err(SearchError::TooLarge(format!(
                    "a beam of {width} states needs {bytes} bytes of memory where {} are given: \
                     give more memory for candidates, or a smaller width",
                    self.memory
                )));
            }
        }
        must_have_goal(space)
    }

    fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        let (starts, goals) = start_keys(cx.space);
        self.add(cx, 0, &starts, true)?;
        self.visit(cx.store, 0)?;
        self.tell(cx, 0)?;
        Ok(self.go_on(Checkpoint {
            states: self.states(),
            goal: goals.first().map(|goal| goal.to_vec()),
            ..Checkpoint::default()
        }))
    }

    fn restore(
        &mut self,
        cx: &mut StepContext<'_, S>,
        from: Checkpoint,
    ) -> Result<Step<Checkpoint>> {
        self.check(cx.space)?;
        self.layers = Self::load(cx)?;
        let states = self.states();
        if states != from.states {
            let what = format!("the beam holds {states} states where it counts {}", from.states);
            return Err(unusable(cx.run, &what));
        }
        let expanding = self.layers.get(from.generation as usize);
        let known = expanding.map_or(0, |layer| layer.row.states);
        if from.generation as usize > self.layers.len() || from.place.states > known {
            let Place { states } = from.place;
            let what = format!(
                "{states} states of generation {} are expanded, which holds {known}",
                from.generation
            );
            return Err(unusable(cx.run, &what));
        }
        if let Some(goal) = &from.goal {
            stored_key::<K>(cx.run, goal)?;
        }
        (0..=from.generation).try_for_each(|generation| self.visit(cx.store, generation))?;
        (self.tally, self.place) = (from.tally, from.place);
        Ok(self.go_on(from))
    }

    fn step(&mut self, cx: &mut StepContext<'_, S>, at: Checkpoint) -> Result<Step<Checkpoint>> {
        match self.keep {
            _ if at.over => self.finish(cx, at),
            Keep::PerLayer(width) => self.select(cx, width.get() as usize, at),
            Keep::PerNode(_) => self.follow_children(cx, at),
        }
    }

    fn committed(&mut self) {
        release_beyond(self.layers.iter_mut().rev().flat_map(|layer| &mut layer.runs));
    }

    fn standing(&self) -> Standing {
        let complete = self.layers.iter().take_while(|layer| layer.row.closed).count();
        let row = complete.checked_sub(1).and_then(|last| self.layers.get(last));
        Standing {
            side: Side::Forward,
            generation: complete.saturating_sub(1) as u32,
            generation_states: row.map_or(0, |layer| layer.row.states),
            expanded: self.selection.place.states + self.place.states,
            states: self.states(),
            edges: self.tally.generated,
        }
    }

    fn tally(&self) -> Option<Tally> {
        Some(self.tally)
    }
}
