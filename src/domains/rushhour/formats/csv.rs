//! Boards as tables of cars, and solutions as tables of moves.
//!
//! The fields have no quotes and no breaks, so lines are cut at commas here:
//! that way each field has an exact place for messages.

use std::fmt::Write;
use std::path::Path;

use super::super::action::CarMove;
use super::super::model::{Board, Car, MAX_SIDE, Side};
use super::{BoardFile, Reading};
use crate::domains::format_error::{Fault, Place};

/// The primary car of a table.
const PRIMARY: &str = "X";

/// The two kinds of tables, told apart by their header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `car,orientation,col,row,length`: row 1 is the uppermost, and a car stands
    /// at its left or upper cell. Moves count to the right and down.
    Down,
    /// `car,orientation,row,col,length`: what is called row counts from the left,
    /// what is called column from the bottom, and a car stands at its left or
    /// lower cell. Moves count to the right and up.
    Up,
}

impl Dialect {
    /// Both dialects.
    pub const ALL: [Self; 2] = [Self::Down, Self::Up];

    /// The first line of a table.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Self::Down => "car,orientation,col,row,length",
            Self::Up => "car,orientation,row,col,length",
        }
    }

    /// The dialect that begins with this line.
    fn of_header(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').take(6).map(str::trim).collect();
        Self::ALL.into_iter().find(|dialect| dialect.header().split(',').eq(fields.iter().copied()))
    }

    /// The dialect of a table, by its header.
    #[must_use]
    pub fn of_table(text: &str) -> Option<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.lines().find(|line| !line.trim().is_empty()).and_then(Self::of_header)
    }
}

/// Moves as a table `car,move` with one line a move, counted as the dialect of
/// the board counts.
#[must_use]
pub fn solution_csv(board: &Board, moves: &[CarMove], dialect: Dialect) -> String {
    let mut text = "car,move\n".to_owned();
    for action in moves {
        let vertical = board.cars.get(action.car).is_some_and(|car| !car.horizontal);
        let sign = if vertical && dialect == Dialect::Up { -1 } else { 1 };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{}", action.name, sign * i16::from(action.distance));
    }
    text
}

/// Whether a text begins as a table does.
pub(super) fn has_header(text: &str) -> bool {
    Dialect::of_table(text).is_some()
}

/// A line of the table, cut at its commas.
struct Line<'a> {
    number: usize,
    fields: Vec<(usize, &'a str)>,
}

impl<'a> Line<'a> {
    fn new(number: usize, text: &'a str) -> Self {
        let mut column = 1;
        let mut fields = Vec::new();
        // One more than there may be, so that a surplus shows.
        for field in text.splitn(7, ',').take(6) {
            let trimmed = field.trim_start();
            let blanks = field.chars().count() - trimmed.chars().count();
            fields.push((column + blanks, trimmed.trim_end()));
            column += field.chars().count() + 1;
        }
        Self { number, fields }
    }

    fn fault(&self, field: usize, message: impl Into<String>) -> Fault {
        let column = self.fields.get(field).map_or(1, |(column, _)| *column);
        Fault::new(Place { line: self.number, column }, message)
    }

    fn text(&self, field: usize) -> &'a str {
        self.fields.get(field).map_or("", |(_, text)| text)
    }

    fn number(&self, field: usize, what: &str) -> Result<usize, Fault> {
        match self.text(field).parse::<usize>() {
            Ok(number) if (1..=MAX_SIDE).contains(&number) => Ok(number),
            _ => {
                let message =
                    format!("{what} is {:?}, not a number from 1 to {MAX_SIDE}", self.text(field));
                Err(self.fault(field, message))
            }
        }
    }
}

