//! Puzzles that fit one register.

use std::sync::Arc;

use super::Quest;
use crate::domains::twisty::counts::Counts;
use crate::domains::twisty::kernel::{Job, Layout, Packed, Unit};
use crate::domains::twisty::quotient::Reading;
use crate::domains::twisty::target::{Combination, Stay};
use crate::space::{MoveTable, Quotient, Seconds, Turning, members};

/// How often a position is done again before its cycles are counted one by one.
const POWERS: [u32; 3] = [2, 3, 4];

/// A quest whose positions are [`Packed`], with the instructions of a unit.
#[derive(Debug)]
pub struct PackedQuest<U> {
    quest: Quest,
    unit: U,
    layout: Layout,
    moves: Vec<Packed>,
    test: Test,
}

/// Tells wanted positions, the cheapest question first.
#[derive(Debug)]
struct Test {
    identity: Packed,
    /// What takes each move back.
    inverses: Vec<Packed>,
    /// How many bytes of the identity a wanted position can have, one bit each.
    sums: u64,
    /// How many pieces of each orbit can stay.
    once: Counts,
    /// The same when the position is done again and again.
    powers: [Counts; 3],
    /// Bytes whose pieces must stay, not turned.
    still: u32,
    /// Bytes of orbits about which anything is wanted.
    counted: u32,
    /// The orbit of each byte.
    orbit_of: [u8; 32],
    /// The codes of the wanted combinations; ascending.
    codes: Vec<u64>,
}

impl<U: Unit> PackedQuest<U> {
    /// A quest in packed form; `None` when the puzzle does not fit.
    #[must_use]
    pub fn new(quest: Quest, unit: U) -> Option<Self> {
        let layout = Layout::new(&quest.puzzle)?;
        let orbits = &quest.puzzle.orbits;
        let moves = quest.effects.iter().map(|effect| layout.pack(effect)).collect();
        let inverses = quest.effects.iter().map(|effect| layout.pack(&effect.inverse(orbits)));
        let counts = |times| Counts::after(&quest.puzzle, &quest.target, times);
        let once = counts(1);
        let padding = 32 - quest.puzzle.slots() as u32;
        let still = (quest.target.stay.iter().zip(&layout.bytes))
            .fold(0, |mask, (&stay, &byte)| mask | u32::from(stay == Stay::Still) << byte);
        let (mut counted, mut orbit_of) = (0, [0; 32]);
        let asked = |number: usize| {
            quest.target.combinations.iter().all(|combination| combination[number].is_some())
        };
        for (number, &bytes) in layout.orbits.iter().enumerate() {
            members(bytes.into()).for_each(|byte| orbit_of[byte] = number as u8);
            counted |= if asked(number) { bytes } else { 0 };
        }
        let code = |combination: &Combination| {
            let orbits = combination.iter().zip(0..).filter(|&(_, number)| asked(number.into()));
            orbits.fold(0_u64, |code, (structure, number)| {
                let cycles = structure.iter().flat_map(|structure| &structure.0);
                cycles.fold(code, |code, cycle| {
                    code.wrapping_add(cycle_code(number, cycle.length, cycle.turned))
                })
            })
        };
        let mut codes: Vec<u64> = quest.target.combinations.iter().map(code).collect();
        codes.sort_unstable();
        let test = Test {
            identity: layout.identity(),
            inverses: inverses.collect(),
            sums: once.sums << padding,
            once,
            powers: POWERS.map(counts),
            still,
            counted,
            orbit_of,
            codes,
        };
        Some(Self { quest, unit, layout, moves, test })
    }

    /// What is searched for.
    #[must_use]
    pub fn quest(&self) -> &Quest {
        &self.quest
    }

    /// Those of some moves that end at a wanted position. Question by question for all of them, so that
    /// there are few branches to guess wrong.
    #[inline(always)]
    fn wanted(&self, unit: U, position: &Packed, turns: u64) -> u64 {
        let Test { inverses, sums, .. } = &self.test;
        let mut maybe = 0;
        for turn in members(turns) {
            // A piece stays through position and move exactly where the position agrees with
            // what takes the move back: the position after it need not be computed.
            let agreeing = unit.agreeing(position, &inverses[turn]);
            maybe |= (sums >> agreeing & 1) << turn;
        }
        if maybe == 0 { 0 } else { self.wanted_of(unit, position, maybe) }
    }

    /// The same when the number of pieces that stay is right.
    #[inline(always)]
    fn wanted_of(&self, unit: U, position: &Packed, turns: u64) -> u64 {
        let Test { identity, inverses, once, powers, .. } = &self.test;
        let Layout { orbits, modulus, .. } = &self.layout;
        let mut maybe = 0;
        for turn in members(turns) {
            // Where the piece of a slot stays, it was taken from a slot of the same orbit.
            let stay = unit.agree(position, &inverses[turn]);
            maybe |= u64::from(once.has(orbits, stay)) << turn;
        }
        let mut wanted = 0;
        for turn in members(maybe) {
            let after = unit.compose(position, &self.moves[turn], modulus);
            let square = unit.compose(&after, &after, modulus);
            let stay = unit.agree(&square, identity);
            wanted |= u64::from(powers[0].has(orbits, stay)) << turn;
        }
        for turn in members(wanted) {
            let after = unit.compose(position, &self.moves[turn], modulus);
            let mut power = unit.compose(&after, &after, modulus);
            let is_wanted = powers[1..].iter().all(|counts| {
                power = unit.compose(&power, &after, modulus);
                counts.has(orbits, unit.agree(&power, identity))
            });
            let stays = unit.agree(&after, identity) & self.test.still == self.test.still;
            if !(is_wanted && stays && self.has_cycles(&after)) {
                wanted &= !(1 << turn);
            }
        }
        wanted
    }

