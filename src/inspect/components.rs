//! Figures of a run by fully connected components, depth by depth.

use crate::search::Result;
use crate::store::{ComponentRow, DepthKey, FccDepthRow, KeyRange, RunId, Store, Table};

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

/// A component that stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outstanding {
    /// One of the greatest depth.
    Deepest,
    /// One with the most states; of several, one of the least depth.
    Largest,
}

/// A component that stands out in a run, with its depth; `None` when those of its depth
/// are not stored any more, or there is none.
///
/// # Errors
/// [`SearchError`](crate::search::SearchError) when the store cannot be read.
pub fn outstanding(
    store: &Store,
    run: RunId,
    which: Outstanding,
) -> Result<Option<(u32, ComponentRow)>> {
    let stats = component_stats(store, run)?;
    let mut depths = stats.depths.iter().filter(|(_, row)| row.components > 0);
    let depth = match which {
        Outstanding::Deepest => depths.next_back(),
        // The last of those that are equal is taken: the least depth comes last.
        Outstanding::Largest => depths.rev().max_by_key(|(_, row)| row.largest),
    };
    let Some(&(depth, figures)) = depth else { return Ok(None) };
    let range = KeyRange::prefix(&ComponentRow::key(run, depth, &[]));
    for row in store.scan(Table::FccBySorting, &range) {
        let (key, value) = row?;
        let component = ComponentRow::read(&key, &value)?;
        if which == Outstanding::Deepest || component.states == figures.largest {
            return Ok(Some((depth, component)));
        }
    }
    Ok(None)
}
