//! Ranges of deals.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::domains::freecell::MAX_DEAL;

/// Numbers of deals, ascending, each once: ranges that neither meet nor touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Deals(Vec<RangeInclusive<u64>>);

impl Deals {
    /// The numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter().cloned().flatten()
    }

    /// How many they are.
    pub(super) fn count(&self) -> u64 {
        self.0.iter().map(|range| range.end() - range.start() + 1).sum()
    }
}

impl FromStr for Deals {
    type Err = String;

    /// Reads `1..1000` (the last included), `617`, `1,5,9..20`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let number = |digits: &str| {
                let number = digits.trim().parse().ok();
                number.filter(|number| (1..=MAX_DEAL).contains(number)).ok_or_else(|| {
                    format!("{digits:?} is no number of a deal: 1 to {MAX_DEAL} are possible")
                })
            };
            let (first, last) = (number(first)?, number(last.trim_start_matches('='))?);
            if first > last {
                return Err(format!("{part:?} holds no deal: the first number is the greater"));
            }
            parts.push(first..=last);
        }
        parts.sort_unstable_by_key(|range| *range.start());
        let mut merged: Vec<RangeInclusive<u64>> = Vec::new();
        for part in parts {
            match merged.last_mut() {
                Some(last) if *part.start() <= last.end() + 1 => {
                    *last = *last.start()..=*last.end().max(part.end());
                }
                _ => merged.push(part),
            }
        }
        Ok(Self(merged))
    }
}

/// As it is read.
impl Display for Deals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, range) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match (range.start(), range.end()) {
                (first, last) if first == last => write!(f, "{comma}{first}")?,
                (first, last) => write!(f, "{comma}{first}..{last}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_in_any_order_and_told_in_one() {
        for (text, canonical, count) in [
            ("1..32000", "1..32000", 32_000),
            ("617", "617", 1),
            ("9..20,1,5", "1,5,9..20", 14),
            ("5, 4 ,1..3", "1..5", 5),
            ("1..10,3..4,8..12", "1..12", 12),
            ("8589934591", "8589934591", 1),
        ] {
            let deals: Deals = text.parse().unwrap();
            assert_eq!((deals.to_string().as_str(), deals.count()), (canonical, count), "{text}");
            assert_eq!(deals.iter().count() as u64, count);
            assert!(deals.iter().is_sorted());
            assert_eq!(canonical.parse(), Ok(deals));
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in ["", "0", "1..", "..5", "5..1", "1,,2", "x", "-1", "8589934592", "1..2..3"] {
            assert!(text.parse::<Deals>().is_err(), "{text}");
        }
    }
}
