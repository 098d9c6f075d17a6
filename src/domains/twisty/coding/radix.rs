//! Keys as numbers of digits whose radices differ.

use crate::space::{StateKey, Words};

/// Keys that are built digit by digit, the most significant first.
pub trait Radix: StateKey {
    /// `self * radix + digit`, or `None` when that does not fit.
    fn checked_push(self, radix: u64, digit: u64) -> Option<Self>;

    /// `self * radix + digit` modulo the width.
    #[must_use]
    fn push(self, radix: u64, digit: u64) -> Self;

    /// Takes the last digit off; `radix` is not 0.
    fn pop(self, radix: u64) -> (Self, u64);
}

macro_rules! integer_radix {
    ($int:ty) => {
        impl Radix for $int {
            fn checked_push(self, radix: u64, digit: u64) -> Option<Self> {
                self.checked_mul(<$int>::from(radix))?.checked_add(<$int>::from(digit))
            }

            #[inline]
            fn push(self, radix: u64, digit: u64) -> Self {
                self.wrapping_mul(<$int>::from(radix)).wrapping_add(<$int>::from(digit))
            }

            #[inline]
            fn pop(self, radix: u64) -> (Self, u64) {
                let radix = <$int>::from(radix);
                (self / radix, (self % radix) as u64)
            }
        }
    };
}

integer_radix!(u64);
integer_radix!(u128);

impl<const N: usize> Radix for Words<N> {
    fn checked_push(self, radix: u64, digit: u64) -> Option<Self> {
        let (pushed, over) = times_plus(self, radix, digit);
        (over == 0).then_some(pushed)
    }

    fn push(self, radix: u64, digit: u64) -> Self {
        times_plus(self, radix, digit).0
    }

    fn pop(self, radix: u64) -> (Self, u64) {
        let mut words = self.0;
        let mut rest = 0;
        for word in &mut words {
            let value = u128::from(rest) << 64 | u128::from(*word);
            // The quotient fits, as `rest` is less than the radix.
            *word = (value / u128::from(radix)) as u64;
            rest = (value % u128::from(radix)) as u64;
        }
        (Self(words), rest)
    }
}

/// `key * radix + digit` and what does not fit.
fn times_plus<const N: usize>(key: Words<N>, radix: u64, digit: u64) -> (Words<N>, u64) {
    let mut words = key.0;
    let mut carry = digit;
    for word in words.iter_mut().rev() {
        let value = u128::from(*word) * u128::from(radix) + u128::from(carry);
        *word = value as u64;
        carry = (value >> 64) as u64;
    }
    (Words(words), carry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_count_as_the_integer_they_are(value: u128, radix in 1_u64.., digit: u64) {
            let wide = |value: u128| Words([(value >> 64) as u64, value as u64]);
            let digit = digit % radix;
            let (rest, last) = value.pop(radix);
            prop_assert_eq!(wide(value).pop(radix), (wide(rest), last));
            prop_assert_eq!(rest.push(radix, last), value);
            prop_assert_eq!(wide(rest).push(radix, last), wide(value));
            prop_assert_eq!(
                wide(value).checked_push(radix, digit),
                value.checked_push(radix, digit).map(wide)
            );
        }
    }
}
