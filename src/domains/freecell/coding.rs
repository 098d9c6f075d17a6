//! States as 128-bit numbers: how each card lies, compared with the first layout.
//!
//! A card that is not on its foundation lies in one of at most five ways: on the
//! card it was dealt on, although it does not fit there; in a freecell; as the
//! deepest card of a column; on the one or the other card that it fits on. This
//! tells everything but the order of columns and freecells, which is not part of
//! the state. A card that was dealt on nothing, or on a card it fits on, has four
//! ways, a king one or two less.
//!
//! The cards of a suit that are still in play are those above the rank that its
//! foundation shows, so the ways of a suit are counted by
//!
//! ```text
//! sum over the ranks f that the foundation can show of the product over r > f of ways(r)
//! ```
//!
//! at most 3 * 5^12 * 1.25 < 2^30. Each suit has 32 bits of the key, 16 bytes in all; a
//! move changes the way of one card, so it adds a constant to the key. Way 0 is
//! the one in which the card was dealt: the cards that nobody has touched add
//! nothing, and states that differ in few cards have close keys.

use super::card::{Card, DECK, RANKS, Suit};
use super::model::Board;

/// How a card lies that is not on its foundation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(super) enum Way {
    /// On the card it was dealt on and does not fit on.
    Stuck,
    /// In a freecell.
    Cell,
    /// Deepest in a column.
    Base,
    /// On the first card it fits on.
    First,
    /// On the second card it fits on.
    Second,
}

impl Way {
    pub(super) const COUNT: usize = 5;

    /// The ways of lying on a card that fits.
    pub(super) const FITTING: [Self; 2] = [Self::First, Self::Second];
}

/// Bits of the key for each suit.
const SUIT_BITS: u32 = 32;

/// Digits of a card, with room for a digit to be a masked index.
const DIGITS: usize = 8;

/// How one card is coded.
#[derive(Debug, Clone, Copy)]
pub(super) struct CardCode {
    /// 2^64 over the weight, rounded up: divides by it exactly what fits 32 bits. Not
    /// used of a king, whose weight is 1.
    pub(super) reciprocal: u64,
    /// The weight of its digit within its suit.
    pub(super) weight: u32,
    /// The way of each digit; `Stuck` beyond the last one.
    pub(super) ways: [Way; DIGITS],
    /// The card below it for each digit, as a mask.
    pub(super) below: [u64; DIGITS],
    /// All cards below it as it was dealt.
    pub(super) dealt_on: u64,
}

/// The code of all states that can follow a board.
#[derive(Debug, Clone)]
pub(super) struct Coding {
    /// By suit and rank.
    pub(super) suits: Box<[[CardCode; RANKS as usize]; 4]>,
    /// The key of each way of each card, 0 where it cannot lie so.
    terms: Box<[[u128; Way::COUNT]; DECK]>,
    /// For each suit and rank, the least number of a suit whose foundation shows it.
    pub(super) offsets: [[u32; RANKS as usize + 2]; 4],
    /// The card below each one for each way, as a mask.
    below: Box<[[u64; Way::COUNT]; DECK]>,
    /// For each card the ways in which it can lie, a bit each.
    possible: Box<[u8; DECK]>,
    /// The place in which each card was dealt: column or freecell.
    pub(super) dealt: Box<[u8; DECK]>,
    pub(super) first: [u8; 4],
    pub(super) freecells: u32,
    pub(super) columns: u32,
    /// Cards that lie at first on a card they do not fit on.
    pub(super) stuck_at_first: u32,
}

impl Coding {
    /// The code of a board that passed [`Board::check`].
    pub(super) fn new(board: &Board) -> Self {
        let mut dealt_on: [Option<Card>; DECK] = [None; DECK];
        let mut dealt = Box::new([0; DECK]);
        let mut in_cell = 0u64;
        for (at, card) in board.cells.iter().enumerate() {
            if let Some(card) = card {
                in_cell |= card.bit();
                dealt[card.number()] = at as u8;
            }
        }
        let mut dealt_below = [0; DECK];
        for (at, column) in board.columns.iter().enumerate() {
            let mut below = 0;
            for (place, card) in column.iter().enumerate() {
                dealt_below[card.number()] = below;
                below |= card.bit();
                dealt_on[card.number()] = place.checked_sub(1).map(|below| column[below]);
                dealt[card.number()] = at as u8;
            }
        }
        let unknown = CardCode {
            reciprocal: 0,
            weight: 1,
            ways: [Way::Stuck; DIGITS],
            below: [0; DIGITS],
            dealt_on: 0,
        };
        let mut coding = Self {
            suits: Box::new([[unknown; RANKS as usize]; 4]),
            terms: Box::new([[0; Way::COUNT]; DECK]),
            offsets: [[0; RANKS as usize + 2]; 4],
            below: Box::new([[0; Way::COUNT]; DECK]),
            possible: Box::new([0; DECK]),
            dealt,
            first: board.foundations,
            freecells: board.cells.len() as u32,
            columns: board.columns.len() as u32,
            stuck_at_first: 0,
        };
        for suit in Suit::ALL {
            coding.add_suit(suit, &dealt_on, &dealt_below, in_cell);
        }
        coding
    }

