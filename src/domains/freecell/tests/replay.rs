//! The independent check of paths.

use crate::domains::freecell::replay::{check_path, move_card};
use crate::domains::freecell::{Board, Card, Move, Place};

fn game() -> Board {
    let text = "Founds: C-J D-J H-T S-J\nFC: - -\nKC JH\nQD KH QC\nQS KD\n:\nKS QH\n";
    super::board(text)
}

fn action(card: &str, from: Place, to: Place) -> Move {
    Move { card: card.parse().unwrap(), from, to }
}

use Place::{Cell, Column, Foundation};

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let refused = [
        (action("JH", Column(0), Column(2)), "JH cannot lie on KD (`13`)"),
        (action("QC", Column(1), Column(0)), "QC cannot lie on JH"),
        (action("QC", Column(1), Column(4)), "QC cannot lie on QH"),
        (action("QH", Column(4), Foundation), "QH is not the next card of its foundation (`5h`)"),
        (action("KD", Column(2), Column(2)), "moves KD to where it lies"),
        (action("KD", Column(1), Cell(0)), "moves KD, but there is QC"),
        (action("KC", Column(0), Cell(0)), "moves KC, but there is JH"),
        (action("KC", Column(3), Cell(0)), "column 4 is empty"),
        (action("KC", Column(5), Cell(0)), "there is no column 6"),
        (action("JH", Column(0), Column(5)), "there is no column 6"),
        (action("JH", Column(0), Cell(2)), "there is no freecell c"),
        (action("JH", Cell(0), Column(3)), "freecell a is empty"),
        (action("JH", Cell(9), Column(3)), "there is no freecell k"),
        (action("TH", Foundation, Column(3)), "no card leaves a foundation"),
    ];
    for (action, message) in refused {
        let mut board = game();
        let error = move_card(&mut board, action).unwrap_err();
        assert!(error.contains(message), "{action}: {error}");
        assert_eq!(board, game(), "{action}");
    }
    let mut board = game();
    move_card(&mut board, action("JH", Column(0), Cell(1))).unwrap();
    let error = move_card(&mut board, action("QC", Column(1), Cell(1))).unwrap_err();
    assert!(error.contains("JH lies in the freecell already"), "{error}");
    move_card(&mut board, action("JH", Cell(1), Column(1))).unwrap();
    assert_eq!(board.columns[1].last(), Some(&"JH".parse::<Card>().unwrap()));
}

#[test]
fn paths_that_do_not_hang_together_are_refused() {
    let moves = [action("JH", Column(0), Foundation), action("QH", Column(4), Foundation)];
    let mut states = vec![game()];
    for action in moves {
        let mut next = states[states.len() - 1].clone();
        move_card(&mut next, action).unwrap();
        states.push(next);
    }
    let start = game();
    let check = |states: &[Board], moves: &[Move]| {
        check_path(&start, states, moves).map_err(|error| error.step)
    };
    assert_eq!(check(&states, &moves), Ok(()));
    assert_eq!(check(&[], &[]), Err(0));
    assert_eq!(check(&states[1..], &moves[1..]), Err(0));
    assert_eq!(check(&states, &moves[..1]), Err(0));
    assert_eq!(check(&states, &[moves[0], moves[0]]), Err(2));
    // Columns keep their place.
    let mut swapped = states.clone();
    swapped[1].columns.swap(0, 3);
    assert_eq!(check(&swapped, &moves), Err(1));
    let mut jump = states.clone();
    jump[2].foundations[0] += 1;
    assert_eq!(check(&jump, &moves), Err(2));
}
