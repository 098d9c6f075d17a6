//! The states of a best-first search in memory: each once, the least priority
//! first.

use super::error::{Result, SearchError};
use super::key_set::KeySet;
use super::queue::{Queue, Ties};
use crate::space::StateKey;
use crate::store::OpenNodesRow;

/// A state that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node<K> {
    pub(super) key: K,
    /// Edges from the start on the way to it.
    pub(super) depth: u32,
}

/// All states found, and those to be expanded.
#[derive(Debug)]
pub(super) struct OpenList<K> {
    set: KeySet<K>,
    /// By number: the state it was found from, and its depth.
    parents: Vec<(u32, u32)>,
    open: Queue,
    /// Memory it may take, in bytes.
    bytes: usize,
    /// What happened since the last row, if anyone wants to know.
    row: Option<OpenNodesRow>,
}

impl<K: StateKey> OpenList<K> {
    /// Bytes a state takes, about: twice what it needs, as lists grow.
    pub(super) const NODE_BYTES: usize =
        KeySet::<K>::bytes(1) + size_of::<K>() + 2 * (size_of::<(u32, u32)>() + Queue::BYTES);

    /// One whose rows are to be stored.
    pub(super) fn new(bytes: usize, ties: Ties) -> Self {
        Self { row: Some(OpenNodesRow::default()), ..Self::unrecorded(bytes, ties) }
    }

    /// One that has no rows.
    pub(super) fn unrecorded(bytes: usize, ties: Ties) -> Self {
        let (set, parents, open) = (KeySet::with_room(1), Vec::new(), Queue::new(ties));
        Self { set, parents, open, bytes, row: None }
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.set.clear();
        self.parents.clear();
        self.open.clear();
        self.take_row();
    }

    /// States found.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether the state was found before.
    pub(super) fn contains(&self, key: K) -> bool {
        self.set.contains(key)
    }

    /// Adds a state, found from the one of number `parent`, or a start. Gives
    /// its number, or nothing when it was found before.
    ///
    /// # Errors
    /// [`SearchError::OutOfMemory`] when there is no room for it.
    pub(super) fn push(
        &mut self,
        key: K,
        parent: Option<u32>,
        priority: i64,
    ) -> Result<Option<u32>> {
        let Some(number) = self.insert(key, parent)? else { return Ok(None) };
        self.open.push(number, priority);
        if let Some(row) = &mut self.row {
            let from = row.keys.len();
            row.keys.resize(from + K::BYTES, 0);
            key.write_be(&mut row.keys[from..]);
            row.parents.push(parent.unwrap_or(OpenNodesRow::NO_PARENT));
            row.priorities.push(priority);
        }
        Ok(Some(number))
    }

    fn insert(&mut self, key: K, parent: Option<u32>) -> Result<Option<u32>> {
        let number = self.parents.len();
        if (number + 1).saturating_mul(Self::NODE_BYTES) > self.bytes
            || number >= OpenNodesRow::NO_PARENT as usize
        {
            let bytes = self.bytes;
            return Err(SearchError::OutOfMemory(format!(
                "the search holds {number} states in memory, and {bytes} bytes are too few for \
                 more: allow more, or use a search that keeps its states on disk"
            )));
        }
        let Some(number) = self.set.insert(key) else { return Ok(None) };
        let above = parent.and_then(|parent| self.parents.get(parent as usize));
        let depth = above.map_or(0, |(_, depth)| depth.saturating_add(1));
        self.parents.push((parent.unwrap_or(OpenNodesRow::NO_PARENT), depth));
        Ok(Some(number))
    }

    /// The state of that number.
    fn node(&self, number: u32) -> Option<Node<K>> {
        let (_, depth) = *self.parents.get(number as usize)?;
        Some(Node { key: *self.set.keys().get(number as usize)?, depth })
    }

    /// Takes the state that is to be expanded next, with its number.
    pub(super) fn pop(&mut self) -> Option<(u32, Node<K>)> {
        let number = self.open.pop()?;
        if let Some(row) = &mut self.row {
            row.expanded.push(number);
        }
        Some((number, self.node(number)?))
    }

