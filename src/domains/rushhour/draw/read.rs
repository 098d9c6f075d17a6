//! A state read back from text.

use super::super::model::{Board, Car};

/// Reads the places of all cars from text as [`super::text`] draws it: rows of
/// letters, compact or with room between the cells, ended by line breaks or `/`.
/// Every car must be there, in its length and its line; whether it can get there
/// from the start is not asked.
pub(super) fn read_places(board: &Board, text: &str) -> Result<Vec<usize>, String> {
    let mut places: Vec<Option<(usize, usize)>> = vec![None; board.cars.len()];
    let rows = rows(board, text)?;
    for (number, row) in rows.into_iter().enumerate() {
        let cells = cells(board, row);
        if cells.len() != board.width {
            let more = if cells.len() > board.width { "more" } else { "fewer" };
            return Err(format!("row {} has {more} than {} cells", number + 1, board.width));
        }
        for (column, cell) in cells.into_iter().enumerate() {
            let at = number * board.width + column;
            let wall = board.walls.binary_search(&at).is_ok();
            let problem = match cell.as_str() {
                "x" if wall => None,
                _ if wall => Some("the board has a wall here".to_owned()),
                "x" => Some("the board has no wall here".to_owned()),
                "." | "o" => None,
                name => match board.car_named(name) {
                    None => Some(format!("no car `{name}`")),
                    Some(car) => put(&board.cars, &mut places, car, number, column),
                },
            };
            if let Some(problem) = problem {
                return Err(format!("{}: {problem}", board.place(at)));
            }
        }
    }
    let place = |(car, found): (&Car, Option<(usize, usize)>)| match found {
        None => Err(format!("car `{}` is missing", car.name)),
        Some((place, length)) if length == car.length => Ok(place),
        Some((_, length)) => {
            Err(format!("car `{}` is {length} long, not {}", car.name, car.length))
        }
    };
    board.cars.iter().zip(places).map(place).collect()
}

/// Notes that a car covers a cell, or says why it cannot.
fn put(
    cars: &[Car],
    places: &mut [Option<(usize, usize)>],
    index: usize,
    row: usize,
    column: usize,
) -> Option<String> {
    let (car, found) = (cars.get(index)?, places.get_mut(index)?);
    let (line, at) = if car.horizontal { (row, column) } else { (column, row) };
    if line != car.line {
        let way = if car.horizontal { "row" } else { "column" };
        return Some(format!("car `{}` stays in {way} {}", car.name, car.line + 1));
    }
    match found {
        None => *found = Some((at, 1)),
        Some((start, length)) if *start + *length == at => *length += 1,
        Some(_) => return Some(format!("car `{}` is in two parts", car.name)),
    }
    None
}

/// The rows, blank lines around them left out.
fn rows<'a>(board: &Board, text: &'a str) -> Result<Vec<&'a str>, String> {
    let rows = text.trim_matches(['\n', '\r', '/']).split(['\n', '/']);
    let rows: Vec<&str> = rows.take(board.height + 1).map(str::trim_end).collect();
    if rows.len() == board.height {
        Ok(rows)
    } else {
        let more = if rows.len() > board.height { "more" } else { "fewer" };
        Err(format!("{more} than {} rows", board.height))
    }
}

/// The cells of a row; no more than one beyond the width.
fn cells(board: &Board, row: &str) -> Vec<String> {
    let is_apart = |c: char| c.is_whitespace() || matches!(c, '[' | ']');
    if row.trim().contains(is_apart) || row.chars().any(is_apart) {
        let words = row.split(is_apart).filter(|word| !word.is_empty());
        return words.take(board.width + 1).map(str::to_owned).collect();
    }
    let words = board.cars.iter().any(|car| car.name.chars().nth(1).is_some());
    if words && board.width == 1 {
        return vec![row.to_owned()];
    }
    row.chars().take(board.width + 1).map(String::from).collect()
}
