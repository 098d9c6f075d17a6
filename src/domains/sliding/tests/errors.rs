//! What is refused, and at which place.

use super::{drawing, toml};
use crate::domains::FormatError;
use crate::domains::sliding::formats::MAX_FILE;

#[track_caller]
fn refused<T: std::fmt::Debug>(
    read: Result<T, FormatError>,
    line: usize,
    column: usize,
    message: &str,
) {
    let error = read.unwrap_err();
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.message.contains(message), "{error}");
}

#[test]
fn an_error_points_at_its_place() {
    let error = drawing("AAB.\nC..B\n").unwrap_err();
    let shown = error.to_string();
    let expected = "board.txt:2:4: `B` stands in 2 parts that do not touch, at row 1, column 3 \
                    and at row 2, column 4: two pieces need two names; a TOML puzzle can declare \
                    one piece with several parts `rigid`\n 2 | C..B\n   |    ^";
    assert_eq!(shown, expected);
}

#[test]
fn a_long_line_is_shown_in_part() {
    let text = format!("name = \"{}\" x\nboard = \"A.\"\n", "n".repeat(5000));
    let error = toml(&text).unwrap_err();
    assert!(error.column > 5000, "{error}");
    let shown = error.to_string();
    let lines: Vec<&str> = shown.lines().rev().take(2).collect();
    assert!(shown.len() < 400 && lines[0].ends_with('^'), "{shown}");
    let caret = lines[0].chars().count() - 1;
    assert_eq!(lines[1].chars().nth(caret), Some('x'), "{shown}");
}

#[test]
fn the_name_of_a_piece_is_bounded() {
    let named = |letters: usize, rest: &str| {
        let name = "N".repeat(letters);
        toml(&format!("words = true\nboard = \"{name} .\"\n{rest}"))
    };
    assert_eq!(named(32, "").unwrap().pieces[0].name.len(), 32);
    refused(named(33, ""), 2, 10, "at most 32 characters");
    refused(named(400_000, "goal = \". N\""), 2, 10, "at most 32 characters");
    // The second of several tiles has a longer name than its cell.
    let name = "N".repeat(31);
    let tiles = toml(&format!("words = true\ntiles = true\nboard = \". {name} {name}\"\n"));
    refused(tiles, 3, 44, "at most 32 characters");
}

#[test]
fn goals_barriers_types_and_walls_are_bounded() {
    let goals = |count: usize| {
        let goals = "\".A\",".repeat(count);
        toml(&format!("board = \"A.\"\ngoals = [\n{goals}]"))
    };
    assert_eq!(goals(1000).unwrap().goals.len(), 1000);
    refused(goals(1001), 3, 5001, "more than 1000 goals");
    refused(goals(100_000), 3, 5001, "more than 1000 goals");
    let barriers = |count: usize| {
        let barriers = "{row=1,column=1,side=\"right\"},".repeat(count);
        toml(&format!("board = \"A.\"\nbarriers = [\n{barriers}]"))
    };
    assert_eq!(barriers(1).unwrap().barriers, [(0, 1)]);
    refused(barriers(2), 3, 31, "there already");
    refused(barriers(20_000), 3, 31, "there already");
    let both = "barriers = [{row=1,column=1,side=\"right\"},{row=1,column=2,side=\"left\"}]";
    refused(toml(&format!("board = \"A.\"\n{both}")), 2, 43, "there already");
    let types = "tiles = true\nboard = \"A.\"\ntypes = [\"A\", \"A\"]";
    refused(toml(types), 3, 15, "more types than pieces");
    let walls: String = ('\u{4e00}'..).take(33).collect();
    refused(toml(&format!("walls = \"{walls}\"\nboard = \"A.\"")), 1, 9, "at most 32 symbols");
}

#[test]
fn large_files_are_read_in_linear_time() {
    // 65,025 cells, each pair with a thin wall, and 1000 goals in one line.
    let board =
        ["A.", &"#".repeat(253), "\n", &format!("{}\n", "#".repeat(255)).repeat(40)].concat();
    let barriers: Vec<String> = (2..=41)
        .flat_map(|row| (1..=254).map(move |column| (row, column)))
        .map(|(row, column)| format!("{{row={row},column={column},side=\"right\"}}"))
        .collect();
    let text = format!("board = \"\"\"\n{board}\"\"\"\nbarriers = [{}]", barriers.join(","));
    let begun = std::time::Instant::now();
    assert_eq!(toml(&text).unwrap().barriers.len(), barriers.len());
    let label = "A".repeat(300_000);
    let tiles = format!("tiles = true\nboard = \"{}.\"\ntypes = [\"{label}\"]", "A".repeat(254));
    assert_eq!(toml(&tiles).unwrap().types().len(), 1);
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
}

#[test]
fn one_letter_at_two_places_is_refused_unless_rigid() {
    refused(drawing("#l***l#\n"), 1, 6, "row 1, column 2 and at row 1, column 6");
    let rigid = toml("board = \"#l***l#\"\nrigid = \"l\"\n").unwrap();
    let cells: Vec<_> = rigid.pieces.iter().map(|piece| piece.cells.clone()).collect();
    assert_eq!(cells, [vec![1, 5], vec![2, 3, 4]]);
}

#[test]
fn ragged_rows_are_refused_unless_spaces_are_walls() {
    refused(drawing("AB.\n..\n"), 2, 3, "row 2 has 2 cells, not 3");
    let padded = drawing("  A\n..\n  .\n").unwrap();
    assert_eq!(padded.width, 3);
    refused(drawing("AB.\n...\n\nAB.\n....\n"), 5, 4, "row 2 has 4 cells, not 3");
    refused(drawing("AB.\n...\n\nAB.\n"), 4, 1, "1 rows, but the board has 2");
}

