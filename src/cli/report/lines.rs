//! Progress as plain lines.

use std::io::Write;
use std::time::Duration;

use super::pace::Pace;
use super::text;
use crate::engine::{Event, Listener};

/// Time between two lines: a log of a day stays readable.
const PERIOD: Duration = Duration::from_secs(10);

/// Writes a line every [`PERIOD`]. That the log cannot be written does not stop
/// a search.
pub(super) struct Lines<W> {
    to: W,
    talks: bool,
    stages: bool,
    pace: Pace,
    next: Duration,
}

impl<W: Write> Lines<W> {
    /// Writes to `to`: progress and remarks if it `talks`, the counters of the
    /// pipeline if asked for `stages`.
    pub(super) fn new(to: W, talks: bool, stages: bool) -> Self {
        Self { to, talks, stages, pace: Pace::new(), next: PERIOD }
    }
}

impl<W: Write> Listener for Lines<W> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Progress(progress) if self.talks => {
                let to_end = self.pace.time_left(progress);
                if progress.elapsed < self.next {
                    return;
                }
                self.next = progress.elapsed + PERIOD;
                let generation = text::generation(progress);
                let (share, figures) = (text::share(progress, to_end), text::figures(progress));
                let _ = writeln!(self.to, "{generation}: {share}; {figures}");
            }
            Event::Stages { stages } if self.stages => {
                let _ = writeln!(self.to, "{}", text::stages(stages));
            }
            other if self.talks => {
                if let Some(remark) = text::remark(other) {
                    let _ = writeln!(self.to, "{remark}");
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::progress;
    use super::*;
    use crate::engine::Progress;

    fn lines(talks: bool, events: &[Event]) -> Vec<String> {
        let mut to = Vec::new();
        let mut reporter = Lines::new(&mut to, talks, false);
        events.iter().for_each(|event| reporter.event(event));
        String::from_utf8(to).unwrap().lines().map(str::to_owned).collect()
    }

    fn at(seconds: u64, expanded: u64) -> Event {
        let elapsed = Duration::from_secs(seconds);
        Event::Progress(Progress { elapsed, expanded, ..progress() })
    }

    #[test]
    fn a_line_every_ten_seconds() {
        let written = lines(true, &[at(0, 0), at(5, 1), at(10, 234_567), at(19, 3), at(21, 4)]);
        assert_eq!(written.len(), 2, "{written:?}");
        assert_eq!(
            written[0],
            "generation 24: 18.9% of 1,234,567 states, 42.6 s to its end; 3.40 M states/s, \
             612,345 new, 1,111,111 duplicates, 12,345,678 in all, disk 45.1 MiB, memory 120 MiB"
        );
    }

    #[test]
    fn remarks_come_at_once_unless_it_is_silent() {
        let events = [
            Event::Started {
                run: Some(3),
                resumed: true,
                algorithm: "generations".into(),
                states: 1,
            },
            Event::Stopping { reason: "limit of 5 states reached".into() },
        ];
        let expected = [
            "run 3 goes on where it stopped: 1 state stored",
            "stopping: limit of 5 states reached",
        ];
        assert_eq!(lines(true, &events), expected);
        assert!(lines(false, &events).is_empty());
        assert!(lines(false, &[at(60, 1)]).is_empty());
    }
}