/// Reads a table of cars.
pub(super) fn read(file: &str, text: &str, options: &Reading) -> Result<BoardFile, Fault> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let headers = Dialect::ALL.map(Dialect::header).join("` or `");
    let Some((number, header)) = lines.next() else {
        return Err(Fault::new(
            Place::START,
            format!("no table: the file is empty; `{headers}` is its first line"),
        ));
    };
    let dialect = Dialect::of_header(header).ok_or_else(|| {
        let place = Place { line: number, column: 1 };
        Fault::new(place, format!("not the header of a table of cars: that is `{headers}`"))
    })?;
    let (width, height) = size(file, options)?;
    let mut cars: Vec<(Car, Line<'_>)> = Vec::new();
    for (number, line) in lines {
        let line = Line::new(number, line);
        let car = car(&line, dialect, width, height)?;
        // More cannot stand side by side.
        if cars.len() == width * height / 2 {
            return Err(line.fault(0, format!("too many cars for {width}x{height} cells")));
        }
        if let Some((_, other)) = cars.iter().find(|(other, _)| other.name == car.name) {
            let what = if car.name == PRIMARY { "two primary cars" } else { "two cars" };
            let message =
                format!("{what} `{}`: the other one is in line {}", car.name, other.number);
            return Err(line.fault(0, message));
        }
        cars.push((car, line));
    }
    cars.sort_by_key(|(car, _)| {
        let (row, column) = car.cell(car.start, 0);
        row * width + column
    });
    let (cars, lines): (Vec<Car>, Vec<Line<'_>>) = cars.into_iter().unzip();
    let primary = cars.iter().position(|car| car.name == PRIMARY).ok_or_else(|| {
        Fault::new(
            Place { line: number, column: 1 },
            "no car `X`: the primary car, which has to leave",
        )
    })?;
    let name = String::new();
    let board = Board { name, width, height, walls: Vec::new(), cars, primary, exit: Side::Right };
    board.check().map_err(|error| match error.car.and_then(|car| lines.get(car)) {
        Some(line) => line.fault(0, error.message),
        None => Fault::new(Place::START, error.message),
    })?;
    Ok(BoardFile::from(board))
}

fn car(line: &Line<'_>, dialect: Dialect, width: usize, height: usize) -> Result<Car, Fault> {
    if line.fields.len() != 5 {
        let message = format!("{} fields, not 5: {}", line.fields.len(), dialect.header());
        return Err(line.fault(5, message));
    }
    let name = line.text(0);
    if let Some(message) = Car::name_fault(name) {
        return Err(line.fault(0, message));
    }
    let horizontal = match line.text(1) {
        "H" | "h" => true,
        "V" | "v" => false,
        other => {
            let message = format!("the orientation is {other:?}, not H or V");
            return Err(line.fault(1, message));
        }
    };
    let [column, row] = match dialect {
        Dialect::Down => ["col", "row"],
        Dialect::Up => ["row", "col"],
    };
    let (x, y) = (line.number(2, column)?, line.number(3, row)?);
    let length = line.number(4, "length")?;
    if length < 2 {
        return Err(line.fault(4, format!("`{name}` is 1 long; a car is at least 2 long")));
    }
    let (right, far) = if horizontal { (x + length - 1, y) } else { (x, y + length - 1) };
    if right > width || far > height {
        let message = format!(
            "`{name}` reaches {column} {right}, {row} {far}, beyond the board of {width}x{height} cells"
        );
        return Err(line.fault(2, message));
    }
    let top = match dialect {
        Dialect::Down => y - 1,
        Dialect::Up => height - far,
    };
    let (line, start) = if horizontal { (top, x - 1) } else { (x - 1, top) };
    Ok(Car { name: name.to_owned(), horizontal, line, start, length })
}

/// The size of the board: as given, else from the name of the file.
fn size(file: &str, options: &Reading) -> Result<(usize, usize), Fault> {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let (width, height) = options.size.or_else(|| size_in(stem)).ok_or_else(|| {
        Fault::new(
            Place::START,
            "the table does not say how large the board is: give the size, or put it into the \
             name of the file, such as `board6x6.csv`",
        )
    })?;
    if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
        Ok((width, height))
    } else {
        let message =
            format!("a board of {width}x{height} cells; 1x1 to {MAX_SIDE}x{MAX_SIDE} are possible");
        Err(Fault::new(Place::START, message))
    }
}

/// The first `WIDTHxHEIGHT` in a name.
fn size_in(name: &str) -> Option<(usize, usize)> {
    name.match_indices('x').find_map(|(at, _)| {
        let (before, behind) = (name.get(..at)?, name.get(at + 1..)?);
        let digits = |text: &str, end: usize| text.get(..end).and_then(|text| text.parse().ok());
        let from = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let to = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        Some((before.get(from..)?.parse().ok()?, digits(behind, to)?))
    })
}
