//! Figures of a run by fully connected components, depth by depth.

use crate::search::Result;
use crate::store::{DepthKey, FccDepthRow, RunId, Store};

/// The components of a run in figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComponentStats {
    /// The depths at which there is something, ascending, with their figures.
    pub depths: Vec<(u32, FccDepthRow)>,
}

impl ComponentStats {
    fn sum(&self, figure: impl Fn(&FccDepthRow) -> u64) -> u64 {
        self.depths.iter().fold(0, |sum, (_, row)| sum.saturating_add(figure(row)))
    }

    /// All components.
    #[must_use]
    pub fn components(&self) -> u64 {
        self.sum(|row| row.components)
    }

    /// All states in them.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.sum(|row| row.states)
    }

    /// All start points that wait to be scanned.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.sum(|row| row.waiting)
    }

    /// States of the largest component.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.depths.iter().map(|(_, row)| row.largest).max().unwrap_or_default()
    }

    /// Order-free checksum of all states.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.depths.iter().fold(0, |sum: u64, (_, row)| sum.wrapping_add(row.checksum))
    }
}

/// The figures of a run; no depths when it has no components.
///
/// # Errors
/// [`SearchError`](crate::search::SearchError) when the store cannot be read.
pub fn component_stats(store: &Store, run: RunId) -> Result<ComponentStats> {
    let rows = store.rows::<FccDepthRow>(&run.range()).map(|row| {
        let (DepthKey { depth, .. }, row) = row?;
        Ok((depth, row))
    });
    Ok(ComponentStats { depths: rows.collect::<Result<_>>()? })
}
