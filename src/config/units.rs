//! Sizes, counts and times as people write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::value::Problem;

/// Steps of 1024, largest first: what [`Size`] is shown in.
const BINARY: [(&str, u64); 5] =
    [("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];

/// A number of bytes between two bounds, written "512 MiB", "64KiB", "1.5 GiB",
/// "10 MB" or 4096. A lone letter ("2G") is the step of 1024, as in most tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SizeIn<const MIN: u64, const MAX: u64>(u64);

/// Any number of bytes.
pub type Size = SizeIn<0, { u64::MAX }>;

impl<const MIN: u64, const MAX: u64> SizeIn<MIN, MAX> {
    /// The number of bytes.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.0
    }
}

impl<const MIN: u64, const MAX: u64> FromStr for SizeIn<MIN, MAX> {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (number, unit) = split_unit(text);
        let unit = unit.to_ascii_lowercase();
        let scale = match unit.as_str() {
            "" | "b" => Some(1),
            "k" | "kib" => Some(1 << 10),
            "m" | "mib" => Some(1 << 20),
            "g" | "gib" => Some(1 << 30),
            "t" | "tib" => Some(1 << 40),
            "kb" => Some(1_000),
            "mb" => Some(1_000_000),
            "gb" => Some(1_000_000_000),
            "tb" => Some(1_000_000_000_000),
            _ => None,
        };
        let bytes = scale
            .and_then(|scale| scaled(number, scale))
            .ok_or_else(|| Problem::new("write a size such as \"512 MiB\", \"64 KiB\" or 4096"))?;
        if (MIN..=MAX).contains(&bytes) {
            Ok(Self(bytes))
        } else {
            let (least, most) = (Size::from(MIN), Size::from(MAX));
            Err(Problem::new(format!("the size must be from {least} to {most}")))
        }
    }
}

impl From<u64> for Size {
    fn from(bytes: u64) -> Self {
        Self(bytes)
    }
}

impl<const MIN: u64, const MAX: u64> fmt::Display for SizeIn<MIN, MAX> {
    /// Exact, in the largest unit that divides it: it can be read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |&&(_, step): &&(&str, u64)| self.0 >= step && self.0.is_multiple_of(step);
        let (unit, step) = BINARY.iter().find(fits).unwrap_or(&("B", 1));
        write!(f, "{} {unit}", self.0 / step)
    }
}

/// A number of things, written 1000000, "1_000_000" or "5M" (steps of 1000).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(u64);

impl Count {
    /// The number.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl FromStr for Count {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (number, unit) = split_unit(text);
        let scale = match unit {
            "" => Some(1),
            "k" | "K" => Some(1_000),
            "m" | "M" => Some(1_000_000),
            "g" | "G" => Some(1_000_000_000),
            _ => None,
        };
        scale
            .and_then(|scale| scaled(number, scale))
            .map(Self)
            .ok_or_else(|| Problem::new("write a count such as 1000000, \"1_000_000\" or \"5M\""))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A time span, written "500ms", "2s" or "1h 30m".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(Duration);

impl Time {
    /// The time span.
    #[must_use]
    pub fn get(self) -> Duration {
        self.0
    }
}

impl FromStr for Time {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let parsed = humantime::parse_duration(text.trim());
        parsed.map(Self).map_err(|error| {
            Problem::new(format!("{error}; write a time such as 500ms, 2s or \"1h 30m\""))
        })
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_duration(self.0).fmt(f)
    }
}

/// Splits "1.5 GiB" into "1.5" and "GiB".
fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number.trim_end(), unit)
}

/// `number * scale`, exactly; `None` when `number` is not a plain decimal, when
/// the product is no whole number or too large.
fn scaled(number: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| -> Option<String> {
        let plain: String = text.chars().filter(|&c| c != '_').collect();
        plain.bytes().all(|b| b.is_ascii_digit()).then_some(plain)
    };
    let (whole, fraction) = (digits(whole)?, digits(fraction)?);
    if whole.is_empty() || (fraction.is_empty() && number.contains('.')) {
        return None;
    }
    let unit = 10_u128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let value: u128 = format!("{whole}{fraction}").parse().ok()?;
    let product = value.checked_mul(u128::from(scale))?;
    product.is_multiple_of(unit).then(|| u64::try_from(product / unit).ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bytes(text: &str) -> Option<u64> {
        text.parse::<Size>().ok().map(SizeIn::bytes)
    }

    #[test]
    fn sizes_as_people_write_them() {
        for (text, expected) in [
            ("0", 0),
            ("4096", 4096),
            ("64KiB", 65_536),
            ("64 kib", 65_536),
            (" 512 MiB ", 536_870_912),
            ("1.5 GiB", 1_610_612_736),
            ("0.25 KiB", 256),
            ("2G", 2_147_483_648),
            ("10 MB", 10_000_000),
            ("1_000 B", 1_000),
            ("16777215 TiB", 16_777_215 << 40),
        ] {
            assert_eq!(bytes(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn sizes_that_are_none() {
        for text in
            ["", "MiB", "-1", "1,5 MiB", "1.", ".5 MiB", "0.3 KiB", "16777216 TiB", "1 MiBs", "1e3"]
        {
            assert_eq!(bytes(text), None, "{text}");
        }
        assert_eq!(bytes(&format!("1.{}", "0".repeat(100_000))), None);
    }

    #[test]
    fn bounds_are_kept_and_named() {
        type Block = SizeIn<4096, 65_536>;
        assert_eq!("64 KiB".parse::<Block>().map(SizeIn::bytes), Ok(65_536));
        let problem = "64.5 KiB".parse::<Block>().unwrap_err().to_string();
        assert_eq!(problem, "the size must be from 4 KiB to 64 KiB");
        assert!("4095".parse::<Block>().is_err());
    }

    #[test]
    fn counts_as_people_write_them() {
        for (text, expected) in [("7", 7), ("1_000_000", 1_000_000), ("2.5M", 2_500_000)] {
            assert_eq!(text.parse::<Count>().map(Count::get), Ok(expected), "{text}");
        }
        for text in ["", "x", "5 MiB", "0.5", "99999999999G"] {
            assert!(text.parse::<Count>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_time_without_unit_is_refused_with_advice() {
        let problem = "2".parse::<Time>().unwrap_err().to_string();
        assert!(problem.contains("2s"), "{problem}");
        assert_eq!("1h 30m".parse::<Time>().map(Time::get), Ok(Duration::from_secs(5400)));
    }

    proptest! {
        #[test]
        fn sizes_are_read_back(bytes: u64, shift in 0_u32..60) {
            let size = Size::from(bytes >> shift << (shift / 2));
            prop_assert_eq!(size.to_string().parse::<Size>(), Ok(size));
        }

        #[test]
        fn times_are_read_back(seconds in 0_u64..1 << 40, nanos in 0_u32..1_000_000_000) {
            let time = Time(Duration::new(seconds, nanos));
            prop_assert_eq!(time.to_string().parse::<Time>(), Ok(time));
        }

        #[test]
        fn any_text_is_a_size_or_refused(text in ".{0,40}") {
            let _ = text.parse::<Size>();
            let _ = text.parse::<Count>();
            let _ = text.parse::<Time>();
        }
    }
}
