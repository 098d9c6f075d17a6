//! Progress as a bar on a terminal.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::pace::Pace;
use super::text;
use crate::engine::{Event, Listener, Progress};

/// A search that is over before this shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// A bar for the present generation and a line of figures below it.
pub(super) struct Bar<'m> {
    bars: &'m MultiProgress,
    bar: Option<ProgressBar>,
    color: bool,
    stages: bool,
    pace: Pace,
}

impl<'m> Bar<'m> {
    /// Draws among `bars`; shows the counters of the pipeline if asked for
    /// `stages`.
    pub(super) fn new(bars: &'m MultiProgress, color: bool, stages: bool) -> Self {
        Self { bars, bar: None, color, stages, pace: Pace::new() }
    }

    fn draw(&mut self, progress: &Progress) {
        let to_end = self.pace.time_left(progress);
        if progress.elapsed < PATIENCE {
            return;
        }
        let (bars, color) = (self.bars, self.color);
        let bar = self.bar.get_or_insert_with(|| bars.add(styled(color)));
        bar.set_length(progress.generation_states);
        bar.set_position(progress.expanded);
        bar.set_prefix(text::generation(progress));
        bar.set_message(format!(
            "{}\n  {}",
            text::share(progress, to_end),
            text::figures(progress)
        ));
    }

    fn say(&self, line: &str) {
        // A terminal that is gone is no reason to stop the search.
        let _ = self.bars.println(line);
    }
}

fn styled(color: bool) -> ProgressBar {
    let template =
        if color { "{prefix} [{bar:24.cyan}] {msg}" } else { "{prefix} [{bar:24}] {msg}" };
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ");
    ProgressBar::no_length().with_style(style)
}

impl Listener for Bar<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Progress(progress) => self.draw(progress),
            Event::Stages { stages } if self.stages => self.say(&text::stages(stages)),
            other => {
                if let Some(remark) = text::remark(other) {
                    self.say(&remark);
                }
            }
        }
    }
}

impl Drop for Bar<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressDrawTarget};

    use super::super::text::tests::progress;
    use super::*;

    #[test]
    fn a_bar_is_drawn_and_cleared() {
        let terminal = InMemoryTerm::new(10, 120);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bars = MultiProgress::with_draw_target(target);
        let mut reporter = Bar::new(&bars, false, false);

        let early = Progress { elapsed: Duration::from_millis(10), ..progress() };
        reporter.event(&Event::Progress(early));
        assert_eq!(terminal.contents(), "");

        reporter.event(&Event::Progress(progress()));
        let shown = terminal.contents();
        assert!(shown.starts_with("generation 24 [========>"), "{shown}");
        assert!(shown.contains("36.9% of 1,234,567 states"), "{shown}");
        assert!(shown.contains("\n  3.40 M states/s, 612,345 new"), "{shown}");

        reporter.event(&Event::Stopping { reason: "disk nearly full".into() });
        assert!(terminal.contents().starts_with("stopping: disk nearly full\n"));

        drop(reporter);
        assert_eq!(terminal.contents(), "stopping: disk nearly full");
    }
}
