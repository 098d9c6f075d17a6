//! Whether a puzzle makes sense: the one place that decides it.

use std::collections::{HashMap, HashSet};

use super::model::{
    Axis, CellKind, Condition, Goal, MAX_FLOOR, MAX_GOALS, MAX_NAME, MAX_SIDE, ModelError, Piece,
    Puzzle,
};

type Checked = Result<(), ModelError>;

impl Puzzle {
    /// Checks everything that the documentation of the model demands.
    ///
    /// # Errors
    /// The first thing that is wrong, with the cell concerned if there is one.
    pub fn check(&self) -> Checked {
        self.check_start()?;
        if self.goals.len() > MAX_GOALS {
            return fail(None, format!("more than {MAX_GOALS} goals"));
        }
        self.goals.iter().try_for_each(|goal| self.check_goal(goal))?;
        self.check_agreement()?;
        // One alternative that can be is enough.
        let reach: Vec<Checked> = self.goals.iter().map(|goal| self.check_reach(goal)).collect();
        let possible = reach.is_empty() || reach.iter().any(Result::is_ok);
        if possible { Ok(()) } else { reach.into_iter().collect() }
    }

    /// Checks that no piece is meant by name here and by type there.
    fn check_agreement(&self) -> Checked {
        let mut by_name = HashMap::new();
        for condition in self.goals.iter().flat_map(|goal| &goal.conditions) {
            let Some(index) = condition.piece() else { continue };
            let named = matches!(condition, Condition::PieceAt { .. });
            if *by_name.entry(index).or_insert(named) != named {
                let name = self.pieces.get(index).map_or("", |piece| &piece.name);
                return fail(
                    condition.cells().first().copied(),
                    format!("the goals mean piece `{name}` by name here and by type there"),
                );
            }
        }
        Ok(())
    }

    /// Checks everything but the goals.
    pub(super) fn check_start(&self) -> Checked {
        self.check_board()?;
        if self.pieces.is_empty() {
            return fail(None, "the board has no piece");
        }
        let mut names = HashSet::new();
        let mut owner: HashMap<usize, &Piece> = HashMap::new();
        let mut previous = None;
        for piece in &self.pieces {
            self.check_piece(piece)?;
            if !names.insert(piece.name.as_str()) {
                let message = format!("two pieces have the name `{}`", piece.name);
                return fail(piece.cells.first().copied(), message);
            }
            for &cell in &piece.cells {
                if let Some(other) = owner.insert(cell, piece) {
                    let message = format!(
                        "pieces `{}` and `{}` both lie at {}",
                        other.name,
                        piece.name,
                        self.place(cell)
                    );
                    return fail(Some(cell), message);
                }
            }
            let first = piece.cells.first().copied();
            if previous > first {
                return fail(first, "the pieces are not in the order of their first cells");
            }
            previous = first;
        }
        Ok(())
    }

    fn check_board(&self) -> Checked {
        for (side, what) in [(self.width, "columns"), (self.height, "rows")] {
            if !(1..=MAX_SIDE).contains(&side) {
                let message = format!("the board has {side} {what}; 1 to {MAX_SIDE} are possible");
                return fail(None, message);
            }
        }
        let size = self.width * self.height;
        if self.cells.len() != size {
            let message = format!("the board has {} cells instead of {size}", self.cells.len());
            return fail(None, message);
        }
        let floor = self.cells.iter().filter(|&&kind| kind != CellKind::Wall).count();
        if !(1..=MAX_FLOOR).contains(&floor) {
            let message = format!(
                "the board has {floor} cells that are no wall; 1 to {MAX_FLOOR} are possible"
            );
            return fail(None, message);
        }
        for &(a, b) in &self.barriers {
            let beside = b == a + 1 && b % self.width != 0;
            if b >= size || !(beside || b == a + self.width) {
                return fail(
                    None,
                    format!("a barrier lies between cells {a} and {b}, which are not side by side"),
                );
            }
        }
        if !self.barriers.is_sorted_by(|a, b| a < b) {
            return fail(None, "the barriers are not in ascending order");
        }
        Ok(())
    }

