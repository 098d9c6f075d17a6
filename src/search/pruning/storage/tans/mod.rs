//! Entropy coding by a tabled asymmetric numeral system: Jarek Duda, "Asymmetric
//! numeral systems", arXiv:1311.2540.
//!
//! The coder is in one of 2048 states, each of which stands for a value; a value has as
//! many states as it is frequent. To write a value means to go from the present state to
//! one that stands for it, keeping in a few bits what a reader needs to find back: few
//! when it has many states. So values are written from the last to the first, and read
//! from the first to the last.
//!
//! Values are coded in blocks of 128, which are read from their beginning. In memory:
//!
//! ```text
//! index, lines of 64 bytes: bit of the first block u64 | 28 blocks, bits after that u16
//! stream: for each block its first state, 11 bits, then for each value but the last
//!         the bits that lead to the next state
//! ```
//!
//! Numbers are little-endian; bits are counted from the lowest of the first byte. A last
//! eight bytes are there for readers, who take eight at once.

mod model;

use model::{Decoder, Model, STATE_BITS, STATES};

use super::lines::{LINE, Lines};
use super::{FARTHEST, Histogram, StorageError, Values, histogram};

/// Entries of a block.
const BLOCK: u64 = 128;
/// Blocks of a line of the index.
const BLOCKS_A_LINE: u64 = 28;
/// Steps for which the bits of one word are enough: the first bit can be the eighth of
/// its byte.
const STEPS_A_WORD: u64 = (64 - 7) / STATE_BITS as u64;

/// A table that is entropy coded.
#[derive(Debug, Clone)]
pub struct Tans {
    entries: u64,
    model: Model,
    decoder: Decoder,
    lines: Lines,
}

/// Lines of the index of so many entries.
fn index_lines(entries: u64) -> u64 {
    entries.div_ceil(BLOCK * BLOCKS_A_LINE)
}

impl Tans {
    /// Bytes that a table with these values takes, as expected, and a little more.
    pub(super) fn expected_bytes(histogram: &Histogram) -> u64 {
        let entries = histogram.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        let states = entries.div_ceil(BLOCK) as f64 * f64::from(STATE_BITS);
        let bits = states + Model::fitting(histogram).bits(histogram);
        // What the coder loses by its states being whole; for small tables, by chance.
        let stream = (bits * (1.0 + 1.0 / 64.0) / 8.0) as u64;
        let index = index_lines(entries).saturating_add(8).saturating_mul(LINE as u64);
        index.saturating_add(stream)
    }

    pub(super) fn of(values: &(impl Values + ?Sized)) -> Result<Self, StorageError> {
        let (entries, model) = (values.entries(), Model::fitting(&histogram(values)));
        let encoder = model.encoder();
        let index = index_lines(entries);
        let mut lines = Lines::zeroed(index.saturating_mul(LINE as u64))?;
        let mut writer = BitWriter::new();
        for number in 0..index {
            let first = writer.written;
            let mut line = [0; LINE];
            let (start, offsets) = line.split_at_mut(8);
            start.copy_from_slice(&first.to_le_bytes());
            for (slot, offset) in (0..BLOCKS_A_LINE).zip(offsets.chunks_exact_mut(2)) {
                // Of blocks of at most 128 times 11 bits.
                offset.copy_from_slice(&((writer.written - first) as u16).to_le_bytes());
                let from = (number * BLOCKS_A_LINE + slot) * BLOCK;
                let to = (from + BLOCK).min(entries);
                let mut backwards = (from..to).rev().map(|index| values.value(index).min(FARTHEST));
                let Some(last) = backwards.next() else { continue };
                let mut state = encoder.first(last);
                let mut steps = [(0, 0); BLOCK as usize];
                let mut count = 0;
                for (step, value) in steps.iter_mut().zip(backwards) {
                    let (previous, word, bits) = encoder.previous(state, value);
                    (state, *step) = (previous, (word, bits));
                    count += 1;
                }
                writer.put(state as u64, STATE_BITS, &mut lines)?;
                for &(word, bits) in steps[..count].iter().rev() {
                    writer.put(word, bits, &mut lines)?;
                }
            }
            let at = number as usize * LINE;
            lines.as_mut_bytes()[at..at + LINE].copy_from_slice(&line);
        }
        writer.finish(&mut lines)?;
        lines.shrink();
        Ok(Self { entries, model, decoder: model.decoder(), lines })
    }

