//! Sorting candidates: least-significant-digit radix sort on the bits in which
//! they differ.

use crate::space::StateKey;

/// Digits of this many bits keep the write positions in the first-level cache.
const MAX_DIGIT: u32 = 11;

/// Below this many keys a comparison sort is faster.
const SMALL: usize = 256;

/// Sorts `keys` and removes duplicates; `scratch` is working memory.
pub(super) fn sort_dedup<K: StateKey>(keys: &mut Vec<K>, scratch: &mut Vec<K>) {
    let (mut least, mut greatest) = (K::MAX, K::MIN);
    for &key in keys.iter() {
        least = least.min(key);
        greatest = greatest.max(key);
    }
    let bits = least.differing_bits(greatest);
    let passes = bits.div_ceil(MAX_DIGIT);
    // Every pass costs about as much as four levels of a comparison sort.
    if keys.len() < SMALL || 4 * passes > 2 * keys.len().ilog2() {
        keys.sort_unstable();
    } else if passes > 0 {
        radix_sort(keys, scratch, bits, passes);
    }
    keys.dedup();
}

fn radix_sort<K: StateKey>(keys: &mut Vec<K>, scratch: &mut Vec<K>, bits: u32, passes: u32) {
    let digit = bits.div_ceil(passes);
    let buckets = 1usize << digit;
    let mut counts = vec![0u32; buckets * passes as usize];
    for key in keys.iter() {
        for (pass, counts) in counts.chunks_exact_mut(buckets).enumerate() {
            counts[key.digit(pass as u32 * digit, digit)] += 1;
        }
    }
    scratch.clear();
    scratch.resize(keys.len(), K::MIN);
    for (pass, counts) in counts.chunks_exact_mut(buckets).enumerate() {
        let mut place = 0;
        for count in counts.iter_mut() {
            place += std::mem::replace(count, place);
        }
        for &key in keys.iter() {
            let place = &mut counts[key.digit(pass as u32 * digit, digit)];
            scratch[*place as usize] = key;
            *place += 1;
        }
        std::mem::swap(keys, scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Words;
    use proptest::prelude::*;

    fn check<K: StateKey>(mut keys: Vec<K>) {
        let expected: std::collections::BTreeSet<K> = keys.iter().copied().collect();
        sort_dedup(&mut keys, &mut Vec::new());
        assert!(keys.iter().eq(&expected));
    }

    proptest! {
        #[test]
        fn sorts_like_a_set(
            few in prop::collection::vec(any::<u64>(), 0..300),
            many in prop::collection::vec(0u64..3000, 0..5000),
            high in 0u32..50,
        ) {
            check(few.clone());
            check(many.iter().map(|key| key << high).collect::<Vec<u64>>());
            check(many.iter().map(|key| u128::from(*key) << (high + 40)).collect::<Vec<u128>>());
            check(many.iter().map(|key| Words([5, key << high, 0, *key])).collect::<Vec<_>>());
        }
    }
}
