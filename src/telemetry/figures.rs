//! Figures as people read them: rounded, with units. For exact notation that
//! can be read back see the types of the settings.

use std::time::Duration;

/// `1,234,567`.
#[must_use]
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Any decimal digits in groups of three, for numbers wider than `u64`.
#[must_use]
pub fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 state`, `2 states`: a count with its noun.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(number))
}

/// `312 B`, `3.2 MiB`, `128 MiB`: three digits of the size.
#[must_use]
pub fn bytes(number: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    scaled(number as f64, 1024.0, &units)
}

/// `3.4 M states/s`: three digits of a rate of `noun`.
#[must_use]
pub fn rate(per_second: f64, noun: &str) -> String {
    let figure = scaled(per_second.max(0.0), 1000.0, &["", "K", "M", "G", "T"]);
    format!("{} {noun}/s", figure.trim_end())
}

/// `42.0%`: a part of a whole, `100.0%` only when it is all of it.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    if part >= whole {
        return "100.0%".to_owned();
    }
    let tenths = u128::from(part) * 1000 / u128::from(whole);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// `12 ms`, `3.42 s`, `2m 05s`, `1h 02m`, `3d 04h`: two parts of a time.
#[must_use]
pub fn duration(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.as_millis());
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    match seconds {
        0 if millis < 1 => format!("{} µs", time.as_micros()),
        0 => format!("{millis} ms"),
        1..=9 => format!("{seconds}.{:02} s", millis % 1000 / 10),
        10..=59 => format!("{seconds}.{} s", millis % 1000 / 100),
        60..=3599 => format!("{minutes}m {:02}s", seconds % 60),
        3600..=86_399 => format!("{hours}h {:02}m", minutes % 60),
        _ => format!("{days}d {:02}h", hours % 24),
    }
}

/// Scales `value` by `step` until it has at most three digits before the point,
/// and shows three digits in all; the first unit is shown as it is.
fn scaled(value: f64, step: f64, units: &[&str]) -> String {
    let mut value = value;
    let mut units = units.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    let whole = value < 999.5 && value.fract() == 0.0;
    // 999.5 would be shown as 1000.
    while value >= step.min(999.5) {
        let Some(next) = units.next() else { break };
        value /= step;
        unit = next;
    }
    match value {
        _ if whole => format!("{value:.0} {unit}"),
        _ if value < 9.995 => format!("{value:.2} {unit}"),
        _ if value < 99.95 => format!("{value:.1} {unit}"),
        _ => format!("{value:.0} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(count(number), text);
        }
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(0, "state"), "0 states");
    }

    #[test]
    fn bytes_have_three_digits() {
        for (number, text) in [
            (0, "0 B"),
            (312, "312 B"),
            (1000, "0.98 KiB"),
            (1024, "1.00 KiB"),
            (3_355_443, "3.20 MiB"),
            (10 << 20, "10.0 MiB"),
            (128 << 20, "128 MiB"),
            ((1 << 30) - 1, "1.00 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn rates_have_three_digits() {
        for (per_second, text) in [
            (0.0, "0 states/s"),
            (12.0, "12 states/s"),
            (12.34, "12.3 states/s"),
            (999.9, "1.00 K states/s"),
            (3_400_000.0, "3.40 M states/s"),
            (-1.0, "0 states/s"),
            (f64::NAN, "0 states/s"),
        ] {
            assert_eq!(rate(per_second, "states"), text);
        }
    }

    #[test]
    fn percents_round_down() {
        assert_eq!(percent(0, 3), "0.0%");
        assert_eq!(percent(2, 3), "66.6%");
        assert_eq!(percent(u64::MAX - 1, u64::MAX), "99.9%");
        assert_eq!(percent(3, 3), "100.0%");
        assert_eq!(percent(0, 0), "100.0%");
    }

    #[test]
    fn durations_have_two_parts() {
        for (millis, text) in [
            (0, "0 µs"),
            (12, "12 ms"),
            (3_429, "3.42 s"),
            (59_999, "59.9 s"),
            (125_000, "2m 05s"),
            (3_720_000, "1h 02m"),
            (273_600_000, "3d 04h"),
        ] {
            assert_eq!(duration(Duration::from_millis(millis)), text);
        }
    }
}