    pub(super) fn from_parts(entries: u64, parameters: &[u8], lines: Lines) -> Option<Self> {
        let model = Model::from_bytes(parameters)?;
        let index = index_lines(entries).checked_mul(LINE as u64)?;
        let right = index < lines.as_bytes().len() as u64;
        right.then(|| Self { entries, model, decoder: model.decoder(), lines })
    }

    pub(super) fn parameters(&self) -> Vec<u8> {
        self.model.to_bytes()
    }

    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The value of an entry; 0 for one that is not there.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> u8 {
        if index >= self.entries {
            return 0;
        }
        let (block, mut steps) = (index / BLOCK, index % BLOCK);
        let (number, slot) = (block / BLOCKS_A_LINE, block % BLOCKS_A_LINE);
        let at = number * LINE as u64;
        let first = self.lines.word(at);
        // The last two of eight bytes.
        let offset = self.lines.word(at + 2 + 2 * slot) >> 48;
        let stream = index_lines(self.entries) * LINE as u64 * 8;
        // Wraps only when the index is damaged.
        let mut bit = stream.wrapping_add(first).wrapping_add(offset);
        let mut state = self.bits(bit) as usize % STATES;
        bit = bit.wrapping_add(u64::from(STATE_BITS));
        while steps > 0 {
            let mut word = self.bits(bit);
            let some = steps.min(STEPS_A_WORD);
            for _ in 0..some {
                let (next, bits) = self.decoder.next(state, word);
                state = next;
                word >>= bits;
                bit = bit.wrapping_add(u64::from(bits));
            }
            steps -= some;
        }
        self.decoder.value(state)
    }

    /// At least 57 bits from a place.
    #[inline]
    fn bits(&self, at: u64) -> u64 {
        self.lines.word(at / 8) >> (at % 8)
    }

    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        self.lines.prefetch(index / (BLOCK * BLOCKS_A_LINE));
    }
}

/// Writes bits behind the lines that are there.
struct BitWriter {
    /// Bits so far.
    written: u64,
    /// Those that are in no line yet, the first ones lowest.
    held: u64,
    line: [u8; LINE],
}

impl BitWriter {
    fn new() -> Self {
        Self { written: 0, held: 0, line: [0; LINE] }
    }

    /// Writes the lowest `count` of `bits`, at most 32; the others must be 0.
    fn put(&mut self, bits: u64, count: u32, to: &mut Lines) -> Result<(), StorageError> {
        let filled = self.written % 32;
        self.held |= bits << filled;
        self.written += u64::from(count);
        if filled + u64::from(count) < 32 {
            return Ok(());
        }
        // The 32 bits that are full now end before the place of the next.
        let end = (self.written / 32 * 4 + LINE as u64 - 1) as usize % LINE + 1;
        self.line[end - 4..end].copy_from_slice(&(self.held as u32).to_le_bytes());
        self.held >>= 32;
        if end == LINE {
            to.push(std::mem::replace(&mut self.line, [0; LINE]))?;
        }
        Ok(())
    }

    /// Writes what is held, and eight bytes more.
    fn finish(mut self, to: &mut Lines) -> Result<(), StorageError> {
        for _ in 0..4 {
            self.put(0, 32, to)?;
        }
        if (self.written / 32).is_multiple_of(LINE as u64 / 4) {
            Ok(())
        } else {
            to.push(self.line)
        }
    }
}
