//! Which components are known, by their least states.

use crate::search::error::Result;
use crate::search::key_set::KeySet;
use crate::space::StateKey;
use crate::store::{RunId, Store};

/// The components found: in memory as far as there is room, in the store all that
/// are committed.
#[derive(Debug)]
pub(super) struct Identities<K> {
    set: KeySet<K>,
    most: usize,
    /// Whether all are in memory.
    complete: bool,
}

impl<K: StateKey> Identities<K> {
    /// None is known; they may take so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        // It doubles when it is full.
        let most = bytes / 2 / KeySet::<K>::bytes(1);
        Self { set: KeySet::with_room(64), most, complete: true }
    }

    /// Adds a component; tells whether it is new.
    pub(super) fn add(
        &mut self,
        store: &Store,
        run: RunId,
        depth: u32,
        identity: K,
    ) -> Result<bool> {
        if self.set.contains(identity) {
            return Ok(false);
        }
        if !self.complete && store.component(run, depth, &identity.to_vec())?.is_some() {
            return Ok(false);
        }
        Ok(self.set.insert(identity).is_some())
    }

    /// All that were added are in the store.
    pub(super) fn committed(&mut self) {
        if self.set.keys().len() > self.most {
            self.set = KeySet::with_room(64);
            self.complete = false;
        }
    }

    /// No component that was added can be met again.
    pub(super) fn clear(&mut self) {
        self.set.clear();
        self.complete = true;
    }

    /// What was added before is in the store alone.
    pub(super) fn restore(&mut self) {
        self.set.clear();
        self.complete = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Batch, ComponentRow, Durability};

    #[test]
    fn those_that_left_the_memory_are_known_all_the_same() {
        let (store, run) = (Store::in_memory(), RunId(1));
        let mut identities = Identities::<u64>::new(1);
        assert!(identities.add(&store, run, 3, 7).unwrap());
        assert!(!identities.add(&store, run, 3, 7).unwrap());
        let mut batch = Batch::new();
        let row = ComponentRow { number: 0, states: 1, exits: 0 };
        row.put(&mut batch, ComponentRow::key(run, 3, &7u64.to_vec()));
        store.write(batch, Durability::Buffered).unwrap();
        identities.committed();
        assert!(identities.set.keys().is_empty());
        assert!(!identities.add(&store, run, 3, 7).unwrap());
        assert!(identities.add(&store, run, 3, 8).unwrap());
        identities.clear();
        assert!(identities.add(&store, run, 3, 7).unwrap());
    }
}
