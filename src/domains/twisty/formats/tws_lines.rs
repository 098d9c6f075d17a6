//! Lines of words with their places, and blocks of rows of numbers.

use super::super::puzzle::Orbit;
use super::numbers::{Look, Misfit, check_permutation, check_turns};
use crate::domains::format_error::{Fault, Place};

/// A word and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) place: Place,
    /// At which byte of the file it begins.
    pub(super) at: usize,
}

impl Word<'_> {
    pub(super) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.place, message)
    }

    /// The number that it is, `what` says which.
    pub(super) fn number(&self, what: &str) -> Result<u32, Fault> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok().filter(|_| digits);
        number.ok_or_else(|| self.fault(format!("{:?} where {what} is expected", self.text)))
    }
}

/// A line with at least one word.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    pub(super) first: Word<'a>,
    /// The other words.
    pub(super) words: Vec<Word<'a>>,
    /// At which byte it begins, and which one follows it.
    pub(super) bytes: (usize, usize),
    /// Behind its last word.
    pub(super) end: Place,
}

impl<'a> Line<'a> {
    /// Exactly so many words behind the first, which are `what`.
    pub(super) fn exactly<const N: usize>(&self, what: &str) -> Result<[Word<'a>; N], Fault> {
        if let Some(more) = self.words.get(N) {
            let message = format!("{:?} is too much; {} has {what}", more.text, self.first.text);
            return Err(more.fault(message));
        }
        let missing = |_| Fault::new(self.end, format!("{} needs {what}", self.first.text));
        self.words.as_slice().try_into().map_err(missing)
    }
}

/// The lines of a text that have words; remarks are passed over.
#[derive(Debug, Clone)]
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, at: 0, number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
            let line = rest.split('\n').next().unwrap_or(rest);
            let start = self.at;
            self.at = (start + line.len() + 1).min(self.text.len());
            self.number += 1;
            let mut words = words(line, self.number, start);
            if let Some(remark) = words.iter().position(|word| word.text.starts_with('#')) {
                words.truncate(remark);
            }
            let (Some(&first), Some(last)) = (words.first(), words.last()) else { continue };
            let end = last.place.after(last.text);
            words.remove(0);
            return Some(Line { first, words, bytes: (start, self.at), end });
        }
    }
}

fn words(line: &str, number: usize, start: usize) -> Vec<Word<'_>> {
    let (mut words, mut place, mut at) = (Vec::new(), Place { line: number, column: 1 }, 0);
    loop {
        let rest = &line[at..];
        let blank = rest.len() - rest.trim_start().len();
        let text = rest[blank..].split(char::is_whitespace).next().unwrap_or_default();
        if text.is_empty() {
            return words;
        }
        place = place.after(&rest[..blank]);
        words.push(Word { text, place, at: start + at + blank });
        place = place.after(text);
        at += blank + text.len();
    }
}

/// How the numbers of a block are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A turn: a permutation, and turns that are known.
    Turn,
    /// A position: pieces may look alike, turns may not matter.
    Position,
}

/// A block with a position or a turn, slot by slot.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// What it says; numbers from 0.
    pub(super) look: Look,
    /// For each slot where its piece and its turn are written.
    places: Vec<(Place, Place)>,
}

impl Block {
    /// A misfit as a fault of the file.
    pub(super) fn fault(&self, misfit: Misfit) -> Fault {
        let (piece, turn) =
            self.places.get(misfit.slot).copied().unwrap_or((Place::START, Place::START));
        Fault::new(if misfit.turn { turn } else { piece }, misfit.message)
    }

