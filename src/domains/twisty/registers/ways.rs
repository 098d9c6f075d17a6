//! The ways in which registers fit side by side.

use super::choice::{Choice, choices};
use crate::domains::twisty::possible::Possible;
use crate::domains::twisty::puzzle::{Orbit, Puzzle};
use crate::domains::twisty::space::Task;

/// The largest number of registers.
pub const MAX_REGISTERS: usize = 8;

/// The largest order of a register.
const MAX_ORDER: u64 = 1 << 40;

/// Ways that are kept, the most promising ones.
const MAX_WAYS: usize = 1000;

/// Ways that are compared, at most.
const MAX_COMPARED: usize = 2_000_000;

/// Cycles for each register, such that all of them have room.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Which register, counted from 0, has which cycles; in the order in which they are to be
    /// searched: those with the rarest effects first, unless more is known ([`Way::arranged`]).
    pub choices: Vec<(usize, Choice)>,
    /// What is expected, to be compared with that of other ways: of the longest sequence, and of all together. Logarithms
    /// of how rare the effects are, or moves once lengths are known.
    pub expected: (f64, f64),
}

/// Reads the orders of registers, such as `30/18/10/9`; `None` when the text is something else.
///
/// # Errors
/// Why they are none, as a sentence.
pub fn read_orders(text: &str) -> Option<Result<Vec<u64>, String>> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/') {
        return None;
    }
    let order = |word: &str| match word.parse::<u64>() {
        Ok(order @ 2..=MAX_ORDER) => Ok(order),
        _ => Err(format!("{word:?} is no order of a register: it is a number from 2 on")),
    };
    let orders: Result<Vec<u64>, String> = text.split('/').map(order).collect();
    Some(orders.and_then(|orders| match orders.len() {
        ..=MAX_REGISTERS => Ok(orders),
        many => Err(format!("{many} registers; at most {MAX_REGISTERS} are searched")),
    }))
}

/// The ways in which registers of these orders fit side by side, the most promising ones first.
///
/// The rarer an effect is, the longer is the shortest sequence that has it. So the ways come
/// first whose rarest register is the least rare, and of those the ways with the shortest sequences
/// together.
///
/// # Errors
/// Why there is none: what one of the orders needs, or that they have no room together.
pub fn ways(task: &Task, orders: &[u64]) -> Result<Vec<Way>, String> {
    let puzzle = &task.puzzle;
    let possible = Possible::new(task)?;
    let mut all: Vec<Vec<Choice>> = Vec::new();
    for order in orders {
        let choices = choices(puzzle, &possible, *order)
            .map_err(|why| format!("{order} is impossible: {why}"))?;
        all.push(choices);
    }
    let room: Vec<usize> = puzzle.orbits.iter().map(|orbit| orbit.pieces).collect();
    // First those that are common, which take many pieces; then those that take few, in case there
    // were too many to come to one with room.
    let rare = |choice: &Choice| alone(choice, &room);
    let mut found = Search::new(puzzle, orders, &all, |a, b| rare(a).total_cmp(&rare(b)));
    found.extend(0, &room, &vec![false; room.len()]);
    let mut complete = !found.too_many();
    let mut ways = found.ways;
    if ways.is_empty() && !complete {
        let few = |choice: &Choice| choice.own.iter().map(|own| own.pieces()).sum::<usize>();
        let mut found = Search::new(puzzle, orders, &all, |a, b| few(a).cmp(&few(b)));
        found.extend(0, &room, &vec![false; room.len()]);
        complete = !found.too_many();
        ways = found.ways;
    }
    if ways.is_empty() {
        return Err(no_room(puzzle, orders, &all, complete));
    }
    ways.sort_by(promising);
    ways.truncate(MAX_WAYS);
    Ok(ways)
}

