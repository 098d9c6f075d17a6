//! Parts of a puzzle: some orbits alone, some pieces that count.

use super::effect::Effect;
use super::moves::{Generator, power_name};
use super::puzzle::{Alias, Base, Orbit, Puzzle};

impl Puzzle {
    /// The puzzle without its other orbits, and without turns that then do nothing.
    ///
    /// # Errors
    /// A sentence that names an orbit that the puzzle does not have, or says that no turn
    /// is left.
    pub fn only(&self, names: &[&str]) -> Result<Self, String> {
        let wrong = names.iter().find(|name| self.orbits.iter().all(|orbit| orbit.name != **name));
        if let Some(name) = wrong {
            let all: Vec<&str> = self.orbits.iter().map(|orbit| orbit.name.as_str()).collect();
            return Err(format!("no orbit is called {name:?}; there are {}", all.join(", ")));
        }
        let kept: Vec<&Orbit> =
            self.orbits.iter().filter(|orbit| names.contains(&orbit.name.as_str())).collect();
        let slots: Vec<usize> = kept.iter().flat_map(|orbit| orbit.slots()).collect();
        let new_slot = |old: u8| slots.binary_search(&usize::from(old)).unwrap_or_default() as u8;
        let cut = |effect: &Effect| Effect {
            from: slots.iter().map(|&slot| new_slot(effect.from[slot])).collect(),
            turn: slots.iter().map(|&slot| effect.turn[slot]).collect(),
        };
        let mut first = 0;
        let orbits: Vec<Orbit> = (kept.into_iter())
            .map(|orbit| {
                let moved = Orbit { first, ..orbit.clone() };
                first += orbit.pieces;
                moved
            })
            .collect();
        let bases: Vec<Base> = (self.bases.iter())
            .map(|base| {
                let effect = cut(&base.effect);
                let order = super::cycles::order(&effect, &orbits) as u32;
                Base { name: base.name.clone(), effect, order }
            })
            .filter(|base| base.order > 1)
            .collect();
        if bases.is_empty() {
            return Err(format!("no turn moves {}", names.join(" or ")));
        }
        let aliases = self.aliases.iter().filter_map(|alias| {
            let renumbered = |turn: &Generator| {
                let name = &self.bases.get(turn.base)?.name;
                let base = bases.iter().position(|base| base.name == *name)?;
                let power = turn.power % bases[base].order;
                (power > 0).then_some(Generator { base, power })
            };
            // Without the turns that do nothing any more.
            let turns: Vec<Generator> = alias.turns.iter().filter_map(renumbered).collect();
            (!turns.is_empty()).then(|| Alias { name: alias.name.clone(), turns })
        });
        let aliases = aliases.collect();
        Ok(Self {
            aliases,
            bases,
            labels: slots.iter().map(|&slot| self.labels[slot]).collect(),
            any_turn: slots.iter().map(|&slot| self.any_turn[slot]).collect(),
            solved: self.solved.iter().map(cut).collect(),
            start: self.start.as_ref().map(cut),
            orbits,
            ..self.clone()
        })
    }

    /// The puzzle with all pieces but these alike in each orbit, and turned in any way.
    /// Pieces are named by the slots they are in when solved.
    #[must_use]
    pub fn tracking(&self, pieces: &[usize]) -> Self {
        let mut masked = self.clone();
        for orbit in &self.orbits {
            let others = || orbit.slots().filter(|piece| !pieces.contains(piece));
            let Some(first) = others().next() else { continue };
            // No tracked piece may look like them.
            let taken: Vec<u8> = (pieces.iter().filter(|piece| orbit.slots().contains(piece)))
                .map(|&piece| self.labels[piece])
                .collect();
            let free = (0..=u8::MAX).find(|label| !taken.contains(label));
            let label = free.unwrap_or(self.labels[first]);
            for piece in others() {
                masked.labels[piece] = label;
                masked.any_turn[piece] = orbit.turns > 1;
            }
        }
        masked
    }
}

impl Generator {
    /// Turns as people write a set of them: `<R2,U>`.
    #[must_use]
    pub fn list(generators: &[Self], puzzle: &Puzzle) -> String {
        let names = generators.iter().filter_map(|turn| {
            let base = puzzle.bases.get(turn.base)?;
            Some(power_name(&base.name, turn.power % base.order, base.order))
        });
        format!("<{}>", names.collect::<Vec<_>>().join(","))
    }
}
