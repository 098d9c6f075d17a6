//! What a run has left in its store.

use std::collections::BTreeMap;

use strata::store::{
    ComponentRow, DepthKey, FccDepthRow, RunId, SolutionKey, SolutionRow, StackMoves, StackRow,
    Store, Table,
};

/// Everything: figures, components, stacks.
#[derive(Debug, PartialEq)]
pub(crate) struct Left {
    pub(crate) depths: BTreeMap<u32, FccDepthRow>,
    pub(crate) components: Vec<(Vec<u8>, ComponentRow)>,
    pub(crate) stacks: Vec<StackRow>,
    pub(crate) path: Option<Vec<Vec<u8>>>,
}

pub(crate) fn depths(store: &Store, run: RunId) -> BTreeMap<u32, FccDepthRow> {
    let rows = store.rows::<FccDepthRow>(&run.range()).map(|row| {
        let (DepthKey { depth, .. }, row) = row.unwrap();
        (depth, row)
    });
    rows.collect()
}

pub(crate) fn left(store: &Store, run: RunId) -> Left {
    let components = store.scan(Table::FccBySorting, &run.range()).map(|row| {
        let (key, value) = row.unwrap();
        (key.to_vec(), ComponentRow::read(&key, &value).unwrap())
    });
    let stacks = store.scan(Table::MoveStacks, &run.range()).map(|row| {
        let (key, value) = row.unwrap();
        StackRow::read(&key, &value).unwrap()
    });
    let solution = store.row::<SolutionRow>(&SolutionKey { run, number: 0 }).unwrap();
    Left {
        depths: depths(store, run),
        components: components.collect(),
        stacks: stacks.collect(),
        path: solution.map(|solution| solution.keys),
    }
}

/// Compares what two searches left, but for ways that were not kept, and for start
/// points that wait twice.
pub(crate) fn same(expected: &Left, found: &Left, how: &str) {
    let figures = |left: &Left| -> Vec<_> {
        let row = |(&depth, row): (&u32, &FccDepthRow)| (depth, FccDepthRow { waiting: 0, ..*row });
        left.depths.iter().map(row).collect()
    };
    assert_eq!(figures(expected), figures(found), "{how}");
    assert_eq!(expected.components, found.components, "{how}");
    let known = |stacks: &[StackRow]| -> Vec<_> {
        let start = |stack: &StackRow| (stack.depth, stack.parent, stack.start.clone());
        stacks.iter().map(start).collect()
    };
    assert_eq!(known(&expected.stacks), known(&found.stacks), "{how}");
    for (expected, found) in expected.stacks.iter().zip(&found.stacks) {
        let right = found.moves == StackMoves::Unknown || found.moves == expected.moves;
        assert!(right, "{how}: {found:?} instead of {expected:?}");
    }
    assert_eq!(expected.path, found.path, "{how}");
}
