//! A whole solution for other programs: every board, and every move in words.
//!
//! ```text
//! -=-=-=-=-=-=-=-=-=-=-=-
//!
//! Foundations: H-0 C-0 D-0 S-0
//! Freecells:  QS      KD
//! : 4C 2C 9C
//! ...
//!
//!
//! ====================
//!
//! Move 3 cards from stack 4 to stack 1
//!
//! Foundations: ...
//! ...
//! This game is solveable.
//! ```

use super::formats::{self, Sizes, rows};
use super::model::{Board, Place};
use super::notation::Step;
use super::replay::ReplayError;
use crate::domains::FormatError;
use crate::domains::format_error::{self, Fault};

const HEAD: &str = "-=-=-=-=-=-=-=-=-=-=-=-";
const BETWEEN: &str = "====================";
const END: &str = "This game is solveable.";

/// Writes a solution.
///
/// # Errors
/// The first step that is illegal, or that the last board is not won.
pub fn write(start: &Board, steps: &[Step]) -> Result<String, ReplayError> {
    let mut board = start.clone();
    let mut text = format!("{HEAD}\n\n{}", board_text(&board));
    for (number, step) in (1..).zip(steps) {
        step.make(&mut board).map_err(|message| ReplayError { step: number, message })?;
        text.push_str(&format!("\n\n{BETWEEN}\n\n{}\n\n{}", step.long(), board_text(&board)));
    }
    if !board.is_won() {
        let message = "the last board is not won".to_owned();
        return Err(ReplayError { step: steps.len(), message });
    }
    text.push_str(&format!("\n\n{BETWEEN}\n\n{END}\n"));
    Ok(text)
}

/// A board with a line break behind each line; freecells are four characters wide,
/// so that empty ones are known by their place.
fn board_text(board: &Board) -> String {
    let cells = board.cells.iter().map(|cell| match cell {
        Some(card) => format!("  {card}"),
        None => "    ".to_owned(),
    });
    let cells = format!("Freecells:{}", cells.collect::<String>());
    let rows = rows(board, None);
    let lines = rows
        .lines()
        .map(|line| if line.starts_with("Freecells:") { cells.trim_end() } else { line });
    lines.map(|line| format!("{line}\n")).collect()
}

/// A solution that was read back and stood every check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The board it begins with.
    pub start: Board,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// Reads a transcript of a game with this many freecells and checks it by the rules
/// alone: every board is what the move before it leads to, every move is legal, of
/// no more cards than the free places allow, and the last board is won.
///
/// # Errors
/// The first line that is wrong, and why; `file` is what the message calls it.
pub fn check(file: &str, text: &str, freecells: usize) -> Result<Checked, FormatError> {
    let lines = text.lines().map(str::trim_end).enumerate();
    let mut reader = Reader { lines: lines.collect(), at: 0 };
    read(&mut reader, freecells).map_err(|fault| FormatError::new(file, text, fault))
}

/// The lines that are left.
struct Reader<'a> {
    lines: Vec<(usize, &'a str)>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next line that is not blank, with its number from 0 on.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        while let Some(&line) = self.lines.get(self.at) {
            self.at += 1;
            if !line.1.is_empty() {
                return Some(line);
            }
        }
        None
    }

    fn expect(&mut self, wanted: impl FnOnce(&str) -> bool, what: &str) -> Result<(), Fault> {
        match self.next() {
            Some((_, line)) if wanted(line) => Ok(()),
            Some((at, _)) => Err(fault(at, format!("here should be {what}"))),
            None => Err(self.ends(what)),
        }
    }

    /// The lines up to the next blank one, and the number of the first.
    fn block(&mut self) -> Option<(usize, Vec<&'a str>)> {
        let (first, line) = self.next()?;
        let mut block = vec![line];
        while let Some(&(_, line)) = self.lines.get(self.at).filter(|(_, line)| !line.is_empty()) {
            block.push(line);
            self.at += 1;
        }
        Some((first, block))
    }

    fn ends(&self, what: &str) -> Fault {
        fault(self.lines.len().saturating_sub(1), format!("the text ends where {what} should be"))
    }
}

