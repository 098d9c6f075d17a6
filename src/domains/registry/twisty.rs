//! Twisty puzzles with the choices of the user.

use super::read::{chosen, refuse, refuse_sizes_of_games};
use super::{About, Options, Problem, ProblemError, Puzzle};
use crate::domains::Answers;
use crate::domains::twisty::{self, Drawing, Generator, Metric, Task, formats, library, notation};

/// A puzzle as a file has it.
pub(super) fn read(
    name: String,
    file: &str,
    text: &str,
    options: &Options,
) -> Result<Problem, ProblemError> {
    let format = chosen(options.format.as_ref())?;
    problem(name, formats::read(file, text, format)?, options, Answers::default())
}

/// A built-in puzzle; `None` when there is none of this name.
pub(super) fn built_in(name: &str, options: &Options) -> Option<Result<Problem, ProblemError>> {
    let answers = Answers { states: library::states(name), ..Answers::default() };
    let puzzle = library::get(name)?;
    let built = problem(name.to_owned(), puzzle, options, answers);
    Some(built.map(|mut problem| {
        library::title(name).clone_into(&mut problem.about.title);
        problem
    }))
}

fn problem(
    name: String,
    mut puzzle: twisty::Puzzle,
    options: &Options,
    answers: Answers,
) -> Result<Problem, ProblemError> {
    refuse(options.encoding.is_some(), "encoding", twisty::DOMAIN)?;
    refuse(options.distinct, "distinct", twisty::DOMAIN)?;
    refuse(options.size.is_some(), "size", twisty::DOMAIN)?;
    refuse(options.exit.is_some(), "exit", twisty::DOMAIN)?;
    refuse_sizes_of_games(options, twisty::DOMAIN)?;
    let metric = chosen(options.metric.as_ref())?.unwrap_or(Metric::Htm);
    // First what names turns and pieces of the whole puzzle.
    if let Some(text) = &options.scramble {
        let turns = notation::read("scramble", &puzzle, text)?;
        puzzle.start = Some(notation::effect_of(&puzzle, &turns));
    }
    if let Some(pieces) = &options.pieces {
        let drawing = Drawing::new(&puzzle);
        let pieces: Result<Vec<usize>, String> =
            pieces.split(',').map(|piece| slot(&puzzle, &drawing, piece.trim())).collect();
        puzzle = puzzle.tracking(&pieces.map_err(ProblemError::Option)?);
    }
    if let Some(orbits) = &options.only {
        let orbits: Vec<&str> = orbits.split(',').map(str::trim).collect();
        puzzle = puzzle.only(&orbits).map_err(ProblemError::Option)?;
    }
    puzzle.start = puzzle.start.as_ref().map(|start| puzzle.plainest(start));
    let generators = match &options.moves {
        Some(text) => notation::read_generators("moves", &puzzle, text)?,
        None => Generator::all(&puzzle),
    };
    let about = About {
        domain: twisty::DOMAIN,
        title: puzzle.name.clone(),
        width: 0,
        height: 0,
        pieces: puzzle.slots(),
        metrics: Metric::ALL.map(Metric::name).to_vec(),
        answers,
        source: String::new(),
        note: String::new(),
    };
    let compiled = Task { puzzle, generators, metric }.compile().map_err(ProblemError::Option)?;
    Ok(Problem { name, about, puzzle: Puzzle::Twisty { compiled: Box::new(compiled) } })
}

/// The slot that people call so: as it is drawn, its faces in any order.
fn slot(puzzle: &twisty::Puzzle, drawing: &Drawing, name: &str) -> Result<usize, String> {
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    let slots = || 0..puzzle.slots();
    if let Some(slot) = slots().find(|&slot| drawing.slot_name(slot) == name) {
        return Ok(slot);
    }
    let alike: Vec<usize> =
        slots().filter(|&slot| sorted(&drawing.slot_name(slot)) == sorted(name)).collect();
    match alike.as_slice() {
        [slot] if drawing.has_net() => Ok(*slot),
        _ => {
            let all: Vec<String> = slots().map(|slot| drawing.slot_name(slot)).collect();
            Err(format!("no piece is called {name:?}; there are {}", all.join(", ")))
        }
    }
}
