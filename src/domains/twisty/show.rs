//! States of twisty puzzles shown, read, and paths checked.

use super::coding::Radix;
use super::effect::Effect;
use super::notation;
use super::space::{Twist, Twisty};
use crate::space::{Draw, Marked, StateSpace as _, Svg};

impl<K: Radix> Draw for Twisty<K> {
    fn text(&self, state: &Effect, _: Marked<'_, Self>) -> String {
        self.drawing.text(state, false)
    }

    fn svg(&self, state: &Effect, _: Marked<'_, Self>) -> Svg {
        self.drawing.svg(state)
    }

    /// A position as it is drawn, or the turns that lead to it from the solved one.
    fn read_state(&self, text: &str) -> Result<Effect, String> {
        let puzzle = self.puzzle();
        let state = self.drawing.read(text).or_else(|why| {
            let turns = notation::read("position", puzzle, text).map_err(|_| why)?;
            Ok::<_, String>(notation::effect_of(puzzle, &turns))
        })?;
        self.coding.check(&state)?;
        Ok(self.coding.canonical(&state))
    }

    /// Follows the names of the moves, not their numbers.
    fn check_path(&self, states: &[Effect], moves: &[Twist]) -> Result<(), String> {
        let Some(first) = states.first() else { return Err("step 0: there is no start".into()) };
        let same = |one: &Effect, other: &Effect| {
            self.coding.canonical(one) == self.coding.canonical(other)
        };
        if self.starts().iter().all(|start| !same(start, first)) {
            return Err("step 0: the path does not begin at the start".to_owned());
        }
        if states.len() != moves.len() + 1 {
            return Err(format!("{} states, but {} moves", states.len(), moves.len()));
        }
        for (step, (pair, action)) in (1..).zip(states.windows(2).zip(moves)) {
            let effect = (self.task().effect_of(&action.name))
                .ok_or_else(|| format!("step {step}: {action} is no move"))?;
            if !same(&pair[0].then(&effect, &self.puzzle().orbits), &pair[1]) {
                return Err(format!("step {step}: {action} does not lead to the next state"));
            }
        }
        Ok(())
    }
}
