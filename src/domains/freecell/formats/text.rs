//! Reading a board from its text.

use super::super::card::{Card, DECK, Suit, rank_named};
use super::super::model::{Board, FREECELLS, MAX_COLUMNS, MAX_FREECELLS};
use super::Sizes;
use crate::domains::format_error::{Fault, Place};

/// What begins the line of the foundations, in lower case.
pub(super) const FOUNDATIONS: [&str; 2] = ["foundations", "founds"];

/// What begins the line of the freecells, in lower case.
pub(super) const CELLS: [&str; 2] = ["freecells", "fc"];

/// What a text says of a board. Not yet checked.
#[derive(Debug, Default)]
pub(in super::super) struct Parsed {
    foundations: Option<[u8; 4]>,
    /// The freecells listed.
    cells: Option<Vec<Option<Card>>>,
    /// How many freecells there are, if the text says that.
    count: Option<usize>,
    columns: Vec<Vec<Card>>,
    /// Where each card was met first.
    places: Vec<(Card, Place)>,
    /// The first card met again.
    again: Option<Place>,
    /// Where the text ends.
    end: Option<Place>,
}

/// Reads the text of a board.
pub(in super::super) fn parse(text: &str) -> Result<Parsed, Fault> {
    let mut parsed = Parsed::default();
    let rows = (1..).zip(text.lines()).map(|(number, text)| Row { number, text });
    let mut blank = None;
    for row in rows {
        if row.text.trim().is_empty() {
            // Blank lines around a board are none of it.
            blank = blank.or(parsed.end.map(|_| row));
            continue;
        }
        if let Some(blank) = blank {
            return Err(blank.fault(0, "a blank line within the board: `:` is an empty column"));
        }
        parsed.add(row)?;
        parsed.end = Some(row.place(row.text.trim_end().len()));
    }
    match parsed.end {
        Some(_) => Ok(parsed),
        None => Err(Fault::new(Place::START, "there is no board: it has a line for each column")),
    }
}

/// A line of the text.
#[derive(Debug, Clone, Copy)]
struct Row<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Row<'a> {
    fn place(self, byte: usize) -> Place {
        Place { line: self.number, ..Place::of_byte(self.text, byte) }
    }

    fn fault(self, byte: usize, message: impl Into<String>) -> Fault {
        Fault::new(self.place(byte), message)
    }

    /// What follows one of these names, in parentheses and behind a colon, with
    /// the bytes at which it begins.
    fn named(self, names: &[&str]) -> Option<(Option<&'a str>, usize)> {
        let (head, _) = self.text.split_once(':')?;
        let (name, count) = match head.split_once('(') {
            Some((name, count)) => (name, Some(count.trim_end().strip_suffix(')')?.trim())),
            None => (head, None),
        };
        let known = names.iter().any(|known| name.trim().eq_ignore_ascii_case(known));
        known.then_some((count, head.len() + 1))
    }

    /// The words from a byte on, each with the byte at which it begins.
    fn words(self, from: usize) -> impl Iterator<Item = (usize, &'a str)> {
        let rest = self.text.get(from..).unwrap_or_default();
        let parts = rest.split_inclusive(char::is_whitespace).scan(from, |at, part| {
            let begin = *at;
            *at += part.len();
            Some((begin, part.trim_end()))
        });
        parts.filter(|(_, word)| !word.is_empty())
    }
}

impl Parsed {
    fn add(&mut self, row: Row<'_>) -> Result<(), Fault> {
        if let Some((count, from)) = row.named(&FOUNDATIONS) {
            if self.foundations.is_some() || count.is_some() {
                return Err(row.fault(0, "the foundations stand in one line, `Foundations: H-A`"));
            }
            self.foundations = Some(foundations(row, from)?);
        } else if let Some((count, from)) = row.named(&CELLS) {
            if self.cells.is_some() {
                return Err(row.fault(0, "the freecells stand in one line"));
            }
            self.add_cells(row, count, from)?;
        } else {
            if self.columns.len() == MAX_COLUMNS {
                return Err(row.fault(0, format!("at most {MAX_COLUMNS} columns are possible")));
            }
            let indent = row.text.len() - row.text.trim_start().len();
            let colon = row.text.trim_start().starts_with(':');
            let mut column = Vec::new();
            for (at, word) in row.words(indent + usize::from(colon)) {
                column.push(self.card(row, at, word)?);
            }
            self.columns.push(column);
        }
        Ok(())
    }

    fn add_cells(&mut self, row: Row<'_>, count: Option<&str>, from: usize) -> Result<(), Fault> {
        let mut cells = Vec::new();
        for (at, word) in row.words(from) {
            if cells.len() == MAX_FREECELLS {
                return Err(
                    row.fault(at, format!("at most {MAX_FREECELLS} freecells are possible"))
                );
            }
            cells.push(if word == "-" { None } else { Some(self.card(row, at, word)?) });
        }
        self.count = match count {
            Some(count) => {
                let known = count
                    .parse()
                    .ok()
                    .filter(|count| (cells.len()..=MAX_FREECELLS).contains(count));
                let wrong = || {
                    let least = cells.len();
                    let message = format!(
                        "{count:?} is no number of freecells: here {least} to {MAX_FREECELLS} are possible"
                    );
                    row.fault(0, message)
                };
                Some(known.ok_or_else(wrong)?)
            }
            // Empty ones at the end may have been left off.
            None => (matches!(cells.last(), Some(None)) || cells.len() >= FREECELLS)
                .then_some(cells.len()),
        };
        self.cells = Some(cells);
        Ok(())
    }

