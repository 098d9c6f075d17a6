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
use super::expand::cards;
use super::model::Board;
use crate::space::BadKey;

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
struct CardCode {
    /// 2^64 over the weight, rounded up: divides by it exactly what fits 32 bits. Not
    /// used of a king, whose weight is 1.
    reciprocal: u64,
    /// The weight of its digit within its suit.
    weight: u32,
    /// The way of each digit; `Stuck` beyond the last one.
    ways: [Way; DIGITS],
    /// The card below it for each digit, as a mask.
    below: [u64; DIGITS],
    /// All cards below it as it was dealt.
    dealt_on: u64,
}

/// What the number of one suit says.
#[derive(Debug, Clone, Copy)]
struct SuitParts {
    number: u32,
    shown: u8,
    ways: [Way; RANKS as usize],
    live: u64,
    cells: u64,
    bases: u64,
    covered: u64,
    stuck: u64,
    /// Cards that must not have moved: one above them has not either.
    pinned: u64,
    /// Cards that do not lie as they were dealt.
    moved: u64,
    /// How many cards lie on others.
    lying: u32,
}

/// Takes keys apart, and remembers the suits of the last one: in sorted keys most of
/// them are those of the next.
#[derive(Debug, Clone)]
pub(super) struct Reader {
    suits: [SuitParts; 4],
}

impl Reader {
    /// A reader that has read nothing.
    pub(super) const fn new() -> Self {
        let nothing = SuitParts {
            number: u32::MAX,
            shown: 0,
            ways: [Way::Stuck; RANKS as usize],
            live: 0,
            cells: 0,
            bases: 0,
            covered: 0,
            stuck: 0,
            pinned: 0,
            moved: 0,
            lying: 0,
        };
        Self { suits: [nothing; 4] }
    }
}

/// A state taken apart: what successors are made from. Sets of cards are masks
/// over their numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts {
    /// The rank that each foundation shows.
    pub(super) foundations: [u8; 4],
    /// How each card lies, where it is in play.
    pub(super) ways: [Way; DECK],
    /// Cards in play.
    pub(super) live: u64,
    /// Cards in freecells.
    pub(super) cells: u64,
    /// The deepest cards of columns.
    pub(super) bases: u64,
    /// Cards on which another one lies.
    pub(super) covered: u64,
    /// Cards that lie where they do not fit.
    pub(super) stuck: u64,
}

impl Parts {
    /// The free cards of columns.
    #[inline]
    pub(super) const fn tops(&self) -> u64 {
        self.live & !self.cells & !self.covered
    }
}

impl Parts {
    /// A card moves: it lies like this from now on, or is home. Gives the key, which
    /// was `key` before.
    #[inline]
    pub(super) fn shift(
        &mut self,
        coding: &Coding,
        key: u128,
        card: Card,
        to: Option<Way>,
    ) -> u128 {
        let (number, bit) = (card.number(), card.bit());
        let way = self.ways[number];
        let key = key - coding.term(card, way);
        self.covered &= !coding.below(card, way);
        self.cells &= !bit;
        self.bases &= !bit;
        self.stuck &= !bit;
        let Some(way) = to else {
            self.live &= !bit;
            self.foundations[card.suit().index()] = card.rank();
            let shown = |rank| coding.shows(card.suit(), rank);
            return key + shown(card.rank()) - shown(card.rank() - 1);
        };
        self.ways[number] = way;
        self.covered |= coding.below(card, way);
        match way {
            Way::Cell => self.cells |= bit,
            Way::Base => self.bases |= bit,
            Way::Stuck | Way::First | Way::Second => {}
        }
        key + coding.term(card, way)
    }
}

