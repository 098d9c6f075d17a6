//! The Rush Hour boards of the library.

use super::formats::{self, BoardFile, Format, Reading};
use crate::domains::library::{self, LibraryError};

/// The names of all boards, ascending.
pub fn names() -> impl Iterator<Item = &'static str> {
    library::all().filter(|entry| entry.domain == super::DOMAIN).map(|entry| entry.name)
}

/// A board by its name, with what is known of it.
///
/// # Errors
/// [`LibraryError::Unknown`] with the names that resemble this one.
pub fn get(name: &str) -> Result<BoardFile, LibraryError> {
    let text = library::entry(name)?.text();
    let file = format!("{name}.toml");
    Ok(formats::read(&file, &text, Some(Format::Toml), &Reading::default())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_reads_back_from_its_canonical_text() {
        for name in names() {
            let board = get(name).unwrap_or_else(|error| panic!("{error}")).board;
            assert!(!board.name.is_empty(), "{name}");
            let text = board.to_toml();
            let again = formats::read("again", &text, Some(Format::Toml), &Reading::default());
            assert_eq!(again.map(|file| file.board), Ok(board), "{name}:\n{text}");
        }
    }
}
