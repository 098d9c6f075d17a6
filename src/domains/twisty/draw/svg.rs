//! A net as a picture.

use std::fmt::Write;

use super::super::builtin::{Geometry, Place};
use super::super::effect::Effect;
use crate::space::Svg;

/// The width of a sticker of middling size, in user units, and of the line round it.
const STICKER: f64 = 26.0;
const LINE: f64 = 2.0;
/// Around the net.
const MARGIN: f64 = 6.0;
/// How far the middles of faces are drawn apart.
const SPREAD: f64 = 1.04;

const INK: &str = "#1d2129";
/// A table has its own ground, so that it can stand on a dark page too.
const PAPER: &str = "#fbfaf6";

/// Draws the stickers as polygons.
pub(super) fn net(geometry: &Geometry, effect: &Effect) -> Svg {
    let outlines = outlines(geometry);
    let points = || outlines.iter().flatten();
    let size = |side: usize| {
        let all = || points().map(|point| point[side]);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (top, bottom)) = (size(0), size(1));
    let area = outlines.iter().map(|outline| area(outline)).sum::<f64>() / outlines.len() as f64;
    let scale = STICKER / area.sqrt();
    let mut body = String::new();
    let style = format!("stroke=\"{INK}\" stroke-width=\"{LINE}\" stroke-linejoin=\"round\"");
    // Writing to a string cannot fail.
    let _ = writeln!(body, "<g {style}>");
    for (outline, face) in outlines.iter().zip(geometry.shown(effect)) {
        let [red, green, blue] = geometry.faces[face].color;
        let at = |&[x, y]: &[f64; 2]| {
            format!(
                "{},{}",
                tenths((x - left) * scale + MARGIN),
                tenths((y - top) * scale + MARGIN)
            )
        };
        let points = outline.iter().map(at).collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            body,
            "<polygon points=\"{points}\" fill=\"#{red:02x}{green:02x}{blue:02x}\"/>"
        );
    }
    body += "</g>\n";
    Svg {
        width: ((right - left) * scale + 2.0 * MARGIN).ceil(),
        height: ((bottom - top) * scale + 2.0 * MARGIN).ceil(),
        body,
    }
}

/// Draws rows of text.
pub(super) fn lines(text: &str) -> Svg {
    /// The size of a letter of the type below.
    const LETTER: (f64, f64) = (9.0, 22.0);
    let rows: Vec<&str> = text.lines().collect();
    let longest = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
    let width = longest as f64 * LETTER.0 + 2.0 * MARGIN;
    let height = rows.len() as f64 * LETTER.1 + 2.0 * MARGIN;
    let mut body = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n");
    for (at, row) in rows.iter().enumerate() {
        let y = MARGIN + (at as f64 + 0.7) * LETTER.1;
        let row = row.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            body,
            "<text x=\"{MARGIN}\" y=\"{y}\" font-family=\"monospace\" font-size=\"15\" fill=\"{INK}\" xml:space=\"preserve\">{row}</text>"
        );
    }
    Svg { width, height, body }
}

/// The corners of the stickers, faces a little apart.
fn outlines(geometry: &Geometry) -> Vec<Vec<[f64; 2]>> {
    let middle = |face: usize| {
        let places = geometry.places.iter().filter(|place| place.face == face);
        let (mut sum, mut count) = ([0.0; 2], 0.0);
        for point in places.flat_map(|place| &place.corners) {
            sum = [sum[0] + point[0], sum[1] + point[1]];
            count += 1.0;
        }
        sum.map(|x| x / count)
    };
    let shifts: Vec<[f64; 2]> =
        (0..geometry.faces.len()).map(|face| middle(face).map(|x| x * (SPREAD - 1.0))).collect();
    let outline = |place: &Place| {
        let [x, y] = shifts[place.face];
        place.corners.iter().map(|point| [point[0] + x, point[1] + y]).collect()
    };
    geometry.places.iter().map(outline).collect()
}

/// The area of a polygon.
fn area(outline: &[[f64; 2]]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let twice: f64 = outline.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum();
    twice.abs() / 2.0
}

/// A coordinate with one digit.
fn tenths(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}
