//! What drawings mean: pieces, types, goals.

use super::{drawing, piece, toml};
use crate::domains::sliding::formats::{Format, read};
use crate::domains::sliding::replay::is_goal;
use crate::domains::sliding::{Axis, CellKind, Condition, Puzzle};

fn start(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    puzzle.pieces.iter().map(|piece| piece.cells.clone()).collect()
}

#[test]
fn letters_of_the_goal_name_pieces() {
    let puzzle = drawing(".A.B\n\nAB..\n").unwrap();
    let conditions = [
        Condition::PieceAt { piece: 0, cells: vec![0] },
        Condition::PieceAt { piece: 1, cells: vec![1] },
    ];
    assert_eq!(puzzle.goals[0].conditions, conditions);
    assert_eq!(puzzle.types(), [[0], [1]]);
    assert!(!is_goal(&puzzle, &start(&puzzle)));
    assert!(is_goal(&puzzle, &[vec![0], vec![1]]));
    assert!(!is_goal(&puzzle, &[vec![1], vec![0]]));
}

#[test]
fn pieces_that_touch_stay_two() {
    let puzzle = drawing("AAABB.\n").unwrap();
    assert_eq!(start(&puzzle), [vec![0, 1, 2], vec![3, 4]]);
}

#[test]
fn a_piece_may_have_a_wall_in_its_bounding_box() {
    let puzzle = drawing("#A.\nAA.\n\n#.A\n.AA\n").unwrap();
    assert_eq!(start(&puzzle), [[1, 3, 4]]);
    assert!(is_goal(&puzzle, &[vec![2, 4, 5]]));
}

#[test]
fn a_piece_that_the_goal_names_is_told_apart_from_its_like() {
    let puzzle = drawing("AB.\nC..\n\n..A\n...\n").unwrap();
    assert_eq!(puzzle.types(), [vec![0], vec![1, 2]]);
    assert_eq!(puzzle.family(0), [0, 1, 2]);
    let distinct = toml("board = \"AB.\"\ndistinct = true\n").unwrap();
    assert_eq!(distinct.types(), [[0], [1]]);
}

#[test]
fn shape_lock_gate_step_and_class_part_types() {
    let text = "board = \"\"\"\nABCDEF.=\nGG......\n\"\"\"\nonly_horizontal = \"A\"\n\
                gate_pieces = \"B\"\npiece_steps = [{ pieces = \"C\", step = [1, 2] }]\n\
                types = [\"D\"]\n";
    let puzzle = toml(text).unwrap();
    assert_eq!(puzzle.types(), [vec![0], vec![1], vec![2], vec![3], vec![4, 5], vec![6]]);
    assert_eq!(puzzle.pieces[0].axis, Some(Axis::Horizontal));
    assert_eq!(puzzle.cells[7], CellKind::Gate);
}

#[test]
fn with_types_any_piece_of_the_type_will_do() {
    let text = "board = \"ABC.\"\ntypes = [\"AB\", \"C\"]\ngoal = \"..CA\"\n";
    let puzzle = toml(text).unwrap();
    assert_eq!(puzzle.types(), [vec![0, 1], vec![2]]);
    assert!(is_goal(&puzzle, &[vec![0], vec![3], vec![2]]));
    assert!(is_goal(&puzzle, &[vec![3], vec![0], vec![2]]));
    assert!(!is_goal(&puzzle, &[vec![2], vec![0], vec![3]]));
    let by_name = toml(&format!("{text}goal_by = \"name\"\n")).unwrap();
    assert!(!is_goal(&by_name, &[vec![0], vec![3], vec![2]]));
    let named = toml(&format!("{text}named = \"A\"\n")).unwrap();
    assert_eq!(named.types(), [[0], [1], [2]]);
    assert!(!is_goal(&named, &[vec![0], vec![3], vec![2]]));
}

