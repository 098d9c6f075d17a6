//! The two encodings, as one table-driven sum.
//!
//! As in the first seed of this project's field (jimslide), a position is the
//! sequence of codes met on a walk over the floor: at each cell not yet covered
//! by a piece met before, the code of the piece's type, or 0 for an empty cell.
//! The sequence has as many codes as there are pieces and empty cells.
//!
//! A key is the sum of one number per code, looked up under the row that the
//! codes before it lead to. Two sets of tables give the two encodings:
//! * **packed**: the row is the place in the sequence; code `c` adds
//!   `c << shift`, with as few bits a code as the number of types needs;
//! * **rank**: the row is the multiset of codes still to come; code `c` adds the
//!   number of sequences that start with a smaller code there. The key is the
//!   rank of the sequence among all arrangements of the multiset: no bit is
//!   wasted, and neighbours in the store differ little.
//!
//! In both, changing the codes of some cells changes only the summands between
//! the first and the last of them: rows after the last are the same again,
//! because the codes in between are the same ones in another order.

use crate::domains::Sum;

/// Which of the two encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A fixed number of bits a code.
    Packed,
    /// The rank among all arrangements.
    Rank,
}

impl Encoding {
    /// Both encodings.
    pub const ALL: [Self; 2] = [Self::Packed, Self::Rank];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Packed => "packed",
            Self::Rank => "rank",
        }
    }

    /// Name and version, as kept in the identity of a space.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Packed => "packed/1",
            Self::Rank => "rank/1",
        }
    }
}

impl std::str::FromStr for Encoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|encoding| encoding.name() == text)
            .ok_or_else(|| format!("unknown encoding {text:?}; there are rank and packed"))
    }
}

/// The most table entries a rank encoding may have: beyond this the tables
/// leave the caches and the packed encoding is faster.
const MAX_RANK_ENTRIES: usize = 1 << 19;

/// The code of an empty cell.
pub(super) const BLANK: u8 = 0;

/// The tables of one encoding for one multiset of codes.
#[derive(Debug, Clone)]
pub(super) struct Coding<K> {
    /// How many codes there are, [`BLANK`] included.
    codes: usize,
    /// How often each code occurs; beyond the codes zero.
    counts: [u8; 256],
    /// The row before the first code.
    first: u32,
    /// The row behind the last code.
    end: u32,
    /// By row: what each code adds; zero, for covered cells; and how many keys
    /// share a prefix that leads to this row.
    add: Vec<K>,
    /// What a code adds to the row.
    advance: [u32; 256],
    encoding: Encoding,
}

/// How many bits the keys of a puzzle need, before its tables are built.
///
/// `counts[c]` is how often code `c` occurs. `None`: the encoding cannot be
/// used (a rank that needs tables too large or more than 128 bits).
#[must_use]
pub(super) fn key_bits(encoding: Encoding, counts: &[usize]) -> Option<u32> {
    match encoding {
        Encoding::Packed => Some(bits_a_code(counts.len()) * counts.iter().sum::<usize>() as u32),
        Encoding::Rank => {
            let ways = arrangements(counts)?;
            let total = ways.last().copied().unwrap_or(1);
            Some(128 - (total - 1).leading_zeros())
        }
    }
}

fn bits_a_code(codes: usize) -> u32 {
    codes.next_power_of_two().trailing_zeros()
}

/// What one code weighs in the mixed-radix number of a multiset.
fn strides(counts: &[usize]) -> Option<(Vec<usize>, usize)> {
    let mut size = 1usize;
    let mut strides = Vec::with_capacity(counts.len());
    for &count in counts {
        strides.push(size);
        size = size.checked_mul(count + 1)?;
        if size.checked_mul(counts.len() + 2)? > MAX_RANK_ENTRIES {
            return None;
        }
    }
    Some((strides, size))
}

