//! Figures of a run, generation by generation.

use crate::search::{Layers, Result, Stored};
use crate::store::{LayerRow, RunId, Side, Store};

/// One search of a run in figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideStats {
    /// Which search.
    pub side: Side,
    /// Its generations, from 0 on; the last may be incomplete.
    pub generations: Vec<LayerRow>,
    /// Whether each of them is to hold all states of its distance.
    pub exhaustive: bool,
}

impl SideStats {
    /// The sizes of the generations.
    #[must_use]
    pub fn sizes(&self) -> Vec<u64> {
        self.generations.iter().map(|row| row.states).collect()
    }

    /// All states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.generations.iter().map(|row| row.states).sum()
    }

    /// All goals seen.
    #[must_use]
    pub fn goals(&self) -> u64 {
        self.generations.iter().map(|row| row.goals).sum()
    }

    /// All successors produced by completely expanded generations whose
    /// successors are counted.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.generations.iter().filter_map(|row| row.edges).sum()
    }

    /// How many generations are completely expanded without their successors
    /// being counted: those that come from a store of an older format.
    #[must_use]
    pub fn uncounted(&self) -> usize {
        let uncounted = |pair: &&[LayerRow]| match pair {
            [expanded, next] => expanded.edges.is_none() && next.closed,
            _ => false,
        };
        self.generations.windows(2).filter(uncounted).count()
    }

    /// Whether every reachable state is in it: the last generation is expanded,
    /// and nothing new came of it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.exhaustive && self.generations.last().is_some_and(|row| row.edges.is_some())
    }

    /// The last complete generation: everything up to this depth is known.
    #[must_use]
    pub fn complete_to(&self) -> Option<u32> {
        let generations = self.generations.iter().filter(|_| self.exhaustive);
        let complete = generations.take_while(|row| row.closed).count();
        (complete as u32).checked_sub(1)
    }

    /// The fewest and the most successors of a state.
    #[must_use]
    pub fn branching(&self) -> Option<(u32, u32)> {
        let least = self.generations.iter().filter_map(|row| row.branching_min).min()?;
        let most = self.generations.iter().filter_map(|row| row.branching_max).max()?;
        Some((least, most))
    }

    /// Order-free checksum of all states: two runs over the same states have
    /// the same one, however they went.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.generations.iter().fold(0, |sum: u64, row| sum.wrapping_add(row.checksum))
    }
}

/// The figures of one search of a run; no generations when there was none.
///
/// # Errors
/// [`SearchError`](crate::search::SearchError) when the store cannot be read.
pub fn side_stats(store: &Store, run: RunId, side: Side) -> Result<SideStats> {
    let exhaustive = Stored::of_run(store, run)? == Stored::All;
    Ok(SideStats { side, generations: Layers::new(store, run, side).rows()?, exhaustive })
}
