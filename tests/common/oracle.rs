//! The oracle of all engine tests: a plain breadth-first search in memory that
//! shares no code with the engine.

use std::collections::HashSet;

use strata::space::{StateSpace, Successors};

/// One generation: the states at one distance from the nearest start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layer<K> {
    /// Its states, ascending.
    pub(crate) keys: Vec<K>,
    /// Its goals, ascending.
    pub(crate) goals: Vec<K>,
    /// Successors of its states, duplicates counted. 0 in the last layer of a
    /// search that was stopped before it.
    pub(crate) edges: u64,
}

/// The generations of `space` from its own start states.
pub(crate) fn layers<S: StateSpace>(space: &S) -> Vec<Layer<S::Key>> {
    layers_from(space, space.starts(), |_| false)
}

/// The generations from `starts` up to the first one that `stop` holds for
/// (which is not expanded) or to the end of the space.
pub(crate) fn layers_from<S: StateSpace>(
    space: &S,
    starts: Vec<S::State>,
    mut stop: impl FnMut(&Layer<S::Key>) -> bool,
) -> Vec<Layer<S::Key>> {
    let mut seen = HashSet::new();
    let mut frontier = starts;
    frontier.retain(|state| seen.insert(space.encode(state)));
    let mut successors = Successors::<S>::default();
    let mut found = Vec::new();
    while !frontier.is_empty() {
        let goals = frontier.iter().filter(|state| space.is_goal(state));
        let mut layer = Layer {
            keys: frontier.iter().map(|state| space.encode(state)).collect(),
            goals: goals.map(|state| space.encode(state)).collect(),
            edges: 0,
        };
        layer.keys.sort_unstable();
        layer.goals.sort_unstable();
        if stop(&layer) {
            found.push(layer);
            break;
        }
        let mut next = Vec::new();
        for state in &frontier {
            successors.clear();
            space.expand(state, &mut successors);
            layer.edges += successors.len() as u64;
            let new = successors.iter().filter(|new| seen.insert(space.encode(&new.state)));
            next.extend(new.map(|new| new.state.clone()));
        }
        found.push(layer);
        frontier = next;
    }
    found
}

/// The sizes of generations.
pub(crate) fn sizes<K>(layers: &[Layer<K>]) -> Vec<u64> {
    layers.iter().map(|layer| layer.keys.len() as u64).collect()
}

/// A checksum of a set of keys that does not depend on their order: the
/// wrapping sum of their hashes.
pub(crate) fn checksum<K>(keys: &[K], hash: impl Fn(&K) -> u64) -> u64 {
    keys.iter().fold(0, |sum, key| sum.wrapping_add(hash(key)))
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use strata::space::{BadKey, DecodeExpander, Locality, SpaceId};

    use super::*;

    /// The corners of a hypercube: generation `g` holds `dimensions` choose `g`.
    struct Cube {
        dimensions: u32,
    }

    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Flip(u32);

    impl fmt::Display for Flip {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.0)
        }
    }

    impl StateSpace for Cube {
        type State = u64;
        type Move = Flip;
        type Key = u64;
        type Expander = DecodeExpander<Self>;

        fn id(&self) -> SpaceId {
            SpaceId {
                domain: "cube".into(),
                instance: self.dimensions.to_string(),
                options: [].into(),
                encoding: "bits/1".into(),
            }
        }
        fn starts(&self) -> Vec<u64> {
            vec![0]
        }
        fn encode(&self, state: &u64) -> u64 {
            *state
        }
        fn decode(&self, key: &u64) -> Result<u64, BadKey> {
            Ok(*key)
        }
        fn expand(&self, state: &u64, out: &mut Successors<Self>) {
            (0..self.dimensions).for_each(|bit| out.push(Flip(bit), state ^ (1 << bit)));
        }
        fn is_goal(&self, state: &u64) -> bool {
            *state == (1 << self.dimensions) - 1
        }
        fn locality(&self) -> Locality {
            Locality::Reversible
        }
        fn expander(&self) -> Self::Expander {
            DecodeExpander::default()
        }
    }

    #[test]
    fn the_oracle_knows_the_hypercube() {
        let cube = Cube { dimensions: 5 };
        let whole = layers(&cube);
        assert_eq!(sizes(&whole), [1, 5, 10, 10, 5, 1]);
        assert!(whole.iter().all(|layer| layer.edges == 5 * layer.keys.len() as u64));
        assert_eq!(whole[1].keys, [1, 2, 4, 8, 16]);
        let goals: Vec<usize> = whole.iter().map(|layer| layer.goals.len()).collect();
        assert_eq!(goals, [0, 0, 0, 0, 0, 1]);

        let stopped = layers_from(&cube, vec![0, 31], |layer| layer.keys.len() == 20);
        assert_eq!(sizes(&stopped), [2, 10, 20]);
        assert_eq!(stopped[2].edges, 0);
        assert_eq!(layers_from(&cube, vec![3, 3], |_| true).len(), 1);
    }

    #[test]
    fn the_checksum_ignores_the_order_alone() {
        let hash = |key: &u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        assert_eq!(checksum(&[1, 2, 9], hash), checksum(&[9, 1, 2], hash));
        assert_ne!(checksum(&[1, 2, 9], hash), checksum(&[1, 2, 8], hash));
    }
}
