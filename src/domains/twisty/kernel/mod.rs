//! Composing and comparing positions as fast as the processor can.
//!
//! A [`Unit`] is a set of instructions; all of them give equal results. Code that is to be
//! compiled for one is a [`Job`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;
mod packed;
mod scalar;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use packed::{Layout, Packed};
pub use scalar::Scalar;

/// Instructions for [`Packed`] positions. That a value exists proves that this processor has
/// them.
pub trait Unit: Copy + Send + Sync + 'static {
    /// What it is called.
    const NAME: &'static str;

    /// First `a`, then `b`; `modulus` is that of the layout.
    fn compose(self, a: &Packed, b: &Packed, modulus: &Packed) -> Packed;

    /// At which bytes `a` and `b` are equal, one bit each.
    fn agree(self, a: &Packed, b: &Packed) -> u32;

    /// At how many bytes `a` and `b` are equal.
    #[inline(always)]
    fn agreeing(self, a: &Packed, b: &Packed) -> u32 {
        self.agree(a, b).count_ones()
    }

    /// Does a job in code that is compiled for these instructions.
    fn enter<J: Job>(self, job: J) -> J::Output;
}

/// Something to do with a unit.
pub trait Job {
    /// What comes of it.
    type Output;

    /// Does it. To be `#[inline(always)]`, so that it is compiled for the unit's instructions.
    fn run<U: Unit>(self, unit: U) -> Self::Output;
}
