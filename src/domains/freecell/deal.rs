//! Deals by number, as the FreeCell of Windows counts them.

use super::card::{Card, DECK, RANKS};
use super::formats::Sizes;
use super::model::{Board, COLUMNS, FREECELLS, MAX_COLUMNS, MAX_FREECELLS};

/// The greatest number of a deal.
pub const MAX_DEAL: u64 = (1 << 33) - 1;

/// A deal by number, with the sizes of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deal {
    /// Its number, 1 to [`MAX_DEAL`].
    pub number: u64,
    /// Columns, 1 to [`MAX_COLUMNS`].
    pub columns: usize,
    /// Freecells, up to [`MAX_FREECELLS`].
    pub freecells: usize,
    /// Ranks of a suit that are dealt, 1 to [`RANKS`], the king and those below; the
    /// lower ones lie on the foundations.
    pub ranks: u8,
}

impl Deal {
    /// The ordinary game of that number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self { number, columns: COLUMNS, freecells: FREECELLS, ranks: RANKS }
    }

    /// The game of that number with other sizes, where they are given.
    #[must_use]
    pub fn sized(number: u64, sizes: Sizes) -> Self {
        let usual = Self::new(number);
        Self {
            number,
            columns: sizes.columns.unwrap_or(usual.columns),
            freecells: sizes.freecells.unwrap_or(usual.freecells),
            ranks: sizes.ranks.unwrap_or(usual.ranks),
        }
    }

    /// Deals the cards.
    ///
    /// # Errors
    /// Says which number or size is out of its range.
    pub fn board(self) -> Result<Board, String> {
        let within = |what: &str, value: u64, least: u64, most: u64| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(format!("{value} is no {what}: {least} to {most} are possible"))
        };
        within("number of a deal", self.number, 1, MAX_DEAL)?;
        within("number of columns", self.columns as u64, 1, MAX_COLUMNS as u64)?;
        within("number of freecells", self.freecells as u64, 0, MAX_FREECELLS as u64)?;
        within("number of ranks", u64::from(self.ranks), 1, u64::from(RANKS))?;
        let below = RANKS - self.ranks;
        let mut deck: Vec<Card> =
            (usize::from(below) * 4..DECK).filter_map(Card::from_number).collect();
        let mut columns = vec![Vec::new(); self.columns];
        let mut random = Random::new(self.number);
        let mut column = 0;
        while !deck.is_empty() {
            let card = deck.swap_remove(random.below(deck.len() as u64) as usize);
            columns[column].push(card);
            column = (column + 1) % self.columns;
        }
        Ok(Board { foundations: [below; 4], cells: vec![None; self.freecells], columns })
    }
}

/// The random numbers of the C library with which the first deals were made, and
/// the rules for the numbers that it did not have.
struct Random {
    state: u64,
    number: u64,
}

impl Random {
    const fn new(number: u64) -> Self {
        let seed = if number < 1 << 32 { number } else { number - (1 << 32) };
        Self { state: seed, number }
    }

    const fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011);
        let high = self.state >> 16;
        let value = if self.number < 1 << 31 {
            high & 0x7fff
        } else if self.number < 1 << 32 {
            high & 0x7fff | 0x8000
        } else {
            (high & 0xffff) + 1
        };
        value % bound
    }
}