/// By multiset: the number of its arrangements.
fn arrangements(counts: &[usize]) -> Option<Vec<u128>> {
    let (strides, size) = strides(counts)?;
    let mut ways = vec![1u128; size];
    for index in 1..size {
        let mut total = 0u128;
        for (code, &stride) in strides.iter().enumerate() {
            if index / stride % (counts[code] + 1) > 0 {
                total = total.checked_add(ways[index - stride])?;
            }
        }
        ways[index] = total;
    }
    Some(ways)
}

impl<K: Sum> Coding<K> {
    /// Builds the tables; `counts[c]` is how often code `c` occurs. `None` when
    /// [`key_bits`] has no answer or one beyond the width of `K`.
    pub(super) fn new(encoding: Encoding, counts: &[usize]) -> Option<Self> {
        key_bits(encoding, counts).filter(|&bits| bits <= K::BITS)?;
        let mut coding = Self {
            codes: counts.len(),
            counts: std::array::from_fn(|code| counts.get(code).map_or(0, |&count| count as u8)),
            first: 0,
            end: 0,
            add: Vec::new(),
            advance: [0; 256],
            encoding,
        };
        match encoding {
            Encoding::Packed => coding.fill_packed(counts),
            Encoding::Rank => coding.fill_rank(counts)?,
        }
        Some(coding)
    }

    fn fill_packed(&mut self, counts: &[usize]) {
        let (length, bits) = (counts.iter().sum::<usize>(), bits_a_code(counts.len()));
        let row = self.row_entries();
        for place in 0..=length {
            // The row behind the last code is only reached by covered cells.
            let left = (length - place) as u32;
            for code in 0..self.codes {
                let shift = left.saturating_sub(1) * bits;
                self.add.push(if left == 0 { K::MIN } else { K::shifted(code as u64, shift) });
            }
            self.add.push(K::MIN);
            // Zero when it does not fit: then every key is in range.
            self.add.push(K::shifted(1, left * bits));
        }
        self.advance[..self.codes].fill(row as u32);
        self.end = (length * row) as u32;
    }

    fn fill_rank(&mut self, counts: &[usize]) -> Option<()> {
        let (strides, size) = strides(counts)?;
        let ways = arrangements(counts)?;
        let row = self.row_entries();
        for index in 0..size {
            let mut smaller = 0u128;
            for (code, &stride) in strides.iter().enumerate() {
                self.add.push(K::narrow(smaller).unwrap_or(K::MIN));
                if index / stride % (counts[code] + 1) > 0 {
                    smaller += ways[index - stride];
                }
            }
            self.add.push(K::MIN);
            self.add.push(K::narrow(ways[index]).unwrap_or(K::MIN));
        }
        self.first = ((size - 1) * row) as u32;
        for (advance, stride) in self.advance.iter_mut().zip(strides) {
            *advance = ((stride * row) as u32).wrapping_neg();
        }
        Some(())
    }

    fn row_entries(&self) -> usize {
        self.codes + 2
    }

    /// The pseudo-code of a cell that a piece met before covers: adds nothing.
    #[inline]
    pub(super) fn covered(&self) -> u8 {
        self.codes as u8
    }

    /// The row before the first code.
    #[inline]
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// What `code` adds to the key under `row`, and the next row.
    #[inline]
    pub(super) fn step(&self, row: u32, code: u8) -> (K, u32) {
        let advance = self.advance[usize::from(code)];
        (self.add[row as usize + usize::from(code)], row.wrapping_add(advance))
    }

    /// Whether `rest`, what a key has beyond its prefix, belongs to that prefix.
    #[inline]
    pub(super) fn holds(&self, row: u32, rest: K) -> bool {
        let width = self.add[row as usize + self.codes + 1];
        rest < width || width == K::MIN
    }

    /// The code under `row` of a key with `rest` beyond its prefix.
    #[inline]
    pub(super) fn code(&self, row: u32, rest: K) -> u8 {
        let row = &self.add[row as usize..row as usize + self.codes];
        // Codes are few: counting beats a binary search and has no branch to miss.
        (row.iter().filter(|add| **add <= rest).count() - 1) as u8
    }

