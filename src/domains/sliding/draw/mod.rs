//! Placements as text and as pictures, and placements read back from text.

mod outline;
mod read;
mod svg;
mod text;

pub use read::read_placement;
pub use svg::svg;
pub use text::text;
