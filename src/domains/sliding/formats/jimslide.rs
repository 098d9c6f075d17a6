//! Configuration files of the solvers jimslide and js2: one directive a line.

use std::collections::{BTreeMap, BTreeSet};

use super::super::model::{Axis, CellKind, Condition, Goal, MAX_SIDE, Piece, Puzzle};
use super::PuzzleFile;
use super::assemble::set_class;
use super::words::{Point, Words};
use crate::domains::format_error::{Fault, Place};

/// The directives that describe a puzzle.
const DIRECTIVES: [&str; 12] = [
    "xsize", "ysize", "wall", "hwall", "vwall", "piece", "put", "win", "lockx", "locky", "xstep",
    "ystep",
];

/// The directives that steer those solvers and say nothing about the puzzle.
const OTHERS: [&str; 13] = [
    "useletters",
    "hexprint",
    "winonly",
    "bigmem",
    "smallmem",
    "numthreads",
    "diskthreads",
    "cachepercent",
    "nograph",
    "noconcurrent",
    "cutoff",
    "directed",
    "checkfulltree",
];

/// Whether a text looks like such a file.
pub(super) fn is_likely(text: &str) -> bool {
    text.lines().any(|line| {
        line.split_once(':').is_some_and(|(name, _)| matches!(name.trim(), "xsize" | "ysize"))
    })
}

/// A kind of piece, by its number.
struct Kind {
    /// Cells as column and row, seen from the place where it is put.
    offsets: Vec<Point>,
    axis: Option<Axis>,
    step: (usize, usize),
}

#[derive(Default)]
struct Reader {
    size: (Option<usize>, Option<usize>),
    kinds: BTreeMap<i64, Kind>,
    walls: BTreeMap<Point, Place>,
    puts: Vec<Target>,
    wins: Vec<Target>,
    locks: Vec<(i64, Axis, Place)>,
    steps: Vec<(i64, bool, usize, Place)>,
}

/// A kind at a point: a `put` or a `win`.
struct Target {
    kind: i64,
    point: Point,
    label: Option<char>,
    place: Place,
}

/// Reads a configuration file.
pub(super) fn read(text: &str) -> Result<PuzzleFile, Fault> {
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let mut words = Words { line: number + 1, text: line, column: 0 };
        if words.at_end() {
            continue;
        }
        let place = words.place();
        let name = words.directive()?;
        if DIRECTIVES.contains(&name) {
            reader.directive(name, place, &mut words)?;
        } else if !OTHERS.contains(&name) {
            return Err(Fault::new(place, format!("unknown directive `{name}`")));
        }
    }
    reader.puzzle().map(PuzzleFile::from)
}

impl Reader {
    fn directive(&mut self, name: &str, place: Place, words: &mut Words<'_>) -> Result<(), Fault> {
        match name {
            "xsize" | "ysize" => {
                let side = words.side()?;
                let known = if name == "xsize" { &mut self.size.0 } else { &mut self.size.1 };
                if known.replace(side).is_some() {
                    return Err(Fault::new(place, format!("`{name}` stands here a second time")));
                }
            }
            "wall" => self.wall(words.pair()?, place)?,
            "hwall" | "vwall" => {
                let (line, (from, to)) = (words.number()?, words.pair()?);
                if from > to {
                    return Err(Fault::new(place, format!("no cells from {from} to {to}")));
                }
                for at in from..=to {
                    self.wall(if name == "hwall" { (at, line) } else { (line, at) }, place)?;
                }
            }
            "piece" => self.piece(place, words)?,
            "put" => {
                let (kind, point) = (words.number()?, words.pair()?);
                self.puts.push(Target { kind, point, label: words.label()?, place });
            }
            "win" => {
                let (kind, point) = (words.number()?, words.pair()?);
                self.wins.push(Target { kind, point, label: None, place });
            }
            // Locked in x means: it cannot go left or right.
            "lockx" => self.locks.push((words.number()?, Axis::Vertical, place)),
            "locky" => self.locks.push((words.number()?, Axis::Horizontal, place)),
            _ => {
                let (kind, step) = (words.number()?, words.side()?);
                self.steps.push((kind, name == "xstep", step, place));
            }
        }
        words.end()
    }

