//! States in memory, numbered in the order in which they came.

use crate::space::StateKey;

/// No state in a slot.
const EMPTY: u32 = u32::MAX;

/// A set of states with their numbers: open addressing over a list.
#[derive(Debug)]
pub(super) struct KeySet<K> {
    keys: Vec<K>,
    /// Numbers of the states, at least two slots for each.
    slots: Vec<u32>,
}

impl<K: StateKey> KeySet<K> {
    /// Bytes that a set of so many states takes.
    pub(super) const fn bytes(states: usize) -> usize {
        states.saturating_mul(size_of::<K>() + 4 * size_of::<u32>())
    }

    /// An empty set with room for `states`.
    pub(super) fn with_room(states: usize) -> Self {
        let slots = (2 * states.max(1)).next_power_of_two();
        Self { keys: Vec::with_capacity(states), slots: vec![EMPTY; slots] }
    }

    /// The states, by their numbers.
    pub(super) fn keys(&self) -> &[K] {
        &self.keys
    }

    /// Where a state is or would be.
    fn slot(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        // The high bits of the hash are the good ones.
        let mut slot = (key.spread() >> 20) as usize & mask;
        while self.slots[slot] != EMPTY && self.keys[self.slots[slot] as usize] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a state.
    pub(super) fn number(&self, key: K) -> Option<u32> {
        Some(self.slots[self.slot(key)]).filter(|&number| number != EMPTY)
    }

    /// Adds a state, unless it is there or there is no room.
    pub(super) fn insert(&mut self, key: K) {
        let slot = self.slot(key);
        if self.slots[slot] == EMPTY && 2 * self.keys.len() < self.slots.len() {
            self.slots[slot] = self.keys.len() as u32;
            self.keys.push(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_states_in_their_order_and_stays_in_its_room() {
        let mut set = KeySet::with_room(100);
        for key in (0..100u64).chain(0..100) {
            set.insert(key * key * 7919);
        }
        assert_eq!(set.keys().len(), 100);
        for key in 0..100u64 {
            assert_eq!(set.number(key * key * 7919), Some(key as u32));
        }
        assert_eq!(set.number(1), None);
        (0..1000).for_each(|key| set.insert(key));
        assert!(set.keys().len() <= 128);
        assert_eq!(set.number(999), None);
    }
}
