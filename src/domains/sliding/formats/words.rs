//! A line of words, numbers and pairs, read from the left.

use super::super::model::MAX_SIDE;
use crate::domains::format_error::{Fault, Place};

/// Column and row, counted from 0.
pub(super) type Point = (i64, i64);

/// What is left of a line.
pub(super) struct Words<'a> {
    /// Its number, counted from 1.
    pub(super) line: usize,
    /// What is left of it.
    pub(super) text: &'a str,
    /// Characters read so far.
    pub(super) column: usize,
}

impl<'a> Words<'a> {
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (read, rest) = self.text.split_at_checked(bytes).unwrap_or((self.text, ""));
        self.column += read.chars().count();
        self.text = rest;
        read
    }

    fn skip_space(&mut self) {
        let space = |c: char| c.is_whitespace() || c == ';';
        let rest = self.text.trim_start_matches(space);
        self.skip(self.text.len() - rest.len());
    }

    pub(super) fn place(&self) -> Place {
        Place { line: self.line, column: self.column + 1 }
    }

    fn fault<T>(&self, message: &str) -> Result<T, Fault> {
        Err(Fault::new(self.place(), message))
    }

    /// Whether nothing but a comment follows.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip_space();
        self.text.is_empty() || self.text.starts_with(['!', '#'])
    }

    pub(super) fn end(&mut self) -> Result<(), Fault> {
        if self.at_end() { Ok(()) } else { self.fault("nothing more should follow here") }
    }

    pub(super) fn directive(&mut self) -> Result<&'a str, Fault> {
        match self.text.find(':') {
            Some(at) => {
                let name = self.skip(at).trim_end();
                self.skip(1);
                Ok(name)
            }
            None => self.fault("no directive: a name and a colon, such as `xsize: 4`"),
        }
    }

    fn token(&mut self, token: char) -> Result<(), Fault> {
        self.skip_space();
        if !self.text.starts_with(token) {
            return self.fault(&format!("`{token}` expected"));
        }
        self.skip(token.len_utf8());
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<i64, Fault> {
        self.skip_space();
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let sign = usize::from(self.text.starts_with('-'));
        let end = sign + digits(self.text.get(sign..).unwrap_or_default());
        // All that can be meant is far smaller; sums of such numbers stay small.
        match self.text.get(..end).and_then(|digits| digits.parse::<i32>().ok()) {
            Some(number) => {
                self.skip(end);
                Ok(i64::from(number))
            }
            None => self.fault("a whole number expected"),
        }
    }

    pub(super) fn side(&mut self) -> Result<usize, Fault> {
        self.skip_space();
        let place = self.place();
        match usize::try_from(self.number()?) {
            Ok(side) if (1..=MAX_SIDE).contains(&side) => Ok(side),
            _ => Err(Fault::new(place, format!("1 to {MAX_SIDE} are possible"))),
        }
    }

    pub(super) fn pair(&mut self) -> Result<Point, Fault> {
        self.token('(')?;
        let x = self.number()?;
        self.token(',')?;
        let y = self.number()?;
        self.token(')')?;
        Ok((x, y))
    }

    /// An optional `'c'`.
    pub(super) fn label(&mut self) -> Result<Option<char>, Fault> {
        self.skip_space();
        if !self.text.starts_with('\'') {
            return Ok(None);
        }
        self.skip(1);
        let Some(label) =
            self.text.chars().next().filter(|c| !c.is_whitespace() && !c.is_control())
        else {
            return self.fault("a visible character expected");
        };
        self.skip(label.len_utf8());
        self.token('\'')?;
        Ok(Some(label))
    }
}
