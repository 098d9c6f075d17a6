//! One deal: from its number to a verdict.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context as _;

use crate::domains::freecell::{Deal, FreeCell, Layout};
use crate::engine::{Control, Engine, EngineError, Limits, Settings, Verdict};
use crate::search::{BestFirst, Ended, Fcc, FccOptions, Order, SearchError, Tally};
use crate::space::{StateKey as _, StateSpace as _};
use crate::store::{DealRow, DealVerdict, SolutionKey, SolutionRow, Store};

/// The searches of a deal, one after the other: how, and at how many states it is
/// given up for the next one. A deal that is hard by one heuristic is mostly easy by
/// another; one that is hard by all of them has likely no solution, which the
/// components prove with the least memory.
const ATTEMPTS: [(How, u64); 9] = [
    (How::Best("layout"), 2_000),
    (How::Best("order"), 2_000),
    (How::Best("columns"), 2_000),
    (How::Best("layout"), 20_000),
    (How::Best("order"), 50_000),
    (How::Best("columns"), 200_000),
    (How::Best("layout"), 500_000),
    (How::Components, u64::MAX),
    (How::Best("order"), u64::MAX),
];

/// One way to search a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// Best-first by this heuristic.
    Best(&'static str),
    /// By fully connected components, after safe moves.
    Components,
}

/// Memory for candidates of a search by components, in bytes.
const CANDIDATES: usize = 64 << 20;

/// Bytes a state that its rows take in memory, at most: a component of one state has
/// a move stack.
const ROW_BYTES: u64 = 100;

/// Memory for batches of it, in bytes.
const BATCHES: usize = 4 << 20;

/// The sizes of the games, and how far each is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Game {
    pub(super) freecells: usize,
    pub(super) columns: usize,
    pub(super) ranks: u8,
    /// States of one game, at most.
    pub(super) max_states: u64,
}

/// A deal and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decided {
    pub(super) deal: u64,
    pub(super) row: DealRow,
    pub(super) tally: Tally,
}

/// Solves deals one after the other; one a thread.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    game: Game,
    /// Stops the search at hand.
    control: &'a Arc<Control>,
    search: BestFirst<u128>,
}

impl Game {
    /// The deal of that number.
    pub(super) fn deal(self, number: u64) -> Deal {
        let Self { freecells, columns, ranks, .. } = self;
        Deal { number, columns, freecells, ranks }
    }
}

impl<'a> Solver<'a> {
    /// Bytes that a best-first search of so many states takes.
    fn best_first_bytes(states: u64) -> usize {
        let states = usize::try_from(states).unwrap_or(usize::MAX);
        // Further states are found by the last one expanded.
        BestFirst::<u128>::bytes(states.saturating_add(1000))
    }

    /// Bytes that the searches of so many states take.
    pub(super) fn bytes(states: u64) -> u64 {
        let fixed = (CANDIDATES + BATCHES) as u64;
        let rows = states.saturating_mul(ROW_BYTES);
        fixed.saturating_add(rows).saturating_add(Self::best_first_bytes(states) as u64)
    }

    /// A solver without any deal yet.
    pub(super) fn new(game: Game, control: &'a Arc<Control>) -> Self {
        let bytes = Self::best_first_bytes(game.max_states);
        Self { game, control, search: BestFirst::new(bytes) }
    }

    /// Decides a deal; nothing when it is interrupted.
    ///
    /// # Errors
    /// When a solution does not stand the check, which is a fault of the program.
    pub(super) fn decide(&mut self, number: u64) -> anyhow::Result<Option<Decided>> {
        let board = self.game.deal(number).board().map_err(anyhow::Error::msg)?;
        let space = FreeCell::new(Layout { name: String::new(), board });
        let mut tally = Tally::default();
        let mut row = DealRow { verdict: DealVerdict::Limit, moves: None, states: 0 };
        let max_states = self.game.max_states;
        for (attempt, &(how, states)) in ATTEMPTS.iter().enumerate() {
            let states = states.min(max_states);
            // With a low limit the later ones would search the same states again.
            let again = |&&(other, before): &&(How, u64)| other == how && before >= states;
            if ATTEMPTS[..attempt].iter().any(|attempt| again(&attempt)) {
                continue;
            }
            let ended = match how {
                How::Best(heuristic) => {
                    self.best(&space, heuristic, states, &mut row, &mut tally)?
                }
                How::Components => self.components(&space, states, &mut row, &mut tally)?,
            };
            match ended {
                Ended::Solved(path) => {
                    let moves = space.play(&path).map_err(anyhow::Error::msg);
                    let moves = moves.with_context(|| format!("the solution of deal {number}"))?;
                    row.verdict = DealVerdict::Solved;
                    row.moves = Some(u32::try_from(moves.len()).unwrap_or(u32::MAX));
                    break;
                }
                Ended::Exhausted => {
                    row.verdict = DealVerdict::Unsolvable;
                    break;
                }
                Ended::Limit => {}
                Ended::Stopped => return Ok(None),
            }
        }
        Ok(Some(Decided { deal: number, row, tally }))
    }

    /// Searches best-first.
    fn best(
        &mut self,
        space: &FreeCell,
        heuristic: &str,
        states: u64,
        row: &mut DealRow,
        tally: &mut Tally,
    ) -> anyhow::Result<Ended<u128>> {
        let Some(mut guide) = space.guide(heuristic) else { return Ok(Ended::Limit) };
        let states = usize::try_from(states).unwrap_or(usize::MAX);
        let control = self.control;
        let ended = self.search.search(space, &mut *guide, states, &|| control.interrupted())?;
        tally.expanded += self.search.tally().expanded;
        tally.generated += self.search.tally().generated;
        row.states += self.search.states() as u64;
        Ok(ended)
    }

    /// Searches by components.
    fn components(
        &self,
        space: &FreeCell,
        states: u64,
        row: &mut DealRow,
        tally: &mut Tally,
    ) -> anyhow::Result<Ended<u128>> {
        // No limit by time or memory: the verdict must not depend on the machine.
        let limits = Limits { states: Some(states), ..Limits::default() };
        let settings = Settings {
            threads: NonZeroUsize::MIN,
            candidates: CANDIDATES,
            batch: BATCHES,
            limits,
            ..Settings::default()
        };
        let options = FccOptions { census: false, order: Order::Depth, safe: true, keep: false };
        let store = Store::in_memory();
        let engine = Engine::new(&store, settings, Arc::clone(self.control));
        let strategy = Fcc::new(options, CANDIDATES, None);
        let report = match engine.run(space, "", strategy, &mut ()) {
            Err(EngineError::Search(SearchError::OutOfMemory(_))) => return Ok(Ended::Limit),
            report => report?,
        };
        row.states += report.row.states;
        tally.expanded += report.row.states;
        tally.generated += report.row.edges;
        Ok(match report.verdict {
            Verdict::Solved => {
                let key = SolutionKey { run: report.run, number: 0 };
                let solution: Option<SolutionRow> = store.row(&key)?;
                let keys = solution.map(|solution| solution.keys).unwrap_or_default();
                Ended::Solved(keys.iter().map(|key| u128::read_be(key)).collect())
            }
            Verdict::Unsolvable => Ended::Exhausted,
            Verdict::Interrupted => Ended::Stopped,
            Verdict::Limit | Verdict::Exhausted | Verdict::NotFound => Ended::Limit,
        })
    }
}
