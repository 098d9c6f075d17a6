//! From the solutions that a search found to all of them, and how many they are.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::canonical::Canonical;
use super::plan::Plan;
use crate::space::{MoveTable, Turning};

/// All canonical solutions of least length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// The solutions; ascending.
    pub canonical: Vec<Vec<u8>>,
}

/// How many solutions there are, by what counts as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Sequences of moves.
    pub words: u128,
    /// The same but for the order of commuting moves, and how turns are put together from moves.
    pub canonical: u64,
    /// The same but for rotations as well.
    pub rotations: Option<u64>,
    /// The same but for taking the inverse as well.
    pub inversions: Option<u64>,
    /// The same but for symmetries as well.
    pub symmetries: u64,
}

impl Words {
    /// All solutions that are equivalent to the given ones, which were found below the roots of
    /// `plan` (if there were roots); at most `limit`, or nothing.
    #[must_use]
    pub fn closed<T: Turning>(
        space: &T,
        canonical: &Canonical,
        plan: Option<&Plan<T::Position>>,
        found: impl IntoIterator<Item = Vec<u8>>,
        limit: usize,
    ) -> Option<Self> {
        let images = Images { space, canonical };
        let mut all = BTreeSet::new();
        let mut open = Vec::new();
        for word in found {
            let word = canonical.form(space.moves(), &word);
            if all.insert(word.clone()) {
                open.push(word);
            }
        }
        while let Some(word) = open.pop() {
            for image in images
                .rotated(&word)
                .into_iter()
                .chain(images.inverse(&word))
                .chain(images.symmetric(&word))
                .chain(plan.map(|plan| images.begun_otherwise(&word, plan)).unwrap_or_default())
            {
                if all.insert(image.clone()) {
                    open.push(image);
                }
            }
            if all.len() > limit {
                return None;
            }
        }
        Some(Self { canonical: all.into_iter().collect() })
    }

    /// Counts them.
    #[must_use]
    pub fn count<T: Turning>(&self, space: &T, canonical: &Canonical) -> Counted {
        let images = Images { space, canonical };
        let number: HashMap<&[u8], usize> =
            self.canonical.iter().map(Vec::as_slice).zip(0..).collect();
        let mut classes = Classes::new(self.canonical.len());
        let mut join = |of: &dyn Fn(&[u8]) -> Vec<Vec<u8>>| {
            for (word, at) in &number {
                for image in of(word) {
                    if let Some(other) = number.get(image.as_slice()) {
                        classes.join(*at, *other);
                    }
                }
            }
            classes.count
        };
        let cyclic = space.is_cyclic();
        let rotations = join(&|word| images.rotated(word));
        let inversions = join(&|word| images.inverse(word).into_iter().collect());
        let symmetries = join(&|word| images.symmetric(word).collect());
        Counted {
            words: self.canonical.iter().map(|word| orders(space.moves(), word)).sum(),
            canonical: self.canonical.len() as u64,
            rotations: cyclic.then_some(rotations),
            inversions: cyclic.then_some(inversions),
            symmetries,
        }
    }
}

/// What becomes of solutions.
struct Images<'a, T> {
    space: &'a T,
    canonical: &'a Canonical,
}

