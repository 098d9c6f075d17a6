//! From drawings to pieces and goals: what all drawn formats share.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::super::model::{CellKind, Condition, Goal, ModelError, Piece, Puzzle};
use super::super::types::parts;
use super::grid::{Cell, Grid};
use crate::domains::format_error::Fault;

/// How a start drawing is to be understood.
#[derive(Debug, Default)]
pub(super) struct Reading<'a> {
    /// Labels whose cells are one piece although they do not touch.
    pub(super) rigid: HashSet<&'a str>,
    /// Whether every cell is a piece, and equal labels are equal pieces.
    pub(super) tiles: bool,
}

/// A start drawing turned into pieces.
#[derive(Debug)]
pub(super) struct Start<'a> {
    pub(super) grid: Grid<'a>,
    pub(super) puzzle: Puzzle,
    /// The pieces that each label of the drawing stands for: one, or with
    /// [`Reading::tiles`] one for each of its cells.
    pub(super) labels: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Start<'a> {
    /// Builds the board and its pieces; nothing is checked but that no letter
    /// stands for two pieces.
    pub(super) fn read(grid: Grid<'a>, reading: &Reading<'_>) -> Result<Self, Fault> {
        let mut cells = Vec::with_capacity(grid.cells.len());
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut group_of: HashMap<&str, usize> = HashMap::new();
        for (at, &cell) in grid.cells.iter().enumerate() {
            cells.push(match cell {
                Cell::Wall => CellKind::Wall,
                Cell::Gate => CellKind::Gate,
                Cell::Empty | Cell::Piece(_) => CellKind::Floor,
                Cell::Clear => {
                    let message = "a cell that must be empty belongs into a goal drawing";
                    return Err(Fault::new(grid.place(Some(at)), message));
                }
            });
            let Cell::Piece(label) = cell else { continue };
            let known = group_of.get(label).and_then(|&group| groups.get_mut(group));
            match known {
                Some((_, members)) if !reading.tiles => members.push(at),
                _ => {
                    group_of.insert(label, groups.len());
                    groups.push((label, vec![at]));
                }
            }
        }
        let mut puzzle = Puzzle {
            name: String::new(),
            width: grid.width,
            height: grid.height,
            cells,
            barriers: Vec::new(),
            pieces: Vec::new(),
            goals: Vec::new(),
            distinct: false,
        };
        let mut labels: HashMap<&str, Vec<usize>> = HashMap::new();
        for (label, cells) in groups {
            if !reading.rigid.contains(label) {
                one_part(&grid, label, &cells)?;
            }
            let same = labels.entry(label).or_default();
            same.push(puzzle.pieces.len());
            let name = match same.len() {
                1 => label.to_owned(),
                number => format!("{label}:{number}"),
            };
            puzzle.pieces.push(Piece {
                name,
                cells,
                axis: None,
                passes_gates: false,
                step: (1, 1),
                class: None,
            });
        }
        for members in labels.values().filter(|members| members.len() > 1) {
            set_class(&mut puzzle, members);
        }
        Ok(Self { grid, puzzle, labels })
    }

    /// Reads a goal drawing, whether or not the goal can be reached; pieces in `by_type` stand for any of their type.
    pub(super) fn goal(&self, grid: &Grid<'_>, by_type: &BTreeSet<usize>) -> Result<Goal, Fault> {
        let mut targets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut clear = Vec::new();
        for (at, &cell) in grid.cells.iter().enumerate() {
            let fault = |message: String| Err(Fault::new(grid.place(Some(at)), message));
            let kind = self.puzzle.cells.get(at).copied();
            match cell {
                Cell::Empty => {}
                Cell::Clear => clear.push(at),
                Cell::Wall if kind == Some(CellKind::Wall) => {}
                Cell::Wall => {
                    return fault("a wall in the goal that the board does not have".into());
                }
                Cell::Gate if kind == Some(CellKind::Gate) => {}
                Cell::Gate => {
                    return fault("a gate in the goal that the board does not have".into());
                }
                Cell::Piece(label) => {
                    let Some(pieces) = self.labels.get(label) else {
                        return fault(format!("no piece `{label}` on the board"));
                    };
                    let count = seen.entry(label).or_default();
                    let piece = match pieces.as_slice() {
                        [only] => *only,
                        many => match many.get(*count) {
                            Some(&piece) => piece,
                            None => {
                                let message = format!(
                                    "the board has {} pieces `{label}`, no more",
                                    many.len()
                                );
                                return fault(message);
                            }
                        },
                    };
                    *count += 1;
                    targets.entry(piece).or_default().push(at);
                }
            }
        }
        let mut conditions: Vec<Condition> = targets
            .into_iter()
            .map(|(piece, cells)| match by_type.contains(&piece) {
                true => Condition::TypeAt { like: piece, cells },
                false => Condition::PieceAt { piece, cells },
            })
            .collect();
        if !clear.is_empty() {
            conditions.push(Condition::Empty { cells: clear });
        }
        conditions.sort_by_key(|condition| condition.cells().first().copied());
        let goal = Goal { conditions };
        self.puzzle.check_goal(&goal).map_err(|error| fault_at(grid, error))?;
        Ok(goal)
    }

    /// Checks the board and its pieces, pointing into the start drawing.
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.puzzle.check_start().map_err(|error| fault_at(&self.grid, error))
    }
}

/// Puts pieces into a class of their own, named after them.
pub(super) fn set_class(puzzle: &mut Puzzle, members: &[usize]) {
    let members: BTreeSet<usize> = members.iter().copied().collect();
    let names: Vec<&str> = members
        .iter()
        .filter_map(|&member| puzzle.pieces.get(member))
        .map(|piece| piece.name.as_str())
        .collect();
    let class = names.join(" ");
    for member in members {
        if let Some(piece) = puzzle.pieces.get_mut(member) {
            piece.class = Some(class.clone());
        }
    }
}

pub(super) fn fault_at(grid: &Grid<'_>, error: ModelError) -> Fault {
    Fault::new(grid.place(error.cell), error.message)
}

/// Refuses a letter whose cells do not hang together: two pieces need two
/// names, and nobody should have to find out that one was meant.
fn one_part(grid: &Grid<'_>, label: &str, cells: &[usize]) -> Result<(), Fault> {
    let parts = parts(grid.width, cells);
    let [first, second, ..] = parts.as_slice() else { return Ok(()) };
    let (Some(&a), Some(&b)) = (first.first(), second.first()) else { return Ok(()) };
    let words =
        |cell: usize| format!("row {}, column {}", cell / grid.width + 1, cell % grid.width + 1);
    let message = format!(
        "`{label}` stands in {} parts that do not touch, at {} and at {}: two pieces need two names; \
         a TOML puzzle can declare one piece with several parts `rigid`",
        parts.len(),
        words(a),
        words(b),
    );
    Err(Fault::new(grid.place(Some(b)), message))
}
