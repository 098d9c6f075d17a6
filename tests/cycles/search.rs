//! The whole search, in one thread and with tables in memory.

use std::sync::Arc;

use strata::domains::twisty::kernel::{Packed, Scalar};
use strata::domains::twisty::{Instructions, PackedQuest, Quest, Target};
use strata::search::pmida::{
    Begun, Bounds, Canonical, Counted, Descent, Distances, Ground, Passed, Plan, Trick, Tricks,
    Until, Words, begin,
};
use strata::search::pruning::{Kind, Storage};
use strata::space::{Quotient, Turning, TurningVisitor};

use super::puzzles::Moving;

/// No more solutions than this in a test.
const MAX_WORDS: usize = 1 << 20;

/// How to search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub(crate) tricks: Tricks,
    pub(crate) tables: Option<Tables>,
    /// The greatest length.
    pub(crate) longest: usize,
}

/// Which tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tables {
    pub(crate) kind: Kind,
    /// Of each orbit the largest view that has no more entries than this.
    pub(crate) entries: u64,
    /// Distances up to this one.
    pub(crate) depth: u8,
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Nothing when there is no solution so short, or none at all.
    pub(crate) length: Option<usize>,
    pub(crate) words: Words,
    pub(crate) counted: Option<Counted>,
    pub(crate) roots: usize,
    /// For each length below the roots: nodes, leaves, solutions found.
    pub(crate) lengths: Vec<(u64, u64, usize)>,
}

pub(crate) const PLAIN: How = How { tricks: Tricks::ALL, tables: None, longest: 16 };

pub(crate) const SMALL: Tables = Tables { kind: Kind::Plain, entries: 1 << 14, depth: 20 };

/// Searches in the form that is fastest here.
pub(crate) fn search(quest: Quest, how: How) -> Answer {
    let best = if how.tricks.has(Trick::Simd) { Instructions::Best } else { Instructions::Scalar };
    quest.visit(best, how).unwrap()
}

impl TurningVisitor for How {
    type Output = Answer;

    fn visit<T: Turning>(self, space: &T) -> Answer {
        let canonical = match self.tricks.has(Trick::Canonical) {
            true => Canonical::new(space.moves()),
            false => Canonical::free(space.moves()),
        };
        let plan = match begin(space, &canonical, self.tricks) {
            Begun::Solved(words) => return Answer::of(space, &canonical, None, words),
            Begun::Exhausted(_) => return Answer::none(),
            Begun::Roots(plan) => plan,
        };
        self.from(space, &canonical, &plan)
    }
}

impl How {
    /// Searches below roots that are known.
    pub(crate) fn from<T: Turning>(
        self,
        space: &T,
        canonical: &Canonical,
        plan: &Plan<T::Position>,
    ) -> Answer {
        let bounds = Loaded::new(space, self.tables);
        let mut lengths = Vec::new();
        for length in plan.depth + 1..=self.longest {
            let (words, figures) = below(space, canonical, plan, &bounds, self.tricks, length);
            lengths.push(figures);
            if !words.is_empty() {
                let answer = Answer::of(space, canonical, Some(plan), words);
                return Answer { roots: plan.roots.len(), lengths, ..answer };
            }
        }
        Answer { roots: plan.roots.len(), lengths, ..Answer::none() }
    }
}

/// The roots of the 3x3x3, which are the same for all cycles that need more moves.
pub(crate) struct Roots {
    moving: Moving,
    canonical: Canonical,
    plan: Plan<Packed>,
}

impl Roots {
    pub(crate) fn new() -> Self {
        let moving = Moving::htm("3x3x3");
        let canonical = Canonical::new(&moving.table);
        let far = PackedQuest::new(moving.quest(moving.target("C[3]")), Scalar).unwrap();
        let Begun::Roots(plan) = begin(&far, &canonical, Tricks::ALL) else {
            panic!("eight moves are needed")
        };
        Self { moving, canonical, plan }
    }

    /// What [`search`] finds, if it needs more moves than roots are deep.
    pub(crate) fn search(&self, target: Target, how: How) -> Answer {
        let quest = self.moving.quest(target);
        #[cfg(target_arch = "x86_64")]
        if let Some(unit) = strata::domains::twisty::kernel::Avx2::detect() {
            let space = PackedQuest::new(quest, unit).unwrap();
            return how.from(&space, &self.canonical, &self.plan);
        }
        let space = PackedQuest::new(quest, Scalar).unwrap();
        how.from(&space, &self.canonical, &self.plan)
    }
}

