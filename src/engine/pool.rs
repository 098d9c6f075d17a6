//! Buffers of candidates that are used again.
//!
//! Chunks come from one thread, are merged by others and last as long as a
//! pass. Left to the allocator they would be spread over its arenas, and the
//! process would grow to about twice the memory it was given.

use std::sync::{Mutex, PoisonError};

/// Buffers that are not in use.
#[derive(Debug)]
pub(super) struct Pool<K> {
    spare: Mutex<Vec<Vec<K>>>,
}

impl<K> Pool<K> {
    pub(super) fn new() -> Self {
        Self { spare: Mutex::new(Vec::new()) }
    }

    /// An empty buffer with room for `keys` or more.
    pub(super) fn take(&self, keys: usize) -> Vec<K> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut buffer = spare.unwrap_or_default();
        buffer.reserve(keys);
        buffer
    }

    /// Gives a buffer back.
    pub(super) fn give(&self, mut buffer: Vec<K>) {
        buffer.clear();
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }
}
