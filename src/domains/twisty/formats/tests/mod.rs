//! Files against effects, figures and messages.

mod kpuzzle;
mod round_trip;
mod tws;
mod tws_messages;

use std::collections::HashSet;

use super::super::notation;
use super::super::{Effect, Generator, Metric, Puzzle, move_table};
use super::read;

/// The Pyraminx without tips, its vertices turning. The turns of edges count from the
/// direction in which an edge leaves its vertex with the smaller number.
const PYRAMINX: &str = "\
Name Pyraminx  without tips
# axial pieces at the vertices 1 to 4; edges 12 13 14 23 24 34
Set AXIALS 4 3
Set EDGES 6 2

Solved
AXIALS
1 2 3 4
0 0 0 0
EDGES
1 2 3 4 5 6
End

Move U
AXIALS
1 2 3 4
1 0 0 0
EDGES
3 1 2 4 5 6
0 0 0 0 0 0
End
Move L
AXIALS
1 2 3 4
0 1 0 0
EDGES
4 2 3 5 1 6   # piece by piece: 1 goes to 5 and is turned
1 0 0 1 0 0
End
Move R
AXIALS
1 2 3 4
0 0 1 0
EDGES
1 6 3 2 5 4
0 0 0 1 0 1
End
Move B
AXIALS
1 2 3 4
0 0 0 1
EDGES
1 2 5 4 6 3
End
";

/// Line, column and message of what is wrong with a text.
fn wrong(file: &str, text: &str) -> String {
    match read(file, text, None) {
        Ok(_) => "nothing is wrong".into(),
        Err(error) => format!("{}:{}: {}", error.line, error.column, error.message),
    }
}

/// How many positions are how many moves away from the solved one.
fn generations(puzzle: &Puzzle, depth: usize) -> Vec<usize> {
    let (_, moves) = move_table(puzzle, &Generator::all(puzzle), Metric::Htm).unwrap();
    let start = Effect::identity(puzzle.slots());
    let mut seen = HashSet::from([start.clone()]);
    let (mut layer, mut sizes) = (vec![start], vec![1]);
    for _ in 0..depth {
        let mut next = Vec::new();
        for effect in &layer {
            let reached = moves.iter().map(|turn| effect.then(turn, &puzzle.orbits));
            next.extend(reached.filter(|effect| seen.insert(effect.clone())));
        }
        sizes.push(next.len());
        layer = next;
    }
    sizes
}

fn effect(puzzle: &Puzzle, text: &str) -> Effect {
    notation::effect_of(puzzle, &notation::read("moves", puzzle, text).unwrap())
}
