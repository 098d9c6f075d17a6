//! What a state space is. No I/O, no storage, no threads: the traits that a
//! puzzle implements and the fixed-width keys in which its states are stored.

mod draw;
mod expander;
mod guide;
mod heuristic;
mod id;
mod key;
mod locality;
mod quotient;
mod turning;

use std::fmt::{Debug, Display};

pub use draw::{Draw, Marked, Svg};
pub use expander::{DecodeExpander, Expander};
pub use guide::{Guide, Guided};
pub use heuristic::{Estimator, Heuristic, UNREACHABLE, Zero, estimate_all};
pub use id::{SpaceId, differing_options};
pub use key::{BadKey, StateKey, Words};
pub use locality::Locality;
pub use quotient::Quotient;
pub use turning::{
    MAX_MOVES, MoveTable, Seconds, Turn, TurnClass, Turning, TurningVisitor, members,
};

/// A puzzle as an implicit graph over canonical states.
///
/// The engine works on [`Self::Key`]s alone; [`Self::State`] is the working
/// form in which a person's pieces keep their identity. Two states with equal
/// keys are one state of the search.
///
/// The laws (`space_contract!` in the integration tests checks them):
/// * `encode(decode(k)) == k` for every key that the space produced;
/// * `expand` emits its successors in a fixed order;
/// * when [`Self::locality`] is [`Locality::Reversible`], `t` is a successor of
///   `s` exactly if `s` is one of `t`;
/// * [`Self::Expander`] emits exactly the keys of `expand`, in any order.
pub trait StateSpace: Send + Sync + Sized + 'static {
    /// Working form of a state; never stored.
    type State: Clone + Eq + Debug + Send;
    /// One move; `Display` is the puzzle's own notation.
    type Move: Clone + Eq + Debug + Display + Send;
    /// Stored form: fixed-width integer whose order is the order of the store.
    type Key: StateKey;
    /// How a worker expands stored keys; [`DecodeExpander`] unless the domain
    /// has a faster way.
    type Expander: Expander<Self>;

    /// Names this space: two spaces with equal ids give equal keys and graphs.
    fn id(&self) -> SpaceId;

    /// The start states: at least one.
    fn starts(&self) -> Vec<Self::State>;

    /// The key of a state: equal keys if and only if the states are equivalent.
    fn encode(&self, state: &Self::State) -> Self::Key;

    /// A state with this key, or why no state has it.
    ///
    /// # Errors
    /// [`BadKey`] when the key is not one that [`Self::encode`] can give.
    fn decode(&self, key: &Self::Key) -> Result<Self::State, BadKey>;

    /// Appends every successor of `state`, in a fixed order.
    fn expand(&self, state: &Self::State, out: &mut Successors<Self>);

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Whether the puzzle has a goal at all; without one only a census makes
    /// sense.
    fn has_goal(&self) -> bool {
        true
    }

    /// What the length of a solution counts.
    fn metric(&self) -> String {
        "moves".to_owned()
    }

    /// The keys of all goal states, reachable or not, ascending, when there are
    /// at most `limit` of them and the domain can list them: what a
    /// bidirectional search starts its backward side from.
    fn goal_keys(&self, limit: usize) -> Option<Vec<Self::Key>> {
        let _ = limit;
        None
    }

    /// The heuristics of the space, the most informed admissible one first.
    fn heuristics(&self) -> Vec<Heuristic> {
        vec![Heuristic::ZERO]
    }

    /// A new estimator for one worker; `None` when [`Self::heuristics`] has no
    /// such name. The same name always gives the same estimates.
    fn estimator(&self, heuristic: &str) -> Option<Box<dyn Estimator<Self>>> {
        (heuristic == Heuristic::ZERO.name).then(|| Box::new(Zero) as Box<dyn Estimator<Self>>)
    }

    /// A new guide that follows the heuristic of this name and is faster than its
    /// estimator with [`Self::expander`]; `None` where there is none.
    fn guide(&self, heuristic: &str) -> Option<Box<dyn Guide<Self>>> {
        let _ = heuristic;
        None
    }

    /// The admissible heuristic with which a search by estimates proves a shortest
    /// solution faster than one generation by generation, where measurements say
    /// that there is one.
    fn proving_heuristic(&self) -> Option<&'static str> {
        None
    }

    /// The heuristic with which a search finds some solution where a shortest one is
    /// mostly out of reach.
    fn solving_heuristic(&self) -> Option<&'static str> {
        None
    }

    /// Hands the space to `visitor` as a group that moves generate, where it is one: then the
    /// successors of [`Self::expand`] come in the order of [`MoveTable::turns`].
    fn turning<V: TurningVisitor>(&self, visitor: V) -> Option<V::Output> {
        let _ = visitor;
        None
    }

    /// How far back a duplicate of a new state can lie.
    fn locality(&self) -> Locality;

    /// The depth of a state, a function of the state that no move decreases.
    /// Asked only when [`Self::locality`] is [`Locality::ByDepth`].
    fn depth(&self, key: &Self::Key) -> u32 {
        let _ = key;
        0
    }

    /// Whether a move that keeps [`Self::depth`] can always be taken back by such a
    /// move. The states of one depth that such moves join are then a *fully
    /// connected component*. Asked only when [`Self::locality`] is
    /// [`Locality::ByDepth`].
    fn has_components(&self) -> bool {
        false
    }

    /// A successor of greater depth that may stand for the state when one looks for
    /// a goal: a goal can be reached from it if one can be reached from the state.
    fn safe_successor(&self, key: &Self::Key) -> Option<Self::Key> {
        let _ = key;
        None
    }

    /// A new expander for one worker.
    fn expander(&self) -> Self::Expander;
}

/// One successor: the move and the state it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor<S: StateSpace> {
    /// The move made.
    pub action: S::Move,
    /// The state after it.
    pub state: S::State,
    /// Whether one move leads back.
    pub reversible: bool,
}

/// A reusable list of successors.
#[derive(Debug)]
pub struct Successors<S: StateSpace> {
    list: Vec<Successor<S>>,
}

impl<S: StateSpace> Default for Successors<S> {
    fn default() -> Self {
        Self { list: Vec::new() }
    }
}

impl<S: StateSpace> Successors<S> {
    /// Adds a successor whose move can be taken back by one move.
    pub fn push(&mut self, action: S::Move, state: S::State) {
        self.list.push(Successor { action, state, reversible: true });
    }

    /// Adds a successor whose move cannot be taken back by one move.
    pub fn push_irreversible(&mut self, action: S::Move, state: S::State) {
        self.list.push(Successor { action, state, reversible: false });
    }

    /// Empties the list and keeps its memory.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// The successors, in the order of the space.
    pub fn iter(&self) -> std::slice::Iter<'_, Successor<S>> {
        self.list.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a, S: StateSpace> IntoIterator for &'a Successors<S> {
    type Item = &'a Successor<S>;
    type IntoIter = std::slice::Iter<'a, Successor<S>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
