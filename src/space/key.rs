//! Fixed-width keys: unsigned integers of 64, 128 or more bits.

use std::fmt::{self, Debug, Display, Write as _};
use std::hash::Hash;

use thiserror::Error;

/// A key that no state of the space has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("key {key} is not a state of this space: {reason}")]
pub struct BadKey {
    /// The key in hexadecimal.
    pub key: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl BadKey {
    /// Says that `key` is no state, and why.
    #[must_use]
    pub fn new<K: StateKey>(key: K, reason: &'static str) -> Self {
        Self { key: key.to_hex(), reason }
    }
}

/// An unsigned integer in which a state is stored, of at most 2048 bits.
///
/// Its big-endian bytes sort as the integer does.
pub trait StateKey: Copy + Ord + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Width in bits.
    const BITS: u32;
    /// Width in bytes.
    const BYTES: usize = (Self::BITS / 8) as usize;
    /// The least key.
    const MIN: Self;
    /// The greatest key.
    const MAX: Self;

    /// Writes the key big-endian into the first [`Self::BYTES`] bytes of `out`.
    fn write_be(self, out: &mut [u8]);

    /// Reads the key from the first [`Self::BYTES`] bytes.
    fn read_be(bytes: &[u8]) -> Self;

    /// The `bits` (at most 16) bits above the lowest `shift` ones.
    fn digit(self, shift: u32, bits: u32) -> usize;

    /// `self - before` when it fits in 64 bits; `before` is not greater.
    fn gap(self, before: Self) -> Option<u64>;

    /// `self + gap`, or `None` on overflow.
    fn checked_step(self, gap: u64) -> Option<Self>;

    /// How many low bits hold all ones of the key.
    fn significant_bits(self) -> u32;

    /// How many low bits hold all differences to `other`.
    fn differing_bits(self, other: Self) -> u32;

    /// A fast hash for tables in memory; the high bits are the good ones.
    fn spread(self) -> u64;

    /// The big-endian bytes.
    fn to_vec(self) -> Vec<u8> {
        let mut bytes = vec![0; Self::BYTES];
        self.write_be(&mut bytes);
        bytes
    }

    /// Lower-case hexadecimal, full width.
    fn to_hex(self) -> String {
        self.to_vec().iter().fold(String::with_capacity(2 * Self::BYTES), |mut hex, byte| {
            // Writing into a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// Reads hexadecimal of any length that fits, with or without `0x`.
    fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        if digits.is_empty() || digits.len() > 2 * Self::BYTES || !digits.is_ascii() {
            return None;
        }
        let padded = format!("{digits:0>width$}", width = 2 * Self::BYTES);
        let mut bytes = vec![0; Self::BYTES];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(padded.get(2 * i..2 * i + 2)?, 16).ok()?;
        }
        Some(Self::read_be(&bytes))
    }
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

macro_rules! integer_key {
    ($int:ty) => {
        impl StateKey for $int {
            const BITS: u32 = <$int>::BITS;
            const MIN: Self = 0;
            const MAX: Self = <$int>::MAX;

            #[inline]
            fn write_be(self, out: &mut [u8]) {
                out[..Self::BYTES].copy_from_slice(&self.to_be_bytes());
            }

            #[inline]
            fn read_be(bytes: &[u8]) -> Self {
                let mut array = [0; Self::BYTES];
                array.copy_from_slice(&bytes[..Self::BYTES]);
                Self::from_be_bytes(array)
            }

            #[inline]
            fn digit(self, shift: u32, bits: u32) -> usize {
                ((self >> shift) as usize) & ((1 << bits) - 1)
            }

            #[inline]
            fn gap(self, before: Self) -> Option<u64> {
                u64::try_from(self - before).ok()
            }

            #[inline]
            fn checked_step(self, gap: u64) -> Option<Self> {
                self.checked_add(Self::from(gap))
            }

            #[inline]
            fn significant_bits(self) -> u32 {
                <$int>::BITS - self.leading_zeros()
            }

            #[inline]
            fn differing_bits(self, other: Self) -> u32 {
                (self ^ other).significant_bits()
            }

            #[inline]
            fn spread(self) -> u64 {
                // The halves count differently: equal ones must not cancel out.
                let (low, high) = (self as u64, (self >> (<$int>::BITS - 64)) as u64);
                (low.wrapping_mul(SPREAD) ^ high.rotate_left(32)).wrapping_mul(SPREAD)
            }
        }
    };
}

integer_key!(u64);
integer_key!(u128);

/// An integer of `64 * N` bits, most significant word first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Debug for Words<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex())
    }
}

