//! FreeCell: 52 cards in columns, freecells and on foundations, with settable
//! numbers of columns and freecells.

mod card;
mod coding;
mod deal;
mod draw;
mod edges;
mod estimate;
mod expand;
pub mod formats;
mod guide;
mod model;
pub mod notation;
mod owed;
mod play;
mod reading;
pub mod replay;
mod space;
pub mod transcript;

pub use card::{Card, DECK, RANKS, Suit};
pub use deal::{Deal, MAX_DEAL};
pub use expand::FreeCellExpander;
pub use formats::{BoardFile, Format};
pub use model::{
    Board, BoardError, COLUMNS, FREECELLS, Layout, MAX_COLUMNS, MAX_FREECELLS, Move, Place,
};
pub use space::FreeCell;

/// The name of this domain.
pub const DOMAIN: &str = "freecell";

/// The encoding of its keys, with its version.
pub const ENCODING: &str = "ways/1";

/// The name of its metric: one card moved counts as one move.
pub const METRIC: &str = "cards";

#[cfg(test)]
mod tests;
