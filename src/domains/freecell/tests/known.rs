//! Games with figures of exhaustive searches by other programs.

use std::collections::BTreeMap;

use crate::domains::freecell::{Board, Card, FreeCell, Layout};

/// A row of the table.
pub(super) struct Known {
    pub(super) id: &'static str,
    /// The number of the deal.
    pub(super) deal: u64,
    /// The ranks of a suit that are dealt.
    pub(super) ranks: u8,
    pub(super) solvable: bool,
    pub(super) states: u64,
    /// The fewest single-card moves to a won board.
    pub(super) shortest: Option<u32>,
    /// Depth -> components, states.
    pub(super) depths: BTreeMap<u32, (u64, u64)>,
    pub(super) board: Board,
}

impl Known {
    pub(super) fn space(&self) -> FreeCell {
        FreeCell::new(Layout { name: self.id.to_owned(), board: self.board.clone() })
    }
}

const TABLE: &str = include_str!("../../../../tests/fixtures/freecell_components.tsv");

pub(super) fn all() -> Vec<Known> {
    let mut lines = TABLE.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| {
            let fields: BTreeMap<&str, &'static str> =
                names.iter().copied().zip(line.split('\t')).collect();
            let depths = fields["per_depth"].split(',').map(|depth| {
                let (depth, counts) = depth.split_once(':').unwrap();
                let (fccs, states) = counts.split_once('/').unwrap();
                (depth.parse().unwrap(), (fccs.parse().unwrap(), states.parse().unwrap()))
            });
            let (deal, ranks) = fields["source"].split_once(' ').unwrap();
            Known {
                id: fields["id"],
                deal: deal.strip_prefix("ms_seed=").unwrap().parse().unwrap(),
                ranks: ranks.strip_prefix("ranks=").unwrap().parse().unwrap(),
                solvable: fields["verdict"] == "solvable",
                states: fields["states"].parse().unwrap(),
                shortest: fields["shortest_single_card_moves"].parse().ok(),
                depths: depths.collect(),
                board: board(fields["layout"], fields["freecells"].parse().unwrap()),
            }
        })
        .collect()
}

/// Reads a board as the table writes it: lines joined by `|`.
pub(super) fn board(text: &str, freecells: usize) -> Board {
    let mut board =
        Board { foundations: [0; 4], cells: vec![None; freecells], columns: Vec::new() };
    for line in text.split('|') {
        if let Some(foundations) = line.strip_prefix("Foundations: ") {
            for shown in foundations.split(' ') {
                let (suit, rank) = shown.split_once('-').unwrap();
                let card: Card = format!("{rank}{suit}").parse().unwrap();
                board.foundations[card.suit().index()] = card.rank();
            }
        } else {
            board.columns.push(line.split(' ').map(|card| card.parse().unwrap()).collect());
        }
    }
    board.check().unwrap();
    board
}
