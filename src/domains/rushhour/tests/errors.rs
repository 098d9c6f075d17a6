//! What is refused, and at which place.

use super::{drawing, table, toml};
use crate::domains::FormatError;
use crate::domains::rushhour::formats::{Format, MAX_FILE, Reading, read};

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
    let error = drawing("..B...\n..B..C\nAAB..C\nDDDE.C\n...EFF\nC.....\n").unwrap_err();
    let expected = "board.txt:6:1: `C` stands at two separate places, row 2, column 6 and row 6, \
                    column 1: two cars need two names\n 6 | C.....\n   | ^";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn ragged_rows_are_refused() {
    refused(drawing("AA.\n..\n..."), 2, 3, "row 2 has 2 cells, but row 1 has 3");
    refused(drawing("AA.\n....\n"), 2, 4, "row 2 has 4 cells, but row 1 has 3");
    refused(drawing("AA./..../..."), 1, 8, "row 2 has 4 cells");
    refused(drawing("A A .\n. .\n"), 2, 4, "row 2 has 2 cells");
    refused(drawing("AA./.../"), 1, 9, "row 3 has 0 cells");
    refused(drawing("AA.\n\n..."), 2, 1, "a blank line");
    refused(drawing(" \n\n"), 1, 1, "no rows");
}

#[test]
fn a_string_that_is_no_square_is_refused() {
    refused(drawing(&"AA...".repeat(7)), 1, 36, "35 cells in one row are no square");
    refused(drawing(&format!("AA{}", ".".repeat(65 * 65 - 2))), 1, 4226, "no square");
    assert_eq!(drawing(&format!("AA{}", ".".repeat(64 * 64 - 2))).unwrap().height, 64);
}

#[test]
fn cars_that_are_no_cars_are_refused() {
    refused(drawing("AA.\nB..\nBB."), 3, 2, "`B` is not straight: it begins at row 2, column 1");
    refused(drawing("AA..\n..BB\n..BB\n...."), 3, 3, "`B` is not straight");
    refused(drawing("AA.\n..B\n..."), 2, 3, "`B` at row 2, column 3 covers one cell");
    refused(drawing("AA.B.B\n......"), 1, 6, "`B` stands at two separate places");
    refused(drawing("AA.\nB.B\n..."), 2, 3, "`B` stands at two separate places");
    refused(drawing("AA.\n.B.\nB.."), 3, 1, "`B` stands at two separate places");
    refused(drawing("AA#\n...\n..."), 1, 3, "'#' cannot stand for a car");
    refused(drawing("AA\u{1}\n...\n..."), 1, 3, "cannot stand for a car");
    let long = "N".repeat(33);
    refused(drawing(&format!("A A {long} {long}")), 1, 5, "1 to 32 characters");
}

#[test]
fn the_primary_car_must_be_there_once_and_lie_in_a_row() {
    refused(drawing("BB.\n...\n..."), 1, 1, "no car `A`");
    refused(drawing("AA.\n...\n.AA"), 3, 2, "two primary cars `A`, at row 1, column 1");
    refused(drawing("..A\n..A\n..."), 1, 3, "the primary car `A` is vertical, at row 1, column 3");
    refused(toml("primary = \"X\"\nboard = \"AA/..\""), 2, 10, "no car `X`");
}

#[test]
fn boards_that_are_too_large_are_refused() {
    refused(drawing(&format!("AA{}\n", ".".repeat(63)).repeat(2)), 1, 65, "more than 64 columns");
    refused(drawing(&".A\n".repeat(65)), 65, 1, "more than 64 rows");
    refused(drawing(&"A".repeat(MAX_FILE + 1)), 1, 1, "at most");
    // Alternating cars and gaps in 64 rows: far more than 2048 bits.
    let row = |row: usize| -> String {
        let name = |car: usize| char::from_u32(0x4e00 + (row * 22 + car) as u32).unwrap();
        (0..64).map(|at| if at % 3 == 2 || at == 63 { '.' } else { name(at / 3) }).collect()
    };
    let rows: Vec<String> = (0..64).map(row).collect();
    let text = format!("primary = \"\u{4e00}\"\nboard = '''\n{}\n'''\n", rows.join("\n"));
    refused(toml(&text), 3, 1, "do not fit a key of 2048 bits");
}

const DOWN: &str = "car,orientation,col,row,length\n";

