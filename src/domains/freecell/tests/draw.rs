//! States as text, read back, and as pictures.

use proptest::prelude::*;

use super::board;
use super::random::{deal, space, walk};
use crate::domains::freecell::{Card, FreeCell, Move, Place};
use crate::space::{Draw as _, StateSpace as _};

/// Kings, queens and the jack of hearts.
const GAME: &str = "Founds: C-J D-J H-T S-J\nFC: - -\nKC JH\nQD KH QC\nQS KD\n:\nKS QH\n";

fn game() -> FreeCell {
    space(board(GAME))
}

#[test]
fn a_moved_card_is_marked() {
    let space = game();
    let start = space.starts()[0].clone();
    let card: Card = "JH".parse().unwrap();
    let moved = |to| Move { card, from: Place::Column(0), to };
    assert_eq!(
        space.text(&start, Some(&moved(Place::Column(0)))),
        "Foundations: H-T C-J D-J S-J\nFreecells: - -\n: KC [JH]\n: QD KH QC\n: QS KD\n:\n: KS QH"
    );
    let mut home = start.clone();
    home.columns[0].pop();
    home.foundations[card.suit().index()] = 11;
    let text = space.text(&home, Some(&moved(Place::Foundation)));
    assert!(text.starts_with("Foundations: [H-J] C-J D-J S-J\n"), "{text}");
    assert_eq!(space.read_state(&text), Ok(home.clone()));
    let mut held = start;
    held.columns[0].pop();
    held.cells[1] = Some(card);
    let text = space.text(&held, Some(&moved(Place::Cell(1))));
    assert!(text.contains("\nFreecells: - [JH]\n"), "{text}");
    assert_eq!(space.read_state(&text.replace('\n', "/")), Ok(held.clone()));
    let picture = space.svg(&held, Some(&moved(Place::Cell(1))));
    assert_eq!(picture.body.matches("stroke-width=\"3.5\"").count(), 1);
    // Cards in play, and the four on the foundations.
    assert_eq!(picture.body.matches("<title>").count(), 9 + 4);
    assert!(picture.body.contains(">J♥<") && picture.body.contains(">10♥<"));
    assert!(space.svg(&home, None).width >= 5.0 * 52.0);
}

#[test]
fn what_is_no_state_is_refused() {
    let space = game();
    let refused = [
        ("KC JH", "KC JH QX", "line 3, column 7: \"QX\" is no card"),
        ("KC JH", "KC", "missing: JH"),
        ("KS QH\n", "KS QH\n:\n", "6 columns; the game has 5"),
        (":\nKS QH", "KS QH", "4 columns; the game has 5"),
        ("FC: - -", "FC: -", "1 freecells; the game has 2"),
        ("FC: - -", "FC: - - -", "3 freecells; the game has 2"),
        // Only the deal puts a card where it does not fit.
        ("KC JH\nQD KH QC", "KC QC\nQD KH JH", "QC can never lie on KC in this game"),
        ("KS QH", "QH KS", "KS can never lie on QH in this game"),
        // The card below one that was dealt there has moved.
        (
            "QD KH QC\nQS KD\n:\nKS QH",
            ":\nQS KD\nKS QD KH QC\nQH",
            "a card has moved with another one on it",
        ),
        ("QS KD\n:\nKS QH", "KD\nQH\nKS\n: QS", "6 columns"),
        ("H-T", "H-9", "missing: TH"),
        ("H-T", "H-J", "there more than once: JH"),
        ("Founds: C-J D-J H-T S-J\n", "Founds: C-J D-J H-8 S-J\n", "missing: 9H TH"),
    ];
    for (from, to, message) in refused {
        let text = GAME.replace(from, to);
        assert_ne!(text, GAME, "{from}");
        let error = space.read_state(&text).unwrap_err();
        assert!(error.contains(message), "{text}\n{error}");
    }
    let shown = "Founds: C-J D-J H-9 S-J\nFC: TH -\nKC JH\nQD KH QC\nQS KD\n:\nKS QH\n";
    let error = space.read_state(shown).unwrap_err();
    assert!(error.contains("a foundation shows less than at the start"), "{error}");
    // A king that was dealt on a queen cannot be put on another one.
    let pinned = "Founds: C-J D-J H-J S-J\nFC: - -\nKC\nKH QC\nKS QD KD\nQS\nQH\n";
    let error = space.read_state(pinned).unwrap_err();
    assert!(error.contains("can never lie on"), "{error}");
    assert!(space.read_state(&"A/".repeat(600_000)).unwrap_err().contains("at most"));
    // Order of columns and freecells is free; open numbers of freecells as well.
    let other = "FC:\nFounds: C-J D-J H-T S-J\nKS QH\n:\nKC JH\nQS KD\nQD KH QC";
    let read = space.read_state(other).unwrap();
    assert_eq!(space.encode(&read), space.encode(&space.starts()[0]));
}

proptest! {
    #[test]
    fn boards_on_the_way_read_back(seed in any::<u32>(), steps in 0usize..120) {
        let start = deal(seed.into());
        let (states, moves) = walk(start.clone(), seed.into(), steps);
        let space = space(start);
        for (at, state) in states.iter().enumerate() {
            let moved = at.checked_sub(1).map(|before| &moves[before]);
            let text = space.text(state, moved);
            prop_assert_eq!(text.matches('[').count(), usize::from(at > 0));
            prop_assert_eq!(space.read_state(&text), Ok(state.clone()), "{}", text);
            let decoded = space.decode(&space.encode(state)).unwrap();
            prop_assert_eq!(space.encode(&decoded), space.encode(state));
        }
        prop_assert_eq!(space.check_path(&states, &moves), Ok(()));
    }
}