impl<const N: usize> Display for Words<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex())
    }
}

impl<const N: usize> StateKey for Words<N> {
    const BITS: u32 = 64 * N as u32;
    const MIN: Self = Self([0; N]);
    const MAX: Self = Self([u64::MAX; N]);

    fn write_be(self, out: &mut [u8]) {
        for (word, bytes) in self.0.iter().zip(out.chunks_exact_mut(8)) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
    }

    fn read_be(bytes: &[u8]) -> Self {
        let mut words = [0; N];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = <u64 as StateKey>::read_be(chunk);
        }
        Self(words)
    }

    #[inline]
    fn digit(self, shift: u32, bits: u32) -> usize {
        let (word, low) = ((shift / 64) as usize, shift % 64);
        if word >= N {
            return 0;
        }
        let at = N - 1 - word;
        let mut value = self.0[at] >> low;
        if low + bits > 64 && at > 0 {
            value |= self.0[at - 1] << (64 - low);
        }
        (value as usize) & ((1 << bits) - 1)
    }

    fn gap(self, before: Self) -> Option<u64> {
        let (high, low) = (N - 1, self.0[N - 1]);
        let difference = low.wrapping_sub(before.0[high]);
        let borrow = u64::from(low < before.0[high]);
        // The rest must be equal up to the borrow that comes from the lowest word.
        let mut carry = borrow;
        for i in (0..high).rev() {
            let (value, under) = self.0[i].overflowing_sub(before.0[i]);
            let (value, again) = value.overflowing_sub(carry);
            if value != 0 {
                return None;
            }
            carry = u64::from(under || again);
        }
        Some(difference)
    }

    fn checked_step(self, gap: u64) -> Option<Self> {
        let mut words = self.0;
        let mut carry = gap;
        for word in words.iter_mut().rev() {
            let (sum, over) = word.overflowing_add(carry);
            *word = sum;
            carry = u64::from(over);
            if carry == 0 {
                return Some(Self(words));
            }
        }
        None
    }

    fn significant_bits(self) -> u32 {
        self.0
            .iter()
            .enumerate()
            .find(|(_, word)| **word != 0)
            .map_or(0, |(i, word)| 64 * (N - i) as u32 - word.leading_zeros())
    }

    fn differing_bits(self, other: Self) -> u32 {
        Self(std::array::from_fn(|i| self.0[i] ^ other.0[i])).significant_bits()
    }

    #[inline]
    fn spread(self) -> u64 {
        self.0.iter().fold(0, |hash: u64, word| (hash.rotate_left(29) ^ word).wrapping_mul(SPREAD))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(value: u128) -> Words<2> {
        Words([(value >> 64) as u64, value as u64])
    }

    proptest! {
        #[test]
        fn words_behave_as_the_integer_they_are(a: u128, b: u128, gap: u64, shift in 0u32..120, bits in 1u32..=16) {
            let (low, high) = (a.min(b), a.max(b));
            prop_assert_eq!(wide(low).cmp(&wide(high)), low.cmp(&high));
            prop_assert_eq!(wide(high).gap(wide(low)), high.gap(low));
            prop_assert_eq!(wide(a).checked_step(gap), a.checked_step(gap).map(wide));
            prop_assert_eq!(wide(a).digit(shift, bits), a.digit(shift, bits));
            prop_assert_eq!(wide(a).significant_bits(), a.significant_bits());
            prop_assert_eq!(wide(a).differing_bits(wide(b)), a.differing_bits(b));
            prop_assert_eq!(wide(a).to_hex(), a.to_hex());
            prop_assert_eq!(Words::<2>::from_hex(&a.to_hex()), Some(wide(a)));
            let near = a.saturating_add(u128::from(gap));
            prop_assert_eq!(wide(near).gap(wide(a)), near.gap(a));
        }

        #[test]
        fn big_endian_bytes_sort_as_the_integer(a: u64, b: u64) {
            let (mut x, mut y) = ([0; 8], [0; 8]);
            a.write_be(&mut x);
            b.write_be(&mut y);
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(<u64 as StateKey>::read_be(&x), a);
        }
    }

    #[test]
    fn hexadecimal_that_does_not_fit_is_refused() {
        assert_eq!(u64::from_hex("0xff"), Some(255));
        for bad in ["", "0x", "g", "11112222333344445", "ä"] {
            assert_eq!(u64::from_hex(bad), None, "{bad}");
        }
    }
}
