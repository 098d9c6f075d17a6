//! The verdicts of deals, one after another, and their summary.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::cli::Exit;
use crate::cli::context::Context;
use crate::cli::style;
use crate::store::{DealRow, DealVerdict};
use crate::telemetry::cpu_time;
use crate::telemetry::figures::{count, counted, duration};

/// How many deals came to which end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Totals {
    pub(super) deals: u64,
    solved: u64,
    unsolvable: u64,
    pub(super) limit: u64,
    /// Of all solutions.
    moves: u64,
    states: u64,
}

impl Totals {
    /// Adds a deal.
    pub(super) fn count(&mut self, row: &DealRow) {
        self.deals += 1;
        *(match row.verdict {
            DealVerdict::Solved => &mut self.solved,
            DealVerdict::Unsolvable => &mut self.unsolvable,
            DealVerdict::Limit => &mut self.limit,
        }) += 1;
        self.moves += u64::from(row.moves.unwrap_or_default());
        self.states += row.states;
    }

    /// In words, without the zeros.
    pub(super) fn text(&self) -> String {
        let parts = [
            (self.solved, "solved"),
            (self.unsolvable, "unsolvable"),
            (self.limit, "stopped by a limit"),
        ];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> =
            parts.map(|(number, what)| format!("{} {what}", count(*number))).collect();
        let separator = if parts.is_empty() { "" } else { ": " };
        let parts = format!("{separator}{}", parts.join(", "));
        format!("{}{parts}; {}", counted(self.deals, "deal"), counted(self.states, "state"))
    }

    /// How a command ends that shows them.
    pub(super) const fn exit(&self) -> Exit {
        if self.limit > 0 { Exit::Limit } else { Exit::Done }
    }
}

/// One deal as JSON.
#[derive(Serialize)]
struct DealMessage {
    deal: u64,
    verdict: DealVerdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    states: u64,
}

/// The last message.
#[derive(Serialize)]
struct SummaryMessage<'t> {
    #[serde(flatten)]
    totals: &'t Totals,
    interrupted: bool,
    seconds: f64,
    /// Processor time of this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
}

/// Shows verdicts as they come.
pub(super) struct Report<'a> {
    pub(super) cx: &'a mut Context,
    json: bool,
    begun: Instant,
    pub(super) totals: Totals,
}

impl<'a> Report<'a> {
    /// Nothing is shown yet; the time of the summary begins.
    pub(super) fn new(cx: &'a mut Context, json: bool) -> Self {
        Self { cx, json, begun: Instant::now(), totals: Totals::default() }
    }

    /// Shows the next deal.
    pub(super) fn deal(&mut self, deal: u64, row: &DealRow) -> anyhow::Result<()> {
        let DealRow { verdict, moves, states } = *row;
        if self.json {
            self.cx.out.message("deal", &DealMessage { deal, verdict, moves, states })?;
        } else {
            let line = |deal: &str, verdict: &str, moves: &str, states: &str| {
                format!("{deal:>10}  {verdict:<10}  {moves:>5}  {states:>11}")
            };
            if self.totals.deals == 0 {
                let headings = line("deal", "verdict", "moves", "states");
                self.cx.out.line(style::paint(self.cx.color_out, style::STRONG, headings))?;
            }
            let moves = moves.map_or(String::new(), |moves| count(moves.into()));
            self.cx.out.line(line(&deal.to_string(), name(verdict), &moves, &count(states)))?;
        }
        self.totals.count(row);
        Ok(())
    }

    /// Hands everything over to the reader.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        Ok(self.cx.out.flush()?)
    }

    /// Shows the summary, and says how the program ends.
    pub(super) fn end(self, interrupted: bool) -> anyhow::Result<Exit> {
        let Self { cx, json, begun, totals } = self;
        let (elapsed, cpu) = (begun.elapsed(), cpu_time());
        if json {
            let message = SummaryMessage {
                totals: &totals,
                interrupted,
                seconds: elapsed.as_secs_f64(),
                cpu_seconds: cpu.map(|cpu| cpu.as_secs_f64()),
            };
            cx.out.message("summary", &message)?;
        } else {
            let cpu = cpu.map_or(String::new(), |cpu: Duration| format!(", {} CPU", duration(cpu)));
            let how = if interrupted { "; interrupted" } else { "" };
            cx.out.line(format!("{}; {}{cpu}{how}", totals.text(), duration(elapsed)))?;
        }
        Ok(if interrupted { Exit::Interrupted } else { totals.exit() })
    }
}

const fn name(verdict: DealVerdict) -> &'static str {
    match verdict {
        DealVerdict::Solved => "solved",
        DealVerdict::Unsolvable => "unsolvable",
        DealVerdict::Limit => "limit",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_leave_the_zeros_out_and_a_limit_decides_the_exit() {
        let mut totals = Totals::default();
        assert_eq!(totals.text(), "0 deals; 0 states");
        let row = DealRow { verdict: DealVerdict::Solved, moves: Some(90), states: 700 };
        totals.count(&row);
        totals.count(&DealRow { verdict: DealVerdict::Unsolvable, moves: None, states: 400 });
        assert_eq!(totals.text(), "2 deals: 1 solved, 1 unsolvable; 1,100 states");
        assert_eq!(totals.exit(), Exit::Done);
        totals.count(&DealRow { verdict: DealVerdict::Limit, ..row });
        assert_eq!(totals.exit(), Exit::Limit);
    }
}
