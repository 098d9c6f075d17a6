//! Numbers that wait by priority: a list a priority, linked through one vector,
//! so that adding and taking move nothing.

use std::collections::BTreeMap;

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Which of equal priorities comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ties {
    /// The number that was added first.
    Oldest,
    /// The number that was added last.
    Newest,
}

/// Numbers below [`u32::MAX`], each at most once, the least priority first. Meant
/// for few different priorities.
#[derive(Debug)]
pub(super) struct Queue {
    ties: Ties,
    lists: BTreeMap<i64, List>,
    /// By number: the one behind it in its list.
    behind: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct List {
    first: u32,
    last: u32,
}

impl Queue {
    /// Bytes for each number up to the greatest.
    pub(super) const BYTES: usize = size_of::<u32>();

    pub(super) fn new(ties: Ties) -> Self {
        Self { ties, lists: BTreeMap::new(), behind: Vec::new() }
    }

    /// Adds a number that is not waiting.
    pub(super) fn push(&mut self, number: u32, priority: i64) {
        let at = number as usize;
        if at >= self.behind.len() {
            self.behind.resize(at + 1, NONE);
        }
        let list = self.lists.entry(priority).or_insert(List { first: NONE, last: NONE });
        if list.first == NONE {
            self.behind[at] = NONE;
            *list = List { first: number, last: number };
        } else if self.ties == Ties::Newest {
            self.behind[at] = list.first;
            list.first = number;
        } else {
            self.behind[at] = NONE;
            self.behind[list.last as usize] = number;
            list.last = number;
        }
    }

    /// Takes the number that is next.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let mut list = self.lists.first_entry()?;
        let number = list.get().first;
        let next = self.behind[number as usize];
        if next == NONE {
            list.remove();
        } else {
            list.get_mut().first = next;
        }
        Some(number)
    }

    /// Forgets all numbers.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.behind.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a queue gives when some are added, two taken, and more added.
    fn order(ties: Ties) -> Vec<u32> {
        let mut queue = Queue::new(ties);
        let mut taken = Vec::new();
        for (number, priority) in [(0, 5), (1, 5), (2, -3), (3, 5), (4, 7)] {
            queue.push(number, priority);
        }
        taken.extend([queue.pop().unwrap(), queue.pop().unwrap()]);
        for (number, priority) in [(6, 5), (5, -3)] {
            queue.push(number, priority);
        }
        taken.extend(std::iter::from_fn(|| queue.pop()));
        taken
    }

    #[test]
    fn the_least_priority_comes_first_and_then_the_oldest_or_newest() {
        assert_eq!(order(Ties::Oldest), [2, 0, 5, 1, 3, 6, 4]);
        assert_eq!(order(Ties::Newest), [2, 3, 5, 6, 1, 0, 4]);
    }

    #[test]
    fn an_emptied_queue_is_empty() {
        let mut queue = Queue::new(Ties::Oldest);
        (0..10).for_each(|number| queue.push(number, 0));
        queue.clear();
        assert_eq!(queue.pop(), None);
        queue.push(3, 1);
        assert_eq!((queue.pop(), queue.pop()), (Some(3), None));
    }
}
