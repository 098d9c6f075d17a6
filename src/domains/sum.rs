//! Keys that can be added up: a state as the sum of what its parts add.

use crate::space::{StateKey, Words};

/// Keys that can be summed.
pub trait Sum: StateKey {
    /// Sum modulo the width.
    fn plus(self, other: Self) -> Self;
    /// Difference modulo the width.
    fn minus(self, other: Self) -> Self;
    /// `value << shift`; bits beyond the width are lost.
    fn shifted(value: u64, shift: u32) -> Self;
    /// The value when it fits.
    fn narrow(value: u128) -> Option<Self>;
}

macro_rules! integer_sum {
    ($int:ty) => {
        impl Sum for $int {
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            fn shifted(value: u64, shift: u32) -> Self {
                <$int>::from(value).checked_shl(shift).unwrap_or(0)
            }
            fn narrow(value: u128) -> Option<Self> {
                Self::try_from(value).ok()
            }
        }
    };
}

integer_sum!(u64);
integer_sum!(u128);

impl<const N: usize> Sum for Words<N> {
    fn plus(self, other: Self) -> Self {
        let mut words = self.0;
        let mut carry = false;
        for (word, add) in words.iter_mut().zip(other.0).rev() {
            let (sum, a) = word.overflowing_add(add);
            let (sum, b) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, a || b);
        }
        Self(words)
    }

    fn minus(self, other: Self) -> Self {
        let mut words = self.0;
        let mut borrow = false;
        for (word, take) in words.iter_mut().zip(other.0).rev() {
            let (rest, a) = word.overflowing_sub(take);
            let (rest, b) = rest.overflowing_sub(u64::from(borrow));
            (*word, borrow) = (rest, a || b);
        }
        Self(words)
    }

    fn shifted(value: u64, shift: u32) -> Self {
        let mut words = [0; N];
        let (word, low) = ((shift / 64) as usize, shift % 64);
        if word < N {
            words[N - 1 - word] = value << low;
            if low > 0 && word + 1 < N {
                words[N - 2 - word] = value >> (64 - low);
            }
        }
        Self(words)
    }

    fn narrow(value: u128) -> Option<Self> {
        let mut words = [0; N];
        words[N - 1] = value as u64;
        let high = (value >> 64) as u64;
        match N {
            1 if high != 0 => return None,
            1 => {}
            _ => words[N - 2] = high,
        }
        Some(Self(words))
    }
}