/// All sequences of a length below all roots.
fn below<T: Turning>(
    space: &T,
    canonical: &Canonical,
    plan: &Plan<T::Position>,
    bounds: &Loaded<T::Position>,
    tricks: Tricks,
    length: usize,
) -> (Vec<Vec<u8>>, (u64, u64, usize)) {
    let ground = Ground { space, canonical, plan, bounds, tricks };
    let mut descent = Descent::default();
    let (mut nodes, mut leaves, mut count, mut words) = (0, 0, 0, Vec::new());
    for (number, root) in plan.roots.iter().enumerate() {
        descent.begin(&ground, number, length - plan.depth);
        // In small portions: stopping between them must change nothing.
        while descent.advance(&ground, 37) {}
        let found = descent.take();
        nodes += found.nodes;
        leaves += found.leaves;
        count += found.tails.len();
        for tail in &found.tails {
            words.extend(root.words.iter().map(|word| [word, &tail[..]].concat()));
        }
    }
    (words, (nodes, leaves, count))
}

impl Answer {
    fn none() -> Self {
        Self { length: None, words: Words::default(), counted: None, roots: 0, lengths: Vec::new() }
    }

    fn of<T: Turning>(
        space: &T,
        canonical: &Canonical,
        plan: Option<&Plan<T::Position>>,
        words: Vec<Vec<u8>>,
    ) -> Self {
        let words = Words::closed(space, canonical, plan, words, MAX_WORDS).unwrap();
        let length = words.canonical.first().map(Vec::len);
        assert!(words.canonical.iter().all(|word| Some(word.len()) == length), "of one length");
        Self { length, counted: Some(words.count(space, canonical)), words, ..Self::none() }
    }

    /// What no trick may change.
    pub(crate) fn lasting(&self) -> (Option<usize>, Option<Counted>, &Words) {
        (self.length, self.counted, &self.words)
    }
}

/// Tables in memory.
struct Loaded<P> {
    tables: Vec<(Arc<dyn Quotient<P>>, Storage, u8)>,
    questions: Vec<(usize, usize)>,
}

impl<P> Loaded<P> {
    fn new<T: Turning<Position = P>>(space: &T, tables: Option<Tables>) -> Self {
        let Some(how) = tables else { return Self { tables: Vec::new(), questions: Vec::new() } };
        let fitting = |views: Vec<Arc<dyn Quotient<P>>>| {
            views.into_iter().rfind(|view| view.entries() <= how.entries)
        };
        let tables: Vec<_> = (space.quotients().into_iter().filter_map(fitting))
            .map(|view| {
                let distances = distances(&*view, space, how.depth);
                // Entries of distances that are not known are lower bounds.
                let most = if distances.is_complete() { u8::MAX } else { distances.depth() + 1 };
                let storage = Storage::of(how.kind, &distances).unwrap();
                (view, storage, most)
            })
            .collect();
        let images = |(table, of): (usize, &(Arc<dyn Quotient<P>>, _, _))| {
            (0..of.0.images()).map(move |image| (table, image))
        };
        let questions = tables.iter().enumerate().flat_map(images).collect();
        Self { tables, questions }
    }
}

/// The distances of a view, up to a depth.
pub(crate) fn distances<T: Turning>(
    view: &dyn Quotient<T::Position>,
    space: &T,
    depth: u8,
) -> Distances {
    let mut distances = Distances::new(view).unwrap();
    while distances.goes_on(Until::Depth(depth)) {
        let mut found = Passed::default();
        for &pass in distances.passes(space.moves()) {
            found += distances.pass(view, space.moves(), pass, 0..view.rows());
        }
        distances.finish(found);
    }
    distances
}

impl<P> Bounds<P> for Loaded<P> {
    fn questions(&self) -> usize {
        self.questions.len()
    }

    fn entry(&self, question: usize, position: &P) -> u64 {
        let (table, image) = self.questions[question];
        self.tables[table].0.entry(image, position)
    }

    fn answer(&self, question: usize, entry: u64) -> u8 {
        let (_, storage, most) = &self.tables[self.questions[question].0];
        storage.get(entry).min(*most)
    }
}

/// How long the sequences are that a test looks at: as long as `CYCLES_LONGEST` says, or else `usual`.
pub(crate) fn longest(usual: usize) -> usize {
    std::env::var("CYCLES_LONGEST").map_or(usual, |longest| longest.parse().unwrap())
}
