//! The cycles that one register can have.

use std::collections::BTreeMap;
use std::collections::HashMap;

use crate::domains::twisty::cycles::{Cycle, Structure, gcd, lcm};
use crate::domains::twisty::possible::Possible;
use crate::domains::twisty::puzzle::{Orbit, Puzzle};
use crate::domains::twisty::target::Combination;

/// Kinds of cycles of one orbit that are kept, at most; those of the 3x3x3 are fewer.
const MAX_KINDS: usize = 500;

/// The same for several orbits together: what is compared when another one is added
/// is the product.
const MAX_PARTIAL: usize = 5_000;

/// The cycles of a register.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// For each orbit the cycles of the register's own pieces.
    pub own: Vec<Structure>,
    /// For each orbit whether a shared piece is turned as well.
    pub shared: Vec<bool>,
    /// The logarithm of how many effects have these cycles, apart from which pieces are in them.
    pub commonness: f64,
}

impl Choice {
    /// All cycles.
    #[must_use]
    pub fn combination(&self) -> Combination {
        let all = |(own, &shared): (&Structure, &bool)| Some(with_shared(own, shared));
        self.own.iter().zip(&self.shared).map(all).collect()
    }
}

fn with_shared(own: &Structure, shared: bool) -> Structure {
    let mut structure = own.clone();
    if shared {
        structure.0.push(Cycle { length: 1, turned: true });
        structure.0.sort_unstable();
    }
    structure
}

/// What decides whether cycles of one orbit go together with others, and how many pieces they take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Kind {
    order: u64,
    pieces: usize,
    odd: bool,
    /// How many cycles are turned: 0, 1, or more: an even (2) or an odd number (3).
    turned: u8,
    shared: bool,
}

/// For each kind the most common cycles of it, and the logarithm of how common they are.
type Kinds = BTreeMap<Kind, (f64, Structure)>;

/// The most common choices for a register of this order: one for each number of pieces of
/// each orbit and each set of orbits with a shared piece.
///
/// # Errors
/// Why there is none, or that there are too many to compare.
pub(super) fn choices(
    puzzle: &Puzzle,
    possible: &Possible<'_>,
    order: u64,
) -> Result<Vec<Choice>, String> {
    let mut partial: BTreeMap<Vec<Kind>, Choice> = BTreeMap::from([(
        Vec::new(),
        Choice { own: Vec::new(), shared: Vec::new(), commonness: 0.0 },
    )]);
    let mut complete = true;
    for number in 0..puzzle.orbits.len() {
        let kinds = kinds(puzzle, possible, number, order);
        let (kinds, all_kinds) = trimmed(kinds, MAX_KINDS, |kind| std::slice::from_ref(kind));
        let (before, all_before) = trimmed(partial, MAX_PARTIAL, |kinds| kinds);
        complete &= all_kinds && all_before;
        let mut longer = BTreeMap::new();
        for (before, choice) in &before {
            for (kind, (commonness, own)) in &kinds {
                let mut key = before.clone();
                key.push(*kind);
                let mut choice = choice.clone();
                choice.own.push(own.clone());
                choice.shared.push(kind.shared);
                choice.commonness += commonness;
                longer.insert(key, choice);
            }
        }
        partial = longer;
    }
    // Parities and sums of turns decide what is possible: each combination of them is asked about once.
    let mut known: HashMap<Vec<(bool, u8, bool)>, bool> = HashMap::new();
    let mut best: BTreeMap<Vec<(usize, bool)>, Choice> = BTreeMap::new();
    let mut of_order = false;
    for (kinds, choice) in partial {
        if kinds.iter().fold(1, |all, kind| lcm(all, kind.order)) != order {
            continue;
        }
        of_order = true;
        let signs = kinds.iter().map(|kind| (kind.odd, kind.turned, kind.shared)).collect();
        let fits =
            *known.entry(signs).or_insert_with(|| possible.check(&choice.combination()).is_ok());
        let place: Vec<(usize, bool)> =
            kinds.iter().map(|kind| (kind.pieces, kind.shared)).collect();
        let rarer = best.get(&place).is_none_or(|other| other.commonness < choice.commonness);
        if fits && rarer {
            best.insert(place, choice);
        }
    }
    if best.is_empty() {
        let name = &puzzle.name;
        if !complete {
            return Err("none of the cycles that were tried does, and they are too many".to_owned());
        }
        return Err(match of_order {
            true => format!(
                "a register of {order} on {name} would need an odd permutation or a sum of turns that no moves make"
            ),
            false => format!("no cycles of the pieces of {name} have order {order}"),
        });
    }
    Ok(best.into_values().collect())
}

