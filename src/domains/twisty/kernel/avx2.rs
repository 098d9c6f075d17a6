//! AVX2: a position is one register.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_load_si256,
    _mm256_min_epu8, _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_shuffle_epi8,
    _mm256_store_si256, _mm256_sub_epi8,
};

use super::{Job, Packed, Unit};

/// The processor has AVX2, POPCNT and BMI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// Looks whether this processor has them.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        has.then_some(Self(()))
    }
}

#[inline]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn load(packed: &Packed) -> __m256i {
    // SAFETY: a `Packed` is 32 bytes long and aligned to 32 bytes.
    unsafe { _mm256_load_si256(packed.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn compose(a: &Packed, b: &Packed, modulus: &Packed) -> Packed {
    let b = load(b);
    // The upper bit of a byte of `b` is never set: a turn is less than 8.
    let moved = _mm256_shuffle_epi8(load(a), b);
    let sum = _mm256_add_epi8(moved, _mm256_and_si256(b, _mm256_set1_epi8(0xf0_u8 as i8)));
    // Of a sum below the modulus the difference wraps round to something greater.
    let reduced = _mm256_min_epu8(sum, _mm256_sub_epi8(sum, load(modulus)));
    let mut result = Packed([0; 32]);
    // SAFETY: as in `load`, and `result` is borrowed by nobody else.
    unsafe { _mm256_store_si256(result.0.as_mut_ptr().cast(), reduced) };
    result
}

#[inline]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn agree(a: &Packed, b: &Packed) -> u32 {
    _mm256_movemask_epi8(_mm256_cmpeq_epi8(load(a), load(b))) as u32
}

#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn enter<J: Job>(unit: Avx2, job: J) -> J::Output {
    job.run(unit)
}

impl Unit for Avx2 {
    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn compose(self, a: &Packed, b: &Packed, modulus: &Packed) -> Packed {
        // SAFETY: an `Avx2` exists only where `detect` has seen the instructions.
        unsafe { compose(a, b, modulus) }
    }

    #[inline(always)]
    fn agree(self, a: &Packed, b: &Packed) -> u32 {
        // SAFETY: as above.
        unsafe { agree(a, b) }
    }

    #[inline(always)]
    fn enter<J: Job>(self, job: J) -> J::Output {
        // SAFETY: as above.
        unsafe { enter(self, job) }
    }
}
