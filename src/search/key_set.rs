//! States in memory, numbered in the order in which they came.

use crate::space::StateKey;

/// No state in a slot.
const EMPTY: u32 = u32::MAX;

/// Slots that an emptied set keeps, a power of two.
const KEPT: usize = 1 << 15;

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

    /// Adds a state and gives its number; `None` when it is there. No more than
    /// 4,294,967,295 states have numbers.
    pub fn insert(&mut self, key: K) -> Option<u32> {
        let mut slot = self.slot(key);
        if self.slots[slot] != EMPTY || self.keys.len() >= EMPTY as usize {
            return None;
        }
        if 2 * self.keys.len() >= self.slots.len() {
            self.grow();
            slot = self.slot(key);
        }
        let number = self.keys.len() as u32;
        self.slots[slot] = number;
        self.keys.push(key);
        Some(number)
    }

    /// Forgets all states. Memory for a few thousand stays, as emptying more would
    /// cost the next search more than finding it anew.
    pub fn clear(&mut self) {
        if self.slots.len() <= KEPT && self.keys.len() <= self.slots.len() / 16 {
            // The last one first: no state that came earlier was put behind it.
            while let Some(&key) = self.keys.last() {
                let slot = self.slot(key);
                self.slots[slot] = EMPTY;
                self.keys.pop();
            }
            return;
        }
        self.keys.clear();
        self.keys.shrink_to(KEPT / 2);
        self.slots.truncate(KEPT);
        self.slots.shrink_to_fit();
        self.slots.fill(EMPTY);
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
            let number = u32::try_from(set.keys().len()).unwrap();
            let new = set.number(key * key * 7919).is_none();
            assert_eq!(set.insert(key * key * 7919), new.then_some(number));
        }
        assert_eq!(set.keys().len(), 5_000);
        for key in 0..5_000u64 {
            assert_eq!(set.number(key * key * 7919), Some(key as u32));
        }
        assert!(!set.contains(1) && set.contains(7919));
    }

    #[test]
    fn an_emptied_set_is_as_good_as_a_new_one() {
        let mut set = KeySet::with_room(1);
        for states in [100_000, 10, 20_000u64, 300, 3, 500, 0, 1] {
            (0..states).for_each(|key| assert_eq!(set.insert(key), Some(key as u32)));
            set.clear();
            assert!(set.keys().is_empty() && (0..states).all(|key| !set.contains(key)));
            assert!(set.slots.iter().all(|&slot| slot == EMPTY));
            assert!(set.slots.len() <= KEPT && set.keys.capacity() <= KEPT);
        }
    }
}
