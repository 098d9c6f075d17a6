//! A space with starts of one's own choice.

use strata::space::{BadKey, DecodeExpander, Locality, SpaceId, StateSpace, Successors};

/// The states, moves and goals of `space`, begun from the states with the keys
/// `starts`.
pub(crate) struct From<S: StateSpace> {
    pub(crate) space: S,
    pub(crate) starts: Vec<S::Key>,
}

impl<S: StateSpace> StateSpace for From<S> {
    type State = S::State;
    type Move = S::Move;
    type Key = S::Key;
    type Expander = DecodeExpander<Self>;

    fn id(&self) -> SpaceId {
        let mut id = self.space.id();
        id.options.insert("starts".into(), format!("{:?}", self.starts));
        id
    }

    fn starts(&self) -> Vec<S::State> {
        self.starts.iter().map(|key| self.space.decode(key).unwrap()).collect()
    }

    fn encode(&self, state: &S::State) -> S::Key {
        self.space.encode(state)
    }

    fn decode(&self, key: &S::Key) -> Result<S::State, BadKey> {
        self.space.decode(key)
    }

    fn expand(&self, state: &S::State, out: &mut Successors<Self>) {
        let mut list = Successors::default();
        self.space.expand(state, &mut list);
        for next in &list {
            if next.reversible {
                out.push(next.action.clone(), next.state.clone());
            } else {
                out.push_irreversible(next.action.clone(), next.state.clone());
            }
        }
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn goal_keys(&self, limit: usize) -> Option<Vec<S::Key>> {
        self.space.goal_keys(limit)
    }

    fn locality(&self) -> Locality {
        self.space.locality()
    }

    fn depth(&self, key: &S::Key) -> u32 {
        self.space.depth(key)
    }

    fn metric(&self) -> String {
        self.space.metric()
    }

    fn expander(&self) -> Self::Expander {
        DecodeExpander::default()
    }
}
