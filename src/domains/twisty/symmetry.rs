//! Symmetries of a puzzle, found from its moves alone: ways to rename slots and turns of
//! pieces that carry every move to a move. Of the 3x3x3 they are the 48 of the cube.

use super::effect::Effect;
use super::puzzle::{Orbit, Puzzle};
use crate::space::MoveTable;

/// A renaming of slots and of the turns of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    /// The move that each move becomes.
    pub moves: Vec<usize>,
    /// The slot that each slot becomes.
    pub slots: Vec<u8>,
    /// The slot that becomes each slot.
    pub sources: Vec<u8>,
    /// How a piece is turned in the new slot when it is not turned in the old one.
    pub offsets: Vec<u8>,
    /// For each slot by what turns are multiplied: 1, or -1 where it mirrors.
    pub factors: Vec<u8>,
    /// The orbit that each orbit becomes.
    pub orbits: Vec<usize>,
}

impl Symmetry {
    /// The one that changes nothing.
    #[must_use]
    pub fn identity(puzzle: &Puzzle, moves: usize) -> Self {
        let slots = puzzle.slots();
        Self {
            moves: (0..moves).collect(),
            slots: (0..slots).map(|slot| slot as u8).collect(),
            sources: (0..slots).map(|slot| slot as u8).collect(),
            offsets: vec![0; slots],
            factors: vec![1; slots],
            orbits: (0..puzzle.orbits.len()).collect(),
        }
    }

    /// The effect under the new names.
    #[must_use]
    pub fn apply(&self, effect: &Effect, orbits: &[Orbit]) -> Effect {
        let mut result = effect.clone();
        for orbit in orbits {
            for slot in orbit.slots() {
                (result.from[slot], result.turn[slot]) = self.at(effect, orbit.turns, slot);
            }
        }
        result
    }

    /// What the effect is under the new names at one slot: where its piece comes from, and its turn.
    #[must_use]
    pub fn at(&self, effect: &Effect, turns: u8, slot: usize) -> (u8, u8) {
        let source = usize::from(self.sources[slot]);
        let from = usize::from(effect.from[source]);
        let turn = u32::from(self.factors[source]) * u32::from(effect.turn[source])
            + u32::from(self.offsets[source])
            + u32::from(turns - self.offsets[from]);
        (self.slots[from], (turn % u32::from(turns)) as u8)
    }
}

/// All symmetries; the identity is the first, and the only one where they are too many or too
/// hard to find. `effects` are what the moves do.
#[must_use]
pub fn symmetries(puzzle: &Puzzle, table: &MoveTable, effects: &[Effect]) -> Vec<Symmetry> {
    Finder::new(puzzle, table, effects).all()
}

/// A class and whether its powers are negated.
type Image = (usize, bool);

struct Finder<'a> {
    puzzle: &'a Puzzle,
    table: &'a MoveTable,
    effects: &'a [Effect],
    /// What is kept of the product of each two turns, the inverse of each class's behind it.
    kept: Vec<Kept>,
    attempts: u64,
    found: Vec<Symmetry>,
}

/// What a renaming keeps of an effect: its order, and how many pieces are moved or turned.
type Kept = (u64, usize);

fn kept(effect: &Effect, orbits: &[Orbit]) -> Kept {
    let pieces = effect.from.iter().zip(&effect.turn).enumerate();
    let moved = pieces.filter(|&(slot, (&from, &turn))| slot != usize::from(from) || turn != 0);
    (super::cycles::order(effect, orbits), moved.count())
}

/// A puzzle with more symmetries, or one in which it takes more attempts to find them, is searched
/// without any.
const MAX_SYMMETRIES: usize = 1024;
const MAX_ATTEMPTS: u64 = 1 << 24;

/// Attempts that the renaming of all slots counts for.
const RENAMING: u64 = 1 << 10;