#[test]
fn equal_labels_of_tiles_are_interchangeable() {
    let text = "tiles = true\nboard = \"\"\"\n111\n222\n33.\n\"\"\"\ngoal = \"\"\"\n111\n222\n.33\n\"\"\"\n";
    let puzzle = toml(text).unwrap();
    let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["1", "1:2", "1:3", "2", "2:2", "2:3", "3", "3:2"]);
    assert_eq!(puzzle.types(), [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7]]);
    let swapped = [2, 1, 0, 5, 4, 3, 8, 7].map(|cell| vec![cell]);
    assert!(is_goal(&puzzle, &swapped));
    let more = text.replace("222\n.33", "122\n.33");
    assert!(toml(&more).unwrap_err().message.contains("3 pieces `1`, no more"));
}

#[test]
fn several_blanks_are_allowed() {
    let puzzle = drawing("12\n..\n").unwrap();
    assert_eq!(puzzle.types(), [[0, 1]]);
    assert!(puzzle.goals.is_empty());
}

#[test]
fn a_start_can_be_a_goal() {
    let puzzle = drawing("A.\n\nA.\n").unwrap();
    assert!(is_goal(&puzzle, &start(&puzzle)));
}

#[test]
fn one_of_several_goals_is_enough_and_cells_can_be_wanted_empty() {
    let text = "board = \"AB..\"\nclear = \"_\"\ngoals = [\"__..\", \"A..B\"]\n";
    let puzzle = toml(text).unwrap();
    assert_eq!(puzzle.goals.len(), 2);
    assert!(is_goal(&puzzle, &[vec![2], vec![3]]));
    assert!(is_goal(&puzzle, &[vec![0], vec![3]]));
    assert!(!is_goal(&puzzle, &[vec![1], vec![3]]));
}

#[test]
fn gates_can_lie_below_pieces() {
    let text = "board = \"A.\"\ngates = \"=.\"\ngate_pieces = \"A\"\n";
    let puzzle = toml(text).unwrap();
    assert_eq!(puzzle.cells, [CellKind::Gate, CellKind::Floor]);
    let shut = toml("board = \"A.\"\ngates = \"=.\"\n").unwrap_err();
    assert!(shut.message.contains("may not enter"), "{shut}");
}

#[test]
fn words_are_names_of_several_letters() {
    let puzzle = toml("words = true\nboard = \"10 11 .\"\ngoal = \". 10 11\"\n").unwrap();
    assert_eq!(puzzle.pieces[piece(&puzzle, "11")].cells, [1]);
    assert_eq!(puzzle.width, 3);
}

#[test]
fn a_format_is_known_by_name_or_by_text() {
    let cases = [
        ("a.toml", "board = \"A.\"\n", Format::Toml),
        ("-", "name = \"x\"\nboard = \"A.\"\n", Format::Toml),
        ("a.txt", "A.\n\n.A\n", Format::Drawing),
        ("puz.txt", "! a puzzle\nxsize: 4\nysize: 5\n", Format::Jimslide),
    ];
    for (file, text, format) in cases {
        assert_eq!(Format::detect(file, text), format, "{file}");
        assert_eq!(format.name().parse(), Ok(format));
    }
    // The ending of the name never outweighs what the caller says.
    assert!(read("a.toml", "A.\n", Some(Format::Drawing)).is_ok());
    assert!(read("crlf.txt", "\u{feff}A.\r\n\r\n.A\r\n", None).is_ok());
}

#[test]
fn the_examples_of_the_documentation_are_right() {
    let page = include_str!("../../../../docs/puzzle-format.md");
    let (page, _) = page.split_once("# Rush Hour boards").unwrap();
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    assert_eq!(blocks.len(), 3);
    for (block, format) in blocks.into_iter().zip([Format::Drawing, Format::Toml, Format::Jimslide])
    {
        let text = block.strip_prefix("toml").unwrap_or(block).trim_start();
        assert_eq!(Format::detect("-", text), format);
        let file = read("example", text, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.puzzle.goals.len(), 1);
    }
}
