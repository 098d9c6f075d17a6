//! The components of a run as people read them.

use crate::inspect::ComponentStats;
use crate::telemetry::figures::{count, counted};

/// `83,239 states in 21,697 components, to depth 28`.
pub(super) fn extent(stats: &ComponentStats) -> String {
    let states = counted(stats.states(), "state");
    let components = counted(stats.components(), "component");
    let deepest = stats.depths.iter().rfind(|(_, row)| row.components > 0);
    let deepest = deepest.map(|(depth, _)| format!(", to depth {depth}")).unwrap_or_default();
    format!("{states} in {components}{deepest}")
}

/// `1,234 start points wait`, if any does.
pub(super) fn waiting(stats: &ComponentStats) -> Option<String> {
    let waiting = stats.waiting();
    let wait = if waiting == 1 { "waits" } else { "wait" };
    (waiting > 0).then(|| format!("{} {wait} to be scanned", counted(waiting, "start point")))
}

/// A line for each depth: components, states, the largest, start points waiting.
pub(super) fn table(stats: &ComponentStats) -> String {
    let headings = ["depth", "components", "states", "largest", "waiting"];
    let mut rows: Vec<Vec<String>> = vec![headings.map(str::to_owned).to_vec()];
    rows.extend(stats.depths.iter().map(|(depth, row)| {
        let figures = [row.components, row.states, row.largest, row.waiting].map(count);
        [depth.to_string()].into_iter().chain(figures).collect()
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
