//! Moves as people write them: of single cards, or of whole sequences.

use std::fmt::{self, Display};

use super::model::{Board, Move, Place};
use super::replay::{self, ReplayError, lies_on, move_card};

/// Single moves that one of a sequence stands for at most: thirteen cards by way of
/// three empty columns take fewer.
const WINDOW: usize = 128;

/// A move of one card, or of a sequence from column to column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// How many cards move.
    pub cards: usize,
    /// Where they lie.
    pub from: Place,
    /// Where they go.
    pub to: Place,
    /// Whether they go to an empty column, which leaves their number open unless
    /// it is written.
    pub vacant: bool,
}

impl Step {
    /// In words: `Move 3 cards from stack 4 to stack 1`. Places count from 0.
    #[must_use]
    pub fn long(&self) -> String {
        let named = |place: Place| match place {
            Place::Column(at) => format!("stack {at}"),
            Place::Cell(at) => format!("freecell {at}"),
            Place::Foundation => "the foundations".to_owned(),
        };
        let (from, to) = (named(self.from), named(self.to));
        match (self.from, self.to) {
            (Place::Column(_), Place::Column(_)) => {
                format!("Move {} cards from {from} to {to}", self.cards)
            }
            _ => format!("Move a card from {from} to {to}"),
        }
    }

    /// Makes the step on a board.
    ///
    /// # Errors
    /// Why it is illegal; the board is as it was.
    pub fn make(&self, board: &mut Board) -> Result<(), String> {
        match (self.from, self.to, self.cards) {
            (from, to, 1) => {
                let card = replay::free_card(board, from)?;
                move_card(board, Move { card, from, to })
            }
            (Place::Column(from), Place::Column(to), cards) => {
                move_sequence(board, usize::from(from), usize::from(to), cards)
                    .map_err(|message| format!("{message} (`{self}`)"))
            }
            (_, _, cards) => Err(format!("{cards} cards move from a column to a column only")),
        }
    }
}

/// Standard notation: `4h`, `7a`, `75`; of a sequence that goes to an empty column
/// with the number of its cards in hexadecimal, `75v3`.
impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        if self.vacant && self.cards > 1 { write!(f, "v{:x}", self.cards) } else { Ok(()) }
    }
}

impl From<Move> for Step {
    fn from(Move { from, to, .. }: Move) -> Self {
        Self { cards: 1, from, to, vacant: false }
    }
}

/// How many cards can go to a column at once, one by one by way of the free places:
/// (f+1) * 2^e with f empty freecells and e other empty columns.
#[must_use]
pub fn capacity(board: &Board, to: usize) -> usize {
    let free = board.cells.iter().filter(|cell| cell.is_none()).count();
    let columns = board.columns.iter().enumerate();
    let empty = columns.filter(|(at, column)| *at != to && column.is_empty()).count();
    (free + 1) << empty
}

fn move_sequence(board: &mut Board, from: usize, to: usize, cards: usize) -> Result<(), String> {
    let column = |at: usize| {
        let missing = || format!("there is no column {}", at + 1);
        board.columns.get(at).ok_or_else(missing)
    };
    let (source, target) = (column(from)?, column(to)?);
    if from == to {
        return Err("the cards lie there".to_owned());
    }
    let rest = source.len().checked_sub(cards).filter(|_| cards > 0);
    let rest = rest.ok_or_else(|| format!("column {} has not {cards} cards", from + 1))?;
    let moved = source.get(rest..).unwrap_or_default().to_vec();
    let stack = target.last().into_iter().chain(&moved);
    if let Some((below, card)) =
        stack.clone().zip(stack.skip(1)).find(|(below, card)| !lies_on(**card, **below))
    {
        return Err(format!("{card} cannot lie on {below}"));
    }
    let most = capacity(board, to);
    if cards > most {
        return Err(format!("{cards} cards; the free places are enough for {most}"));
    }
    if let Some(source) = board.columns.get_mut(from) {
        source.truncate(rest);
    }
    if let Some(target) = board.columns.get_mut(to) {
        target.extend(moved);
    }
    Ok(())
}

/// Joins the moves of single cards that come to a move of a sequence, where it is
/// one that the free places allow.
///
/// # Errors
/// The first move that is illegal.
pub fn joined(start: &Board, moves: &[Move]) -> Result<Vec<Step>, ReplayError> {
    let mut board = start.clone();
    let (mut steps, mut at) = (Vec::new(), 0);
    while let Some((first, rest)) = moves.get(at..).and_then(<[Move]>::split_first) {
        let (step, used) = match sequence(&board, *first, rest) {
            Some(found) => found,
            None => (Step::from(*first), 1),
        };
        let made = if used == 1 { move_card(&mut board, *first) } else { step.make(&mut board) };
        made.map_err(|message| ReplayError { step: at + 1, message })?;
        steps.push(step);
        at += used;
    }
    Ok(steps)
}

