//! How long the present generation will take.

use std::time::Duration;

use crate::engine::Progress;
use crate::telemetry::RateMeter;

/// How far back the pace is measured: long enough to be steady over commits,
/// short enough to follow a generation that slows down.
const WINDOW: Duration = Duration::from_secs(20);

/// Longest time that is worth telling.
const MOST: f64 = 100.0 * 86_400.0;

/// Measures how fast the states of a generation are expanded.
pub(super) struct Pace {
    of: Option<(&'static str, u32)>,
    meter: RateMeter,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self { of: None, meter: RateMeter::new(WINDOW) }
    }

    /// Takes note of where the run stands and tells the time to the end of its
    /// generation; `None` as long as that would be a guess. The end of the whole
    /// search is never foretold: nobody knows how many generations there are.
    pub(super) fn time_left(&mut self, progress: &Progress) -> Option<Duration> {
        let of = Some((progress.side, progress.generation));
        if self.of != of {
            *self = Self { of, ..Self::new() };
        }
        let rate = self.meter.record(progress.elapsed, progress.expanded);
        let left = progress.generation_states.saturating_sub(progress.expanded) as f64;
        let seconds = left / rate;
        (rate > 0.0 && seconds <= MOST).then(|| Duration::from_secs_f64(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(generation: u32, seconds: u64, expanded: u64) -> Progress {
        Progress {
            side: "forward",
            generation,
            expanded,
            generation_states: 1000,
            elapsed: Duration::from_secs(seconds),
            ..Progress::default()
        }
    }

    #[test]
    fn the_rest_of_the_generation_at_the_present_pace() {
        let mut pace = Pace::new();
        assert_eq!(pace.time_left(&at(3, 0, 0)), None);
        assert_eq!(pace.time_left(&at(3, 2, 200)), Some(Duration::from_secs(8)));
        assert_eq!(pace.time_left(&at(4, 3, 500)), None, "a new generation is a new measurement");
    }

    #[test]
    fn what_stands_still_has_no_end() {
        let mut pace = Pace::new();
        pace.time_left(&at(3, 0, 10));
        assert_eq!(pace.time_left(&at(3, 5, 10)), None);
    }
}
