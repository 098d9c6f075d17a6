//! Verifies registers by doing their sequences.

use super::layout::Register;
use crate::domains::twisty::effect::Effect;
use crate::domains::twisty::puzzle::Puzzle;

/// Checks that registers of these orders count apart from each other, whatever is done in whatever order:
/// no piece belongs to two; each keeps its pieces among their slots, moves no other
/// register's pieces, and brings its own back after as many times as its order says and no
/// fewer; and shared pieces stay in their slots.
///
/// # Errors
/// What is wrong, as a sentence.
pub fn check(
    puzzle: &Puzzle,
    orders: &[u64],
    registers: &[Register],
    shared: &[usize],
) -> Result<(), String> {
    let orbits = &puzzle.orbits;
    let mut owner: Vec<Option<usize>> = vec![None; puzzle.slots()];
    for Register { number, own, .. } in registers {
        for &slot in own {
            if let Some(other) = owner[slot].replace(*number) {
                return Err(format!("registers {} and {} share a piece", other + 1, number + 1));
            }
        }
    }
    if let Some(slot) = shared.iter().find(|&&slot| owner[slot].is_some()) {
        return Err(format!("the shared piece in slot {slot} belongs to a register"));
    }
    let stays = |effect: &Effect, slot: usize| {
        usize::from(effect.from[slot]) == slot && effect.turn[slot] == 0
    };
    for Register { number, effect, own } in registers {
        let name = number + 1;
        for slot in 0..puzzle.slots() {
            let from = usize::from(effect.from[slot]);
            let fits = match owner[slot] {
                Some(other) if other == *number => owner[from] == Some(*number),
                _ if shared.contains(&slot) => from == slot,
                _ => stays(effect, slot),
            };
            if !fits {
                return Err(format!("register {name} disturbs the piece in slot {slot}"));
            }
        }
        let order = *orders.get(*number).ok_or_else(|| format!("there is no register {name}"))?;
        let back = |times: u64| {
            let effect = effect.power(times, orbits);
            own.iter().all(|&slot| stays(&effect, slot))
        };
        if !back(order) {
            return Err(format!("register {name} is not back after {order} times"));
        }
        if let Some(times) = primes(order).into_iter().map(|prime| order / prime).find(|&t| back(t))
        {
            return Err(format!("register {name} is back after {times} times, not {order}"));
        }
    }
    // Done after all the others, and before them, each does the same to its own pieces.
    let all = |registers: &mut dyn Iterator<Item = &Register>| {
        let start = Effect::identity(puzzle.slots());
        registers.fold(start, |all, register| all.then(&register.effect, orbits))
    };
    for together in [all(&mut registers.iter()), all(&mut registers.iter().rev())] {
        for Register { number, effect, own } in registers {
            let same = |&slot: &usize| {
                together.from[slot] == effect.from[slot] && together.turn[slot] == effect.turn[slot]
            };
            if !own.iter().all(same) {
                return Err(format!("other registers change register {}", number + 1));
            }
        }
    }
    Ok(())
}

/// The prime factors of a number, once each.
fn primes(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut factor = 2;
    while factor * factor <= number {
        if number.is_multiple_of(factor) {
            primes.push(factor);
            while number.is_multiple_of(factor) {
                number /= factor;
            }
        }
        factor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