    /// What happened since this was asked last.
    pub(super) fn take_row(&mut self) -> OpenNodesRow {
        self.row.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// States in the row that will be taken next.
    pub(super) fn in_row(&self) -> usize {
        self.row.as_ref().map_or(0, |row| row.parents.len())
    }

    /// The states on the way to one, the start first.
    pub(super) fn path_to(&self, number: u32) -> Vec<K> {
        let mut path = Vec::new();
        let mut here = number;
        while let (Some(node), Some((parent, _))) =
            (self.node(here), self.parents.get(here as usize))
        {
            path.push(node.key);
            // A parent has a lower number than its children, so this ends.
            here = *parent;
        }
        path.reverse();
        path
    }

    /// The list that wrote these rows; `None` where a row does not follow from
    /// those before.
    ///
    /// # Errors
    /// [`SearchError`] when a row cannot be read or there is no room for all.
    pub(super) fn from_rows(
        bytes: usize,
        ties: Ties,
        rows: impl Iterator<Item = Result<OpenNodesRow>>,
    ) -> Result<Option<Self>> {
        let mut list = Self::new(bytes, ties);
        let (mut priorities, mut expanded) = (Vec::new(), Vec::new());
        for row in rows {
            let row = row?;
            let keys = row.keys.chunks_exact(K::BYTES);
            let whole = keys.remainder().is_empty() && keys.len() == row.parents.len();
            if !whole || row.priorities.len() != row.parents.len() {
                return Ok(None);
            }
            for (bytes, parent) in keys.zip(row.parents) {
                let parent = (parent != OpenNodesRow::NO_PARENT).then_some(parent);
                let known = parent.is_none_or(|parent| (parent as usize) < list.len());
                if !known || list.insert(K::read_be(bytes), parent)?.is_none() {
                    return Ok(None);
                }
            }
            priorities.extend(row.priorities);
            expanded.resize(list.len(), false);
            for number in row.expanded {
                match expanded.get_mut(number as usize) {
                    Some(expanded) if !*expanded => *expanded = true,
                    _ => return Ok(None),
                }
            }
        }
        let open = (0..).zip(priorities).zip(expanded).filter(|(_, expanded)| !expanded);
        open.for_each(|((number, priority), _)| list.open.push(number, priority));
        Ok(Some(list))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> OpenList<u64> {
        let mut list = OpenList::new(1 << 16, Ties::Oldest);
        assert_eq!(list.push(10, None, 3).unwrap(), Some(0));
        assert_eq!(list.push(20, Some(0), -1).unwrap(), Some(1));
        assert_eq!(list.push(30, Some(1), 3).unwrap(), Some(2));
        assert_eq!(list.push(20, Some(2), -9).unwrap(), None);
        list
    }

    #[test]
    fn the_least_comes_first_and_then_the_first_found() {
        let mut list = sample();
        let order: Vec<_> = std::iter::from_fn(|| list.pop()).collect();
        let order: Vec<_> = order.iter().map(|(n, node)| (*n, node.key, node.depth)).collect();
        assert_eq!(order, [(1, 20, 1), (0, 10, 0), (2, 30, 2)]);
        assert_eq!(list.path_to(2), [10, 20, 30]);
        assert_eq!((list.len(), list.contains(20), list.contains(40)), (3, true, false));
    }

    #[test]
    fn rows_bring_it_back() {
        let mut list = sample();
        let mut rows = vec![list.take_row()];
        list.pop();
        list.push(40, Some(1), 2).unwrap();
        rows.push(list.take_row());
        let again = OpenList::<u64>::from_rows(1 << 16, Ties::Oldest, rows.iter().cloned().map(Ok));
        let mut again = again.unwrap().unwrap();
        let rest = |list: &mut OpenList<u64>| -> Vec<u64> {
            std::iter::from_fn(|| list.pop()).map(|(_, node)| node.key).collect()
        };
        assert_eq!(rest(&mut again), [40, 10, 30]);
        assert_eq!(rest(&mut list), [40, 10, 30]);
        assert_eq!(again.path_to(3), [10, 20, 40]);
    }

    #[test]
    fn rows_that_do_not_follow_are_refused() {
        let row = sample().take_row();
        let refused = |rows: &[OpenNodesRow]| {
            OpenList::<u64>::from_rows(1 << 16, Ties::Oldest, rows.iter().cloned().map(Ok))
                .unwrap()
                .is_none()
        };
        assert!(!refused(std::slice::from_ref(&row)));
        let twice = OpenNodesRow { expanded: vec![2, 2], ..OpenNodesRow::default() };
        assert!(refused(&[row.clone(), row.clone()]) && refused(&[row.clone(), twice]));
        let mut short = row.clone();
        short.keys.pop();
        let mut lacking = row.clone();
        lacking.priorities.pop();
        let mut ahead = row.clone();
        ahead.parents[1] = 1;
        let mut beyond = row;
        beyond.expanded.push(3);
        for row in [short, lacking, ahead, beyond] {
            assert!(refused(&[row]));
        }
    }

    #[test]
    fn there_is_an_end_of_its_memory() {
        let mut list = OpenList::new(1000, Ties::Oldest);
        let error = (0..1000u64).find_map(|key| list.push(key, None, 0).err()).unwrap();
        assert!(matches!(&error, SearchError::OutOfMemory(what) if what.contains("1000 bytes")));
        assert!(list.len() * OpenList::<u64>::NODE_BYTES <= 1000 && list.len() > 5);
        let row = list.take_row();
        let less = OpenList::<u64>::from_rows(500, Ties::Oldest, [Ok(row)].into_iter());
        assert!(matches!(less, Err(SearchError::OutOfMemory(_))));
    }
}
