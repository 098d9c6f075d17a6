//! Repeatable numbers.

/// A small generator (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    /// The same seed gives the same numbers.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
