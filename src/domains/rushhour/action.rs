//! One move of a car, and its notation: `B+2`, `M-1`.

use std::fmt::{self, Display};
use std::sync::Arc;

/// One move: a car and how far it goes. `+` is to the right or down.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CarMove {
    /// Index into [`Board::cars`](super::Board::cars).
    pub car: usize,
    /// The name of that car.
    pub name: Arc<str>,
    /// Cells to the right or down; negative to the left or up; not 0.
    pub distance: i8,
}

impl Display for CarMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", self.name, self.distance)
    }
}
