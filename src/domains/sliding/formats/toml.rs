//! Our own puzzle files.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::super::DOMAIN;
use super::super::model::{Axis, CellKind, MAX_GOALS};
use super::PuzzleFile;
use super::assemble::{Reading, Start, fault_at, set_class};
use super::grid::{Cell, Grid, Row};
use super::symbols::Symbols;
use crate::domains::Answers;
use crate::domains::format_error::{Fault, Place};

/// The most symbols for walls.
const MAX_WALLS: usize = 32;

type Text = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    domain: Option<Text>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    note: String,
    board: Text,
    goal: Option<Text>,
    #[serde(default)]
    goals: Vec<Text>,
    goal_by: Option<GoalBy>,
    named: Option<Text>,
    #[serde(default)]
    types: Vec<Text>,
    #[serde(default)]
    distinct: bool,
    #[serde(default)]
    words: bool,
    #[serde(default)]
    tiles: bool,
    walls: Option<Text>,
    empty: Option<Text>,
    gate: Option<Text>,
    clear: Option<Text>,
    rigid: Option<Text>,
    gates: Option<Text>,
    gate_pieces: Option<Text>,
    only_horizontal: Option<Text>,
    only_vertical: Option<Text>,
    step: Option<Spanned<[u8; 2]>>,
    #[serde(default)]
    piece_steps: Vec<PieceStep>,
    #[serde(default)]
    barriers: Vec<Spanned<Barrier>>,
    #[serde(default)]
    answers: Answers,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum GoalBy {
    Name,
    Type,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceStep {
    pieces: Text,
    step: [u8; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Barrier {
    row: usize,
    column: usize,
    side: Side,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Side {
    Left,
    Right,
    Above,
    Below,
}

/// Reads a TOML puzzle.
pub(super) fn read(text: &str) -> Result<PuzzleFile, Fault> {
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Fault::new(Place::of_byte(text, at), error.message())
    })?;
    if let Some(domain) = file.domain.as_ref().filter(|named| *named.get_ref() != DOMAIN) {
        let message = format!("the domain is {:?}, not {DOMAIN:?}", domain.get_ref());
        return Err(Fault::new(Place::of_byte(text, domain.span().start), message));
    }
    Reader { text, file: &file, symbols: symbols(text, &file)? }.read()
}

struct Reader<'a> {
    text: &'a str,
    file: &'a File,
    symbols: Symbols,
}

impl<'a> Reader<'a> {
    fn read(&self) -> Result<PuzzleFile, Fault> {
        let file = self.file;
        let rigid: HashSet<&str> =
            file.rigid.iter().flat_map(|list| self.words(list.get_ref())).collect();
        let grid = Grid::read(&self.rows(&file.board)?, &self.symbols)?;
        let mut start = Start::read(grid, &Reading { rigid, tiles: file.tiles })?;
        start.puzzle.name.clone_from(&file.name);
        start.puzzle.distinct = file.distinct;
        self.options(&mut start)?;
        self.gates(&mut start)?;
        self.barriers(&mut start)?;
        start.check()?;
        if let Some(list) = file.types.get(start.puzzle.pieces.len()) {
            let place = Place::of_byte(self.text, list.span().start);
            return Err(Fault::new(place, "more types than pieces"));
        }
        for list in &file.types {
            self.class(&mut start, list)?;
        }
        self.goals(&mut start)?;
        Ok(PuzzleFile {
            puzzle: start.puzzle,
            answers: file.answers.clone(),
            source: file.source.clone(),
            note: file.note.clone(),
        })
    }

    fn goals(&self, start: &mut Start<'_>) -> Result<(), Fault> {
        let by_type = self.by_type(start)?;
        // Each place is found from the one before: a file may be one long line.
        let mut known = Known { text: self.text, byte: 0, place: Place::START };
        let (mut possible, mut impossible) = (false, None);
        for drawing in self.file.goal.iter().chain(&self.file.goals) {
            let span = drawing.span();
            if start.puzzle.goals.len() == MAX_GOALS {
                let message = format!("more than {MAX_GOALS} goals");
                return Err(Fault::new(known.place_of(span.start), message));
            }
            let grid = start.grid.read_alike(&rows(&mut known, drawing)?, &self.symbols)?;
            let goal = start.goal(&grid, &by_type)?;
            match start.puzzle.check_reach(&goal) {
                Ok(()) => possible = true,
                Err(error) => _ = impossible.get_or_insert_with(|| fault_at(&grid, error)),
            }
            start.puzzle.goals.push(goal);
        }
        // One alternative that can be is enough.
        impossible.filter(|_| !possible).map_or(Ok(()), Err)
    }

    /// Locks and steps.
    fn options(&self, start: &mut Start<'_>) -> Result<(), Fault> {
        let file = self.file;
        // Every label must exist, also those whose cells hang together anyway.
        self.pieces(start, &file.rigid)?;
        if let Some(step) = &file.step {
            for piece in &mut start.puzzle.pieces {
                piece.step = pair(*step.get_ref());
            }
        }
        for entry in &file.piece_steps {
            for index in self.pieces_in(start, &entry.pieces)? {
                if let Some(piece) = start.puzzle.pieces.get_mut(index) {
                    piece.step = pair(entry.step);
                }
            }
        }
        let locks =
            [(&file.only_horizontal, Axis::Horizontal), (&file.only_vertical, Axis::Vertical)];
        for (list, axis) in locks {
            for index in self.pieces(start, list)? {
                let Some(piece) = start.puzzle.pieces.get_mut(index) else { continue };
                if piece.axis.is_some_and(|other| other != axis) {
                    let message =
                        format!("piece `{}` is locked both ways: draw it as walls", piece.name);
                    return Err(Fault::new(self.place(list), message));
                }
                piece.axis = Some(axis);
            }
        }
        Ok(())
    }

    /// Gates below pieces, and who may pass.
    fn gates(&self, start: &mut Start<'_>) -> Result<(), Fault> {
        let file = self.file;
        if let Some(drawing) = &file.gates {
            let grid = start.grid.read_alike(&self.rows(drawing)?, &self.symbols)?;
            for (at, cell) in grid.cells.iter().enumerate() {
                match (cell, start.puzzle.cells.get_mut(at)) {
                    (Cell::Gate, Some(CellKind::Wall)) => {
                        return Err(Fault::new(grid.place(Some(at)), "a gate on a wall"));
                    }
                    (Cell::Gate, Some(kind)) => *kind = CellKind::Gate,
                    _ => {}
                }
            }
        }
        for index in self.pieces(start, &file.gate_pieces)? {
            if let Some(piece) = start.puzzle.pieces.get_mut(index) {
                piece.passes_gates = true;
            }
        }
        Ok(())
    }

    fn barriers(&self, start: &mut Start<'_>) -> Result<(), Fault> {
        let (width, height) = (start.puzzle.width, start.puzzle.height);
        let mut found = BTreeSet::new();
        for barrier in &self.file.barriers {
            let fault = |message: &str| {
                Err(Fault::new(Place::of_byte(self.text, barrier.span().start), message))
            };
            let Barrier { row, column, side } = *barrier.get_ref();
            // Names the cell to the left or above.
            let first = match side {
                Side::Left => column.checked_sub(1).map(|column| (row, column)),
                Side::Above => row.checked_sub(1).map(|row| (row, column)),
                Side::Right | Side::Below => Some((row, column)),
            };
            let across = matches!(side, Side::Left | Side::Right);
            let (columns, rows) = if across {
                (width.saturating_sub(1), height)
            } else {
                (width, height.saturating_sub(1))
            };
            match first {
                Some((row, column))
                    if (1..=rows).contains(&row) && (1..=columns).contains(&column) =>
                {
                    let cell = (row - 1) * width + column - 1;
                    if !found.insert((cell, if across { cell + 1 } else { cell + width })) {
                        return fault("this barrier is there already");
                    }
                }
                _ => {
                    return fault(
                        "a barrier lies between two cells of the board, rows and columns counted from 1",
                    );
                }
            }
        }
        start.puzzle.barriers = found.into_iter().collect();
        Ok(())
    }

    fn class(&self, start: &mut Start<'_>, list: &Text) -> Result<(), Fault> {
        let members = self.pieces_in(start, list)?;
        let fault = |message: String| {
            Err(Fault::new(Place::of_byte(self.text, list.span().start), message))
        };
        let puzzle = &start.puzzle;
        let Some(&first) = members.first() else {
            return fault("a type without pieces".to_owned());
        };
        let family = puzzle.family(first);
        for member in &members {
            let name = |index: &usize| puzzle.pieces.get(*index).map_or("", |piece| &piece.name);
            let grouped = !self.file.tiles
                && puzzle.pieces.get(*member).is_some_and(|piece| piece.class.is_some());
            if grouped {
                return fault(format!("piece `{}` is in two types", name(member)));
            }
            if !family.contains(member) && !self.file.tiles {
                return fault(format!(
                    "pieces `{}` and `{}` differ in shape, lock, gates or step: they cannot be one type",
                    name(&first),
                    name(member)
                ));
            }
        }
        set_class(&mut start.puzzle, &members);
        Ok(())
    }

    /// The pieces whose label in a goal stands for any piece of the type.
    fn by_type(&self, start: &Start<'_>) -> Result<BTreeSet<usize>, Fault> {
        let typed = !self.file.types.is_empty() || self.file.tiles;
        let by = self.file.goal_by.unwrap_or(if typed { GoalBy::Type } else { GoalBy::Name });
        let named = self.pieces(start, &self.file.named)?;
        let all = match by {
            GoalBy::Type => 0..start.puzzle.pieces.len(),
            GoalBy::Name => 0..0,
        };
        Ok(all.filter(|index| !named.contains(index)).collect())
    }

    fn pieces(&self, start: &Start<'_>, list: &Option<Text>) -> Result<Vec<usize>, Fault> {
        list.as_ref().map_or(Ok(Vec::new()), |list| self.pieces_in(start, list))
    }

    /// The pieces with the labels in a list, each once.
    fn pieces_in(&self, start: &Start<'_>, list: &Text) -> Result<Vec<usize>, Fault> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        for label in self.words(list.get_ref()) {
            match start.labels.get(label) {
                Some(pieces) if seen.insert(label) => found.extend(pieces),
                Some(_) => {}
                None => {
                    let place = Place::of_byte(self.text, list.span().start);
                    return Err(Fault::new(place, format!("no piece `{label}` on the board")));
                }
            }
        }
        Ok(found)
    }

    /// A list of labels: letters or, with `words`, words.
    fn words<'t>(&self, list: &'t str) -> Vec<&'t str> {
        let words = list.split_whitespace();
        if self.symbols.words {
            return words.collect();
        }
        words
            .flat_map(|word| {
                word.char_indices().filter_map(|(at, c)| word.get(at..at + c.len_utf8()))
            })
            .collect()
    }

    fn rows<'t>(&self, drawing: &'t Text) -> Result<Vec<Row<'t>>, Fault> {
        rows(&mut Known { text: self.text, byte: 0, place: Place::START }, drawing)
    }

    fn place(&self, text: &Option<Text>) -> Place {
        Place::of_byte(self.text, text.as_ref().map_or(0, |text| text.span().start))
    }
}