    fn check_piece(&self, piece: &Piece) -> Checked {
        let first = piece.cells.first().copied();
        let name = &piece.name;
        if name.chars().nth(MAX_NAME).is_some() {
            let message = format!("the name of a piece has at most {MAX_NAME} characters");
            return fail(first, message);
        }
        if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return fail(first, format!("{name:?} cannot be the name of a piece"));
        }
        for step in [piece.step.0, piece.step.1] {
            if !(1..=MAX_SIDE).contains(&step) {
                let message =
                    format!("piece `{name}` has step {step}; 1 to {MAX_SIDE} are possible");
                return fail(first, message);
            }
        }
        self.check_cells(piece, &piece.cells)
    }

    /// Checks that a piece may lie on these cells.
    pub(super) fn check_cells(&self, piece: &Piece, cells: &[usize]) -> Checked {
        let name = &piece.name;
        if cells.is_empty() {
            return fail(None, format!("piece `{name}` has no cells"));
        }
        if !cells.is_sorted_by(|a, b| a < b) {
            return fail(None, format!("the cells of piece `{name}` are not in ascending order"));
        }
        for &cell in cells {
            let problem = match self.cells.get(cell) {
                None => "lies outside the board",
                Some(CellKind::Wall) => "lies on a wall",
                Some(CellKind::Gate) if !piece.passes_gates => {
                    "lies on a gate, which it may not enter,"
                }
                Some(_) => continue,
            };
            return fail(Some(cell), format!("piece `{name}` {problem} at {}", self.place(cell)));
        }
        match self.crossed(cells) {
            Some(cell) => fail(
                Some(cell),
                format!("piece `{name}` lies across a thin wall at {}", self.place(cell)),
            ),
            None => Ok(()),
        }
    }

    /// The first of these cells (ascending) beside another one of them behind a
    /// thin wall.
    pub(super) fn crossed(&self, cells: &[usize]) -> Option<usize> {
        let beside = |cell: usize| [cell + 1, cell + self.width];
        let walled = |cell: usize, other: usize| {
            self.has_barrier(cell, other) && cells.binary_search(&other).is_ok()
        };
        cells.iter().copied().find(|&cell| beside(cell).iter().any(|&other| walled(cell, other)))
    }

    /// Whether a thin wall stands between two cells, the smaller one first.
    pub(super) fn has_barrier(&self, a: usize, b: usize) -> bool {
        self.barriers.binary_search(&(a, b)).is_ok()
    }

    /// Checks one goal of a puzzle whose start is right; not whether it can be
    /// reached.
    pub(super) fn check_goal(&self, goal: &Goal) -> Checked {
        if goal.conditions.is_empty() {
            return fail(None, "a goal demands nothing");
        }
        let mut taken = HashSet::new();
        let mut used = HashSet::new();
        for condition in &goal.conditions {
            let cells = match condition {
                Condition::PieceAt { piece, cells } | Condition::TypeAt { like: piece, cells } => {
                    self.check_target(*piece, cells)?;
                    if !used.insert(*piece) {
                        let message = "a goal uses one piece for two places".to_owned();
                        return fail(cells.first().copied(), message);
                    }
                    cells
                }
                Condition::Empty { cells } => {
                    let bad = |&&cell: &&usize| {
                        self.cells.get(cell).is_none_or(|&kind| kind == CellKind::Wall)
                    };
                    if let Some(&cell) = cells.iter().find(bad) {
                        let message = format!(
                            "{} must be empty in the goal, but it is a wall",
                            self.place(cell)
                        );
                        return fail(Some(cell), message);
                    }
                    if cells.is_empty() || !cells.is_sorted_by(|a, b| a < b) {
                        return fail(
                            None,
                            "the cells that must be empty are none or not in ascending order",
                        );
                    }
                    cells
                }
            };
            if let Some(&cell) = cells.iter().find(|&&cell| !taken.insert(cell)) {
                let message = format!("the goal claims the cell at {} twice", self.place(cell));
                return fail(Some(cell), message);
            }
        }
        Ok(())
    }

    fn check_target(&self, index: usize, cells: &[usize]) -> Checked {
        let Some(piece) = self.pieces.get(index) else {
            return fail(
                cells.first().copied(),
                format!("a goal names piece number {index}, which is missing"),
            );
        };
        let first = cells.first().copied();
        let name = &piece.name;
        self.check_cells(piece, cells)?;
        if self.shape(cells) != self.shape(&piece.cells) {
            let message = format!(
                "piece `{name}` has another shape in the goal ({} cells) than at the start ({} cells)",
                cells.len(),
                piece.cells.len()
            );
            return fail(first, message);
        }
        Ok(())
    }

    /// Checks that no lock and no step forbids a goal which is right otherwise.
    pub(super) fn check_reach(&self, goal: &Goal) -> Checked {
        goal.conditions.iter().try_for_each(|condition| self.check_rest(condition))
    }

    fn check_rest(&self, condition: &Condition) -> Checked {
        let Some((index, piece)) =
            condition.piece().and_then(|index| Some((index, self.pieces.get(index)?)))
        else {
            return Ok(());
        };
        let cells = condition.cells();
        let by_name = matches!(condition, Condition::PieceAt { .. });
        let alike = || self.family(index).into_iter().filter_map(|other| self.pieces.get(other));
        if self.may_rest(piece, cells)
            || (!by_name && alike().any(|piece| self.may_rest(piece, cells)))
        {
            return Ok(());
        }
        let name = &piece.name;
        let message = match piece.axis {
            Some(Axis::Horizontal) => {
                format!("piece `{name}` moves left and right only and cannot get to its goal")
            }
            Some(Axis::Vertical) => {
                format!("piece `{name}` moves up and down only and cannot get to its goal")
            }
            None => {
                format!("piece `{name}` cannot rest at its goal: its step is {:?}", piece.step)
            }
        };
        fail(cells.first().copied(), message)
    }

    /// Whether the axis and the step of a piece let it rest on these cells,
    /// which have its shape, leaving walls and other pieces aside.
    pub(super) fn may_rest(&self, piece: &Piece, cells: &[usize]) -> bool {
        let (Some(&from), Some(&to)) = (piece.cells.first(), cells.first()) else { return false };
        let (from, to) = (self.row_column(from), self.row_column(to));
        let (down, right) = (to.0 - from.0, to.1 - from.1);
        let along = match piece.axis {
            Some(Axis::Horizontal) => down == 0,
            Some(Axis::Vertical) => right == 0,
            None => true,
        };
        along
            && right.unsigned_abs().is_multiple_of(piece.step.0)
            && down.unsigned_abs().is_multiple_of(piece.step.1)
    }

    /// A cell in words, rows and columns counted from 1.
    pub(super) fn place(&self, cell: usize) -> String {
        let (row, column) = self.row_column(cell);
        format!("row {}, column {}", row + 1, column + 1)
    }
}

fn fail(cell: Option<usize>, message: impl Into<String>) -> Checked {
    Err(ModelError { message: message.into(), cell })
}
