//! The puzzles that every program for twisty puzzles knows.

use super::effect::Effect;
use super::puzzle::{Base, Orbit, Puzzle};

/// The 3x3x3 cube.
#[must_use]
pub fn cube3() -> Puzzle {
    let orbits = vec![
        Orbit { name: "CORNERS".into(), first: 0, pieces: 8, turns: 3 },
        Orbit { name: "EDGES".into(), first: 8, pieces: 12, turns: 2 },
    ];
    let turns: [(&str, [u8; 8], [u8; 8], [u8; 12], [u8; 12]); 6] = [
        ("U", [3, 0, 1, 2, 4, 5, 6, 7], [0; 8], [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], [0; 12]),
        ("D", [0, 1, 2, 3, 5, 6, 7, 4], [0; 8], [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], [0; 12]),
        (
            "R",
            [4, 1, 2, 0, 7, 5, 6, 3],
            [2, 0, 0, 1, 1, 0, 0, 2],
            [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0],
            [0; 12],
        ),
        (
            "L",
            [0, 2, 6, 3, 4, 1, 5, 7],
            [0, 1, 2, 0, 0, 2, 1, 0],
            [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11],
            [0; 12],
        ),
        (
            "F",
            [1, 5, 2, 3, 0, 4, 6, 7],
            [1, 2, 0, 0, 2, 1, 0, 0],
            [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
            [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
        ),
        (
            "B",
            [0, 1, 3, 7, 4, 5, 2, 6],
            [0, 0, 1, 2, 0, 0, 2, 1],
            [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7],
            [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1],
        ),
    ];
    let bases = turns.map(|(name, corners, twists, edges, flips)| {
        let from = corners.into_iter().chain(edges.map(|edge| edge + 8)).collect();
        let turn = twists.into_iter().chain(flips).collect();
        Base { name: name.into(), effect: Effect { from, turn }, order: 4 }
    });
    Puzzle::new("3x3x3", orbits, bases.into())
}
