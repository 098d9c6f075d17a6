//! `strata puzzles`: the puzzles that come with the program.

use std::path::PathBuf;

use serde::Serialize;

use super::answer::{Board, write_picture};
use super::args::JsonArgs;
use super::context::Context;
use super::table::Table;
use super::{Execute, Exit};
use crate::domains::{About, Options, PerMetric, Problem, Visitor, library};
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
                for entry in library::all() {
                    let problem = Problem::named(entry.name, &Options::default())?;
                    let message = Message::new(entry.name, problem.about(), None);
                    cx.out.message("puzzle", &message)?;
                }
            }
            None => list(cx)?,
            Some(name) => {
                let problem = Problem::named(name, &Options::default())?;
                let text = library::entry(name)?.text();
                if self.json.json {
                    let message = Message::new(name, problem.about(), Some(&text));
                    cx.out.message("puzzle", &message)?;
                } else {
                    cx.out.text(&text)?;
                    cx.out.flush()?;
                }
                if let Some(to) = &self.svg {
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
    let mut table = Table::new(&[
        "<name", "<domain", "size", "pieces", "moves", "straight", "steps", "slides", "cards",
        "states", "<title",
    ]);
    let mut puzzles = 0;
    for entry in library::all() {
        let problem = Problem::named(entry.name, &Options::default())?;
        let about = problem.about();
        let answers = &about.answers;
        let optimum = |metric: &str| match answers.optimum.of(metric) {
            Some(length) => length.to_string(),
            None if !about.metrics.contains(&metric) => "-".to_owned(),
            None if answers.solvable == Some(false) => "none".to_owned(),
            None => "?".to_owned(),
        };
        table.row(vec![
            entry.name.to_owned(),
            about.domain.to_owned(),
            match (about.width, about.height) {
                (0, 0) => "-".to_owned(),
                (width, height) => format!("{width}x{height}"),
            },
            about.pieces.to_string(),
            optimum("moves"),
            optimum("straight"),
            optimum("steps"),
            optimum("slides"),
            optimum("cards"),
            answers.states.map_or_else(|| "?".to_owned(), count),
            about.title.clone(),
        ]);
        puzzles += 1;
    }
    table.write(cx)?;
    let note =
        "the fewest moves in each metric; none: unsolvable, ?: not known, -: not a metric of it";
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
    slides_states: Option<u64>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    slides: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<u32>,
}

impl From<PerMetric> for Figures {
    fn from(PerMetric { moves, straight, steps, slides, cards }: PerMetric) -> Self {
        Self { moves, straight, steps, slides, cards }
    }
}

impl<'a> Message<'a> {
    fn new(name: &'a str, about: &'a About, text: Option<&'a str>) -> Self {
        let answers = &about.answers;
        Self {
            name,
            title: &about.title,
            domain: about.domain,
            width: about.width,
            height: about.height,
            pieces: about.pieces,
            solvable: answers.solvable,
            optimum: answers.optimum.into(),
            depth: answers.depth.into(),
            states: answers.states,
            slides_states: answers.slides_states,
            goal_states: answers.goal_states,
            source: &about.source,
            note: &about.note,
            text,
        }
    }
}
