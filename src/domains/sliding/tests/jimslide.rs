//! Configuration files of jimslide and js2.

use super::piece;
use crate::domains::FormatError;
use crate::domains::sliding::formats::{Format, read};
use crate::domains::sliding::{Axis, CellKind, Condition, Puzzle, library};

fn jimslide(text: &str) -> Result<Puzzle, FormatError> {
    read("puz.txt", text, Some(Format::Jimslide)).map(|file| file.puzzle)
}

const ANE_ROUGE: &str = "\
! four by five
xsize: 4
ysize: 5
piece: 1 (0,0) (1,0) (0,1) (1,1)  ! the big one
piece: 2 (0,0) (1,0)
piece: 3 (0, 0)(0, 1);
piece: 4 (0,0)
win: 1 (1,3)
put: 3 (0,0)
put: 1 (1,0)
put: 3 (3,0)
put: 3 (0,2)
put: 2 (1,2)
put: 3 (3,2)
put: 4 (0,4)
put: 4 (1,3)
put: 4 (2,3)
put: 4 (3,4)
# settings of those programs say nothing about the puzzle
numthreads: 3
bigmem: 1000000000
useletters:
";

#[test]
fn a_configuration_is_the_puzzle_that_it_describes() {
    let read = jimslide(ANE_ROUGE).unwrap();
    let klotski = library::get("klotski").unwrap().puzzle;
    let cells = |puzzle: &Puzzle| -> Vec<Vec<usize>> {
        puzzle.pieces.iter().map(|piece| piece.cells.clone()).collect()
    };
    assert_eq!(cells(&read), cells(&klotski));
    assert_eq!(read.types().len(), 4);
    let goal = [Condition::TypeAt { like: 1, cells: vec![13, 14, 17, 18] }];
    assert_eq!(read.goals[0].conditions, goal);
}

#[test]
fn walls_locks_steps_and_labels_are_read() {
    let text = "xsize: 6\nysize: 4\nwall: (0,3)\nhwall: 3 (2,4)\nvwall: 5 (0,1)\n\
                piece: 1 (0,0) (1,0)\npiece: 2 (0,0) (0,1)\npiece: 3 (0,0) (-1,1) (0,1)\n\
                locky: 1\nlockx: 2\nxstep: 3 2\nystep: 3 3\n\
                put: 1 (0,0) 'c'\nput: 1 (2,0) 'c'\nput: 2 (0,1) 'Q'\nput: 3 (4,1)\n\
                win: 1 (3,0)\nwin: 0 (0,0)\n";
    let puzzle = jimslide(text).unwrap();
    let walls: Vec<usize> = (0..24).filter(|&cell| puzzle.cells[cell] == CellKind::Wall).collect();
    assert_eq!(walls, [5, 11, 18, 20, 21, 22]);
    let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["c", "c:2", "Q", "A"]);
    let axes: Vec<_> = puzzle.pieces.iter().map(|piece| piece.axis).collect();
    let (across, down) = (Some(Axis::Horizontal), Some(Axis::Vertical));
    assert_eq!(axes, [across, across, down, None]);
    let last = &puzzle.pieces[piece(&puzzle, "A")];
    assert_eq!((last.step, last.cells.as_slice()), ((2, 3), [10, 15, 16].as_slice()));
    let conditions =
        [Condition::Empty { cells: vec![0] }, Condition::TypeAt { like: 0, cells: vec![3, 4] }];
    assert_eq!(puzzle.goals[0].conditions, conditions);
}

#[test]
fn pieces_of_different_numbers_are_never_alike() {
    let text = "xsize: 3\nysize: 1\npiece: 1 (0,0)\npiece: 2 (0,0)\nput: 1 (0,0)\nput: 2 (1,0)\n";
    assert_eq!(jimslide(text).unwrap().types(), [[0], [1]]);
    assert_eq!(jimslide(&text.replace("put: 2", "put: 1")).unwrap().types(), [[0, 1]]);
}

#[test]
fn what_is_wrong_is_refused_where_it_is_wrong() {
    let board = "xsize: 3\nysize: 2\npiece: 1 (0,0) (1,0)\nput: 1 (0,0)\n";
    let cases = [
        ("size: 3", 5, 1, "unknown directive `size`"),
        ("put 1 (0,0)", 5, 1, "no directive"),
        ("put: 1 0,0", 5, 8, "`(` expected"),
        ("put: 1 (0.0)", 5, 10, "`,` expected"),
        ("put: x (0,0)", 5, 6, "a whole number"),
        ("put: 99999999999 (0,0)", 5, 6, "a whole number"),
        ("put: 1 (0,1) 'a' b", 5, 18, "nothing more"),
        ("put: 2 (0,0)", 5, 1, "piece 2 is not defined"),
        ("put: 1 (2,0)", 5, 1, "(3,0) lies outside"),
        ("put: 1 (1,0)", 5, 1, "both lie at row 1, column 2"),
        ("wall: (0,0)", 4, 1, "lies on a wall"),
        ("wall: (0,2)", 5, 1, "outside the board"),
        ("hwall: 1 (0,2000000000)", 5, 1, "outside the board"),
        ("vwall: 1 (1,0)", 5, 1, "no cells from 1 to 0"),
        ("piece: 1 (0,0)", 5, 1, "defined twice"),
        ("piece: 2 (1,0)", 5, 1, "must be (0,0)"),
        ("piece: 2 (0,0) (0,0)", 5, 1, "a cell twice"),
        ("piece: 0 (0,0)", 5, 1, "empty cells"),
        ("lockx: 1\nlocky: 1", 6, 1, "locked both ways"),
        ("xstep: 1 0", 5, 10, "1 to 255"),
        ("xsize: 256", 5, 8, "1 to 255"),
        ("win: 1 (0,1)\nwin: 1 (1,1)", 6, 1, "more places for piece 1"),
        ("lockx: 1\nwin: 1 (1,1)", 6, 1, "up and down only"),
    ];
    for (line, row, column, message) in cases {
        let error = jimslide(&format!("{board}{line}\n")).unwrap_err();
        assert_eq!((error.line, error.column), (row, column), "{error}");
        assert!(error.message.contains(message), "{error}");
    }
    assert!(jimslide("xsize: 3\n").unwrap_err().message.contains("ysize"));
}

#[test]
fn there_are_names_for_many_pieces() {
    let puts: String = (0..80).map(|x| format!("put: 1 ({x},0)\n")).collect();
    let text = format!("xsize: 81\nysize: 1\npiece: 1 (0,0)\n{puts}");
    let puzzle = jimslide(&text).unwrap();
    assert_eq!(puzzle.pieces.len(), 80);
    assert_eq!(puzzle.types().len(), 1);
}

#[test]
fn a_size_stands_once() {
    let board = "xsize: 2\nysize: 1\npiece: 1 (0,0)\nput: 1 (0,0)\n";
    for again in ["xsize: 2", "ysize: 3"] {
        let text = format!("{board}{again}\n");
        let error = read("x.txt", &text, Some(Format::Jimslide)).unwrap_err();
        assert_eq!((error.line, error.column), (5, 1), "{error}");
        assert!(error.message.contains("a second time"), "{error}");
    }
}

#[test]
fn pieces_with_one_letter_are_numbered() {
    let text = "xsize: 3\nysize: 1\npiece: 1 (0,0)\nput: 1 (2,0) 'S'\nput: 1 (0,0) 'S'\n";
    let puzzle = read("x.txt", text, Some(Format::Jimslide)).unwrap().puzzle;
    let names: Vec<_> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["S", "S:2"]);
}
