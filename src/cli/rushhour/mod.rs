//! `strata rushhour`: solves many Rush Hour boards, one a line.

mod line;
mod report;
mod solve;
mod work;

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;

use super::algorithm::AlgorithmArgs;
use super::args::{JsonArgs, Overrides};
use super::context::Context;
use super::engine::{Interrupts, engine_settings};
use super::exit::BadInput;
use super::problem::STDIN;
use super::strategy::Plan;
use super::{Execute, Exit};
use crate::config::Override;
use crate::domains::{Options, rushhour};
use crate::engine::Settings;

use report::{Report, Showing};
use solve::Solver;
use work::Work;

const EXAMPLES: &str = "\
Examples:
  strata rushhour boards.txt                  a table: length, states and time of each
  strata rushhour rush.txt --census           compare a database with the whole spaces
  strata rushhour - --json < boards.txt       a message a board, from a pipe
  strata rushhour boards.txt --solution --metric steps
  strata rushhour boards.txt --max-time 10s   give a board up after ten seconds

Input:
  A line has a board of rows with or without / between, `.` or `o` for empty, `x` for a
  wall, and A for the primary car; what follows after a blank is the board's label. Or it has
  three columns, moves, board and states, as the public database of 6x6 boards: then the moves
  are compared with what is found, in the metric moves, and the states with those of a census.
  Empty lines and lines that begin with # are passed over.

Exit codes:
  0    every board has an answer: solved or unsolvable
  2    a line is no board, or has figures that differ from those found
  13   a limit stopped the search of a board
  14   an incomplete search has not found a solution
  130  interrupted; the boards before the summary are done
  The first of 130, 2, 13, 14 that is true counts.";

/// Solve many Rush Hour boards, one a line
///
/// Boards are solved side by side, one by each thread, and shown in the order of
/// the input while the work goes on. A line that is no board is told on standard
/// error with its line and column, and does not stop the rest. Nothing is
/// stored: for a search that can be resumed, use `strata solve BOARD`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A file with a board a line, or - for standard input
    file: String,

    /// What counts as one move: moves (one car, any distance), steps (one cell) or
    /// slides (one car as far as it goes) [default: moves]
    #[arg(long, value_name = "METRIC", value_parser = ["moves", "steps", "slides"])]
    metric: Option<String>,

    /// On which side the primary cars leave [default: right]
    #[arg(long, value_name = "SIDE", value_parser = ["left", "right"])]
    exit: Option<String>,

    /// Search the whole space of each board: its states instead of those up to the
    /// first solution
    #[arg(long, conflicts_with = "algorithm")]
    census: bool,

    /// Show the moves of each solution
    #[arg(long)]
    solution: bool,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    algorithm: AlgorithmArgs,

    /// Boards that are solved at the same time; 0 is every core
    #[arg(long, value_name = "N", help_heading = "Resources")]
    threads: Option<String>,

    /// Give a board up when this many of its states are found, such as 5M
    #[arg(long, value_name = "COUNT", help_heading = "Limits")]
    max_states: Option<String>,

    /// Give a board up after this time, such as 10s
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    max_time: Option<String>,
}

impl Args {
    fn plan(&self) -> Result<Plan, BadInput> {
        let plan = self.algorithm.plan()?;
        Ok(if self.census { Plan::Census { from_goals: false } } else { plan })
    }

    /// What the boards are read from, and what messages call it.
    fn input(&self) -> Result<(String, Box<dyn Read + Send>), BadInput> {
        if self.file == "-" {
            return Ok((STDIN.to_owned(), Box::new(io::stdin())));
        }
        let opened = File::open(&self.file).and_then(|file| match file.metadata()?.is_dir() {
            true => Err(io::ErrorKind::IsADirectory.into()),
            false => Ok(file),
        });
        let file =
            opened.map_err(|error| BadInput(format!("cannot read {}: {error}", self.file)))?;
        Ok((self.file.clone(), Box::new(file)))
    }
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        for (key, flag, value) in [
            ("engine.threads", "--threads", &self.threads),
            ("limits.states", "--max-states", &self.max_states),
            ("limits.time", "--max-time", &self.max_time),
        ] {
            to.extend(value.clone().map(|value| Override { key, value, flag }));
        }
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let plan = self.plan()?;
        let (name, input) = self.input()?;
        let (settings, threads) = shared_out(engine_settings(cx.settings(), false));
        let solver = Solver {
            file: name,
            options: Options {
                domain: Some(rushhour::DOMAIN.to_owned()),
                format: Some(rushhour::Format::Board.to_string()),
                metric: self.metric.clone(),
                exit: self.exit.clone(),
                ..Options::default()
            },
            plan,
            settings,
            solution: self.solution,
            counts_moves: self.metric.as_deref().is_none_or(|metric| metric == "moves"),
            counts_states: self.metric.as_deref() != Some("slides"),
            at_once: Default::default(),
        };
        let interrupts = Interrupts::catch(cx, "interrupted: finishing the boards at hand")?;
        let work = Work { solver: &solver, threads, control: &interrupts.control };
        let showing = Showing { json: self.json.json };
        let mut report = Report::new(cx, showing);
        work.all(input, &mut report)?;
        report.end(interrupts.control.interrupted())
    }
}

/// The resources of one board when there is one a thread, and the threads.
fn shared_out(all: Settings) -> (Settings, NonZeroUsize) {
    let threads = all.threads;
    let share = |bytes: usize| (bytes / threads).max(Settings::LEAST);
    let mut one = Settings {
        threads: NonZeroUsize::MIN,
        candidates: share(all.candidates),
        batch: share(all.batch),
        ..all
    };
    let bytes = &mut one.limits.store_bytes;
    *bytes = bytes.map(|bytes| bytes / threads.get() as u64);
    (one, threads)
}
