//! Turns that are given as sequences of others, in whatever order they stand.

use std::collections::HashMap;

use super::super::notation;
use super::super::puzzle::Puzzle;
use super::assemble;
use super::kpuzzle_json::Members;
use crate::domains::format_error::Place;

/// Adds derived turns to a puzzle. Fails with the name of one and what is wrong with it.
pub(super) fn derive(
    puzzle: &mut Puzzle,
    Members(moves): &Members<String>,
) -> Result<(), (String, String)> {
    let is_turn = |name: &str| {
        puzzle.bases.iter().any(|base| base.name == name)
            || puzzle.aliases.iter().any(|alias| alias.name == name)
    };
    // What `moves` has counts; such a line is only a place for it among the others.
    let moves: Vec<&(String, String)> = moves.iter().filter(|(name, _)| !is_turn(name)).collect();
    if let Some((name, _)) = moves.get(assemble::MAX_ALIASES) {
        return Err((name.clone(), format!("more than {} further names", assemble::MAX_ALIASES)));
    }
    let numbers: HashMap<&str, usize> =
        moves.iter().enumerate().map(|(i, (name, _))| (name.as_str(), i)).collect();
    // A name must be known before it is read, or `BL` might be read as `B L`.
    let needed: Vec<Vec<usize>> = moves.iter().map(|(_, text)| mentioned(text, &numbers)).collect();
    let mut known = assemble::Powers::of(puzzle);
    let mut done = vec![false; moves.len()];
    let mut left: Vec<usize> = (0..moves.len()).collect();
    while let Some(&first) = left.first() {
        let before = left.len();
        let mut later = Vec::new();
        for i in left {
            let (name, text) = moves[i];
            if !needed[i].iter().all(|&other| done[other]) {
                later.push(i);
                continue;
            }
            let turns = notation::parse(puzzle, text, Place::START).map_err(|fault| {
                let message = format!("character {}: {}", fault.place.column, fault.message);
                (name.clone(), message)
            })?;
            assemble::add_turn(puzzle, &mut known, name, turns)
                .map_err(|why| (name.clone(), why))?;
            done[i] = true;
        }
        if later.len() == before {
            let message = "it is defined by itself, perhaps through others";
            return Err((moves[first].0.clone(), message.into()));
        }
        left = later;
    }
    Ok(())
}

/// Which of some names occur in a sequence as words, with or without a number behind them.
fn mentioned(text: &str, numbers: &HashMap<&str, usize>) -> Vec<usize> {
    let ends = |c: char| c.is_whitespace() || "()[],:.".contains(c);
    let back = ['\'', '\u{2019}'];
    let mut found: Vec<usize> = Vec::new();
    for word in text.split(ends) {
        let once = word.trim_end_matches(back).trim_end_matches(|c: char| c.is_ascii_digit());
        found.extend([word, once].iter().filter_map(|name| numbers.get(name)));
    }
    found.sort_unstable();
    found.dedup();
    found
}
