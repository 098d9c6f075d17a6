//! Measuring water with jugs that have no marks. Pouring cannot always be taken
//! back, and nothing tells how deep a state lies: the most general kind of space.

use std::fmt;

use strata::space::{BadKey, DecodeExpander, Locality, SpaceId, StateSpace, Successors};

/// Jugs of `sizes` litres (at most 7 jugs of at most 255 litres), all empty at
/// the start; the aim is `target` litres in one of them.
pub(crate) struct Jugs {
    pub(crate) sizes: Vec<u8>,
    pub(crate) target: u8,
}

/// What is done with the jugs, which are numbered from 1 in the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pour {
    Fill(usize),
    Empty(usize),
    Into(usize, usize),
}

impl fmt::Display for Pour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fill(jug) => write!(f, "fill {}", jug + 1),
            Self::Empty(jug) => write!(f, "empty {}", jug + 1),
            Self::Into(from, to) => write!(f, "pour {} into {}", from + 1, to + 1),
        }
    }
}

impl Jugs {
    /// The litres after a pour; `None` when it changes nothing.
    fn pour(&self, litres: &[u8], pour: Pour) -> Option<Vec<u8>> {
        let mut after = litres.to_vec();
        match pour {
            Pour::Fill(jug) => after[jug] = self.sizes[jug],
            Pour::Empty(jug) => after[jug] = 0,
            Pour::Into(from, to) => {
                let amount = litres[from].min(self.sizes[to] - litres[to]);
                after[from] -= amount;
                after[to] += amount;
            }
        }
        (after != litres).then_some(after)
    }

    fn pours(&self) -> impl Iterator<Item = Pour> + Clone {
        let jugs = self.sizes.len();
        let single = (0..jugs).flat_map(|jug| [Pour::Fill(jug), Pour::Empty(jug)]);
        let between = (0..jugs).flat_map(move |from| {
            (0..jugs).filter(move |&to| to != from).map(move |to| Pour::Into(from, to))
        });
        single.chain(between)
    }
}

impl StateSpace for Jugs {
    /// Litres in each jug.
    type State = Vec<u8>;
    type Move = Pour;
    /// A byte for each jug, the last one in the lowest byte.
    type Key = u64;
    type Expander = DecodeExpander<Self>;

    fn id(&self) -> SpaceId {
        let sizes: Vec<String> = self.sizes.iter().map(u8::to_string).collect();
        SpaceId {
            domain: "water-jugs".into(),
            instance: format!("{} -> {}", sizes.join(","), self.target),
            options: [].into(),
            encoding: "bytes/1".into(),
        }
    }

    fn starts(&self) -> Vec<Vec<u8>> {
        vec![vec![0; self.sizes.len()]]
    }

    fn encode(&self, litres: &Vec<u8>) -> u64 {
        litres.iter().fold(0, |key, &amount| key << 8 | u64::from(amount))
    }

    fn decode(&self, key: &u64) -> Result<Vec<u8>, BadKey> {
        let jugs = self.sizes.len();
        let litres: Vec<u8> = (0..jugs).rev().map(|jug| (key >> (8 * jug)) as u8).collect();
        let fits = litres.iter().zip(&self.sizes).all(|(amount, size)| amount <= size);
        if fits && self.encode(&litres) == *key {
            Ok(litres)
        } else {
            Err(BadKey::new(*key, "a jug holds more than its size"))
        }
    }

    fn expand(&self, litres: &Vec<u8>, out: &mut Successors<Self>) {
        for pour in self.pours() {
            let Some(after) = self.pour(litres, pour) else { continue };
            let back = self.pours().any(|pour| self.pour(&after, pour).as_ref() == Some(litres));
            if back {
                out.push(pour, after);
            } else {
                out.push_irreversible(pour, after);
            }
        }
    }

    fn is_goal(&self, litres: &Vec<u8>) -> bool {
        litres.contains(&self.target)
    }

    fn locality(&self) -> Locality {
        Locality::Unbounded
    }

    fn metric(&self) -> String {
        "pours".into()
    }

    fn expander(&self) -> Self::Expander {
        DecodeExpander::default()
    }
}
