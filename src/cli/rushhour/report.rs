//! The results of many boards, one after another, and their summary.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::solve::{Done, Echo, Found};
use crate::cli::Exit;
use crate::cli::context::{self, Context};
use crate::cli::style::{self, padded};
use crate::engine::Verdict;
use crate::telemetry::figures::{count, counted, duration};

/// The usual board has no `/` between its rows.
const SIX_BY_SIX: usize = 36;

/// How results are shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Showing {
    /// As JSON.
    pub(super) json: bool,
}

/// Shows results as they come.
pub(super) struct Report<'a> {
    cx: &'a mut Context,
    showing: Showing,
    begun: Instant,
    totals: Totals,
    /// The exit for the first line that is wrong.
    wrong: Option<Exit>,
    /// The widest board so far, in characters; 0 before the headings.
    board_width: usize,
}

/// How many boards came to which end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
struct Totals {
    boards: u64,
    solved: u64,
    unsolvable: u64,
    /// Not found by an incomplete search.
    not_found: u64,
    limit: u64,
    errors: u64,
    /// Those with other figures than their line says.
    differing: u64,
}

impl Totals {
    fn count(&mut self, found: Option<&Found>) {
        self.boards += 1;
        let Some(found) = found else {
            self.errors += 1;
            return;
        };
        self.differing += u64::from(found.differs);
        *(match found.verdict {
            Verdict::Solved | Verdict::Exhausted => &mut self.solved,
            Verdict::Unsolvable => &mut self.unsolvable,
            Verdict::NotFound => &mut self.not_found,
            Verdict::Limit | Verdict::Interrupted => &mut self.limit,
        }) += 1;
    }

    /// In words, without the zeros.
    fn text(&self) -> String {
        let Self { boards, solved, unsolvable, not_found, limit, errors, differing } = self;
        let parts = [
            (solved, "solved"),
            (unsolvable, "unsolvable"),
            (not_found, "not found"),
            (limit, "stopped by a limit"),
            (errors, "wrong"),
            (differing, "with other figures than the input says"),
        ];
        let parts = parts.iter().filter(|(number, _)| **number > 0);
        let parts: Vec<String> =
            parts.map(|(number, what)| format!("{} {what}", count(**number))).collect();
        let separator = if parts.is_empty() { "" } else { ": " };
        format!("{}{separator}{}", counted(*boards, "board"), parts.join(", "))
    }
}

/// One board as JSON.
#[derive(Serialize)]
struct BoardMessage<'d> {
    number: u64,
    line: usize,
    board: &'d str,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'d str,
    verdict: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known_length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known_states: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'d [String]>,
    seconds: f64,
}

