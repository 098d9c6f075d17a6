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

/// The longest name of a piece, in characters.
pub const MAX_NAME: usize = 32;

/// The most goals (alternatives) of a puzzle.
pub const MAX_GOALS: usize = 1000;

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece along any rectilinear path, also back through cells that it
    /// has just left.
    Moves,
    /// One piece, any distance in one direction.
    Straight,
    /// One piece, one cell (one [`Piece::step`] in one direction where that is
    /// more than a cell).
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
    /// Its letter (or letters) in the input, used in all output; no other
    /// piece has it. 1 to [`MAX_NAME`] characters, none of them blank.
    pub name: String,
    /// The cells it covers at the start, ascending; at least one. Not
    /// necessarily connected: a rigid piece may have parts.
    pub cells: Vec<usize>,
    /// Whether it may move along one axis only.
    pub axis: Option<Axis>,
    /// Whether it may enter gate cells.
    pub passes_gates: bool,
    /// Where it may rest: a move shifts it by a multiple of these many columns
    /// and rows, each 1 to [`MAX_SIDE`]; (1, 1) is usual. With 2, the drawing
    /// has half units. On the way a piece goes cell by cell and may turn
    /// anywhere, also where it may not rest.
    pub step: (usize, usize),
    /// Pieces of different classes are never interchangeable. `None`: decided
    /// by shape, axis, gates, step, and by whether the goal names the piece.
    /// The readers use the names of the members.
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
    /// goal named one of them (see [`Puzzle::family`]), covers exactly these
    /// cells (ascending).
    TypeAt {
        /// Index of a piece of the type; another one for each condition.
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

impl Condition {
    /// The cells it concerns, ascending.
    #[must_use]
    pub fn cells(&self) -> &[usize] {
        match self {
            Self::PieceAt { cells, .. } | Self::TypeAt { cells, .. } | Self::Empty { cells } => {
                cells
            }
        }
    }

    /// The piece that it names or takes as the example of a type.
    #[must_use]
    pub const fn piece(&self) -> Option<usize> {
        match self {
            Self::PieceAt { piece, .. } | Self::TypeAt { like: piece, .. } => Some(*piece),
            Self::Empty { .. } => None,
        }
    }
}

/// Conditions that must all hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Goal {
    /// The conditions; at least one. No two concern one cell or one piece
    /// index. The readers order them by first cell.
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
    /// At most [`MAX_GOALS`].
    pub goals: Vec<Goal>,
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