    /// A card in a column or freecell.
    fn card(&mut self, row: Row<'_>, at: usize, word: &str) -> Result<Card, Fault> {
        let Ok(card) = word.parse::<Card>() else {
            let shown: String = word.chars().take(20).collect();
            let message = format!(
                "{shown:?} is no card: a rank (A, 2 to 9, T or 10, J, Q, K) and a suit (C, D, H, S)"
            );
            return Err(row.fault(at, message));
        };
        // One more than a deck shows which is there again.
        if self.places.iter().any(|(known, _)| *known == card) {
            self.again = self.again.or(Some(row.place(at)));
        } else {
            self.places.push((card, row.place(at)));
        }
        if self.places.len() > DECK {
            return Err(row.fault(at, "more cards than a deck has"));
        }
        Ok(card)
    }

    /// The board, checked, with `sizes` in place of those that the text says.
    pub(in super::super) fn board(self, sizes: Sizes) -> Result<Board, Fault> {
        if sizes.ranks.is_some() {
            let message = "a number of ranks is for deals by number: a board says which cards lie on its foundations";
            return Err(Fault::new(Place::START, message));
        }
        let end = self.end.unwrap_or(Place::START);
        let cells = self.cells.unwrap_or_default();
        let usual = self.count.unwrap_or(cells.len().max(FREECELLS));
        let freecells = sizes.freecells.unwrap_or(usual);
        let columns = sizes.columns.unwrap_or(self.columns.len());
        let board = Board {
            foundations: self.foundations.unwrap_or_default(),
            cells: resized(cells, freecells, MAX_FREECELLS, "freecells", Option::is_none)
                .map_err(|message| Fault::new(end, message))?,
            columns: resized(self.columns, columns, MAX_COLUMNS, "columns", Vec::is_empty)
                .map_err(|message| Fault::new(end, message))?,
        };
        board.check().map_err(|error| {
            let home = self.places.iter().find(|(card, _)| board.is_home(*card));
            let place = self.again.or(home.map(|&(_, place)| place));
            Fault::new(place.unwrap_or(end), error.to_string())
        })?;
        Ok(board)
    }

    /// A board of a game that is known: it has as many freecells and columns.
    pub(in super::super) fn of_game(self, game: &Board) -> Result<Board, Fault> {
        let end = self.end.unwrap_or(Place::START);
        let (freecells, columns) = (game.cells.len(), game.columns.len());
        let listed = self.cells.as_ref().map_or(0, Vec::len);
        if let Some(other) = self
            .count
            .or(Some(listed))
            .filter(|&count| count > freecells || (self.count.is_some() && count < freecells))
        {
            let message = format!("{other} freecells; the game has {freecells}");
            return Err(Fault::new(end, message));
        }
        if self.columns.len() != columns {
            let message = format!("{} columns; the game has {columns}", self.columns.len());
            return Err(Fault::new(end, message));
        }
        self.board(Sizes { freecells: Some(freecells), ..Sizes::default() })
    }
}

/// The places in the number that is wanted: empty ones are added behind or taken
/// away from there.
fn resized<T: Default>(
    mut places: Vec<T>,
    wanted: usize,
    most: usize,
    what: &str,
    is_empty: fn(&T) -> bool,
) -> Result<Vec<T>, String> {
    if wanted > most {
        return Err(format!("{wanted} {what}; at most {most} are possible"));
    }
    while places.len() > wanted {
        let Some(empty) = places.iter().rposition(is_empty) else {
            return Err(format!("{} of the {what} have cards, {wanted} are too few", places.len()));
        };
        places.remove(empty);
    }
    places.resize_with(wanted, T::default);
    Ok(places)
}

/// The ranks that the foundations show: `H-6 C-9`; suits left out show none.
fn foundations(row: Row<'_>, from: usize) -> Result<[u8; 4], Fault> {
    let mut shown = [None; 4];
    for (at, word) in row.words(from) {
        let suit = word.chars().next().and_then(Suit::from_letter);
        let rank = suit.and_then(|_| rank_named(word.get(1..)?.strip_prefix('-')?));
        let (Some(suit), Some(rank)) = (suit, rank) else {
            let word: String = word.chars().take(20).collect();
            let message = format!(
                "{word:?} is no foundation: a suit and its highest rank, such as H-6, or H-0 for none"
            );
            return Err(row.fault(at, message));
        };
        if shown[suit.index()].replace(rank).is_some() {
            return Err(row.fault(at, format!("the foundation of {suit} is there twice")));
        }
    }
    Ok(shown.map(Option::unwrap_or_default))
}
