//! Boards from text and back.

use proptest::prelude::*;

use super::random::{board, boards};
use crate::domains::freecell::formats::{Format, Sizes, canonical, is_likely, read, rows, spelled};
use crate::domains::freecell::{Board, Deal};

fn parsed(text: &str) -> Result<Board, String> {
    let read = read("x", text, Some(Format::Board), Sizes::default());
    read.map(|file| file.layout.board).map_err(|error| error.to_string())
}

/// The 24th deal, as it is often printed.
const DEAL_24: &str = "\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
";

#[test]
fn one_board_has_many_spellings() {
    let wanted = Deal::new(24).board().unwrap();
    let colons: String = DEAL_24.lines().map(|line| format!(": {line}\n")).collect();
    let spellings = [
        DEAL_24.to_owned(),
        DEAL_24.trim_end().to_owned(),
        DEAL_24.to_lowercase(),
        DEAL_24.replace(" T", " 10"),
        DEAL_24.replace('\n', "\r\n"),
        DEAL_24.replace(' ', "\t  "),
        format!("\u{feff}{DEAL_24}\n \n\r\n"),
        format!("\n\n{DEAL_24}"),
        colons.clone(),
        colons.replace(": ", " :"),
        format!("Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n{colons}"),
        format!("Founds:\nFC:\n{DEAL_24}"),
        format!("{DEAL_24}foundations: s-0\nfreecells (4): -"),
    ];
    for text in spellings {
        assert_eq!(parsed(&text).as_ref(), Ok(&wanted), "{text}");
        assert!(is_likely(&text), "{text}");
    }
}

