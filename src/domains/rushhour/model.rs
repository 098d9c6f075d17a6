//! A Rush Hour board as its author describes it, before anything is compiled.

use std::fmt::{self, Display};
use std::str::FromStr;

/// The greatest width and height of a board: a row fits into a machine word.
pub const MAX_SIDE: usize = 64;

/// The longest name of a car, in characters.
pub const MAX_NAME: usize = 32;

/// The greatest width of a board's keys, in bits.
pub const MAX_KEY_BITS: u32 = 2048;

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One car, any distance.
    Moves,
    /// One car, one cell.
    Steps,
    /// One car, as far as it goes. Cannot always be taken back, and reaches
    /// fewer states than the other two.
    Slides,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Steps, Self::Slides];

    /// The name used on the command line and in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Steps => "steps",
            Self::Slides => "slides",
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
            format!("unknown metric {text:?}; Rush Hour has moves, steps and slides")
        })
    }
}

/// The edge at which the primary car leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Before the first column.
    Left,
    /// Behind the last column.
    Right,
}

impl Side {
    /// The name used in puzzle files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [Self::Left, Self::Right].into_iter().find(|side| side.name() == text);
        known.ok_or_else(|| format!("an exit is left or right, not {text:?}"))
    }
}

/// One car where it stands at the start. Rows and columns count from 0, row 0
/// is the uppermost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Car {
    /// Its name in the input, used in all output; no other car has it. 1 to
    /// [`MAX_NAME`] characters that [`Car::name_fault`] has nothing against.
    pub name: String,
    /// Whether it goes left and right, not up and down.
    pub horizontal: bool,
    /// The row it stays in, or the column when it is vertical.
    pub line: usize,
    /// Its least column, or row when it is vertical.
    pub start: usize,
    /// How many cells it covers, at least 2.
    pub length: usize,
}

impl Car {
    /// Row and column of one of its cells, counted from its start, if the car
    /// stands at `start`.
    #[must_use]
    pub const fn cell(&self, start: usize, number: usize) -> (usize, usize) {
        if self.horizontal { (self.line, start + number) } else { (start + number, self.line) }
    }

    /// Why a car cannot be called so.
    #[must_use]
    pub fn name_fault(name: &str) -> Option<String> {
        if matches!(name, "o" | "x") {
            let means = if name == "x" { "a wall" } else { "an empty cell" };
            return Some(format!("`{name}` is {means} in drawings: give the car another name"));
        }
        if name.is_empty() || name.chars().nth(MAX_NAME).is_some() {
            return Some(format!("the name of a car has 1 to {MAX_NAME} characters"));
        }
        let bad = |c: &char| !c.is_alphanumeric() && !"!$%&*+-:;<=>?@^_~".contains(*c);
        name.chars().find(bad).map(|c| {
            format!("{c:?} cannot stand for a car: take letters or digits (`.` or `o` is an empty cell, `x` a wall)")
        })
    }
}

/// A Rush Hour board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// What people call it; may be empty.
    pub name: String,
    /// Columns, 1 to [`MAX_SIDE`].
    pub width: usize,
    /// Rows, 1 to [`MAX_SIDE`].
    pub height: usize,
    /// The cells that no car can enter, `row * width + column`, ascending.
    pub walls: Vec<usize>,
    /// The cars, in the order of their first cells, row by row.
    pub cars: Vec<Car>,
    /// Index of the car that has to leave; a horizontal one.
    pub primary: usize,
    /// Where it leaves, in its row.
    pub exit: Side,
}

impl Board {
    /// Row and column of a cell for people, counted from 1.
    #[must_use]
    pub fn place(&self, cell: usize) -> String {
        let width = self.width.max(1);
        format!("row {}, column {}", cell / width + 1, cell % width + 1)
    }

    /// The index of a car.
    #[must_use]
    pub fn car_named(&self, name: &str) -> Option<usize> {
        self.cars.iter().position(|car| car.name == name)
    }

    /// The first cell of a car that stands at its start.
    #[must_use]
    pub fn first_cell(&self, car: &Car) -> usize {
        let (row, column) = car.cell(car.start, 0);
        row * self.width + column
    }
}