/// The code of all states that can follow a board.
#[derive(Debug, Clone)]
pub(super) struct Coding {
    /// By suit and rank.
    suits: Box<[[CardCode; RANKS as usize]; 4]>,
    /// The key of each way of each card, 0 where it cannot lie so.
    terms: Box<[[u128; Way::COUNT]; DECK]>,
    /// For each suit and rank, the least number of a suit whose foundation shows it.
    offsets: [[u32; RANKS as usize + 2]; 4],
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
    const fn shift(suit: Suit) -> u32 {
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

    /// The card on each one, if there is any.
    pub(super) fn above(&self, parts: &Parts) -> [Option<Card>; DECK] {
        let mut above = [None; DECK];
        for card in cards(parts.live & !parts.cells & !parts.bases) {
            let below = self.below(card, parts.ways[card.number()]);
            if let Some(below) = cards(below).next() {
                above[below.number()] = Some(card);
            }
        }
        above
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

    /// Takes a key apart.
    ///
    /// # Errors
    /// [`BadKey`] unless it is the key of a board.
    pub(super) fn parts(&self, key: u128) -> Result<Parts, BadKey> {
        self.read(&mut Reader::new(), key)
    }

    /// Takes a key apart that differs little from the one that was read before.
    ///
    /// # Errors
    /// [`BadKey`] unless it is the key of a board.
    #[inline]
    pub(super) fn read(&self, reader: &mut Reader, key: u128) -> Result<Parts, BadKey> {
        let bad = |reason| Err(BadKey::new(key, reason));
        let mut parts = Parts {
            foundations: [0; 4],
            ways: [Way::Stuck; DECK],
            live: 0,
            cells: 0,
            bases: 0,
            covered: 0,
            stuck: 0,
        };
        let (mut pinned, mut moved, mut lying) = (0, 0, 0);
        for (suit, known) in Suit::ALL.into_iter().zip(&mut reader.suits) {
            let number = (key >> Self::shift(suit)) as u32;
            if number >= self.offsets[suit.index()][usize::from(RANKS) + 1] {
                return bad("a suit has no such number");
            }
            if known.number != number {
                self.read_suit(suit, number, known);
            }
            parts.foundations[suit.index()] = known.shown;
            for (rank, &way) in known.ways.iter().enumerate() {
                parts.ways[4 * rank + suit.index()] = way;
            }
            parts.live |= known.live;
            parts.cells |= known.cells;
            parts.bases |= known.bases;
            parts.covered |= known.covered;
            parts.stuck |= known.stuck;
            pinned |= known.pinned;
            moved |= known.moved;
            lying += known.lying;
        }
        if parts.cells.count_ones() > self.freecells {
            return bad("more cards than freecells");
        }
        if parts.bases.count_ones() > self.columns {
            return bad("more columns than there are");
        }
        if parts.covered.count_ones() != lying {
            return bad("two cards lie on one");
        }
        if parts.covered & !(parts.live & !parts.cells) != 0 {
            return bad("a card lies on one that is not in a column");
        }
        if pinned & moved != 0 {
            return bad("a card has moved with another one on it");
        }
        Ok(parts)
    }

    /// The rank that the foundation shows, and the number of the cards above it.
    #[inline]
    fn shown(&self, suit: Suit, number: u32) -> (usize, u32) {
        let offsets = &self.offsets[suit.index()];
        let mut shown = usize::from(self.first[suit.index()]);
        while shown < usize::from(RANKS) && offsets[shown + 1] <= number {
            shown += 1;
        }
        (shown, number - offsets[shown])
    }

    /// Takes the number of one suit apart.
    fn read_suit(&self, suit: Suit, number: u32, out: &mut SuitParts) {
        let (shown, mut rest) = self.shown(suit, number);
        let mut parts = SuitParts {
            number,
            shown: shown as u8,
            ways: [Way::Stuck; RANKS as usize],
            live: 0,
            cells: 0,
            bases: 0,
            covered: 0,
            stuck: 0,
            pinned: 0,
            moved: 0,
            lying: 0,
        };
        for (rank, code) in self.suits[suit.index()].iter().enumerate().skip(shown) {
            let digit = code.digit(&mut rest);
            let (way, below) = (code.ways[digit], code.below[digit]);
            let (card, bit) = (4 * rank + suit.index(), 1u64 << (4 * rank + suit.index()));
            let stuck = u64::from(way == Way::Stuck);
            parts.ways[rank] = way;
            parts.live |= bit;
            parts.moved |= u64::from(digit != 0) << card;
            parts.cells |= u64::from(way == Way::Cell) << card;
            parts.bases |= u64::from(way == Way::Base) << card;
            parts.stuck |= stuck << card;
            parts.covered |= below;
            parts.pinned |= code.dealt_on & stuck.wrapping_neg();
            parts.lying += u32::from(below != 0);
        }
        *out = parts;
    }

    /// How often the way from the first board has gone up: cards that came home, and
    /// cards that have left one they do not fit on; `None` for what is no key.
    pub(super) fn depth(&self, key: u128) -> Option<u32> {
        let (mut home, mut stuck) = (0, 0);
        for suit in Suit::ALL {
            let number = (key >> Self::shift(suit)) as u32;
            if number >= self.offsets[suit.index()][usize::from(RANKS) + 1] {
                return None;
            }
            let (shown, mut rest) = self.shown(suit, number);
            home += shown as u32 - u32::from(self.first[suit.index()]);
            for code in &self.suits[suit.index()][shown..] {
                stuck += u32::from(code.ways[code.digit(&mut rest)] == Way::Stuck);
            }
        }
        (home + self.stuck_at_first).checked_sub(stuck)
    }
}

impl CardCode {
    /// Takes the digit of the card from the front of a number.
    #[inline]
    fn digit(&self, rest: &mut u32) -> usize {
        let digit = if self.weight == 1 {
            *rest
        } else {
            ((u128::from(*rest) * u128::from(self.reciprocal)) >> 64) as u32
        };
        *rest -= digit * self.weight;
        digit as usize % DIGITS
    }
}
