//! Drawings, and placements read back from them.

use super::{drawing, toml};
use crate::domains::sliding::draw::{read_placement, rows_of_boards, svg, text};
use crate::domains::sliding::{Puzzle, library};

fn start(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    puzzle.pieces.iter().map(|piece| piece.cells.clone()).collect()
}

#[test]
fn every_library_puzzle_reads_back_from_its_drawings() {
    for name in library::names() {
        let puzzle = library::get(name).unwrap().puzzle;
        let start = start(&puzzle);
        for moved in std::iter::once(None).chain((0..puzzle.pieces.len()).map(Some)) {
            let drawn = text(&puzzle, &start, moved);
            let read = read_placement(&puzzle, &drawn);
            assert_eq!(read.as_ref(), Ok(&start), "{name}:\n{drawn}");
            if moved.is_none() && !puzzle.pieces.iter().any(|piece| piece.name.contains('/')) {
                let line = drawn.replace('\n', "/");
                assert_eq!(read_placement(&puzzle, &line).as_ref(), Ok(&start), "{line}");
            }
        }
    }
}

#[test]
fn the_letters_of_the_input_are_drawn() {
    let board = "##.##\nA...B\nACCDB\nECDDF\nGG*HH\nI***J";
    let puzzle = drawing(board).unwrap();
    assert_eq!(text(&puzzle, &start(&puzzle), None), board);
    let marked = " # # . # #\n A . . . B\n A C C D B\n E C D D F\n G G[*]H H\n I[* * *]J";
    assert_eq!(text(&puzzle, &start(&puzzle), Some(7)), marked);
}

#[test]
fn names_of_several_letters_are_drawn_in_columns() {
    let puzzle = toml("words = true\nboard = \"\"\"\n9 10 10\n# . 11\n\"\"\"\n").unwrap();
    assert_eq!(text(&puzzle, &start(&puzzle), None), "9  10 10\n#  .  11");
    assert_eq!(text(&puzzle, &start(&puzzle), Some(1)), " 9 [10 10]\n #  .  11");
}

#[test]
fn a_placement_can_be_typed() {
    let puzzle = drawing("ABB#\nC..#\n").unwrap();
    let typed =
        ["BB.#/AC.#", "BB.#\nAC.#\n", "\n B B . #\n A C . #", "BB. /AC.", "B B . #\nA C . #"];
    for text in typed {
        let expected = vec![vec![4], vec![0, 1], vec![5]];
        assert_eq!(read_placement(&puzzle, text), Ok(expected), "{text}");
    }
}

#[test]
fn interchangeable_pieces_may_have_changed_places() {
    let board = "board = \"\"\"\nA.\nB.\n\"\"\"\nonly_horizontal = \"AB\"\n";
    let puzzle = toml(board).unwrap();
    assert_eq!(read_placement(&puzzle, "B./.A"), Ok(vec![vec![3], vec![0]]));
    let distinct = toml(&format!("{board}distinct = true\n")).unwrap();
    assert!(read_placement(&distinct, "B./.A").is_err());
}

#[test]
fn a_wrong_placement_is_explained() {
    let puzzle = toml("board = \"\"\"\nABB#\nC..#\n\"\"\"\nonly_vertical = \"C\"\n").unwrap();
    let cases = [
        ("ABB#", "1 rows, but the board has 2"),
        ("ABB#/C..#/....", "3 rows, but the board has 2"),
        ("ABB#/C....", "row 2 has more than 4 cells"),
        ("ABB#/C.", "row 2, column 3: the row ends too early"),
        ("ABB#/X..#", "row 2, column 1: no piece `X`"),
        ("ABB#/...#", "piece `C` is missing"),
        ("ABB#/C...", "row 2, column 4: the board has a wall here"),
        ("AB##/CB.#", "row 1, column 3: the board has no such cell here"),
        ("AB.#/CB.#", "piece `B` has another shape"),
        (".BBA/C..#", "piece `A` lies on a wall at row 1, column 4"),
        ("ABB#/.C.#", "piece `C` cannot rest there"),
    ];
    for (text, message) in cases {
        let error = read_placement(&puzzle, text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn boards_stand_side_by_side() {
    let boards = ["1\nAB\nC.", "2\nAB\n.C", "3\nA."].map(str::to_owned);
    assert_eq!(rows_of_boards(&boards, 7), "1    2\nAB   AB\nC.   .C\n\n3\nA.");
    assert_eq!(rows_of_boards(&boards, 80), "1    2    3\nAB   AB   A.\nC.   .C");
    assert_eq!(rows_of_boards(&boards, 0).matches("\n\n").count(), 2);
    assert_eq!(rows_of_boards(&[], 80), "");
}

#[test]
fn a_picture_shows_pieces_walls_gates_and_the_move() {
    let text = "board = \"\"\"\n#<l.\nAll=\n.&.l\n\"\"\"\nrigid = \"l\"\ngate_pieces = \"A\"\n\
                barriers = [{ row = 1, column = 4, side = \"below\" }]\n";
    let puzzle = toml(text).unwrap();
    let picture = svg(&puzzle, &start(&puzzle), Some(2));
    insta::assert_snapshot!(picture.document());
}
