//! What moves do to the digits of a state: looked up where tables are small enough.

use std::collections::HashMap;

use super::coding::{Coding, Part};
use super::effect::Effect;

/// The most entries of a table.
const MOST_ENTRIES: u64 = 1 << 23;

/// What all moves do to the parts of a [`Coding`], in the order of the parts.
#[derive(Debug)]
pub(super) struct Steps {
    pub(super) parts: Vec<PartSteps>,
    /// How many moves there are.
    pub(super) moves: usize,
}

/// What all moves do to a part.
#[derive(Debug)]
pub(super) enum PartSteps {
    /// Looked up.
    Tables(Tables),
    /// Done on the pieces, by these moves.
    Pieces(Vec<PartMove>),
}

/// The moves of a part whose arrangement and turning are one digit each.
///
/// A move changes the arrangement without regard to the turning. How it changes the
/// turning may depend on the arrangement, but in few different ways.
#[derive(Debug)]
pub(super) struct Tables {
    /// For each arrangement and move the arrangement after it.
    next: Vec<u32>,
    /// For each arrangement and move the way in which the turning changes; empty when
    /// the move alone decides that.
    ways: Vec<u32>,
    /// For each move its way, when that is all that decides it.
    way_of_move: Vec<u32>,
    /// For each way and turning the turning after it.
    turned: Vec<u32>,
    /// How many turnings there are.
    turnings: usize,
}

/// What a move does to the slots of a part, numbered within it.
#[derive(Debug, Clone)]
pub(super) struct PartMove {
    from: Vec<u8>,
    turn: Vec<u8>,
}

impl Steps {
    pub(super) fn new(coding: &Coding, moves: &[Effect]) -> Self {
        let parts = coding.parts.iter().map(|part| {
            let moves: Vec<PartMove> =
                moves.iter().map(|effect| PartMove::of(effect, part)).collect();
            Tables::new(part, &moves).map_or(PartSteps::Pieces(moves), PartSteps::Tables)
        });
        Self { parts: parts.collect(), moves: moves.len() }
    }
}

impl PartMove {
    fn of(effect: &Effect, part: &Part) -> Self {
        let within = |&slot: &usize| {
            let from = usize::from(effect.from[slot]);
            // A move keeps the pieces of a part within it.
            part.slots.binary_search(&from).unwrap_or_default() as u8
        };
        Self {
            from: part.slots.iter().map(within).collect(),
            turn: part.slots.iter().map(|&slot| effect.turn[slot]).collect(),
        }
    }

    /// The classes after the move.
    fn carry(&self, classes: &[u8], out: &mut Vec<u8>) {
        out.clear();
        out.extend(self.from.iter().map(|&from| classes[usize::from(from)]));
    }

    /// Classes and turns after the move.
    pub(super) fn apply(
        &self,
        part: &Part,
        before: (&[u8], &[u8]),
        after: &mut (Vec<u8>, Vec<u8>),
    ) {
        self.carry(before.0, &mut after.0);
        let turned = |(&from, &turn): (&u8, &u8)| (before.1[usize::from(from)] + turn) % part.turns;
        after.1.clear();
        after.1.extend(self.from.iter().zip(&self.turn).map(turned));
    }
}

/// A way in which a turning changes: for each of its digits which one it was and what is
/// added.
type Way = Vec<(u8, u8)>;

impl Tables {
    /// The tables of a part; `None` when they would be too large.
    fn new(part: &Part, moves: &[PartMove]) -> Option<Self> {
        let (arrangements, turnings) = part.sizes()?;
        let entries = arrangements.checked_mul(moves.len() as u64)?;
        if entries > MOST_ENTRIES || turnings > MOST_ENTRIES {
            return None;
        }
        let mut next = Vec::with_capacity(entries as usize);
        let mut ways = Vec::new();
        let mut known: HashMap<Way, u32> = HashMap::new();
        let mut found: Vec<Way> = Vec::new();
        let mut number = |way: Way| {
            *known.entry(way).or_insert_with_key(|way| {
                found.push(way.clone());
                found.len() as u32 - 1
            })
        };
        let most_ways = MOST_ENTRIES / turnings.max(1);
        let (mut classes, mut after) = (Vec::new(), Vec::new());
        let mut way_of_move = Vec::new();
        let depends = !part.all_turn();
        if !depends {
            part.arrange(0, &mut classes);
            way_of_move
                .extend(moves.iter().map(|step| number(way(part, step, &classes, &classes))));
        }
        for arrangement in 0..arrangements {
            part.arrange(arrangement, &mut classes);
            for step in moves {
                step.carry(&classes, &mut after);
                next.push(part.arrangement(&after) as u32);
                if depends {
                    let way = number(way(part, step, &classes, &after));
                    if u64::from(way) >= most_ways {
                        return None;
                    }
                    ways.push(way);
                }
            }
        }
        if found.len() as u64 > most_ways {
            return None;
        }
        let turned = turned(part, &found, turnings, &classes);
        Some(Self { next, ways, way_of_move, turned, turnings: turnings as usize })
    }

    /// Where the entries of an arrangement begin.
    #[inline]
    pub(super) fn row(&self, arrangement: u64, moves: usize) -> usize {
        arrangement as usize * moves
    }

    /// Arrangement and turning after a move, of the row of an arrangement.
    #[inline]
    pub(super) fn after(&self, row: usize, step: usize, turning: usize) -> (u32, u32) {
        let way = if self.ways.is_empty() { self.way_of_move[step] } else { self.ways[row + step] };
        (self.next[row + step], self.turned[way as usize * self.turnings + turning])
    }
}

/// In which way a move from one arrangement to another changes the turning.
fn way(part: &Part, step: &PartMove, before: &[u8], after: &[u8]) -> Way {
    let mut digit_of_slot = vec![0; before.len()];
    for (digit, slot) in (0..).zip(part.turned_slots(before)) {
        digit_of_slot[slot] = digit;
    }
    let come = |slot: usize| (digit_of_slot[usize::from(step.from[slot])], step.turn[slot]);
    part.turned_slots(after).map(come).collect()
}

/// For each way and turning the turning after it. `classes` are any arrangement.
fn turned(part: &Part, ways: &[Way], turnings: u64, classes: &[u8]) -> Vec<u32> {
    let slots: Vec<usize> = part.turned_slots(classes).collect();
    let mut all = Vec::with_capacity(ways.len() * turnings as usize);
    let (mut turns, mut after) = (Vec::new(), vec![0; classes.len()]);
    for way in ways {
        for turning in 0..turnings {
            part.turn(turning, classes, &mut turns);
            for (&slot, &(digit, more)) in slots.iter().zip(way) {
                after[slot] = (turns[slots[usize::from(digit)]] + more) % part.turns;
            }
            all.push(part.turning(classes, &after) as u32);
        }
    }
    all
}
