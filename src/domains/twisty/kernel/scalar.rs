//! Byte by byte, on every processor.

use super::packed::BYTES;
use super::{Job, Packed, Unit};

/// No vector instructions but those the compiler finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scalar;

impl Unit for Scalar {
    const NAME: &'static str = "scalar";

    #[inline(always)]
    fn compose(self, a: &Packed, b: &Packed, modulus: &Packed) -> Packed {
        let mut result = [0; BYTES];
        for (at, byte) in result.iter_mut().enumerate() {
            let from = (at & 16) | usize::from(b.0[at] & 15);
            let sum = a.0[from] + (b.0[at] & 0xf0);
            *byte = sum.min(sum.wrapping_sub(modulus.0[at]));
        }
        Packed(result)
    }

    #[inline(always)]
    fn agree(self, a: &Packed, b: &Packed) -> u32 {
        // Eight bytes at a time: the top bit of each byte that is zero in the difference.
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let word = |bytes: &[u8; BYTES], at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        let mut mask = 0;
        for at in (0..BYTES).step_by(8) {
            let difference = word(&a.0, at) ^ word(&b.0, at);
            let equal = !(((difference & LOW) + LOW) | difference | LOW);
            // Gathers the top bits of the bytes.
            let bits = (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            mask |= (bits as u32) << at;
        }
        mask
    }

    #[inline(always)]
    fn agreeing(self, a: &Packed, b: &Packed) -> u32 {
        // The compiler makes vector instructions of it that every processor of a kind has.
        let equal = a.0.iter().zip(&b.0).map(|(a, b)| u8::from(a == b));
        u32::from(equal.sum::<u8>())
    }

    #[inline(always)]
    fn enter<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }
}
