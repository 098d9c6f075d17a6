//! Coarser views of positions, small enough for a table of distances.

use std::fmt::Debug;

/// Classes of positions, numbered by row and column, such that a move leads from a class to one class
/// (or, where it can lead to several, to one that stands for them).
///
/// The distance of a class is the least number of moves after which one of its positions can be
/// wanted: a lower bound for each of them.
pub trait Quotient<P>: Send + Sync + Debug {
    /// Names the classes and the wanted ones among them: equal names give equal tables.
    fn identity(&self) -> String;

    /// How many rows there are.
    fn rows(&self) -> u64;

    /// How many columns each row has: 1 to 65,536.
    fn columns(&self) -> usize;

    /// Appends the columns of a row in which a position is wanted; ascending.
    fn wanted(&self, row: u64, columns: &mut Vec<u16>);

    /// To which row a step leads (a move, unless [`Self::steps`] says otherwise), and to which of its columns it takes each column, in
    /// `scratch` or in a table of its own.
    fn after<'a>(&'a self, row: u64, step: usize, scratch: &'a mut Vec<u16>) -> (u64, &'a [u16]);

    /// How many ways [`Self::after`] knows, of so many moves: one for each of them, unless a view goes by
    /// smaller steps.
    fn steps(&self, moves: usize) -> usize {
        moves
    }

    /// How many steps a move is, at most.
    fn steps_of_a_move(&self) -> u8 {
        1
    }

    /// Whether moves that lead to classes of this row can name another class that stands for it, so
    /// that its distances must be asked for from its own side.
    fn stands_for_several(&self, row: u64) -> bool {
        let _ = row;
        false
    }

    /// In how many ways one table can be asked about a position: its images under symmetries, and
    /// their inverses. Each answer is a lower bound.
    fn images(&self) -> usize {
        1
    }

    /// The class of an image of a position: row times columns, plus column.
    fn entry(&self, image: usize, position: &P) -> u64;

    /// How many classes there are.
    fn entries(&self) -> u64 {
        self.rows() * self.columns() as u64
    }
}
