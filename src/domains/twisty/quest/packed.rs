//! Puzzles that fit one register.

use std::sync::Arc;

use super::Quest;
use crate::domains::twisty::counts::Counts;
use crate::domains::twisty::kernel::{Job, Layout, Packed, Unit};
use crate::domains::twisty::quotient::Reading;
use crate::domains::twisty::target::Stay;
use crate::space::{MoveTable, Quotient, Seconds, Turning, members};

/// How often a position is done again before its cycles are counted one by one.
const POWERS: std::ops::RangeInclusive<u32> = 2..=4;

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
    powers: Vec<Counts>,
    /// Bytes whose pieces must stay, not turned.
    still: u32,
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
        let test = Test {
            identity: layout.identity(),
            inverses: inverses.collect(),
            sums: once.sums << padding,
            once,
            powers: POWERS.map(counts).collect(),
            still,
        };
        Some(Self { quest, unit, layout, moves, test })
    }

    /// What is searched for.
    #[must_use]
    pub fn quest(&self) -> &Quest {
        &self.quest
    }

    /// Whether a move ends at a wanted position.
    #[inline(always)]
    fn is_wanted_after(&self, unit: U, position: &Packed, turn: usize) -> bool {
        // A piece stays through position and move exactly where the position agrees with what
        // takes the move back: the position after it need not be computed.
        let agreeing = unit.agreeing(position, &self.test.inverses[turn]);
        self.test.sums >> agreeing & 1 == 1 && self.is_wanted_by(unit, position, turn)
    }

    /// The same when the number of pieces that stay is right.
    #[inline(never)]
    fn is_wanted_by(&self, unit: U, position: &Packed, turn: usize) -> bool {
        unit.enter(ByCycles { quest: self, position, turn })
    }

    /// Whether the cycles of a position are wanted, asked for more and more of its powers.
    #[inline(always)]
    fn has_cycles(&self, unit: U, position: &Packed) -> bool {
        let mut power = *position;
        for counts in &self.test.powers {
            power = unit.compose(&power, position, &self.layout.modulus);
            let agree = unit.agree(&power, &self.test.identity);
            if !self.counts(counts, agree) {
                return false;
            }
        }
        self.quest.target.has(&self.quest.puzzle, &self.layout.unpack(position))
    }

    #[inline(always)]
    fn counts(&self, counts: &Counts, agree: u32) -> bool {
        counts.has(|orbit| (agree & self.layout.orbits[orbit]).count_ones() as usize)
    }
}

struct ByCycles<'a, U> {
    quest: &'a PackedQuest<U>,
    position: &'a Packed,
    turn: usize,
}

impl<U: Unit> Job for ByCycles<'_, U> {
    type Output = bool;

    #[inline(always)]
    fn run<V: Unit>(self, _: V) -> bool {
        let Self { quest, position, turn } = self;
        let agree = quest.unit.agree(position, &quest.test.inverses[turn]);
        // Where the piece of a slot came back, it was taken from another slot of its orbit.
        if !quest.counts(&quest.test.once, agree) {
            return false;
        }
        let after = quest.unit.compose(position, &quest.moves[turn], &quest.layout.modulus);
        let stays = quest.unit.agree(&after, &quest.test.identity);
        stays & quest.test.still == quest.test.still && quest.has_cycles(quest.unit, &after)
    }
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
        let mut wanted = 0;
        for turn in members(turns) {
            wanted |= u64::from(quest.is_wanted_after(quest.unit, position, turn)) << turn;
        }
        wanted
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
            for last in members(turns) {
                if quest.is_wanted_after(quest.unit, &after, last) {
                    found(turn, last);
                }
            }
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
