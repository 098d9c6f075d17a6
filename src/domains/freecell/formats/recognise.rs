//! Telling FreeCell boards from the texts of other puzzles.

use std::collections::HashSet;

use super::super::card::Card;
use super::text::{CELLS, FOUNDATIONS};
use crate::domains::recognise::says_domain;

/// Fewer cards than this can be pieces with such names.
const LEAST: usize = 7;

/// Whether a text looks like a FreeCell board: it names foundations or freecells,
/// is a TOML file that says so, or has many cards and little else.
#[must_use]
pub fn is_likely(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let named = text.lines().filter_map(|line| line.split_once([':', '('])).any(|(name, _)| {
        let name = name.trim();
        FOUNDATIONS.iter().chain(&CELLS).any(|known| name.eq_ignore_ascii_case(known))
    });
    if named || says_domain(text, super::super::DOMAIN) {
        return true;
    }
    let mut cards = HashSet::new();
    let (mut words, mut known) = (0, 0);
    for word in text.split(|c: char| c.is_whitespace() || c == ':').filter(|word| !word.is_empty())
    {
        words += 1;
        if let Ok(card) = word.parse::<Card>() {
            known += 1;
            cards.insert(card);
        }
    }
    cards.len() >= LEAST && 4 * known >= 3 * words
}

/// The number of a deal as a word of a command line says it, `freecell:11982`:
/// what follows the colon.
#[must_use]
pub fn spelled(word: &str) -> Option<&str> {
    let (domain, number) = word.split_once(':')?;
    domain.eq_ignore_ascii_case(super::super::DOMAIN).then_some(number)
}
