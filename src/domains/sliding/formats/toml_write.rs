//! The canonical text of a puzzle: one puzzle, one text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::model::{Axis, CellKind, Condition, Goal, Puzzle};
use super::super::types::parts;
use super::symbols::Symbols;

impl Puzzle {
    /// The puzzle as a TOML file that reads back as an equal puzzle: the
    /// instance text that is stored with a run. The puzzle must have passed
    /// [`Puzzle::check`]; classes are named after their members.
    #[must_use]
    pub fn to_toml(&self) -> String {
        Writer { puzzle: self, symbols: Symbols::for_puzzle(self) }.file()
    }
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    symbols: Symbols,
}

impl Writer<'_> {
    fn file(&self) -> String {
        let mut text = String::new();
        let mut key = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} = {value}");
        };
        let puzzle = self.puzzle;
        if !puzzle.name.is_empty() {
            key("name", quoted(&puzzle.name));
        }
        self.symbols(&mut key);
        key("board", self.drawing(&self.board()));
        let covered = |cell: &usize| puzzle.cells.get(*cell) == Some(&CellKind::Gate);
        if puzzle.pieces.iter().flat_map(|piece| &piece.cells).any(covered) {
            key("gates", self.drawing(&self.gates()));
        }
        self.options(&mut key);
        let goals: Vec<String> =
            puzzle.goals.iter().map(|goal| self.drawing(&self.goal(goal))).collect();
        match goals.as_slice() {
            [] => {}
            [only] => key("goal", only.clone()),
            many => key("goals", format!("[\n{},\n]", many.join(",\n"))),
        }
        text
    }

    /// The symbols that are not the usual ones.
    fn symbols(&self, key: &mut impl FnMut(&str, String)) {
        let usual = Symbols::default();
        let Symbols { words, walls, empty, gate, clear } = &self.symbols;
        if *words {
            key("words", "true".to_owned());
        }
        if walls.first() != usual.walls.first() {
            key("walls", quoted(&walls.iter().collect::<String>()));
        }
        if *empty != usual.empty {
            key("empty", quoted(&empty.to_string()));
        }
        if *gate != usual.gate {
            key("gate", quoted(&gate.to_string()));
        }
        let mut conditions = self.puzzle.goals.iter().flat_map(|goal| &goal.conditions);
        if let Some(clear) = clear
            && conditions.any(|condition| matches!(condition, Condition::Empty { .. }))
        {
            key("clear", quoted(&clear.to_string()));
        }
    }

    fn options(&self, key: &mut impl FnMut(&str, String)) {
        let puzzle = self.puzzle;
        let mut list = |name: &str, wanted: &dyn Fn(usize) -> bool| {
            let found: Vec<usize> = (0..puzzle.pieces.len()).filter(|&i| wanted(i)).collect();
            if !found.is_empty() {
                key(name, self.names(&found));
            }
        };
        let piece = |index: usize| puzzle.pieces.get(index);
        list("rigid", &|i| piece(i).is_some_and(|p| parts(puzzle.width, &p.cells).len() > 1));
        list("gate_pieces", &|i| piece(i).is_some_and(|p| p.passes_gates));
        list("only_horizontal", &|i| piece(i).is_some_and(|p| p.axis == Some(Axis::Horizontal)));
        list("only_vertical", &|i| piece(i).is_some_and(|p| p.axis == Some(Axis::Vertical)));
        if puzzle.distinct {
            key("distinct", "true".to_owned());
        }
        self.types(key);
        self.steps(key);
        if !puzzle.barriers.is_empty() {
            let barriers: Vec<String> = puzzle
                .barriers
                .iter()
                .map(|&(cell, other)| {
                    let side = if other == cell + puzzle.width { "below" } else { "right" };
                    let (row, column) = puzzle.row_column(cell);
                    format!(
                        "  {{ row = {}, column = {}, side = \"{side}\" }},\n",
                        row + 1,
                        column + 1
                    )
                })
                .collect();
            key("barriers", format!("[\n{}]", barriers.concat()));
        }
        let targets = |typed: bool| -> BTreeSet<usize> {
            let conditions = puzzle.goals.iter().flat_map(|goal| &goal.conditions);
            conditions
                .filter_map(|condition| match condition {
                    Condition::TypeAt { like, .. } if typed => Some(*like),
                    Condition::PieceAt { piece, .. } if !typed => Some(*piece),
                    _ => None,
                })
                .collect()
        };
        if targets(true).is_empty() {
            if !puzzle.goals.is_empty() {
                key("goal_by", "\"name\"".to_owned());
            }
            return;
        }
        key("goal_by", "\"type\"".to_owned());
        let named: Vec<usize> = targets(false).into_iter().collect();
        if !named.is_empty() {
            key("named", self.names(&named));
        }
    }

    fn types(&self, key: &mut impl FnMut(&str, String)) {
        let mut classes: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, piece) in self.puzzle.pieces.iter().enumerate() {
            let Some(class) = piece.class.as_deref() else { continue };
            match classes.iter_mut().find(|(known, _)| *known == class) {
                Some((_, members)) => members.push(index),
                None => classes.push((class, vec![index])),
            }
        }
        if !classes.is_empty() {
            let lists: Vec<String> =
                classes.iter().map(|(_, members)| self.names(members)).collect();
            key("types", format!("[{}]", lists.join(", ")));
        }
    }

    fn steps(&self, key: &mut impl FnMut(&str, String)) {
        let mut steps: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (index, piece) in self.puzzle.pieces.iter().enumerate() {
            steps.entry(piece.step).or_default().push(index);
        }
        if steps.len() == 1 {
            if let Some(&(x, y)) = steps.keys().find(|&&step| step != (1, 1)) {
                key("step", format!("[{x}, {y}]"));
            }
            return;
        }
        let own: Vec<String> = steps
            .iter()
            .filter(|&(&step, _)| step != (1, 1))
            .map(|((x, y), pieces)| {
                format!("  {{ pieces = {}, step = [{x}, {y}] }},\n", self.names(pieces))
            })
            .collect();
        key("piece_steps", format!("[\n{}]", own.concat()));
    }

    /// A list of pieces by name.
    fn names(&self, pieces: &[usize]) -> String {
        let names: Vec<&str> = pieces
            .iter()
            .filter_map(|&piece| self.puzzle.pieces.get(piece))
            .map(|piece| piece.name.as_str())
            .collect();
        quoted(&names.join(if self.symbols.words { " " } else { "" }))
    }

    fn board(&self) -> Vec<String> {
        let mut cells = self.blank(self.symbols.gate);
        for piece in &self.puzzle.pieces {
            put(&mut cells, &piece.cells, &piece.name);
        }
        cells
    }

    fn gates(&self) -> Vec<String> {
        self.blank(self.symbols.gate)
    }

    fn goal(&self, goal: &Goal) -> Vec<String> {
        let mut cells = self.blank(self.symbols.empty);
        let clear = self.symbols.clear.map_or(String::new(), String::from);
        for condition in &goal.conditions {
            let label = condition.piece().and_then(|piece| self.puzzle.pieces.get(piece));
            put(&mut cells, condition.cells(), label.map_or(&clear, |piece| &piece.name));
        }
        cells
    }

    /// The board without pieces.
    fn blank(&self, gate: char) -> Vec<String> {
        let symbol = |kind: &CellKind| match kind {
            CellKind::Wall => self.symbols.wall(),
            CellKind::Floor => self.symbols.empty,
            CellKind::Gate => gate,
        };
        self.puzzle.cells.iter().map(|kind| symbol(kind).to_string()).collect()
    }

    /// Cells as a multi-line string.
    fn drawing(&self, cells: &[String]) -> String {
        let rows = self.symbols.rows(cells, self.puzzle.width);
        let mut text = "\"\"\"\n".to_owned();
        for row in rows {
            for c in row.chars() {
                if matches!(c, '"' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
            text.push('\n');
        }
        text + "\"\"\""
    }
}

fn put(cells: &mut [String], at: &[usize], name: &str) {
    for &cell in at {
        if let Some(cell) = cells.get_mut(cell) {
            name.clone_into(cell);
        }
    }
}

/// A TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
