//! The results of several algorithms beside each other.

use std::time::Duration;

use anyhow::bail;
use serde::Serialize;

use super::child::{Found, Outcome};
use super::contestants::Contestant;
use crate::cli::context::Context;
use crate::cli::table::Table;
use crate::engine::Verdict;
use crate::telemetry::figures::{bytes, count, counted, duration};

/// One algorithm with what came of it.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) contestant: Contestant,
    pub(super) outcome: Outcome,
}

/// The row as JSON.
#[derive(Serialize)]
pub(super) struct Message<'r> {
    algorithm: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beam: Option<&'r str>,
    verdict: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_memory_bytes: Option<u64>,
}

impl Row {
    fn found(&self) -> Option<&Found> {
        match &self.outcome {
            Outcome::Result(found) => Some(found),
            Outcome::Killed | Outcome::OutOfRoom | Outcome::Failed(_) => None,
        }
    }

    /// The row as a message.
    pub(super) fn message(&self) -> Message<'_> {
        let found = self.found();
        Message {
            algorithm: self.contestant.algorithm.to_string(),
            heuristic: self.contestant.heuristic,
            beam: self.contestant.beam,
            verdict: match &self.outcome {
                Outcome::Killed | Outcome::OutOfRoom => "limit",
                Outcome::Failed(_) => "error",
                Outcome::Result(found) => match found.verdict {
                    Verdict::Solved => "solved",
                    Verdict::Unsolvable => "unsolvable",
                    Verdict::Exhausted => "exhausted",
                    Verdict::Limit => "limit",
                    Verdict::NotFound => "not_found",
                    Verdict::Interrupted => "interrupted",
                },
            },
            limit: match self.outcome {
                Outcome::OutOfRoom => Some("memory for candidates"),
                _ => found.and_then(|found| found.limit.as_deref()),
            },
            error: match &self.outcome {
                Outcome::Failed(status) => Some(status.to_string()),
                Outcome::Killed | Outcome::OutOfRoom | Outcome::Result(_) => None,
            },
            metric: found.map(|found| found.metric.as_str()),
            length: found.and_then(|found| found.length),
            optimal: found.and_then(|found| found.optimal),
            expanded: found.map(|found| found.expanded.unwrap_or(found.states)),
            edges: found.map(|found| found.edges),
            seconds: found.map(|found| found.seconds),
            peak_memory_bytes: found.and_then(|found| found.peak_memory_bytes),
        }
    }

    /// What the length is worth, or why there is none.
    fn answer(&self) -> &'static str {
        match &self.outcome {
            Outcome::Killed => "killed",
            Outcome::OutOfRoom => "memory",
            Outcome::Failed(_) => "failed",
            Outcome::Result(found) => match found.verdict {
                Verdict::Solved if found.optimal == Some(true) => "optimal",
                Verdict::Solved => "found",
                Verdict::Unsolvable | Verdict::Exhausted => "unsolvable",
                Verdict::Limit => "limit",
                Verdict::NotFound => "not found",
                Verdict::Interrupted => "stopped",
            },
        }
    }

    fn cells(&self) -> Vec<String> {
        let found = self.found();
        let cell = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let time = found.and_then(|found| Duration::try_from_secs_f64(found.seconds).ok());
        vec![
            self.contestant.algorithm.to_string(),
            self.contestant.form().to_owned(),
            cell(found.and_then(|found| found.length).map(|length| count(length.into()))),
            self.answer().to_owned(),
            cell(found.map(|found| count(found.expanded.unwrap_or(found.states)))),
            cell(found.map(|found| count(found.edges))),
            cell(time.map(duration)),
            cell(found.and_then(|found| found.peak_memory_bytes).map(bytes)),
        ]
    }

    /// What the algorithm has proven: the fewest moves, `None` for no solution.
    fn proven(&self) -> Option<Option<u32>> {
        let found = self.found()?;
        match (found.verdict, found.optimal) {
            (Verdict::Solved, Some(true)) => Some(found.length),
            (Verdict::Unsolvable, _) => Some(None),
            _ => None,
        }
    }

    /// The length of a solution, shortest or not.
    fn length(&self) -> Option<u32> {
        self.found().filter(|found| found.verdict == Verdict::Solved)?.length
    }
}

/// All rows.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub(super) rows: Vec<Row>,
}

impl Comparison {
    /// Writes the table, and below it what it comes to.
    pub(super) fn write(&self, cx: &mut Context) -> anyhow::Result<()> {
        let mut table = Table::new(&[
            "<algorithm",
            "<form",
            "length",
            "<answer",
            "expanded",
            "edges",
            "time",
            "memory",
        ]);
        for row in &self.rows {
            table.row(row.cells());
        }
        table.write(cx)?;
        if let Some(conclusion) = self.conclusion() {
            cx.out.line(format!("\n{conclusion}"))?;
        }
        cx.out.flush()?;
        Ok(())
    }

