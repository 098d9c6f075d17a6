//! Telling Rush Hour boards from the texts of other puzzles.

use std::path::Path;

use super::super::model::Car;
use super::csv;
use super::drawing::PRIMARY;
use crate::domains::recognise::says_domain;

/// Whether a file looks like a Rush Hour board: a table of cars, a TOML file
/// that says so, or one block of rows and nothing else.
#[must_use]
pub fn is_likely(file: &str, text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let ending = Path::new(file).extension().and_then(|end| end.to_str()).unwrap_or_default();
    if ending.eq_ignore_ascii_case("csv") || csv::has_header(text) {
        return true;
    }
    says_domain(text, super::super::DOMAIN)
        || (!ending.eq_ignore_ascii_case("toml") && is_lone(text))
}

/// Whether a text on a command line is a board itself, such as
/// `IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM` or rows with `/` between.
#[must_use]
pub fn spelled(text: &str) -> bool {
    let rows: Vec<&str> = text.split('/').collect();
    let count = text.chars().count();
    let shaped = match rows.as_slice() {
        // Shorter squares are words, and no board of that size is a puzzle.
        [_] => (4..=64).any(|side| side * side == count),
        [first, second, ..] => first.chars().count().abs_diff(second.chars().count()) <= 1,
        [] => false,
    };
    // Paths of files have no two of them, boards do.
    let cars = text.matches(PRIMARY).count() > 1;
    shaped && cars && !text.contains('\n') && is_lone(text)
}

/// Whether a text is one block of rows in which nothing but cells stands.
fn is_lone(text: &str) -> bool {
    let cell = |c: char| {
        matches!(c, '.' | 'o' | 'x' | '/' | ' ' | '\t' | '\r')
            || Car::name_fault(c.encode_utf8(&mut [0; 4])).is_none()
    };
    let body = text.trim();
    body.contains(PRIMARY)
        && !body.lines().any(|line| line.trim().is_empty() || line.contains('='))
        && body.lines().all(|line| line.chars().all(cell))
}

/// Whether a line of TOML sets a key.
pub(super) fn sets(line: &str, key: &str) -> bool {
    line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
}
