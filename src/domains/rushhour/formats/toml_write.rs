//! The canonical text of a board: one board, one text.

use std::fmt::Write;

use super::super::draw::{labels, rows};
use super::super::model::{Board, Side};
use super::drawing::PRIMARY;

impl Board {
    /// The board as a TOML file that reads back as an equal board: the instance
    /// text that is stored with a run. The board must have passed
    /// [`Board::check`].
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut key = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} = {value}");
        };
        key("domain", quoted(super::super::DOMAIN));
        if !self.name.is_empty() {
            key("name", quoted(&self.name));
        }
        if self.exit != Side::Right {
            key("exit", quoted(self.exit.name()));
        }
        let primary = self.cars.get(self.primary).map_or(PRIMARY, |car| &car.name);
        if primary != PRIMARY {
            key("primary", quoted(primary));
        }
        let places: Vec<usize> = self.cars.iter().map(|car| car.start).collect();
        let rows = rows(&labels(self, &places), self.width);
        key("board", format!("\"\"\"\n{}\n\"\"\"", rows.join("\n")));
        text
    }
}

/// A TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
