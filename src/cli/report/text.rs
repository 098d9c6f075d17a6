//! The sentences of the reporters.

use std::fmt::Write;
use std::time::Duration;

use crate::engine::{Event, Progress, StageCounters};
use crate::telemetry::figures::{bytes, count, counted, duration, percent, rate};

/// `generation 24`, with the side when there are two; `depth 24` of a search that
/// does not go by generations.
pub(super) fn generation(progress: &Progress) -> String {
    match progress.side {
        _ if progress.generation_states == 0 => format!("depth {}", progress.generation),
        "" | "forward" => format!("generation {}", progress.generation),
        side => format!("{side} generation {}", progress.generation),
    }
}

/// How much of the generation is done and how long the rest takes.
pub(super) fn share(progress: &Progress, to_end: Option<Duration>) -> String {
    if progress.generation_states == 0 {
        return format!("{} expanded", counted(progress.expanded, "state"));
    }
    let mut text = format!(
        "{} of {}",
        percent(progress.expanded, progress.generation_states),
        counted(progress.generation_states, "state"),
    );
    if let Some(time) = to_end {
        text.push_str(&format!(", {} to its end", duration(time)));
    }
    text
}

/// The other figures of a progress report.
pub(super) fn figures(progress: &Progress) -> String {
    format!(
        "{}, {} new, {}, {} in all, disk {}, memory {}",
        rate(progress.rate, "states"),
        count(progress.new_states),
        counted(progress.duplicates, "duplicate"),
        count(progress.states),
        bytes(progress.store_bytes),
        bytes(progress.resident_bytes),
    )
}

/// What is worth a line of its own, whatever the way of showing progress.
pub(super) fn remark(event: &Event) -> Option<String> {
    match event {
        Event::Started { run: Some(run), resumed: true, states, .. } => Some(format!(
            "run {run} goes on where it stopped: {} stored",
            counted(*states, "state")
        )),
        Event::Stopping { reason } => Some(format!("stopping: {reason}")),
        _ => None,
    }
}

/// The counters of the pipeline as a table.
pub(super) fn stages(stages: &[StageCounters]) -> String {
    let mut text = String::from("stage             items      bytes       busy    waiting");
    for stage in stages {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n{:<8} {:>14} {:>10} {:>10} {:>10}",
            stage.stage,
            count(stage.items),
            bytes(stage.bytes),
            duration(stage.busy),
            duration(stage.waiting),
        );
    }
    text
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::cli::report) fn progress() -> Progress {
        Progress {
            run: Some(1),
            side: "forward",
            generation: 24,
            expanded: 456_789,
            generation_states: 1_234_567,
            new_states: 612_345,
            duplicates: 1_111_111,
            states: 12_345_678,
            rate: 3_400_000.0,
            store_bytes: 47_290_000,
            resident_bytes: 125_829_120,
            elapsed: Duration::from_secs(12),
        }
    }

    #[test]
    fn progress_reads_well() {
        let progress = progress();
        assert_eq!(generation(&progress), "generation 24");
        assert_eq!(
            generation(&Progress { side: "backward", ..progress.clone() }),
            "backward generation 24"
        );
        assert_eq!(
            share(&progress, Some(Duration::from_secs(80))),
            "36.9% of 1,234,567 states, 1m 20s to its end"
        );
        assert_eq!(share(&progress, None), "36.9% of 1,234,567 states");
        let beside = Progress { generation_states: 0, ..progress.clone() };
        assert_eq!(generation(&beside), "depth 24");
        assert_eq!(share(&beside, None), "456,789 states expanded");
        assert_eq!(
            figures(&progress),
            "3.40 M states/s, 612,345 new, 1,111,111 duplicates, 12,345,678 in all, \
             disk 45.1 MiB, memory 120 MiB"
        );
    }

    #[test]
    fn stages_line_up() {
        let stage = |stage, items| StageCounters {
            stage,
            items,
            bytes: items * 8,
            busy: Duration::from_millis(items),
            waiting: Duration::from_secs(items),
        };
        let table = stages(&[stage("read", 7), stage("expand", 1_234_567)]);
        let widths: Vec<usize> = table.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths, [56; 3], "{table}");
    }
}
