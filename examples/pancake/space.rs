//! Sorting a stack of pancakes by turning over the topmost few of them.

use std::fmt;

use strata::space::{BadKey, DecodeExpander, Locality, SpaceId, StateSpace, Successors};

/// A stack of pancakes of the sizes 1 to at most 15, each once.
pub(crate) struct Pancakes {
    /// The sizes at the start, from the top.
    pub(crate) start: Vec<u8>,
}

impl Pancakes {
    /// Whether each size occurs exactly once.
    pub(crate) fn is_stack(&self, sizes: &[u8]) -> bool {
        sizes.len() == self.start.len() && self.start.iter().all(|size| sizes.contains(size))
    }
}

/// Turns over this many pancakes from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn(usize);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}", self.0)
    }
}

impl StateSpace for Pancakes {
    /// Sizes from the top.
    type State = Vec<u8>;
    type Move = Turn;
    /// Four bits a pancake, the topmost in the lowest bits.
    type Key = u64;
    type Expander = DecodeExpander<Self>;

    fn id(&self) -> SpaceId {
        SpaceId {
            domain: "pancakes".into(),
            instance: format!("{:?}", self.start),
            options: [].into(),
            encoding: "nibbles/1".into(),
        }
    }

    fn starts(&self) -> Vec<Vec<u8>> {
        vec![self.start.clone()]
    }

    fn encode(&self, stack: &Vec<u8>) -> u64 {
        stack.iter().rev().fold(0, |key, &size| key << 4 | u64::from(size))
    }

    fn decode(&self, key: &u64) -> Result<Vec<u8>, BadKey> {
        let pancakes = self.start.len();
        let stack: Vec<u8> = (0..pancakes).map(|i| (key >> (4 * i)) as u8 & 15).collect();
        if self.is_stack(&stack) && self.encode(&stack) == *key {
            Ok(stack)
        } else {
            Err(BadKey::new(*key, "not every pancake occurs exactly once"))
        }
    }

    fn expand(&self, stack: &Vec<u8>, out: &mut Successors<Self>) {
        for count in 2..=stack.len() {
            let mut turned = stack.clone();
            turned[..count].reverse();
            out.push(Turn(count), turned);
        }
    }

    fn is_goal(&self, stack: &Vec<u8>) -> bool {
        stack.is_sorted()
    }

    /// Knowing the goals, a search can go from both ends at once.
    fn goal_keys(&self, _: usize) -> Option<Vec<u64>> {
        let mut sorted = self.start.clone();
        sorted.sort_unstable();
        Some(vec![self.encode(&sorted)])
    }

    fn locality(&self) -> Locality {
        Locality::Reversible
    }

    fn metric(&self) -> String {
        "turns".into()
    }

    fn expander(&self) -> Self::Expander {
        DecodeExpander::default()
    }
}
