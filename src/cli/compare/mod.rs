//! `strata compare`: what the algorithms make of one puzzle.

mod child;
mod contestants;
mod table;

use std::num::NonZeroU32;

use super::algorithm::Algorithm;
use super::args::{JsonArgs, Overrides, PuzzleArgs};
use super::context::Context;
use super::engine::{Interrupts, engine_settings};
use super::exit::BadInput;
use super::problem::STDIN;
use super::{Execute, Exit};
use crate::config::{self, Override};
use crate::domains::Problem;

use child::Child;
use contestants::{Contestant, Fitting};
use table::{Comparison, Row};

const EXAMPLES: &str = "\
Examples:
  strata compare rush-hour/record-60           every algorithm that fits, 10 s each
  strata compare klotski --max-time 1m --metric steps
  strata compare mine.csv --size 6x6 --algorithms generations,astar,beam
  strata compare klotski --algorithms beam,random --seed 7 --width 500
  strata compare rush-hour/record-60 --json    a message an algorithm";

/// Compare the algorithms on one puzzle
///
/// Each algorithm that fits the puzzle runs in a process of its own, one after
/// another, within the limits: astar and ida once with each admissible
/// heuristic of the puzzle, beam in both forms. The table has the length of the
/// solution and what it is worth, the states expanded (of searches that keep
/// their states: the states found), the successors, the time of the search and
/// the most memory that the process held. Nothing is stored.
///
/// Exits with 0 whatever the algorithms find, within their limits or not; with 4
/// when one of them fails, or when two of them contradict each other.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// Only these algorithms, separated by commas [default: all that fit]
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Algorithms")]
    algorithms: Vec<Algorithm>,

    /// Decides what is random [default: 1]
    #[arg(long, value_name = "NUMBER", help_heading = "Algorithms")]
    seed: Option<u64>,

    /// How many a beam keeps [default: 10000 of a layer, 5 of a node]
    #[arg(long, value_name = "N", help_heading = "Algorithms")]
    width: Option<NonZeroU32>,

    #[command(flatten)]
    json: JsonArgs,

    /// Threads of each algorithm; 0 is every core
    #[arg(long, value_name = "N", help_heading = "Resources")]
    threads: Option<String>,

    /// Stop an algorithm when it has found this many states, such as 5M
    #[arg(long, value_name = "COUNT", help_heading = "Limits")]
    max_states: Option<String>,

    /// Stop an algorithm after this time
    #[arg(long, value_name = "TIME", help_heading = "Limits", default_value = "10s")]
    max_time: String,
}

impl Args {
    /// Settings of this process, which its children get as well.
    fn settings(&self) -> Vec<Override> {
        let given = [
            ("engine.threads", "--threads", self.threads.as_ref()),
            ("limits.states", "--max-states", self.max_states.as_ref()),
            ("limits.time", "--max-time", Some(&self.max_time)),
        ];
        let given = given.into_iter().filter_map(|(key, flag, value)| Some((key, flag, value?)));
        given.map(|(key, flag, value)| Override { key, value: value.clone(), flag }).collect()
    }

    /// The flags of all children.
    fn flags(&self) -> Vec<String> {
        let settings = self.settings();
        let settings = settings.iter().map(|given| format!("{}={}", given.flag, given.value));
        self.puzzle.flags().into_iter().chain(settings).collect()
    }
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        to.extend(self.settings());
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let stream = self.puzzle.stream()?;
        let problem = match &stream {
            Some(text) => Problem::read(STDIN, text, &self.puzzle.options())?,
            None => self.puzzle.problem()?,
        };
        let memory = engine_settings(cx.settings(), false).candidates;
        let algorithms = contestants::algorithms(&self.algorithms);
        let (seed, width) = (self.seed, self.width);
        let Fitting { fit, unfit } = problem.visit(contestants::Choose {
            algorithms: &algorithms,
            seed,
            width,
            memory,
        })??;
        for (contestant, why) in &unfit {
            cx.talk(format!("without {contestant}: {why}"));
        }
        if fit.is_empty() {
            let message = format!("no algorithm to compare fits {}", self.puzzle.puzzle);
            return Err(BadInput(message).into());
        }
        let puzzle = if stream.is_some() { "-" } else { &self.puzzle.puzzle };
        let child = Child {
            flags: self.flags(),
            puzzle: puzzle.to_owned(),
            input: stream,
            time: cx.settings().limits.time.get().map(config::Time::get),
        };
        self.compare(cx, &child, fit)
    }
}

impl Args {
    fn compare(
        &self,
        cx: &mut Context,
        child: &Child,
        contestants: Vec<Contestant>,
    ) -> anyhow::Result<Exit> {
        let message = "interrupted: stopping after the algorithm at hand";
        let interrupts = Interrupts::catch(cx, message)?;
        let mut comparison = Comparison::default();
        let count = contestants.len();
        for (number, contestant) in (1..).zip(contestants) {
            if interrupts.control.interrupted() {
                break;
            }
            cx.talk(format!("{number}/{count} {contestant}"));
            let outcome =
                child.run(&contestant.flags(self.seed, self.width), &interrupts.control)?;
            let row = Row { contestant, outcome };
            if self.json.json {
                cx.out.message("algorithm", &row.message())?;
            }
            comparison.rows.push(row);
        }
        if !self.json.json {
            comparison.write(cx)?;
        }
        if interrupts.control.interrupted() {
            return Ok(Exit::Interrupted);
        }
        comparison.check()?;
        Ok(Exit::Done)
    }
}
