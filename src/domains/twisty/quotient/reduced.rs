//! As [`Whole`](super::Whole), with one row for all arrangements that symmetries make of each other.

use std::collections::HashSet;

use super::rank::{arrangements, rank, unrank};
use super::whole::{MAX_ENTRIES, columns, turns_of};
use super::{Part, Reading};
use crate::domains::twisty::puzzle::Orbit;
use crate::domains::twisty::symmetry::Symmetry;
use crate::space::Quotient;

/// More arrangements are not listed.
const MAX_ARRANGEMENTS: u64 = 1 << 20;

/// Rows are classes of arrangements, columns the turns of the slots of the one that stands for
/// the class.
#[derive(Debug)]
pub(in crate::domains::twisty) struct Reduced<R> {
    part: Part,
    reading: R,
    /// For each arrangement its class, and the symmetry that leads to the one that stands for it.
    classes: Vec<(u32, u8)>,
    /// The arrangement that stands for each class, and whether several symmetries lead to it.
    stand: Vec<(u32, bool)>,
    columns: usize,
    /// The turns of the first slots.
    low: Turns,
    /// The turns of the others, but a last one that they tell.
    high: Turns,
    /// What the turn of a piece counts: by symmetry, slot, where the piece comes from, and turn.
    counts: Vec<u16>,
    /// The symmetries, as far as they concern the orbit.
    names: String,
}

/// How a symmetry renames the slots and the turns of an orbit: turns that are counted from another one
/// in all slots alike are the same.
fn renaming(symmetry: &Symmetry, orbit: &Orbit) -> Vec<(u8, u8, u8)> {
    let from = symmetry.offsets[orbit.first];
    let slot = |slot: usize| {
        let offset = (symmetry.offsets[slot] + orbit.turns - from) % orbit.turns;
        (symmetry.slots[slot] - orbit.first as u8, symmetry.factors[slot], offset)
    };
    orbit.slots().map(slot).collect()
}

fn named(symmetry: &Symmetry, orbit: &Orbit) -> String {
    let slots = renaming(symmetry, orbit);
    let slots: Vec<String> = slots.iter().map(|(slot, f, o)| format!("{slot}x{f}+{o}")).collect();
    slots.join(",")
}

/// Whether one after the other is always one of them: only then do all of a class lead to the one
/// arrangement that stands for it.
fn is_group(symmetries: &[&Symmetry], orbit: &Orbit) -> bool {
    let all: Vec<_> = symmetries.iter().map(|symmetry| renaming(symmetry, orbit)).collect();
    let known: HashSet<_> = all.iter().collect();
    all.iter().all(|first| {
        all.iter().all(|then| {
            let both = first.iter().map(|&(slot, factor, offset)| {
                let (to, other, turned) = then[usize::from(slot)];
                let turn = u32::from(other) * u32::from(offset) + u32::from(turned);
                let factor = u32::from(factor) * u32::from(other) % u32::from(orbit.turns);
                let factor = if orbit.turns == 1 { 1 } else { factor as u8 };
                (to, factor, (turn % u32::from(orbit.turns)) as u8)
            });
            let both: Vec<(u8, u8, u8)> = both.collect();
            let from = both[0].2;
            let both: Vec<_> = (both.into_iter())
                .map(|(to, factor, offset)| {
                    (to, factor, (offset + orbit.turns - from) % orbit.turns)
                })
                .collect();
            known.contains(&both)
        })
    })
}

/// All ways in which some slots can be turned.
#[derive(Debug)]
struct Turns {
    slots: usize,
    /// For each way the sum of the turns, less than the number of turns.
    turns: Vec<u8>,
}

impl Turns {
    fn new(slots: usize, turns: usize) -> Self {
        let mut all: Vec<u8> = vec![0];
        for _ in 0..slots {
            all = (0..turns)
                .flat_map(|t| all.iter().map(move |sum| (sum + t as u8) % turns as u8))
                .collect();
        }
        Self { slots, turns: all }
    }

    /// For each way the sum of what the turns count.
    fn sums(&self, counts: &[usize], turns: usize) -> Vec<usize> {
        let mut all = vec![0];
        for slot in counts.chunks_exact(turns).take(self.slots) {
            all = slot.iter().flat_map(|count| all.iter().map(move |sum| sum + count)).collect();
        }
        all
    }
}

