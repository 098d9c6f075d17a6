//! Combinations of cycles whose order is a given one.

use super::cycles::{Cycle, Structure, gcd, lcm};
use super::possible::Possible;
use super::puzzle::{Orbit, Puzzle};
use super::target::Combination;

/// More combinations are not listed.
pub const MAX_COMBINATIONS: usize = 200_000;

/// All possible combinations such that effects with them can have to be done `order` times to do
/// nothing; ascending.
///
/// # Errors
/// A sentence when there are none, or more than [`MAX_COMBINATIONS`].
pub fn of_order(
    puzzle: &Puzzle,
    possible: &Possible<'_>,
    order: u64,
) -> Result<Vec<Combination>, String> {
    if order == 0 {
        return Err("nothing has order 0: the order of doing nothing is 1".to_owned());
    }
    let mut combinations: Vec<(Combination, u64)> = vec![(Vec::new(), 1)];
    for orbit in &puzzle.orbits {
        let structures = structures(orbit, order)?;
        let mut longer = Vec::new();
        for (combination, of) in &combinations {
            for (structure, orders) in &structures {
                let mut combination = combination.clone();
                combination.push(Some(structure.clone()));
                longer.extend(orders.iter().map(|&other| (combination.clone(), lcm(*of, other))));
            }
            if longer.len() > 4 * MAX_COMBINATIONS {
                return Err(too_many(order));
            }
        }
        combinations = longer;
    }
    let mut all: Vec<Combination> = (combinations.into_iter())
        .filter(|(combination, of)| *of == order && possible.check(combination).is_ok())
        .map(|(combination, _)| combination)
        .collect();
    all.sort_unstable();
    all.dedup();
    match all.len() {
        0 => Err(format!("no position of {} has order {order}", puzzle.name)),
        1..=MAX_COMBINATIONS => Ok(all),
        _ => Err(too_many(order)),
    }
}

fn too_many(order: u64) -> String {
    format!(
        "too many combinations of cycles have order {order}: name one, such as `C[1*,5*] E[1*,7*]`"
    )
}

/// The structures of an orbit whose orders can divide this one, with those orders.
fn structures(orbit: &Orbit, order: u64) -> Result<Vec<(Structure, Vec<u64>)>, String> {
    let turns = u64::from(orbit.turns);
    // Kinds of cycles, with the orders each can have.
    let mut kinds: Vec<(Cycle, Vec<u64>)> = Vec::new();
    for length in 1..=orbit.pieces.min(255) as u8 {
        for turned in [false, true] {
            let sums = if turned { 1..turns } else { 0..1 };
            let orders = sums.map(|sum| u64::from(length) * (turns / gcd(turns, sum)));
            let mut orders: Vec<u64> = orders.filter(|of| order.is_multiple_of(*of)).collect();
            orders.sort_unstable();
            orders.dedup();
            if !orders.is_empty() && (length > 1 || turned) {
                kinds.push((Cycle { length, turned }, orders));
            }
        }
    }
    let mut all = Vec::new();
    let mut cycles = Vec::new();
    extend(&kinds, orbit.pieces, &mut cycles, &[1], &mut all);
    if all.len() > MAX_COMBINATIONS { Err(too_many(order)) } else { Ok(all) }
}

/// Adds cycles of these kinds, none before the last one added.
fn extend(
    kinds: &[(Cycle, Vec<u64>)],
    room: usize,
    cycles: &mut Vec<Cycle>,
    orders: &[u64],
    all: &mut Vec<(Structure, Vec<u64>)>,
) {
    if all.len() > MAX_COMBINATIONS {
        return;
    }
    all.push((Structure(cycles.clone()), orders.to_vec()));
    for (at, (cycle, own)) in kinds.iter().enumerate() {
        let length = usize::from(cycle.length);
        if length > room {
            continue;
        }
        let mut both: Vec<u64> =
            orders.iter().flat_map(|&a| own.iter().map(move |&b| lcm(a, b))).collect();
        both.sort_unstable();
        both.dedup();
        cycles.push(*cycle);
        extend(&kinds[at..], room - length, cycles, &both, all);
        cycles.pop();
    }
}
