//! The grammar: turns, groups, commutators, conjugates.

use super::super::moves::Generator;
use super::super::puzzle::Puzzle;
use super::names::{Meaning, Names, Step, Unread};
use super::{MAX_LENGTH, MAX_NESTING, inverse};
use crate::domains::format_error::{Fault, Place};

/// What a word cannot have in it.
const ENDS_WORD: [char; 10] = ['(', ')', '[', ']', ',', ':', '.', ';', '<', '>'];

/// Reads all of a text that begins at a place.
pub(super) fn sequence(puzzle: &Puzzle, text: &str, start: Place) -> Result<Vec<Generator>, Fault> {
    let mut parser = Parser { puzzle, names: Names::of(puzzle), text, at: 0, depth: 0 };
    let read = parser.turns().and_then(|turns| match parser.peek() {
        None => Ok(turns),
        Some(sign) => Err((parser.at, unexpected(sign))),
    });
    read.map_err(|(at, message)| {
        Fault::new(start.after(text.get(..at).unwrap_or_default()), message)
    })
}

fn unexpected(sign: char) -> String {
    match sign {
        ')' => "this `)` closes nothing".into(),
        ']' => "this `]` closes nothing".into(),
        ',' | ':' => format!("`{sign}` stands only between the halves of `[A, B]` and `[A: B]`"),
        _ => format!("`{sign}` is no part of a sequence; turns, ( ), [A, B] and [A: B] are"),
    }
}

