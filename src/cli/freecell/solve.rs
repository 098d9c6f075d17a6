//! One deal: from its number to a verdict.

use anyhow::Context as _;

use crate::domains::freecell::{Deal, FreeCell, Layout};
use crate::engine::Control;
use crate::search::{BestFirst, Ended, Tally};
use crate::space::StateSpace as _;
use crate::store::{DealRow, DealVerdict};

/// The searches of a deal, one after the other: the heuristic, and at how many
/// states it is given up for the next one. A deal that is hard by one is mostly
/// easy by another.
const ATTEMPTS: [(&str, u64); 8] = [
    ("layout", 2_000),
    ("order", 2_000),
    ("columns", 2_000),
    ("layout", 20_000),
    ("order", 50_000),
    ("columns", 200_000),
    ("layout", 500_000),
    ("order", u64::MAX),
];

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
    control: &'a Control,
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
    /// Bytes that a search of so many states takes.
    pub(super) fn bytes(states: u64) -> u64 {
        let states = usize::try_from(states).unwrap_or(usize::MAX);
        // Further states are found by the last one expanded.
        BestFirst::<u128>::bytes(states.saturating_add(1000)) as u64
    }

    /// A solver without any deal yet.
    pub(super) fn new(game: Game, control: &'a Control) -> Self {
        let bytes = usize::try_from(Self::bytes(game.max_states)).unwrap_or(usize::MAX);
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
        for (heuristic, states) in ATTEMPTS {
            let Some(mut guide) = space.guide(heuristic) else { continue };
            let states = usize::try_from(states.min(self.game.max_states)).unwrap_or(usize::MAX);
            let control = self.control;
            let ended =
                self.search.search(&space, &mut *guide, states, &|| control.interrupted())?;
            tally.expanded += self.search.tally().expanded;
            tally.generated += self.search.tally().generated;
            row.states += self.search.states() as u64;
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
}
