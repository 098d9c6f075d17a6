//! Generation sizes as a chart of text.

use crate::telemetry::figures::count;

/// Lines of a chart at most.
const LINES: usize = 20;
/// Characters of the longest bar.
const BAR: f64 = 40.0;

/// A line for each generation, or for several where there are many, with a bar
/// as long as the logarithm of its states. Every line ends with a line break.
pub(super) fn chart(sizes: &[u64]) -> String {
    let step = sizes.len().div_ceil(LINES).max(1);
    let lines: Vec<(String, u64)> = sizes
        .chunks(step)
        .enumerate()
        .map(|(number, chunk)| {
            let first = number * step;
            let last = first + chunk.len() - 1;
            let name = if step == 1 { first.to_string() } else { format!("{first}-{last}") };
            (name, chunk.iter().sum())
        })
        .collect();
    let most = lines.iter().map(|&(_, states)| states).max().unwrap_or_default();
    let name_width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let count_width = count(most).len();
    let line = |(name, states): &(String, u64)| {
        let length = (BAR * log(*states) / log(most).max(1.0)).round() as usize;
        let line = format!("{name:>name_width$}  {:>count_width$}  ", count(*states));
        format!("{}\n", format!("{line}{}", "#".repeat(length)).trim_end())
    };
    lines.iter().map(line).collect()
}

/// A logarithm under which one state is something.
fn log(states: u64) -> f64 {
    (states as f64 + 1.0).log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_the_logarithm() {
        let expected = [
            "0      1  ####",
            "1  1,023  ########################################",
            "2     31  ####################",
            "3      0",
            "",
        ];
        assert_eq!(chart(&[1, 1023, 31, 0]), expected.join("\n"));
    }

    #[test]
    fn many_generations_share_lines() {
        let sizes = vec![1; 125];
        let chart = chart(&sizes);
        assert_eq!(chart.lines().count(), 18);
        assert!(chart.starts_with("    0-6  7  #"), "{chart}");
        assert!(chart.lines().last().unwrap().starts_with("119-124  6  #"), "{chart}");
    }

    #[test]
    fn nothing_is_an_empty_chart() {
        assert_eq!(chart(&[]), "");
    }
}
