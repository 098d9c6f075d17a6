//! What a puzzle's file says about it, for people.

use crate::domains::Answers;

/// What a puzzle's file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The domain.
    pub domain: &'static str,
    /// The puzzle's title; may be empty.
    pub title: String,
    /// Columns of the board; 0 when there is none.
    pub width: usize,
    /// Rows of the board; of cards those of the longest column; 0 when there is no board.
    pub height: usize,
    /// How many pieces, cars or cards in play there are.
    pub pieces: usize,
    /// The metrics in which it can be solved.
    pub metrics: Vec<&'static str>,
    /// What is known of it.
    pub answers: Answers,
    /// Where it comes from; may be empty.
    pub source: String,
    /// A remark; may be empty.
    pub note: String,
}
