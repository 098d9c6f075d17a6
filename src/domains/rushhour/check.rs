//! Whether a board makes sense.

use thiserror::Error;

use super::lanes::Lanes;
use super::model::{Board, Car, MAX_KEY_BITS, MAX_SIDE};

/// Why a board makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct BoardError {
    /// What is wrong, with row and column (counted from 1) where there is one.
    pub message: String,
    /// The cell concerned, if there is one.
    pub cell: Option<usize>,
    /// The car concerned, if there is one.
    pub car: Option<usize>,
}

impl BoardError {
    fn new(message: impl Into<String>, cell: Option<usize>, car: Option<usize>) -> Self {
        Self { message: message.into(), cell, car }
    }
}

/// What stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    No,
    Wall,
    Car(usize),
}

impl Board {
    /// Checks everything that the fields promise.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), BoardError> {
        let fault = |message: String| Err(BoardError::new(message, None, None));
        let (width, height) = (self.width, self.height);
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return fault(format!(
                "a board of {width}x{height} cells; 1x1 to {MAX_SIDE}x{MAX_SIDE} are possible"
            ));
        }
        let mut taken = vec![Taken::No; width * height];
        for &wall in &self.walls {
            match taken.get_mut(wall) {
                Some(cell) => *cell = Taken::Wall,
                None => return fault(format!("a wall at cell {wall}, outside the board")),
            }
        }
        if !self.walls.is_sorted_by(|a, b| a < b) {
            return fault("the walls do not ascend".to_owned());
        }
        for (index, car) in self.cars.iter().enumerate() {
            self.check_car(index, car, &mut taken)?;
        }
        if !self.cars.is_sorted_by_key(|car| self.first_cell(car)) {
            return fault("the cars are not in the order of their first cells".to_owned());
        }
        match self.cars.get(self.primary) {
            None => return fault("there is no primary car".to_owned()),
            Some(car) if !car.horizontal => {
                let message = format!(
                    "the primary car `{}` is vertical, at {}: it leaves to the left or right, so it must lie in a row",
                    car.name,
                    self.place(self.first_cell(car))
                );
                return Err(BoardError::new(
                    message,
                    Some(self.first_cell(car)),
                    Some(self.primary),
                ));
            }
            Some(_) => {}
        }
        if 64 * Lanes::new(self).words() > MAX_KEY_BITS as usize {
            return fault(format!(
                "the positions of {} cars do not fit a key of {MAX_KEY_BITS} bits: take fewer cars or a smaller board",
                self.cars.len()
            ));
        }
        Ok(())
    }

    /// Checks one car and takes its cells.
    fn check_car(&self, index: usize, car: &Car, taken: &mut [Taken]) -> Result<(), BoardError> {
        let name = &car.name;
        let fault = |message: String, cell| Err(BoardError::new(message, cell, Some(index)));
        if let Some(message) = Car::name_fault(name) {
            return fault(message, None);
        }
        if self.cars.iter().take(index).any(|other| other.name == *name) {
            return fault(format!("two cars are called `{name}`"), None);
        }
        let (along, across) =
            if car.horizontal { (self.width, self.height) } else { (self.height, self.width) };
        let inside = car.line < across && car.start < along && car.length <= along - car.start;
        if !inside {
            let (row, column) = car.cell(car.start, 0);
            let way = if car.horizontal { "horizontal" } else { "vertical" };
            return fault(
                format!(
                    "`{name}`, {way}, {} long, from row {}, column {} on, is not within the board of {}x{} cells",
                    car.length,
                    row + 1,
                    column + 1,
                    self.width,
                    self.height
                ),
                None,
            );
        }
        let first = self.first_cell(car);
        if car.length < 2 {
            return fault(
                format!(
                    "`{name}` at {} covers one cell; a car is at least 2 long",
                    self.place(first)
                ),
                Some(first),
            );
        }
        for number in 0..car.length {
            let (row, column) = car.cell(car.start, number);
            let cell = row * self.width + column;
            match taken.get_mut(cell) {
                Some(free @ Taken::No) => *free = Taken::Car(index),
                Some(Taken::Car(other)) => {
                    let other = self.cars.get(*other).map_or("", |car| car.name.as_str());
                    let message = format!("`{name}` and `{other}` overlap at {}", self.place(cell));
                    return fault(message, Some(cell));
                }
                _ => {
                    let message = format!("`{name}` stands on a wall at {}", self.place(cell));
                    return fault(message, Some(cell));
                }
            }
        }
        Ok(())
    }
}
