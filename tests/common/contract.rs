//! The contract suite: what every state space must hold to, as
//! `strata::space::StateSpace` documents it.
//!
//! Each law is a function that gives the first violation it meets, so that the
//! suite itself can be shown to find planted faults.

mod drawing;

use std::collections::HashSet;
use std::fmt::Debug;

pub(crate) use drawing::drawing_laws;
use strata::space::{Expander as _, Locality, StateKey, StateSpace, Successor, Successors};

use crate::common::random::Random;

/// What a law says: the first violation, as a sentence.
pub(crate) type Verdict = Result<(), String>;

/// A law that any state space keeps.
pub(crate) type Law<S> = fn(&S, &Sample<S>) -> Verdict;

/// The laws of [`StateSpace`], with their names.
pub(crate) fn laws<S: StateSpace>() -> Vec<(&'static str, Law<S>)> {
    vec![
        ("starts", starts),
        ("round trip", round_trip),
        ("canonical form", canonical_form),
        ("fixed order", fixed_order),
        ("reversible moves", reversible_moves),
        ("depth", depth),
        ("goals", goals),
        ("expander", expander),
        ("rises", rises),
        ("components", components),
        ("safe successors", safe_successors),
        ("heuristics", heuristics),
        ("bad keys", bad_keys),
    ]
}

/// Makes a test that a space keeps all laws:
/// `space_contract!(name, space)`, or `space_contract!(name, space, draw)` for
/// spaces that can be drawn.
macro_rules! space_contract {
    ($name:ident, $space:expr) => {
        space_contract!(@module $name, $space, Vec::new());
    };
    ($name:ident, $space:expr, draw) => {
        space_contract!(@module $name, $space, $crate::common::contract::drawing_laws());
    };
    (@module $name:ident, $space:expr, $more:expr) => {
        #[test]
        fn $name() {
            use $crate::common::contract::{Sample, laws};
            let space = $space;
            let sample = Sample::of(&space, 2_000);
            let all = laws().into_iter().chain($more);
            for (law, holds) in all {
                if let Err(why) = holds(&space, &sample) {
                    panic!("{law}: {why}");
                }
            }
        }
    };
}
pub(crate) use space_contract;

/// States near the start, one of each key.
pub(crate) struct Sample<S: StateSpace> {
    /// As the search met them, the nearest first.
    states: Vec<S::State>,
}

impl<S: StateSpace> Sample<S> {
    /// At least `limit` states, or all.
    pub(crate) fn of(space: &S, limit: usize) -> Self {
        let mut seen = HashSet::new();
        let mut states = space.starts();
        states.retain(|state| seen.insert(space.encode(state)));
        let mut expanded = 0;
        while expanded < states.len() && states.len() < limit {
            let list = successors(space, &states[expanded]);
            let new = list.iter().filter(|new| seen.insert(space.encode(&new.state)));
            states.extend(new.map(|new| new.state.clone()));
            expanded += 1;
        }
        Self { states }
    }

    /// The states of a random walk from a start, of `steps` moves at most: deeper
    /// ones than the nearest.
    pub(crate) fn walked(space: &S, random: &mut Random, steps: usize) -> Self {
        let starts = space.starts();
        let mut state = starts[random.below(starts.len())].clone();
        let mut seen = HashSet::from([space.encode(&state)]);
        let mut states = vec![state.clone()];
        for _ in 0..steps {
            let list = successors(space, &state);
            if list.is_empty() {
                break;
            }
            let chosen = list.iter().nth(random.below(list.len())).map(|s| s.state.clone());
            state = chosen.unwrap_or(state);
            if seen.insert(space.encode(&state)) {
                states.push(state.clone());
            }
        }
        Self { states }
    }

    fn keys(&self, space: &S) -> Vec<S::Key> {
        self.states.iter().map(|state| space.encode(state)).collect()
    }
}

fn successors<S: StateSpace>(space: &S, state: &S::State) -> Successors<S> {
    let mut list = Successors::default();
    space.expand(state, &mut list);
    list
}

