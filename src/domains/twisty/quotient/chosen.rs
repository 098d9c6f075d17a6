//! Some pieces of an orbit: all positions in which they are alike share an entry (a pattern
//! database; J. Culberson and J. Schaeffer, "Pattern databases", 1998).

use super::completion::Chains;
use super::rank::{arrangements, digits, rank, unrank};
use super::whole::MAX_ENTRIES;
use super::{Part, Reading};
use crate::domains::twisty::symmetry::Symmetry;
use crate::space::Quotient;

/// More turns of the chosen pieces are not numbered: there is a table of their sums.
const MAX_COLUMNS: usize = 1 << 10;

/// Images that are asked about, at most.
const MAX_IMAGES: usize = 4;

/// Rows are the slots of the chosen pieces, columns their turns.
#[derive(Debug)]
pub(in crate::domains::twisty) struct Chosen<R> {
    part: Part,
    reading: R,
    /// The chosen pieces.
    pieces: Vec<u8>,
    rows: u64,
    columns: usize,
    /// For each move to which slot each slot's piece goes.
    to: Vec<Vec<u8>>,
    /// The sum of two columns, turn by turn.
    sums: Vec<u16>,
    images: Vec<Image>,
}

/// How an image of a position is read off the position itself.
#[derive(Debug)]
struct Image {
    /// Whether it is the inverse that is looked at.
    inverse: bool,
    /// For each piece which of the chosen ones it becomes, if any.
    chosen: Vec<u8>,
    /// The pieces that become the chosen ones.
    pieces: Vec<u8>,
    /// The slot that each slot becomes.
    slots: Vec<u8>,
    /// What the turn of a piece in a slot counts: by piece, slot and turn.
    counts: Vec<u16>,
}

const NOT_CHOSEN: u8 = u8::MAX;

impl<R> Chosen<R> {
    /// The view of `count` pieces of an orbit that moves, those that must stay first; `None` when that is too
    /// much. Images by `symmetries`, which keep what is wanted, and inverses if `inverse`.
    pub(in crate::domains::twisty) fn new(
        part: Part,
        reading: R,
        count: usize,
        symmetries: &[Symmetry],
        inverse: bool,
    ) -> Option<Self> {
        let (n, turns) = (part.pieces(), part.turns());
        if n > 64 || count > n {
            return None;
        }
        let rows = arrangements(n, count)?;
        let columns = turns.checked_pow(count as u32).filter(|&columns| columns <= MAX_COLUMNS)?;
        rows.checked_mul(columns as u64).filter(|&entries| entries <= MAX_ENTRIES)?;
        // Of pieces that must stay more is known than of those that may go round in some circle.
        let mut pieces: Vec<u8> = (0..n as u8).collect();
        pieces.sort_by_key(|&piece| std::cmp::Reverse(part.stay[usize::from(piece)]));
        pieces.truncate(count);
        let to = (part.moves.iter())
            .map(|(from, _)| {
                let mut to = vec![0; n];
                for (slot, &from) in from.iter().enumerate() {
                    to[usize::from(from)] = slot as u8;
                }
                to
            })
            .collect();
        let (mut a, mut b) = (vec![0; count], vec![0; count]);
        let mut sums = Vec::with_capacity(columns * columns);
        for one in 0..columns {
            digits(one, turns, &mut a);
            for other in 0..columns {
                digits(other, turns, &mut b);
                let sum = |(i, (a, b)): (usize, (&u8, &u8))| {
                    usize::from(a + b) % turns * turns.pow(i as u32)
                };
                sums.push(a.iter().zip(&b).enumerate().map(sum).sum::<usize>() as u16);
            }
        }
        let images = images(&part, &pieces, symmetries, inverse);
        Some(Self { part, reading, pieces, rows, columns, to, sums, images })
    }
}

/// Images whose chosen pieces are others than those before, and their inverses.
fn images(part: &Part, pieces: &[u8], symmetries: &[Symmetry], inverse: bool) -> Vec<Image> {
    let orbit = &part.orbit;
    let mut covered: Vec<u8> = Vec::new();
    let mut images = Vec::new();
    while images.len() < MAX_IMAGES {
        let within = |symmetry: &&Symmetry| {
            orbit.slots().all(|slot| orbit.slots().contains(&usize::from(symmetry.slots[slot])))
        };
        // Of the pieces that become chosen ones as many as possible are new.
        let fresh = |symmetry: &&Symmetry| {
            let source = |piece: &u8| {
                symmetry.sources[orbit.first + usize::from(*piece)] - orbit.first as u8
            };
            pieces.iter().map(source).filter(|piece| !covered.contains(piece)).count()
        };
        let best = symmetries.iter().filter(within).rev().max_by_key(fresh);
        let Some(best) = best.filter(|symmetry| fresh(symmetry) > 0) else { break };
        for inverse in [false, true].into_iter().filter(|&back| !back || inverse) {
            images.push(Image::new(part, pieces, best, inverse));
        }
        covered.extend(&images[images.len() - 1].pieces);
    }
    images
}