fn fault(line: usize, message: String) -> Fault {
    Fault::new(format_error::Place { line: line + 1, column: 1 }, message)
}

fn read(reader: &mut Reader<'_>, freecells: usize) -> Result<Checked, Fault> {
    let is_head = |line: &str| line.starts_with("-=") && line.trim_matches(['-', '=']).is_empty();
    reader.expect(is_head, "the line that begins a solution, -=-=-")?;
    let (first, block) = reader.block().ok_or_else(|| reader.ends("a board"))?;
    let start = first_board(first, &block, freecells)?;
    let (mut board, mut steps) = (start.clone(), Vec::new());
    loop {
        let is_line = |line: &str| line.len() > 2 && line.trim_matches('=').is_empty();
        reader.expect(is_line, "a line ==== between the boards")?;
        let (at, line) = reader.next().ok_or_else(|| reader.ends("a move"))?;
        if line == END {
            return match reader.next() {
                _ if !board.is_won() => Err(fault(at, "not all cards are home".to_owned())),
                Some((at, _)) => Err(fault(at, "more text behind the end".to_owned())),
                None => Ok(Checked { start, steps }),
            };
        }
        let mut step = step(line).ok_or_else(|| fault(at, "this is no move".to_owned()))?;
        step.vacant = match step.to {
            Place::Column(to) => board.columns.get(usize::from(to)).is_some_and(Vec::is_empty),
            Place::Cell(_) | Place::Foundation => false,
        };
        step.make(&mut board).map_err(|message| fault(at, message))?;
        steps.push(step);
        let (at, block) = reader.block().ok_or_else(|| reader.ends("a board"))?;
        let wanted = board_text(&board);
        let wanted: Vec<&str> = wanted.lines().map(str::trim_end).collect();
        let wrong = block.iter().zip(&wanted).position(|(line, wanted)| line != wanted);
        if let Some((row, line)) = wrong.and_then(|row| Some((row, *wanted.get(row)?))) {
            return Err(fault(at + row, format!("the move leads to another board: {line:?}")));
        }
        if block.len() != wanted.len() {
            let message = format!("the board has {} lines, not {}", block.len(), wanted.len());
            return Err(fault(at, message));
        }
    }
}

/// The first board, whose freecells are known by their place in the line.
fn first_board(first: usize, block: &[&str], freecells: usize) -> Result<Board, Fault> {
    let line = |line: &&str| match line.strip_prefix("Freecells:") {
        Some(cells) => {
            let cells: Vec<char> = cells.chars().collect();
            let cells = cells.chunks(4).map(|cell| match cell.iter().collect::<String>().trim() {
                "" => " -".to_owned(),
                card => format!(" {card}"),
            });
            format!("Freecells:{}", cells.collect::<String>())
        }
        None => (*line).to_owned(),
    };
    let text: Vec<String> = block.iter().map(line).collect();
    let sizes = Sizes { freecells: Some(freecells), ..Sizes::default() };
    let board = formats::parse(&text.join("\n")).and_then(|parsed| parsed.board(sizes));
    board.map_err(|mut fault| {
        fault.place.line += first;
        fault
    })
}

/// A move in the words of [`Step::long`].
fn step(line: &str) -> Option<Step> {
    let (what, places) = line.strip_prefix("Move ")?.split_once(" from ")?;
    let cards = match what.strip_suffix(" cards") {
        Some(count) => count.parse().ok()?,
        None => (what == "a card").then_some(1)?,
    };
    let (from, to) = places.split_once(" to ")?;
    let place = |text: &str| {
        let stack = text.strip_prefix("stack ").map(|at| at.parse().map(Place::Column));
        let place =
            stack.or_else(|| Some(text.strip_prefix("freecell ")?.parse().map(Place::Cell)));
        place?.ok()
    };
    let to = if to == "the foundations" { Some(Place::Foundation) } else { place(to) };
    Some(Step { cards, from: place(from)?, to: to?, vacant: false })
}
