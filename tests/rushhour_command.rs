//! `strata rushhour`: many boards, one a line.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
}

use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use predicates::str::contains;
use serde_json::{Value, json};

/// A board, its fewest moves, steps and slides (`None`: unsolvable), and the
/// states that moves reach; counted by an independent program.
type Board = (&'static str, Option<u32>, Option<u32>, Option<u32>, u64);

const BOARDS: [Board; 19] = [
    ("..B.CC/..B.../AAB.../DDD..E/.....E/.....E", Some(9), Some(21), Some(9), 111),
    ("BCDDE./BCFFE./AAGH../..GHI./..JHI./..J...", Some(16), Some(34), Some(16), 6_603),
    (".BBCCC/DDDEFG/AAHEFG/I.HJJK/ILL..K/MMNNNK", Some(32), Some(41), Some(32), 405),
    ("..BCCC/..B..D/AAE..D/FFE.GH/.IJJGH/.IKKKH", Some(41), Some(56), Some(41), 624),
    ("BBCD../E.CD../EAAD../E..FFF/GGG.HI/JJ..HI", Some(28), Some(67), Some(30), 7_422),
    ("B..C../B..CDD/BAAE../..FEGG/..FHHI/..F..I", Some(23), Some(57), Some(23), 220),
    ("BBC.DD/E.C.../E.AAF./EGGGFH/...IFH/...IJJ", Some(31), Some(55), Some(33), 5_264),
    ("IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM", Some(60), Some(103), Some(60), 2_332),
    ("BBBKCC/DD.K.L/IAAK.L/I.JEEM/FFJ..M/..x.HH", Some(54), Some(83), Some(55), 1_845),
    ("GBB.L./GHI.LM/GHIAAM/CCCK.M/..JKDD/EEJFF.", Some(51), Some(81), Some(51), 4_780),
    (".BBBCC/..F.DD/..FAAH/..F..H/..GEEE/..G...", Some(5), Some(6), Some(5), 11),
    ("....../....../....AA/....../....../......", Some(0), Some(0), Some(0), 5),
    ("....../....../AA..../....../....../......", Some(1), Some(4), Some(1), 5),
    ("....x./....B./AA..B./....x./....../......", None, None, None, 3),
    ("BBBCDD/EEECFF/AAGCHI/..G.HI/..GJJI/KKKLLL", None, None, None, 4),
    ("....../...B../AA.B../...B../...B../......", None, None, None, 6),
    ("....B../..C.B../AAC..../....E../DD..E..", Some(2), Some(6), Some(2), 172),
    ("...B.../...B.../AA.B.../......./......./..CC.../.......", Some(3), Some(9), Some(3), 120),
    ("...CCC/.JGGHI/.JDDHI/AA..HI/..FFFE/..BBBE", Some(4), Some(8), Some(4), 5_297),
];

/// All boards, a line each.
fn list() -> String {
    BOARDS.iter().fold(String::new(), |list, board| list + board.0 + "\n")
}

/// Runs the command, and gives its messages.
fn messages(home: &Home, exit: i32, args: &[&str]) -> Vec<Value> {
    let output = home.strata(args).arg("--json").assert().code(exit).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The messages of the boards, and the summary.
fn results(home: &Home, exit: i32, args: &[&str]) -> (Vec<Value>, Value) {
    let mut messages = messages(home, exit, args);
    let summary = messages.pop().unwrap();
    assert_eq!((&summary["message_type"], &summary["schema"]), (&json!("summary"), &json!(1)));
    assert!(messages.iter().all(|message| message["message_type"] == "board"));
    (messages, summary)
}

#[test]
fn the_answers_are_known_in_every_metric_and_in_the_order_of_the_input() {
    let home = Home::new();
    home.write("boards.txt", &list());
    for metric in ["moves", "steps", "slides"] {
        let args = ["rushhour", "boards.txt", "--threads", "3", "--metric", metric];
        let (found, summary) = results(&home, 0, &args);
        assert_eq!(found.len(), BOARDS.len());
        for (number, (message, board)) in (1..).zip(found.iter().zip(BOARDS)) {
            let length = match metric {
                "moves" => board.1,
                "steps" => board.2,
                _ => board.3,
            };
            assert_eq!(message["number"], number);
            assert_eq!(message["board"], board.0);
            assert_eq!(message.get("length"), length.map(Value::from).as_ref(), "{message}");
            let verdict = if length.is_some() { "solved" } else { "unsolvable" };
            assert_eq!(message["verdict"], verdict);
            assert_eq!(message.get("optimal"), length.map(|_| json!(true)).as_ref());
        }
        let count = |what: &str| summary[what].as_u64().unwrap();
        assert_eq!((count("boards"), count("solved"), count("unsolvable")), (19, 16, 3));
    }
    assert!(!home.path().join("strata.db").exists());
}

#[test]
fn order_is_kept_when_boards_take_very_different_times() {
    // A board with 541,934 states, searched whole, before 3,000 tiny ones: more
    // than may be ahead of it.
    let tiny = BOARDS[10].0;
    let mut list = "BB.C../.D.CEE/.DAAFG/H.IIFG/H.JKK./LLJ... slow\n".to_owned();
    for number in 0..3000 {
        writeln!(list, "{tiny} {number}").unwrap();
    }
    let home = Home::new();
    home.write("boards.txt", &list);
    let (found, summary) =
        results(&home, 0, &["rushhour", "boards.txt", "--threads=3", "--census"]);
    assert_eq!(summary["solved"], 3001);
    assert_eq!((&found[0]["label"], &found[0]["states"]), (&json!("slow"), &json!(541_934)));
    for (number, message) in found[1..].iter().enumerate() {
        assert_eq!(message["label"], number.to_string());
        assert_eq!((&message["states"], &message["length"]), (&json!(11), &json!(5)));
    }
}

#[test]
fn a_census_counts_whole_spaces_and_checks_a_database() {
    let home = Home::new();
    let line = |board: &Board, moves: u32, states: u64| {
        format!("{moves:02} {} {states}\n", board.0.replace('/', ""))
    };
    let right: String =
        BOARDS[..10].iter().map(|board| line(board, board.1.unwrap(), board.4)).collect();
    home.write("right.txt", &right);
    let (found, _) = results(&home, 0, &["rushhour", "right.txt", "--census"]);
    for (message, board) in found.iter().zip(BOARDS) {
        assert_eq!(message["states"], board.4);
        assert_eq!(message["differs"], false);
        assert_eq!(message["known_length"], board.1.unwrap());
    }
    // Without a census, states are not compared, and moves only with moves.
    let (hard, unsolvable) = (&BOARDS[7], &BOARDS[13]);
    let text = line(hard, 60, 1) + &line(hard, 59, 2_332) + &line(unsolvable, 4, 3);
    home.write("wrong.txt", &text);
    let differs = |exit, args: &[&str]| -> Vec<Value> {
        let args = [&["rushhour", "wrong.txt"], args].concat();
        results(&home, exit, &args).0.iter().map(|message| message["differs"].clone()).collect()
    };
    assert_eq!(differs(2, &[]), [false, true, true]);
    assert_eq!(differs(2, &["--census"]), [true, true, true]);
    assert_eq!(differs(0, &["--metric", "steps"]), [false, false, false]);
    home.strata(&["rushhour", "wrong.txt"])
        .assert()
        .code(2)
        .stdout(contains("the input says 59 moves, 2,332 states"))
        .stdout(contains("3 boards: 2 solved, 1 unsolvable, 2 with other figures"));
}

#[test]
fn a_wrong_line_is_told_with_its_place_and_stops_nothing() {
    let home = Home::new();
    let good = BOARDS[0].0;
    home.write(
        "boards.txt",
        &format!("# boards\n\n{good} one\nwhat is this\n  AA..B/.....\n7 AAB\n{good} two\n"),
    );
    let assert = home.strata(&["rushhour", "boards.txt"]).assert().code(2);
    assert
        .stdout(contains("5 boards: 2 solved, 3 wrong"))
        .stderr(contains("boards.txt:4:"))
        .stderr(contains("boards.txt:5:7: "))
        .stderr(contains("4 | what is this"))
        .stderr(contains("boards.txt:6:6: 3 cells in one row are no square board"));
    let (found, summary) = results(&home, 2, &["rushhour", "boards.txt", "--quiet"]);
    let verdicts: Vec<&str> = found.iter().map(|m| m["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["solved", "error", "error", "error", "solved"]);
    let lines: Vec<u64> = found.iter().map(|m| m["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [3, 4, 5, 6, 7]);
    assert!(found[1]["error"].as_str().unwrap().starts_with("boards.txt:4:"));
    assert_eq!(summary["errors"], 3);
    std::fs::write(home.path().join("boards.txt"), b"ab\xff\n").unwrap();
    let (found, _) = results(&home, 2, &["rushhour", "boards.txt"]);
    assert_eq!(found[0]["error"], "boards.txt:1:3: not UTF-8");
}

#[test]
fn limits_are_those_of_each_board() {
    let home = Home::new();
    home.write("boards.txt", &format!("{}\n{}\n{}\n", BOARDS[1].0, BOARDS[0].0, BOARDS[1].0));
    let (found, summary) = results(&home, 13, &["rushhour", "boards.txt", "--max-states", "500"]);
    let verdicts: Vec<&str> = found.iter().map(|m| m["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["limit", "solved", "limit"]);
    assert!(found[0]["limit"].as_str().unwrap().contains("--max-states"));
    assert_eq!(found[0].get("length"), None);
    assert_eq!((&summary["limit"], &summary["solved"]), (&json!(2), &json!(1)));
    home.strata(&["rushhour", "boards.txt", "--max-states", "x"]).assert().code(2);
}

#[test]
fn solutions_and_other_algorithms() {
    let home = Home::new();
    home.write("boards.txt", "....../....../AA..../....../....../......\n");
    home.strata(&["rushhour", "boards.txt", "--solution"]).assert().code(0).stdout(contains("A+4"));
    let (found, _) = results(&home, 0, &["rushhour", "boards.txt", "--solution", "--metric=steps"]);
    assert_eq!(found[0]["solution"], json!(["A+1", "A+1", "A+1", "A+1"]));

    // A depth-first search takes minutes for the board of 28 moves.
    let boards: Vec<Board> = BOARDS.into_iter().filter(|board| board.1 != Some(28)).collect();
    let list = boards.iter().fold(String::new(), |list, board| list + board.0 + "\n");
    home.write("boards.txt", &list);
    for algorithm in ["astar", "ida", "bidirectional"] {
        let (found, _) = results(&home, 0, &["rushhour", "boards.txt", "--algorithm", algorithm]);
        assert_eq!(found.len(), boards.len());
        for (message, board) in found.iter().zip(&boards) {
            assert_eq!(message.get("length"), board.1.map(Value::from).as_ref(), "{message}");
        }
    }
    // A beam of one state a layer misses some, and never says that there are none.
    let beam = ["rushhour", "boards.txt", "--algorithm", "beam", "--width", "1"];
    let (found, summary) = results(&home, 14, &beam);
    assert!(summary["not_found"].as_u64().unwrap() > 0);
    for (message, board) in found.iter().zip(&boards) {
        if board.1.is_some() {
            assert_ne!(message["verdict"], "unsolvable", "{message}");
        }
    }
    home.strata(&["rushhour", "boards.txt", "--census", "--algorithm", "ida"]).assert().code(2);
    home.strata(&["rushhour", "boards.txt", "--exit", "left"])
        .assert()
        .code(0)
        .stdout(contains("unsolvable"));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let home = Home::new();
    for missing in ["nothing.txt", "."] {
        home.strata(&["rushhour", missing]).assert().code(2).stderr(contains("cannot read"));
    }
    home.write("empty.txt", "");
    home.strata(&["rushhour", "empty.txt"]).assert().code(0).stdout(contains("0 boards"));
}

/// Starts the command with boards on standard input that goes on.
fn waiting(home: &Home) -> std::process::Child {
    let mut command = home.strata(&["rushhour", "-", "--json"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn an_interrupt_shows_what_is_done_though_more_input_may_come() {
    let home = Home::new();
    let mut child = waiting(&home);
    let mut to = child.stdin.take().unwrap();
    writeln!(to, "{}\n{}", BOARDS[0].0, BOARDS[7].0).unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    for length in [9, 60] {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        // It is shown while the input is still open.
        assert_eq!(message["length"], length);
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut rest = String::new();
    from.read_to_string(&mut rest).unwrap();
    let summary: Value = serde_json::from_str(&rest).unwrap();
    assert_eq!(summary["message_type"], "summary");
    assert_eq!((&summary["boards"], &summary["interrupted"]), (&json!(2), &json!(true)));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(to);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let home = Home::new();
    home.write("boards.txt", &list().repeat(100));
    let (reader, writer) = io::pipe().unwrap();
    let mut child = home
        .strata(&["rushhour", "boards.txt"])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(reader);
    let mut talk = String::new();
    child.stderr.take().unwrap().read_to_string(&mut talk).unwrap();
    assert_eq!((child.wait().unwrap().code(), talk.as_str()), (Some(0), ""));
}

#[test]
fn the_moves_of_a_table_of_cars_are_a_table_that_counts_as_it_does() {
    let home = Home::new();
    let moves = |name: &str, table: &str| {
        home.write(name, table);
        home.strata(&["solve", name, "--no-store", "--moves-csv", "moves.csv"]).assert().code(0);
        let moves = std::fs::read_to_string(home.path().join("moves.csv")).unwrap();
        let lines: Vec<&str> = moves.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[2]), (3, "car,move", "X,4"), "{moves}");
        lines[1].strip_prefix("B,").unwrap().parse::<i32>().unwrap()
    };
    // One board, with rows counted from above and from below.
    let down = moves("down6x6.csv", "car,orientation,col,row,length\nX,H,1,3,2\nB,V,4,3,2\n");
    let up = moves("up6x6.csv", "car,orientation,row,col,length\nX,H,1,4,2\nB,V,4,3,2\n");
    assert!(matches!(down, -2 | 1 | 2), "{down}");
    assert_eq!(up, -down);

    home.strata(&["solve", "klotski", "--no-store", "--moves-csv", "x.csv"])
        .assert()
        .code(2)
        .stderr(contains("--moves-csv is for Rush Hour"));
    home.strata(&["solve", "down6x6.csv", "--no-store", "--moves-csv", "none/x.csv"])
        .assert()
        .code(2)
        .stderr(contains("there is no directory none"));
}