    /// Whether the cycles of a position are wanted: compares their codes, then the cycles.
    #[inline(never)]
    fn has_cycles(&self, position: &Packed) -> bool {
        let code = self.code(position);
        self.test.codes.binary_search(&code).is_ok()
            && self.quest.target.has(&self.quest.puzzle, &self.layout.unpack(position))
    }

    /// A number of the cycles of all orbits about which anything is wanted.
    fn code(&self, position: &Packed) -> u64 {
        let mut code = 0_u64;
        let mut left = self.test.counted;
        while left != 0 {
            let start = left.trailing_zeros() as usize;
            let (mut byte, mut length, mut turn) = (start, 0, 0_u32);
            loop {
                left &= !(1 << byte);
                length += 1;
                turn += u32::from(position.0[byte] >> 4);
                byte = byte & 16 | usize::from(position.0[byte] & 15);
                if byte == start {
                    break;
                }
            }
            let turned = !turn.is_multiple_of(u32::from(self.layout.modulus.0[start] >> 4));
            code = code.wrapping_add(cycle_code(self.test.orbit_of[start], length, turned));
        }
        code
    }
}

/// A number for a cycle of an orbit; that of a piece that stays is 0. Sums of these tell the
/// cycles of two positions apart but by chance.
fn cycle_code(orbit: u8, length: u8, turned: bool) -> u64 {
    if length == 1 && !turned {
        return 0;
    }
    let kind = u64::from(orbit) << 16 | u64::from(length) << 8 | u64::from(turned);
    let mixed = (kind + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

struct After<'a, U> {
    quest: &'a PackedQuest<U>,
    position: &'a Packed,
    turns: u64,
}

impl<U: Unit> Job for After<'_, U> {
    type Output = u64;

    #[inline(always)]
    fn run<V: Unit>(self, _: V) -> u64 {
        let Self { quest, position, turns } = self;
        quest.wanted(quest.unit, position, turns)
    }
}

struct AfterTwo<'a, 'f, U> {
    quest: &'a PackedQuest<U>,
    position: &'a Packed,
    first: u64,
    second: &'a Seconds<'a>,
    found: &'f mut dyn FnMut(usize, usize),
}

impl<U: Unit> Job for AfterTwo<'_, '_, U> {
    type Output = u64;

    #[inline(always)]
    fn run<V: Unit>(self, _: V) -> u64 {
        let Self { quest, position, first, second, found } = self;
        let mut tested = 0;
        for turn in members(first) {
            let turns = second.after(turn);
            tested += u64::from(turns.count_ones());
            let after = quest.unit.compose(position, &quest.moves[turn], &quest.layout.modulus);
            members(quest.wanted(quest.unit, &after, turns)).for_each(|last| found(turn, last));
        }
        tested
    }
}

impl<U: Unit> Turning for PackedQuest<U> {
    type Position = Packed;

    fn moves(&self) -> &MoveTable {
        &self.quest.table
    }

    fn start(&self) -> Packed {
        self.layout.pack(&self.quest.start)
    }

    #[inline]
    fn after(&self, position: &Packed, turn: usize) -> Packed {
        self.unit.compose(position, &self.moves[turn], &self.layout.modulus)
    }

    fn is_wanted(&self, position: &Packed) -> bool {
        self.quest.target.has(&self.quest.puzzle, &self.layout.unpack(position))
    }

    #[inline]
    fn wanted_after(&self, position: &Packed, turns: u64) -> u64 {
        self.unit.enter(After { quest: self, position, turns })
    }

    #[inline]
    fn wanted_after_two(
        &self,
        position: &Packed,
        first: u64,
        second: &Seconds<'_>,
        found: &mut dyn FnMut(usize, usize),
    ) -> u64 {
        self.unit.enter(AfterTwo { quest: self, position, first, second, found })
    }

    fn quotients(&self) -> Vec<Vec<Arc<dyn Quotient<Packed>>>> {
        self.quest.quotients(&self.layout)
    }

    fn is_cyclic(&self) -> bool {
        self.quest.is_cyclic()
    }

    fn symmetries(&self) -> &[Vec<usize>] {
        &self.quest.symmetric_moves
    }

    fn representative(&self, position: &Packed, symmetries: bool, inverse: bool) -> Packed {
        let effect = self.layout.unpack(position);
        self.layout.pack(&self.quest.representative(&effect, symmetries, inverse))
    }
}

impl Reading<Packed> for Layout {
    #[inline]
    fn piece(&self, position: &Packed, slot: usize) -> (usize, usize) {
        self.piece(position, slot)
    }
}
