//! The sliding block puzzles of the library.

use super::formats::{self, Format, PuzzleFile};
use crate::domains::library::{self, LibraryError};

/// The names of all puzzles, ascending.
pub fn names() -> impl Iterator<Item = &'static str> {
    library::all().filter(|entry| entry.domain == super::DOMAIN).map(|entry| entry.name)
}

/// A puzzle by its name, with what is known of it.
///
/// # Errors
/// [`LibraryError::Unknown`] with the names that resemble this one.
pub fn get(name: &str) -> Result<PuzzleFile, LibraryError> {
    let text = library::entry(name)?.text();
    Ok(formats::read(&format!("{name}.toml"), &text, Some(Format::Toml))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_reads_back_from_its_canonical_text() {
        for name in names() {
            let puzzle = get(name).unwrap_or_else(|error| panic!("{error}")).puzzle;
            assert!(!puzzle.name.is_empty(), "{name}");
            let text = puzzle.to_toml();
            let again = formats::read("again", &text, Some(Format::Toml));
            assert_eq!(again.map(|file| file.puzzle), Ok(puzzle), "{name}:\n{text}");
        }
    }
}
