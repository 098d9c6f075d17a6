//! Which moves may follow the last ones below a root.

use super::plan::Plan;
use super::tricks::{Trick, Tricks};

/// Sets of moves by the moves before them, as digits of a number.
#[derive(Debug, Clone, Default)]
pub(super) struct Masks {
    moves: usize,
    /// How many numbers of moves before there are.
    size: usize,
    /// 1 + the root for which the sets are filled in.
    least: u32,
    /// The moves that may follow.
    pub(super) inner: Vec<u64>,
    /// The moves that may end a sequence.
    pub(super) last: Vec<u64>,
}

impl Masks {
    /// Fills in the sets below a root; faster for one behind the last one.
    pub(super) fn fill<P>(&mut self, plan: &Plan<P>, moves: usize, root: usize, tricks: Tricks) {
        let windows = &plan.windows;
        let Some(word) = plan.roots[root].words.first().filter(|_| !windows.is_empty()) else {
            let all = u64::MAX >> (64 - moves);
            *self = Self { moves, size: 1, least: 0, inner: vec![all], last: vec![all; moves] };
            return;
        };
        let least = root as u32 + 1;
        if self.inner.len() != windows.followers().len() || self.least > least {
            self.moves = moves;
            self.size = windows.followers().len();
            self.inner.clear();
            self.inner.extend(windows.followers());
            self.least = 1;
        }
        for &window in (self.least..least).flat_map(|root| windows.of(root)) {
            self.inner[window as usize / moves] &= !(1 << (window as usize % moves));
        }
        self.least = least;
        self.last.clone_from(&self.inner);
        if !tricks.has(Trick::LastMove) {
            return;
        }
        // Round the end: the last moves, one more, and the first ones of the root.
        let mut first = 0;
        for (count, &turn) in word[..plan.depth - 1].iter().enumerate() {
            first = first * moves + usize::from(turn);
            let firsts = moves.pow(count as u32 + 1);
            let before = self.size / firsts;
            let around: Vec<u64> = (0..before)
                .map(|last| {
                    (0..moves).fold(0, |set, turn| {
                        let root = windows.root((last * moves + turn) * firsts + first);
                        set | u64::from(root >= least) << turn
                    })
                })
                .collect();
            for (last, set) in self.last.iter_mut().zip((0..before).cycle()) {
                *last &= around[set];
            }
        }
    }

    /// The number of the moves before the subtree: the root's, without the first.
    pub(super) fn begin(&self, word: &[u8]) -> u32 {
        if self.size == 1 {
            return 0;
        }
        word[1..].iter().fold(0, |number, &turn| number * self.moves as u32 + u32::from(turn))
    }

    /// The number when a move has followed.
    #[inline]
    pub(super) fn after(&self, before: u32, turn: usize) -> u32 {
        ((before as usize * self.moves + turn) % self.size) as u32
    }

    /// By a move in between: those that may end the sequence.
    #[inline]
    pub(super) fn lasts(&self, before: u32) -> &[u64] {
        let at = (before as usize * self.moves) % self.size;
        // Without windows there is one set for all.
        &self.last[if self.size == 1 { 0 } else { at }..][..self.moves]
    }

    /// The moves that may end the sequence.
    pub(super) fn last(&self, before: u32) -> u64 {
        self.last[before as usize]
    }
}
