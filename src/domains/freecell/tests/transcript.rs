//! Whole solutions as text, read back and checked.

use super::notation::solution;
use super::{board, known};
use crate::domains::freecell::notation::{joined, read_moves};
use crate::domains::freecell::transcript::{check, write};
use crate::domains::freecell::{Board, Move};

/// Two freecells; the first move is of a sequence.
const GAME: &str = "Founds: C-J D-J H-J S-T\nFC (2): - KS\n: QH JS\n: KC\n: QD KD\n:\n: KH QC QS\n";
const MOVES: [&str; 10] = ["1a", "12", "a2", "3a", "3h", "ah", "2h", "5h", "2h", "5h"];

fn moves(start: &Board) -> Vec<Move> {
    read_moves(start, MOVES).unwrap()
}

const SHOWN: &str = "\
-=-=-=-=-=-=-=-=-=-=-=-

Foundations: H-J C-J D-J S-T
Freecells:      KS
: QH JS
: KC
: QD KD
:
: KH QC QS


====================

Move 2 cards from stack 0 to stack 1

Foundations: H-J C-J D-J S-T
Freecells:      KS
:
: KC QH JS
: QD KD
:
: KH QC QS


====================

Move a card from stack 2 to freecell 0

Foundations: H-J C-J D-J S-T
Freecells:  KD  KS
:
: KC QH JS
: QD
:
: KH QC QS
";

#[test]
fn a_solution_is_written_as_other_programs_write_it() {
    let start = board(GAME);
    let mut moves = moves(&start);
    moves.extend(rest(&start, &moves));
    let steps = joined(&start, &moves).unwrap();
    let text = write(&start, &steps).unwrap();
    assert!(text.starts_with(SHOWN), "{text}");
    assert!(text.ends_with("\n\n\n====================\n\nThis game is solveable.\n"), "{text}");
    assert!(text.contains("\nMove a card from freecell 0 to the foundations\n"));
    let read = check("x", &text, 2).unwrap();
    assert_eq!((read.start, read.steps), (start.clone(), steps.clone()));
    // Half a solution is none.
    let error = write(&start, &steps[..3]).unwrap_err();
    assert_eq!((error.step, error.message.as_str()), (3, "the last board is not won"));
}

/// The moves that end a game after these.
fn rest(start: &Board, moves: &[Move]) -> Vec<Move> {
    let mut board = start.clone();
    for action in moves {
        super::super::replay::move_card(&mut board, *action).unwrap();
    }
    solution(&super::random::space(board)).unwrap()
}

#[test]
fn planted_faults_are_found() {
    let start = board(GAME);
    let mut all = moves(&start);
    all.extend(rest(&start, &all));
    let text = write(&start, &joined(&start, &all).unwrap()).unwrap();
    let faults = [
        ("-=-=-=-=-=-=-=-=-=-=-=-\n", "", 2, "the line that begins a solution"),
        // A wrong card.
        ("KH QC QS", "KH QC QC", 9, "missing: QS; there more than once: QC"),
        (": KC QH JS\n", ": KC QH JC\n", 19, "the move leads to another board: \": KC QH JS\""),
        ("Freecells:  KD  KS", "Freecells:  KS  KD", 30, "the move leads to another board"),
        (": QD\n:\n: KH", ": QD\n: KH", 34, "the move leads to another board"),
        (
            "Foundations: H-J C-J D-J S-T\nFreecells:  KD",
            "Foundations: H-Q C-J D-J S-T\nFreecells:  KD",
            29,
            "another board",
        ),
        // Too many cards, too few, and places that are not there.
        ("Move 2 cards from stack 0", "Move 3 cards from stack 0", 14, "column 1 has not 3 cards"),
        ("Move 2 cards from stack 0", "Move 1 cards from stack 0", 14, "JS cannot lie on KC"),
        (
            "Move 2 cards from stack 0 to stack 1",
            "Move 2 cards from stack 0 to freecell 1",
            14,
            "from a column to a column only",
        ),
        (
            "Move 2 cards from stack 0 to stack 1",
            "Move 2 cards from stack 0 to stack 3",
            19,
            "another board",
        ),
        (
            "Move 2 cards from stack 0 to stack 1",
            "Move 2 cards from stack 4 to stack 3",
            14,
            "QS cannot lie on QC",
        ),
        (
            "Move 2 cards from stack 0 to stack 1",
            "Move 0 cards from stack 0 to stack 1",
            14,
            "has not 0 cards",
        ),
        ("to stack 1", "to stack 300", 14, "this is no move"),
        ("to stack 1", "to stack 9", 14, "there is no column 10"),
        ("to freecell 0", "to freecell 1", 27, "KS lies in the freecell already"),
        ("to freecell 0", "to freecell 2", 27, "there is no freecell c"),
        ("Move a card from stack 2 to freecell 0", "Move it", 27, "this is no move"),
        ("\n====================\n", "\n", 13, "a line ==== between the boards"),
        ("This game is solveable.\n", "", usize::MAX, "the text ends where a move should be"),
        (
            "This game is solveable.\n",
            "This game is solveable.\nMore\n",
            usize::MAX,
            "more text behind the end",
        ),
        (
            "Move 2 cards from stack 0 to stack 1",
            "This game is solveable.",
            14,
            "not all cards are home",
        ),
    ];
    for (from, to, line, message) in faults {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let error = check("x", &wrong, 2).unwrap_err();
        assert!(error.message.contains(message), "{from:?} -> {to:?}: {error}");
        let last = line == usize::MAX && error.line + 2 >= wrong.lines().count();
        assert!(error.line == line || last, "{from:?} -> {to:?}: {error}");
    }
    for (at, _) in text.char_indices().step_by(7) {
        assert!(check("x", &text[..at], 2).is_err(), "the first {at} characters");
    }
    // The other number of freecells makes other boards.
    assert!(check("x", &text, 1).is_err());
    assert!(check("x", "", 4).is_err());
}

#[test]
fn more_cards_than_the_free_places_allow_are_refused() {
    let start = board(GAME);
    let mut all = moves(&start);
    all.extend(rest(&start, &all));
    let text = write(&start, &joined(&start, &all).unwrap()).unwrap();
    // Cards in the way: the free freecell is taken, and so is the empty column.
    let crowded = text
        .replace(
            "H-J C-J D-J S-T\nFreecells:      KS\n: QH JS\n: KC\n: QD KD\n:\n",
            "H-J C-J D-J S-T\nFreecells:  KD  KS\n: QH JS\n: KC\n: QD\n: KH\n",
        )
        .replacen(": KH QC QS", ": QC QS", 1);
    assert_ne!(crowded, text);
    let error = check("x", &crowded, 2).unwrap_err();
    assert_eq!(
        (error.line, error.message.as_str()),
        (14, "2 cards; the free places are enough for 1 (`12`)")
    );
}

#[test]
fn every_known_solution_reads_back() {
    for known in known::all().into_iter().filter(|known| known.solvable) {
        let moves = solution(&known.space()).unwrap();
        let freecells = known.board.cells.len();
        for steps in
            [joined(&known.board, &moves).unwrap(), moves.iter().map(|&m| m.into()).collect()]
        {
            let text = write(&known.board, &steps).unwrap();
            let read = check("x", &text, freecells).unwrap();
            assert_eq!(read.start, known.board, "{}", known.id);
            assert_eq!(read.steps.len(), steps.len(), "{}", known.id);
        }
    }
}
