//! What is read, and what is written.

use proptest::prelude::*;

use super::boards::any_board;
use super::{drawing, table, toml};
use crate::domains::rushhour::formats::{Dialect, Format, Reading, read, solution_csv};
use crate::domains::rushhour::{Board, CarMove, Metric, RushHour, Side};
use crate::space::StateSpace as _;

const SIXTY: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

#[test]
fn one_board_can_be_spelled_in_many_ways() {
    let expected = drawing(SIXTY).unwrap();
    let rows: Vec<String> =
        SIXTY.as_bytes().chunks(6).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let spaced: Vec<String> =
        rows.iter().map(|row| row.chars().map(|c| format!("{c} ")).collect()).collect();
    let spellings = [
        SIXTY.replace('o', "."),
        rows.join("/"),
        rows.join("\n"),
        format!("\n{}\r\n\r\n", rows.join("\r\n")),
        spaced.join("\n"),
        spaced.join("/"),
        format!("\u{feff}{SIXTY}\n"),
    ];
    for text in spellings {
        assert_eq!(drawing(&text), Ok(expected.clone()), "{text:?}");
    }
    assert_eq!((expected.width, expected.height, expected.walls.as_slice()), (6, 6, &[3][..]));
    let names: String = expected.cars.iter().map(|car| car.name.as_str()).collect();
    assert_eq!(names, "IBLDJAKEMFGH");
    let truck = &expected.cars[8];
    assert_eq!((truck.name.as_str(), truck.horizontal), ("M", false));
    assert_eq!((truck.line, truck.start, truck.length), (5, 3, 3));
}

#[test]
fn cars_can_have_longer_names() {
    let board = drawing("AS AS . \n.  A  A\n. x .").unwrap();
    let names: Vec<&str> = board.cars.iter().map(|car| car.name.as_str()).collect();
    assert_eq!((names, board.walls.as_slice()), (vec!["AS", "A"], &[7][..]));
}

#[test]
fn both_dialects_of_tables_give_the_same_board() {
    let expected =
        drawing("..BB..\nC....D\nCXX..D\n.....D\n......\n......".replace('X', "A").as_str());
    let named = |mut board: Board| {
        board
            .cars
            .iter_mut()
            .filter(|car| car.name == "A")
            .for_each(|car| "X".clone_into(&mut car.name));
        board
    };
    let expected = named(expected.unwrap());
    let down = "car,orientation,col,row,length\nB,H,3,1,2\nC,V,1,2,2\nD,V,6,2,3\nX,H,2,3,2\n";
    let up = "car,orientation,row,col,length\nB,H,3,6,2\nC,V,1,4,2\nD,V,6,3,3\nX,H,2,4,2\n";
    assert_eq!(table("Rushhour6x6_1.csv", down), Ok(expected.clone()));
    assert_eq!(table("Rushhour6x6_1.csv", up), Ok(expected.clone()));
    let loose = format!("\u{feff}\r\n{}", down.replace(',', " , ").replace('\n', "\r\n\r\n"));
    assert_eq!(table("a6x6.csv", &loose), Ok(expected.clone()));
    assert_eq!(table("12x6.csv", down).map(|board| (board.width, board.height)), Ok((12, 6)));
    assert_eq!(
        (Dialect::of_table(down), Dialect::of_table(up)),
        (Some(Dialect::Down), Some(Dialect::Up))
    );
    assert_eq!(Dialect::of_table("car,move\n"), None);
}

#[test]
fn a_table_of_moves_counts_as_its_dialect_does() {
    let board = drawing("..B./..B./AA../....").unwrap();
    let action = |car: usize, distance| CarMove {
        car,
        name: board.cars[car].name.as_str().into(),
        distance,
    };
    let moves = [action(0, 2), action(1, 2), action(0, -1)];
    assert_eq!(moves[0].to_string(), "B+2");
    assert_eq!(moves[2].to_string(), "B-1");
    assert_eq!(solution_csv(&board, &moves, Dialect::Down), "car,move\nB,2\nA,2\nB,-1\n");
    assert_eq!(solution_csv(&board, &moves, Dialect::Up), "car,move\nB,-2\nA,2\nB,1\n");
}