#[test]
fn a_game_in_progress_says_where_the_cards_are() {
    let text =
        "FC: QS - KD\nfounds: D-10 h-6 C-J S-J\n7H 8H 9H TH JH QH\n:\n: KH QC JD\nKC QD\nKS\n";
    let board = parsed(text).unwrap();
    assert_eq!(board.foundations, [11, 10, 6, 11]);
    // Four freecells: one may have been left off behind the last card.
    assert_eq!(
        rows(&board, None),
        "Foundations: H-6 C-J D-T S-J\nFreecells: QS - KD -\n: 7H 8H 9H TH JH QH\n:\n: KH QC JD\n: KC QD\n: KS"
    );
    let exactly = |line: &str| parsed(&text.replace("FC: QS - KD", line)).map(|b| b.cells.len());
    assert_eq!(exactly("FC: QS KD -"), Ok(3));
    assert_eq!(exactly("FC (2): QS KD"), Ok(2));
    assert_eq!(exactly("Freecells(12): QS KD"), Ok(12));
    assert_eq!(exactly("FC: QS KD"), Ok(4));
    let sized = |freecells, columns| {
        let sizes = Sizes { freecells, columns, ranks: None };
        read("x", text, None, sizes).map(|file| file.layout.board).map_err(|e| e.message)
    };
    let small = sized(Some(2), Some(4)).unwrap();
    assert_eq!((small.cells.len(), small.columns.len()), (2, 4));
    assert_eq!(small.cells.iter().flatten().count(), 2);
    assert_eq!(
        sized(Some(1), None),
        Err("2 of the freecells have cards, 1 are too few".to_owned())
    );
    assert_eq!(sized(None, Some(3)), Err("4 of the columns have cards, 3 are too few".to_owned()));
    assert_eq!(sized(None, Some(10)).unwrap().columns.len(), 10);
    assert_eq!(
        sized(None, Some(1 << 40)),
        Err(format!("{} columns; at most 10 are possible", 1_u64 << 40))
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let with = |from: &str, to: &str| DEAL_24.replacen(from, to, 1);
    let wrong = [
        (String::new(), "x:1:1: there is no board"),
        (" \n\n".to_owned(), "x:1:1: there is no board"),
        ("Foundations: H-K C-K D-K S-K".to_owned(), "0 columns; 1 to 10 are possible"),
        (with("QD", "QX"), "x:2:19: \"QX\" is no card: a rank (A, 2 to 9, T or 10, J, Q, K)"),
        (with("5D", "0D"), "x:4:1: \"0D\" is no card"),
        (with("QC 9S", "QC9S"), "x:3:1: \"QC9S\" is no card"),
        (with(" QD", ""), "x:8:18: missing: QD"),
        (with(" QD", " KD"), "x:5:4: missing: QD; there more than once: KD"),
        (with("2H", "2H 2H"), "x:1:22: there more than once: 2H"),
        (with("\n", "\n\n"), "x:2:1: a blank line within the board: `:` is an empty column"),
        (format!("{DEAL_24}:\n:\n:\n"), "x:11:1: at most 10 columns are possible"),
        (format!("Foundations: H-A\n{DEAL_24}"), "x:8:1: there more than once: AH"),
        (format!("Foundations: H-A X-2\n{DEAL_24}"), "x:1:18: \"X-2\" is no foundation"),
        (format!("Foundations: H-14\n{DEAL_24}"), "x:1:14: \"H-14\" is no foundation"),
        (format!("Foundations: H-0 h-0\n{DEAL_24}"), "x:1:18: the foundation of H is there twice"),
        (format!("Foundations:\nFounds:\n{DEAL_24}"), "x:2:1: the foundations stand in one line"),
        (format!("FC: -\nfreecells: -\n{DEAL_24}"), "x:2:1: the freecells stand in one line"),
        (format!("FC: - QX\n{DEAL_24}"), "x:1:7: \"QX\" is no card"),
        (format!("FC: - - - - - - - - - - - - -\n{DEAL_24}"), "x:1:29: at most 12 freecells"),
        (format!("FC (1): - -\n{DEAL_24}"), "\"1\" is no number of freecells: here 2 to 12 are"),
        (format!("FC (x):\n{DEAL_24}"), "\"x\" is no number of freecells"),
        (format!("Foundation: H-0\n{DEAL_24}"), "x:1:1: \"Foundation:\" is no card"),
    ];
    for (text, message) in wrong {
        let error = parsed(&text).unwrap_err();
        assert!(error.contains(message), "{text}\n{error}");
    }
    let long = parsed(&" ".repeat((1 << 20) + 1)).unwrap_err();
    assert!(long.contains("a puzzle file has at most 1048576"), "{long}");
    let ranks = Sizes { ranks: Some(3), ..Sizes::default() };
    let error = read("x", DEAL_24, None, ranks).unwrap_err();
    assert!(error.message.contains("is for deals by number"), "{error}");
}

#[test]
fn files_of_our_own_name_a_board_or_a_deal() {
    let toml = |text: &str| read("x.toml", text, None, Sizes::default());
    let file = toml(
        "domain = \"freecell\"\nname = \"Small\"\ndeal = 24\nfreecells = 2\nranks = 4\ncolumns = 5\n[answers]\nsolvable = true\n",
    )
    .unwrap();
    assert_eq!(file.layout.name, "Small");
    assert_eq!(file.answers.solvable, Some(true));
    let deal = Deal { number: 24, columns: 5, freecells: 2, ranks: 4 };
    assert_eq!(file.layout.board, deal.board().unwrap());
    let text = format!("domain = 'freecell'\nfreecells = 3\nboard = \"\"\"\n{DEAL_24}\"\"\"\n");
    let wanted = Deal { freecells: 3, ..Deal::new(24) }.board().unwrap();
    assert_eq!(toml(&text).unwrap().layout.board, wanted);
    // The ending of the name is not needed.
    assert!(is_likely(&text));
    assert_eq!(read("-", &text, None, Sizes::default()).unwrap().layout.board, wanted);

    // What is known is not known of another game.
    let other = Sizes { freecells: Some(1), ..Sizes::default() };
    let text = "deal = 24\nfreecells = 2\n[answers]\nsolvable = true\n";
    let read = read("x.toml", text, None, other).unwrap();
    assert_eq!((read.layout.board.cells.len(), read.answers.solvable), (1, None));

    let wrong = [
        ("deal = 0\n", "x.toml:1:8: 0 is no number of a deal"),
        ("deal = -1\n", "x.toml:1:8: "),
        ("name = 'x'\n", "either a board or the number of a deal"),
        ("deal = 1\nboard = ''\n", "either a board or the number of a deal"),
        ("deal = 1\ncolumns = 11\n", "x.toml:1:8: 11 is no number of columns"),
        ("deal = 1\nboards = 2\n", "x.toml:2:1: unknown field"),
        ("domain = 'sliding'\ndeal = 1\n", "x.toml:1:10: the domain is \"sliding\""),
        ("board = '''\nAH XY\n'''\n", "x.toml:2:4: \"XY\" is no card"),
        ("board = 'AH XY'\n", "x.toml:1:13: \"XY\" is no card"),
    ];
    for (text, message) in wrong {
        let error = toml(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}\n{error}");
    }
}

#[test]
fn the_examples_of_the_documentation_are_right() {
    let page = include_str!("../../../../docs/puzzle-format.md");
    let (_, page) = page.split_once("# FreeCell games").unwrap();
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    assert_eq!(blocks.len(), 2);
    let board = parsed(blocks[0].trim_start()).unwrap();
    assert_eq!((board.columns.len(), board.cells.len()), (6, 4));
    let text = blocks[1].strip_prefix("toml").unwrap().trim_start();
    let toml = read("example", text, None, Sizes::default()).unwrap();
    assert_eq!((toml.layout.board.columns.len(), toml.answers.states), (4, Some(17184)));
}

#[test]
fn other_texts_are_no_boards() {
    for text in
        ["AA..\n....\n", "AS AS .\n.  .  2C\n", "1 2 3\n4 5 6\n", "domain = \"rushhour\"", ""]
    {
        assert!(!is_likely(text), "{text}");
    }
    assert!(is_likely("Freecells:\n"));
    assert_eq!(spelled("freecell:617"), Some("617"));
    assert_eq!(spelled("FreeCell:x"), Some("x"));
    assert_eq!(spelled("deal:1"), None);
    assert_eq!("board".parse(), Ok(Format::Board));
    assert!("csv".parse::<Format>().is_err());
}

proptest! {
    #[test]
    fn the_canonical_text_reads_back(board in boards()) {
        board.check().unwrap();
        let text = canonical(&board);
        prop_assert_eq!(parsed(&text), Ok(board.clone()), "{}", text);
        // The text that is shown says all but the number of freecells.
        let sizes = Sizes { freecells: Some(board.cells.len()), ..Sizes::default() };
        let shown = read("x", &rows(&board, None), Some(Format::Board), sizes).unwrap();
        prop_assert_eq!(shown.layout.board, board);
    }

    #[test]
    fn arbitrary_text_is_read_or_refused(text in "\\PC{0,80}|[AT2-9JQKCDHS10 :\\-\n/()fc]{0,120}") {
        let _ = is_likely(&text);
        if let Ok(board) = parsed(&text) {
            prop_assert_eq!(board.check(), Ok(()));
        }
    }

    #[test]
    fn damaged_boards_are_read_or_refused(
        seed in 0u64..1000, at in 0usize..200, with in "\\PC{0,3}|[ :\n\\-TC1]{0,3}", cut in 0usize..4
    ) {
        let mut text: Vec<char> = canonical(&board(seed)).chars().collect();
        let at = at.min(text.len());
        let end = (at + cut).min(text.len());
        text.splice(at..end, with.chars());
        if let Ok(board) = parsed(&text.into_iter().collect::<String>()) {
            prop_assert_eq!(board.check(), Ok(()));
        }
    }
}
