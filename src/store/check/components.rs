//! The check of components: each has its number and its move stack, and those of one
//! depth are what the figures of that depth say.

use std::collections::BTreeMap;

use super::CheckedRun;
use crate::store::components::{ComponentRow, FccDepthRow, StackRow, StartPointsRow, take_number};
use crate::store::error::{Result, StoreError};
use crate::store::handle::Store;
use crate::store::keys::{DepthKey, RowKey, StackKey, StartPointsKey};
use crate::store::tables::Table;

/// What is stored of a run, depth by depth.
#[derive(Default)]
struct Counted {
    depths: BTreeMap<u32, Depth>,
    /// Components with a move stack, numbered from 0.
    components: u64,
    /// Whether there are fewer than the last number says.
    gaps: bool,
    /// Bytes of a state, as far as one is known.
    width: Option<usize>,
    /// Whether a row could not be read, so that sums are wrong for that reason.
    unread: bool,
}

#[derive(Default)]
struct Depth {
    stacks: u64,
    components: u64,
    states: u64,
    largest: u64,
}

/// Which numbers have been seen: a bit for each row that is there.
struct Seen(Vec<u64>);

impl Seen {
    fn new(numbers: u64) -> Self {
        Self(vec![0; numbers.div_ceil(64) as usize])
    }

    /// Tells whether the number is new, and not too large.
    fn insert(&mut self, number: u64) -> bool {
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        self.0.get_mut(word).is_some_and(|word| std::mem::replace(word, *word | bit) & bit == 0)
    }
}

impl Store {
    pub(super) fn check_components(&self, found: &mut CheckedRun) {
        let mut counted = Counted::default();
        self.check_stacks(found, &mut counted);
        self.check_sorted(found, &mut counted);
        let waiting = self.check_depths(found, counted.unread, &mut counted.depths);
        self.check_start_points(found, &counted, waiting);
        found.components = counted.components;
    }

    /// Move stacks: numbered from 0, each entered from one with a lesser number.
    fn check_stacks(&self, found: &mut CheckedRun, counted: &mut Counted) {
        let mut next = 0u64;
        for row in self.scan(Table::MoveStacks, &found.run.range()) {
            let row = row.and_then(|(key, value)| {
                Ok((typed::<StackKey>(Table::MoveStacks, &key)?, StackRow::read(&key, &value)?))
            });
            // A row that cannot be read is told as such: it is not missing as well.
            let Some((StackKey { number, .. }, row)) = found.take(row) else {
                counted.unread = true;
                next = next.saturating_add(1);
                continue;
            };
            if number != next {
                counted.gaps = true;
                found.fault(format!("component {next} has no move stack"));
            }
            next = number.saturating_add(1);
            counted.components += 1;
            if let Some(parent) = row.parent.filter(|&parent| parent >= number) {
                found.fault(format!("component {number} is entered from component {parent}"));
            }
            if *counted.width.get_or_insert(row.start.len()) != row.start.len() {
                found.fault(format!("component {number}: its first state has another width"));
            }
            counted.depths.entry(row.depth).or_default().stacks += 1;
        }
    }

    /// Components by their least states: each number once, at the depth that its move
    /// stack says.
    fn check_sorted(&self, found: &mut CheckedRun, counted: &mut Counted) {
        let mut seen = Seen::new(counted.components);
        for row in self.scan(Table::FccBySorting, &found.run.range()) {
            let row = row.and_then(|(key, value)| {
                let Some((DepthKey { depth, .. }, least)) = ComponentRow::split(&key) else {
                    let what = "no component can have this key";
                    return Err(StoreError::damaged_row(Table::FccBySorting, &key, what));
                };
                Ok((depth, least.len(), ComponentRow::read(&key, &value)?))
            });
            let Some((depth, width, row)) = found.take(row) else {
                counted.unread = true;
                continue;
            };
            let number = row.number;
            if counted.width.is_some_and(|expected| expected != width) {
                found.fault(format!("component {number}: its least state has another width"));
            }
            // Without a move stack it is told below, by the sums of its depth.
            match self.move_stack(found.run, number) {
                Ok(stack) if stack.depth != depth => found.fault(format!(
                    "component {number} has depth {depth}, where its move stack says {}",
                    stack.depth
                )),
                Ok(_) if !seen.insert(number) && !counted.gaps => {
                    found.fault(format!("component {number} is there twice"));
                }
                Ok(_) | Err(_) => {}
            }
            let sums = counted.depths.entry(depth).or_default();
            sums.components += 1;
            sums.states = sums.states.saturating_add(row.states);
            sums.largest = sums.largest.max(row.states);
        }
    }

