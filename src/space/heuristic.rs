//! Estimates of the distance to a goal.

use super::{BadKey, StateSpace};

/// What a heuristic is called and what it promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Heuristic {
    /// The name on the command line and in stored runs.
    pub name: &'static str,
    /// What it counts, for people.
    pub about: &'static str,
    /// Whether it never says more than the true distance, so that a search with
    /// it can prove a solution shortest.
    pub admissible: bool,
}

impl Heuristic {
    /// The heuristic that every space has: nothing is known.
    pub const ZERO: Self = Self {
        name: "zero",
        about: "nothing: every state may be as near as any other",
        admissible: true,
    };
}

/// The estimate for a state from which no goal can be reached.
pub const UNREACHABLE: u32 = u32::MAX;

/// Estimates distances for one worker, with whatever working memory that needs.
///
/// An estimate is a function of the state alone, in moves of the space's
/// metric; it is 0 for goals when the heuristic is admissible.
pub trait Estimator<S: StateSpace>: Send {
    /// Appends the estimate of each state, [`UNREACHABLE`] where it is certain
    /// that no goal can be reached.
    ///
    /// # Errors
    /// [`BadKey`] when one is no key of the space.
    fn estimate(&mut self, space: &S, keys: &[S::Key], out: &mut Vec<u32>) -> Result<(), BadKey>;
}

/// Fills `out` with the estimates of some states, one each.
///
/// # Errors
/// [`BadKey`] as [`Estimator::estimate`], and when it gave another number of
/// estimates: a state without one must not be taken for one that is not there.
pub fn estimate_all<S: StateSpace>(
    estimator: &mut dyn Estimator<S>,
    space: &S,
    keys: &[S::Key],
    out: &mut Vec<u32>,
) -> Result<(), BadKey> {
    out.clear();
    estimator.estimate(space, keys, out)?;
    match keys.first() {
        Some(&key) if out.len() != keys.len() => {
            Err(BadKey::new(key, "the heuristic did not give one estimate for each state"))
        }
        _ => Ok(()),
    }
}

/// [`Heuristic::ZERO`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Zero;

impl<S: StateSpace> Estimator<S> for Zero {
    fn estimate(&mut self, _: &S, keys: &[S::Key], out: &mut Vec<u32>) -> Result<(), BadKey> {
        out.resize(out.len() + keys.len(), 0);
        Ok(())
    }
}
