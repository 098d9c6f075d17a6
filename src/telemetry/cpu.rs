//! Time of processors that this process used, as the kernel tells it.

use std::fs;
use std::time::Duration;

/// The unit in which the kernel tells programs times: hundredths of a second on
/// every machine.
const TICK: Duration = Duration::from_millis(10);

/// Processor time of all threads of this process so far, in steps of 10 ms;
/// `None` where there is no `/proc`.
#[must_use]
pub fn cpu_time() -> Option<Duration> {
    cpu_in(&fs::read_to_string("/proc/self/stat").ok()?)
}

fn cpu_in(stat: &str) -> Option<Duration> {
    // The second field is the program's name in parentheses, with whatever in it.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let ticks = times.next()?.parse::<u32>().ok()?.checked_add(times.next()?.parse().ok()?)?;
    Some(TICK * ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_are_summed() {
        let stat = "7 (a) b) R 1 2 3 4 5 6 7 8 9 10 1234 66 17 18";
        assert_eq!(cpu_in(stat), Some(Duration::from_secs(13)));
        assert_eq!(cpu_in("7 (a) R 1"), None);
        assert!(cpu_time().is_some());
    }
}
