//! How often each value is expected, in shares of the states, and the tables that
//! follow from it.

use super::super::{FARTHEST, Histogram};

/// Binary logarithm of the number of states.
pub(super) const STATE_BITS: u32 = 11;
/// How many states the coder has.
pub(super) const STATES: usize = 1 << STATE_BITS;

const VALUES: usize = FARTHEST as usize + 1;

/// Of the [`STATES`] how many stand for each value: 0 for one that never occurs. The
/// sum is [`STATES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Model([u16; VALUES]);

impl Model {
    /// The shares with which these values take fewest bits.
    pub(super) fn fitting(histogram: &Histogram) -> Self {
        let total: u128 = histogram.iter().map(|&count| u128::from(count)).sum();
        if total == 0 {
            let mut shares = [0; VALUES];
            shares[0] = STATES as u16;
            return Self(shares);
        }
        // Every value that occurs has a state, so the sum can be too large or too small.
        let mut shares = histogram.map(|count| match count {
            0 => 0,
            _ => ((u128::from(count) * STATES as u128 / total) as u16).max(1),
        });
        // Bits that a value would cost more with a state less.
        let cost = |value: usize, share: u16| {
            histogram[value] as f64 * (f64::from(share) / f64::from(share - 1)).log2()
        };
        let occurring = || (0..VALUES).filter(|&value| histogram[value] > 0);
        loop {
            let sum: usize = shares.iter().map(|&share| usize::from(share)).sum();
            let by_cost = |more: u16| {
                move |&a: &usize, &b: &usize| {
                    cost(a, shares[a] + more).total_cmp(&cost(b, shares[b] + more))
                }
            };
            let changed = match sum.cmp(&STATES) {
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => {
                    occurring().max_by(by_cost(1)).map(|value| (value, shares[value] + 1))
                }
                std::cmp::Ordering::Greater => occurring()
                    .filter(|&value| shares[value] > 1)
                    .min_by(by_cost(0))
                    .map(|value| (value, shares[value] - 1)),
            };
            let Some((value, share)) = changed else { return Self(shares) };
            shares[value] = share;
        }
    }

    /// The shares as bytes, two each, little-endian.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        self.0.iter().flat_map(|share| share.to_le_bytes()).collect()
    }

    /// The shares with these bytes; `None` when they are none.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; 2 * VALUES] = bytes.try_into().ok()?;
        let mut shares = [0; VALUES];
        for (share, pair) in shares.iter_mut().zip(bytes.chunks_exact(2)) {
            *share = u16::from_le_bytes([pair[0], pair[1]]);
        }
        let sum: usize = shares.iter().map(|&share| usize::from(share)).sum();
        (sum == STATES).then_some(Self(shares))
    }

    /// Bits that these values take, as expected when they are in no particular order.
    pub(super) fn bits(self, histogram: &Histogram) -> f64 {
        let bits = |share: u16| f64::from(STATE_BITS) - f64::from(share).log2();
        let occurring = self.0.iter().zip(histogram).filter(|(_, count)| **count > 0);
        occurring.map(|(&share, &count)| count as f64 * bits(share)).sum()
    }

    /// The value that each state stands for. Those of a value are spread evenly, by a
    /// step that has no divisor in common with the number of states.
    fn spread(self) -> [u8; STATES] {
        let mut values = [0; STATES];
        let mut at = 0;
        for (value, &share) in (0..).zip(&self.0) {
            for _ in 0..share {
                values[at] = value;
                at = (at + STATES * 5 / 8 + 3) % STATES;
            }
        }
        values
    }

    /// The table for reading.
    pub(super) fn decoder(self) -> Decoder {
        let mut cells = Box::new([Cell::default(); STATES]);
        let mut next = self.0.map(u32::from);
        for (cell, value) in cells.iter_mut().zip(self.spread()) {
            let rank = next[usize::from(value)];
            next[usize::from(value)] += 1;
            let bits = STATE_BITS - rank.ilog2();
            let (base, mask) = ((rank << bits) - STATES as u32, (1 << bits) - 1);
            *cell = Cell { base: base as u16, mask, bits: bits as u8, value };
        }
        Decoder(cells)
    }

    /// The table for writing.
    pub(super) fn encoder(self) -> Encoder {
        let mut firsts = [0; VALUES];
        let mut first = 0;
        for (place, share) in firsts.iter_mut().zip(self.0) {
            *place = first;
            first += usize::from(share);
        }
        let mut states = Box::new([0; STATES]);
        let mut next = firsts;
        for (state, value) in (0..).zip(self.spread()) {
            let place = &mut next[usize::from(value)];
            states[*place] = state;
            *place += 1;
        }
        Encoder { shares: self.0, firsts, states }
    }
}

