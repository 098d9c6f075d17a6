//! A placement as a picture.

use std::fmt::Write;

use super::super::action::Direction;
use super::super::model::{CellKind, Puzzle};
use super::super::replay::Placement;
use super::super::types::parts;
use super::outline::{Corner, outlines};
use crate::space::Svg;

/// The side of a cell, in user units.
const CELL: f64 = 40.0;
/// The frame around the board.
const FRAME: f64 = 6.0;
/// How far a piece stays inside its cells, and the radius of its corners.
const INSET: f64 = 2.5;
const RADIUS: f64 = 6.0;

/// The picture has its own ground, so that it can stand on a light page as
/// well as on a dark one; all letters are dark on these colours.
const WALL: &str = "#3d4451";
const FLOOR: &str = "#f6f3ec";
const GATE: &str = "#b9b2a3";
const INK: &str = "#1d2129";
const COLOURS: [&str; 12] = [
    "#e8a35c", "#7db5dc", "#93c47d", "#dd8b8b", "#b6a2de", "#e3cd62", "#6cc3b2", "#dca0c8",
    "#a9ba68", "#a6b0bf", "#cfa27c", "#8ea9e8",
];

/// Draws a placement: pieces with one outline each and one colour for each
/// type, walls dark, gates hatched, thin walls as bars, the moved piece with a
/// thick outline.
#[must_use]
pub fn svg(puzzle: &Puzzle, placement: &Placement, moved: Option<usize>) -> Svg {
    let width = puzzle.width as f64 * CELL + 2.0 * FRAME;
    let height = puzzle.height as f64 * CELL + 2.0 * FRAME;
    let cells_that = |wanted: &dyn Fn(CellKind) -> bool| -> Vec<usize> {
        puzzle
            .cells
            .iter()
            .enumerate()
            .filter(|(_, kind)| wanted(**kind))
            .map(|(at, _)| at)
            .collect()
    };
    let floor = path(puzzle, &cells_that(&|kind| kind != CellKind::Wall), 0.0, 0.0);
    let mut body = format!(
        r#"<rect width="{width}" height="{height}" rx="{RADIUS}" fill="{WALL}"/>
<path d="{floor}" fill="{FLOOR}"/>
"#
    );
    // Writing to a string cannot fail.
    let gates = cells_that(&|kind| kind == CellKind::Gate);
    if !gates.is_empty() {
        let hatch = hatching(puzzle, &gates);
        let _ = writeln!(body, r#"<path d="{hatch}" stroke="{GATE}" stroke-width="2"/>"#);
    }
    let types = puzzle.types();
    for (index, (piece, cells)) in puzzle.pieces.iter().zip(placement).enumerate() {
        let kind = types.iter().position(|members| members.contains(&index)).unwrap_or_default();
        let colour = COLOURS.get(kind % COLOURS.len()).unwrap_or(&FLOOR);
        draw_piece(&mut body, puzzle, &piece.name, cells, colour, moved == Some(index));
    }
    if !puzzle.barriers.is_empty() {
        let bars = bars(puzzle);
        let _ = writeln!(
            body,
            r#"<path d="{bars}" stroke="{WALL}" stroke-width="5" stroke-linecap="round"/>"#
        );
    }
    Svg { width, height, body }
}

/// One outline, and the name in each part of the piece.
fn draw_piece(
    body: &mut String,
    puzzle: &Puzzle,
    name: &str,
    cells: &[usize],
    colour: &str,
    moved: bool,
) {
    let size = tidy((CELL * 0.5).min(CELL * 1.3 / name.chars().count().max(1) as f64));
    let name = escaped(name);
    let d = path(puzzle, cells, INSET, RADIUS);
    let stroke = if moved { 4.0 } else { 1.2 };
    let _ = writeln!(
        body,
        r#"<g><title>{name}</title>
<path d="{d}" fill="{colour}" fill-rule="evenodd" stroke="{INK}" stroke-width="{stroke}"/>"#
    );
    for part in parts(puzzle.width, cells) {
        let (x, y) = label_point(puzzle, &part);
        let _ = writeln!(
            body,
            r#"<text x="{x}" y="{y}" dy=".35em" font-size="{size}" text-anchor="middle" fill="{INK}">{name}</text>"#
        );
    }
    body.push_str("</g>\n");
}

/// The corner of a cell in user units.
fn corner(x: usize, y: usize) -> (f64, f64) {
    (FRAME + x as f64 * CELL, FRAME + y as f64 * CELL)
}

/// A number with at most one digit after the point.
fn tidy(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

const fn unit(direction: Direction) -> (f64, f64) {
    match direction {
        Direction::Left => (-1.0, 0.0),
        Direction::Right => (1.0, 0.0),
        Direction::Up => (0.0, -1.0),
        Direction::Down => (0.0, 1.0),
    }
}

/// The outline of cells, moved inwards, its corners rounded.
fn path(puzzle: &Puzzle, cells: &[usize], inset: f64, radius: f64) -> String {
    let mut path = String::new();
    for outline in outlines(puzzle.width, cells) {
        for (number, Corner { x, y, before, after }) in outline.into_iter().enumerate() {
            let (x, y) = corner(x, y);
            let (before, after) = (unit(before), unit(after));
            // The inside lies to the right of both directions.
            let x = x - inset * (before.1 + after.1);
            let y = y + inset * (before.0 + after.0);
            let (from, to) = (
                (x - radius * before.0, y - radius * before.1),
                (x + radius * after.0, y + radius * after.1),
            );
            let command = if number == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{} {}", tidy(from.0), tidy(from.1));
            if radius > 0.0 {
                let _ = write!(path, "Q{} {} {} {}", tidy(x), tidy(y), tidy(to.0), tidy(to.1));
            }
        }
        path.push('Z');
    }
    path
}

/// Three slanted lines a cell.
fn hatching(puzzle: &Puzzle, cells: &[usize]) -> String {
    let mut path = String::new();
    for &cell in cells {
        let (x, y) = corner(cell % puzzle.width, cell / puzzle.width);
        let half = CELL / 2.0;
        for (from, to) in
            [((0.0, half), (half, 0.0)), ((0.0, CELL), (CELL, 0.0)), ((half, CELL), (CELL, half))]
        {
            let _ = write!(path, "M{} {}L{} {}", x + from.0, y + from.1, x + to.0, y + to.1);
        }
    }
    path
}

fn bars(puzzle: &Puzzle) -> String {
    let mut path = String::new();
    for &(first, second) in &puzzle.barriers {
        // The side of the second cell that faces the first one.
        let (x, y) = corner(second % puzzle.width, second / puzzle.width);
        let below = second == first + puzzle.width;
        let end = if below { (x + CELL, y) } else { (x, y + CELL) };
        let _ = write!(path, "M{x} {y}L{} {}", end.0, end.1);
    }
    path
}

/// Where the name of a piece stands: the middle of the piece if that is part
/// of it, else its cell that is nearest to the middle.
fn label_point(puzzle: &Puzzle, cells: &[usize]) -> (f64, f64) {
    let count = cells.len().max(1) as f64;
    let centre = |cell: usize| {
        let (x, y) = corner(cell % puzzle.width, cell / puzzle.width);
        (x + CELL / 2.0, y + CELL / 2.0)
    };
    let sum =
        cells.iter().map(|&cell| centre(cell)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    let middle = (sum.0 / count, sum.1 / count);
    let columns = cells.iter().map(|cell| cell % puzzle.width);
    let rows = cells.iter().map(|cell| cell / puzzle.width);
    let side = |low: Option<usize>, high: Option<usize>| {
        high.zip(low).map_or(0, |(high, low)| high - low + 1)
    };
    let filled = side(columns.clone().min(), columns.max()) * side(rows.clone().min(), rows.max());
    let distance = |cell: usize| {
        let (x, y) = centre(cell);
        (x - middle.0).abs() + (y - middle.1).abs()
    };
    let nearest = cells.iter().copied().min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
    match nearest {
        Some(cell) if filled != cells.len() => centre(cell),
        _ => (tidy(middle.0), tidy(middle.1)),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}