impl Way {
    /// The same cycles in the order that promises the shortest longest sequence, and of such orders the
    /// shortest sequences together. `lengths` are those of the shortest sequences that have the cycles of each
    /// choice when every piece is free.
    ///
    /// A sequence gets longer as the pieces are told that it can take: there are as many times more
    /// sequences of one more move as there are moves that can follow one, about three in four.
    #[must_use]
    pub fn arranged(&self, puzzle: &Puzzle, moves: usize, lengths: &[u32]) -> Self {
        let all: Vec<usize> = puzzle.orbits.iter().map(|orbit| orbit.pieces).collect();
        let growth = (moves as f64 * 0.75).max(2.0).ln();
        let expected = |order: &[usize]| {
            let (mut room, mut shared) = (all.clone(), vec![false; all.len()]);
            let (mut most, mut sum) = (0.0_f64, 0.0);
            for &at in order {
                let choice = &self.choices[at].1;
                let rarer = rarity(choice, &mut room, &mut shared) - alone(choice, &all);
                let length = f64::from(lengths[at]) + rarer / growth;
                (most, sum) = (most.max(length), sum + length);
            }
            (most, sum)
        };
        let mut order: Vec<usize> = (0..self.choices.len().min(lengths.len())).collect();
        let mut best = (expected(&order), order.clone());
        each_order(&mut order, 0, &mut |order| {
            let (most, sum) = expected(order);
            // By more than what is lost in adding up.
            let ((best_most, best_sum), _) = best;
            let same = (most - best_most).abs() < 1e-9;
            if most < best_most - 1e-9 || same && sum < best_sum - 1e-9 {
                best = ((most, sum), order.to_vec());
            }
        });
        let choices = best.1.iter().map(|&at| self.choices[at].clone()).collect();
        Self { choices, expected: best.0 }
    }
}

/// Calls `see` with every order of what is behind `from`.
fn each_order(order: &mut [usize], from: usize, see: &mut impl FnMut(&[usize])) {
    if from == order.len() {
        return see(order);
    }
    for at in from..order.len() {
        order.swap(from, at);
        each_order(order, from + 1, see);
        order.swap(from, at);
    }
}

/// Which of two ways comes first.
#[must_use]
pub fn promising(a: &Way, b: &Way) -> std::cmp::Ordering {
    a.expected.0.total_cmp(&b.expected.0).then(a.expected.1.total_cmp(&b.expected.1))
}

/// Takes choice after choice, register by register.
struct Search<'a> {
    orders: &'a [u64],
    /// For each register the choices, in the order in which they are tried.
    choices: Vec<Vec<&'a Choice>>,
    room: Vec<usize>,
    chosen: Vec<usize>,
    ways: Vec<Way>,
    compared: usize,
}

