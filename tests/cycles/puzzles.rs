//! Puzzles with moves, and targets of them.

use strata::domains::twisty::{
    Effect, Generator, Metric, Possible, Quest, Stay, Target, Task, builtin, move_table, notation,
    of_order, read_combination,
};
use strata::space::MoveTable;

/// A puzzle with numbered moves.
#[derive(Debug, Clone)]
pub(crate) struct Moving {
    pub(crate) task: Task,
    pub(crate) table: MoveTable,
    pub(crate) effects: Vec<Effect>,
}

impl Moving {
    /// A built-in puzzle with some of its turns (`<R2,U>`; all for an empty text).
    pub(crate) fn new(name: &str, turns: &str, metric: Metric) -> Self {
        let puzzle = builtin::named(name).unwrap().puzzle;
        let generators = match turns {
            "" => Generator::all(&puzzle),
            turns => notation::read_generators("turns", &puzzle, turns).unwrap(),
        };
        let (table, effects) = move_table(&puzzle, &generators, metric).unwrap();
        Self { task: Task { puzzle, generators, metric }, table, effects }
    }

    pub(crate) fn htm(name: &str) -> Self {
        Self::new(name, "", Metric::Htm)
    }

    pub(crate) fn solved(&self) -> Effect {
        Effect::identity(self.task.puzzle.slots())
    }

    /// The effect of a sequence of moves by their numbers.
    pub(crate) fn effect(&self, word: &[u8]) -> Effect {
        let orbits = &self.task.puzzle.orbits;
        let then =
            |effect: Effect, turn: &u8| effect.then(&self.effects[usize::from(*turn)], orbits);
        word.iter().fold(self.solved(), then)
    }

    /// The target with these cycles.
    pub(crate) fn target(&self, cycles: &str) -> Target {
        let combination = read_combination(&self.task.puzzle, cycles).unwrap();
        Target::of(&self.task.puzzle, combination)
    }

    /// The target of all cycles of an order.
    pub(crate) fn of_order(&self, order: u64) -> Target {
        let puzzle = &self.task.puzzle;
        let possible = Possible::new(&self.task).unwrap();
        let combinations = of_order(puzzle, &possible, order).unwrap();
        Target { combinations, stay: vec![Stay::Free; puzzle.slots()], order: None }
    }

    /// The search for a target from the solved position.
    pub(crate) fn quest(&self, target: Target) -> Quest {
        self.quest_from(self.solved(), target)
    }

    pub(crate) fn quest_from(&self, start: Effect, target: Target) -> Quest {
        let Self { task, table, effects } = self.clone();
        Quest::new(task.puzzle, table, effects, start, target)
    }
}
