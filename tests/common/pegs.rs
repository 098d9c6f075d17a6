//! Peg solitaire on a rectangle: no move can be taken back, and the number of
//! pegs tells the generation of a state.

use std::fmt;

use strata::space::{BadKey, DecodeExpander, Locality, SpaceId, StateSpace, Successors};

/// A board of at most 8 columns and 64 holes, full but for one hole.
pub(crate) struct Pegs {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The hole that is empty at the start.
    pub(crate) empty: u32,
}

/// The peg in the first hole jumps over the second into the third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Jump([u32; 3]);

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0[0], self.0[2])
    }
}

impl Pegs {
    fn full(&self) -> u64 {
        u64::MAX >> (64 - self.width * self.height)
    }

    /// Every line of three holes, in both directions.
    fn lines(&self) -> impl Iterator<Item = [u32; 3]> {
        let (w, h) = (self.width, self.height);
        (0..w * h).flat_map(move |hole| {
            let right = (hole % w + 2 < w).then_some([hole, hole + 1, hole + 2]);
            let down = (hole / w + 2 < h).then_some([hole, hole + w, hole + 2 * w]);
            let both_ways = |[a, b, c]: [u32; 3]| [[a, b, c], [c, b, a]];
            right.into_iter().chain(down).flat_map(both_ways)
        })
    }
}

impl StateSpace for Pegs {
    /// Bit `i` is set when hole `i` holds a peg.
    type State = u64;
    type Move = Jump;
    /// Wider than it needs to be, so that wide keys are tested as well.
    type Key = u128;
    type Expander = DecodeExpander<Self>;

    fn id(&self) -> SpaceId {
        SpaceId {
            domain: "pegs".into(),
            instance: format!("{}x{} without {}", self.width, self.height, self.empty),
            options: [].into(),
            encoding: "bits/1".into(),
        }
    }

    fn starts(&self) -> Vec<u64> {
        vec![self.full() & !(1 << self.empty)]
    }

    fn encode(&self, state: &u64) -> u128 {
        u128::from(*state) << 5
    }

    fn decode(&self, key: &u128) -> Result<u64, BadKey> {
        match u64::try_from(key >> 5) {
            Ok(state) if self.encode(&state) == *key && state & !self.full() == 0 => Ok(state),
            _ => Err(BadKey::new(*key, "a peg beside the board")),
        }
    }

    fn expand(&self, state: &u64, out: &mut Successors<Self>) {
        for [from, over, to] in self.lines() {
            let (pegs, hole) = (1 << from | 1 << over, 1 << to);
            if state & pegs == pegs && state & hole == 0 {
                out.push_irreversible(Jump([from, over, to]), state ^ pegs ^ hole);
            }
        }
    }

    fn is_goal(&self, state: &u64) -> bool {
        state.count_ones() == 1
    }

    fn locality(&self) -> Locality {
        Locality::ByDepth
    }

    fn depth(&self, key: &u128) -> u32 {
        self.width * self.height - key.count_ones()
    }

    fn metric(&self) -> String {
        "jumps".into()
    }

    fn expander(&self) -> Self::Expander {
        DecodeExpander::default()
    }
}
