//! Deals by number.

use super::known;
use crate::domains::freecell::{Deal, MAX_DEAL};

#[test]
fn the_known_games_are_the_deals_they_say_they_are() {
    for known in known::all() {
        let deal = Deal {
            number: known.deal,
            columns: known.board.columns.len(),
            freecells: known.board.cells.len(),
            ranks: known.ranks,
        };
        assert_eq!(deal.board().unwrap(), known.board, "{}", known.id);
    }
}

#[test]
fn each_range_of_numbers_has_its_own_rule() {
    let first = [
        (2_147_483_648, "QH 3H 7D 4D TS QD 6D"),
        (4_294_967_296, "TS 3S KC 4H 9H 3H 4D"),
        (MAX_DEAL, "TC 8S 8C 6C 5H 5C 9C"),
    ];
    for (number, cards) in first {
        let board = Deal::new(number).board().unwrap();
        board.check().unwrap();
        let column: Vec<String> = board.columns[0].iter().map(ToString::to_string).collect();
        assert_eq!(column.join(" "), cards, "{number}");
    }
}

#[test]
fn what_cannot_be_dealt_is_refused() {
    let deal = Deal::new(1);
    let bad = [
        (Deal { number: 0, ..deal }, "0 is no number of a deal: 1 to 8589934591 are possible"),
        (Deal { number: MAX_DEAL + 1, ..deal }, "8589934592 is no number of a deal"),
        (Deal { columns: 11, ..deal }, "11 is no number of columns: 1 to 10 are possible"),
        (Deal { columns: 0, ..deal }, "0 is no number of columns"),
        (Deal { freecells: 13, ..deal }, "13 is no number of freecells: 0 to 12 are possible"),
        (Deal { ranks: 0, ..deal }, "0 is no number of ranks: 1 to 13 are possible"),
        (Deal { ranks: 14, ..deal }, "14 is no number of ranks"),
    ];
    for (deal, message) in bad {
        let error = deal.board().unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
}
