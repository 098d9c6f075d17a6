//! A small cache of keys seen lately, before any sorting.

use crate::space::StateKey;

/// 2^14 keys of a word stay in the second-level cache beside the tables of the
/// domain.
const SLOT_BITS: u32 = 14;

/// Remembers some of the keys that went through it.
///
/// In a breadth-first search a key that was produced once is a duplicate for
/// ever after, so the filter is never emptied during one search.
#[derive(Debug)]
pub(super) struct RecentFilter<K> {
    slots: Vec<K>,
}

impl<K: StateKey> RecentFilter<K> {
    pub(super) fn new() -> Self {
        let mut slots = vec![K::MIN; 1 << SLOT_BITS];
        // No slot may seem to hold a key that was never there.
        slots[Self::slot(K::MIN)] = K::MAX;
        debug_assert_ne!(Self::slot(K::MIN), Self::slot(K::MAX));
        Self { slots }
    }

    /// Whether the key was certainly seen before; it is remembered.
    #[inline]
    pub(super) fn seen(&mut self, key: K) -> bool {
        let slot = &mut self.slots[Self::slot(key)];
        *slot == key || {
            *slot = key;
            false
        }
    }

    #[inline]
    fn slot(key: K) -> usize {
        (key.spread() >> (64 - SLOT_BITS)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Words;
    use std::collections::HashSet;

    #[test]
    fn nothing_is_seen_before_it_came() {
        fn fresh<K: StateKey>(keys: impl Iterator<Item = K>) {
            let (mut filter, mut came) = (RecentFilter::new(), HashSet::new());
            for key in keys {
                assert!(!filter.seen(key) || came.contains(&key), "{key:?}");
                came.insert(key);
            }
        }
        fresh((0..200_000u64).map(|i| (i * i) % 70_001).chain([u64::MAX, 0]));
        fresh((0..200_000u128).map(|i| ((i * i) % 70_001) << 90).chain([u128::MAX, 0]));
        fresh([Words::<4>::MAX, Words::MIN, Words::MAX].into_iter());
        let mut filter = RecentFilter::new();
        assert!(!filter.seen(7u64) && filter.seen(7));
    }
}
