//! Pancakes with heuristics: some that never say too much but contradict each
//! other, and one that says too much.

use strata::space::{
    BadKey, DecodeExpander, Estimator, Heuristic, Locality, SpaceId, StateSpace, Successors,
};

use crate::pancakes::{Pancakes, Turn};

/// A stack of pancakes.
pub(crate) struct Gaps(pub(crate) Pancakes);

/// Neighbours in the stack that are none when it is sorted: every turn mends at
/// most one.
struct Count {
    /// Says nothing of some states, so that neighbours contradict each other.
    patchy: bool,
    times: u32,
}

impl Estimator<Gaps> for Count {
    fn estimate(&mut self, space: &Gaps, keys: &[u64], out: &mut Vec<u32>) -> Result<(), BadKey> {
        for key in keys {
            let mut stack = space.decode(key)?;
            stack.push(stack.len() as u8 + 1);
            let gaps = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 1).count();
            let silent = self.patchy && key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 0;
            out.push(if silent { 0 } else { self.times * gaps as u32 });
        }
        Ok(())
    }
}

impl StateSpace for Gaps {
    type State = Vec<u8>;
    type Move = Turn;
    type Key = u64;
    type Expander = DecodeExpander<Self>;

    fn id(&self) -> SpaceId {
        SpaceId { domain: "gaps".into(), ..self.0.id() }
    }

    fn starts(&self) -> Vec<Vec<u8>> {
        self.0.starts()
    }

    fn encode(&self, stack: &Vec<u8>) -> u64 {
        self.0.encode(stack)
    }

    fn decode(&self, key: &u64) -> Result<Vec<u8>, BadKey> {
        self.0.decode(key)
    }

    fn expand(&self, stack: &Vec<u8>, out: &mut Successors<Self>) {
        let mut turned = Successors::default();
        self.0.expand(stack, &mut turned);
        turned.iter().for_each(|next| out.push(next.action, next.state.clone()));
    }

    fn is_goal(&self, stack: &Vec<u8>) -> bool {
        self.0.is_goal(stack)
    }

    fn heuristics(&self) -> Vec<Heuristic> {
        let heuristic = |name, admissible| Heuristic { name, about: "gaps", admissible };
        vec![heuristic("thrice", false), heuristic("patchy", true), heuristic("gaps", true)]
    }

    fn estimator(&self, heuristic: &str) -> Option<Box<dyn Estimator<Self>>> {
        Some(Box::new(match heuristic {
            "patchy" => Count { patchy: true, times: 1 },
            "gaps" => Count { patchy: false, times: 1 },
            "thrice" => Count { patchy: false, times: 3 },
            _ => return None,
        }))
    }

    fn locality(&self) -> Locality {
        Locality::Reversible
    }

    fn expander(&self) -> Self::Expander {
        DecodeExpander::default()
    }
}