impl<'a> Finder<'a> {
    fn new(puzzle: &'a Puzzle, table: &'a MoveTable, effects: &'a [Effect]) -> Self {
        let turns: Vec<[Effect; 2]> = (0..table.classes())
            .filter_map(|class| {
                let turn = table.turns().iter().position(|turn| turn.class == class)?;
                let power = table.turns()[turn].power;
                // A move whose power is 1 is among the moves of every metric.
                let effect = effects[turn].clone();
                debug_assert_eq!(power, 1, "the first move of a class is the turn itself");
                Some([effect.clone(), effect.inverse(&puzzle.orbits)])
            })
            .collect();
        let orbits = &puzzle.orbits;
        let all = || turns.iter().flatten();
        let kept = all().flat_map(|a| all().map(|b| kept(&a.then(b, orbits), orbits))).collect();
        Self { puzzle, table, effects, kept, attempts: 0, found: Vec::new() }
    }

    fn all(mut self) -> Vec<Symmetry> {
        let identity = Symmetry::identity(self.puzzle, self.table.len());
        self.assign(&mut Vec::new());
        if self.is_too_much() {
            // A part of them need not be a group.
            self.found.clear();
        }
        self.found.retain(|symmetry| symmetry.moves != identity.moves);
        self.found.insert(0, identity);
        self.found
    }

    fn is_too_much(&self) -> bool {
        self.found.len() > MAX_SYMMETRIES || self.attempts > MAX_ATTEMPTS
    }

    /// Gives the next class an image that agrees with those before.
    fn assign(&mut self, images: &mut Vec<Image>) {
        self.attempts += 1;
        if self.is_too_much() {
            return;
        }
        let class = images.len();
        if class == self.table.classes() {
            self.attempts += RENAMING;
            self.complete(images);
            return;
        }
        for other in 0..self.table.classes() {
            let taken = images.iter().any(|&(image, _)| image == other);
            if taken || self.table.order(other) != self.table.order(class) {
                continue;
            }
            for negated in [false, true] {
                if negated && self.table.order(class) == 2 {
                    continue;
                }
                images.push((other, negated));
                if self.agrees(images) {
                    self.assign(images);
                }
                images.pop();
            }
        }
    }

    /// Whether the last image behaves towards all as its original does.
    fn agrees(&self, images: &[Image]) -> bool {
        let Some((&last, before)) = images.split_last() else { return true };
        let class = (before.len(), false);
        self.both(last, last) == self.both(class, class)
            && before.iter().zip(0..).all(|(&(image, negated), other)| {
                [false, true].into_iter().all(|back| {
                    self.both((other, back), class) == self.both((image, negated ^ back), last)
                })
            })
    }

    /// What is kept of the product of two turns.
    fn both(&self, a: Image, b: Image) -> Kept {
        let number = |(class, negated): Image| 2 * class + usize::from(negated);
        self.kept[number(a) * 2 * self.table.classes() + number(b)]
    }

    /// Looks for the renaming of slots that belongs to images of all classes.
    fn complete(&mut self, images: &[Image]) {
        let moves: Option<Vec<usize>> = (self.table.turns().iter())
            .map(|turn| {
                let (class, negated) = images[turn.class];
                let order = self.table.order(class);
                let power = if negated { order - turn.power } else { turn.power };
                (self.table.turns().iter()).position(|t| t.class == class && t.power == power)
            })
            .collect();
        let Some(moves) = moves else { return };
        let slots = self.puzzle.slots();
        let mut naming = Naming {
            finder: self,
            moves: &moves,
            slots: vec![None; slots],
            taken: vec![false; slots],
            offsets: vec![0; slots],
            factors: vec![1; slots],
            orbits: vec![None; self.puzzle.orbits.len()],
        };
        if naming.rename_orbits() {
            let Naming { slots, offsets, factors, orbits, .. } = naming;
            let slots: Option<Vec<u8>> = slots.into_iter().collect();
            let orbits: Option<Vec<usize>> = orbits.into_iter().collect();
            if let (Some(slots), Some(orbits)) = (slots, orbits) {
                let mut sources = vec![0; slots.len()];
                for (slot, &to) in slots.iter().enumerate() {
                    sources[usize::from(to)] = slot as u8;
                }
                self.found.push(Symmetry { moves, slots, sources, offsets, factors, orbits });
            }
        }
    }
}

