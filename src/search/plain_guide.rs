//! A guide for any space, from what every space has.

use super::error::{Result, SearchError};
use crate::space::{BadKey, Estimator, Expander as _, Guide, Guided, StateSpace, estimate_all};

/// One edge a move, and the safe moves behind it.
pub(super) struct PlainGuide<S: StateSpace> {
    expander: S::Expander,
    estimator: Box<dyn Estimator<S>>,
    successors: Vec<(S::Key, bool)>,
    keys: Vec<S::Key>,
    estimates: Vec<u32>,
}

/// The guide that follows the heuristic of that name.
pub(super) fn guide<S: StateSpace>(space: &S, heuristic: &str) -> Result<Box<dyn Guide<S>>> {
    if let Some(guide) = space.guide(heuristic) {
        return Ok(guide);
    }
    let estimator =
        space.estimator(heuristic).ok_or_else(|| SearchError::no_heuristic(space, heuristic))?;
    Ok(Box::new(PlainGuide {
        expander: space.expander(),
        estimator,
        successors: Vec::new(),
        keys: Vec::new(),
        estimates: Vec::new(),
    }))
}

impl<S: StateSpace> PlainGuide<S> {
    /// Puts the successors of a state in their list.
    fn list(&mut self, space: &S, key: S::Key) -> Result<(), BadKey> {
        let list = &mut self.successors;
        list.clear();
        self.expander.expand(space, &key, |next, goal| list.push((next, goal)))?;
        list.sort_unstable();
        list.dedup();
        Ok(())
    }
}

/// The states that safe moves lead to from one, the last of which stands for it.
fn safe<S: StateSpace>(space: &S, key: S::Key) -> impl Iterator<Item = S::Key> {
    std::iter::successors(space.safe_successor(&key), |key| space.safe_successor(key))
}

impl<S: StateSpace> Guide<S> for PlainGuide<S> {
    fn expand(
        &mut self,
        space: &S,
        key: S::Key,
        known: &dyn Fn(S::Key) -> bool,
        out: &mut Vec<Guided<S::Key>>,
    ) -> Result<(), BadKey> {
        self.list(space, key)?;
        out.clear();
        for &(next, goal) in &self.successors {
            if known(next) {
                continue;
            }
            let settled = if goal { None } else { safe(space, next).last() };
            let goal = match settled {
                Some(settled) => self.expander.is_goal(space, &settled)?,
                None => goal,
            };
            out.push(Guided { key: settled.unwrap_or(next), goal, estimate: 0 });
        }
        self.keys.clear();
        self.keys.extend(out.iter().map(|guided| guided.key));
        estimate_all(&mut *self.estimator, space, &self.keys, &mut self.estimates)?;
        out.iter_mut().zip(&self.estimates).for_each(|(guided, &e)| guided.estimate = e);
        Ok(())
    }

    fn way(
        &mut self,
        space: &S,
        from: S::Key,
        to: S::Key,
        out: &mut Vec<S::Key>,
    ) -> Result<(), BadKey> {
        self.list(space, from)?;
        for &(next, _) in &self.successors {
            if next == to {
                out.push(next);
                return Ok(());
            }
            if safe(space, next).last() == Some(to) {
                out.push(next);
                out.extend(safe(space, next));
                return Ok(());
            }
        }
        Ok(())
    }
}