struct Parser<'a> {
    puzzle: &'a Puzzle,
    names: Names<'a>,
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that counts.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let next = rest.chars().next()?;
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if next.is_whitespace() || next == '.' {
                self.at += next.len_utf8();
            } else {
                return Some(next);
            }
        }
    }

    /// Turns up to the end or to a character that only who called can know.
    fn turns(&mut self) -> Result<Vec<Generator>, Unread> {
        let mut turns = Vec::new();
        while let Some(next) = self.peek() {
            let start = self.at;
            let (more, steps) = match next {
                '(' | '[' => self.bracket(next)?,
                _ if ENDS_WORD.contains(&next) => break,
                _ => {
                    let word = self.word();
                    (Vec::new(), self.names.read(word).map_err(|(at, why)| (start + at, why))?)
                }
            };
            append(&mut turns, &more, start)?;
            for step in steps {
                self.append_step(&mut turns, step, start)?;
            }
        }
        Ok(turns)
    }

    /// The characters up to a blank, a bracket or a remark.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || ENDS_WORD.contains(&c));
        let word = &rest[..end.unwrap_or(rest.len())];
        let word = word.split("//").next().unwrap_or(word);
        self.at += word.len();
        word
    }

    /// A group, commutator or conjugate with its power, and turns that follow without a blank.
    fn bracket(&mut self, open: char) -> Result<(Vec<Generator>, Vec<Step<'a>>), Unread> {
        let start = self.at;
        if self.depth == MAX_NESTING {
            return Err((start, format!("nested deeper than {MAX_NESTING}")));
        }
        self.depth += 1;
        self.at += 1;
        let mut inner = self.part()?;
        if open == '[' {
            let sign = match self.peek() {
                Some(sign @ (',' | ':')) => sign,
                Some(')') => return Err((self.at, unexpected(')'))),
                _ => {
                    let message = "here `,` or `:` is missing: [A, B] is a commutator, [A: B] a \
                                   conjugate";
                    return Err((self.at, message.into()));
                }
            };
            self.at += 1;
            let second = self.part()?;
            let mut back = inverse(self.puzzle, &inner);
            append(&mut inner, &second, start)?;
            append(&mut inner, &back, start)?;
            if sign == ',' {
                back = inverse(self.puzzle, &second);
                append(&mut inner, &back, start)?;
            }
        }
        let close = if open == '(' { ')' } else { ']' };
        match self.peek() {
            Some(found) if found == close => self.at += 1,
            None => return Err((start, format!("this `{open}` is never closed"))),
            Some(')' | ']') => {
                return Err((self.at, format!("here `{close}` must close what `{open}` opened")));
            }
            Some(found) => return Err((self.at, unexpected(found))),
        }
        self.depth -= 1;
        let (times, steps) = self.behind()?;
        Ok((self.raised(&inner, times, start)?, steps))
    }

    /// Turns within brackets: one at least.
    fn part(&mut self) -> Result<Vec<Generator>, Unread> {
        let before = self.at;
        let turns = self.turns()?;
        let read = self.text.get(before..self.at).unwrap_or_default();
        // `(U4)` is something although nothing remains of it.
        if turns.is_empty() && read.trim().is_empty() {
            return Err((self.at, "here turns are missing".into()));
        }
        Ok(turns)
    }

    /// What follows a bracket without a blank: how many times, and turns.
    fn behind(&mut self) -> Result<(i64, Vec<Step<'a>>), Unread> {
        let start = self.at;
        let word = self.word();
        let suffixes = Names::suffixes(word);
        if let Some((_, times)) = suffixes.iter().find(|(length, _)| *length == word.len()) {
            return Ok((*times, Vec::new()));
        }
        let possible: Vec<_> =
            suffixes.iter().filter(|(length, _)| self.names.can_read(&word[*length..])).collect();
        match possible[..] {
            [&(length, times)] => match self.names.read(&word[length..]) {
                Ok(steps) => Ok((times, steps)),
                Err((at, why)) => Err((start + length + at, why)),
            },
            [] => {
                let tried = suffixes.iter().filter_map(|(length, _)| {
                    let (at, why) = self.names.read(&word[*length..]).err()?;
                    Some((start + length + at, why))
                });
                let furthest = tried.max_by_key(|(at, _)| *at);
                Err(furthest.unwrap_or_else(|| (start, unexpected(' '))))
            }
            _ => {
                let message =
                    format!("`{word}` can be read in several ways; put a blank where it belongs");
                Err((start, message))
            }
        }
    }

    fn append_step(
        &self,
        turns: &mut Vec<Generator>,
        step: Step<'_>,
        at: usize,
    ) -> Result<(), Unread> {
        match step.meaning {
            Meaning::Base(base) => {
                let order = i64::from(self.puzzle.bases[base].order);
                let power = step.times.rem_euclid(order) as u32;
                let turn = [Generator { base, power }];
                append(turns, if power == 0 { &[] } else { &turn }, at)
            }
            Meaning::Turns(&[Generator { base, power }]) => {
                let times = step.times.saturating_mul(power.into());
                self.append_step(turns, Step { meaning: Meaning::Base(base), times, ..step }, at)
            }
            Meaning::Turns(meaning) => {
                let more = self.raised(meaning, step.times, at)?;
                append(turns, &more, at)
            }
        }
    }

    /// Turns so many times; back if that is negative.
    fn raised(&self, turns: &[Generator], times: i64, at: usize) -> Result<Vec<Generator>, Unread> {
        let number = usize::try_from(times.unsigned_abs()).unwrap_or(usize::MAX);
        if turns.len().saturating_mul(number) > MAX_LENGTH {
            return Err((at, too_long()));
        }
        if turns.is_empty() {
            return Ok(Vec::new());
        }
        let once = if times < 0 { inverse(self.puzzle, turns) } else { turns.to_vec() };
        Ok(once.repeat(number))
    }
}

fn append(turns: &mut Vec<Generator>, more: &[Generator], at: usize) -> Result<(), Unread> {
    if turns.len() + more.len() > MAX_LENGTH {
        return Err((at, too_long()));
    }
    turns.extend_from_slice(more);
    Ok(())
}

fn too_long() -> String {
    format!("written out, the sequence has more than {MAX_LENGTH} turns")
}
