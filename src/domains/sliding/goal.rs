//! Goals compiled to tests on codes and free cells.

use super::cellset::CellSet;
use super::layout::Layout;
use super::model::{Condition, Puzzle};

/// One alternative: all of it must hold.
#[derive(Debug)]
struct Alternative<C> {
    /// At this cell begins a piece of one of these codes.
    at: Vec<(u8, Vec<u8>)>,
    /// These cells are free.
    free: C,
}

/// The compiled goal.
#[derive(Debug)]
pub(super) struct GoalTest<C> {
    alternatives: Vec<Alternative<C>>,
}

impl<C: CellSet> GoalTest<C> {
    /// Compiles the goals of a puzzle that passed [`Puzzle::check`].
    pub(super) fn new(puzzle: &Puzzle, layout: &Layout<C>) -> Self {
        let compile = |goal: &super::Goal| {
            let mut test = Alternative { at: Vec::new(), free: C::default() };
            for condition in &goal.conditions {
                match condition {
                    Condition::PieceAt { piece, cells } => {
                        test.at.push((layout.anchor(cells), vec![layout.code(*piece)]));
                    }
                    Condition::TypeAt { like, cells } => {
                        let mut codes: Vec<u8> =
                            puzzle.family(*like).into_iter().map(|p| layout.code(p)).collect();
                        codes.sort_unstable();
                        codes.dedup();
                        test.at.push((layout.anchor(cells), codes));
                    }
                    Condition::Empty { cells } => test.free = test.free | layout.set(cells),
                }
            }
            test
        };
        Self { alternatives: puzzle.goals.iter().map(compile).collect() }
    }

    /// Whether there is a goal at all.
    pub(super) fn exists(&self) -> bool {
        !self.alternatives.is_empty()
    }

    /// Whether these codes by floor cell and these free cells are a goal.
    #[inline]
    pub(super) fn holds(&self, codes: &[u8; 256], free: C) -> bool {
        self.alternatives.iter().any(|goal| {
            goal.at.iter().all(|(cell, allowed)| allowed.contains(&codes[usize::from(*cell)]))
                && goal.free.within(free)
        })
    }

    /// Whether a walk that has put `code` at `cell` can still reach the goal
    /// with this number.
    pub(super) fn allows(&self, alternative: usize, cell: u8, code: u8, covers: C) -> bool {
        let goal = &self.alternatives[alternative];
        (goal.free & covers).is_empty()
            && goal.at.iter().all(|(at, allowed)| {
                if *at == cell { allowed.contains(&code) } else { !covers.has(*at) }
            })
    }

    /// The places of each alternative: an anchor, and the codes of the pieces
    /// that may begin there.
    pub(super) fn places(&self) -> impl Iterator<Item = &[(u8, Vec<u8>)]> {
        self.alternatives.iter().map(|goal| goal.at.as_slice())
    }

    /// How many alternatives there are.
    pub(super) fn alternatives(&self) -> usize {
        self.alternatives.len()
    }
}
