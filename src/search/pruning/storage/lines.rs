//! Memory in cache lines, so that an entry of a table never lies in two of them.

use zerocopy::{FromBytes, FromZeros as _, Immutable, IntoBytes, KnownLayout};

use super::StorageError;

/// Bytes of a cache line.
pub(super) const LINE: usize = 64;

#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C, align(64))]
struct Line([u8; LINE]);

/// Whole cache lines. What lies outside reads as zero.
#[derive(Clone)]
pub(super) struct Lines(Vec<Line>);

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lines({})", self.0.len())
    }
}

impl Lines {
    /// As many lines as hold `bytes`, all zero.
    ///
    /// # Errors
    /// [`StorageError::OutOfMemory`].
    pub(super) fn zeroed(bytes: u64) -> Result<Self, StorageError> {
        let lines = usize::try_from(bytes.div_ceil(LINE as u64)).ok();
        let lines = lines.and_then(|lines| Line::new_vec_zeroed(lines).ok());
        lines.map(Self).ok_or(StorageError::OutOfMemory { bytes })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// [`StorageError::OutOfMemory`].
    pub(super) fn push(&mut self, line: [u8; LINE]) -> Result<(), StorageError> {
        if self.0.len() == self.0.capacity() {
            // An eighth more each time: doubling would need up to three times the table.
            let more = (self.0.len() / 8).max(64);
            let bytes = ((self.0.len() + more) * LINE) as u64;
            self.0.try_reserve_exact(more).map_err(|_| StorageError::OutOfMemory { bytes })?;
        }
        self.0.push(Line(line));
        Ok(())
    }

    /// Gives back memory that is not needed.
    pub(super) fn shrink(&mut self) {
        self.0.shrink_to_fit();
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    pub(super) fn as_mut_bytes(&mut self) -> &mut [u8] {
        self.0.as_mut_bytes()
    }

    /// The lines one by one, to be filled.
    pub(super) fn each_mut(&mut self) -> impl Iterator<Item = &mut [u8; LINE]> {
        self.0.iter_mut().map(|line| &mut line.0)
    }

    /// The line of that number.
    #[inline]
    pub(super) fn line(&self, number: u64) -> Option<&[u8; LINE]> {
        self.0.get(usize::try_from(number).ok()?).map(|line| &line.0)
    }

    /// The eight bytes from `at` as a little-endian number.
    #[inline]
    pub(super) fn word(&self, at: u64) -> u64 {
        let bytes = usize::try_from(at).ok().and_then(|at| self.as_bytes().get(at..));
        bytes.and_then(|bytes| bytes.first_chunk()).map_or(0, |word| u64::from_le_bytes(*word))
    }

    /// Asks the processor to bring a line into its cache.
    #[inline]
    pub(super) fn prefetch(&self, number: u64) {
        let Some(line) = self.line(number) else { return };
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86_64 has the instruction (SSE); it changes nothing that a
            // program can see, and the address is that of a reference.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }
}
