//! Tests of the text formats, the keys, the searches' view and the path check
//! together.

mod boards;
mod draw;
mod errors;
mod formats;
mod heuristics;
mod puzzles;
mod recognise;
mod replay;

use std::collections::{HashMap, VecDeque};

use super::formats::{Format, Reading, read};
use super::{Board, Metric, RushHour};
use crate::domains::FormatError;
use crate::space::{StateSpace as _, Successors};

/// Reads a drawing.
fn drawing(text: &str) -> Result<Board, FormatError> {
    read("board.txt", text, Some(Format::Board), &Reading::default()).map(|file| file.board)
}

/// Reads a TOML board.
fn toml(text: &str) -> Result<Board, FormatError> {
    read("board.toml", text, Some(Format::Toml), &Reading::default()).map(|file| file.board)
}

/// Reads a table of cars of a file of this name.
fn table(file: &str, text: &str) -> Result<Board, FormatError> {
    read(file, text, Some(Format::Csv), &Reading::default()).map(|file| file.board)
}

/// The space of a drawing that is right and fits 64 bits.
fn space(text: &str, metric: Metric) -> RushHour<u64> {
    RushHour::new(drawing(text).unwrap(), metric).unwrap()
}

/// A whole space, explored by [`crate::space::StateSpace::expand`] alone.
struct Explored {
    /// The states by key, numbered in the order of the search.
    keys: Vec<u64>,
    /// By state: the distance from the start.
    depth: Vec<u32>,
    /// By state: the distance to the nearest goal, if one can be reached.
    to_goal: Vec<Option<u32>>,
    goals: Vec<usize>,
}

impl Explored {
    fn new(space: &RushHour<u64>) -> Self {
        let mut states = space.starts();
        let mut number = HashMap::from([(space.encode(&states[0]), 0)]);
        let (mut depth, mut before) = (vec![0], vec![Vec::new()]);
        let mut list = Successors::default();
        let mut next = 0;
        while next < states.len() {
            list.clear();
            space.expand(&states[next], &mut list);
            for successor in &list {
                let key = space.encode(&successor.state);
                let to = *number.entry(key).or_insert_with(|| {
                    states.push(successor.state.clone());
                    depth.push(depth[next] + 1);
                    before.push(Vec::new());
                    states.len() - 1
                });
                before[to].push(next);
            }
            next += 1;
        }
        let goals: Vec<usize> =
            (0..states.len()).filter(|&state| space.is_goal(&states[state])).collect();
        let mut to_goal = vec![None; states.len()];
        let mut queue: VecDeque<usize> = goals.iter().copied().collect();
        goals.iter().for_each(|&goal| to_goal[goal] = Some(0));
        while let Some(state) = queue.pop_front() {
            for &earlier in &before[state] {
                if to_goal[earlier].is_none() {
                    to_goal[earlier] = to_goal[state].map(|distance: u32| distance + 1);
                    queue.push_back(earlier);
                }
            }
        }
        let keys = states.iter().map(|state| space.encode(state)).collect();
        Self { keys, depth, to_goal, goals }
    }

    /// The fewest moves from the start to a goal.
    fn optimum(&self) -> Option<u32> {
        self.goals.iter().map(|&goal| self.depth[goal]).min()
    }
}