fn pair([x, y]: [u8; 2]) -> (usize, usize) {
    (usize::from(x), usize::from(y))
}

/// The symbols that a file asks for: each one character, no two alike.
fn symbols(text: &str, file: &File) -> Result<Symbols, Fault> {
    let usual = Symbols::default();
    let one = |given: &Option<Text>, usual: Option<char>| match given {
        None => Ok(usual),
        Some(given) => {
            let mut chars = given.get_ref().chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) if !c.is_control() && !c.is_whitespace() => Ok(Some(c)),
                _ => {
                    let place = Place::of_byte(text, given.span().start);
                    Err(Fault::new(place, "a symbol is one visible character"))
                }
            }
        }
    };
    let symbols = Symbols {
        words: file.words,
        walls: walls(text, file)?.unwrap_or(usual.walls),
        empty: one(&file.empty, Some(usual.empty))?.unwrap_or(usual.empty),
        gate: one(&file.gate, Some(usual.gate))?.unwrap_or(usual.gate),
        clear: one(&file.clear, None)?,
    };
    let mut seen = HashSet::new();
    let singles = [Some(symbols.empty), Some(symbols.gate), symbols.clear];
    for symbol in symbols.walls.iter().copied().chain(singles.into_iter().flatten()) {
        if !seen.insert(symbol) {
            return Err(Fault::new(
                Place::START,
                format!("the symbol {symbol:?} means two things"),
            ));
        }
    }
    Ok(symbols)
}

