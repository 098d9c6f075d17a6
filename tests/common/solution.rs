//! The stored solution of a run.

use strata::store::{RunId, SolutionKey, SolutionRow, Store};

/// The solution of a solved run.
pub(crate) fn solution(store: &Store, run: RunId) -> SolutionRow {
    store.row(&SolutionKey { run, number: 0 }).unwrap().unwrap()
}
