//! What a puzzle file says is known of its puzzle.

use serde::Deserialize;

/// One number for each metric, where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PerMetric {
    /// One piece, any path; of a car any distance.
    pub moves: Option<u32>,
    /// One piece along one line.
    pub straight: Option<u32>,
    /// One piece by one cell.
    pub steps: Option<u32>,
    /// One car as far as it goes.
    pub slides: Option<u32>,
    /// One card.
    pub cards: Option<u32>,
}

impl PerMetric {
    /// The number for the metric of this name.
    #[must_use]
    pub fn of(&self, metric: &str) -> Option<u32> {
        match metric {
            "moves" => self.moves,
            "straight" => self.straight,
            "steps" => self.steps,
            "slides" => self.slides,
            "cards" => self.cards,
            _ => None,
        }
    }
}

/// What is known of a puzzle, every part of it optional.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Answers {
    /// Whether a goal can be reached.
    pub solvable: Option<bool>,
    /// The fewest moves to a goal.
    pub optimum: PerMetric,
    /// The distance of the farthest state from the start.
    pub depth: PerMetric,
    /// The number of states reachable from the start, in the metrics whose
    /// moves can be taken back.
    pub states: Option<u64>,
    /// The number of states reachable by slides.
    pub slides_states: Option<u64>,
    /// The number of [`Self::states`] that are goals.
    pub goal_states: Option<u64>,
}
