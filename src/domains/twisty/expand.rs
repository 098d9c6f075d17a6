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
#[derive(Debug)]
enum Row {
    /// In its tables: the row of the arrangement, and the turning.
    Tables(usize, usize),
    /// As classes and turns by slot.
    Pieces(Vec<u8>, Vec<u8>),
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
        self.rows.clear();
        let mut digits = self.digits.iter().copied();
        for (part, of_part) in coding.parts.iter().zip(&steps.parts) {
            self.rows.push(match of_part {
                PartSteps::Tables(tables) => {
                    let mut next = || digits.next().unwrap_or_default();
                    let row = tables.row(next(), steps.moves);
                    Row::Tables(row, next() as usize)
                }
                PartSteps::Pieces(_) => {
                    let (mut classes, mut turns) = (Vec::new(), Vec::new());
                    part.read(&mut digits, &mut classes, &mut turns)
                        .map_err(|why| BadKey::new(*key, why))?;
                    Row::Pieces(classes, turns)
                }
            });
        }
        for step in 0..steps.moves {
            let mut next = K::MIN;
            let mut radices = coding.radices().iter();
            let mut push = |digit: u64| {
                next = next.push(radices.next().copied().unwrap_or(1), digit);
            };
            for ((part, of_part), row) in coding.parts.iter().zip(&steps.parts).zip(&self.rows) {
                match (of_part, row) {
                    (PartSteps::Tables(tables), &Row::Tables(row, turning)) => {
                        let (arrangement, turning) = tables.after(row, step, turning);
                        push(arrangement.into());
                        push(turning.into());
                    }
                    (PartSteps::Pieces(moves), Row::Pieces(classes, turns)) => {
                        moves[step].apply(part, (classes, turns), &mut self.after);
                        part.write(&self.after.0, &self.after.1, &mut push);
                    }
                    // Rows are made from the same parts.
                    _ => {}
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
