//! A target of a puzzle as something to search for.

mod packed;
mod wide;

pub use packed::PackedQuest;
pub use wide::{WidePosition, WideQuest};

use std::sync::Arc;

use super::effect::Effect;
#[cfg(target_arch = "x86_64")]
use super::kernel::Avx2;
#[cfg(target_arch = "aarch64")]
use super::kernel::Neon;
use super::kernel::Scalar;
use super::puzzle::{MAX_SLOTS, Puzzle};
use super::quotient::{Chosen, Part, Reading, Reduced, Structures, Whole};
use super::symmetry::{Symmetry, symmetries};
use super::target::{Combination, Stay, Target};
use crate::space::{MoveTable, Quotient, TurningVisitor};

/// Which instructions of the processor are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Instructions {
    /// The best ones that it has.
    #[default]
    Best,
    /// Those that every processor has.
    Scalar,
}

/// What is searched: a puzzle, its moves, a start and a target.
#[derive(Debug, Clone)]
pub struct Quest {
    pub(super) puzzle: Puzzle,
    pub(super) table: MoveTable,
    pub(super) effects: Vec<Effect>,
    pub(super) start: Effect,
    pub(super) target: Target,
    /// The symmetries of what is wanted.
    pub(super) wanted: Vec<Symmetry>,
    /// Those of them that keep the start.
    pub(super) symmetries: Vec<Symmetry>,
    symmetric_moves: Vec<Vec<usize>>,
}

impl Quest {
    /// Looks for positions of `target` from `start`.
    #[must_use]
    pub fn new(
        puzzle: Puzzle,
        table: MoveTable,
        effects: Vec<Effect>,
        start: Effect,
        target: Target,
    ) -> Self {
        let mut wanted = symmetries(&puzzle, &table, &effects);
        wanted.retain(|symmetry| keeps(symmetry, &target));
        let starts = |symmetry: &&Symmetry| symmetry.apply(&start, &puzzle.orbits) == start;
        let symmetries: Vec<Symmetry> = wanted.iter().filter(starts).cloned().collect();
        let symmetric_moves = symmetries.iter().map(|symmetry| symmetry.moves.clone()).collect();
        Self { puzzle, table, effects, start, target, wanted, symmetries, symmetric_moves }
    }

    /// Brings the quest into the form that is searched fastest, and hands it to `visitor`.
    ///
    /// # Errors
    /// A sentence when the puzzle has too many slots for any form, which [`MAX_SLOTS`] excludes.
    pub fn visit<V: TurningVisitor>(
        self,
        instructions: Instructions,
        visitor: V,
    ) -> Result<V::Output, String> {
        #[cfg(target_arch = "x86_64")]
        let best = Avx2::detect();
        #[cfg(target_arch = "aarch64")]
        let best = Neon::detect();
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let best: Option<Scalar> = None;
        if let Some(unit) = best.filter(|_| instructions == Instructions::Best)
            && let Some(packed) = PackedQuest::new(self.clone(), unit)
        {
            return Ok(visitor.visit(&packed));
        }
        if let Some(packed) = PackedQuest::new(self.clone(), Scalar) {
            return Ok(visitor.visit(&packed));
        }
        macro_rules! first_that_fits {
            ($($slots:literal)*) => {
                $(if self.puzzle.slots() <= $slots
                    && let Some(wide) = WideQuest::<$slots>::new(self.clone())
                {
                    return Ok(visitor.visit(&wide));
                })*
            };
        }
        first_that_fits! { 64 128 256 }
        Err(format!("{} has more than {MAX_SLOTS} pieces", self.puzzle.name))
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What is wanted.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// See [`Turning::is_cyclic`](crate::space::Turning::is_cyclic).
    fn is_cyclic(&self) -> bool {
        self.start.is_identity() && self.target.is_free()
    }

    /// The views of each orbit, the smaller ones first.
    fn quotients<P, R>(&self, reading: &R) -> Vec<Vec<Arc<dyn Quotient<P>>>>
    where
        P: 'static,
        R: Reading<P> + Clone + 'static,
    {
        // The inverse of a wanted position is wanted: it has the same cycles.
        let inverse = self.target.is_free();
        let of_orbit = |number: usize| -> Vec<Arc<dyn Quotient<P>>> {
            let Some(part) = Part::new(self, number) else { return Vec::new() };
            let mut views: Vec<Arc<dyn Quotient<P>>> = Vec::new();
            if let Some(structures) = Structures::new(part.clone(), reading.clone()) {
                views.push(Arc::new(structures));
            }
            if let Some(reduced) = Reduced::new(part.clone(), reading.clone(), &self.wanted) {
                views.push(Arc::new(reduced));
                return views;
            }
            if let Some(whole) = Whole::new(part.clone(), reading.clone()) {
                views.push(Arc::new(whole));
                return views;
            }
            let chosen = (2..self.puzzle.orbits[number].pieces).map_while(|count| {
                Chosen::new(part.clone(), reading.clone(), count, &self.wanted, inverse)
            });
            views.extend(chosen.map(|chosen| Arc::new(chosen) as Arc<dyn Quotient<P>>));
            views
        };
        (0..self.puzzle.orbits.len()).map(of_orbit).collect()
    }

    /// The least of the effects that the symmetries make of this one, and of its inverse:
    /// found slot by slot, with those that are least so far.
    fn representative(&self, effect: &Effect, symmetric: bool, inverse: bool) -> Effect {
        let orbits = &self.puzzle.orbits;
        let of_symmetries = if symmetric { &self.symmetries[..] } else { &self.symmetries[..1] };
        let back = inverse.then(|| effect.inverse(orbits));
        let mut least: Vec<(&Symmetry, &Effect)> =
            of_symmetries.iter().map(|symmetry| (symmetry, effect)).collect();
        if let Some(back) = &back {
            least.extend(of_symmetries.iter().map(|symmetry| (symmetry, back)));
        }
        let mut result = Effect::identity(effect.from.len());
        let mut kept = Vec::with_capacity(least.len());
        for orbit in orbits {
            for slot in orbit.slots() {
                let mut best = (u8::MAX, u8::MAX);
                kept.clear();
                for &(symmetry, effect) in &least {
                    let here = symmetry.at(effect, orbit.turns, slot);
                    if here < best {
                        best = here;
                        kept.clear();
                    }
                    if here == best {
                        kept.push((symmetry, effect));
                    }
                }
                (result.from[slot], result.turn[slot]) = best;
                std::mem::swap(&mut least, &mut kept);
            }
        }
        result
    }
}

/// Whether the positions that a symmetry makes of wanted ones are wanted.
fn keeps(symmetry: &Symmetry, target: &Target) -> bool {
    let image = |combination: &Combination| {
        let mut image = combination.clone();
        for (orbit, &to) in symmetry.orbits.iter().enumerate() {
            image[to] = combination[orbit].clone();
        }
        image
    };
    let stay =
        |(slot, &stay): (usize, &Stay)| target.stay[usize::from(symmetry.slots[slot])] == stay;
    target.stay.iter().enumerate().all(stay)
        && target
            .combinations
            .iter()
            .all(|combination| target.combinations.binary_search(&image(combination)).is_ok())
}
