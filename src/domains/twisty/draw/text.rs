//! A net in letters.

use anstyle::{Ansi256Color, AnsiColor, Style};

use super::super::builtin::{Geometry, Look};
use super::super::effect::Effect;

/// How many letters the name of a face has at most; each sticker is so wide.
const WIDE: usize = 2;

/// Rows of face letters.
pub(super) fn net(geometry: &Geometry, effect: &Effect, color: bool) -> String {
    let mut rows: Vec<String> = Vec::new();
    // How wide the last row is, colour apart.
    let mut width = 0;
    for (place, face) in geometry.places.iter().zip(geometry.shown(effect)) {
        let (row, column) = place.cell;
        while rows.len() <= row {
            rows.push(String::new());
            width = 0;
        }
        let look = &geometry.faces[face];
        let sticker = format!("{:WIDE$}", look.name);
        rows[row] += &" ".repeat(column.saturating_sub(width));
        if color {
            let style = style(look);
            rows[row] += &format!("{style}{sticker}{style:#}");
        } else {
            rows[row] += &sticker;
        }
        width = column + WIDE;
    }
    rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>().join("\n")
}

/// The colour of a face as ground, with letters that can be read on it.
fn style(look: &Look) -> Style {
    /// The shades of the 216 colours of terminals.
    const SHADES: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |part: u8| (0..6).min_by_key(|&i| SHADES[usize::from(i)].abs_diff(part));
    let ground = look.color.iter().fold(0, |sum, &part| 6 * sum + nearest(part).unwrap_or(0_u8));
    let [red, green, blue] = look.color.map(u32::from);
    let light = 3 * red + 6 * green + blue > 1200;
    let letters = if light { AnsiColor::Black } else { AnsiColor::BrightWhite };
    letters.on(Ansi256Color(16 + ground))
}
