//! States in memory, numbered in the order in which they came.

use crate::space::StateKey;

/// No state in a slot.
const EMPTY: u32 = u32::MAX;

/// A set of states with their numbers: open addressing over a list.
#[derive(Debug)]
pub struct KeySet<K> {
    keys: Vec<K>,
    /// Numbers of the states, at least two slots for each.
    slots: Vec<u32>,
}

impl<K: StateKey> KeySet<K> {
    /// Bytes that a set of so many states takes at most, while it does not grow.
    #[must_use]
    pub const fn bytes(states: usize) -> usize {
        states.saturating_mul(size_of::<K>() + 4 * size_of::<u32>())
    }

    /// An empty set with room for `states`.
    #[must_use]
    pub fn with_room(states: usize) -> Self {
        let slots = (2 * states.max(1)).next_power_of_two();
        Self { keys: Vec::with_capacity(states), slots: vec![EMPTY; slots] }
    }

    /// The states, by their numbers.
    #[must_use]
    pub fn keys(&self) -> &[K] {
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
    #[must_use]
    pub fn number(&self, key: K) -> Option<u32> {
        Some(self.slots[self.slot(key)]).filter(|&number| number != EMPTY)
    }

    /// Whether a state is in it.
    #[must_use]
    pub fn contains(&self, key: K) -> bool {
        self.number(key).is_some()
    }

    /// Removes all states, and keeps the memory.
    pub fn clear(&mut self) {
        if self.keys.len() > self.slots.len() / 16 {
            self.slots.fill(EMPTY);
            self.keys.clear();
            return;
        }
        // The last one first: no state that came earlier was put behind it.
        while let Some(&key) = self.keys.last() {
            let slot = self.slot(key);
            self.slots[slot] = EMPTY;
            self.keys.pop();
        }
    }

    /// Adds a state; tells whether it was not there. No more than 4,294,967,295
    /// states have numbers.
    pub fn insert(&mut self, key: K) -> bool {
        let mut slot = self.slot(key);
        if self.slots[slot] != EMPTY || self.keys.len() >= EMPTY as usize {
            return false;
        }
        if 2 * self.keys.len() >= self.slots.len() {
            self.grow();
            slot = self.slot(key);
        }
        self.slots[slot] = self.keys.len() as u32;
        self.keys.push(key);
        true
    }

    fn grow(&mut self) {
        self.slots = vec![EMPTY; 2 * self.slots.len()];
        for number in 0..self.keys.len() {
            let slot = self.slot(self.keys[number]);
            self.slots[slot] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_states_in_their_order_however_many_there_are() {
        let mut set = KeySet::with_room(10);
        for key in (0..5_000u64).chain(0..5_000) {
            set.insert(key * key * 7919);
        }
        assert_eq!(set.keys().len(), 5_000);
        for key in 0..5_000u64 {
            assert_eq!(set.number(key * key * 7919), Some(key as u32));
        }
        assert!(!set.contains(1) && set.contains(7919));
    }

    #[test]
    fn is_empty_when_it_is_cleared_whether_full_or_not() {
        let mut set = KeySet::with_room(10);
        for round in 1..200u64 {
            for key in 0..round * round % 97 {
                assert!(set.insert(key * round) && !set.insert(key * round));
            }
            set.clear();
            assert!(set.keys().is_empty() && set.slots.iter().all(|&slot| slot == EMPTY));
        }
    }
}