impl Image {
    fn new(part: &Part, pieces: &[u8], symmetry: &Symmetry, inverse: bool) -> Self {
        let orbit = &part.orbit;
        let (n, turns, first) = (part.pieces(), part.turns(), orbit.first);
        let mut chosen = vec![NOT_CHOSEN; n];
        let mut sources = Vec::new();
        for (at, &piece) in pieces.iter().enumerate() {
            let source = symmetry.sources[first + usize::from(piece)] - first as u8;
            chosen[usize::from(source)] = at as u8;
            sources.push(source);
        }
        let slots = orbit.slots().map(|slot| symmetry.slots[slot] - first as u8).collect();
        let mut counts = vec![0; n * n * turns];
        for (at, &piece) in sources.iter().enumerate() {
            let piece = usize::from(piece);
            for slot in 0..n {
                for turn in 0..turns {
                    let factor = usize::from(symmetry.factors[first + slot]);
                    let offset = |slot: usize| usize::from(symmetry.offsets[first + slot]);
                    let turn_here = (factor * turn + offset(slot) + turns - offset(piece)) % turns;
                    counts[(piece * n + slot) * turns + turn] =
                        (turn_here * turns.pow(at as u32)) as u16;
                }
            }
        }
        Self { inverse, chosen, pieces: sources, slots, counts }
    }
}

impl<P, R: Reading<P>> Quotient<P> for Chosen<R> {
    fn identity(&self) -> String {
        self.part.identity(&format!("pieces {:?}/1", self.pieces))
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn wanted(&self, row: u64, columns: &mut Vec<u16>) {
        let (n, turns) = (self.part.pieces(), self.part.turns());
        let mut slots = vec![0; self.pieces.len()];
        unrank(row, n, &mut slots);
        let chains = Chains::of(&self.part, &self.pieces, &slots);
        if chains.broken {
            return;
        }
        let circles = chains.circles.len();
        let fits: Vec<bool> = (0..1_usize << circles)
            .map(|set| {
                let turned: Vec<bool> = (0..circles).map(|circle| set >> circle & 1 == 1).collect();
                chains.fit(&self.part, &turned)
            })
            .collect();
        if !fits.contains(&true) {
            return;
        }
        let mut turn = vec![0; self.pieces.len()];
        for column in 0..self.columns {
            digits(column, turns, &mut turn);
            let mut set = 0;
            for (circle, members) in chains.circles.iter().enumerate() {
                let sum: usize = members.iter().map(|&at| usize::from(turn[usize::from(at)])).sum();
                set |= usize::from(!sum.is_multiple_of(turns)) << circle;
            }
            // A piece that must stay is a circle of its own: `Chains` has looked.
            let stay =
                |at: usize| self.part.stay[usize::from(self.pieces[at])].allows(true, turn[at]);
            if fits[set] && (0..turn.len()).all(stay) {
                columns.push(column as u16);
            }
        }
    }

    fn after<'a>(&'a self, row: u64, turn: usize, _: &'a mut Vec<u16>) -> (u64, &'a [u16]) {
        let (n, turns) = (self.part.pieces(), self.part.turns());
        let mut slots = [0; 64];
        let slots = &mut slots[..self.pieces.len()];
        unrank(row, n, slots);
        let (to, turned) = (&self.to[turn], &self.part.moves[turn].1);
        let (mut added, mut weight) = (0, 1);
        for slot in slots.iter_mut() {
            *slot = to[usize::from(*slot)];
            added += usize::from(turned[usize::from(*slot)]) * weight;
            weight *= turns;
        }
        let row = rank(slots.iter().map(|&slot| slot.into()), n);
        (row, &self.sums[added * self.columns..][..self.columns])
    }

    fn images(&self) -> usize {
        self.images.len()
    }

    fn entry(&self, image: usize, position: &P) -> u64 {
        let (n, turns, first) = (self.part.pieces(), self.part.turns(), self.part.orbit.first);
        let image = &self.images[image];
        let mut column = 0;
        let mut slots = [0_u8; 64];
        if image.inverse {
            // In the inverse a piece is where the piece of its slot comes from.
            for (at, &piece) in image.pieces.iter().enumerate() {
                let (slot, turn) = self.reading.piece(position, first + usize::from(piece));
                let slot = slot - first;
                let back = if turn == 0 { 0 } else { turns - turn };
                column += usize::from(image.counts[(usize::from(piece) * n + slot) * turns + back]);
                slots[at] = image.slots[slot];
            }
        } else {
            for slot in 0..n {
                let (piece, turn) = self.reading.piece(position, first + slot);
                let piece = piece - first;
                let at = image.chosen[piece];
                if at != NOT_CHOSEN {
                    column += usize::from(image.counts[(piece * n + slot) * turns + turn]);
                    slots[usize::from(at)] = image.slots[slot];
                }
            }
        }
        let row = rank(slots[..self.pieces.len()].iter().map(|&slot| slot.into()), n);
        row * self.columns as u64 + column as u64
    }
}