/// A renaming that is being put together.
#[derive(Clone)]
struct Naming<'a> {
    finder: &'a Finder<'a>,
    moves: &'a [usize],
    slots: Vec<Option<u8>>,
    taken: Vec<bool>,
    offsets: Vec<u8>,
    factors: Vec<u8>,
    orbits: Vec<Option<usize>>,
}

impl Naming<'_> {
    fn rename_orbits(&mut self) -> bool {
        let orbits = &self.finder.puzzle.orbits;
        let moved = |slot: usize| {
            self.finder
                .effects
                .iter()
                .any(|e| usize::from(e.from[slot]) != slot || e.turn[slot] != 0)
        };
        let moved: Vec<bool> = (0..self.slots.len()).map(moved).collect();
        for (number, orbit) in orbits.iter().enumerate() {
            for slot in orbit.slots().filter(|&slot| moved[slot]) {
                if self.slots[slot].is_none() && !self.rename_from(number, slot, &moved) {
                    return false;
                }
            }
            // What never moves stays in order.
            let image = *self.orbits[number].get_or_insert(number);
            let still = |slot: &usize| !moved[*slot];
            let rest: Vec<usize> = orbits[image].slots().filter(still).collect();
            for (slot, to) in orbit.slots().filter(still).zip(rest) {
                self.slots[slot] = Some(to as u8);
            }
        }
        true
    }

    /// Finds a new name for a slot with which all names that follow agree.
    fn rename_from(&mut self, number: usize, slot: usize, moved: &[bool]) -> bool {
        let orbits = &self.finder.puzzle.orbits;
        let orbit = &orbits[number];
        for (image, other) in orbits.iter().enumerate() {
            let fits = other.pieces == orbit.pieces && other.turns == orbit.turns;
            let wanted = self.orbits[number].is_none_or(|known| known == image)
                && (self.orbits.iter().enumerate()).all(|(n, &o)| n == number || o != Some(image));
            if !fits || !wanted {
                continue;
            }
            for to in other.slots().filter(|&to| moved[to] && !self.taken[to]) {
                let mirrored = (orbit.turns > 2).then(|| orbit.turns - 1);
                for factor in std::iter::once(1).chain(mirrored) {
                    let mut tried = self.clone();
                    tried.orbits[number] = Some(image);
                    if tried.spread(orbit, slot, to, factor) {
                        *self = tried;
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Names every slot that moves lead to from this one; false when they contradict.
    fn spread(&mut self, orbit: &Orbit, slot: usize, to: usize, factor: u8) -> bool {
        if !self.name(slot, to, 0, factor) {
            return false;
        }
        let mut open = vec![slot];
        let turns = u32::from(orbit.turns);
        while let Some(from) = open.pop() {
            let Some(from_image) = self.slots[from] else { return false };
            for (effect, &image) in self.finder.effects.iter().zip(self.moves) {
                let Some(at) = orbit.slots().find(|&at| usize::from(effect.from[at]) == from)
                else {
                    return false;
                };
                let image = &self.finder.effects[image];
                let Some(at_image) = image.from.iter().position(|&f| f == from_image) else {
                    return false;
                };
                let offset =
                    u32::from(self.offsets[from]) + u32::from(image.turn[at_image]) + turns * turns
                        - u32::from(factor) * u32::from(effect.turn[at]);
                let offset = (offset % turns) as u8;
                match self.slots[at] {
                    None => {
                        if !self.name(at, at_image, offset, factor) {
                            return false;
                        }
                        open.push(at);
                    }
                    Some(known) => {
                        if usize::from(known) != at_image || self.offsets[at] != offset {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    fn name(&mut self, slot: usize, to: usize, offset: u8, factor: u8) -> bool {
        if self.taken[to] {
            return false;
        }
        self.taken[to] = true;
        self.slots[slot] = Some(to as u8);
        self.offsets[slot] = offset;
        self.factors[slot] = factor;
        true
    }
}