/// What the search sees of a state: its successors without their order.
fn view<S: StateSpace>(space: &S, state: &S::State) -> (bool, Vec<(S::Key, bool)>) {
    let list = successors(space, state);
    let mut keys: Vec<_> = list.iter().map(|s| (space.encode(&s.state), s.reversible)).collect();
    keys.sort_unstable();
    (space.is_goal(state), keys)
}

fn holds(condition: bool, why: impl FnOnce() -> String) -> Verdict {
    if condition { Ok(()) } else { Err(why()) }
}

fn same<T: PartialEq + Debug>(got: &T, wanted: &T, what: impl Fn() -> String) -> Verdict {
    holds(got == wanted, || format!("{}: got {got:?}, wanted {wanted:?}", what()))
}

fn starts<S: StateSpace>(space: &S, _: &Sample<S>) -> Verdict {
    holds(!space.starts().is_empty(), || "no start".into())?;
    holds(!space.metric().is_empty(), || "the metric has no name".into())?;
    same(&space.id(), &space.id(), || "two ids of one space".into())?;
    let keys = |states: Vec<S::State>| -> Vec<S::Key> {
        states.iter().map(|state| space.encode(state)).collect()
    };
    same(&keys(space.starts()), &keys(space.starts()), || "the starts changed".into())
}

fn round_trip<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    for state in &sample.states {
        let key = space.encode(state);
        let decoded = space.decode(&key).map_err(|bad| format!("{state:?}: {bad}"))?;
        same(&space.encode(&decoded), &key, || format!("{state:?} decoded as {decoded:?}"))?;
    }
    Ok(())
}

/// Equal keys mean states that no search can tell apart: the one that a move
/// produced and the one that its key decodes to.
fn canonical_form<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    for state in &sample.states {
        for successor in &successors(space, state) {
            let key = space.encode(&successor.state);
            let decoded = space.decode(&key).map_err(|bad| bad.to_string())?;
            same(&view(space, &decoded), &view(space, &successor.state), || {
                format!("{decoded:?} and {:?} share the key {key:?}", successor.state)
            })?;
        }
    }
    Ok(())
}

fn fixed_order<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    for state in &sample.states {
        let first = successors(space, state);
        let mut twice = successors(space, state);
        space.expand(state, &mut twice);
        let fields = |s: &Successor<S>| (s.action.clone(), s.state.clone(), s.reversible);
        let equal = twice.iter().map(fields).eq(first.iter().chain(&first).map(fields));
        holds(equal, || format!("{state:?} expanded again gave other successors"))?;
    }
    Ok(())
}

fn reversible_moves<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    for state in &sample.states {
        let key = space.encode(state);
        for successor in &successors(space, state) {
            let back = successors(space, &successor.state)
                .iter()
                .any(|again| space.encode(&again.state) == key);
            same(&successor.reversible, &back, || {
                format!("{state:?}, {}: marked reversible", successor.action)
            })?;
            holds(back || space.locality() != Locality::Reversible, || {
                format!("{state:?}, {}: no way back in a reversible space", successor.action)
            })?;
        }
    }
    Ok(())
}

fn depth<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    if space.locality() != Locality::ByDepth {
        return Ok(());
    }
    for state in &sample.states {
        let depth = space.depth(&space.encode(state));
        for successor in &successors(space, state) {
            let after = space.depth(&space.encode(&successor.state));
            holds(depth <= after, || {
                format!("{state:?}, {}: depth falls from {depth} to {after}", successor.action)
            })?;
        }
    }
    Ok(())
}

