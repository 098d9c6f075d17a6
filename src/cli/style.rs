//! The few colours of the program.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Mistakes and damage.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Headings and what matters most.
pub(super) const STRONG: Style = Style::new().bold();
/// What can be skipped.
pub(super) const FAINT: Style = Style::new().dimmed();

/// `text` in `style`, if `color`.
pub(super) fn paint(color: bool, style: Style, text: impl Display) -> String {
    if color { format!("{style}{text}{style:#}") } else { text.to_string() }
}

/// The text with blanks behind it to `width` characters. A width in a format
/// string would not do: it must be below 2^16, or formatting panics.
pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", blanks(text, width))
}

/// The blanks that `text` lacks to have `width` characters.
pub(super) fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}
