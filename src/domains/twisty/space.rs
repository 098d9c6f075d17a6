//! A twisty puzzle as a state space.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::{Arc, OnceLock};

use super::coding::{Coding, Radix};
use super::draw::Drawing;
use super::effect::Effect;
use super::expand::TwistyExpander;
use super::formats::write_tws;
use super::moves::{Generator, Metric, move_table, power_name};
use super::puzzle::Puzzle;
use super::quest::{Instructions, Quest};
use super::steps::Steps;
use super::target::Target;
use crate::space::{BadKey, Locality, MoveTable, SpaceId, StateSpace, Successors, TurningVisitor};

/// A move of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twist {
    /// Its number in the table of moves.
    pub number: usize,
    /// What it is called.
    pub name: Arc<str>,
}

impl Display for Twist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What is searched: a puzzle with the turns to be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The puzzle; it says where the search starts.
    pub puzzle: Puzzle,
    /// The turns.
    pub generators: Vec<Generator>,
    /// What counts as one move.
    pub metric: Metric,
}

/// A task whose moves are numbered and whose states have keys, of any width yet.
#[derive(Debug, Clone)]
pub struct Compiled {
    task: Task,
    table: MoveTable,
    effects: Vec<Effect>,
    coding: Coding,
}

impl Task {
    /// Numbers moves and states.
    ///
    /// # Errors
    /// A sentence: no or too many moves, or why no solved position can be reached.
    pub fn compile(self) -> Result<Compiled, String> {
        let (table, effects) = move_table(&self.puzzle, &self.generators, self.metric)?;
        let start = start(&self.puzzle);
        let coding = Coding::new(&self.puzzle, &effects, &start);
        let reasons: Vec<String> =
            self.puzzle.solved.iter().filter_map(|solved| coding.check(solved).err()).collect();
        match reasons.first() {
            Some(why) if reasons.len() == self.puzzle.solved.len() => {
                Err(format!("the puzzle cannot be solved from here: {why}"))
            }
            _ => Ok(Compiled { task: self, table, effects, coding }),
        }
    }

    /// What the move of this name does: a power of one of the turns.
    pub(super) fn effect_of(&self, name: &str) -> Option<Effect> {
        let Puzzle { orbits, bases, .. } = &self.puzzle;
        self.generators.iter().find_map(|turn| {
            let base = bases.get(turn.base)?;
            let mut powers = (1..base.order).map(|times| times * turn.power % base.order);
            let named =
                |power: &u32| *power > 0 && power_name(&base.name, *power, base.order) == name;
            powers.find(named).map(|power| base.effect.power(power.into(), orbits))
        })
    }
}

impl Compiled {
    /// What is searched.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// How states become keys.
    #[must_use]
    pub fn coding(&self) -> &Coding {
        &self.coding
    }
}

/// Where a search starts.
fn start(puzzle: &Puzzle) -> Effect {
    let solved = || puzzle.solved.first().cloned();
    puzzle.start.clone().or_else(solved).unwrap_or_else(|| Effect::identity(puzzle.slots()))
}

/// A twisty puzzle compiled for keys `K`.
#[derive(Debug)]
pub struct Twisty<K> {
    pub(super) task: Task,
    pub(super) effects: Vec<Effect>,
    pub(super) table: MoveTable,
    pub(super) coding: Coding,
    /// Made when the first state is expanded: looking at states does without.
    steps: OnceLock<Steps>,
    pub(super) drawing: Drawing,
    names: Vec<Arc<str>>,
    goals: Vec<K>,
}

impl<K: Radix> Twisty<K> {
    /// Compiles a task for keys that its [`Coding::fits`].
    #[must_use]
    pub fn new(compiled: Compiled) -> Self {
        let Compiled { task, table, effects, coding } = compiled;
        let names = table.turns().iter().map(|turn| turn.name.as_str().into()).collect();
        let solved = task.puzzle.solved.iter().filter(|solved| coding.check(solved).is_ok());
        let mut goals: Vec<K> = solved.map(|solved| coding.encode(solved)).collect();
        goals.sort_unstable();
        goals.dedup();
        let drawing = Drawing::new(&task.puzzle);
        Self { task, effects, table, coding, steps: OnceLock::new(), drawing, names, goals }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.task.puzzle
    }

    /// What is searched.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &MoveTable {
        &self.table
    }

    /// What the moves do to the digits of keys.
    pub(super) fn steps(&self) -> &Steps {
        self.steps.get_or_init(|| Steps::new(&self.coding, &self.effects))
    }

    #[inline]
    pub(super) fn is_goal_key(&self, key: &K) -> bool {
        match self.goals.as_slice() {
            [goal] => goal == key,
            goals => goals.binary_search(key).is_ok(),
        }
    }
}

impl<K: Radix> StateSpace for Twisty<K> {
    type State = Effect;
    type Move = Twist;
    type Key = K;
    type Expander = TwistyExpander;

    fn id(&self) -> SpaceId {
        let Task { puzzle, generators, metric } = &self.task;
        let options =
            [("metric", metric.to_string()), ("moves", Generator::list(generators, puzzle))];
        SpaceId {
            domain: super::DOMAIN.to_owned(),
            instance: write_tws(puzzle),
            options: BTreeMap::from(options.map(|(name, value)| (name.to_owned(), value))),
            encoding: format!("{}/{}", super::ENCODING, K::BITS),
        }
    }

    fn starts(&self) -> Vec<Effect> {
        vec![self.coding.canonical(&start(&self.task.puzzle))]
    }

    fn encode(&self, state: &Effect) -> K {
        self.coding.encode(state)
    }

    fn decode(&self, key: &K) -> Result<Effect, BadKey> {
        self.coding.decode(key)
    }

    fn expand(&self, state: &Effect, out: &mut Successors<Self>) {
        let orbits = &self.task.puzzle.orbits;
        let moves = self.effects.iter().zip(self.table.turns()).zip(&self.names);
        for (number, ((effect, turn), name)) in moves.enumerate() {
            let next = self.coding.canonical(&state.then(effect, orbits));
            let action = Twist { number, name: Arc::clone(name) };
            if turn.inverse.is_some() {
                out.push(action, next);
            } else {
                out.push_irreversible(action, next);
            }
        }
    }

    fn is_goal(&self, state: &Effect) -> bool {
        self.is_goal_key(&self.encode(state))
    }

    fn metric(&self) -> String {
        self.task.metric.to_string()
    }

    fn goal_keys(&self, limit: usize) -> Option<Vec<K>> {
        (self.goals.len() <= limit).then(|| self.goals.clone())
    }

    fn turning<V: TurningVisitor>(&self, visitor: V) -> Option<V::Output> {
        let Puzzle { orbits, solved, .. } = &self.task.puzzle;
        // Pieces that look alike, or more than one solved position, are no single element.
        let [solved] = solved.as_slice() else { return None };
        if !self.task.puzzle.is_plain() {
            return None;
        }
        let start = solved.inverse(orbits).then(&start(&self.task.puzzle), orbits);
        let (puzzle, table) = (self.task.puzzle.clone(), self.table.clone());
        let target = Target::solved(&puzzle);
        let quest = Quest::new(puzzle, table, self.effects.clone(), start, target);
        quest.visit(Instructions::Best, visitor).ok()
    }

    fn locality(&self) -> Locality {
        let back = self.table.turns().iter().all(|turn| turn.inverse.is_some());
        if back { Locality::Reversible } else { Locality::Unbounded }
    }

    fn expander(&self) -> TwistyExpander {
        TwistyExpander::default()
    }
}