fn goals<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    let goals = |state: &&S::State| space.is_goal(state);
    let met: Vec<S::Key> =
        sample.states.iter().filter(goals).map(|state| space.encode(state)).collect();
    holds(space.has_goal() || met.is_empty(), || "a goal in a space without one".into())?;
    let Some(listed) = space.goal_keys(10_000) else { return Ok(()) };
    holds(listed.len() <= 10_000, || format!("{} goals, more than asked for", listed.len()))?;
    holds(listed.is_sorted_by(|a, b| a < b), || "the goals do not ascend".into())?;
    for key in &listed {
        let state = space.decode(key).map_err(|bad| bad.to_string())?;
        holds(space.is_goal(&state), || format!("{key:?} is listed as a goal and is none"))?;
    }
    let missing = met.iter().find(|key| listed.binary_search(key).is_err());
    holds(missing.is_none(), || format!("the goal {missing:?} is not listed"))?;
    if listed.len() > 1 {
        let fewer = space.goal_keys(listed.len() - 1);
        holds(fewer.is_none(), || "more goals than asked for are no reason to refuse".into())?;
    }
    Ok(())
}

/// The expander gives what `expand` gives, in whatever order its keys come.
fn expander<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    let mut keys = sample.keys(space);
    let mut expander = space.expander();
    for (key, state) in keys.iter().zip(&sample.states) {
        let goal = expander.is_goal(space, key).map_err(|bad| bad.to_string())?;
        same(&goal, &space.is_goal(state), || format!("whether {state:?} is a goal"))?;
    }
    let mut check = |keys: &[S::Key]| {
        for key in keys {
            let state = space.decode(key).map_err(|bad| bad.to_string())?;
            let mut wanted: Vec<(S::Key, bool)> = successors(space, &state)
                .iter()
                .map(|s| (space.encode(&s.state), space.is_goal(&s.state)))
                .collect();
            let mut got = Vec::new();
            expander
                .expand(space, key, |key, goal| got.push((key, goal)))
                .map_err(|bad| bad.to_string())?;
            wanted.sort_unstable();
            got.sort_unstable();
            same(&got, &wanted, || format!("successors of {state:?}"))?;
        }
        Ok(())
    };
    check(&keys)?;
    keys.sort_unstable();
    check(&keys)?;
    keys.reverse();
    check(&keys)
}

/// What an expander emits for a key: successors, whether they are goals, rises.
type Risen<S> = Vec<(<S as StateSpace>::Key, bool, u32)>;

fn risen<S: StateSpace>(
    space: &S,
    expander: &mut S::Expander,
    key: &S::Key,
) -> Result<Risen<S>, String> {
    let mut list = Vec::new();
    let emit = |key, goal, rise| list.push((key, goal, rise));
    expander.expand_rising(space, key, emit).map_err(|bad| bad.to_string())?;
    Ok(list)
}

/// Successors with their rises are the successors, with the differences of their
/// depths, in an order that the key alone decides.
fn rises<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    let (keys, mut expander) = (sample.keys(space), space.expander());
    let mut first = Vec::new();
    for key in &keys {
        let list = risen(space, &mut expander, key)?;
        let mut wanted = Vec::new();
        let depth = space.depth(key);
        expander
            .expand(space, key, |next, goal| {
                wanted.push((next, goal, space.depth(&next).saturating_sub(depth)));
            })
            .map_err(|bad| bad.to_string())?;
        let mut got = list.clone();
        got.sort_unstable();
        wanted.sort_unstable();
        same(&got, &wanted, || format!("successors of {key:?} and their rises"))?;
        first.push(list);
    }
    let mut another = space.expander();
    for (key, first) in keys.iter().zip(&first).rev() {
        let again = risen(space, &mut another, key)?;
        same(&again, first, || format!("the order of the successors of {key:?}"))?;
    }
    Ok(())
}

/// Where there are components, just the moves that keep the depth can be taken back,
/// each by one that keeps it.
fn components<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    if space.locality() != Locality::ByDepth || !space.has_components() {
        return Ok(());
    }
    let mut expander = space.expander();
    for state in &sample.states {
        let key = space.encode(state);
        let depth = space.depth(&key);
        for successor in &successors(space, state) {
            let next = space.encode(&successor.state);
            let level = space.depth(&next) == depth;
            let action = &successor.action;
            same(&successor.reversible, &level, || format!("{state:?}, {action}: reversible"))?;
            let back = risen(space, &mut expander, &next)?;
            let back = back.iter().any(|&(again, _, rise)| again == key && rise == 0);
            holds(!level || back, || format!("{state:?}, {action}: no way back"))?;
        }
    }
    Ok(())
}