    /// Compares the figures of each depth with what is there; gives how many start
    /// points wait, if that is known.
    fn check_depths(
        &self,
        found: &mut CheckedRun,
        mut unread: bool,
        depths: &mut BTreeMap<u32, Depth>,
    ) -> Option<u64> {
        let freed = found.row.as_ref().and_then(|row| row.options.get("keep"));
        let freed = freed.is_some_and(|keep| keep == "depths");
        let mut waiting = 0u64;
        let mut counted = std::mem::take(depths);
        let mut faults = Vec::new();
        for row in self.rows::<FccDepthRow>(&found.run.range()) {
            let Some((DepthKey { depth, .. }, row)) = found.take(row) else {
                unread = true;
                continue;
            };
            found.states = found.states.saturating_add(row.states);
            waiting = waiting.saturating_add(row.waiting);
            let there = counted.remove(&depth).unwrap_or_default();
            faults.extend(there.faults(&row, freed).map(|fault| format!("depth {depth}: {fault}")));
        }
        let missing = |depth| format!("depth {depth}: the figures of its components are missing");
        faults.extend(counted.keys().map(missing));
        if unread {
            return None;
        }
        faults.iter().for_each(|fault| found.fault(fault));
        Some(waiting)
    }

    /// Start points: every row is whole, and there are at least as many as wait. There
    /// can be more: those of a block that are scanned already, and blocks that were
    /// written before they were committed.
    fn check_start_points(&self, found: &mut CheckedRun, counted: &Counted, waiting: Option<u64>) {
        let (mut points, mut unread) = (0u64, waiting.is_none());
        for row in self.rows::<StartPointsRow>(&found.run.range()) {
            let Some((StartPointsKey { bucket, sequence, .. }, row)) = found.take(row) else {
                unread = true;
                continue;
            };
            match start_points(&row, counted.width) {
                Some(some) => points = points.saturating_add(some),
                None => {
                    unread = true;
                    found.fault(format!(
                        "start points of bucket {bucket}, row {sequence}: their states, parents \
                         and ways do not belong together"
                    ));
                }
            }
        }
        let waiting = waiting.unwrap_or_default();
        if !unread && points < waiting {
            found.fault(format!("{points} start points are there, and {waiting} wait"));
        }
    }
}

impl Depth {
    /// What is wrong with a depth of these figures; the components of a finished one
    /// may have been `freed`.
    fn faults(self, row: &FccDepthRow, freed: bool) -> impl Iterator<Item = String> {
        let gone = freed && self.components == 0;
        let compared = [
            ("move stacks", self.stacks, row.components, false),
            ("components", self.components, row.components, gone),
            ("states", self.states, row.states, gone),
            ("states in the largest component", self.largest, row.largest, gone),
        ];
        let wrong = compared.into_iter().filter(|(_, is, said, gone)| is != said && !gone);
        wrong.map(|(what, is, said, _)| format!("{is} {what}, where its figures say {said}"))
    }
}

/// How many start points are in a row; `None` when its parts do not fit together.
fn start_points(row: &StartPointsRow, width: Option<usize>) -> Option<u64> {
    let points: u64 = row.parents.iter().map(|&(_, points)| u64::from(points)).sum();
    let bytes = row.keys.len() as u64;
    let fits = points > 0 && bytes.is_multiple_of(points);
    if !fits || width.is_some_and(|width| bytes / points != width as u64) {
        return None;
    }
    let mut ways = &row.ways[..];
    for _ in 0..points {
        let length = take_number(&mut ways)?.saturating_sub(1);
        ways = ways.get(usize::try_from(length).ok()?..)?;
    }
    ways.is_empty().then_some(points)
}

fn typed<K: RowKey>(table: Table, key: &[u8]) -> Result<K> {
    K::from_bytes(key)
        .ok_or_else(|| StoreError::damaged_row(table, key, "no row can have this key"))
}
