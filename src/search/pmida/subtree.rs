//! The search below one root, move by move, so that a thread can go about several parts of it at
//! a time.
//!
//! While memory answers for one part, the thread works on the others (*microthreading*, as T. Rokicki
//! does in nxopt and twsearch): a part is a [`Sliver`], which computes where the answer about a
//! position lies, asks for it to be fetched, and reads it when its turn comes again.

use super::canonical::Canonical;
use super::masks::Masks;
use super::plan::Plan;
use super::tricks::{Trick, Tricks};
use crate::space::{Seconds, Turning, members};

/// Parts that a thread goes about at a time.
const SLIVERS: usize = 8;

/// Subtrees of at least so many moves are divided into parts, this many moves below the root.
const DIVIDED: usize = 5;
const PART: usize = 2;

/// What a search below roots came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Positions above the last move that were reached, each time.
    pub nodes: u64,
    /// Ends of sequences that were tested.
    pub leaves: u64,
    /// The canonical ends of solutions, behind the root; ascending.
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

/// A part of the search that has come to some place.
#[derive(Debug)]
struct Sliver<P> {
    levels: Vec<Level<P>>,
    path: Vec<u8>,
    asked: Option<Asked<P>>,
}

/// The search below a root, by one thread.
#[derive(Debug)]
pub struct Descent<P> {
    /// Moves from the root to the end.
    tail: usize,
    masks: Masks,
    /// Parts that nothing has begun with.
    parts: Vec<(Level<P>, Vec<u8>)>,
    slivers: Vec<Sliver<P>>,
    found: Found,
}

/// What slivers share.
struct Below<'a, 'b, T: Turning, B> {
    ground: &'a Ground<'b, T, B>,
    masks: &'a Masks,
    tail: usize,
}

impl<P: Copy> Default for Descent<P> {
    fn default() -> Self {
        Self {
            tail: 0,
            masks: Masks::default(),
            parts: Vec::new(),
            slivers: Vec::new(),
            found: Found::default(),
        }
    }
}