impl<'d> BoardMessage<'d> {
    fn new(done: &'d Done) -> Self {
        let Done { number, line, echo, found, elapsed } = done;
        let (found, error) = match found {
            Ok(found) => (Some(found), None),
            Err(error) => (None, Some(format!("{error:#}"))),
        };
        let known = echo.known;
        Self {
            number: *number,
            line: *line,
            board: &echo.board,
            label: &echo.label,
            verdict: found.map_or("error", |found| match found.verdict {
                Verdict::Solved | Verdict::Exhausted => "solved",
                Verdict::Unsolvable => "unsolvable",
                Verdict::NotFound => "not_found",
                Verdict::Limit => "limit",
                Verdict::Interrupted => "interrupted",
            }),
            error,
            limit: found.and_then(|found| found.limit.as_deref()),
            length: found.and_then(|found| found.length),
            optimal: found.filter(|found| found.length.is_some()).map(|found| found.optimal),
            states: found.map(|found| found.states),
            known_length: known.map(|known| known.moves),
            known_states: known.map(|known| known.states),
            differs: known.and(found).map(|found| found.differs),
            solution: found.and_then(|found| found.solution.as_deref()),
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// The last message.
#[derive(Serialize)]
struct SummaryMessage<'t> {
    #[serde(flatten)]
    totals: &'t Totals,
    interrupted: bool,
    seconds: f64,
    boards_per_second: f64,
}

impl<'a> Report<'a> {
    /// Nothing is shown yet; the time of the summary begins.
    pub(super) fn new(cx: &'a mut Context, showing: Showing) -> Self {
        let (begun, totals) = (Instant::now(), Totals::default());
        Self { cx, showing, begun, totals, wrong: None, board_width: 0 }
    }

    /// Shows the next board.
    pub(super) fn board(&mut self, done: Done) -> anyhow::Result<()> {
        self.totals.count(done.found.as_ref().ok());
        if self.showing.json {
            self.cx.out.message("board", &BoardMessage::new(&done))?;
        } else {
            self.row(&done)?;
        }
        match done.found {
            Ok(found) if found.differs => self.wrong = self.wrong.or(Some(Exit::Usage)),
            Ok(_) => {}
            Err(error) => {
                self.flush()?;
                let exit = context::fail(&error, self.cx.color_err);
                self.wrong = self.wrong.or(Some(exit));
            }
        }
        Ok(())
    }

    fn row(&mut self, done: &Done) -> anyhow::Result<()> {
        let Done { number, echo, found, elapsed, .. } = done;
        let board = printable(&echo.board);
        let first = self.board_width == 0;
        self.board_width = self.board_width.max(board.chars().count()).max(SIX_BY_SIX);
        let width = self.board_width;
        let line = |number: &str, board: &str, length: &str, states: &str, time: &str| {
            let board = padded(board, width);
            format!("{number:>7}  {board}  {length:>10}  {states:>11}  {time:>8}")
        };
        if first {
            let headings = line("number", "board", "length", "states", "time");
            self.cx.out.line(style::paint(self.cx.color_out, style::STRONG, headings))?;
        }
        let (length, states) = match found {
            Ok(found) => (length(found), count(found.states)),
            Err(_) => ("error".to_owned(), String::new()),
        };
        let row = line(&count(*number), &board, &length, &states, &duration(*elapsed));
        let note = found.as_ref().map_or(String::new(), |found| note(echo, found));
        let label = printable(&echo.label);
        self.cx.out.line(format!("{row}  {label}{note}").trim_end())?;
        if let Ok(Found { solution: Some(moves), .. }) = found {
            self.cx.out.line(format!("{:>7}  {}", "", moves.join(" ")))?;
        }
        Ok(())
    }

    /// Hands everything over to the reader.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        Ok(self.cx.out.flush()?)
    }

    /// Shows the summary, and says how the program ends.
    pub(super) fn end(self, interrupted: bool) -> anyhow::Result<Exit> {
        let Self { cx, showing, begun, totals, wrong, .. } = self;
        let elapsed = begun.elapsed().max(Duration::from_micros(1));
        let rate = totals.boards as f64 / elapsed.as_secs_f64();
        if showing.json {
            let message = SummaryMessage {
                totals: &totals,
                interrupted,
                seconds: elapsed.as_secs_f64(),
                boards_per_second: (rate * 10.0).round() / 10.0,
            };
            cx.out.message("summary", &message)?;
        } else {
            let (what, rate) = (totals.text(), count(rate.round() as u64));
            let how = if interrupted { "; interrupted" } else { "" };
            cx.out.line(format!("{what}; {}, {rate} boards/s{how}", duration(elapsed)))?;
        }
        Ok(match wrong {
            _ if interrupted => Exit::Interrupted,
            Some(exit) => exit,
            None if totals.limit > 0 => Exit::Limit,
            None if totals.not_found > 0 => Exit::NotFound,
            None => Exit::Done,
        })
    }
}

/// The length, or why there is none; `<=` before one that is not proven.
fn length(found: &Found) -> String {
    match (found.verdict, found.length) {
        (Verdict::Solved, Some(length)) if found.optimal => count(length.into()),
        (Verdict::Solved, Some(length)) => format!("<= {}", count(length.into())),
        (Verdict::Solved | Verdict::Exhausted, _) => "solved".to_owned(),
        (Verdict::Unsolvable, _) => "unsolvable".to_owned(),
        (Verdict::NotFound, _) => "not found".to_owned(),
        (Verdict::Limit, _) => "limit".to_owned(),
        (Verdict::Interrupted, _) => "stopped".to_owned(),
    }
}

/// What a line says, if that is something else.
fn note(echo: &Echo, found: &Found) -> String {
    match echo.known.filter(|_| found.differs) {
        Some(known) => {
            let (moves, states) = (known.moves.into(), known.states);
            let gap = if echo.label.is_empty() { "" } else { "  " };
            let (moves, states) = (counted(moves, "move"), counted(states, "state"));
            format!("{gap}the input says {moves}, {states}")
        }
        None => String::new(),
    }
}

/// Text of the input without what could change a terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(verdict: Verdict, length: Option<u32>, optimal: bool) -> Found {
        Found {
            verdict,
            limit: None,
            length,
            optimal,
            states: 1,
            whole_space: false,
            solution: None,
            differs: false,
        }
    }

    #[test]
    fn a_length_says_what_it_is_worth() {
        for (verdict, steps, optimal, text) in [
            (Verdict::Solved, Some(51), true, "51"),
            (Verdict::Solved, Some(51), false, "<= 51"),
            (Verdict::Unsolvable, None, false, "unsolvable"),
            (Verdict::NotFound, None, false, "not found"),
            (Verdict::Limit, None, false, "limit"),
        ] {
            assert_eq!(length(&found(verdict, steps, optimal)), text);
        }
    }

    #[test]
    fn totals_leave_the_zeros_out() {
        let mut totals = Totals::default();
        assert_eq!(totals.text(), "0 boards");
        totals.count(None);
        assert_eq!(totals.text(), "1 board: 1 wrong");
        let differing = Found { differs: true, ..found(Verdict::Solved, Some(1), true) };
        totals.count(Some(&differing));
        totals.count(Some(&found(Verdict::Limit, None, false)));
        assert_eq!(
            totals.text(),
            "3 boards: 1 solved, 1 stopped by a limit, 1 wrong, 1 with other figures than the \
             input says"
        );
    }

    #[test]
    fn nothing_of_the_input_reaches_the_terminal_as_a_command() {
        assert_eq!(printable("a\u{1b}[2Jb"), "a [2Jb");
    }
}
