//! A FreeCell board: where every card lies.

use super::card::{Card, DECK, RANKS, Suit};

/// The most columns: their numbers are one digit, `0` for the tenth.
pub const MAX_COLUMNS: usize = 10;

/// The most freecells: their letters are `a` to `m` without `h`, which means the
/// foundations.
pub const MAX_FREECELLS: usize = 12;

/// Columns of the ordinary game.
pub const COLUMNS: usize = 8;

/// Freecells of the ordinary game.
pub const FREECELLS: usize = 4;

/// Where all cards lie. The places keep their numbers, as on a table; as states
/// of the search two boards are the same when they differ by the order of
/// columns and freecells only.
///
/// The deck is always of 52 cards; a smaller game has its lowest ranks on the
/// foundations from the beginning.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// The highest rank on each foundation, by suit; 0 when it is empty.
    pub foundations: [u8; 4],
    /// The freecells; at most [`MAX_FREECELLS`].
    pub cells: Vec<Option<Card>>,
    /// The columns, each from its deepest card to the free one; 1 to
    /// [`MAX_COLUMNS`].
    pub columns: Vec<Vec<Card>>,
}

/// A game as its author describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// What people call it; may be empty.
    pub name: String,
    /// The board it begins with.
    pub board: Board,
}

/// Why a board makes no sense: a sentence that names the cards concerned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoardError(pub String);

impl Board {
    /// Whether the card lies on a foundation.
    #[must_use]
    pub fn is_home(&self, card: Card) -> bool {
        card.rank() <= self.foundations[card.suit().index()]
    }

    /// Whether all cards are on the foundations.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.foundations == [RANKS; 4]
    }

    /// How many cards lie in columns and freecells.
    #[must_use]
    pub fn cards_in_play(&self) -> usize {
        let in_columns: usize = self.columns.iter().map(Vec::len).sum();
        in_columns + self.cells.iter().flatten().count()
    }

    /// Checks that the sizes are possible and each card lies at one place.
    ///
    /// # Errors
    /// Names what is wrong, with all cards that are missing or there twice.
    pub fn check(&self) -> Result<(), BoardError> {
        let (columns, cells) = (self.columns.len(), self.cells.len());
        if !(1..=MAX_COLUMNS).contains(&columns) {
            let message = format!("{columns} columns; 1 to {MAX_COLUMNS} are possible");
            return Err(BoardError(message));
        }
        if cells > MAX_FREECELLS {
            let message = format!("{cells} freecells; at most {MAX_FREECELLS} are possible");
            return Err(BoardError(message));
        }
        if let Some(rank) = self.foundations.iter().find(|&&rank| rank > RANKS) {
            return Err(BoardError(format!("a foundation with rank {rank}; the king is {RANKS}")));
        }
        let mut count = [0usize; DECK];
        let home = Card::all().filter(|&card| self.is_home(card));
        let in_play = self.columns.iter().flatten().chain(self.cells.iter().flatten()).copied();
        home.chain(in_play).for_each(|card| count[card.number()] += 1);
        let listed = |wrong: fn(usize) -> bool| {
            let cards = Card::all().filter(|card| wrong(count[card.number()]));
            cards.map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
        };
        let (missing, twice) = (listed(|count| count == 0), listed(|count| count > 1));
        let faults = [("missing", missing), ("there more than once", twice)];
        let faults: Vec<String> = (faults.into_iter())
            .filter(|(_, cards)| !cards.is_empty())
            .map(|(what, cards)| format!("{what}: {cards}"))
            .collect();
        if faults.is_empty() { Ok(()) } else { Err(BoardError(faults.join("; "))) }
    }

    /// The letter of a freecell, from 0 on.
    #[must_use]
    pub fn cell_letter(cell: usize) -> char {
        "abcdefgijklm".chars().nth(cell).unwrap_or('?')
    }

    /// The number of a column, from 0 on, as one digit.
    #[must_use]
    pub fn column_digit(column: usize) -> char {
        "1234567890".chars().nth(column).unwrap_or('?')
    }
}

/// Where a card comes from or goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A column, from 0 on.
    Column(u8),
    /// A freecell, from 0 on.
    Cell(u8),
    /// The foundation of its suit.
    Foundation,
}

/// One move of one card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The card.
    pub card: Card,
    /// Where it lies.
    pub from: Place,
    /// Where it goes.
    pub to: Place,
}

impl Place {
    /// The place in words: `column 4`, `freecell b`, `foundation`.
    #[must_use]
    pub fn described(self) -> String {
        match self {
            Self::Column(_) => format!("column {self}"),
            Self::Cell(_) => format!("freecell {self}"),
            Self::Foundation => "foundation".to_owned(),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = match *self {
            Self::Column(column) => Board::column_digit(usize::from(column)),
            Self::Cell(cell) => Board::cell_letter(usize::from(cell)),
            Self::Foundation => 'h',
        };
        write!(f, "{letter}")
    }
}

/// Standard notation: `4h`, `7a`, `75`.
impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// The suits whose next card may go to its foundation without any loss when it
/// can, with that card: nothing that is still in play will ever need it.
///
/// A card of rank r may go when both foundations of the other colour show at
/// least r-2 and the other one of its own colour at least r-3: each card that
/// could lie on it can then go up itself at once, and so can each one that
/// could lie on those.
pub(super) fn safe_cards(foundations: [u8; 4]) -> impl Iterator<Item = (Suit, Card)> {
    Suit::ALL.into_iter().filter_map(move |suit| {
        let shown = |suit: Suit| foundations[suit.index()];
        let card = Card::new(shown(suit) + 1, suit)?;
        let least = |suit: Suit, below: u8| shown(suit) + below >= card.rank();
        let safe =
            suit.opposite().into_iter().all(|other| least(other, 2)) && least(suit.partner(), 3);
        safe.then_some((suit, card))
    })
}
