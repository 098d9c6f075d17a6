//! Moves of sequences, and their notation.

use std::collections::HashMap;

use proptest::prelude::*;

use super::random::{deal, walk};
use super::{board, known};
use crate::domains::freecell::notation::{Step, capacity, joined, read_moves, read_step};
use crate::domains::freecell::{Board, FreeCell, Move};
use crate::space::{StateSpace as _, Successors};

/// A shortest solution by plain search.
pub(super) fn solution(space: &FreeCell) -> Option<Vec<Move>> {
    let mut states = space.starts();
    let mut known = HashMap::from([(space.encode(&states[0]), None)]);
    let mut next = 0;
    while next < states.len() {
        if space.is_goal(&states[next]) {
            let (mut moves, mut at) = (Vec::new(), next);
            while let Some((before, action)) = known[&space.encode(&states[at])] {
                moves.push(action);
                at = before;
            }
            moves.reverse();
            return Some(moves);
        }
        let mut list = Successors::default();
        space.expand(&states[next], &mut list);
        for successor in &list {
            known.entry(space.encode(&successor.state)).or_insert_with(|| {
                states.push(successor.state.clone());
                Some((next, successor.action))
            });
        }
        next += 1;
    }
    None
}

fn made(board: &Board, text: &str) -> Result<(Step, Board), String> {
    let step = read_step(board, text)?;
    let mut board = board.clone();
    step.make(&mut board).map(|()| (step, board))
}

#[test]
fn a_sequence_moves_as_far_as_the_free_places_allow() {
    // Two freecells and one empty column; three empty columns.
    let text =
        "Founds: C-9 D-T H-T S-8\nFC: - -\nKC QD JC\nKD QS JD TC\nKS QH JS\n:\nKH QC JH TS 9S\n";
    let start = board(text);
    assert_eq!((capacity(&start, 0), capacity(&start, 3)), (6, 3));
    let (step, after) = made(&start, "34v3").unwrap();
    assert_eq!((step.cards, step.to_string().as_str()), (3, "34v3"));
    assert_eq!((after.columns[2].len(), after.columns[3].len()), (0, 3));
    assert_eq!(step.long(), "Move 3 cards from stack 2 to stack 3");
    let error = made(&start, "24v4").unwrap_err();
    assert_eq!(error, "4 cards; the free places are enough for 3 (`24v4`)");
    let wide = board(&text.replace("FC: - -", "FC (0):").replace("\n:\n", "\n:\n:\n:\n"));
    assert_eq!((capacity(&wide, 0), capacity(&wide, 3)), (8, 4));
}

#[test]
fn reading_needs_the_board() {
    // (1+1) * 2 cards to a column with cards, 2 to the empty one.
    let start =
        board("Founds: C-9 D-J H-J S-9\nFC: KD -\nQH JS\nQD JC TC\nKC\n:\nKH QS QC\nKS TS\n");
    assert_eq!((capacity(&start, 2), capacity(&start, 3)), (4, 2));
    let read = |text: &str| made(&start, text).map(|(step, _)| (step.cards, step.to_string()));
    assert_eq!(read("13"), Ok((2, "13".to_owned())));
    assert_eq!(read("14v2"), Ok((2, "14v2".to_owned())));
    assert_eq!(read("14V2"), Ok((2, "14v2".to_owned())));
    assert_eq!(read("14"), Ok((1, "14".to_owned())));
    assert_eq!(read("1B"), Ok((1, "1b".to_owned())));
    assert_eq!(read("a4"), Ok((1, "a4".to_owned())));
    assert_eq!(read("2h"), Ok((1, "2h".to_owned())));
    let wrong = [
        ("", "\"\" is no move: it names two places, such as 4h"),
        ("1", "is no move"),
        ("123", "is no move"),
        ("1z", "is no move"),
        ("1ä", "is no move"),
        ("14v", "\"\" is no number of cards"),
        ("14v9", "\"9\" is no number of cards"),
        ("14v-1", "\"-1\" is no number of cards"),
        ("14v0", "\"0\" is no number of cards"),
        ("1av2", "only to an empty column goes a number of cards"),
        ("15", "JS cannot lie on QC"),
        ("11", "moves JS to where it lies"),
        ("17", "there is no column 7"),
        ("71", "there is no column 7"),
        ("1a", "KD lies in the freecell already"),
        ("h1", "no card leaves a foundation"),
        ("41", "column 4 is empty"),
        ("24v2", "TC cannot lie on JC (`24v2`)"),
        ("54v3", "QS cannot lie on KH"),
    ];
    for (text, message) in wrong {
        match made(&start, text) {
            Err(error) => assert!(error.contains(message) || text == "54v3", "{text}: {error}"),
            Ok(_) => panic!("{text} was made"),
        }
    }
}

