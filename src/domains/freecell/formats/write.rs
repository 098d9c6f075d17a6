//! Boards as text.

use super::super::card::{Card, Suit, rank_letter};
use super::super::model::{Board, FREECELLS};

/// The board as lines: foundations, freecells, a line for each column; brackets
/// around a card that is `marked`. No line break at the end.
#[must_use]
pub fn rows(board: &Board, marked: Option<Card>) -> String {
    lines(board, marked, "Freecells:")
}

/// The one text that stands for a board in stored runs: it reads back as an equal
/// board.
#[must_use]
pub fn canonical(board: &Board) -> String {
    // Fewer than usual could be taken for ones that were left off.
    let count = board.cells.len();
    let ends_empty = matches!(board.cells.last(), Some(None));
    let named = if ends_empty || count >= FREECELLS {
        "Freecells:".to_owned()
    } else {
        format!("Freecells ({count}):")
    };
    lines(board, None, &named) + "\n"
}

fn lines(board: &Board, marked: Option<Card>, freecells: &str) -> String {
    let mark = |card: Option<Card>, text: String| {
        if card.is_some() && card == marked { format!(" [{text}]") } else { format!(" {text}") }
    };
    // The order in which other programs write them.
    let foundations = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades].map(|suit| {
        let rank = board.foundations[suit.index()];
        mark(Card::new(rank, suit), format!("{suit}-{}", rank_letter(rank)))
    });
    let cells = board.cells.iter().map(|&cell| {
        let text = cell.map_or_else(|| "-".to_owned(), |card| card.to_string());
        mark(cell, text)
    });
    let mut text = format!("Foundations:{}\n", foundations.concat());
    text.push_str(freecells);
    text.extend(cells);
    for column in &board.columns {
        text.push_str("\n:");
        text.extend(column.iter().map(|&card| mark(Some(card), card.to_string())));
    }
    text
}