#[test]
fn wrong_tables_are_refused_where_they_are_wrong() {
    let six = |rest: &str| table("6x6.csv", &format!("{DOWN}{rest}"));
    refused(six("X,H,1,3,2\nB,V,2,3,2\n"), 3, 1, "`B` and `X` overlap at row 3, column 2");
    refused(six("X,H,1,3,2\n\nB,V,2,3,1\n"), 4, 9, "`B` is 1 long; a car is at least 2 long");
    refused(
        six("X,H,1,3,2\nB,V,2,6,2\n"),
        3,
        5,
        "`B` reaches col 2, row 7, beyond the board of 6x6",
    );
    refused(six("X,H,1,3,2\nB,H,7,6,2\n"), 3, 5, "beyond the board");
    refused(six("X,H,1,3,2\nB,H,0,6,2\n"), 3, 5, "col is \"0\", not a number from 1 to 64");
    refused(six("X,H,1,3,2\nB,H,1,-6,2\n"), 3, 7, "row is \"-6\"");
    refused(six("X,H,1,3,2\nB,H,1,6,two\n"), 3, 9, "length is \"two\"");
    refused(six("X,H,1,3,2\nB,D,1,6,2\n"), 3, 3, "the orientation is \"D\", not H or V");
    refused(six("X,H,1,3\n"), 2, 1, "4 fields, not 5");
    refused(six("X,H,1,3,2,9\n"), 2, 11, "6 fields, not 5");
    refused(six("X,H,1,3,2\nx,V,1,4,2\n"), 3, 1, "`x` is a wall in drawings");
    refused(six("X,H,1,3,2\n,V,1,4,2\n"), 3, 1, "1 to 32 characters");
    refused(
        six("X,H,1,3,2\nB,V,1,4,2\nB,V,2,4,2\n"),
        4,
        1,
        "two cars `B`: the other one is in line 3",
    );
    refused(
        six("X,H,1,3,2\nX,H,1,4,2\n"),
        3,
        1,
        "two primary cars `X`: the other one is in line 2",
    );
    refused(six("X,V,1,3,2\n"), 2, 1, "the primary car `X` is vertical");
    refused(six("B,V,1,3,2\n"), 1, 1, "no car `X`");
    refused(six(""), 1, 1, "no car `X`");
    refused(table("6x6.csv", ""), 1, 1, "the file is empty");
    refused(table("6x6.csv", "\ncar,col,row\nX,1,3\n"), 2, 1, "not the header of a table");
    refused(table("6x6.csv", "car,orientation,col,row,length,colour\n"), 1, 1, "not the header");
    refused(table("65x6.csv", &format!("{DOWN}X,H,1,3,2\n")), 1, 1, "a board of 65x6 cells");
    refused(table("0x0.csv", &format!("{DOWN}X,H,1,3,2\n")), 1, 1, "a board of 0x0 cells");
}

#[test]
fn a_table_needs_a_size() {
    let text = format!("{DOWN}X,H,1,3,2\n");
    let expected = "the table does not say how large the board is: give the size, or put it into \
                    the name of the file, such as `board6x6.csv`";
    for file in ["board.csv", "x.csv", "6x.csv", "99999999999999999999x6.csv", "6x6/board.csv"] {
        refused(table(file, &text), 1, 1, expected);
    }
    let given = Reading { size: Some((7, 5)) };
    let board = read("6x6.csv", &text, None, &given).unwrap().board;
    assert_eq!((board.width, board.height), (7, 5), "what is given counts more");
}

#[test]
fn wrong_toml_is_refused_where_it_is_wrong() {
    refused(toml("board = \"AA/..\"\ngoal = \".A\"\n"), 2, 1, "goal");
    refused(toml("name = \"x\"\n"), 1, 1, "board");
    refused(toml("domain = \"sliding\"\nboard = \"AA/..\"\n"), 1, 10, "not \"rushhour\"");
    refused(toml("exit = \"up\"\nboard = \"AA/..\"\n"), 1, 8, "up");
    refused(toml("board = \"\"\"\nAA.\nB..\nBB.\n\"\"\"\n"), 4, 2, "not straight");
    // With an escape in it, only the string itself has a known place.
    refused(toml("board = \"AA.\\nB..\\nBB.\"\n"), 1, 9, "not straight");
}

#[test]
fn no_text_makes_the_readers_panic() {
    let texts = [
        "\u{feff}",
        "\r",
        "/",
        "A",
        "AA",
        "x",
        "o",
        "A\tA",
        "A/A",
        "car,move",
        "board=",
        "é é\né é",
        "car,orientation,col,row,length\n,,,,",
        "car,orientation,row,col,length\nX,H,64,64,64",
    ];
    for text in texts {
        for format in Format::ALL.map(Some).into_iter().chain([None]) {
            let _ = read("6x6", text, format, &Reading { size: Some((64, 64)) });
        }
    }
}
