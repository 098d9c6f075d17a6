//! The roots: positions a few moves from the start, found breadth-first, of which only one is kept of
//! those that a symmetry or taking the inverse leads to each other.
//!
//! **Rotations and symmetric roots together.** Let `k` be the depth of the roots, and *the root of a
//! sequence of `k` moves* the number of the root that stands for the position it leads to. Call two
//! solutions of least length *equivalent* when one becomes the other by rotating it, by exchanging
//! neighbours that commute, by making a turn of other moves of its class, by a symmetry, by taking the inverse, and by putting other moves with the same
//! effect in place of the first `k`. When the puzzle is cyclic ([`Turning::is_cyclic`]) all that is
//! equivalent to a solution is one. Every sequence of `k` moves in a row, also round the end, begins some
//! rotation, so it has a root. Let `R` be the least root in all sequences equivalent to some
//! solution. Then one of them begins with the very moves that are kept for `R`, goes on in canonical order, and
//! has nowhere `k` moves in a row with a root less than `R`. So the search below `R` may leave whatever comes to
//! a lesser root, and still each class of equivalent solutions is found. A sequence of `k` moves to a position
//! that is nearer can be left as well: no shortest solution has it.
//!
//! This is the necklace's argument for sequence symmetry, with roots in place of move classes: nothing is
//! compared but roots, so it holds for any puzzle, and no sequence, such as those in which all moves commute,
//! needs to be looked at apart. Without symmetry and antisymmetry every position is its own root.

use std::collections::HashMap;

use super::canonical::Canonical;
use super::tricks::{Trick, Tricks};
use super::windows::Windows;
use crate::space::{Turning, members};

/// Sequences of as many moves as roots are deep: at most so many, so that there can be a table of them.
const MAX_WINDOWS: usize = 1 << 17;

/// Where the search is divided.
#[derive(Debug, Clone)]
pub struct Plan<P> {
    /// How many moves from the start the roots are.
    pub depth: usize,
    /// The roots, in the order in which they count as less.
    pub roots: Vec<Root<P>>,
    /// Positions that were found on the way to them.
    pub positions: Vec<usize>,
    /// All canonical sequences to the positions that are so deep, where there are several.
    pub(super) several: HashMap<P, Vec<Vec<u8>>>,
    /// Which root each sequence of `depth` moves comes to; empty when roots are not compared.
    pub(super) windows: Windows,
}

/// A position at which a subtree begins.
#[derive(Debug, Clone)]
pub struct Root<P> {
    /// The position.
    pub position: P,
    /// All canonical sequences of least length that lead to it.
    pub words: Vec<Vec<u8>>,
}

/// What a search found before there were roots.
#[derive(Debug, Clone)]
pub enum Begun<P> {
    /// All canonical solutions of least length.
    Solved(Vec<Vec<u8>>),
    /// All positions were seen, none of which is wanted.
    Exhausted(usize),
    /// Nothing yet.
    Roots(Plan<P>),
}

/// The depth of roots for so many moves: the greatest with a table of windows.
#[must_use]
pub fn root_depth(moves: usize) -> usize {
    (2..).take_while(|&depth| moves.pow(depth) <= MAX_WINDOWS && depth <= 12).last().unwrap_or(1)
        as usize
}

/// Searches breadth-first down to the roots.
#[must_use]
pub fn begin<T: Turning>(space: &T, canonical: &Canonical, tricks: Tricks) -> Begun<T::Position> {
    let start = space.start();
    if space.is_wanted(&start) {
        return Begun::Solved(vec![Vec::new()]);
    }
    let depth = root_depth(space.moves().len());
    let mut seen: HashMap<T::Position, usize> = HashMap::from([(start, 0)]);
    // Canonical sequences, with the state of the machine.
    let mut layer: Vec<(T::Position, u16, Vec<u8>)> = vec![(start, 0, Vec::new())];
    let mut positions = vec![1];
    for length in 1..=depth {
        let mut next = Vec::new();
        let mut solutions = Vec::new();
        let mut fresh = 0;
        for (position, state, word) in &layer {
            for turn in members(canonical.allowed(*state)) {
                let after = space.after(position, turn);
                let found = *seen.entry(after).or_insert_with(|| {
                    fresh += 1;
                    length
                });
                if found < length {
                    continue;
                }
                let mut word = word.clone();
                word.push(turn as u8);
                if space.is_wanted(&after) {
                    solutions.push(word.clone());
                }
                next.push((after, canonical.successors(*state)[turn], word));
            }
        }
        if !solutions.is_empty() {
            return Begun::Solved(solutions);
        }
        if next.is_empty() {
            return Begun::Exhausted(seen.len());
        }
        positions.push(fresh);
        layer = next;
    }
    Begun::Roots(plan(space, tricks, depth, &seen, layer, positions))
}

fn plan<T: Turning>(
    space: &T,
    tricks: Tricks,
    depth: usize,
    seen: &HashMap<T::Position, usize>,
    layer: Vec<(T::Position, u16, Vec<u8>)>,
    positions: Vec<usize>,
) -> Plan<T::Position> {
    let cyclic = space.is_cyclic();
    let symmetries = tricks.has(Trick::Symmetry);
    let inverse = cyclic && tricks.has(Trick::Antisymmetry);
    // For each position the one that stands for it.
    let mut standing: HashMap<T::Position, T::Position> = HashMap::new();
    let mut words: HashMap<T::Position, Vec<Vec<u8>>> = HashMap::new();
    for (position, _, word) in layer {
        standing
            .entry(position)
            .or_insert_with(|| space.representative(&position, symmetries, inverse));
        words.entry(position).or_default().push(word);
    }
    let mut stand: Vec<T::Position> = standing.values().copied().collect();
    stand.sort_unstable();
    stand.dedup();
    let roots: Vec<Root<T::Position>> = (stand.into_iter())
        .filter_map(|position| Some(Root { position, words: words.get(&position)?.clone() }))
        .collect();
    let numbers: HashMap<T::Position, u32> =
        roots.iter().map(|root| root.position).zip(1..).collect();
    let windows = if cyclic && tricks.has(Trick::Rotations) {
        let mut windows = Vec::with_capacity(space.moves().len().pow(depth as u32));
        let root = |position: &T::Position| {
            standing.get(position).and_then(|root| numbers.get(root)).copied().unwrap_or(0)
        };
        let start = space.start();
        each_window(space, &start, depth, &mut |position| {
            let near = seen.get(position).is_some_and(|&found| found < depth);
            windows.push(if near { 0 } else { root(position) });
        });
        Windows::new(windows, space.moves().len(), numbers.len())
    } else {
        Windows::default()
    };
    words.retain(|_, words| words.len() > 1);
    Plan { depth, roots, positions, several: words, windows }
}

/// Goes through all sequences of so many moves, in the order of their digits.
fn each_window<T: Turning>(
    space: &T,
    position: &T::Position,
    moves: usize,
    each: &mut impl FnMut(&T::Position),
) {
    if moves == 0 {
        return each(position);
    }
    for turn in 0..space.moves().len() {
        each_window(space, &space.after(position, turn), moves - 1, each);
    }
}