    fn conclusion(&self) -> Option<String> {
        let seconds = |row: &&Row| row.found().map_or(f64::MAX, |found| found.seconds);
        let proofs = self.rows.iter().filter(|row| row.proven().is_some());
        let fastest = proofs.min_by(|a, b| seconds(a).total_cmp(&seconds(b)));
        let (row, found) = match fastest {
            Some(row) => (row, row.found()?),
            None => {
                let row = self.rows.iter().filter(|row| row.length().is_some());
                let row = row.min_by_key(|row| row.length())?;
                let what = moves(row.length()?, &row.found()?.metric);
                return Some(format!("The shortest solution has {what}, without a proof."));
            }
        };
        let time = duration(Duration::try_from_secs_f64(found.seconds).unwrap_or_default());
        let by = &row.contestant;
        Some(match row.proven()? {
            Some(length) => {
                let what = moves(length, &found.metric);
                format!("A shortest solution has {what}; {by} proves it fastest, in {time}.")
            }
            None => format!("There is no solution; {by} proves it fastest, in {time}."),
        })
    }

    /// Looks for failures, and for results that cannot both be true.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for row in &self.rows {
            if let Outcome::Failed(status) = &row.outcome {
                bail!("{} failed: {status}", row.contestant);
            }
        }
        let Some((judge, proven)) = self.rows.iter().find_map(|row| Some((row, row.proven()?)))
        else {
            return Ok(());
        };
        for row in &self.rows {
            let other = row.proven().is_some_and(|other| other != proven);
            let beats = row.length().is_some_and(|length| proven.is_none_or(|p| length < p));
            if other || beats {
                bail!(
                    "{} and {} contradict each other: this is a mistake of the program, please \
                     report it with the puzzle",
                    judge.contestant,
                    row.contestant
                );
            }
        }
        Ok(())
    }
}

/// A length in its metric: moves have no name of their own.
fn moves(length: u32, metric: &str) -> String {
    match metric {
        "moves" => counted(length.into(), "move"),
        "steps" => counted(length.into(), "step"),
        "slides" => counted(length.into(), "slide"),
        other => format!("{} ({other})", counted(length.into(), "move")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::algorithm::Algorithm;

    fn row(verdict: Verdict, length: Option<u32>, optimal: bool) -> Row {
        let contestant =
            Contestant { algorithm: Algorithm::Astar, heuristic: Some("zero"), beam: None };
        let outcome = Outcome::Result(Found {
            metric: "moves".to_owned(),
            verdict,
            limit: None,
            optimal: length.map(|_| optimal),
            length,
            states: 5,
            expanded: None,
            edges: 6,
            seconds: 0.25,
            peak_memory_bytes: Some(1 << 20),
        });
        Row { contestant, outcome }
    }

    fn comparison(rows: Vec<Row>) -> Comparison {
        Comparison { rows }
    }

    #[test]
    fn contradictions_are_found() {
        let proof = || row(Verdict::Solved, Some(9), true);
        let none = || row(Verdict::Unsolvable, None, false);
        for good in [
            vec![proof(), proof(), row(Verdict::Solved, Some(9), false)],
            vec![proof(), row(Verdict::NotFound, None, false), row(Verdict::Limit, None, false)],
            vec![none(), none()],
            vec![row(Verdict::Solved, Some(8), false), row(Verdict::Solved, Some(9), false)],
        ] {
            assert!(comparison(good).check().is_ok());
        }
        for bad in [
            vec![proof(), row(Verdict::Solved, Some(8), false)],
            vec![row(Verdict::Solved, Some(8), false), proof()],
            vec![proof(), row(Verdict::Solved, Some(10), true)],
            vec![proof(), none()],
            vec![none(), row(Verdict::Solved, Some(9), false)],
        ] {
            let error = comparison(bad).check().unwrap_err().to_string();
            assert!(error.contains("contradict"), "{error}");
        }
    }

    #[test]
    fn the_conclusion_is_that_of_the_fastest_proof() {
        let found = vec![row(Verdict::Solved, Some(9), false), row(Verdict::Limit, None, false)];
        let text = comparison(found).conclusion();
        let expected = "The shortest solution has 9 moves, without a proof.";
        assert_eq!(text.as_deref(), Some(expected));
        let proven = vec![row(Verdict::Solved, Some(9), true)];
        let expected = "A shortest solution has 9 moves; astar zero proves it fastest, in 250 ms.";
        assert_eq!(comparison(proven).conclusion().as_deref(), Some(expected));
        assert_eq!(comparison(vec![row(Verdict::Limit, None, false)]).conclusion(), None);
    }
}
