//! FreeCell from the command line: games of the library, deals, boards, solutions.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
    pub(crate) mod result;
}

use std::fs;

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use common::result::result;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use strata::domains::freecell::{formats, notation, transcript};
use strata::domains::{Options, Problem, library};

/// Larger games belong to the searches.
const MOST_STATES: u64 = 25_000;

#[test]
fn games_of_the_library_have_the_answers_that_they_claim() {
    let home = Home::new();
    let mut explored = 0;
    for entry in library::all().filter(|entry| entry.domain == "freecell") {
        let problem = Problem::named(entry.name, &Options::default()).unwrap();
        let answers = &problem.about().answers;
        assert!(answers.solvable.is_some() && !problem.about().title.is_empty(), "{}", entry.name);
        let Some(states) = answers.states.filter(|&states| states <= MOST_STATES) else { continue };
        explored += 1;
        let census = result(&home, 0, &["census", entry.name]);
        assert_eq!(
            (&census["states"], &census["complete"]),
            (&states.into(), &true.into()),
            "{}",
            entry.name
        );
        let solvable = answers.solvable == Some(true);
        let solved = result(
            &home,
            i32::from(!solvable),
            &["solve", entry.name, "--algorithm", "generations"],
        );
        let verdict = if solvable { "solved" } else { "unsolvable" };
        assert_eq!(solved["verdict"], verdict, "{}", entry.name);
        assert_eq!(
            solved["length"].as_u64(),
            answers.optimum.cards.map(u64::from),
            "{}",
            entry.name
        );
        assert_eq!(solved["metric"], "cards");
    }
    assert!(explored >= 9, "{explored} games");
}

/// Deal 3 with these sizes has a shortest solution of 15 moves.
const SMALL: [&str; 7] = ["freecell:3", "--columns", "3", "--freecells", "2", "--ranks", "3"];

#[test]
fn a_solution_is_written_in_every_form() {
    let home = Home::new();
    let written = ["--transcript", "solution.txt", "--svg", "solution.svg", "--notation"];
    let solve = |notation: &str| {
        let args = [&["solve"], &SMALL[..], &written[..], &[notation]].concat();
        let output = home.strata(&args).assert().success().get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let cards = solve("cards");
    assert!(cards.contains("\n 1. ") && cards.contains("\n15. "), "{cards}");
    assert!(cards.contains("solved: 15 moves, metric cards"), "{cards}");
    let long = solve("long");
    assert!(long.contains(". Move a card from stack "), "{long}");
    assert!(long.contains(" to the foundations\n"), "{long}");

    let text = fs::read_to_string(home.path().join("solution.txt")).unwrap();
    let checked = transcript::check("solution.txt", &text, 2).unwrap();
    let lines = solve("standard");
    for (number, step) in (1..).zip(&checked.steps) {
        assert!(lines.contains(&format!("{number}. {step}\n")), "{lines}");
        assert!(long.contains(&format!("{number}. {}\n", step.long())), "{long}");
    }
    let mut board = checked.start.clone();
    for line in lines.lines().filter_map(|line| line.trim_start().split_once(". ")) {
        let Ok(step) = notation::read_step(&board, line.1) else { break };
        step.make(&mut board).unwrap();
    }
    assert!(board.is_won(), "{lines}");
    let picture = fs::read_to_string(home.path().join("solution.svg")).unwrap();
    assert!(picture.contains("<title>KH</title>"));

    // The stored run gives the same.
    fs::remove_file(home.path().join("solution.txt")).unwrap();
    home.strata(&["path", "last", "--transcript", "solution.txt", "--notation", "long"])
        .assert()
        .success()
        .stdout(contains("1. Move "));
    assert_eq!(fs::read_to_string(home.path().join("solution.txt")).unwrap(), text);
    home.strata(&["show", "last"]).assert().success().stdout(contains("Freecells: - -\n"));
}

#[test]
fn a_board_of_ones_own_is_solved_and_looked_up() {
    let home = Home::new();
    let board = "founds: h-q c-q d-q s-j\nFC (1): KS\nkh\nqs kd\n:\nKC\n";
    home.write("mine.txt", board);
    let solve = ["solve", "mine.txt", "--algorithm", "generations"];
    let found = result(&home, 0, &solve);
    assert_eq!((&found["length"], &found["domain"]), (&5.into(), &"freecell".into()));
    let again = result(&home, 0, &[&solve[..], &["--freecells", "1"]].concat());
    assert_eq!(again["run"], found["run"]);
    let wider = result(&home, 0, &[&solve[..], &["--freecells", "2"]].concat());
    assert_ne!(wider["run"], found["run"]);
    let state = board.trim_end().replace('\n', "/");
    home.strata(&["state", "1", &state])
        .assert()
        .success()
        .stdout(contains("0 cards from the start"));
    home.strata(&["path", "1", "--to", &state]).assert().success().stdout(contains("0 moves"));
    // The empty transcript of an unfinished game is none.
    home.strata(&["path", "1", "--to", &state, "--transcript", "x.txt"])
        .assert()
        .failure()
        .stderr(contains("the last board is not won"));
    assert!(!home.path().join("x.txt").exists());
    assert!(formats::is_likely(board));
}

#[test]
fn what_is_no_game_is_refused_and_leaves_no_store() {
    let home = Home::new();
    home.write("twice.txt", "founds: h-k c-k d-k s-j\nks ks\n");
    let refused: [(&[&str], &str); 16] = [
        (&["freecell:0"], "0 is no number of a deal: 1 to 8589934591 are possible"),
        (&["freecell:8589934592"], "1 to 8589934591 are possible"),
        (&["freecell:99999999999999999999999"], "1 to 8589934591 are possible"),
        (&["freecell:x"], "\"x\" is no number of a deal"),
        (&["freecell:1", "--freecells", "13"], "0 to 12 are possible"),
        (&["freecell:1", "--columns", "11"], "1 to 10 are possible"),
        (&["freecell:1", "--ranks", "0"], "1 to 13 are possible"),
        (&["freecell:1", "--metric", "moves"], "FreeCell has cards"),
        (&["freecell:1", "--distinct"], "no option distinct"),
        (&["freecell:1", "--exit", "left"], "no option exit"),
        (&["twice.txt"], "missing: QS; there more than once: KS"),
        (&["twice.txt", "--ranks", "3"], "is for deals by number"),
        (&["klotski", "--freecells", "2"], "sliding puzzles have no option freecells"),
        (&["rush-hour/card-01", "--ranks", "2"], "rushhour puzzles have no option ranks"),
        (&["klotski", "--notation", "long"], "--notation is for FreeCell"),
        (&["rush-hour/card-01", "--transcript", "x.txt"], "--transcript is for FreeCell"),
    ];
    for (args, message) in refused {
        let args = [&["solve"], args].concat();
        home.strata(&args).assert().code(2).stderr(contains(message));
    }
    home.strata(&["solve", "freecell:1", "--transcript", "none/x.txt"])
        .assert()
        .code(2)
        .stderr(contains("there is no directory none"));
    home.strata(&["solve", "freecell:1", "--notation", "long", "--json"]).assert().code(2);
    home.strata(&["runs"]).assert().code(10).stdout(contains("freecell").not());
}
