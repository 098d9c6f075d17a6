//! Whether moves can make cycles at all: what can be told at once.

use super::coding::Coding;
use super::cycles::{Cycle, Structure};
use super::effect::Effect;
use super::moves::move_table;
use super::puzzle::Orbit;
use super::space::Task;
use super::target::Combination;

/// Tells which combinations of cycles are possible for a puzzle with some moves.
#[derive(Debug)]
pub struct Possible<'a> {
    task: &'a Task,
    coding: Coding,
    /// For each orbit the sizes of the groups of slots between which pieces move; descending.
    groups: Vec<Vec<usize>>,
    /// For each orbit whether no move changes the sum of turns.
    keeps_sum: Vec<bool>,
}

impl<'a> Possible<'a> {
    /// For a puzzle and its moves.
    ///
    /// # Errors
    /// As [`move_table`].
    pub fn new(task: &'a Task) -> Result<Self, String> {
        let Task { puzzle, generators, metric } = task;
        let (_, effects) = move_table(puzzle, generators, *metric)?;
        // Every piece counts, however alike some look.
        let plain = super::Puzzle::new(&puzzle.name, puzzle.orbits.clone(), puzzle.bases.clone());
        let coding = Coding::new(&plain, &effects, &Effect::identity(puzzle.slots()));
        let groups = puzzle.orbits.iter().map(|orbit| groups(orbit, &effects)).collect();
        let keeps = |orbit: &Orbit| {
            effects.iter().all(|effect| {
                let sum: u32 = effect.turn[orbit.slots()].iter().map(|&turn| u32::from(turn)).sum();
                sum.is_multiple_of(orbit.turns.into())
            })
        };
        let keeps_sum = puzzle.orbits.iter().map(keeps).collect();
        Ok(Self { task, coding, groups, keeps_sum })
    }

    /// Whether no move changes the sum of the turns of an orbit.
    pub(super) fn keeps_sum(&self, orbit: usize) -> bool {
        self.keeps_sum[orbit]
    }

    /// Checks a combination.
    ///
    /// # Errors
    /// Why no sequence of moves can have these cycles, as a sentence. That nothing is found does not
    /// mean that there is such a sequence.
    pub fn check(&self, combination: &Combination) -> Result<(), String> {
        let orbits = &self.task.puzzle.orbits;
        for (number, (orbit, structure)) in orbits.iter().zip(combination).enumerate() {
            if let Some(structure) = structure {
                self.check_orbit(number, orbit, structure)?;
            }
        }
        if combination.contains(&None) {
            return Ok(());
        }
        // One effect for each sum of turns that the turned cycles can have.
        let mut effects = vec![Effect::identity(self.task.puzzle.slots())];
        for (orbit, structure) in orbits.iter().zip(combination) {
            let structure = structure.clone().unwrap_or_default();
            effects =
                (effects.iter()).flat_map(|effect| examples(effect, orbit, &structure)).collect();
        }
        let faults: Vec<String> =
            effects.iter().map_while(|effect| self.coding.check(effect).err()).collect();
        match faults.into_iter().next() {
            Some(why) if effects.iter().all(|effect| self.coding.check(effect).is_err()) => {
                Err(why)
            }
            _ => Ok(()),
        }
    }

    fn check_orbit(
        &self,
        number: usize,
        orbit: &Orbit,
        structure: &Structure,
    ) -> Result<(), String> {
        let Orbit { name, pieces, turns, .. } = orbit;
        let needed = structure.pieces();
        if needed > *pieces {
            return Err(format!("{structure} takes {needed} pieces, and {name} has {pieces}"));
        }
        let turned = structure.0.iter().filter(|cycle| cycle.turned).count();
        if turned > 0 && *turns == 1 {
            return Err(format!("pieces of {name} cannot be turned: no cycle of them has a `*`"));
        }
        if self.keeps_sum[number] {
            let odd = *turns == 2 && turned % 2 == 1;
            if turned == 1 || odd {
                return Err(format!(
                    "moves never change the sum of the turns of {name}, so {} not be turned",
                    if odd {
                        "an odd number of its cycles can"
                    } else {
                        "one of its cycles alone can"
                    }
                ));
            }
        }
        let mut room = self.groups[number].clone();
        let mut lengths: Vec<usize> = structure.0.iter().map(|c| c.length.into()).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        for length in lengths {
            // The smallest group with room: a way to fit them is found for groups of equal size.
            let fitting = room.iter_mut().filter(|room| **room >= length).min();
            let Some(group) = fitting else {
                let most = self.groups[number].first().copied().unwrap_or(0);
                return Err(format!(
                    "moves carry a piece of {name} to {} at most: there is no room for {structure}",
                    if most == 1 { "no other place".to_owned() } else { format!("{most} places") }
                ));
            };
            *group -= length;
        }
        Ok(())
    }
}

/// The sizes of the groups of slots of an orbit that moves join.
fn groups(orbit: &Orbit, effects: &[Effect]) -> Vec<usize> {
    let mut group: Vec<usize> = orbit.slots().collect();
    // Each slot takes the least number of those it is joined with.
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for effect in effects {
            for slot in orbit.slots() {
                let (a, b) = (slot - orbit.first, usize::from(effect.from[slot]) - orbit.first);
                let least = group[a].min(group[b]);
                changed |= group[a] != least || group[b] != least;
                (group[a], group[b]) = (least, least);
            }
        }
    }
    let mut sizes: Vec<usize> = (orbit.slots())
        .map(|slot| group.iter().filter(|&&member| member == slot).count())
        .filter(|&size| size > 0)
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// Effects with these cycles in an orbit, one for each sum of turns.
fn examples(effect: &Effect, orbit: &Orbit, structure: &Structure) -> Vec<Effect> {
    let mut effect = effect.clone();
    let (mut slot, mut ends) = (orbit.first, Vec::new());
    for &Cycle { length, turned } in &structure.0 {
        let length = usize::from(length);
        for at in 0..length {
            effect.from[slot + at] = (slot + (at + 1) % length) as u8;
        }
        if turned {
            ends.push(slot);
            effect.turn[slot] = 1;
        }
        slot += length;
    }
    let Some(&last) = ends.last() else { return vec![effect] };
    // With two turned cycles and more than two ways the last two make up any sum but one.
    let mut results = Vec::new();
    for turn in 1..orbit.turns {
        let mut example = effect.clone();
        example.turn[last] = turn;
        if let [.., before, _] = ends[..] {
            for other in 1..orbit.turns {
                let mut example = example.clone();
                example.turn[before] = other;
                results.push(example);
            }
        } else {
            results.push(example);
        }
    }
    results
}
