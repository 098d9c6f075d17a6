//! Random boards: random deals after random walks.

use proptest::prelude::*;

use crate::domains::freecell::{Board, Deal, FreeCell, Layout, Move};
use crate::space::{StateSpace as _, Successors};

/// The numbers of a small generator.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

pub(super) fn space(board: Board) -> FreeCell {
    FreeCell::new(Layout { name: String::new(), board })
}

/// A deal of random sizes.
pub(super) fn deal(seed: u64) -> Board {
    let mut numbers = Numbers(seed);
    let deal = Deal {
        number: seed + 1,
        columns: 1 + numbers.below(10),
        freecells: numbers.below(7),
        ranks: 1 + numbers.below(13) as u8,
    };
    deal.board().unwrap()
}

/// A random walk from a board: all boards and moves. Moves home are taken rarely,
/// so that it goes on.
pub(super) fn walk(start: Board, seed: u64, steps: usize) -> (Vec<Board>, Vec<Move>) {
    let space = space(start.clone());
    let mut numbers = Numbers(seed);
    let (mut states, mut moves) = (vec![start], Vec::new());
    for _ in 0..steps {
        let mut list = Successors::default();
        space.expand(&states[states.len() - 1], &mut list);
        if list.is_empty() {
            break;
        }
        let chosen = list.iter().nth(numbers.below(list.len())).unwrap();
        states.push(chosen.state.clone());
        moves.push(chosen.action);
    }
    (states, moves)
}

/// A board of a random game in progress.
pub(super) fn board(seed: u64) -> Board {
    let steps = Numbers(!seed).below(150);
    walk(deal(seed), seed, steps).0.pop().unwrap()
}

pub(super) fn boards() -> impl Strategy<Value = Board> {
    any::<u32>().prop_map(|seed| board(seed.into()))
}
