//! What a puzzle file says is known of its board.

use serde::Deserialize;

use super::super::model::Metric;

/// One number for each metric, where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PerMetric {
    /// In [`Metric::Moves`].
    pub moves: Option<u32>,
    /// In [`Metric::Steps`].
    pub steps: Option<u32>,
    /// In [`Metric::Slides`].
    pub slides: Option<u32>,
}

impl PerMetric {
    /// The number for a metric.
    #[must_use]
    pub const fn of(&self, metric: Metric) -> Option<u32> {
        match metric {
            Metric::Moves => self.moves,
            Metric::Steps => self.steps,
            Metric::Slides => self.slides,
        }
    }
}

/// What is known of a board, every part of it optional.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Answers {
    /// Whether the primary car can leave.
    pub solvable: Option<bool>,
    /// The fewest moves to a goal.
    pub optimum: PerMetric,
    /// The number of states reachable from the start by moves or steps.
    pub states: Option<u64>,
    /// The number of states reachable by slides.
    pub slides_states: Option<u64>,
    /// The number of [`Self::states`] that are goals.
    pub goal_states: Option<u64>,
}
