//! A small cache of keys seen lately, before any sorting.

use crate::space::StateKey;

/// This stays in the second-level cache beside the tables of the domain.
const BYTES: usize = 128 << 10;

/// Remembers some of the keys that went through it.
///
/// In a breadth-first search a key that was produced once is a duplicate for
/// ever after, so the filter need not be emptied during one. Searches that can
/// meet a state again at a lesser depth, or did not keep it, must.
#[derive(Debug)]
pub(super) struct RecentFilter<K> {
    slots: Vec<K>,
}

impl<K: StateKey> RecentFilter<K> {
    const SLOT_BITS: u32 = (BYTES / size_of::<K>()).ilog2();

    pub(super) fn new() -> Self {
        let mut slots = vec![K::MIN; 1 << Self::SLOT_BITS];
        // No slot may seem to hold a key that was never there: each holds one
        // that belongs into another.
        let own = Self::slot(K::MIN);
        let mut others = (1..).map_while(|gap| K::MIN.checked_step(gap));
        if let Some(other) = others.find(|&other| Self::slot(other) != own) {
            slots[own] = other;
        }
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
        (key.spread() >> (64 - Self::SLOT_BITS)) as usize
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
        fn extremes<K: StateKey>() {
            fresh([K::MAX, K::MIN].into_iter());
            fresh([K::MIN, K::MAX].into_iter());
            fresh((0..100_000).filter_map(|gap| K::MIN.checked_step(gap)));
        }
        extremes::<u64>();
        extremes::<u128>();
        extremes::<Words<8>>();
        extremes::<Words<32>>();
        fresh((0..200_000u64).map(|i| (i * i) % 70_001).chain([u64::MAX, 0]));
        fresh((0..200_000u128).map(|i| ((i * i) % 70_001) << 90).chain([u128::MAX, 0]));
        fresh([Words::<4>::MAX, Words::MIN, Words::MAX].into_iter());
        let mut filter = RecentFilter::new();
        assert!(!filter.seen(7u64) && filter.seen(7));
    }
}
