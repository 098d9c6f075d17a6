//! Lanes: the stretches of a row or column between two walls.
//!
//! Cars of one lane cannot pass each other, so that a lane with `c` cars and
//! `f` free cells has `C(f + c, c)` arrangements: what a key must tell apart.

use super::model::Board;

/// The cars of one stretch of a row or column between walls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lane {
    /// Whether it is part of a row.
    pub(super) horizontal: bool,
    /// The row, or the column.
    pub(super) line: usize,
    /// Its first cell in the line.
    pub(super) start: usize,
    /// How many cells no car of the lane covers.
    pub(super) free: usize,
    /// Its cars, ascending by place.
    pub(super) cars: Vec<usize>,
    /// In how many ways the cars can stand, those of other lanes aside.
    pub(super) arrangements: u64,
    /// The word of the key that tells the arrangement, 0 for the lowest.
    pub(super) word: usize,
    /// What one arrangement weighs in that word.
    pub(super) weight: u64,
}

/// All lanes with cars, and how their arrangements share the words of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lanes {
    /// Rows from the top, then columns from the left.
    pub(super) all: Vec<Lane>,
    /// How many words of 64 bits a key needs, at least 1.
    words: usize,
    /// How many values each word has, one less.
    pub(super) greatest: Vec<u64>,
}

impl Lanes {
    /// The lanes of a board whose cars lie inside, overlap nothing and are at
    /// least 2 long.
    pub(super) fn new(board: &Board) -> Self {
        let binomials = Binomials::new();
        let mut all = Vec::new();
        for horizontal in [true, false] {
            let mut cars: Vec<usize> = (0..board.cars.len())
                .filter(|&car| board.cars[car].horizontal == horizontal)
                .collect();
            cars.sort_by_key(|&car| (board.cars[car].line, board.cars[car].start));
            for cars in cars.chunk_by(|&a, &b| share_a_lane(board, a, b)) {
                all.push(lane(board, cars, &binomials));
            }
        }
        let mut lanes = Self { all, words: 1, greatest: Vec::new() };
        lanes.share_words();
        lanes
    }

    /// The lanes in which something can move.
    pub(super) fn movable(&self) -> impl Iterator<Item = &Lane> {
        self.all.iter().filter(|lane| lane.arrangements > 1)
    }

    /// How many words of 64 bits a key needs.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Gives each lane its place in a mixed-radix number. No lane straddles two
    /// words, so that arithmetic of 64 bits is enough to take a key apart. Lanes
    /// with one arrangement have nothing to tell.
    fn share_words(&mut self) {
        let mut values = 1_u128;
        for lane in self.all.iter_mut().filter(|lane| lane.arrangements > 1) {
            let more = values * u128::from(lane.arrangements);
            if more > 1 << 64 {
                self.greatest.push((values - 1) as u64);
                self.words += 1;
                values = 1;
            }
            lane.word = self.words - 1;
            lane.weight = values as u64;
            values *= u128::from(lane.arrangements);
        }
        self.greatest.push((values - 1) as u64);
    }
}

fn share_a_lane(board: &Board, a: usize, b: usize) -> bool {
    let (a, b) = (&board.cars[a], &board.cars[b]);
    let (row, column) = a.cell(a.start, 0);
    let step = if a.horizontal { 1 } else { board.width };
    let from = row * board.width + column;
    let wall = |cell: usize| board.walls.binary_search(&cell).is_ok();
    a.line == b.line && !(a.start..b.start).any(|at| wall(from + (at - a.start) * step))
}

fn lane(board: &Board, cars: &[usize], binomials: &Binomials) -> Lane {
    let first = &board.cars[cars[0]];
    let (horizontal, line) = (first.horizontal, first.line);
    let size = if horizontal { board.width } else { board.height };
    let wall = |at: usize| {
        let cell = if horizontal { line * board.width + at } else { at * board.width + line };
        board.walls.binary_search(&cell).is_ok()
    };
    let start = (0..first.start).rev().find(|&at| wall(at)).map_or(0, |at| at + 1);
    let end = (first.start..size).find(|&at| wall(at)).unwrap_or(size);
    let covered: usize = cars.iter().map(|&car| board.cars[car].length).sum();
    let free = end - start - covered;
    let arrangements = binomials.of(free + cars.len(), cars.len());
    Lane { horizontal, line, start, free, cars: cars.to_vec(), arrangements, word: 0, weight: 1 }
}

/// The numbers `C(n, k)` for `n` up to 64: all of them fit into 64 bits.
#[derive(Debug)]
pub(super) struct Binomials(Vec<[u64; 65]>);

impl Binomials {
    pub(super) fn new() -> Self {
        let mut rows = vec![[0; 65]; 65];
        for n in 0..65 {
            rows[n][0] = 1;
            for k in 1..=n {
                rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            }
        }
        Self(rows)
    }

    /// `C(n, k)`, 0 when `k > n`.
    #[inline]
    pub(super) fn of(&self, n: usize, k: usize) -> u64 {
        self.0[n][k]
    }
}
