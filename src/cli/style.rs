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