#[test]
fn too_many_cards_are_refused() {
    let start =
        board("Founds: C-9 D-J H-J S-9\nFC (1): KD\nQH JS TC\nQD JC\nKC\n:\nKH QS QC\nKS TS\n");
    // No freecell is free: 1 * 2 to a column with cards, 1 to an empty one.
    let two = Step { vacant: true, ..made(&start, "14").unwrap().0 };
    let two = Step { cards: 2, ..two };
    let error = two.make(&mut start.clone()).unwrap_err();
    assert_eq!(error, "TC cannot lie on JS (`14v2`)");
    let error = made(&start, "24v2").unwrap_err();
    assert_eq!(error, "2 cards; the free places are enough for 1 (`24v2`)");
    let (step, after) = made(&start, "23").unwrap();
    assert_eq!((step.cards, after.columns[2].len()), (2, 3));
    let cell = Step { cards: 2, ..made(&start, "1h").map_or(two, |(step, _)| step) };
    assert!(cell.make(&mut start.clone()).is_err());
}

#[test]
fn single_moves_become_moves_of_sequences() {
    let start =
        board("Founds: C-9 D-J H-J S-9\nFC: KD -\nQH JS\nQD JC TC\nKC\n:\nKH QS QC\nKS TS\n");
    let join = |moves: &[&str]| {
        let moves = read_moves(&start, moves.iter().copied()).unwrap();
        let steps = joined(&start, &moves).unwrap();
        steps.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(join(&["1b", "13", "b3"]), ["13"]);
    assert_eq!(join(&["14", "13", "43"]), ["13"]);
    // The queen of hearts stays behind, and the freecell is full then.
    assert_eq!(join(&["1b", "14", "b4"]), ["14v2"]);
    assert_eq!(join(&["1b", "13", "2h", "b3"]), ["1b", "13", "2h", "b3"]);
    assert_eq!(join(&["6h", "1h"]), ["6h", "1h"]);
    let error = read_moves(&start, ["1b", "1b"]).unwrap_err();
    assert_eq!((error.step, error.message.contains("JS lies in the freecell")), (2, true));
}

proptest! {
    #[test]
    fn joined_moves_lead_where_the_single_ones_lead(seed in any::<u32>()) {
        let start = deal(seed.into());
        let (states, moves) = walk(start.clone(), seed.into(), 200);
        let written: Vec<String> = moves.iter().map(ToString::to_string).collect();
        prop_assert_eq!(read_moves(&start, written.iter().map(String::as_str)), Ok(moves.clone()));
        let mut board = start.clone();
        for step in joined(&start, &moves).unwrap() {
            prop_assert_eq!(read_step(&board, &step.to_string()).map(|read| Step { vacant: step.vacant, ..read }), Ok(step));
            prop_assert_eq!(step.make(&mut board), Ok(()));
        }
        prop_assert_eq!(Some(&board), states.last());
    }
}

#[test]
fn solutions_of_known_games_are_shorter_in_sequences() {
    let mut shorter = 0;
    for known in known::all().into_iter().filter(|known| known.solvable) {
        let space = known.space();
        let moves = solution(&space).unwrap();
        assert_eq!(Some(moves.len() as u32), known.shortest, "{}", known.id);
        let steps = joined(&known.board, &moves).unwrap();
        shorter += moves.len() - steps.len();
        let mut board = known.board.clone();
        steps.iter().for_each(|step| step.make(&mut board).unwrap());
        assert!(board.is_won(), "{}", known.id);
    }
    assert!(shorter > 0);
}
