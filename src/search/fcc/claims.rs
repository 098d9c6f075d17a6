//! Which states belong to components that are scanned already, as far as there is
//! memory to know.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::space::StateKey;

/// Places that one state can have. They are kept in the order of their last use,
/// so that the one used longest ago makes room.
const WAYS: usize = 8;

/// Parts with a lock each, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// Places that a part begins with; it grows as it fills.
const FIRST_PLACES: usize = 8 * WAYS;

/// A bounded cache of states, each with the start point that it was reached from.
///
/// Start points are numbered in the order in which they are scanned, from 1. A
/// state is claimed by the least start point that has reached it. Whoever finds
/// a state claimed by a lesser one is in a component that another scan covers, and
/// can stop: of all start points of one component the least never does. What is
/// forgotten costs time and changes nothing.
#[derive(Debug)]
pub struct Claims<K> {
    shards: Vec<Mutex<Shard<K>>>,
    /// Claims of lesser start points are from before the last [`Self::clear`].
    first: AtomicU64,
}

#[derive(Debug)]
struct Shard<K> {
    places: Vec<(K, u64)>,
    most_places: usize,
    used: usize,
}

impl<K: StateKey> Claims<K> {
    /// A cache that takes at most so many bytes; it may be 0.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let places = bytes / SHARDS / size_of::<(K, u64)>() / WAYS * WAYS;
        // A power of two, as the part doubles when it grows.
        let most_places = if places == 0 { 0 } else { 1 << places.ilog2() };
        let most_places = if most_places < WAYS { 0 } else { most_places };
        let shard = || {
            let places = vec![(K::default(), 0); most_places.min(FIRST_PLACES)];
            Mutex::new(Shard { places, most_places, used: 0 })
        };
        Self { shards: (0..SHARDS).map(|_| shard()).collect(), first: AtomicU64::new(1) }
    }

    /// Forgets all claims; start points are numbered from `first` on from now.
    pub fn clear(&self, first: u64) {
        self.first.store(first, Relaxed);
        for shard in &self.shards {
            lock(shard).used = 0;
        }
    }

    /// Claims a state for a start point. Tells whether it is its own now; it is not
    /// when a lesser one has it.
    pub fn claim(&self, key: K, start_point: u64) -> bool {
        let hash = key.spread();
        let shard = (hash >> 58) as usize % SHARDS;
        lock(&self.shards[shard]).claim(key, hash, start_point, self.first.load(Relaxed))
    }
}

fn lock<K>(shard: &Mutex<Shard<K>>) -> MutexGuard<'_, Shard<K>> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: StateKey> Shard<K> {
    fn set(&mut self, hash: u64) -> &mut [(K, u64)] {
        let sets = self.places.len() / WAYS;
        let set = (hash >> 26) as usize % sets;
        &mut self.places[set * WAYS..(set + 1) * WAYS]
    }

    fn claim(&mut self, key: K, hash: u64, start_point: u64, first: u64) -> bool {
        if self.places.is_empty() {
            return true;
        }
        if self.used > self.places.len() / 2 && self.places.len() < self.most_places {
            self.grow(first);
        }
        let set = self.set(hash);
        let mine = |owner: u64| owner < first || owner >= start_point;
        match set.iter().position(|&(there, owner)| there == key && owner != 0) {
            Some(place) => {
                let owner = set[place].1;
                let claimed = if mine(owner) { start_point } else { owner };
                set.copy_within(..place, 1);
                set[0] = (key, claimed);
                mine(owner)
            }
            None => {
                let grown = set[WAYS - 1].1 < first;
                set.copy_within(..WAYS - 1, 1);
                set[0] = (key, start_point);
                self.used += usize::from(grown);
                true
            }
        }
    }

    fn grow(&mut self, first: u64) {
        let places = vec![(K::default(), 0); 2 * self.places.len()];
        let old = std::mem::replace(&mut self.places, places);
        self.used = 0;
        // Those used longest ago first, so that the order stays.
        for set in old.chunks_exact(WAYS) {
            for &(key, owner) in set.iter().rev().filter(|(_, owner)| *owner >= first.max(1)) {
                let set = self.set(key.spread());
                set.copy_within(..WAYS - 1, 1);
                set[0] = (key, owner);
                self.used += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_start_point_owns_a_state() {
        let claims = Claims::<u64>::new(1 << 20);
        assert!(claims.claim(5, 3));
        assert!(claims.claim(5, 3));
        assert!(!claims.claim(5, 4));
        assert!(claims.claim(5, 2));
        assert!(!claims.claim(5, 3));
        assert!(claims.claim(0, 9));
        assert!(!claims.claim(0, 10));
        claims.clear(20);
        assert!(claims.claim(5, 20));
        assert!(!claims.claim(5, 21));
    }

    #[test]
    fn keeps_what_was_used_last_within_its_bytes() {
        for bytes in [0, 1, 4 << 10] {
            let claims = Claims::<u64>::new(bytes);
            (0..100).for_each(|key| assert!(claims.claim(key, 1)));
        }
        let bytes = 1 << 20;
        let claims = Claims::<u64>::new(bytes);
        claims.claim(1, 1);
        for key in 0..1_000_000 {
            claims.claim(key * 7919, 1);
            // One that is asked for all the time stays.
            assert!(!claims.claim(1, 2), "{key}");
        }
        let held: usize = claims.shards.iter().map(|shard| lock(shard).places.len()).sum();
        assert!(held * size_of::<(u64, u64)>() <= bytes && held > 1000, "{held}");
        // The last ones first, before those that are not known take their places.
        let known = (0..1_000_000).rev().filter(|key| !claims.claim(key * 7919, 2)).count();
        assert!(known > 1000 && known < held, "{known} of {held}");
    }
}
