//! The scan of one component: breadth-first by moves that keep the depth, in
//! memory.
//!
//! The states of a layer are expanded in ascending order, and what they lead to is
//! put in ascending order before it is used, so what a scan finds, and on which
//! ways, depends on the start point alone.

use super::claims::Claims;
use crate::search::key_set::KeySet;
use crate::space::{BadKey, Expander as _, StateSpace};
use crate::store::{push_number, state_checksum};

/// How components are scanned.
#[derive(Debug, Clone, Copy)]
pub struct Scanning<'a, K> {
    /// Whose states are known.
    pub claims: &'a Claims<K>,
    /// Whether safe moves follow each move out of a component.
    pub safe: bool,
    /// Memory for one scan, in bytes.
    pub bytes: usize,
}

/// What came of a scan.
#[derive(Debug)]
pub enum Scan<K> {
    /// The component is scanned from a lesser start point.
    Known,
    /// All of it.
    Whole(Component<K>),
    /// It does not fit the memory.
    TooLarge,
    /// Not scanned yet: what was scanned with it is too much to wait for its turn.
    Later,
}

/// A component.
#[derive(Debug)]
pub struct Component<K> {
    /// Its least state: `min_by_sorting`.
    pub identity: K,
    /// States.
    pub states: u64,
    /// Successors of all states, duplicates included.
    pub edges: u64,
    /// Order-free checksum of the states.
    pub checksum: u64,
    /// A goal that it leads to, the least of the nearest ones, and the way there.
    pub goal: Option<(K, Vec<u8>)>,
    /// The states of greater depth that it leads to.
    pub exits: Vec<Exit<K>>,
    /// The ways to all of them, one behind the other.
    pub ways: Vec<u8>,
}

/// A state of greater depth that a component leads to.
#[derive(Debug, Clone, Copy)]
pub struct Exit<K> {
    /// The state, after the safe moves.
    pub key: K,
    /// Its depth.
    pub depth: u32,
    /// The end of its way in [`Component::ways`]; it begins where that of the exit
    /// before ends. A move of the way is written as its place among the successors
    /// of a state.
    pub end: u32,
}

impl<K> Component<K> {
    /// Bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.exits.capacity() * size_of::<Exit<K>>() + self.ways.capacity()
    }

    /// Exits with their ways.
    pub fn exits(&self) -> impl Iterator<Item = (&Exit<K>, &[u8])> {
        let mut from = 0;
        self.exits.iter().map(move |exit| {
            let begin = std::mem::replace(&mut from, exit.end as usize);
            (exit, &self.ways[begin..exit.end as usize])
        })
    }
}

/// A state that was found, and how: the number of the state before it, and the
/// place among the successors of that one.
#[derive(Debug, Clone, Copy)]
struct Found<K> {
    key: K,
    from: u32,
    place: u32,
    rise: u16,
    goal: bool,
}

/// Scans components for one worker, with all the memory that this needs.
pub struct Scanner<S: StateSpace> {
    expander: S::Expander,
    /// States and exits.
    seen: KeySet<S::Key>,
    states: Vec<Found<S::Key>>,
    layer: Vec<Found<S::Key>>,
    exits: Vec<Found<S::Key>>,
    way: Vec<u32>,
}

impl<S: StateSpace> Scanner<S> {
    /// A scanner for `space`.
    #[must_use]
    pub fn new(space: &S) -> Self {
        Self {
            expander: space.expander(),
            seen: KeySet::with_room(64),
            states: Vec::new(),
            layer: Vec::new(),
            exits: Vec::new(),
            way: Vec::new(),
        }
    }

