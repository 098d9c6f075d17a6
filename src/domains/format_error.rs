//! What is wrong with a file, and where.

use std::fmt::{self, Display};

/// A place in a file: line and column, both counted from 1, the column in
/// characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::domains) struct Place {
    pub(in crate::domains) line: usize,
    pub(in crate::domains) column: usize,
}

impl Place {
    /// Where a file begins.
    pub(in crate::domains) const START: Self = Self { line: 1, column: 1 };

    /// The place of a byte of a text; the end if it has fewer.
    pub(in crate::domains) fn of_byte(text: &str, byte: usize) -> Self {
        let mut end = byte.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Self::START.after(text.get(..end).unwrap_or_default())
    }

    /// The place behind a text that begins here.
    pub(in crate::domains) fn after(self, text: &str) -> Self {
        match text.rsplit_once('\n') {
            Some((lines, last)) => Self {
                line: self.line + lines.matches('\n').count() + 1,
                column: last.chars().count() + 1,
            },
            None => Self { column: self.column + text.chars().count(), ..self },
        }
    }
}

/// A message about a place, before the name of the file is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::domains) struct Fault {
    pub(in crate::domains) place: Place,
    pub(in crate::domains) message: String,
}

impl Fault {
    pub(in crate::domains) fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

/// Why a puzzle file cannot be read. Shown as `file:line:column: message`, with
/// the line concerned and a caret below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError {
    /// The file, as the caller called it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
    /// The text of the line.
    pub source_line: String,
}

/// How many characters of a long line are shown.
const SHOWN: usize = 100;

impl FormatError {
    pub(in crate::domains) fn new(file: &str, text: &str, fault: Fault) -> Self {
        let Place { line, column } = fault.place;
        Self {
            file: file.to_owned(),
            line,
            column,
            message: fault.message,
            source_line: text.lines().nth(line - 1).unwrap_or_default().to_owned(),
        }
    }
}

impl Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        if self.source_line.is_empty() {
            return Ok(());
        }
        // The window moves along a line that is too long to be shown whole.
        let column = self.column.saturating_sub(1);
        let skipped = (column + 1).saturating_sub(SHOWN * 3 / 4);
        let shown: String = self
            .source_line
            .chars()
            .skip(skipped)
            .take(SHOWN)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let number = self.line.to_string();
        write!(f, "\n {number} | {}\n {:width$} | ", shown.trim_end(), "", width = number.len())?;
        write!(f, "{:width$}^", "", width = column - skipped)
    }
}

impl std::error::Error for FormatError {}
