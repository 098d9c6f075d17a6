//! Where a value stands in JSON.

use crate::domains::format_error::Place;

/// A step from a value into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// A path as people write it: `moves.R.CORNERS.permutation[3]`.
pub(super) fn spell(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) if text.is_empty() => text += key,
            Step::Key(key) => text += &format!(".{key}"),
            Step::Index(index) => text += &format!("[{index}]"),
        }
    }
    text
}

/// The place of a value in a text that is JSON; of the innermost value around it that is
/// there, if it is missing.
pub(super) fn place(text: &str, path: &[Step<'_>]) -> Place {
    let mut cursor = Cursor { text, at: 0 };
    cursor.blanks();
    for step in path {
        let before = cursor.at;
        let found = match step {
            Step::Key(key) => cursor.key(key),
            Step::Index(index) => cursor.index(*index),
        };
        if found.is_none() {
            cursor.at = before;
            break;
        }
    }
    Place::of_byte(text, cursor.at)
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Passes over a character and the blanks behind it.
    fn sign(&mut self, sign: char) -> Option<()> {
        self.rest().strip_prefix(sign)?;
        self.at += sign.len_utf8();
        self.blanks();
        Some(())
    }

    fn key(&mut self, key: &str) -> Option<()> {
        self.sign('{')?;
        loop {
            let name = self.value();
            self.sign(':')?;
            if serde_json::from_str::<String>(name).ok()? == key {
                return Some(());
            }
            self.value();
            self.sign(',')?;
        }
    }

    fn index(&mut self, index: usize) -> Option<()> {
        self.sign('[')?;
        for _ in 0..index {
            self.value();
            self.sign(',')?;
        }
        Some(()).filter(|()| !self.rest().starts_with(']'))
    }

    /// Passes over a value and the blanks behind it.
    fn value(&mut self) -> &'a str {
        let rest = self.rest();
        let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
        let mut end = rest.len();
        for (i, c) in rest.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                _ if quoted => {}
                '{' | '[' => depth += 1,
                '}' | ']' if depth > 0 => depth -= 1,
                '}' | ']' | ',' | ':' if depth == 0 => {
                    end = i;
                    break;
                }
                _ => {}
            }
        }
        let value = &rest[..end];
        self.at += end;
        value.trim_end()
    }
}