    /// Notes a wall. The size of the board may not be known yet, so the bound is
    /// that of all boards.
    fn wall(&mut self, point: Point, place: Place) -> Result<(), Fault> {
        let sides = 0..MAX_SIDE as i64;
        if !sides.contains(&point.0) || !sides.contains(&point.1) {
            let message = format!("({},{}) lies outside the board", point.0, point.1);
            return Err(Fault::new(place, message));
        }
        self.walls.entry(point).or_insert(place);
        Ok(())
    }

    fn piece(&mut self, place: Place, words: &mut Words<'_>) -> Result<(), Fault> {
        let number = words.number()?;
        let mut offsets = vec![words.pair()?];
        while !words.at_end() {
            offsets.push(words.pair()?);
            if offsets.len() > MAX_SIDE {
                return Err(Fault::new(place, format!("a piece with more than {MAX_SIDE} cells")));
            }
        }
        if number == 0 {
            return Err(Fault::new(place, "piece 0 stands for empty cells"));
        }
        if offsets.first() != Some(&(0, 0)) {
            return Err(Fault::new(place, "the first cell of a piece must be (0,0)"));
        }
        let known: BTreeSet<&Point> = offsets.iter().collect();
        if known.len() != offsets.len() {
            return Err(Fault::new(place, "a piece has a cell twice"));
        }
        let kind = Kind { offsets, axis: None, step: (1, 1) };
        match self.kinds.insert(number, kind) {
            None => Ok(()),
            Some(_) => Err(Fault::new(place, format!("piece {number} is defined twice"))),
        }
    }

    fn kind(&mut self, number: i64, place: Place) -> Result<&mut Kind, Fault> {
        let missing = || Fault::new(place, format!("piece {number} is not defined"));
        self.kinds.get_mut(&number).ok_or_else(missing)
    }

    fn puzzle(mut self) -> Result<Puzzle, Fault> {
        let (Some(width), Some(height)) = self.size else {
            return Err(Fault::new(Place::START, "the size of the board is missing: xsize, ysize"));
        };
        for (number, axis, place) in std::mem::take(&mut self.locks) {
            let kind = self.kind(number, place)?;
            if kind.axis.is_some_and(|other| other != axis) {
                let message = format!("piece {number} is locked both ways: make it walls");
                return Err(Fault::new(place, message));
            }
            kind.axis = Some(axis);
        }
        for (number, across, step, place) in std::mem::take(&mut self.steps) {
            let kind = self.kind(number, place)?;
            *if across { &mut kind.step.0 } else { &mut kind.step.1 } = step;
        }
        let mut puzzle = Puzzle {
            name: String::new(),
            width,
            height,
            cells: vec![CellKind::Floor; width * height],
            barriers: Vec::new(),
            pieces: Vec::new(),
            goals: Vec::new(),
            distinct: false,
        };
        for (&point, &place) in &self.walls {
            let cell = cell_at(&puzzle, point, place)?;
            if let Some(kind) = puzzle.cells.get_mut(cell) {
                *kind = CellKind::Wall;
            }
        }
        let members = self.put_pieces(&mut puzzle)?;
        for members in members.values() {
            set_class(&mut puzzle, members);
        }
        puzzle.check_start().map_err(|error| self.fault(&puzzle, error.cell, error.message))?;
        if !self.wins.is_empty() {
            let goal = self.goal(&puzzle, &members)?;
            let last = self.wins.last().map_or(Place::START, |win| win.place);
            let checked = puzzle.check_goal(&goal).and_then(|()| puzzle.check_reach(&goal));
            checked.map_err(|error| Fault::new(last, error.message))?;
            puzzle.goals.push(goal);
        }
        Ok(puzzle)
    }

    /// Puts the pieces on the board; gives the pieces of each number.
    fn put_pieces(&self, puzzle: &mut Puzzle) -> Result<BTreeMap<i64, Vec<usize>>, Fault> {
        let mut put = Vec::new();
        for target in &self.puts {
            put.push((self.cells(puzzle, target)?, target));
            if put.len() > MAX_SIDE {
                return Err(Fault::new(target.place, format!("more than {MAX_SIDE} pieces")));
            }
        }
        put.sort_by(|a, b| a.0.cmp(&b.0));
        let mut names = Names::new(self.puts.iter().filter_map(|target| target.label));
        let mut members: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (cells, target) in put {
            let Some(kind) = self.kinds.get(&target.kind) else { continue };
            members.entry(target.kind).or_default().push(puzzle.pieces.len());
            puzzle.pieces.push(Piece {
                name: names.next(target.label),
                cells,
                axis: kind.axis,
                passes_gates: false,
                step: kind.step,
                class: None,
            });
        }
        Ok(members)
    }