impl<P: Copy> Descent<P> {
    /// Begins below a root: sequences with `tail` moves behind it, 1 at least.
    pub fn begin<T, B>(&mut self, ground: &Ground<'_, T, B>, root: usize, tail: usize)
    where
        T: Turning<Position = P>,
        B: Bounds<P>,
    {
        self.tail = tail;
        self.masks.fill(ground.plan, ground.space.moves().len(), root, ground.tricks);
        self.found = Found::default();
        self.parts.clear();
        let Some(word) = ground.plan.roots[root].words.first() else { return };
        let position = ground.plan.roots[root].position;
        let before = self.masks.begin(word);
        if tail == 1 {
            let ends = self.masks.last(before);
            self.found.leaves += u64::from(ends.count_ones());
            let wanted = ground.space.wanted_after(&position, ends);
            self.found.tails.extend(members(wanted).map(|turn| vec![turn as u8]));
            return;
        }
        // How the root was come by does not restrict the order of what follows.
        let level = Level { position, todo: 0, before, state: 0 };
        let below = Below { ground, masks: &self.masks, tail };
        let slivers = if ground.bounds.questions() > 0 && ground.tricks.has(Trick::Slivers) {
            SLIVERS
        } else {
            1
        };
        self.slivers.clear();
        self.slivers.resize_with(slivers, || Sliver::at(tail));
        if slivers > 1 && tail >= DIVIDED {
            let mut sliver = Sliver::at(tail);
            sliver.enter(&below, level, &mut self.found);
            sliver.divide(&below, &mut self.found, &mut self.parts);
            // The last one is taken first.
            self.parts.reverse();
        } else {
            self.parts.push((level, Vec::new()));
        }
    }

    /// Does so many steps at most; false when nothing is left to do.
    pub fn advance<T, B>(&mut self, ground: &Ground<'_, T, B>, steps: usize) -> bool
    where
        T: Turning<Position = P>,
        B: Bounds<P>,
    {
        let Self { masks, tail, parts, slivers, found, .. } = self;
        let below = Below { ground, masks, tail: *tail };
        let mut done = 0;
        while done < steps {
            let mut busy = false;
            for sliver in &mut *slivers {
                if !sliver.step(&below, found) {
                    let Some((level, path)) = parts.pop() else { continue };
                    sliver.path = path;
                    sliver.enter(&below, level, found);
                }
                busy = true;
                done += 1;
            }
            if !busy {
                return false;
            }
        }
        true
    }

    /// What it found, once nothing is left to do.
    pub fn take(&mut self) -> Found {
        let mut found = std::mem::take(&mut self.found);
        found.tails.sort_unstable();
        found
    }
}

impl<P: Copy> Sliver<P> {
    fn at(tail: usize) -> Self {
        Self { levels: Vec::with_capacity(tail), path: Vec::with_capacity(tail), asked: None }
    }

    /// Does one step; false when nothing is left to do.
    #[inline]
    fn step<T, B>(&mut self, below: &Below<'_, '_, T, B>, found: &mut Found) -> bool
    where
        T: Turning<Position = P>,
        B: Bounds<P>,
    {
        let ground = below.ground;
        if let Some(Asked { child, question, entry }) = self.asked.take() {
            let remaining = below.tail - self.path.len();
            let bound = usize::from(ground.bounds.answer(question, entry));
            if bound > remaining {
                self.leave(below, bound);
            } else if question + 1 < ground.bounds.questions() {
                self.ask(below, child, question + 1);
                return true;
            } else {
                self.enter(below, child, found);
            }
        }
        let Some(child) = self.next(below, found) else { return false };
        if ground.bounds.questions() > 0 {
            self.ask(below, child, 0);
        } else {
            self.enter(below, child, found);
        }
        true
    }

    /// Makes the next move; its position is not entered yet.
    #[inline]
    fn next<T>(
        &mut self,
        below: &Below<'_, '_, T, impl Bounds<P>>,
        found: &mut Found,
    ) -> Option<Level<P>>
    where
        T: Turning<Position = P>,
    {
        loop {
            let level = self.levels.last_mut()?;
            if level.todo == 0 {
                self.levels.pop();
                self.path.pop();
                continue;
            }
            let turn = level.todo.trailing_zeros() as usize;
            level.todo &= level.todo - 1;
            self.path.push(turn as u8);
            found.nodes += 1;
            return Some(Level {
                position: below.ground.space.after(&level.position, turn),
                todo: 0,
                before: below.masks.after(level.before, turn),
                state: below.ground.canonical.successors(level.state)[turn],
            });
        }
    }

    /// Leaves the position of the last move, which is too far.
    #[inline]
    fn leave<T>(&mut self, below: &Below<'_, '_, T, impl Bounds<P>>, bound: usize)
    where
        T: Turning<Position = P>,
    {
        let remaining = below.tail - self.path.len();
        self.path.pop();
        // One move cannot bring it nearer by more than one: the parent is too far as well
        // (L. Mérő, "A heuristic search algorithm with modifiable estimate", 1984).
        if bound > remaining + 2
            && below.ground.tricks.has(Trick::Pathmax)
            && let Some(parent) = self.levels.last_mut()
        {
            parent.todo = 0;
        }
    }

    #[inline]
    fn ask<T>(&mut self, below: &Below<'_, '_, T, impl Bounds<P>>, child: Level<P>, question: usize)
    where
        T: Turning<Position = P>,
    {
        let entry = below.ground.bounds.entry(question, &child.position);
        self.asked = Some(Asked { child, question, entry });
    }

    /// Goes on below a position; its move is the last one of the path.
    #[inline]
    fn enter<T>(
        &mut self,
        below: &Below<'_, '_, T, impl Bounds<P>>,
        mut level: Level<P>,
        found: &mut Found,
    ) where
        T: Turning<Position = P>,
    {
        let Below { ground, masks, tail } = below;
        let turns = masks.inner[level.before as usize] & ground.canonical.allowed(level.state);
        if tail - self.path.len() > 2 {
            level.todo = turns;
            self.levels.push(level);
            return;
        }
        let second = Seconds {
            sets: masks.lasts(level.before),
            next: ground.canonical.successors(level.state),
            allowed: ground.canonical.sets(),
        };
        let (path, tails) = (&self.path, &mut found.tails);
        let tested = ground.space.wanted_after_two(&level.position, turns, &second, &mut |a, b| {
            let mut tail = path.clone();
            tail.extend([a as u8, b as u8]);
            tails.push(tail);
        });
        found.nodes += u64::from(turns.count_ones());
        found.leaves += tested;
        self.path.pop();
    }

    /// Goes through the first moves below the root, and leaves a part for each way that is not
    /// too far.
    fn divide<T>(
        &mut self,
        below: &Below<'_, '_, T, impl Bounds<P>>,
        found: &mut Found,
        parts: &mut Vec<(Level<P>, Vec<u8>)>,
    ) where
        T: Turning<Position = P>,
    {
        let bounds = below.ground.bounds;
        while let Some(child) = self.next(below, found) {
            let remaining = below.tail - self.path.len();
            let far = (0..bounds.questions())
                .map(|question| {
                    let entry = bounds.entry(question, &child.position);
                    usize::from(bounds.answer(question, entry))
                })
                .find(|&bound| bound > remaining);
            match far {
                Some(bound) => self.leave(below, bound),
                None if self.path.len() < PART => self.enter(below, child, found),
                None => {
                    parts.push((child, self.path.clone()));
                    self.path.pop();
                }
            }
        }
    }
}
