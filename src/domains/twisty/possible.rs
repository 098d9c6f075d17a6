//! Whether moves can make cycles at all: what can be told at once.

use super::coding::Coding;
use super::cycles::{Cycle, Structure, have_room};
use super::effect::Effect;
use super::moves::move_table;
use super::puzzle::Orbit;
use super::space::Task;
use super::target::Combination;

/// More sums of turns of all orbits together are not looked at.
const MAX_EXAMPLES: usize = 1 << 12;

/// Tells which combinations of cycles are possible for a puzzle with some moves.
#[derive(Debug)]
pub struct Possible<'a> {
    task: &'a Task,
    coding: Coding,
    /// For each orbit the sizes of the groups of slots between which pieces move; descending.
    groups: Vec<Vec<u8>>,
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
            let of = |effect: &Effect| examples(effect, orbit, &structure);
            effects = effects.iter().flat_map(of).collect();
            // Nothing is excluded that is too much to look at.
            if effects.len() > MAX_EXAMPLES {
                return Ok(());
            }
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
        let mut lengths: Vec<u8> = structure.0.iter().map(|cycle| cycle.length).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        if !have_room(&lengths, &mut self.groups[number].clone()) {
            let most = match self.groups[number].first() {
                Some(&most) if most > 1 => format!("{most} places"),
                _ => "no other place".to_owned(),
            };
            return Err(format!(
                "moves carry a piece of {name} to {most} at most: there is no room for {structure}"
            ));
        }
        Ok(())
    }
}

/// The sizes of the groups of slots of an orbit that moves join.
fn groups(orbit: &Orbit, effects: &[Effect]) -> Vec<u8> {
    let mut group: Vec<usize> = (0..orbit.pieces).collect();
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
    let mut sizes: Vec<u8> = (orbit.slots())
        .map(|slot| group.iter().filter(|&&member| member == slot - orbit.first).count() as u8)
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
    // The last two turned cycles make up every sum that can be made up.
    let before = ends.iter().rev().nth(1).copied();
    let mut results: Vec<Option<Effect>> = vec![None; orbit.turns.into()];
    for turn in 1..orbit.turns {
        for other in 1..orbit.turns {
            let mut example = effect.clone();
            example.turn[last] = turn;
            if let Some(before) = before {
                example.turn[before] = other;
            }
            let sum: usize = ends.iter().map(|&slot| usize::from(example.turn[slot])).sum();
            results[sum % usize::from(orbit.turns)].get_or_insert(example);
        }
    }
    results.into_iter().flatten().collect()
}