    /// Codes a suit from its king down, as weights grow.
    fn add_suit(
        &mut self,
        suit: Suit,
        dealt_on: &[Option<Card>; DECK],
        dealt_below: &[u64; DECK],
        in_cell: u64,
    ) {
        let first = self.first[suit.index()];
        let mut combinations = [0u32; RANKS as usize + 1];
        let mut weight = 1;
        combinations[usize::from(RANKS)] = 1;
        for card in (first + 1..=RANKS).rev().filter_map(|rank| Card::new(rank, suit)) {
            let number = card.number();
            let dealt_on = dealt_on[number];
            let mut ways: Vec<Way> = vec![Way::Cell, Way::Base];
            for (way, parent) in Way::FITTING.into_iter().zip(card.parents()) {
                ways.push(way);
                self.below[number][way as usize] = parent.bit();
            }
            let at_first = match dealt_on {
                None if in_cell & card.bit() != 0 => Way::Cell,
                None => Way::Base,
                Some(below) => {
                    let fitting = Way::FITTING.into_iter().zip(card.parents());
                    let fitting = fitting.into_iter().find(|(_, parent)| *parent == below);
                    fitting.map_or(Way::Stuck, |(way, _)| way)
                }
            };
            if at_first == Way::Stuck {
                self.stuck_at_first += 1;
                self.below[number][Way::Stuck as usize] = dealt_on.map_or(0, Card::bit);
            }
            ways.retain(|&way| way != at_first);
            ways.insert(0, at_first);
            let shift = Self::shift(suit);
            let code = &mut self.suits[suit.index()][usize::from(card.rank()) - 1];
            code.weight = weight;
            code.dealt_on = dealt_below[number];
            code.reciprocal = (u64::MAX / u64::from(weight)).wrapping_add(1);
            for (digit, &way) in ways.iter().enumerate() {
                code.ways[digit] = way;
                code.below[digit] = self.below[number][way as usize];
                self.possible[number] |= 1 << way as u8;
                self.terms[number][way as usize] = u128::from(weight * digit as u32) << shift;
            }
            weight *= ways.len() as u32;
            combinations[usize::from(card.rank()) - 1] = weight;
        }
        let offsets = &mut self.offsets[suit.index()];
        let mut offset = 0;
        for rank in first..=RANKS {
            offsets[usize::from(rank)] = offset;
            offset += combinations[usize::from(rank)];
        }
        offsets[usize::from(RANKS) + 1] = offset;
    }

    #[inline]
    pub(super) const fn shift(suit: Suit) -> u32 {
        SUIT_BITS * (3 - suit as u32)
    }

    /// What a card adds to the key when it lies like this.
    #[inline]
    pub(super) fn term(&self, card: Card, way: Way) -> u128 {
        self.terms[card.number()][way as usize]
    }

    /// Whether a card can ever lie like this.
    pub(super) fn can_lie(&self, card: Card, way: Way) -> bool {
        self.possible[card.number()] >> way as u8 & 1 != 0
    }

    /// What the foundation of a suit adds to the key when it shows this rank.
    #[inline]
    pub(super) fn shows(&self, suit: Suit, rank: u8) -> u128 {
        u128::from(self.offsets[suit.index()][usize::from(rank)]) << Self::shift(suit)
    }

    /// The card that lies below this one when it lies like this.
    #[inline]
    pub(super) fn below(&self, card: Card, way: Way) -> u64 {
        self.below[card.number()][way as usize]
    }

    /// The key of a board on which the cards lie as they can after the first one.
    pub(super) fn encode(&self, board: &Board) -> u128 {
        let shown = Suit::ALL.into_iter().zip(board.foundations);
        let mut key: u128 = shown.map(|(suit, rank)| self.shows(suit, rank)).sum();
        for card in board.cells.iter().flatten() {
            key += self.term(*card, Way::Cell);
        }
        for column in &board.columns {
            let mut below = None;
            for &card in column {
                key += self.term(card, self.way_on(card, below));
                below = Some(card);
            }
        }
        key
    }

    /// How a card lies in a column on `below`.
    pub(super) fn way_on(&self, card: Card, below: Option<Card>) -> Way {
        let Some(below) = below else { return Way::Base };
        let mut fitting = Way::FITTING.into_iter().zip(card.parents());
        fitting.find(|(_, parent)| *parent == below).map_or(Way::Stuck, |(way, _)| way)
    }
}

impl CardCode {
    /// Takes the digit of the card from the front of a number.
    #[inline]
    pub(super) fn digit(&self, rest: &mut u32) -> usize {
        let digit = if self.weight == 1 {
            *rest
        } else {
            ((u128::from(*rest) * u128::from(self.reciprocal)) >> 64) as u32
        };
        *rest -= digit * self.weight;
        digit as usize % DIGITS
    }
}