/// The kinds that take few pieces, among those that go together with others alike; at most `limit`, and whether
/// these are all.
fn trimmed<K: Ord + Clone, V>(
    all: BTreeMap<K, V>,
    limit: usize,
    kinds: impl Fn(&K) -> &[Kind],
) -> (BTreeMap<K, V>, bool) {
    if all.len() <= limit {
        return (all, true);
    }
    let mut sorted: Vec<(K, V)> = all.into_iter().collect();
    sorted.sort_by_key(|(key, _)| kinds(key).iter().map(|kind| kind.pieces).sum::<usize>());
    // Order, and of each orbit whether the permutation is odd, how many cycles are turned, and whether a piece is shared.
    type Alike = (u64, Vec<(bool, u8, bool)>);
    let mut before: HashMap<Alike, usize> = HashMap::new();
    let mut ranked: Vec<(usize, (K, V))> = (sorted.into_iter())
        .map(|entry| {
            let kinds = kinds(&entry.0);
            let order = kinds.iter().fold(1, |all, kind| lcm(all, kind.order));
            let signs = kinds.iter().map(|kind| (kind.odd, kind.turned, kind.shared)).collect();
            let rank = before.entry((order, signs)).or_default();
            *rank += 1;
            (*rank, entry)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.truncate(limit);
    (ranked.into_iter().map(|(_, entry)| entry).collect(), false)
}

/// The cycles of one orbit whose orders divide `order`, alone and with a shared piece.
fn kinds(puzzle: &Puzzle, possible: &Possible<'_>, number: usize, order: u64) -> Kinds {
    let orbit = &puzzle.orbits[number];
    let (keeps, turns) = (possible.keeps_sum(number), f64::from(orbit.turns));
    let mut all = Kinds::new();
    for (kind, (commonness, own)) in own_kinds(orbit, order) {
        for shared in [false, true] {
            // A shared piece is there for the sum of the turns.
            if shared && (!keeps || kind.turned == 0) {
                continue;
            }
            let mut alone: Combination = vec![None; puzzle.orbits.len()];
            alone[number] = Some(with_shared(&own, shared));
            if possible.check(&alone).is_err() {
                continue;
            }
            let mut commonness = commonness;
            if shared {
                commonness += (turns - 1.0).ln();
            }
            // Of several turned cycles one turn follows from the others; with two ways it is told by
            // their number.
            if keeps && kind.turned > 0 && orbit.turns > 2 {
                commonness -= turns.ln();
            }
            all.insert(Kind { shared, ..kind }, (commonness, own.clone()));
        }
    }
    all
}

/// The most common cycles of each kind, adding one length after the other.
fn own_kinds(orbit: &Orbit, order: u64) -> Kinds {
    let none = Kind { order: 1, pieces: 0, odd: false, turned: 0, shared: false };
    let mut all = Kinds::from([(none, (0.0, Structure::default()))]);
    for (cycle, own, ways) in cycles(orbit, order) {
        let length = usize::from(cycle.length);
        let mut longer = all.clone();
        for (before, (commonness, structure)) in &all {
            let mut kind = *before;
            let (mut commonness, mut structure) = (*commonness, structure.clone());
            let most = (orbit.pieces - before.pieces) / length;
            for times in 1..=most {
                kind.order = lcm(kind.order, own);
                kind.pieces += length;
                kind.odd ^= length % 2 == 0;
                kind.turned = match (cycle.turned, kind.turned) {
                    (false, turned) => turned,
                    (true, turned @ 0..=2) => turned + 1,
                    (true, _) => 2,
                };
                commonness += ways - (times as f64).ln();
                structure.0.push(cycle);
                let known = longer.get(&kind);
                if known.is_none_or(|(other, _)| *other < commonness) {
                    let mut sorted = structure.clone();
                    sorted.0.sort_unstable();
                    longer.insert(kind, (commonness, sorted));
                }
            }
        }
        all = longer;
    }
    all
}

/// The cycles whose orders divide `order`, with their orders and the logarithm of in how many ways pieces,
/// once in their order, go round in one.
fn cycles(orbit: &Orbit, order: u64) -> Vec<(Cycle, u64, f64)> {
    let turns = u64::from(orbit.turns);
    let mut all = Vec::new();
    for length in 1..=orbit.pieces.min(255) as u8 {
        let size = f64::from(length);
        let free = (size - 1.0) * (turns as f64).ln() - size.ln();
        if length > 1 && order.is_multiple_of(length.into()) {
            all.push((Cycle { length, turned: false }, u64::from(length), free));
        }
        let mut of_order: BTreeMap<u64, u32> = BTreeMap::new();
        for sum in 1..turns {
            *of_order.entry(u64::from(length) * (turns / gcd(turns, sum))).or_default() += 1;
        }
        for (own, sums) in of_order.into_iter().filter(|(own, _)| order.is_multiple_of(*own)) {
            all.push((Cycle { length, turned: true }, own, free + f64::from(sums).ln()));
        }
    }
    all
}