/// What a state means to a reader.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(8))]
struct Cell {
    /// The next state is this and the number in the next bits.
    base: u16,
    /// These bits.
    mask: u16,
    /// How many they are.
    bits: u8,
    /// The value.
    value: u8,
}

/// Reads values.
#[derive(Debug, Clone)]
pub(super) struct Decoder(Box<[Cell; STATES]>);

impl Decoder {
    /// The value that a state stands for.
    #[inline]
    pub(super) fn value(&self, state: usize) -> u8 {
        self.0[state % STATES].value
    }

    /// The state after this one, from the lowest bits of `word`, and how many they are:
    /// at most [`STATE_BITS`].
    #[inline]
    pub(super) fn next(&self, state: usize, word: u64) -> (usize, u32) {
        let cell = self.0[state % STATES];
        (usize::from(cell.base) + usize::from(cell.mask & word as u16), u32::from(cell.bits))
    }
}

/// Writes values, the last one first.
pub(super) struct Encoder {
    shares: [u16; VALUES],
    /// Where the states of each value begin in `states`.
    firsts: [usize; VALUES],
    /// The states of the values, in ascending order for each.
    states: Box<[u16; STATES]>,
}

impl Encoder {
    /// A state that stands for `value`, which the model must know.
    pub(super) fn first(&self, value: u8) -> usize {
        usize::from(self.states[self.firsts[usize::from(value)]])
    }

    /// The state that stands for `value` and from which a reader comes to `state`, with
    /// the bits that lead there and how many they are.
    pub(super) fn previous(&self, state: usize, value: u8) -> (usize, u64, u32) {
        let (share, full) = (usize::from(self.shares[usize::from(value)]), state + STATES);
        // So many bits that what is left is between the share and twice the share.
        let most = STATE_BITS - share.ilog2();
        let bits = if full >> most >= share { most } else { most - 1 };
        let place = self.firsts[usize::from(value)] + (full >> bits) - share;
        (usize::from(self.states[place]), (full & ((1 << bits) - 1)) as u64, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_sum_up_and_come_back() {
        let cases: [Histogram; 5] = [
            [0; VALUES],
            [1; VALUES],
            [u64::MAX; VALUES],
            std::array::from_fn(|value| if value == 7 { 1 << 40 } else { u64::from(value > 7) }),
            std::array::from_fn(|value| 3u64.pow(value as u32)),
        ];
        for histogram in cases {
            let model = Model::fitting(&histogram);
            let sum: usize = model.0.iter().map(|&share| usize::from(share)).sum();
            assert_eq!(sum, STATES);
            for (&share, &count) in model.0.iter().zip(&histogram) {
                assert!((share > 0) == (count > 0) || histogram == [0; VALUES]);
            }
            assert_eq!(Model::from_bytes(&model.to_bytes()), Some(model));
        }
        assert_eq!(Model::from_bytes(&[0; 32]), None);
        assert_eq!(Model::from_bytes(&[0; 31]), None);
    }

    #[test]
    fn no_other_shares_take_fewer_bits() {
        let histogram = std::array::from_fn(|value| [0, 1, 900, 70_000, 123_456, 5][value % 6]);
        let best = Model::fitting(&histogram);
        for from in 0..VALUES {
            for to in (0..VALUES).filter(|&to| to != from && best.0[from] > 1 && best.0[to] > 0) {
                let mut other = best;
                other.0[from] -= 1;
                other.0[to] += 1;
                assert!(other.bits(&histogram) >= best.bits(&histogram), "{from} to {to}");
            }
        }
    }

    #[test]
    fn the_reader_goes_back_every_step_of_the_writer() {
        let model = Model::fitting(&std::array::from_fn(|value| 1 << value));
        let (encoder, decoder) = (model.encoder(), model.decoder());
        for state in 0..STATES {
            for value in 0..=FARTHEST {
                assert_eq!(decoder.value(encoder.first(value)), value);
                let (previous, word, bits) = encoder.previous(state, value);
                assert_eq!(decoder.value(previous), value);
                assert_eq!(decoder.next(previous, word), (state, bits));
            }
        }
    }
}
