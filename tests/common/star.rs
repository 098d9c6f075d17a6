//! A space with one large generation: a centre with a move to each of many
//! leaves, and back. Its keys lie so far apart that few of them fill a block.

use std::fmt;

use strata::space::{BadKey, DecodeExpander, Locality, SpaceId, StateSpace, Successors, Words};

/// A star with this many leaves.
pub(crate) struct Star {
    pub(crate) leaves: u64,
}

/// To this leaf, or from it to the centre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Along(u64);

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl StateSpace for Star {
    /// The number of a leaf, or 0 for the centre.
    type State = u64;
    type Move = Along;
    type Key = Words<4>;
    type Expander = DecodeExpander<Self>;

    fn id(&self) -> SpaceId {
        SpaceId {
            domain: "star".into(),
            instance: self.leaves.to_string(),
            options: [].into(),
            encoding: "scattered/1".into(),
        }
    }

    fn starts(&self) -> Vec<u64> {
        vec![0]
    }

    fn encode(&self, state: &u64) -> Words<4> {
        Words([state.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, 0, *state])
    }

    fn decode(&self, key: &Words<4>) -> Result<u64, BadKey> {
        let state = key.0[3];
        if state <= self.leaves && self.encode(&state) == *key {
            Ok(state)
        } else {
            Err(BadKey::new(*key, "no leaf has it"))
        }
    }

    fn expand(&self, state: &u64, out: &mut Successors<Self>) {
        match *state {
            0 => (1..=self.leaves).for_each(|leaf| out.push(Along(leaf), leaf)),
            leaf => out.push(Along(leaf), 0),
        }
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn has_goal(&self) -> bool {
        false
    }

    fn locality(&self) -> Locality {
        Locality::Reversible
    }

    fn expander(&self) -> Self::Expander {
        DecodeExpander::default()
    }
}
