//! States of twisty puzzles shown, read, and paths checked.

use super::coding::Radix;
use super::effect::Effect;
use super::space::{Twist, Twisty};
use crate::space::{Draw, Marked, StateSpace as _, Svg};

impl<K: Radix> Draw for Twisty<K> {
    fn text(&self, state: &Effect, _: Marked<'_, Self>) -> String {
        let rows = self.puzzle().orbits.iter().map(|orbit| {
            let pieces = orbit.slots().map(|slot| {
                format!(" {}+{}", usize::from(state.from[slot]) - orbit.first + 1, state.turn[slot])
            });
            format!("{}{}", orbit.name, pieces.collect::<String>())
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn svg(&self, _: &Effect, _: Marked<'_, Self>) -> Svg {
        Svg { width: 10.0, height: 10.0, body: "<g/>".into() }
    }

    fn read_state(&self, text: &str) -> Result<Effect, String> {
        Err(text.chars().take(9).collect())
    }

    fn check_path(&self, states: &[Effect], moves: &[Twist]) -> Result<(), String> {
        let Some(first) = states.first() else { return Err("step 0: there is no start".into()) };
        let start = self.starts();
        if start.iter().all(|start| self.canonical(start) != self.canonical(first)) {
            return Err("step 0: the path does not begin at the start".to_owned());
        }
        if states.len() != moves.len() + 1 {
            return Err(format!("{} states, but {} moves", states.len(), moves.len()));
        }
        let orbits = &self.puzzle().orbits;
        for (step, (pair, action)) in states.windows(2).zip(moves).enumerate() {
            let wrong = |why: String| Err(format!("step {}: {why}", step + 1));
            let named = self.task().effect_of(&action.name);
            let Some(effect) = named else { return wrong(format!("there is no move {action}")) };
            let next = pair[0].then(&effect, orbits);
            if self.canonical(&next) != self.canonical(&pair[1]) {
                return wrong(format!("{action} does not lead to the next state"));
            }
        }
        Ok(())
    }
}
