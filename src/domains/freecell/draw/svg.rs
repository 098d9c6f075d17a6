//! A state as a picture.

use std::fmt::Write;

use super::super::card::{Card, Suit, rank_letter};
use super::super::model::Board;
use crate::space::Svg;

/// Size of a card, in user units, and the radius of its corners.
const CARD: (f64, f64) = (44.0, 60.0);
const RADIUS: f64 = 5.0;
/// Between cards side by side, and around all of them.
const GAP: f64 = 8.0;
/// How much of a card is seen below the next one.
const FAN: f64 = 21.0;

/// The picture has its own ground, so that it can stand on a light page as well
/// as on a dark one.
const TABLE: &str = "#2f6b4f";
const PLACE: &str = "#3d7d5f";
const PAPER: &str = "#fbfaf6";
const BLACK: &str = "#1d2129";
const RED: &str = "#c22f2f";
const EDGE: &str = "#8a8f98";
const MARK: &str = "#f2b632";

/// Draws a state: freecells at the left and foundations at the right above the
/// columns, the moved card with a thick outline.
pub(super) fn svg(board: &Board, moved: Option<Card>) -> Svg {
    let above = board.cells.len() + Suit::ALL.len();
    let wide = board.columns.len().max(above);
    let longest = board.columns.iter().map(Vec::len).max().unwrap_or_default().max(1);
    let width = x(wide);
    let height = 3.0 * GAP + 2.0 * CARD.1 + (longest - 1) as f64 * FAN;
    let mut body = String::new();
    rectangle(&mut body, (0.0, 0.0), (width, height), &format!("fill=\"{TABLE}\""));
    for (at, cell) in board.cells.iter().enumerate() {
        match cell {
            Some(card) => draw(&mut body, (x(at), GAP), *card, moved),
            None => empty(&mut body, (x(at), GAP), None),
        }
    }
    for (at, suit) in Suit::ALL.into_iter().enumerate() {
        let place = (x(wide - Suit::ALL.len() + at), GAP);
        match board.foundations.get(at).and_then(|&rank| Card::new(rank, suit)) {
            Some(card) => draw(&mut body, place, card, moved),
            None => empty(&mut body, place, Some(suit)),
        }
    }
    let top = 2.0 * GAP + CARD.1;
    for (at, column) in board.columns.iter().enumerate() {
        if column.is_empty() {
            empty(&mut body, (x(at), top), None);
        }
        for (row, card) in column.iter().enumerate() {
            draw(&mut body, (x(at), top + row as f64 * FAN), *card, moved);
        }
    }
    Svg { width, height, body }
}

/// Where the column of this number begins, in user units.
fn x(column: usize) -> f64 {
    GAP + column as f64 * (CARD.0 + GAP)
}

/// An empty place, with the suit that it is for.
fn empty(body: &mut String, at: (f64, f64), suit: Option<Suit>) {
    rectangle(body, at, CARD, &format!("fill=\"{PLACE}\""));
    if let Some(suit) = suit {
        let (x, y) = (at.0 + CARD.0 / 2.0, at.1 + CARD.1 / 2.0);
        // Writing to a string cannot fail.
        let _ = writeln!(
            body,
            "<text x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"22\" text-anchor=\"middle\" fill=\"{TABLE}\">{}</text>",
            symbol(suit)
        );
    }
}

fn draw(body: &mut String, at: (f64, f64), card: Card, moved: Option<Card>) {
    let (suit, rank) = (card.suit(), rank_letter(card.rank()));
    let rank = if rank == 'T' { "10".to_owned() } else { rank.to_string() };
    let (edge, thick) = if moved == Some(card) { (MARK, 3.5) } else { (EDGE, 1.0) };
    let ink = if suit.is_red() { RED } else { BLACK };
    let _ = writeln!(body, "<g><title>{card}</title>");
    let style = format!("fill=\"{PAPER}\" stroke=\"{edge}\" stroke-width=\"{thick}\"");
    rectangle(body, at, CARD, &style);
    let _ = writeln!(
        body,
        "<text x=\"{}\" y=\"{}\" font-size=\"16\" font-weight=\"bold\" fill=\"{ink}\">{rank}{}</text>",
        at.0 + 4.0,
        at.1 + 16.0,
        symbol(suit)
    );
    let _ = writeln!(
        body,
        "<text x=\"{}\" y=\"{}\" font-size=\"24\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>\n</g>",
        at.0 + CARD.0 / 2.0,
        at.1 + 48.0,
        symbol(suit)
    );
}

fn rectangle(body: &mut String, at: (f64, f64), size: (f64, f64), style: &str) {
    let ((x, y), (width, height)) = (at, size);
    let _ = writeln!(
        body,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{RADIUS}\" {style}/>"
    );
}

const fn symbol(suit: Suit) -> char {
    match suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    }
}
