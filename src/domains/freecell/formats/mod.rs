//! The text of a board: a line for the foundations, one for the freecells, one a
//! column.

use super::card::{Suit, rank_letter};
use super::model::Board;

/// The one text that stands for a board in stored runs.
#[must_use]
pub fn canonical(board: &Board) -> String {
    let mut text = String::from("Foundations:");
    // The order in which other programs write them.
    for suit in [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades] {
        let rank = rank_letter(board.foundations[suit.index()]);
        text.push_str(&format!(" {suit}-{rank}"));
    }
    text.push_str("\nFreecells:");
    for cell in &board.cells {
        text.push_str(&cell.map_or(" -".to_owned(), |card| format!(" {card}")));
    }
    text.push('\n');
    for column in &board.columns {
        let cards: Vec<String> = column.iter().map(ToString::to_string).collect();
        text.push_str(&format!(
            ":{}\n",
            cards.iter().map(|card| format!(" {card}")).collect::<String>()
        ));
    }
    text
}