    /// Whether a key that was decoded to its end, with each code used this
    /// often, is one of these. A rank can be nothing else.
    #[inline]
    pub(super) fn is_complete(&self, used: impl FnOnce() -> [u8; 256]) -> bool {
        self.encoding == Encoding::Rank || used() == self.counts
    }

    /// Whether no code is left under `row`.
    #[inline]
    pub(super) fn finished(&self, row: u32) -> bool {
        row == self.end
    }

    /// Which encoding this is.
    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Words;

    fn sequence_key<K: Sum>(coding: &Coding<K>, codes: &[u8]) -> K {
        let mut row = coding.first();
        codes.iter().fold(K::MIN, |sum, &code| {
            let (add, next) = coding.step(row, code);
            row = next;
            sum.plus(add)
        })
    }

    fn all_arrangements(counts: &mut Vec<usize>, so_far: &mut Vec<u8>, out: &mut Vec<Vec<u8>>) {
        if counts.iter().all(|&count| count == 0) {
            out.push(so_far.clone());
        }
        for code in 0..counts.len() {
            if counts[code] > 0 {
                counts[code] -= 1;
                so_far.push(code as u8);
                all_arrangements(counts, so_far, out);
                so_far.pop();
                counts[code] += 1;
            }
        }
    }

    fn laws<K: Sum>(encoding: Encoding, counts: &[usize]) {
        let coding = Coding::<K>::new(encoding, counts).unwrap();
        let mut all = Vec::new();
        all_arrangements(&mut counts.to_vec(), &mut Vec::new(), &mut all);
        let keys: Vec<K> = all.iter().map(|codes| sequence_key(&coding, codes)).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "order of codes is the order of keys");
        if encoding == Encoding::Rank {
            assert_eq!(keys.len() as u64 - 1, keys.last().unwrap().gap(K::MIN).unwrap());
        }
        for (codes, &key) in all.iter().zip(&keys) {
            assert!(key.significant_bits() <= key_bits(encoding, counts).unwrap());
            let (mut row, mut rest) = (coding.first(), key);
            for &expected in codes {
                assert!(coding.holds(row, rest));
                let code = coding.code(row, rest);
                assert_eq!(code, expected);
                let (add, next) = coding.step(row, code);
                (row, rest) = (next, rest.minus(add));
            }
            assert_eq!(rest, K::MIN);
        }
    }

    #[test]
    fn keys_are_ordered_decodable_and_ranks_are_dense() {
        for counts in [&[2, 1, 3][..], &[1, 1, 1, 1, 1], &[0, 2, 2], &[3], &[1, 0, 2]] {
            for encoding in [Encoding::Packed, Encoding::Rank] {
                laws::<u64>(encoding, counts);
                laws::<u128>(encoding, counts);
                laws::<Words<8>>(encoding, counts);
            }
        }
    }

    #[test]
    fn bits_are_as_few_as_possible() {
        // 3x4 tiles: 12! arrangements, 12 codes of 4 bits.
        assert_eq!(key_bits(Encoding::Rank, &[1; 12]), Some(29));
        assert_eq!(key_bits(Encoding::Packed, &[1; 12]), Some(48));
        // One kind of code carries no information.
        assert_eq!(key_bits(Encoding::Rank, &[5]), Some(0));
        // Tables beyond all reason.
        assert_eq!(key_bits(Encoding::Rank, &[1; 25]), None);
    }

    #[test]
    fn sixteen_tiles_fill_a_word() {
        let coding = Coding::<u64>::new(Encoding::Packed, &[1; 16]).unwrap();
        let greatest: Vec<u8> = (0..16).rev().collect();
        let key = sequence_key(&coding, &greatest);
        assert_eq!(key, 0xfedc_ba98_7654_3210);
        assert!(coding.holds(coding.first(), key));
    }
}
