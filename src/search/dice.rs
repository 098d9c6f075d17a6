//! Random numbers that are a function of seed, stream and place, so that a
//! search which goes on needs to know only how many it has drawn.

/// Odd, and without a pattern in its bits: the fractional part of the golden
/// ratio.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers: SplitMix64 (Steele, Lea, Flood 2014), whose n-th
/// number is a mix of its base and n. Good enough to choose moves, and no
/// secret. The numbers belong to the form of stored runs: they never change.
#[derive(Debug, Clone)]
pub(super) struct Dice {
    base: u64,
    drawn: u64,
}

impl Dice {
    /// A stream of a seed, behind its first `drawn` numbers.
    pub(super) fn new(seed: u64, stream: u64, drawn: u64) -> Self {
        // Mixed twice, so that no stream is a near part of another.
        let base = mix(mix(seed.wrapping_add(STRIDE)).wrapping_add(stream.wrapping_mul(STRIDE)));
        Self { base, drawn }
    }

    /// A number below `bound`, or 0 when that is 0. All are equally likely, but
    /// for one part in 2^64 / `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.drawn = self.drawn.wrapping_add(1);
        let number = mix(self.base.wrapping_add(self.drawn.wrapping_mul(STRIDE)));
        ((u128::from(number) * bound as u128) >> 64) as usize
    }
}

pub(super) fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(mut dice: Dice) -> Vec<usize> {
        (0..8).map(|_| dice.below(1000)).collect()
    }

    #[test]
    fn the_numbers_never_change() {
        // The reference generator gives these for the seed 1234567.
        let reference = [6_457_827_717_110_365_317u64, 3_203_168_211_198_807_973];
        let mut dice = Dice { base: 1_234_567, drawn: 0 };
        for number in reference {
            let expected = ((u128::from(number) * 1000) >> 64) as usize;
            assert_eq!(dice.below(1000), expected);
        }
    }

    #[test]
    fn seeds_and_streams_differ_and_places_can_be_returned_to() {
        let streams = [(1, 0), (1, 1), (2, 0), (0, 1), (0, 0)];
        for (i, &(seed, stream)) in streams.iter().enumerate() {
            for &(other, beside) in &streams[..i] {
                assert_ne!(first(Dice::new(seed, stream, 0)), first(Dice::new(other, beside, 0)));
            }
        }
        let mut dice = Dice::new(7, 7, 0);
        for _ in 0..5 {
            dice.below(3);
        }
        assert_eq!(first(dice), first(Dice::new(7, 7, 5)));
    }

    #[test]
    fn all_numbers_below_the_bound_come() {
        let mut dice = Dice::new(3, 0, 0);
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[dice.below(7)] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!((dice.below(1), dice.below(0)), (0, 0));
    }
}