/// The longest run of moves from `first` on that comes to a move of a sequence, and
/// its length.
fn sequence(board: &Board, first: Move, rest: &[Move]) -> Option<(Step, usize)> {
    let Place::Column(from) = first.from else { return None };
    let mut now = board.clone();
    let mut best = None;
    for (used, action) in (1..=WINDOW).zip(std::iter::once(&first).chain(rest)) {
        // Cards that lay elsewhere at first take no part.
        let theirs = match action.from {
            Place::Column(at) if at != from => {
                let len = |board: &Board| board.columns.get(usize::from(at)).map(Vec::len);
                len(&now) > len(board)
            }
            Place::Cell(at) => board.cells.get(usize::from(at)) == Some(&None),
            _ => true,
        };
        if !theirs || action.to == Place::Foundation || move_card(&mut now, *action).is_err() {
            break;
        }
        if let Some(step) = difference(board, &now, from) {
            best = Some((step, used));
        }
    }
    best
}

/// The move of a sequence from this column that leads from one board to the other,
/// if there is one.
fn difference(before: &Board, after: &Board, from: u8) -> Option<Step> {
    let len = |board: &Board, at: usize| board.columns.get(at).map_or(0, Vec::len);
    let cards = len(before, from.into()).checked_sub(len(after, from.into()))?;
    let grown = (0..before.columns.len()).find(|&at| len(after, at) > len(before, at))?;
    let to = u8::try_from(grown).ok()?;
    let vacant = len(before, grown) == 0;
    let step = Step { cards, from: Place::Column(from), to: Place::Column(to), vacant };
    let mut made = before.clone();
    (cards > 1 && step.make(&mut made).is_ok() && made == *after).then_some(step)
}

/// Reads a step of [`Step`]'s notation on a board. The number of cards that go to a
/// column follows from its free card; to an empty column goes one, or as many as
/// are written.
///
/// # Errors
/// Why the text is no step that can be made on the board.
pub fn read_step(board: &Board, text: &str) -> Result<Step, String> {
    let lower = text.to_ascii_lowercase();
    let (places, count) = match lower.split_once('v') {
        Some((places, count)) => (places, Some(count)),
        None => (lower.as_str(), None),
    };
    let mut letters = places.chars().map(place);
    let (Some(Some(from)), Some(Some(to)), None) = (letters.next(), letters.next(), letters.next())
    else {
        return Err(format!(
            "{text:?} is no move: it names two places, such as 4h, 7a or 75 (columns 1 to 9 and 0, freecells a to m, h home)"
        ));
    };
    let mut step = Step { cards: 1, from, to, vacant: false };
    if let (Place::Column(source), Place::Column(target)) = (from, to) {
        let column = |at: u8| board.columns.get(usize::from(at)).map_or(&[][..], Vec::as_slice);
        let (source, target) = (column(source), column(target));
        step.vacant = target.is_empty();
        step.cards = match (count, target.last()) {
            (Some(count), _) => usize::from_str_radix(count, 16)
                .ok()
                .filter(|count| (1..=source.len()).contains(count))
                .ok_or_else(|| format!("{text:?}: {count:?} is no number of cards"))?,
            (None, None) => 1,
            // What is wrong with a move that fits nowhere, the rules say.
            (None, Some(&below)) => {
                let fits = source.iter().rev().position(|&card| lies_on(card, below));
                fits.map_or(1, |above| above + 1)
            }
        };
    } else if count.is_some() {
        return Err(format!("{text:?}: only to an empty column goes a number of cards"));
    }
    Ok(step)
}

fn place(letter: char) -> Option<Place> {
    let numbered = |at: usize| u8::try_from(at).ok();
    if letter == 'h' {
        return Some(Place::Foundation);
    }
    let column = (0..super::MAX_COLUMNS).find(|&at| Board::column_digit(at) == letter);
    let cell = (0..super::MAX_FREECELLS).find(|&at| Board::cell_letter(at) == letter);
    let column = column.and_then(numbered).map(Place::Column);
    column.or_else(|| cell.and_then(numbered).map(Place::Cell))
}

/// Reads moves of single cards, one after the other.
///
/// # Errors
/// The first that is wrong.
pub fn read_moves<'a>(
    start: &Board,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Move>, ReplayError> {
    let mut board = start.clone();
    let read = (1..).zip(texts).map(|(number, text)| {
        let wrong = |message| ReplayError { step: number, message };
        let Step { from, to, .. } = read_step(&board, text).map_err(wrong)?;
        let card = replay::free_card(&board, from).map_err(wrong)?;
        let action = Move { card, from, to };
        move_card(&mut board, action).map_err(wrong)?;
        Ok(action)
    });
    read.collect()
}