    /// Reads the lines up to `End`. Numbers begin at `first`. Orbits that do not occur are as
    /// in `default`.
    pub(super) fn read<'a>(
        lines: &mut Lines<'a>,
        header: Word<'a>,
        orbits: &[Orbit],
        kind: Kind,
        first: u32,
        default: &Look,
    ) -> Result<Self, Fault> {
        let mut block = Self {
            look: default.clone(),
            places: vec![(header.place, header.place); default.turns.len()],
        };
        let mut seen = vec![false; orbits.len()];
        let mut current: Option<(usize, Line<'a>, usize)> = None;
        for line in lines {
            if line.first.text == "?" || line.first.text.starts_with(|c: char| c.is_ascii_digit()) {
                let Some((orbit, _, rows)) = &mut current else {
                    return Err(line
                        .first
                        .fault("before numbers the name of an orbit is expected"));
                };
                *rows += 1;
                block.row(&line, &orbits[*orbit], *rows, kind, first)?;
                continue;
            }
            if let Some((_, name, 0)) = &current {
                return Err(Fault::new(
                    name.end,
                    format!("the numbers of {} are missing", name.first.text),
                ));
            }
            if line.first.text == "End" {
                line.exactly::<0>("nothing behind it")?;
                return Ok(block);
            }
            let orbit = orbits.iter().position(|orbit| orbit.name == line.first.text);
            let Some(orbit) = orbit else {
                return Err(unknown_orbit(line.first, orbits));
            };
            if let Some(more) = line.words.first() {
                return Err(more.fault(format!("{:?} is too much", more.text)));
            }
            if std::mem::replace(&mut seen[orbit], true) {
                return Err(line.first.fault(format!("{} is here twice", line.first.text)));
            }
            current = Some((orbit, line, 0));
        }
        Err(header.fault(format!("this {} is never closed with `End`", header.text)))
    }

    fn row(
        &mut self,
        line: &Line<'_>,
        orbit: &Orbit,
        row: usize,
        kind: Kind,
        first: u32,
    ) -> Result<(), Fault> {
        let words: Vec<Word<'_>> =
            std::iter::once(line.first).chain(line.words.iter().copied()).collect();
        if row > 2 {
            let message = format!(
                "{} has two rows: pieces and turns; here `End` or an orbit is expected",
                orbit.name
            );
            return Err(line.first.fault(message));
        }
        if words.len() != orbit.pieces {
            let place = words.get(orbit.pieces).map_or(line.end, |word| word.place);
            let message =
                format!("{} numbers, where {} has {}", words.len(), orbit.name, orbit.pieces);
            return Err(Fault::new(place, message));
        }
        let at = |(i, message): (usize, String)| {
            Fault::new(words.get(i).map_or(line.end, |word| word.place), message)
        };
        if row == 1 {
            let pieces: Result<Vec<u32>, Fault> =
                words.iter().map(|word| word.number("the number of a piece")).collect();
            let pieces = pieces?;
            match kind {
                Kind::Turn => check_permutation(&pieces, first).map_err(at)?,
                Kind::Position => check_labels(&pieces, first).map_err(at)?,
            }
            for ((slot, piece), word) in orbit.slots().zip(pieces).zip(&words) {
                self.look.pieces[slot] = piece - first;
                self.look.turns[slot] = Some(0);
                self.places[slot] = (word.place, word.place);
            }
        } else {
            let turn = |word: &Word<'_>| match (word.text, kind) {
                ("?", Kind::Position) => Ok(None),
                ("?", Kind::Turn) => {
                    Err(word.fault("`?` is for positions; a turn turns pieces by numbers"))
                }
                _ => word.number("by how much a piece is turned").map(Some),
            };
            let turns: Result<Vec<Option<u32>>, Fault> = words.iter().map(turn).collect();
            let turns = turns?;
            check_turns(&turns, orbit).map_err(at)?;
            for ((slot, turn), word) in orbit.slots().zip(turns).zip(&words) {
                self.look.turns[slot] = turn.map(|turn| turn as u8);
                self.places[slot].1 = word.place;
            }
        }
        Ok(())
    }
}

/// Checks that the numbers of a position are all from `first` to the largest.
fn check_labels(row: &[u32], first: u32) -> Result<(), (usize, String)> {
    let last = first + row.len() as u32 - 1;
    if let Some(i) = row.iter().position(|number| !(first..=last).contains(number)) {
        let hint = if row[i] < first {
            "; numbers of StartState and ScrambleState begin at 0"
        } else if first == 0 {
            "; those of Solved begin at 1"
        } else {
            ""
        };
        return Err((i, format!("{} is not between {first} and {last}{hint}", row[i])));
    }
    let gap = (first..=last).find(|number| !row.contains(number)).unwrap_or(last + 1);
    match row.iter().position(|number| *number > gap) {
        Some(i) => Err((i, format!("{}, but no piece has the number {gap}", row[i]))),
        None => Ok(()),
    }
}

fn unknown_orbit(word: Word<'_>, orbits: &[Orbit]) -> Fault {
    if super::tws::is_keyword(word.text) {
        return word
            .fault(format!("before {} the block above must be closed with `End`", word.text));
    }
    let names: Vec<&str> = orbits.iter().map(|orbit| orbit.name.as_str()).collect();
    word.fault(format!("no orbit is called {:?}; there are {}", word.text, names.join(", ")))
}
