//! NEON: a position is two registers, looked up by `tbl`.

use std::arch::aarch64::{
    uint8x16_t, vaddq_u8, vaddv_u8, vaddvq_u8, vandq_u8, vceqq_u8, vdupq_n_u8, vget_high_u8,
    vget_low_u8, vld1q_u8, vminq_u8, vqtbl1q_u8, vst1q_u8, vsubq_u8,
};

use super::{Job, Packed, Unit};

/// The processor has NEON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neon(());

impl Neon {
    /// Looks whether this processor has it.
    #[must_use]
    pub fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

/// Half of a position.
#[inline]
#[target_feature(enable = "neon")]
fn load(packed: &Packed, half: usize) -> uint8x16_t {
    let bytes = &packed.0[16 * half..][..16];
    // SAFETY: `bytes` is 16 bytes long.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn compose(a: &Packed, b: &Packed, modulus: &Packed) -> Packed {
    let mut result = Packed([0; 32]);
    for half in 0..2 {
        let turns = load(b, half);
        let from = vandq_u8(turns, vdupq_n_u8(0x0f));
        let moved = vqtbl1q_u8(load(a, half), from);
        let sum = vaddq_u8(moved, vandq_u8(turns, vdupq_n_u8(0xf0)));
        // Of a sum below the modulus the difference wraps round to something greater.
        let reduced = vminq_u8(sum, vsubq_u8(sum, load(modulus, half)));
        let bytes = &mut result.0[16 * half..][..16];
        // SAFETY: `bytes` is 16 bytes long and borrowed by nobody else.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), reduced) };
    }
    result
}

#[inline]
#[target_feature(enable = "neon")]
fn agree(a: &Packed, b: &Packed) -> u32 {
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: `BITS` is 16 bytes long.
    let bits = unsafe { vld1q_u8(BITS.as_ptr()) };
    let mut mask = 0;
    for half in 0..2 {
        let equal = vandq_u8(vceqq_u8(load(a, half), load(b, half)), bits);
        // Each byte has a bit of its own, so the sum of eight is their union.
        let low = u32::from(vaddv_u8(vget_low_u8(equal)));
        let high = u32::from(vaddv_u8(vget_high_u8(equal)));
        mask |= (low | high << 8) << (16 * half);
    }
    mask
}

#[inline]
#[target_feature(enable = "neon")]
fn agreeing(a: &Packed, b: &Packed) -> u32 {
    let equal = |half| vceqq_u8(load(a, half), load(b, half));
    // Equal bytes give -1 each, so the sum is minus their number, 32 at most.
    u32::from(vaddvq_u8(vaddq_u8(equal(0), equal(1))).wrapping_neg())
}

#[target_feature(enable = "neon")]
fn enter<J: Job>(unit: Neon, job: J) -> J::Output {
    job.run(unit)
}

impl Unit for Neon {
    const NAME: &'static str = "neon";

    #[inline(always)]
    fn compose(self, a: &Packed, b: &Packed, modulus: &Packed) -> Packed {
        // SAFETY: a `Neon` exists only where `detect` has seen the instructions.
        unsafe { compose(a, b, modulus) }
    }

    #[inline(always)]
    fn agree(self, a: &Packed, b: &Packed) -> u32 {
        // SAFETY: as above.
        unsafe { agree(a, b) }
    }

    #[inline(always)]
    fn agreeing(self, a: &Packed, b: &Packed) -> u32 {
        // SAFETY: as above.
        unsafe { agreeing(a, b) }
    }

    #[inline(always)]
    fn enter<J: Job>(self, job: J) -> J::Output {
        // SAFETY: as above.
        unsafe { enter(self, job) }
    }
}
