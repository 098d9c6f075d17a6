//! How fast a total grows.

use std::collections::VecDeque;
use std::time::Duration;

/// Measures growth over a sliding window, so that the figure follows changes of
/// pace without jumping. The clock is the caller's: any time that only grows.
#[derive(Debug, Clone)]
pub struct RateMeter {
    window: Duration,
    samples: VecDeque<(Duration, u64)>,
}

/// Samples kept at most, however often [`RateMeter::record`] is called.
const MOST_SAMPLES: usize = 256;

impl RateMeter {
    /// A meter that looks back over `window`.
    #[must_use]
    pub fn new(window: Duration) -> Self {
        Self { window, samples: VecDeque::new() }
    }

    /// Takes note of `total` at `now` and returns the growth per second over the
    /// window; `0.0` as long as there is nothing to compare with. A smaller total
    /// than before begins a new measurement.
    pub fn record(&mut self, now: Duration, total: u64) -> f64 {
        if self.samples.back().is_some_and(|&(at, last)| total < last || now < at) {
            self.samples.clear();
        }
        // The oldest sample stays until its successor is outside the window too,
        // so that a slow caller still has one to compare with.
        while self.samples.get(1).is_some_and(|&(at, _)| at + self.window <= now)
            || self.samples.len() >= MOST_SAMPLES
        {
            self.samples.pop_front();
        }
        self.samples.push_back((now, total));
        let Some(&(at, first)) = self.samples.front() else { return 0.0 };
        let seconds = now.saturating_sub(at).as_secs_f64();
        if seconds > 0.0 { (total - first) as f64 / seconds } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn it_follows_the_pace_of_the_window() {
        let mut meter = RateMeter::new(at(10));
        assert_eq!(meter.record(at(0), 0), 0.0);
        assert_eq!(meter.record(at(1), 100), 100.0);
        assert_eq!(meter.record(at(10), 1000), 100.0);
        // From here nothing grows: the growth leaves the window.
        assert_eq!(meter.record(at(20), 1000), 0.0);
    }

    #[test]
    fn a_smaller_total_begins_anew() {
        let mut meter = RateMeter::new(at(10));
        meter.record(at(0), 500);
        meter.record(at(1), 600);
        assert_eq!(meter.record(at(2), 0), 0.0);
        assert_eq!(meter.record(at(3), 50), 50.0);
    }

    #[test]
    fn a_slow_caller_gets_a_rate_too() {
        let mut meter = RateMeter::new(at(1));
        meter.record(at(0), 0);
        assert_eq!(meter.record(at(100), 500), 5.0);
    }

    #[test]
    fn memory_is_bounded() {
        let mut meter = RateMeter::new(at(1000));
        for step in 0..10_000 {
            meter.record(Duration::from_millis(step), step);
        }
        assert!(meter.samples.len() <= MOST_SAMPLES);
    }
}
