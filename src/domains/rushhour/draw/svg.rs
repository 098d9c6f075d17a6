//! A state as a picture.

use std::fmt::Write;

use super::super::model::{Board, Side};
use crate::space::Svg;

/// The side of a cell, in user units.
const CELL: f64 = 40.0;
/// The frame around the board.
const FRAME: f64 = 8.0;
/// How far a car stays inside its cells, and the radius of its corners.
const INSET: f64 = 2.5;
const RADIUS: f64 = 8.0;

/// The picture has its own ground, so that it can stand on a light page as
/// well as on a dark one; all letters are dark on these colours.
const WALL: &str = "#3d4451";
const FLOOR: &str = "#f6f3ec";
const INK: &str = "#1d2129";
const PRIMARY: &str = "#e4574c";
const COLOURS: [&str; 11] = [
    "#e8a35c", "#7db5dc", "#93c47d", "#b6a2de", "#e3cd62", "#6cc3b2", "#dca0c8", "#a9ba68",
    "#a6b0bf", "#cfa27c", "#8ea9e8",
];

/// Draws a state: the primary car red, walls dark, the frame open at the exit,
/// the moved car with a thick outline.
pub(super) fn svg(board: &Board, places: &[usize], moved: Option<usize>) -> Svg {
    let side = |cells: usize| cells as f64 * CELL + 2.0 * FRAME;
    let (width, height) = (side(board.width), side(board.height));
    let mut body = String::new();
    rectangle(&mut body, (0.0, 0.0, width, height), RADIUS, &format!("fill=\"{WALL}\""));
    let floor = (FRAME, FRAME, width - 2.0 * FRAME, height - 2.0 * FRAME);
    rectangle(&mut body, floor, 0.0, &format!("fill=\"{FLOOR}\""));
    let exit_row = board.cars.get(board.primary).map_or(0, |car| car.line);
    let x = match board.exit {
        Side::Left => 0.0,
        Side::Right => width - FRAME,
    };
    rectangle(&mut body, (x, corner(exit_row), FRAME, CELL), 0.0, &format!("fill=\"{FLOOR}\""));
    for &wall in &board.walls {
        let at = (corner(wall % board.width), corner(wall / board.width), CELL, CELL);
        rectangle(&mut body, at, 0.0, &format!("fill=\"{WALL}\""));
    }
    let mut colours = COLOURS.iter().cycle();
    for (index, (car, &place)) in board.cars.iter().zip(places).enumerate() {
        let colour =
            if index == board.primary { PRIMARY } else { colours.next().unwrap_or(&FLOOR) };
        let (row, column) = car.cell(place, 0);
        let long = car.length as f64 * CELL;
        let (wide, high) = if car.horizontal { (long, CELL) } else { (CELL, long) };
        let (x, y) = (corner(column), corner(row));
        let stroke = if moved == Some(index) { 4.0 } else { 1.2 };
        let style = format!("fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"{stroke}\"");
        let name = escaped(&car.name);
        // Writing to a string cannot fail.
        let _ = writeln!(body, "<g><title>{name}</title>");
        let inside = (x + INSET, y + INSET, wide - 2.0 * INSET, high - 2.0 * INSET);
        rectangle(&mut body, inside, RADIUS, &style);
        let size = (CELL * 0.5).min(CELL * 1.3 / car.name.chars().count().max(1) as f64);
        let _ = writeln!(
            body,
            "<text x=\"{}\" y=\"{}\" dy=\".35em\" font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"{INK}\">{name}</text>\n</g>",
            x + wide / 2.0,
            y + high / 2.0,
            size
        );
    }
    Svg { width, height, body }
}

/// Where a cell begins, in user units.
fn corner(at: usize) -> f64 {
    FRAME + at as f64 * CELL
}

fn rectangle(body: &mut String, at: (f64, f64, f64, f64), radius: f64, style: &str) {
    let (x, y, width, height) = at;
    let _ = writeln!(
        body,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" {style}/>"
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
