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
    /// For each orbit the groups of slots between which pieces move; the larger ones first.
    groups: Vec<Vec<Vec<usize>>>,
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
        for ((orbit, groups), structure) in orbits.iter().zip(&self.groups).zip(combination) {
            let structure = structure.clone().unwrap_or_default();
            let mut longer = Vec::new();
            for effect in &effects {
                // Nothing is excluded that is too much to look at.
                let Some(examples) = examples(effect, orbit, groups, &structure) else {
                    return Ok(());
                };
                longer.extend(examples);
                if longer.len() > MAX_EXAMPLES {
                    return Ok(());
                }
            }
            effects = longer;
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
        let mut sizes: Vec<u8> =
            self.groups[number].iter().map(|group| group.len() as u8).collect();
        let most = sizes.first().copied();
        if !have_room(&lengths, &mut sizes) {
            let most = match most {
                Some(most) if most > 1 => format!("{most} places"),
                _ => "no other place".to_owned(),
            };
            return Err(format!(
                "moves carry a piece of {name} to {most} at most: there is no room for {structure}"
            ));
        }
        Ok(())
    }
}

/// The groups of slots of an orbit that moves join; the larger ones first.
fn groups(orbit: &Orbit, effects: &[Effect]) -> Vec<Vec<usize>> {
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
    let mut groups: Vec<Vec<usize>> = (0..orbit.pieces)
        .map(|least| orbit.slots().filter(|slot| group[slot - orbit.first] == least).collect())
        .filter(|group: &Vec<usize>| !group.is_empty())
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// An effect whose cycles are put into groups of slots one after the other.
#[derive(Debug, Clone)]
struct Example {
    effect: Effect,
    /// The slots of each group that have no cycle yet.
    left: Vec<Vec<usize>>,
    /// The first slots of the turned cycles of each group.
    turned: Vec<Vec<usize>>,
}

/// Effects with these cycles in an orbit, one for each way to put them into groups of slots and each
/// sum of turns; `None` when they are more than [`MAX_EXAMPLES`].
fn examples(
    effect: &Effect,
    orbit: &Orbit,
    groups: &[Vec<usize>],
    structure: &Structure,
) -> Option<Vec<Effect>> {
    let turned = vec![Vec::new(); groups.len()];
    let mut all = vec![Example { effect: effect.clone(), left: groups.to_vec(), turned }];
    for cycle in structure.0.iter().rev() {
        let with = |example: &Example| {
            let into = |group: usize| example.with(cycle, group);
            (0..groups.len()).filter_map(into).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
        if all.len() > MAX_EXAMPLES {
            return None;
        }
    }
    let mut effects = Vec::new();
    for Example { effect, turned, .. } in all {
        let mut of_sums = vec![effect];
        for ends in turned {
            of_sums = of_sums.iter().flat_map(|effect| sums(effect, orbit, &ends)).collect();
            if of_sums.len() > MAX_EXAMPLES {
                return None;
            }
        }
        effects.extend(of_sums);
    }
    Some(effects)
}

impl Example {
    /// One more cycle, in this group; nothing when it has no room.
    fn with(&self, cycle: &Cycle, group: usize) -> Option<Self> {
        let mut example = self.clone();
        let left = &mut example.left[group];
        let length = usize::from(cycle.length);
        if left.len() < length {
            return None;
        }
        let slots: Vec<usize> = left.drain(..length).collect();
        for (at, &slot) in slots.iter().enumerate() {
            example.effect.from[slot] = slots[(at + 1) % slots.len()] as u8;
        }
        if cycle.turned {
            example.turned[group].extend(slots.first());
        }
        Some(example)
    }
}

/// The effect with these slots turned, once for each sum of turns.
fn sums(effect: &Effect, orbit: &Orbit, ends: &[usize]) -> Vec<Effect> {
    let Some(&last) = ends.last() else { return vec![effect.clone()] };
    let mut effect = effect.clone();
    ends.iter().for_each(|&slot| effect.turn[slot] = 1);
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
