//! What a puzzle file says is known of its puzzle.

use serde::Deserialize;

use super::super::model::Metric;

/// One number for each metric, where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PerMetric {
    /// In [`Metric::Moves`].
    pub moves: Option<u32>,
    /// In [`Metric::Straight`].
    pub straight: Option<u32>,
    /// In [`Metric::Steps`].
    pub steps: Option<u32>,
}

impl PerMetric {
    /// The number for a metric.
    #[must_use]
    pub const fn of(&self, metric: Metric) -> Option<u32> {
        match metric {
            Metric::Moves => self.moves,
            Metric::Straight => self.straight,
            Metric::Steps => self.steps,
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
    /// The number of states reachable from the start.
    pub states: Option<u64>,
    /// The number of these that are goals.
    pub goal_states: Option<u64>,
}
