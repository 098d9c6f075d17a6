//! The board as tables: where each shape can lie, where it can step to, and
//! which cells must be free for that.

use super::action::Direction;
use super::cellset::CellSet;
use super::model::{Axis, CellKind, Puzzle};

/// No such place.
pub(super) const NOWHERE: u8 = u8::MAX;

/// One cell further in one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step<C> {
    /// The anchor there, or [`NOWHERE`].
    pub(super) to: u8,
    /// The cells, beyond those covered now, that the piece covers there.
    pub(super) need: C,
}

/// One shape (with its rules) on this board. All tables are indexed by anchor:
/// the lowest floor cell that the piece covers.
#[derive(Debug)]
pub(super) struct Shape<C> {
    /// The cells covered; empty where the shape cannot lie.
    pub(super) mask: Vec<C>,
    /// The greatest cell covered.
    pub(super) last: Vec<u8>,
    /// One cell further in each [`Direction`].
    pub(super) steps: Vec<[Step<C>; 4]>,
    /// All cells that it covers one cell further: if none is free, it is stuck.
    pub(super) near: Vec<C>,
    /// A move ends only where this is the same as where it began.
    pub(super) rest: Vec<u16>,
    /// Whether that is not always so.
    pub(super) half_units: bool,
}

/// The compiled board.
#[derive(Debug)]
pub(super) struct Layout<C> {
    /// How many floor cells there are.
    pub(super) floor: usize,
    /// Board cell of each floor cell.
    pub(super) board_of: Vec<usize>,
    /// The pieces of each type; type `t` has code `t + 1`.
    pub(super) types: Vec<Vec<usize>>,
    /// The type of each piece.
    pub(super) type_of: Vec<usize>,
    /// The shape of each code; code 0 has an empty one.
    pub(super) shapes: Vec<Shape<C>>,
    floor_of: Vec<u8>,
}

impl<C: CellSet> Layout<C> {
    /// Compiles a puzzle that passed [`Puzzle::check`].
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let is_floor = |&cell: &usize| puzzle.cells[cell] != CellKind::Wall;
        let board_of: Vec<usize> = (0..puzzle.cells.len()).filter(is_floor).collect();
        let mut floor_of = vec![NOWHERE; puzzle.cells.len()];
        for (floor, &cell) in board_of.iter().enumerate() {
            floor_of[cell] = floor as u8;
        }
        let types = puzzle.types();
        let mut type_of = vec![0; puzzle.pieces.len()];
        for (kind, pieces) in types.iter().enumerate() {
            for &piece in pieces {
                type_of[piece] = kind;
            }
        }
        let mut layout =
            Self { floor: board_of.len(), board_of, types, type_of, shapes: Vec::new(), floor_of };
        layout.shapes.push(Shape::nowhere(layout.floor));
        for kind in 0..layout.types.len() {
            let shape = layout.shape(puzzle, layout.types[kind][0]);
            layout.shapes.push(shape);
        }
        layout
    }

    /// The code of a piece.
    pub(super) fn code(&self, piece: usize) -> u8 {
        self.type_of[piece] as u8 + 1
    }

    /// The anchor of a piece that covers these board cells.
    pub(super) fn anchor(&self, cells: &[usize]) -> u8 {
        cells.iter().map(|&cell| self.floor_of[cell]).min().unwrap_or(NOWHERE)
    }

    /// The floor cells among these board cells.
    pub(super) fn set(&self, cells: &[usize]) -> C {
        cells.iter().fold(C::default(), |set, &cell| set | C::single(self.floor_of[cell]))
    }

    /// The board cells that a piece of this code covers at `anchor`, ascending.
    pub(super) fn board_cells(&self, code: u8, anchor: u8) -> Vec<usize> {
        let mut mask = self.shapes[usize::from(code)].mask[usize::from(anchor)];
        std::iter::from_fn(|| mask.pop()).map(|cell| self.board_of[usize::from(cell)]).collect()
    }

    fn shape(&self, puzzle: &Puzzle, piece: usize) -> Shape<C> {
        let placing = Placing { puzzle, piece };
        let mut shape = Shape::nowhere(self.floor);
        shape.half_units = puzzle.pieces[piece].step != (1, 1);
        for (anchor, &cell) in self.board_of.iter().enumerate() {
            let Some(cells) = placing.at(cell) else { continue };
            let mask = self.set(&cells);
            shape.mask[anchor] = mask;
            shape.last[anchor] = mask.last().unwrap_or(NOWHERE);
            shape.rest[anchor] = placing.rest(cell);
            for direction in Direction::ALL {
                let Some(next) = placing.step(&cells, direction) else { continue };
                let need = self.set(&next) & !mask;
                shape.steps[anchor][direction as usize] = Step { to: self.anchor(&next), need };
                shape.near[anchor] = shape.near[anchor] | need;
            }
        }
        shape
    }
}