/// A state that stands for another one is a successor of it, and deeper.
fn safe_successors<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    for state in &sample.states {
        let key = space.encode(state);
        let Some(safe) = space.safe_successor(&key) else { continue };
        let known = successors(space, state).iter().any(|next| space.encode(&next.state) == safe);
        holds(known, || format!("{safe:?} is no successor of {state:?}"))?;
        holds(space.depth(&safe) > space.depth(&key), || {
            format!("{safe:?} is no deeper than {state:?}")
        })?;
        same(&space.safe_successor(&key), &Some(safe), || format!("asked again of {state:?}"))?;
    }
    Ok(())
}

/// Each heuristic has an estimator, whose estimates are functions of the state;
/// an admissible one says 0 at goals and 1 at most beside them.
fn heuristics<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    let keys = sample.keys(space);
    let goals: HashSet<S::Key> = (sample.states.iter())
        .filter(|state| space.is_goal(state))
        .map(|state| space.encode(state))
        .collect();
    holds(space.estimator("no such heuristic").is_none(), || "an estimator of no name".into())?;
    let known = space.heuristics();
    holds(!known.is_empty(), || "not even `zero`".into())?;
    for heuristic in known {
        let name = heuristic.name;
        let estimate = |keys: &[S::Key]| {
            let mut estimator = space.estimator(name).ok_or(format!("no estimator {name}"))?;
            let mut estimates = Vec::new();
            estimator.estimate(space, keys, &mut estimates).map_err(|bad| bad.to_string())?;
            Ok::<_, String>(estimates)
        };
        let all = estimate(&keys)?;
        same(&all.len(), &keys.len(), || format!("estimates of {name}"))?;
        for (at, key) in keys.iter().enumerate().step_by(7) {
            same(&estimate(&[*key])?, &vec![all[at]], || format!("{name} of {key:?}"))?;
        }
        if !heuristic.admissible {
            continue;
        }
        for ((state, key), estimate) in sample.states.iter().zip(&keys).zip(all) {
            let most = match goals.contains(key) {
                true => 0,
                false if successors(space, state).iter().any(|s| space.is_goal(&s.state)) => 1,
                false => continue,
            };
            holds(estimate <= most, || format!("{name} says {estimate} for {most} of {state:?}"))?;
        }
    }
    Ok(())
}

/// Keys that come from a damaged store: refused, or real ones.
fn bad_keys<S: StateSpace>(space: &S, sample: &Sample<S>) -> Verdict {
    let mut random = Random::new(7);
    let mut expander = space.expander();
    let known = sample.keys(space);
    for round in 0..20_000_usize {
        let mut bytes = vec![0; S::Key::BYTES];
        if round % 2 == 0 {
            // Near a real key.
            known[random.below(known.len())].write_be(&mut bytes);
            for _ in 0..=random.below(3) {
                let bit = random.below(8 * bytes.len());
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        } else {
            let bits = random.below(8 * bytes.len() + 1);
            for bit in 0..bits {
                let at = bytes.len() - 1 - bit / 8;
                bytes[at] |= (random.below(2) as u8) << (bit % 8);
            }
        }
        let key = S::Key::read_be(&bytes);
        let mut emitted = 0;
        let expanded = expander.expand(space, &key, |_, _| emitted += 1);
        match space.decode(&key) {
            Ok(state) => {
                same(&space.encode(&state), &key, || format!("the key of {state:?}"))?;
                holds(expanded.is_ok(), || format!("the expander refuses the good {key:?}"))?;
            }
            Err(_) => {
                holds(expanded.is_err(), || format!("the expander takes the bad {key:?}"))?;
                holds(emitted == 0, || format!("successors of the bad {key:?}"))?;
            }
        }
    }
    Ok(())
}