impl<R> Reduced<R> {
    /// The view of an orbit; `None` when it has too many positions, or no symmetry.
    pub(in crate::domains::twisty) fn new(
        part: Part,
        reading: R,
        symmetries: &[Symmetry],
    ) -> Option<Self> {
        let n = part.pieces();
        let orbit = part.orbit.clone();
        let within = |symmetry: &&Symmetry| {
            orbit.slots().all(|slot| orbit.slots().contains(&usize::from(symmetry.slots[slot])))
        };
        let symmetries: Vec<&Symmetry> = symmetries.iter().filter(within).collect();
        let all = (n <= 20).then(|| arrangements(n, n))??;
        let (columns, weights) = columns(&part)?;
        let number = symmetries.len();
        let fits = (2..=usize::from(u8::MAX)).contains(&number) && is_group(&symmetries, &orbit);
        if all > MAX_ARRANGEMENTS || !fits || all * columns as u64 > MAX_ENTRIES {
            return None;
        }
        let (mut from, mut image) = (vec![0; n], vec![0; n]);
        let mut classes = vec![(u32::MAX, 0); all as usize];
        let mut stand = Vec::new();
        let slot = |symmetry: &Symmetry, slot: u8| {
            symmetry.slots[orbit.first + usize::from(slot)] - orbit.first as u8
        };
        for arrangement in 0..all {
            if classes[arrangement as usize].0 != u32::MAX {
                continue;
            }
            unrank(arrangement, n, &mut from);
            let mut several = false;
            // What leads from an image back to this one is a symmetry too: it is looked for there.
            for (number, symmetry) in symmetries.iter().enumerate() {
                for (at, &piece) in from.iter().enumerate() {
                    image[usize::from(slot(symmetry, at as u8))] = slot(symmetry, piece);
                }
                let other = rank(image.iter().map(|&piece| piece.into()), n);
                several |= number > 0 && other == arrangement;
                let back = symmetries.iter().position(|back| {
                    (0..n).all(|at| slot(back, slot(symmetry, at as u8)) == at as u8)
                });
                let class = &mut classes[other as usize];
                if let (u32::MAX, Some(back)) = (class.0, back) {
                    *class = (stand.len() as u32, back as u8);
                }
            }
            stand.push((arrangement as u32, several));
        }
        let turns = part.turns();
        let free = if columns < turns.pow(n as u32) { n - 1 } else { n };
        let (low, high) = (Turns::new(free.div_ceil(2), turns), Turns::new(free / 2, turns));
        let mut counts = Vec::with_capacity(symmetries.len() * n * n * turns);
        for symmetry in &symmetries {
            for at in 0..n {
                let weight = weights[usize::from(slot(symmetry, at as u8))];
                for piece in 0..n {
                    for turn in 0..turns {
                        let factor = usize::from(symmetry.factors[orbit.first + at]);
                        let offset =
                            |slot: usize| usize::from(symmetry.offsets[orbit.first + slot]);
                        let turn = (factor * turn + offset(at) + turns - offset(piece)) % turns;
                        counts.push((turn * weight) as u16);
                    }
                }
            }
        }
        // Which class has which number depends on the symmetries.
        let names: Vec<String> =
            symmetries.iter().map(|symmetry| named(symmetry, &orbit)).collect();
        let names = names.join(" ");
        Some(Self { part, reading, classes, stand, columns, low, high, counts, names })
    }

    #[inline]
    fn count(&self, symmetry: u8, slot: usize, piece: usize, turn: usize) -> usize {
        let n = self.part.pieces();
        let at = ((usize::from(symmetry) * n + slot) * n + piece) * self.part.turns() + turn;
        usize::from(self.counts[at])
    }
}

impl<P, R: Reading<P>> Quotient<P> for Reduced<R> {
    fn identity(&self) -> String {
        format!("{} by {}", self.part.identity("reduced/2"), self.names)
    }

    fn rows(&self) -> u64 {
        self.stand.len() as u64
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn wanted(&self, row: u64, columns: &mut Vec<u16>) {
        let n = self.part.pieces();
        let (mut from, mut turn, mut scratch) = (vec![0; n], vec![0; n], Vec::new());
        unrank(self.stand[row as usize].0.into(), n, &mut from);
        for column in 0..self.columns {
            turns_of(&self.part, self.columns, column, &mut turn);
            if self.part.is_wanted(&from, &turn, &mut scratch) {
                columns.push(column as u16);
            }
        }
    }

    fn after<'a>(&'a self, row: u64, turn: usize, scratch: &'a mut Vec<u16>) -> (u64, &'a [u16]) {
        let (n, turns) = (self.part.pieces(), self.part.turns());
        let mut from = [0; 20];
        unrank(self.stand[row as usize].0.into(), n, &mut from[..n]);
        let (sources, turned) = &self.part.moves[turn];
        let after = |slot: usize| usize::from(from[usize::from(sources[slot])]);
        let (class, symmetry) = self.classes[rank((0..n).map(after), n) as usize];
        // What the turn of each slot before the move counts after it.
        let mut counts = vec![0; n * turns];
        for slot in 0..n {
            for turn in 0..turns {
                let now = (turn + usize::from(turned[slot])) % turns;
                counts[usize::from(sources[slot]) * turns + turn] =
                    self.count(symmetry, slot, after(slot), now);
            }
        }
        // The sum over all slots, in two parts: their first ones and the rest.
        let (low, high) = (&self.low, &self.high);
        let lows = low.sums(&counts, turns);
        let highs = high.sums(&counts[low.slots * turns..], turns);
        let last = &counts[(low.slots + high.slots) * turns..];
        scratch.clear();
        for (high, sum) in highs.iter().zip(&high.turns) {
            if last.is_empty() {
                scratch.extend(lows.iter().map(|low| (low + high) as u16));
            } else {
                let lows = lows.iter().zip(&low.turns);
                // The turns of the others tell that of the last slot.
                scratch.extend(lows.map(|(low, turn)| {
                    let turn = 2 * turns - usize::from(*turn) - usize::from(*sum);
                    let turn = if turn >= turns { turn - turns } else { turn };
                    let turn = if turn >= turns { turn - turns } else { turn };
                    (low + high + last[turn]) as u16
                }));
            }
        }
        (class.into(), scratch)
    }

    fn stands_for_several(&self, row: u64) -> bool {
        self.stand[row as usize].1
    }

    fn entry(&self, _: usize, position: &P) -> u64 {
        let (n, first) = (self.part.pieces(), self.part.orbit.first);
        let mut pieces = [(0, 0); 20];
        for (slot, piece) in pieces[..n].iter_mut().enumerate() {
            let (from, turn) = self.reading.piece(position, first + slot);
            *piece = (from - first, turn);
        }
        let row = rank(pieces[..n].iter().map(|&(piece, _)| piece), n);
        let (class, symmetry) = self.classes[row as usize];
        let column = pieces[..n]
            .iter()
            .enumerate()
            .map(|(slot, &(piece, turn))| self.count(symmetry, slot, piece, turn));
        u64::from(class) * self.columns as u64 + column.sum::<usize>() as u64
    }
}