#[test]
fn wrong_goals_are_refused_where_they_are_wrong() {
    refused(drawing("AB.\n\n.C.\n"), 3, 2, "no piece `C`");
    refused(drawing("AA.\n\n..A\n"), 3, 3, "another shape");
    refused(drawing("A.#\n\n#..\n"), 3, 1, "a wall in the goal");
    refused(drawing("A.#\n\n..A\n"), 3, 3, "lies on a wall");
    refused(drawing("A..\n\n...\n"), 3, 1, "a goal demands nothing");
    refused(drawing("A.\n\n.A\n\nA.\n"), 5, 1, "third drawing");
    let locked = "board = \"A..\"\nonly_vertical = \"A\"\ngoal = \"..A\"\n";
    refused(toml(locked), 3, 11, "up and down only");
    let step = "board = \"A...\"\nstep = [2, 1]\ngoal = \".A..\"\n";
    refused(toml(step), 3, 10, "its step is (2, 1)");
    let gate = "board = \"A.=.\"\ngoal = \"..A.\"\n";
    refused(toml(gate), 2, 11, "a gate");
    let type_goal = "board = \"AB..\"\ntypes = [\"AB\"]\ngoal = \"A.AA\"\n";
    refused(toml(type_goal), 3, 9, "another shape");
}

#[test]
fn a_drawing_without_rows_is_refused_where_it_stands() {
    refused(toml("board = \"A.\"\ngoal = \"\"\n"), 2, 9, "without rows");
    refused(toml("name = \"x\"\nboard = \"\"\n"), 2, 10, "without rows");
    refused(toml("board = \"A.\"\ngates = ''\n"), 2, 10, "without rows");
}

#[test]
fn one_alternative_that_can_be_is_enough() {
    let goals = |goals: &str| {
        toml(&format!("board = \"A..\\n...\"\nonly_horizontal = \"A\"\ngoals = [{goals}]\n"))
    };
    let (yes, no) = ("\"..A\\n...\"", "\"...\\nA..\"");
    assert_eq!(goals(&format!("{no}, {yes}")).unwrap().goals.len(), 2);
    refused(goals(&format!("{no}, {no}")), 3, 10, "left and right only");
    let mut puzzle = goals(&format!("{no}, {yes}")).unwrap();
    puzzle.goals.pop();
    assert!(puzzle.check().is_err());
}

#[test]
fn places_within_multi_line_strings_are_exact() {
    let text = "name = \"x\"\nboard = '''\nAB.\n.CB\n'''\n";
    refused(toml(text), 4, 3, "2 parts");
    let text = "board = \"A.\\n..\"\ngoal = \"\"\"\n..\n.Z\n\"\"\"\n";
    refused(toml(text), 4, 2, "no piece `Z`");
    // With an escape in it, only the string itself has a known place.
    refused(toml("board = \"A.\\n.A\"\n"), 1, 9, "2 parts");
}

#[test]
fn wrong_keys_and_values_are_refused() {
    refused(toml("board = \"A.\"\ngaol = \".A\"\n"), 2, 1, "gaol");
    refused(toml("goal = \".A\"\n"), 1, 1, "board");
    refused(toml("board = \"A.\"\nstep = [0, 1]\n"), 1, 10, "step 0");
    refused(toml("board = \"A.\"\nrigid = \"B\"\n"), 2, 9, "no piece `B`");
    refused(toml("board = \"AB.\"\ntypes = [\"A\", \"BA\"]\n"), 2, 15, "in two types");
    refused(toml("board = \"ABB.\"\ntypes = [\"AB\"]\n"), 2, 10, "cannot be one type");
    refused(toml("board = \"A.\"\nempty = \"#\"\n"), 1, 1, "means two things");
    refused(toml("board = \"A.\"\nclear = \"ab\"\n"), 2, 9, "one visible character");
    let barrier = "board = \"A.\"\nbarriers = [{ row = 1, column = 2, side = \"right\" }]\n";
    refused(toml(barrier), 2, 13, "between two cells");
    let across = "board = \"AA.\"\nbarriers = [{ row = 1, column = 2, side = \"left\" }]\n";
    refused(toml(across), 1, 10, "across a thin wall");
    let both = "board = \"A.\"\nonly_vertical = \"A\"\nonly_horizontal = \"A\"\n";
    refused(toml(both), 2, 17, "locked both ways");
}

#[test]
fn boards_out_of_bounds_are_refused() {
    refused(drawing(""), 1, 1, "empty");
    refused(drawing("...\n"), 1, 1, "no piece");
    refused(drawing("###\n"), 1, 1, "0 cells that are no wall");
    refused(drawing(&format!("A{}\n", ".".repeat(255))), 1, 256, "more than 255 columns");
    refused(drawing(&format!("A\n{}", ".\n".repeat(255))), 256, 1, "more than 255 rows");
    refused(drawing(&format!("A{0}\n{0}.\n", ".".repeat(127))), 1, 1, "256 cells");
    assert!(drawing(&format!("A{0}\n{0}#\n", ".".repeat(127))).is_ok());
    refused(drawing("A\t.\n"), 1, 2, "cannot stand in a drawing");
    refused(drawing(&"A".repeat(MAX_FILE + 1)), 1, 1, "at most");
}