#[test]
fn toml_says_where_the_primary_car_leaves() {
    let text = "domain = \"rushhour\"\nname = \"n\"\nsource = \"s\"\nnote = \"t\"\nexit = \"left\"\n\
                primary = \"X\"\nboard = '''\n.XX\nAA.\n...\n'''\n\n[answers]\nsolvable = true\n\
                optimum = { moves = 1, slides = 2 }\nstates = 4\nslides_states = 3\ngoal_states = 2\n";
    let file = read("a.toml", text, None, &Reading::default()).unwrap();
    assert_eq!((file.source.as_str(), file.note.as_str()), ("s", "t"));
    assert_eq!(
        (file.board.name.as_str(), file.board.exit, file.board.primary),
        ("n", Side::Left, 0)
    );
    let of = |metric| file.answers.optimum.of(metric);
    assert_eq!((of("moves"), of("steps"), of("slides")), (Some(1), None, Some(2)));
    assert_eq!((file.answers.states, file.answers.slides_states), (Some(4), Some(3)));
    let written = "domain = \"rushhour\"\nname = \"n\"\nexit = \"left\"\nprimary = \"X\"\n\
                   board = \"\"\"\n.XX\nAA.\n...\n\"\"\"\n";
    assert_eq!(file.board.to_toml(), written);
}

#[test]
fn the_identity_holds_what_decides_the_graph() {
    let board = |text: &str| RushHour::<u64>::new(toml(text).unwrap(), Metric::Slides).unwrap();
    let id = board("name = \"n\"\nboard = \"AA./...\"").id();
    assert_eq!(id, board("name = \"m\"\nboard = \"AA./...\"").id(), "the name decides nothing");
    assert_eq!((id.domain.as_str(), id.encoding.as_str()), ("rushhour", "lanes/1/64"));
    assert_eq!(id.options.get("metric").map(String::as_str), Some("slides"));
    for other in [
        "board = \"AA./..x\"",
        "board = \"AA./...\"\nexit = \"left\"",
        "board = \"AA./BB.\"",
        "board = \"AA./BB.\"\nprimary = \"B\"",
        "board = \"AA AA . A A .\"\nprimary = \"AA\"",
    ] {
        assert_ne!(id.instance, board(other).id().instance, "{other}");
    }
}

#[test]
fn names_of_formats_and_metrics_read_back() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    for metric in Metric::ALL {
        assert_eq!(metric.to_string().parse(), Ok(metric));
    }
    assert!("straight".parse::<Metric>().unwrap_err().contains("moves, steps and slides"));
    assert!("jimslide".parse::<Format>().unwrap_err().contains("board, csv, toml"));
}

proptest! {
    #[test]
    fn every_board_reads_back_from_its_canonical_text(board in any_board(9)) {
        let text = board.to_toml();
        prop_assert_eq!(toml(&text), Ok(board), "{}", text);
    }
}

#[test]
fn the_examples_of_the_documentation_are_right() {
    let page = include_str!("../../../../docs/puzzle-format.md");
    let (_, page) = page.split_once("# Rush Hour boards").unwrap();
    let (page, _) = page.split_once("# FreeCell games").unwrap();
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    assert_eq!(blocks.len(), 2);
    let drawing = read("example", blocks[0].trim_start(), None, &Reading::default()).unwrap();
    assert_eq!((drawing.board.width, drawing.board.cars.len()), (6, 13));
    let text = blocks[1].strip_prefix("toml").unwrap().trim_start();
    let toml = read("example", text, None, &Reading::default()).unwrap();
    assert_eq!((toml.board.cars.len(), toml.answers.states), (5, Some(111)));
}
