//! The least depth at which states were met: a table of bounded size for
//! depth-first searches.

use crate::space::StateKey;

/// Slots in which a key can lie.
const WAYS: usize = 8;

/// Slots that a table begins with, when it may have as many.
const FIRST: usize = 1 << 10;

/// A table that forgets rather than grows beyond its bounds.
///
/// For a search whose limits rise up to the length `c` of a shortest solution
/// and not beyond. A state that was once met at depth `d` is at least `c - d`
/// moves away from every goal, else there were a solution of fewer than `c`
/// moves. So:
/// * met again deeper than `d`, it holds no goal within a limit of `c` or less;
/// * met again at depth `d` within one limit, it was searched already, for else
///   it would have to lie above itself.
///
/// Neither holds a goal, so a search that leaves them out finds the same first
/// solution as one that does not, whatever the table remembers and forgets: its
/// size is no option of a run, and a run that goes on may begin with an empty
/// one.
#[derive(Debug)]
pub(super) struct Visited<K> {
    slots: Vec<Slot<K>>,
    /// Slots that it may have.
    most: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot<K> {
    key: K,
    depth: u32,
    /// The number of the limit within which it was met last; 0 in a free slot.
    limit: u32,
}

impl<K: StateKey> Visited<K> {
    /// An empty table that never takes more than `bytes`; it remembers nothing
    /// when that is too little.
    pub(super) fn new(bytes: usize) -> Self {
        // While it grows, the table of half the size is there as well.
        let fit = bytes / size_of::<Slot<K>>() * 2 / 3;
        let most = if fit < WAYS { 0 } else { 1 << fit.ilog2() };
        Self { slots: vec![Slot::default(); most.min(FIRST)], most }
    }

    /// Whether a state met at `depth` can hold a goal within the limit of that
    /// number (from 1, ascending); it counts as searched from now on.
    pub(super) fn admit(&mut self, key: K, depth: u32, limit: u32) -> bool {
        let Some(ways) = ways(&mut self.slots, key) else { return true };
        if let Some(slot) = ways.iter_mut().find(|slot| slot.limit > 0 && slot.key == key) {
            if depth > slot.depth || (depth == slot.depth && limit == slot.limit) {
                return false;
            }
            (slot.depth, slot.limit) = (depth, limit);
            return true;
        }
        let new = Slot { key, depth, limit };
        loop {
            let largest = self.slots.len() >= self.most;
            if place(&mut self.slots, new, largest) {
                return true;
            }
            self.grow();
        }
    }

    /// Doubles the table, again and again until every state has a slot.
    fn grow(&mut self) {
        let mut size = self.slots.len();
        loop {
            size *= 2;
            let mut slots = vec![Slot::default(); size];
            let mut states = self.slots.iter().filter(|slot| slot.limit > 0);
            if states.all(|slot| place(&mut slots, *slot, size >= self.most)) {
                self.slots = slots;
                return;
            }
        }
    }
}

/// The slots in which `key` can lie; `None` in a table without any.
fn ways<K: StateKey>(slots: &mut [Slot<K>], key: K) -> Option<&mut [Slot<K>]> {
    let groups = slots.len() / WAYS;
    // The high bits of the hash are the good ones.
    let group = ((u128::from(key.spread()) * groups as u128) >> 64) as usize;
    slots.get_mut(group * WAYS..(group + 1) * WAYS)
}

/// Puts a state into a free slot, or, when it may `replace` another, in place of
/// the one that saves least: met long ago, or so deep that little lies below it.
/// Tells whether it has a slot.
fn place<K: StateKey>(slots: &mut [Slot<K>], new: Slot<K>, replace: bool) -> bool {
    let ways = ways(slots, new.key).unwrap_or_default();
    let worst = ways.iter_mut().min_by_key(|slot| (slot.limit, u32::MAX - slot.depth));
    match worst {
        Some(slot) if slot.limit == 0 || replace => {
            *slot = new;
            true
        }
        // Without slots there is nothing to be had by growing.
        worst => worst.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_admitted_when_it_can_hold_a_goal() {
        let mut table = Visited::<u64>::new(1 << 20);
        assert!(table.admit(0, 5, 1));
        assert!(!table.admit(0, 5, 1), "searched already");
        assert!(!table.admit(0, 6, 1), "deeper than before");
        assert!(table.admit(0, 4, 1), "nearer than before");
        assert!(!table.admit(0, 5, 2), "deeper, whatever the limit");
        assert!(table.admit(0, 4, 2), "a higher limit");
        assert!(!table.admit(0, 4, 2));
    }

    #[test]
    fn a_table_grows_without_forgetting_and_keeps_its_bounds() {
        let states = 20_000;
        let mut table = Visited::<u64>::new(1 << 24);
        (0..states as u64).for_each(|key| assert!(table.admit(key, 1, 1)));
        assert!((0..states as u64).all(|key| !table.admit(key, 1, 1)));
        assert!(table.slots.len() <= 16 * states, "{}", table.slots.len());
        for bytes in [0, 1, 191, 192, 1000, 100_000] {
            let mut table = Visited::<u64>::new(bytes);
            (0..states as u64).for_each(|key| assert!(table.admit(key, 1, 1)));
            let slots = table.slots.len() * size_of::<Slot<u64>>();
            assert!(slots * 3 / 2 <= bytes, "{slots} of {bytes}");
            let kept = (0..states as u64).rev().filter(|&key| !table.admit(key, 1, 1)).count();
            assert_eq!(kept == 0, table.slots.is_empty(), "{bytes}");
        }
    }

    #[test]
    fn what_saves_least_gives_way() {
        let mut table = Visited::<u64>::new(WAYS * 3 / 2 * size_of::<Slot<u64>>());
        assert_eq!(table.slots.len(), WAYS);
        (0..8).for_each(|key| assert!(table.admit(key, 20 - key as u32, 1)));
        assert!(table.admit(8, 30, 2), "deep, but new");
        assert!((1..8).all(|key| !table.admit(key, 20 - key as u32, 1)));
        assert!(table.admit(0, 20, 2), "the deepest of the old was forgotten");
        assert!(!table.admit(8, 30, 2) && table.admit(1, 19, 2));
    }
}
