//! Playing cards.

use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

/// Ranks of a suit, ace to king.
pub const RANKS: u8 = 13;

/// Cards of a full deck.
pub const DECK: usize = 52;

/// A suit, in the order in which deals by number count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Black.
    Clubs,
    /// Red.
    Diamonds,
    /// Red.
    Hearts,
    /// Black.
    Spades,
}

impl Suit {
    /// All suits, in order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Its number, 0 to 3.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it is red.
    #[must_use]
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }

    /// The other suit of the same colour.
    #[must_use]
    pub const fn partner(self) -> Self {
        match self {
            Self::Clubs => Self::Spades,
            Self::Diamonds => Self::Hearts,
            Self::Hearts => Self::Diamonds,
            Self::Spades => Self::Clubs,
        }
    }

    /// The two suits of the other colour, in order.
    #[must_use]
    pub const fn opposite(self) -> [Self; 2] {
        if self.is_red() { [Self::Clubs, Self::Spades] } else { [Self::Diamonds, Self::Hearts] }
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// The suit with this letter, upper or lower case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

impl Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// One card. Its number is `4 * (rank - 1) + suit`, so cards sort by rank first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of that rank, 1 (ace) to [`RANKS`]; `None` for other ranks.
    #[must_use]
    pub const fn new(rank: u8, suit: Suit) -> Option<Self> {
        if rank == 0 || rank > RANKS { None } else { Some(Self(4 * (rank - 1) + suit as u8)) }
    }

    /// The card of that number, below [`DECK`].
    #[must_use]
    #[inline]
    pub const fn from_number(number: usize) -> Option<Self> {
        if number < DECK { Some(Self(number as u8)) } else { None }
    }

    /// Its number, below [`DECK`].
    #[must_use]
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Its rank, 1 to [`RANKS`].
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 4 + 1
    }

    /// Its suit.
    #[must_use]
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// The set of this card alone, as a mask over card numbers.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// All cards, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..DECK as u8).map(Self)
    }

    /// The two cards on which this one may lie in a column: of the next rank and
    /// the other colour. None for kings.
    pub fn parents(self) -> impl Iterator<Item = Self> {
        self.suit().opposite().into_iter().filter_map(move |suit| Self::new(self.rank() + 1, suit))
    }

    /// Whether it may be put on `other` in a column.
    #[must_use]
    pub const fn fits_on(self, other: Self) -> bool {
        self.rank() + 1 == other.rank() && self.suit().is_red() != other.suit().is_red()
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", rank_letter(self.rank()), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// The letter of a rank: `A`, `2` to `9`, `T`, `J`, `Q`, `K`; `0` for no rank.
#[must_use]
pub(super) fn rank_letter(rank: u8) -> char {
    "0A23456789TJQK".chars().nth(usize::from(rank)).unwrap_or('?')
}

/// The rank with this name: a letter as in [`rank_letter`], upper or lower case,
/// or a number from 0 to 13.
#[must_use]
pub(super) fn rank_named(name: &str) -> Option<u8> {
    let letter = |text: &str| {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?.to_ascii_uppercase();
        (0..=RANKS).find(|&rank| rank_letter(rank) == letter)
    };
    let number = || name.bytes().all(|byte| byte.is_ascii_digit()).then(|| name.parse().ok());
    letter(name).or_else(|| number().flatten().filter(|&rank| rank <= RANKS))
}

impl FromStr for Card {
    type Err = ();

    /// Reads `TH`, `th`, `10h` and the like.
    fn from_str(text: &str) -> Result<Self, ()> {
        let suit = text.chars().next_back().and_then(Suit::from_letter).ok_or(())?;
        let rank = rank_named(&text[..text.len() - 1]).ok_or(())?;
        Self::new(rank, suit).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(Card::from_number(card.number()), Some(card));
            assert_eq!(Card::new(card.rank(), card.suit()), Some(card));
        }
        assert_eq!("10d".parse::<Card>().unwrap().to_string(), "TD");
        for bad in ["", "H", "0H", "14H", "1", "TX", "THH", "ÄH", "hT", "-1H", "+5H"] {
            assert!(bad.parse::<Card>().is_err(), "{bad}");
        }
    }

    #[test]
    fn parents_are_the_cards_it_fits_on() {
        for card in Card::all() {
            let fitting: Vec<_> = Card::all().filter(|&other| card.fits_on(other)).collect();
            assert_eq!(card.parents().collect::<Vec<_>>(), fitting, "{card}");
        }
    }
}
