//! Sorting a stack of pancakes by turning over the topmost few of them.

use std::fmt;

use strata::space::{BadKey, DecodeExpander, Locality, SpaceId, StateSpace, Successors};

/// A stack of `pancakes` pancakes (2 to 16), the largest on top at the start.
pub(crate) struct Pancakes {
    pub(crate) pancakes: usize,
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
    /// Sizes from the top, 0 the smallest.
    type State = Vec<u8>;
    type Move = Turn;
    /// Four bits a pancake, the topmost in the lowest bits.
    type Key = u64;
    type Expander = DecodeExpander<Self>;

    fn id(&self) -> SpaceId {
        SpaceId {
            domain: "pancakes".into(),
            instance: self.pancakes.to_string(),
            options: [].into(),
            encoding: "nibbles/1".into(),
        }
    }

    fn starts(&self) -> Vec<Vec<u8>> {
        vec![(0..self.pancakes as u8).rev().collect()]
    }

    fn encode(&self, stack: &Vec<u8>) -> u64 {
        stack.iter().rev().fold(0, |key, &size| key << 4 | u64::from(size))
    }

    fn decode(&self, key: &u64) -> Result<Vec<u8>, BadKey> {
        let stack: Vec<u8> = (0..self.pancakes).map(|i| (key >> (4 * i)) as u8 & 15).collect();
        let complete = (0..self.pancakes as u8).all(|size| stack.contains(&size));
        if complete && self.encode(&stack) == *key {
            Ok(stack)
        } else {
            Err(BadKey::new(*key, "not every pancake occurs exactly once"))
        }
    }

    fn expand(&self, stack: &Vec<u8>, out: &mut Successors<Self>) {
        for count in 2..=self.pancakes {
            let mut turned = stack.clone();
            turned[..count].reverse();
            out.push(Turn(count), turned);
        }
    }

    fn is_goal(&self, stack: &Vec<u8>) -> bool {
        stack.is_sorted()
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
