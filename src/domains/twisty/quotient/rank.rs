//! Numbers of arrangements.

/// How many arrangements of `count` of `n` things there are, if fewer than 2^63.
pub(super) fn arrangements(n: usize, count: usize) -> Option<u64> {
    (0..count)
        .try_fold(1_u64, |product, i| product.checked_mul((n - i) as u64))
        .filter(|&all| all < 1 << 63)
}

/// The number of an arrangement of distinct things below `n` (64 at most), in lexicographic order.
#[inline]
pub(super) fn rank(things: impl Iterator<Item = usize>, n: usize) -> u64 {
    let (mut rank, mut used) = (0, 0_u64);
    for (i, thing) in things.enumerate() {
        let lesser = (used & ((1 << thing) - 1)).count_ones() as usize;
        rank = rank * (n - i) as u64 + (thing - lesser) as u64;
        used |= 1 << thing;
    }
    rank
}

/// The arrangement of this number; fills `things`.
pub(super) fn unrank(mut rank: u64, n: usize, things: &mut [u8]) {
    let count = things.len();
    for i in (0..count).rev() {
        let options = (n - i) as u64;
        things[i] = (rank % options) as u8;
        rank /= options;
    }
    // From the number among those that are left to the thing itself.
    for i in (0..count).rev() {
        for later in i + 1..count {
            if things[later] >= things[i] {
                things[later] += 1;
            }
        }
    }
}

/// Numbers in a base as digits, the first one the least significant.
pub(super) fn digits(mut number: usize, base: usize, digits: &mut [u8]) {
    for digit in digits {
        *digit = (number % base) as u8;
        number /= base;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_to_arrangements_and_back() {
        for (n, count) in [(5, 5), (6, 3), (12, 2), (4, 0)] {
            let all = arrangements(n, count).unwrap_or_default();
            let mut before: Option<Vec<u8>> = None;
            for number in 0..all {
                let mut things = vec![0; count];
                unrank(number, n, &mut things);
                assert_eq!(rank(things.iter().map(|&thing| thing.into()), n), number);
                assert!(before.is_none_or(|before| before < things), "ascending");
                before = Some(things);
            }
        }
        assert_eq!(arrangements(12, 6), Some(665_280));
        assert_eq!(arrangements(24, 24), None);
    }
}