/// The walls that a file asks for.
fn walls(text: &str, file: &File) -> Result<Option<Vec<char>>, Fault> {
    let Some(given) = &file.walls else { return Ok(None) };
    // Each cell of a drawing is compared with all of them.
    if given.get_ref().chars().nth(MAX_WALLS).is_some() {
        let message = format!("at most {MAX_WALLS} symbols can mean a wall");
        return Err(Fault::new(Place::of_byte(text, given.span().start), message));
    }
    Ok(Some(given.get_ref().chars().collect()))
}

/// A place in a file that is known.
struct Known<'a> {
    text: &'a str,
    byte: usize,
    place: Place,
}

impl Known<'_> {
    /// The place of a byte, which is known from then on.
    fn place_of(&mut self, byte: usize) -> Place {
        self.place = match self.text.get(self.byte..byte) {
            Some(between) => self.place.after(between),
            None => Place::of_byte(self.text, byte),
        };
        self.byte = byte;
        self.place
    }
}

/// The lines of a drawing, each with its place in the file.
fn rows<'a>(known: &mut Known<'_>, drawing: &'a Text) -> Result<Vec<Row<'a>>, Fault> {
    let value = drawing.get_ref();
    let Range { start, end } = drawing.span();
    let raw = known.text.get(start..end).unwrap_or_default();
    let begin = ["\"\"\"\r\n", "'''\r\n", "\"\"\"\n", "'''\n", "\"\"\"", "'''", "\"", "'"]
        .into_iter()
        .find(|quote| raw.starts_with(quote))
        .map_or(0, str::len);
    // With escapes in it, only the beginning of the string has a known place.
    let exact = raw.get(begin..).is_some_and(|rest| rest.starts_with(value.as_str()));
    let first = known.place_of(if exact { start + begin } else { start });
    if value.lines().next().is_none() {
        return Err(Fault::new(first, "a drawing without rows"));
    }
    let rows = value
        .lines()
        .enumerate()
        .map(|(number, line)| {
            let place = match (exact, number) {
                (true, 1..) => Place { line: first.line + number, column: 1 },
                _ => first,
            };
            Row { place, text: line, exact }
        })
        .collect();
    Ok(rows)
}
