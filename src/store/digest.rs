//! Checksums of sets of states.

use xxhash_rust::xxh3::xxh3_64;

use crate::space::StateKey;

/// The part of one state in the order-free checksum of a set: the checksum of
/// the set is the wrapping sum of these, so equal sets have equal checksums
/// whatever the order in which they were found.
#[must_use]
pub fn state_checksum<K: StateKey>(key: K) -> u64 {
    let mut bytes = [0; 256];
    let bytes = &mut bytes[..K::BYTES];
    key.write_be(bytes);
    xxh3_64(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_hash_of_the_big_endian_bytes() {
        assert_eq!(state_checksum(1u64), xxh3_64(&[0, 0, 0, 0, 0, 0, 0, 1]));
        assert_ne!(state_checksum(1u64), state_checksum(1u128));
    }
}