impl<T: Turning> Images<'_, T> {
    fn form(&self, word: &[u8]) -> Vec<u8> {
        self.canonical.form(self.space.moves(), word)
    }

    /// Each move that can come first comes last.
    fn rotated(&self, word: &[u8]) -> Vec<Vec<u8>> {
        if !self.space.is_cyclic() {
            return Vec::new();
        }
        let last = |(first, mut rest): (u8, Vec<u8>)| {
            rest.push(first);
            self.form(&rest)
        };
        self.firsts(word).into_iter().map(last).collect()
    }

    /// The moves that can come first, and what is left without each.
    fn firsts(&self, word: &[u8]) -> Vec<(u8, Vec<u8>)> {
        let moves = self.space.moves();
        let class = |turn: u8| moves.turns()[usize::from(turn)].class;
        let in_front = |of: usize| {
            let at = word.iter().position(|&turn| class(turn) == of);
            at.is_some_and(|at| {
                word[..at].iter().all(|&turn| moves.commuting(of) >> class(turn) & 1 == 1)
            })
        };
        let mut firsts = Vec::new();
        for (first, turn) in moves.turns().iter().enumerate() {
            let Some(back) = turn.inverse.filter(|_| in_front(turn.class)) else { continue };
            let mut rest = vec![back as u8];
            rest.extend(word);
            let rest = self.form(&rest);
            // Else the turn is made of other moves.
            if rest.len() < word.len() {
                firsts.push((first as u8, rest));
            }
        }
        firsts
    }

    /// Other moves to the same position in place of the first ones, as many as roots are deep.
    fn begun_otherwise(&self, word: &[u8], plan: &Plan<T::Position>) -> Vec<Vec<u8>> {
        if !self.space.is_cyclic() || plan.several.is_empty() {
            return Vec::new();
        }
        let mut begun = BTreeMap::from([(word.to_vec(), self.space.start())]);
        for _ in 0..plan.depth {
            begun = (begun.iter())
                .flat_map(|(rest, position)| {
                    let after = |(first, rest): (u8, _)| {
                        (rest, self.space.after(position, usize::from(first)))
                    };
                    self.firsts(rest).into_iter().map(after)
                })
                .collect();
        }
        let mut others = Vec::new();
        for (rest, position) in begun {
            let several = plan.several.get(&position).into_iter().flatten();
            others.extend(several.map(|begin| self.form(&[begin, &rest[..]].concat())));
        }
        others
    }

    fn inverse(&self, word: &[u8]) -> Option<Vec<u8>> {
        if !self.space.is_cyclic() {
            return None;
        }
        let turns = self.space.moves().turns();
        let back = |&turn: &u8| turns[usize::from(turn)].inverse.map(|turn| turn as u8);
        let inverse: Option<Vec<u8>> = word.iter().rev().map(back).collect();
        inverse.map(|word| self.form(&word))
    }

    fn symmetric(&self, word: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        self.space.symmetries().iter().skip(1).map(|moves| {
            let image: Vec<u8> = word.iter().map(|&turn| moves[usize::from(turn)] as u8).collect();
            self.form(&image)
        })
    }
}

/// How many sequences of moves have this canonical form.
fn orders(moves: &MoveTable, word: &[u8]) -> u128 {
    // Syllables: turns of one class that follow each other.
    let mut ways = 1;
    let mut at = 0;
    while at < word.len() {
        let class = moves.turns()[usize::from(word[at])].class;
        let same = word[at..].iter().take_while(|&&t| moves.turns()[usize::from(t)].class == class);
        let powers: Vec<u32> = same.map(|&turn| moves.turns()[usize::from(turn)].power).collect();
        ways *= compositions(
            moves,
            class,
            powers.iter().sum::<u32>() % moves.order(class),
            powers.len(),
        );
        at += powers.len();
    }
    // Orders of the moves: the ways to take away first moves, one after the other. The set of
    // those left tells how many ways there are.
    ways * extensions(moves, word, vec![true; word.len()], &mut HashMap::new())
}

/// In how many ways so many moves of a class, one after the other, make a power.
fn compositions(moves: &MoveTable, class: usize, power: u32, count: usize) -> u128 {
    let order = moves.order(class);
    let mut ways = vec![0_u128; order as usize];
    ways[0] = 1;
    for _ in 0..count {
        let mut after = vec![0; order as usize];
        for turn in moves.turns().iter().filter(|turn| turn.class == class) {
            for (power, ways) in ways.iter().enumerate() {
                after[(power + turn.power as usize) % order as usize] += ways;
            }
        }
        ways = after;
    }
    ways[power as usize]
}

fn extensions(
    moves: &MoveTable,
    word: &[u8],
    left: Vec<bool>,
    known: &mut HashMap<Vec<bool>, u128>,
) -> u128 {
    if let Some(&count) = known.get(&left) {
        return count;
    }
    let mut count = u128::from(!left.contains(&true));
    let mut before: Vec<u8> = Vec::new();
    for (at, &turn) in word.iter().enumerate().filter(|&(at, _)| left[at]) {
        if before.iter().all(|&other| moves.commute(usize::from(other), usize::from(turn))) {
            let mut left = left.clone();
            left[at] = false;
            count += extensions(moves, word, left, known);
        }
        before.push(turn);
    }
    known.insert(left, count);
    count
}

/// Sets that are joined one by one.
struct Classes {
    parents: Vec<usize>,
    count: u64,
}

impl Classes {
    fn new(members: usize) -> Self {
        Self { parents: (0..members).collect(), count: members as u64 }
    }

    fn root(&mut self, mut member: usize) -> usize {
        while self.parents[member] != member {
            self.parents[member] = self.parents[self.parents[member]];
            member = self.parents[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents[a] = b;
            self.count -= 1;
        }
    }
}