    fn goal(&self, puzzle: &Puzzle, members: &BTreeMap<i64, Vec<usize>>) -> Result<Goal, Fault> {
        let mut clear = BTreeSet::new();
        let mut wanted: BTreeMap<i64, BTreeSet<Vec<usize>>> = BTreeMap::new();
        for win in &self.wins {
            if win.kind == 0 {
                clear.insert(cell_at(puzzle, win.point, win.place)?);
                continue;
            }
            let places = wanted.entry(win.kind).or_default();
            places.insert(self.cells(puzzle, win)?);
            let there = members.get(&win.kind).map_or(0, Vec::len);
            if places.len() > there {
                let message =
                    format!("more places for piece {} than the {there} on the board", win.kind);
                return Err(Fault::new(win.place, message));
            }
        }
        let mut conditions = Vec::new();
        for (number, places) in wanted {
            let members = members.get(&number).into_iter().flatten();
            conditions.extend(
                places
                    .into_iter()
                    .zip(members)
                    .map(|(cells, &like)| Condition::TypeAt { like, cells }),
            );
        }
        if !clear.is_empty() {
            conditions.push(Condition::Empty { cells: clear.into_iter().collect() });
        }
        conditions.sort_by_key(|condition| condition.cells().first().copied());
        Ok(Goal { conditions })
    }

    /// The cells of a kind of piece at a point.
    fn cells(&self, puzzle: &Puzzle, target: &Target) -> Result<Vec<usize>, Fault> {
        let Some(kind) = self.kinds.get(&target.kind) else {
            return Err(Fault::new(target.place, format!("piece {} is not defined", target.kind)));
        };
        let (x, y) = target.point;
        let points = kind.offsets.iter().map(|(right, down)| (x + right, y + down));
        let mut cells = points
            .map(|point| cell_at(puzzle, point, target.place))
            .collect::<Result<Vec<_>, _>>()?;
        cells.sort_unstable();
        Ok(cells)
    }

    /// Points at the directive that puts a piece on a cell.
    fn fault(&self, puzzle: &Puzzle, cell: Option<usize>, message: String) -> Fault {
        let on = |target: &&Target| {
            self.cells(puzzle, target)
                .is_ok_and(|cells| cell.is_some_and(|cell| cells.contains(&cell)))
        };
        Fault::new(self.puts.iter().rfind(on).map_or(Place::START, |put| put.place), message)
    }
}

fn cell_at(puzzle: &Puzzle, (x, y): Point, place: Place) -> Result<usize, Fault> {
    match (usize::try_from(x), usize::try_from(y)) {
        (Ok(x), Ok(y)) if x < puzzle.width && y < puzzle.height => Ok(y * puzzle.width + x),
        _ => Err(Fault::new(place, format!("({x},{y}) lies outside the board"))),
    }
}

/// Names for pieces: those that the file gives, letters for the others.
struct Names {
    given: BTreeSet<String>,
    used: BTreeSet<String>,
    next: usize,
}

impl Names {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    fn new(given: impl Iterator<Item = char>) -> Self {
        Self { given: given.map(String::from).collect(), used: BTreeSet::new(), next: 0 }
    }

    /// A name that no other piece has: of pieces with one label, the second is
    /// `A:2`.
    fn next(&mut self, label: Option<char>) -> String {
        let name = match label {
            Some(label) => (1..)
                .map(|number: usize| match number {
                    1 => label.to_string(),
                    _ => format!("{label}:{number}"),
                })
                .find(|name| !self.used.contains(name)),
            None => loop {
                let number = self.next;
                self.next += 1;
                let name = match Self::LETTERS.chars().nth(number) {
                    Some(letter) => letter.to_string(),
                    None => format!("P{number}"),
                };
                if !self.given.contains(&name) {
                    break Some(name);
                }
            },
        };
        let name = name.unwrap_or_default();
        self.used.insert(name.clone());
        name
    }
}
