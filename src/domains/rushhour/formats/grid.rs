//! A drawing cut into cells, and the board that it shows.

use std::collections::BTreeMap;

use super::super::check::BoardError;
use super::super::model::{Board, Car, MAX_SIDE, Side};
use crate::domains::format_error::{Fault, Place};

/// One row of a drawing and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) place: Place,
    pub(super) text: &'a str,
    /// Whether the text stands in the file as it is; else its place is that of
    /// the string that it is part of.
    pub(super) exact: bool,
}

/// A drawing, cell by cell.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    width: usize,
    height: usize,
    /// What stands in each cell: a car's name, or one of `.`, `o`, `x`.
    cells: Vec<&'a str>,
    /// Where each cell stands in the file.
    places: Vec<Place>,
}

impl<'a> Grid<'a> {
    /// Cuts rows into cells: words, if any row has blanks between letters, else
    /// characters.
    pub(super) fn read(rows: &[Row<'a>]) -> Result<Self, Fault> {
        if let Some(row) = rows.get(MAX_SIDE) {
            return Err(Fault::new(row.place, format!("more than {MAX_SIDE} rows")));
        }
        let words = rows.iter().any(|row| row.text.trim().contains([' ', '\t']));
        let mut grid = Self { width: 0, height: rows.len(), cells: Vec::new(), places: Vec::new() };
        for (number, row) in rows.iter().enumerate() {
            let cells = cells_of(row, words)?;
            if number == 0 {
                grid.width = cells.len();
            }
            if cells.len() != grid.width {
                let surplus = cells.get(grid.width).map(|(place, _)| *place);
                let end = row.place_of(row.text.trim_end().chars().count());
                let message = format!(
                    "row {} has {} cells, but row 1 has {}: all rows are equally long",
                    number + 1,
                    cells.len(),
                    grid.width
                );
                return Err(Fault::new(surplus.unwrap_or(end), message));
            }
            for (place, cell) in cells {
                grid.places.push(place);
                grid.cells.push(cell);
            }
        }
        Ok(grid)
    }

    /// A grid of rows that stand in the file without a break between them.
    pub(super) fn of_square(row: &Row<'a>) -> Result<Self, Fault> {
        let count = row.text.chars().count();
        let side = (1..=MAX_SIDE + 1).find(|side| side * side >= count).unwrap_or(MAX_SIDE + 1);
        if side > MAX_SIDE || side * side != count {
            let message = format!(
                "{count} cells in one row are no square board of up to {MAX_SIDE}x{MAX_SIDE}: put `/` or a line break between the rows"
            );
            return Err(Fault::new(row.place_of(count), message));
        }
        let mut rows = Vec::new();
        let mut rest = row.text;
        for number in 0..side {
            let end = rest.char_indices().nth(side).map_or(rest.len(), |(at, _)| at);
            let (text, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            rows.push(Row { place: row.place_of(number * side), text, exact: row.exact });
            rest = after;
        }
        Self::read(&rows)
    }

    /// The board that is shown.
    pub(super) fn board(&self, primary: &str, exit: Side) -> Result<Board, Fault> {
        let mut walls = Vec::new();
        let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, &cell) in self.cells.iter().enumerate() {
            match cell {
                "." | "o" => {}
                "x" => walls.push(at),
                name => found.entry(name).or_default().push(at),
            }
        }
        let mut named: Vec<(&str, Vec<usize>)> = found.into_iter().collect();
        named.sort_by_key(|(_, cells)| cells.first().copied());
        let mut cars = Vec::new();
        for (name, cells) in &named {
            let fault = Car::name_fault(name);
            if let Some(message) = fault {
                return Err(Fault::new(self.place(cells.first().copied()), message));
            }
            cars.push(self.car(name, cells, *name == primary)?);
        }
        let mut board = Board {
            name: String::new(),
            width: self.width,
            height: self.height,
            walls,
            cars,
            primary: 0,
            exit,
        };
        board.primary = board.car_named(primary).ok_or_else(|| {
            let message = format!("no car `{primary}`: the primary car, which has to leave");
            Fault::new(self.place(None), message)
        })?;
        board.check().map_err(|error| self.fault(&board, &error))?;
        Ok(board)
    }

    /// The car that covers these cells, which ascend.
    fn car(&self, name: &str, cells: &[usize], primary: bool) -> Result<Car, Fault> {
        let at = |cell: usize| {
            format!("row {}, column {}", cell / self.width + 1, cell % self.width + 1)
        };
        let (&first, second) = match cells {
            [first, second, ..] => (first, *second),
            _ => {
                let cell = cells.first().copied();
                let message = format!(
                    "`{name}` at {} covers one cell; a car is at least 2 long",
                    at(cell.unwrap_or_default())
                );
                return Err(Fault::new(self.place(cell), message));
            }
        };
        let (row, column) = (first / self.width, first % self.width);
        let horizontal = second / self.width == row;
        let step = if horizontal { 1 } else { self.width };
        let stray = cells.iter().enumerate().find(|&(number, &cell)| cell != first + number * step);
        if let Some((_, &stray)) = stray {
            let message = if self.hangs_together(cells) {
                format!(
                    "`{name}` is not straight: it begins at {} and bends to {}",
                    at(first),
                    at(stray)
                )
            } else if primary {
                format!("two primary cars `{name}`, at {} and at {}", at(first), at(stray))
            } else {
                format!(
                    "`{name}` stands at two separate places, {} and {}: two cars need two names",
                    at(first),
                    at(stray)
                )
            };
            return Err(Fault::new(self.place(Some(stray)), message));
        }
        let (line, start) = if horizontal { (row, column) } else { (column, row) };
        Ok(Car { name: name.to_owned(), horizontal, line, start, length: cells.len() })
    }

    /// Whether cells can be walked through from side to side.
    fn hangs_together(&self, cells: &[usize]) -> bool {
        let mut reached: Vec<usize> = cells.first().copied().into_iter().collect();
        let mut done = 0;
        while let Some(&here) = reached.get(done) {
            done += 1;
            for &cell in cells {
                let (low, high) = (here.min(cell), here.max(cell));
                let beside = high - low == 1 && high % self.width != 0;
                if (beside || high - low == self.width) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
        }
        reached.len() == cells.len()
    }

    fn fault(&self, board: &Board, error: &BoardError) -> Fault {
        let car = error.car.and_then(|car| board.cars.get(car));
        let cell = error.cell.or_else(|| car.map(|car| board.first_cell(car)));
        Fault::new(self.place(cell), error.message.clone())
    }

    /// Where a cell stands in the file.
    fn place(&self, cell: Option<usize>) -> Place {
        let first = self.places.first().copied().unwrap_or(Place::START);
        cell.and_then(|cell| self.places.get(cell)).copied().unwrap_or(first)
    }
}

impl Row<'_> {
    /// The place of a character.
    fn place_of(&self, offset: usize) -> Place {
        let offset = if self.exact { offset } else { 0 };
        Place { column: self.place.column + offset, ..self.place }
    }
}

/// The cells of a row with their places.
fn cells_of<'a>(row: &Row<'a>, words: bool) -> Result<Vec<(Place, &'a str)>, Fault> {
    let mut cells = Vec::new();
    let mut put = |offset: usize, cell: &'a str| {
        let place = row.place_of(offset);
        if cells.len() == MAX_SIDE {
            return Err(Fault::new(place, format!("more than {MAX_SIDE} columns")));
        }
        cells.push((place, cell));
        Ok(())
    };
    let mut begun: Option<(usize, usize)> = None;
    for (offset, (byte, c)) in row.text.char_indices().enumerate() {
        let blank = matches!(c, ' ' | '\t');
        if !words && !blank {
            put(offset, row.text.get(byte..byte + c.len_utf8()).unwrap_or_default())?;
        } else if words && !blank {
            begun = begun.or(Some((offset, byte)));
        } else if let Some((offset, from)) = begun.take() {
            put(offset, row.text.get(from..byte).unwrap_or_default())?;
        }
    }
    if let Some((offset, from)) = begun {
        put(offset, row.text.get(from..).unwrap_or_default())?;
    }
    Ok(cells)
}