impl<C: CellSet> Shape<C> {
    fn nowhere(floor: usize) -> Self {
        Self {
            mask: vec![C::default(); floor],
            last: vec![NOWHERE; floor],
            steps: vec![[Step { to: NOWHERE, need: C::default() }; 4]; floor],
            near: vec![C::default(); floor],
            rest: vec![0; floor],
            half_units: false,
        }
    }
}

/// Where one piece can lie on the bare board.
struct Placing<'a> {
    puzzle: &'a Puzzle,
    piece: usize,
}

impl Placing<'_> {
    /// Its board cells when its first one is `first`, if it can lie there.
    fn at(&self, first: usize) -> Option<Vec<usize>> {
        let home = &self.puzzle.pieces[self.piece].cells;
        let (rows, columns) =
            (self.offset(first, home[0], true), self.offset(first, home[0], false));
        self.moved(home, rows, columns)
    }

    fn offset(&self, to: usize, from: usize, row: bool) -> isize {
        let part =
            |cell: usize| if row { cell / self.puzzle.width } else { cell % self.puzzle.width };
        part(to) as isize - part(from) as isize
    }

    /// These cells moved by whole cells, if the piece can lie there.
    fn moved(&self, cells: &[usize], rows: isize, columns: isize) -> Option<Vec<usize>> {
        let (width, height) = (self.puzzle.width as isize, self.puzzle.height as isize);
        let mut moved = Vec::with_capacity(cells.len());
        for &cell in cells {
            let (row, column) = (cell as isize / width + rows, cell as isize % width + columns);
            if !(0..height).contains(&row) || !(0..width).contains(&column) {
                return None;
            }
            let cell = (row * width + column) as usize;
            let enters = match self.puzzle.cells[cell] {
                CellKind::Floor => true,
                CellKind::Wall => false,
                CellKind::Gate => self.puzzle.pieces[self.piece].passes_gates,
            };
            if !enters {
                return None;
            }
            moved.push(cell);
        }
        self.puzzle.crossed(&moved).is_none().then_some(moved)
    }

    /// Tells apart the places between which it cannot move (half-unit boards).
    fn rest(&self, first: usize) -> u16 {
        let (columns, rows) = self.puzzle.pieces[self.piece].step;
        let (row, column) = (first / self.puzzle.width, first % self.puzzle.width);
        (row % rows * columns + column % columns) as u16
    }

    /// One cell from these cells on, if the board allows it.
    fn step(&self, cells: &[usize], direction: Direction) -> Option<Vec<usize>> {
        let (axis, rows, columns) = match direction {
            Direction::Left => (Axis::Horizontal, 0, -1),
            Direction::Right => (Axis::Horizontal, 0, 1),
            Direction::Up => (Axis::Vertical, -1, 0),
            Direction::Down => (Axis::Vertical, 1, 0),
        };
        if self.puzzle.pieces[self.piece].axis.is_some_and(|locked| locked != axis) {
            return None;
        }
        let next = self.moved(cells, rows, columns)?;
        let crossed =
            |(&from, &to): (&usize, &usize)| self.puzzle.has_barrier(from.min(to), from.max(to));
        (!cells.iter().zip(&next).any(crossed)).then_some(next)
    }
}
