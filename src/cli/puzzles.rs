//! `strata puzzles`: the puzzles that come with the program.

use std::path::PathBuf;

use serde::Serialize;

use super::answer::{Board, write_picture};
use super::args::JsonArgs;
use super::context::Context;
use super::table::Table;
use super::{Execute, Exit};
use crate::domains::sliding::formats::{Answers, PerMetric, PuzzleFile};
use crate::domains::sliding::{Metric, library};
use crate::domains::{Options, Problem, ProblemError, Visitor};
use crate::space::Draw;
use crate::telemetry::figures::{count, counted};

const EXAMPLES: &str = "\
Examples:
  strata puzzles                          all names, with their answers
  strata puzzles klotski                  its file, with what is known of it
  strata puzzles klotski > my.toml        a file to begin an own one with
  strata puzzles klotski --svg klotski.svg";

/// List the puzzles that come with strata, or show one of them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Write the file of this puzzle
    name: Option<String>,

    /// Draw the start of the puzzle into this file
    #[arg(long, value_name = "FILE", requires = "name")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,
}

impl Execute for Args {
    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        match &self.name {
            None if self.json.json => {
                for name in library::names() {
                    let file = library::get(name).map_err(ProblemError::from)?;
                    cx.out.message("puzzle", &Message::new(name, &file, None))?;
                }
            }
            None => list(cx)?,
            Some(name) => {
                let file = library::get(name).map_err(ProblemError::from)?;
                let text = library::text(name).unwrap_or_default();
                if self.json.json {
                    cx.out.message("puzzle", &Message::new(name, &file, Some(text)))?;
                } else {
                    cx.out.text(text)?;
                    cx.out.flush()?;
                }
                if let Some(to) = &self.svg {
                    let problem = Problem::named(name, &Options::default())?;
                    write_picture(to, &problem.visit(Starts)?)?;
                }
            }
        }
        Ok(Exit::Done)
    }
}

/// Draws the starts.
struct Starts;

impl Visitor for Starts {
    type Output = Vec<Board>;

    fn visit<S: Draw>(self, space: &S) -> Vec<Board> {
        let starts = space.starts();
        let drawn = starts.iter().map(|state| Board {
            caption: "start".to_owned(),
            text: space.text(state, None),
            picture: Some(space.svg(state, None)),
        });
        drawn.collect()
    }
}

fn list(cx: &mut Context) -> anyhow::Result<()> {
    let mut table =
        Table::new(&["<name", "size", "pieces", "moves", "straight", "steps", "states", "<title"]);
    let mut puzzles = 0;
    for name in library::names() {
        let PuzzleFile { puzzle, answers, .. } = library::get(name).map_err(ProblemError::from)?;
        let optimum = |metric| match answers.optimum.of(metric) {
            Some(length) => length.to_string(),
            None if answers.solvable == Some(false) => "none".to_owned(),
            None => "?".to_owned(),
        };
        table.row(vec![
            name.to_owned(),
            format!("{}x{}", puzzle.width, puzzle.height),
            puzzle.pieces.len().to_string(),
            optimum(Metric::Moves),
            optimum(Metric::Straight),
            optimum(Metric::Steps),
            answers.states.map_or_else(|| "?".to_owned(), count),
            puzzle.name.clone(),
        ]);
        puzzles += 1;
    }
    table.write(cx)?;
    let note = "the fewest moves in each metric; none: unsolvable, ?: not known";
    cx.out.line(format!("{}; {note}", counted(puzzles, "puzzle")))?;
    Ok(())
}

/// A puzzle for programs.
#[derive(Serialize)]
struct Message<'a> {
    name: &'a str,
    title: &'a str,
    domain: &'static str,
    width: usize,
    height: usize,
    pieces: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    optimum: Figures,
    depth: Figures,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_states: Option<u64>,
    source: &'a str,
    note: &'a str,
    /// Its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// A figure in each metric in which it is known.
#[derive(Serialize)]
struct Figures {
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    straight: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u32>,
}

impl From<PerMetric> for Figures {
    fn from(PerMetric { moves, straight, steps }: PerMetric) -> Self {
        Self { moves, straight, steps }
    }
}

impl<'a> Message<'a> {
    fn new(name: &'a str, file: &'a PuzzleFile, text: Option<&'a str>) -> Self {
        let Answers { solvable, optimum, depth, states, goal_states } = file.answers;
        Self {
            name,
            title: &file.puzzle.name,
            domain: crate::domains::sliding::DOMAIN,
            width: file.puzzle.width,
            height: file.puzzle.height,
            pieces: file.puzzle.pieces.len(),
            solvable,
            optimum: optimum.into(),
            depth: depth.into(),
            states,
            goal_states,
            source: &file.source,
            note: &file.note,
            text,
        }
    }
}
