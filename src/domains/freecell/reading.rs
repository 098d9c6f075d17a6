//! Keys taken apart: what successors are made from.

use super::card::{Card, DECK, RANKS, Suit};
use super::coding::{Coding, Way};
use super::expand::cards;
use crate::space::BadKey;

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

impl Coding {
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