impl<'a> Search<'a> {
    fn new(
        puzzle: &Puzzle,
        orders: &'a [u64],
        all: &'a [Vec<Choice>],
        first: impl Fn(&Choice, &Choice) -> std::cmp::Ordering,
    ) -> Self {
        let sorted = |choices: &'a Vec<Choice>| {
            let mut sorted: Vec<&Choice> = choices.iter().collect();
            sorted.sort_by(|a, b| first(a, b));
            sorted
        };
        Self {
            orders,
            choices: all.iter().map(sorted).collect(),
            room: puzzle.orbits.iter().map(|orbit| orbit.pieces).collect(),
            chosen: Vec::new(),
            ways: Vec::new(),
            compared: 0,
        }
    }

    fn too_many(&self) -> bool {
        self.compared > MAX_COMPARED
    }

    /// Chooses for this register and those behind it; `room` is left for pieces of their own.
    fn extend(&mut self, register: usize, room: &[usize], shared: &[bool]) {
        if register == self.orders.len() {
            let way = self.way();
            self.ways.push(way);
            if self.ways.len() > 4 * MAX_WAYS {
                self.ways.sort_by(promising);
                self.ways.truncate(MAX_WAYS);
            }
            return;
        }
        // Registers of equal orders are alike: the choice of the second one does not come before
        // that of the first one.
        let alike = register > 0 && self.orders[register - 1] == self.orders[register];
        let begin = if alike { self.chosen[register - 1] } else { 0 };
        for at in begin..self.choices[register].len() {
            self.compared += 1;
            if self.too_many() {
                return;
            }
            let choice = self.choices[register][at];
            let (mut room, mut shared) = (room.to_vec(), shared.to_vec());
            let fits = (0..room.len()).all(|orbit| {
                let fresh = choice.shared[orbit] && !shared[orbit];
                shared[orbit] |= choice.shared[orbit];
                let left = room[orbit].checked_sub(choice.own[orbit].pieces() + usize::from(fresh));
                room[orbit] = left.unwrap_or(0);
                left.is_some()
            });
            if fits {
                self.chosen.push(at);
                self.extend(register + 1, &room, &shared);
                self.chosen.pop();
            }
        }
    }

    fn way(&self) -> Way {
        let choice = |(register, &at): (usize, &usize)| (register, self.choices[register][at]);
        let mut choices: Vec<(usize, &Choice)> =
            self.chosen.iter().enumerate().map(choice).collect();
        choices.sort_by(|(_, a), (_, b)| alone(b, &self.room).total_cmp(&alone(a, &self.room)));
        let (mut room, mut shared) = (self.room.clone(), vec![false; self.room.len()]);
        let rarities: Vec<f64> =
            choices.iter().map(|(_, choice)| rarity(choice, &mut room, &mut shared)).collect();
        let most = rarities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Way {
            choices: choices.into_iter().map(|(register, c)| (register, c.clone())).collect(),
            expected: (most, rarities.iter().sum()),
        }
    }
}

/// The same when every piece is free.
fn alone(choice: &Choice, room: &[usize]) -> f64 {
    rarity(choice, &mut room.to_vec(), &mut vec![false; room.len()])
}

/// How rare the effects of a register are whose pieces are taken from `room`, which becomes less; as the
/// negative logarithm of their number.
fn rarity(choice: &Choice, room: &mut [usize], shared: &mut [bool]) -> f64 {
    let mut common = choice.commonness;
    for orbit in 0..room.len() {
        let mut taken = choice.own[orbit].pieces();
        if choice.shared[orbit] && !std::mem::replace(&mut shared[orbit], true) {
            taken += 1;
        }
        for _ in 0..taken {
            common += (room[orbit].max(1) as f64).ln();
            room[orbit] = room[orbit].saturating_sub(1);
        }
    }
    -common
}

/// Why registers that are possible alone are not together.
fn no_room(puzzle: &Puzzle, orders: &[u64], all: &[Vec<Choice>], complete: bool) -> String {
    let names: Vec<String> = orders.iter().map(u64::to_string).collect();
    let names = names.join("/");
    if !complete {
        return format!(
            "{names}: too many ways to choose the pieces, and none of those tried fits"
        );
    }
    let needs = |(order, choices): (&u64, &Vec<Choice>)| {
        let least: Vec<String> = (puzzle.orbits.iter().enumerate())
            .map(|(orbit, Orbit { name, .. })| {
                let pieces = choices.iter().map(|choice| choice.own[orbit].pieces()).min();
                format!("{} {name}", pieces.unwrap_or(0))
            })
            .collect();
        let total = choices.iter().map(|choice| choice.own.iter().map(|own| own.pieces()).sum());
        let total: usize = total.min().unwrap_or(0);
        format!("{order} takes {total} pieces of its own ({} at least)", least.join(" and "))
    };
    let mut needs: Vec<String> = orders.iter().zip(all).map(needs).collect();
    needs.dedup();
    let has: Vec<String> =
        puzzle.orbits.iter().map(|orbit| format!("{} {}", orbit.pieces, orbit.name)).collect();
    format!(
        "{names} is impossible: the registers have no room side by side on {} with {}: {}",
        puzzle.name,
        has.join(" and "),
        needs.join("; ")
    )
}
