//! A state as rows of text.

use super::super::model::Board;

/// Draws a state in the names of the input, `.` for empty cells and `x` for
/// walls. Without a moved car, letters stand side by side; else there is room
/// between the cells, and brackets mark that car: ` A[B B]C`. No line break at
/// the end.
pub(super) fn text(board: &Board, places: &[usize], moved: Option<usize>) -> String {
    let labels = labels(board, places);
    let rows = match moved.and_then(|car| board.cars.get(car)) {
        None => rows(&labels, board.width),
        Some(car) => spaced(&labels, board.width, &car.name),
    };
    rows.join("\n")
}

/// What stands in each cell.
pub(in super::super) fn labels(board: &Board, places: &[usize]) -> Vec<String> {
    let mut labels = vec![".".to_owned(); board.width * board.height];
    let mut put = |cell: usize, label: &str| {
        if let Some(cell) = labels.get_mut(cell) {
            label.clone_into(cell);
        }
    };
    for &wall in &board.walls {
        put(wall, "x");
    }
    for (car, &place) in board.cars.iter().zip(places) {
        for (row, column) in (0..car.length).map(|number| car.cell(place, number)) {
            put(row * board.width + column, &car.name);
        }
    }
    labels
}

/// Cells row by row as lines of text: letters without room between, words in
/// columns. A lone row has room between its letters too: without, it would
/// read as a square.
pub(in super::super) fn rows(labels: &[String], width: usize) -> Vec<String> {
    let longest = longest(labels);
    let width = width.max(1);
    if longest <= 1 && labels.len() > width {
        return labels.chunks(width).map(<[String]>::concat).collect();
    }
    let row = |row: &[String]| {
        let padded: Vec<String> = row.iter().map(|label| padded(label, longest)).collect();
        padded.join(" ").trim_end().to_owned()
    };
    labels.chunks(width).map(row).collect()
}

/// Rows with room between the cells, where brackets mark one car.
fn spaced(labels: &[String], width: usize, marked: &str) -> Vec<String> {
    let longest = longest(labels);
    let row = |labels: &[String]| {
        let mut row = String::new();
        let mut inside = false;
        for label in labels {
            let now = label == marked;
            row.push(match (inside, now) {
                (false, true) => '[',
                (true, false) => ']',
                _ => ' ',
            });
            row.push_str(&padded(label, longest));
            inside = now;
        }
        if inside {
            row.push(']');
        }
        row
    };
    labels.chunks(width.max(1)).map(row).collect()
}

fn longest(labels: &[String]) -> usize {
    labels.iter().map(|label| label.chars().count()).max().unwrap_or_default()
}

fn padded(label: &str, width: usize) -> String {
    let missing = width.saturating_sub(label.chars().count());
    format!("{label}{}", " ".repeat(missing))
}
