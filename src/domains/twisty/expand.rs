//! Expanding keys: all moves on the digits of a state.

use super::coding::Radix;
use super::space::Twisty;
use super::steps::PartSteps;
use crate::space::{BadKey, Expander, StateSpace};

/// Expands keys digit by digit.
#[derive(Debug, Default)]
pub struct TwistyExpander {
    digits: Vec<u64>,
    rows: Vec<Row>,
    after: (Vec<u8>, Vec<u8>),
}

/// Where a part is.
#[derive(Debug, Default)]
struct Row {
    /// In its tables: the row of the arrangement.
    row: usize,
    /// In its tables: the turning.
    turning: usize,
    /// Without tables: the classes by slot.
    classes: Vec<u8>,
    /// Without tables: the turns by slot.
    turns: Vec<u8>,
}

impl<K: Radix> Expander<Twisty<K>> for TwistyExpander {
    fn expand(
        &mut self,
        space: &Twisty<K>,
        key: &K,
        mut emit: impl FnMut(K, bool),
    ) -> Result<(), BadKey> {
        let (coding, steps) = (&space.coding, space.steps());
        coding.digits(key, &mut self.digits)?;
        self.rows.resize_with(coding.parts.len(), Row::default);
        let mut digits = self.digits.iter().copied();
        for ((part, of_part), at) in coding.parts.iter().zip(&steps.parts).zip(&mut self.rows) {
            match of_part {
                PartSteps::Tables(tables) => {
                    let mut next = || digits.next().unwrap_or_default();
                    at.row = tables.row(next(), steps.moves);
                    at.turning = next() as usize;
                }
                PartSteps::Pieces(_) => part
                    .read(&mut digits, &mut at.classes, &mut at.turns)
                    .map_err(|why| BadKey::new(*key, why))?,
            }
        }
        for step in 0..steps.moves {
            let mut next = K::MIN;
            let mut radices = coding.radices().iter();
            let mut push = |digit: u64| {
                next = next.push(radices.next().copied().unwrap_or(1), digit);
            };
            for ((part, of_part), at) in coding.parts.iter().zip(&steps.parts).zip(&self.rows) {
                match of_part {
                    PartSteps::Tables(tables) => {
                        let (arrangement, turning) = tables.after(at.row, step, at.turning);
                        push(arrangement.into());
                        push(turning.into());
                    }
                    PartSteps::Pieces(moves) => {
                        moves[step].apply(part, (&at.classes, &at.turns), &mut self.after);
                        part.write(&self.after.0, &self.after.1, &mut push);
                    }
                }
            }
            emit(next, space.is_goal_key(&next));
        }
        Ok(())
    }

    fn is_goal(&mut self, space: &Twisty<K>, key: &K) -> Result<bool, BadKey> {
        if space.is_goal_key(key) {
            return Ok(true);
        }
        space.decode(key).map(|_| false)
    }
}