    /// Scans the component of the start point of this number.
    ///
    /// # Errors
    /// [`BadKey`] when the start point is no state of the space.
    pub fn scan(
        &mut self,
        space: &S,
        start: S::Key,
        start_point: u64,
        scanning: &Scanning<'_, S::Key>,
    ) -> Result<Scan<S::Key>, BadKey> {
        if !scanning.claims.claim(start, start_point) {
            return Ok(Scan::Known);
        }
        self.seen.clear();
        self.seen.insert(start);
        self.states.clear();
        self.layer.clear();
        self.exits.clear();
        self.states.push(Found { key: start, from: 0, place: 0, rise: 0, goal: false });
        let (mut begin, mut edges, mut goal) = (0, 0, None);
        while begin < self.states.len() {
            let (end, first_exit) = (self.states.len(), self.exits.len());
            for number in begin..end {
                edges += self.expand(space, number)?;
                if self.bytes() > scanning.bytes {
                    return Ok(Scan::TooLarge);
                }
            }
            for found in &self.layer {
                if !scanning.claims.claim(found.key, start_point) {
                    return Ok(Scan::Known);
                }
            }
            self.layer.sort_unstable_by_key(|found| found.key);
            self.exits[first_exit..].sort_unstable_by_key(|found| found.key);
            if goal.is_none() {
                let found = self.layer.iter().chain(&self.exits[first_exit..]);
                goal = found.filter(|found| found.goal).min_by_key(|found| found.key).copied();
            }
            self.states.append(&mut self.layer);
            begin = end;
        }
        let mut component = Component {
            identity: start,
            states: self.states.len() as u64,
            edges,
            checksum: 0,
            goal: goal.map(|goal| (goal.key, self.way_to(&goal))),
            exits: Vec::with_capacity(self.exits.len()),
            ways: Vec::with_capacity(8 * self.exits.len()),
        };
        for found in &self.states {
            component.identity = component.identity.min(found.key);
            component.checksum = component.checksum.wrapping_add(state_checksum(found.key));
        }
        self.leave(space, (space.depth(&start), scanning.safe), &mut component)?;
        // Ends of ways are told in 32 bits.
        let fits = u32::try_from(component.ways.len()).is_ok();
        Ok(if fits { Scan::Whole(component) } else { Scan::TooLarge })
    }

    /// Adds the successors of a state that are new; tells how many there are.
    fn expand(&mut self, space: &S, number: usize) -> Result<u64, BadKey> {
        let key = self.states[number].key;
        let Self { expander, seen, layer, exits, .. } = self;
        let mut place = 0;
        expander.expand_rising(space, &key, |next, goal, rise| {
            if seen.insert(next).is_some() {
                let rise = u16::try_from(rise).unwrap_or(u16::MAX);
                let found = Found { key: next, from: number as u32, place, rise, goal };
                if rise == 0 { layer.push(found) } else { exits.push(found) }
            }
            place += 1;
        })?;
        Ok(u64::from(place))
    }

    /// Bytes that the scan has taken so far, about.
    fn bytes(&self) -> usize {
        KeySet::<S::Key>::bytes(self.seen.keys().len())
            + (self.states.len() + 2 * self.layer.len() + 3 * self.exits.len())
                * size_of::<Found<S::Key>>()
    }

    /// The way to a state that was found.
    fn way_to(&mut self, found: &Found<S::Key>) -> Vec<u8> {
        let mut way = Vec::new();
        self.push_way(found, &mut way);
        way
    }

    /// Appends the way to a state that was found.
    fn push_way(&mut self, found: &Found<S::Key>, ways: &mut Vec<u8>) {
        self.way.clear();
        self.way.push(found.place);
        let mut number = found.from;
        while number > 0 {
            let Found { from, place, .. } = self.states[number as usize];
            self.way.push(place);
            number = from;
        }
        self.way.iter().rev().for_each(|&place| push_number(ways, u64::from(place)));
    }

    /// Fills in the exits, each after the safe moves that follow it.
    fn leave(
        &mut self,
        space: &S,
        (depth, safe): (u32, bool),
        component: &mut Component<S::Key>,
    ) -> Result<(), BadKey> {
        let exits = std::mem::take(&mut self.exits);
        for exit in &exits {
            self.push_way(exit, &mut component.ways);
            let (mut key, mut at) = (exit.key, depth + u32::from(exit.rise));
            if safe {
                key = settled(space, exit.key);
            }
            if key != exit.key {
                at = space.depth(&key);
                if component.goal.is_none() && self.expander.is_goal(space, &key)? {
                    component.goal = Some((key, self.way_to(exit)));
                }
            }
            component.exits.push(Exit { key, depth: at, end: component.ways.len() as u32 });
        }
        self.exits = exits;
        Ok(())
    }
}

/// The state after all safe moves that can be made one after the other.
pub(super) fn settled<S: StateSpace>(space: &S, mut key: S::Key) -> S::Key {
    while let Some(next) = space.safe_successor(&key) {
        key = next;
    }
    key
}
