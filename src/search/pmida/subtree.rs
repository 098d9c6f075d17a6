//! The search below one root, move by move, so that a thread can go about several at a time.

use super::canonical::Canonical;
use super::masks::Masks;
use super::plan::Plan;
use super::tricks::{Trick, Tricks};
use crate::space::{Seconds, Turning};

/// What a search below roots came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Positions above the last move that were reached, each time.
    pub nodes: u64,
    /// Ends of sequences that were tested.
    pub leaves: u64,
    /// How often each table was asked.
    pub queries: Vec<u64>,
    /// The canonical ends of solutions, behind the root.
    pub tails: Vec<Vec<u8>>,
}

/// Lower bounds on the moves to a wanted position, asked one after the other.
pub trait Bounds<P>: Sync {
    /// How many questions there are.
    fn questions(&self) -> usize;

    /// Which entry of its table answers a question about a position; begins to fetch it.
    fn entry(&self, question: usize, position: &P) -> u64;

    /// The answer.
    fn answer(&self, question: usize, entry: u64) -> u8;
}

/// All that the subtrees of one search have in common.
#[derive(Debug)]
pub struct Ground<'a, T: Turning, B> {
    /// The puzzle.
    pub space: &'a T,
    /// The machine of canonical sequences.
    pub canonical: &'a Canonical,
    /// The roots.
    pub plan: &'a Plan<T::Position>,
    /// The bounds.
    pub bounds: &'a B,
    /// What is made use of.
    pub tricks: Tricks,
}

/// A position on the way down.
#[derive(Debug, Clone, Copy)]
struct Level<P> {
    position: P,
    /// The moves that are still to be made.
    todo: u64,
    /// The number of the moves before, for [`Masks`].
    before: u32,
    /// The state of the machine of canonical sequences.
    state: u16,
}

/// A child about which a table is being asked.
#[derive(Debug, Clone, Copy)]
struct Asked<P> {
    child: Level<P>,
    question: usize,
    entry: u64,
}

/// A search below a root that has come to some place.
#[derive(Debug)]
pub struct Sliver<P> {
    root: usize,
    /// Moves from the root to the end.
    tail: usize,
    masks: Masks,
    levels: Vec<Level<P>>,
    path: Vec<u8>,
    asked: Option<Asked<P>>,
    found: Found,
}

impl<P: Copy> Sliver<P> {
    /// A sliver without work.
    #[must_use]
    pub fn idle() -> Self {
        Self {
            root: 0,
            tail: 0,
            masks: Masks::default(),
            levels: Vec::new(),
            path: Vec::new(),
            asked: None,
            found: Found::default(),
        }
    }

    /// The root below which it searches.
    #[must_use]
    pub fn root(&self) -> usize {
        self.root
    }

    /// Begins below a root: sequences with `tail` moves behind it, 1 at least.
    pub fn begin<T, B>(&mut self, ground: &Ground<'_, T, B>, root: usize, tail: usize)
    where
        T: Turning<Position = P>,
        B: Bounds<P>,
    {
        (self.root, self.tail) = (root, tail);
        self.masks.fill(ground.plan, ground.space.moves().len(), root, ground.tricks);
        self.found = Found { queries: vec![0; ground.bounds.questions()], ..Found::default() };
        let Some(word) = ground.plan.roots[root].words.first() else { return };
        let position = ground.plan.roots[root].position;
        let before = self.masks.begin(word);
        // How the root was come by does not restrict the order of what follows.
        let level = Level { position, todo: 0, before, state: 0 };
        if tail == 1 {
            let ends = self.masks.last(before);
            self.found.leaves += u64::from(ends.count_ones());
            let wanted = ground.space.wanted_after(&position, ends);
            let tails = crate::space::members(wanted).map(|turn| vec![turn as u8]);
            self.found.tails.extend(tails);
        } else {
            self.enter(ground, level);
        }
    }

    /// Does one step; false when nothing is left to do.
    #[inline]
    pub fn step<T, B>(&mut self, ground: &Ground<'_, T, B>) -> bool
    where
        T: Turning<Position = P>,
        B: Bounds<P>,
    {
        if let Some(Asked { child, question, entry }) = self.asked.take() {
            let remaining = self.tail - self.levels.len();
            let bound = usize::from(ground.bounds.answer(question, entry));
            self.found.queries[question] += 1;
            if bound <= remaining {
                if question + 1 < ground.bounds.questions() {
                    self.ask(ground, child, question + 1);
                    return true;
                }
                self.enter(ground, child);
            } else {
                self.path.pop();
                // One move cannot bring it nearer by more than one: the parent is too far as well.
                if bound > remaining + 2 && ground.tricks.has(Trick::Pathmax) {
                    if let Some(parent) = self.levels.last_mut() {
                        parent.todo = 0;
                    }
                }
            }
        }
        while let Some(level) = self.levels.last_mut() {
            if level.todo == 0 {
                self.levels.pop();
                self.path.pop();
                continue;
            }
            let turn = level.todo.trailing_zeros() as usize;
            level.todo &= level.todo - 1;
            let child = Level {
                position: ground.space.after(&level.position, turn),
                todo: 0,
                before: self.masks.after(level.before, turn),
                state: ground.canonical.successors(level.state)[turn],
            };
            self.found.nodes += 1;
            self.path.push(turn as u8);
            if ground.bounds.questions() > 0 {
                self.ask(ground, child, 0);
            } else {
                self.enter(ground, child);
            }
            return true;
        }
        false
    }

    #[inline]
    fn ask<T, B>(&mut self, ground: &Ground<'_, T, B>, child: Level<P>, question: usize)
    where
        T: Turning<Position = P>,
        B: Bounds<P>,
    {
        let entry = ground.bounds.entry(question, &child.position);
        self.asked = Some(Asked { child, question, entry });
    }

    /// Goes on below a position; its move is the last one of the path.
    #[inline]
    fn enter<T, B>(&mut self, ground: &Ground<'_, T, B>, mut level: Level<P>)
    where
        T: Turning<Position = P>,
        B: Bounds<P>,
    {
        let turns = self.masks.inner[level.before as usize] & ground.canonical.allowed(level.state);
        if self.tail - self.levels.len() > 2 {
            level.todo = turns;
            self.levels.push(level);
            return;
        }
        let second = Seconds {
            sets: self.masks.lasts(level.before),
            next: ground.canonical.successors(level.state),
            allowed: ground.canonical.sets(),
        };
        let (path, tails) = (&self.path, &mut self.found.tails);
        let tested = ground.space.wanted_after_two(&level.position, turns, &second, &mut |a, b| {
            let mut tail = path.clone();
            tail.extend([a as u8, b as u8]);
            tails.push(tail);
        });
        self.found.nodes += u64::from(turns.count_ones());
        self.found.leaves += tested;
        self.path.pop();
    }

    /// What it found; it has no work then.
    pub fn take(&mut self) -> Found {
        std::mem::take(&mut self.found)
    }
}
