//! The path check: right paths pass, each kind of wrong step is found.

use super::{drawing, toml};
use crate::domains::sliding::replay::{check_path, is_goal};
use crate::domains::sliding::{Metric, Puzzle, SlidingMove, library};

/// Plays moves by moving cells alone, without asking whether it is legal.
fn play(puzzle: &Puzzle, moves: &[&str]) -> (Vec<Vec<Vec<usize>>>, Vec<SlidingMove>) {
    let mut placement: Vec<Vec<usize>> =
        puzzle.pieces.iter().map(|piece| piece.cells.clone()).collect();
    let mut placements = vec![placement.clone()];
    let moves: Vec<SlidingMove> =
        moves.iter().map(|text| SlidingMove::read(puzzle, text).unwrap()).collect();
    for action in &moves {
        for way in &action.path {
            let (back, by) = match way.name() {
                "left" => (true, 1),
                "right" => (false, 1),
                "up" => (true, puzzle.width),
                _ => (false, puzzle.width),
            };
            for cell in &mut placement[action.piece] {
                *cell = if back { *cell - by } else { *cell + by };
            }
        }
        placements.push(placement.clone());
    }
    (placements, moves)
}

fn check(puzzle: &Puzzle, metric: Metric, moves: &[&str]) -> Result<bool, String> {
    let (placements, moves) = play(puzzle, moves);
    check_path(puzzle, metric, &placements, &moves).map_err(|error| error.to_string())?;
    Ok(is_goal(puzzle, placements.last().unwrap()))
}

#[test]
fn metrics_differ_in_what_one_move_is() {
    let puzzle = drawing(".A.B\n\nAB..\n").unwrap();
    let two = ["A left", "B left 2"];
    assert_eq!(check(&puzzle, Metric::Moves, &two), Ok(true));
    assert_eq!(check(&puzzle, Metric::Straight, &two), Ok(true));
    assert!(check(&puzzle, Metric::Steps, &two).unwrap_err().starts_with("step 2:"));
    assert_eq!(check(&puzzle, Metric::Steps, &["A left", "B left", "B left"]), Ok(true));
    let corner = drawing("A.\n#.\n").unwrap();
    assert_eq!(check(&corner, Metric::Moves, &["A right, down"]), Ok(false));
    assert!(check(&corner, Metric::Straight, &["A right, down"]).unwrap_err().contains("turns"));
}

#[test]
fn walls_pieces_and_edges_block() {
    let puzzle = drawing("AB.\n..#\n").unwrap();
    let blocked = ["A right", "B right, down", "A left", "B up"];
    for way in blocked.into_iter().take(2) {
        assert!(check(&puzzle, Metric::Moves, &[way]).unwrap_err().contains("blocked"), "{way}");
    }
    // From the last column the next cell of the numbering is in the next row.
    let edge = drawing("..A\n...\n").unwrap();
    assert!(check(&edge, Metric::Moves, &["A right"]).unwrap_err().contains("blocked"));
    assert!(check(&edge, Metric::Moves, &["A right, left"]).unwrap_err().contains("blocked"));
}

#[test]
fn an_l_passes_a_wall_in_its_bounding_box() {
    let puzzle = drawing("#A.\nAA.\n\n#.A\n.AA\n").unwrap();
    assert_eq!(check(&puzzle, Metric::Moves, &["A right"]), Ok(true));
}

#[test]
fn gates_locks_and_thin_walls_hold() {
    let gate = library::get("edge/gate").unwrap().puzzle;
    assert_eq!(check(&gate, Metric::Moves, &["A right 4"]), Ok(true));
    let follow = ["A right 4", "B up, right 2"];
    assert!(check(&gate, Metric::Moves, &follow).unwrap_err().contains("blocked at cell 3"));
    let locked = library::get("edge/locked").unwrap().puzzle;
    assert_eq!(check(&locked, Metric::Moves, &["B down", "A right 2"]), Ok(true));
    let wrong = check(&locked, Metric::Moves, &["A down"]).unwrap_err();
    assert!(wrong.contains("left and right only"), "{wrong}");
    let thin = library::get("edge/thin-wall").unwrap().puzzle;
    assert_eq!(check(&thin, Metric::Moves, &["A down, right, up"]), Ok(true));
    assert!(check(&thin, Metric::Moves, &["A right"]).unwrap_err().contains("blocked"));
    // Nor may a piece lie across a thin wall that it does not pass.
    let text = "board = \"\"\"\n...\nAA.\n\"\"\"\n\
                barriers = [{ row = 1, column = 1, side = \"right\" }]\n";
    let wide = toml(text).unwrap();
    assert!(check(&wide, Metric::Moves, &["A up"]).unwrap_err().contains("blocked"));
    assert_eq!(check(&wide, Metric::Moves, &["A right, up"]), Ok(false));
}

#[test]
fn on_half_unit_boards_a_piece_rests_on_whole_units() {
    let puzzle = library::get("edge/half-unit-turn").unwrap().puzzle;
    assert_eq!(check(&puzzle, Metric::Moves, &["A right, down 2, left"]), Ok(true));
    assert!(check(&puzzle, Metric::Moves, &["A right"]).unwrap_err().contains("cannot rest"));
    assert_eq!(check(&puzzle, Metric::Steps, &["A right 2"]), Ok(false));
    assert!(check(&puzzle, Metric::Steps, &["A right 4"]).is_err());
    assert_eq!(check(&puzzle, Metric::Straight, &["A right 4"]), Ok(false));
}

#[test]
fn a_path_that_does_not_fit_its_placements_is_refused() {
    let puzzle = drawing("AB..\n\n.A.B\n").unwrap();
    let (placements, moves) = play(&puzzle, &["B right 2", "A right"]);
    let ok = |placements: &[Vec<Vec<usize>>], moves: &[SlidingMove]| {
        check_path(&puzzle, Metric::Moves, placements, moves).map_err(|error| error.step)
    };
    assert_eq!(ok(&placements, &moves), Ok(()));
    assert_eq!(ok(&placements[1..], &moves[1..]), Err(0), "another start");
    assert_eq!(ok(&placements[..2], &moves), Err(0), "a placement is missing");
    let mut other = placements.clone();
    other[2][1] = vec![2];
    assert_eq!(ok(&other, &moves), Err(2), "another piece moved too");
    let mut other = moves.clone();
    other[0].name = "A".into();
    assert_eq!(ok(&placements, &other), Err(1), "the wrong name");
    let mut other = moves;
    other[1].piece = 7;
    assert_eq!(ok(&placements, &other), Err(2), "no such piece");
    let (placements, moves) = play(&puzzle, &["B right, left"]);
    assert_eq!(ok(&placements, &moves), Err(1), "leads nowhere");
}
