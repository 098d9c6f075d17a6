//! Removing known states from sorted candidates.

use crate::search::Result;
use crate::space::StateKey;
use crate::store::{SortedRun, Store};

/// Removes from `keys` (ascending) every state of `run`. Only blocks that can
/// hold one of the keys are read; `states` is working memory for one.
pub(super) fn subtract<K: StateKey>(
    keys: &mut Vec<K>,
    run: &SortedRun<K>,
    store: &Store,
    states: &mut Vec<K>,
) -> Result<()> {
    let blocks = run.blocks();
    let (mut read, mut kept) = (0, 0);
    while let Some(&key) = keys.get(read) {
        let behind = blocks.partition_point(|block| block.first <= key);
        // Keys up to the first one of the next block meet no other block.
        let end = match blocks.get(behind) {
            Some(next) => read + keys[read..].partition_point(|&key| key < next.first),
            None => keys.len(),
        };
        match behind.checked_sub(1) {
            None => {
                keys.copy_within(read..end, kept);
                kept += end - read;
            }
            Some(block) => {
                states.clear();
                run.decode(block, &run.bytes(store, block)?, states)?;
                kept += keep_new(keys, read..end, kept, states);
            }
        }
        read = end;
    }
    keys.truncate(kept);
    Ok(())
}

/// Moves the keys of a range that are not among `states` to `to`; tells how
/// many. Without branches on the data, which are as good as random here.
#[inline]
fn keep_new<K: StateKey>(
    keys: &mut [K],
    range: std::ops::Range<usize>,
    to: usize,
    states: &[K],
) -> usize {
    let (mut read, mut write, mut at) = (range.start, to, 0);
    if let Some(&first) = keys.get(read) {
        at = states.partition_point(|&state| state < first);
    }
    while read < range.end && at < states.len() {
        let (key, state) = (keys[read], states[at]);
        keys[write] = key;
        write += usize::from(key < state);
        read += usize::from(key <= state);
        at += usize::from(state <= key);
    }
    keys.copy_within(read..range.end, write);
    write + (range.end - read) - to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{BlockWriter, RunId, RunPrefix, Side};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn is_the_difference_of_sets(
            keys in prop::collection::btree_set(0u64..6000, 0..800),
            known in prop::collection::btree_set(1000u64..5000, 0..3000),
        ) {
            let prefix = RunPrefix { run: RunId(1), side: Side::Forward, generation: 0, sorted_run: 0 };
            let mut run = SortedRun::new(prefix);
            let mut writer = BlockWriter::new(1 << 10);
            let states: Vec<u64> = known.iter().copied().collect();
            writer.extend(&states, |block| run.push(block, true));
            if let Some(block) = writer.finish() {
                run.push(block, true);
            }
            let mut rest: Vec<u64> = keys.iter().copied().collect();
            subtract(&mut rest, &run, &Store::in_memory(), &mut Vec::new()).unwrap();
            let expected: BTreeSet<u64> = keys.difference(&known).copied().collect();
            prop_assert!(rest.iter().eq(&expected));
        }
    }
}
