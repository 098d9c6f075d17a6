//! A sliding puzzle as its author describes it, before anything is compiled.
//!
//! Every format reads into [`Puzzle`], and [`Puzzle::check`] is the one place
//! that decides whether a puzzle makes sense.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

/// The greatest number of floor cells (cells that are no wall).
pub const MAX_FLOOR: usize = 255;

/// The greatest width and height of a board, walls included.
pub const MAX_SIDE: usize = 255;

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece along any rectilinear path, also back through cells that it
    /// has just left.
    Moves,
    /// One piece, any distance in one direction.
    Straight,
    /// One piece, one cell (one step on half-unit boards).
    Steps,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Straight, Self::Steps];

    /// The name used on the command line and in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Straight => "straight",
            Self::Steps => "steps",
        }
    }
}

impl Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|metric| metric.name() == text).ok_or_else(|| {
            format!("unknown metric {text:?}; a sliding puzzle has moves, straight and steps")
        })
    }
}

/// What one cell of the board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// Any piece may be here.
    Floor,
    /// No piece may be here.
    Wall,
    /// Only pieces with [`Piece::passes_gates`] may be here.
    Gate,
}

/// A direction in which a piece may be locked to move only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Left and right only.
    Horizontal,
    /// Up and down only.
    Vertical,
}

/// One piece in its start position. Cells are numbered row by row over the
/// whole board, walls included: `row * width + column`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its letter (or letters) in the input, used in all output.
    pub name: String,
    /// The cells it covers at the start, ascending; at least one. Not
    /// necessarily connected: a rigid piece may have parts.
    pub cells: Vec<usize>,
    /// Whether it may move along one axis only.
    pub axis: Option<Axis>,
    /// Whether it may enter gate cells.
    pub passes_gates: bool,
    /// Pieces of different classes are never interchangeable. `None`: decided
    /// by shape, axis, gates, and by whether the goal names the piece.
    pub class: Option<String>,
}

/// One thing that must hold in a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// This very piece covers exactly these cells (ascending).
    PieceAt {
        /// Index into [`Puzzle::pieces`].
        piece: usize,
        /// The cells.
        cells: Vec<usize>,
    },
    /// Some piece that is interchangeable with this one, or was before the
    /// goal named one of them (same shape, axis, gates and class), covers
    /// exactly these cells (ascending).
    TypeAt {
        /// Index of any piece of the type.
        like: usize,
        /// The cells.
        cells: Vec<usize>,
    },
    /// No piece covers any of these cells (ascending).
    Empty {
        /// The cells.
        cells: Vec<usize>,
    },
}

/// Conditions that must all hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Goal {
    /// The conditions; at least one.
    pub conditions: Vec<Condition>,
}

/// A sliding block puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// What people call it; may be empty.
    pub name: String,
    /// Columns, 1 to [`MAX_SIDE`].
    pub width: usize,
    /// Rows, 1 to [`MAX_SIDE`].
    pub height: usize,
    /// Row by row, `width * height` of them.
    pub cells: Vec<CellKind>,
    /// Thin walls: pairs of side-by-side cells between which no piece can
    /// pass or lie, the smaller index first.
    pub barriers: Vec<(usize, usize)>,
    /// The pieces, in the order of their first cells.
    pub pieces: Vec<Piece>,
    /// Alternatives, one of which must hold; empty: no goal, only a census.
    pub goals: Vec<Goal>,
    /// How many cells one step goes in x and in y: 2 on half-unit boards whose
    /// drawing has two cells a unit. A step needs all cells on its way free.
    pub step: (usize, usize),
    /// Whether pieces of one shape are told apart although the goal does not.
    pub distinct: bool,
}

/// Why a puzzle makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ModelError {
    /// What is wrong, with row and column (counted from 1) where there is one.
    pub message: String,
    /// The cell concerned, if there is one.
    pub cell: Option<usize>,
}
