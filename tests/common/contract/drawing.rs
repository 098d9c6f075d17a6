//! The laws of spaces whose states can be shown and typed in.

use std::collections::{HashMap, HashSet};

use strata::space::{Draw, StateSpace, Successor};

use super::{Law, Sample, Verdict, holds, same, successors};
use crate::common::random::Random;

/// The laws of [`Draw`], with their names.
pub(crate) fn drawing_laws<S: Draw>() -> Vec<(&'static str, Law<S>)> {
    vec![
        ("text round trip", text_round_trip),
        ("pictures", pictures),
        ("bad text", bad_text),
        ("real paths", real_paths),
        ("tampered paths", tampered_paths),
    ]
}

fn text_round_trip<S: Draw>(space: &S, sample: &Sample<S>) -> Verdict {
    for state in &sample.states {
        let text = space.text(state, None);
        holds(!text.ends_with('\n'), || format!("a line break ends {text:?}"))?;
        for written in [text.clone(), text.replace('\n', "/"), format!("{text}\n")] {
            let read = space.read_state(&written).map_err(|why| format!("{written:?}: {why}"))?;
            same(&space.encode(&read), &space.encode(state), || format!("{written:?}"))?;
        }
    }
    Ok(())
}

fn pictures<S: Draw>(space: &S, sample: &Sample<S>) -> Verdict {
    let shown = sample.states.iter().take(200);
    for (state, moved) in shown.flat_map(|state| {
        let list = successors(space, state);
        let moved = list.iter().map(|s| (s.state.clone(), Some(s.action.clone())));
        std::iter::once((state.clone(), None)).chain(moved.collect::<Vec<_>>())
    }) {
        let rows = space.text(&state, moved.as_ref());
        holds(!rows.trim().is_empty(), || format!("no text of {state:?}"))?;
        let picture = space.svg(&state, moved.as_ref());
        let good = |side: f64| side.is_finite() && side > 0.0;
        holds(good(picture.width) && good(picture.height), || format!("the size of {state:?}"))?;
        let balanced = picture.body.matches('<').count() == picture.body.matches('>').count();
        holds(balanced && picture.body.contains('<'), || format!("the elements of {state:?}"))?;
    }
    Ok(())
}

/// Text that is no state is refused or read as one of the space, never a panic.
fn bad_text<S: Draw>(space: &S, sample: &Sample<S>) -> Verdict {
    let mut random = Random::new(11);
    let alphabet: Vec<char> = ".#/ \n0Aa*é\u{0}\u{1F600}".chars().collect();
    for _ in 0..2_000 {
        let state = &sample.states[random.below(sample.states.len())];
        let mut text: Vec<char> = space.text(state, None).chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 => text.insert(at, alphabet[random.below(alphabet.len())]),
                1 => text.truncate(at),
                _ => drop(text.splice(..at.min(1), [alphabet[random.below(alphabet.len())]])),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(read) = space.read_state(&text) {
            space
                .decode(&space.encode(&read))
                .map_err(|bad| format!("{text:?} was read as {read:?}: {bad}"))?;
        }
    }
    let huge = "A/".repeat(500_000);
    holds(space.read_state(&huge).is_err(), || "a million characters were read".into())
}

/// A random walk of `steps` moves from a start: its states and moves.
fn walk<S: StateSpace>(
    space: &S,
    random: &mut Random,
    steps: usize,
) -> (Vec<S::State>, Vec<S::Move>) {
    let starts = space.starts();
    let mut states = vec![starts[random.below(starts.len())].clone()];
    let mut moves = Vec::new();
    while moves.len() < steps {
        let list = successors(space, &states[moves.len()]);
        if list.is_empty() {
            break;
        }
        let chosen = list.iter().nth(random.below(list.len()));
        let (action, state) = chosen.map(|s| (s.action.clone(), s.state.clone())).unzip();
        moves.extend(action);
        states.extend(state);
    }
    (states, moves)
}

fn real_paths<S: Draw>(space: &S, _: &Sample<S>) -> Verdict {
    let mut random = Random::new(3);
    for steps in 0..60 {
        let (states, moves) = walk(space, &mut random, steps);
        space.check_path(&states, &moves).map_err(|why| format!("{states:?}, {moves:?}: {why}"))?;
    }
    Ok(())
}

fn tampered_paths<S: Draw>(space: &S, sample: &Sample<S>) -> Verdict {
    let mut random = Random::new(5);
    let starts: HashSet<S::Key> = space.starts().iter().map(|s| space.encode(s)).collect();
    let refused = |states: &[S::State], moves: &[S::Move], what: &str| {
        holds(space.check_path(states, moves).is_err(), || {
            format!("{what} passed for a path: {states:?}, {moves:?}")
        })
    };
    refused(&[], &[], "nothing")?;
    for _ in 0..200 {
        let (states, moves) = walk(space, &mut random, 8);
        let Some(last) = moves.last() else { continue };
        let at = random.below(moves.len());
        let mut longer = moves.clone();
        longer.push(last.clone());
        refused(&states, &longer, "a move that leads to no state")?;
        refused(&states, &moves[..moves.len() - 1], "a state without a move")?;
        if !starts.contains(&space.encode(&states[1])) {
            refused(&states[1..], &moves[1..], "a path that begins at no start")?;
        }

        // Any other state in the place of one that a move led to.
        let list = successors(space, &states[at]);
        let after: HashMap<S::Key, &Successor<S>> =
            list.iter().map(|s| (space.encode(&s.state), s)).collect();
        let stranger = &sample.states[random.below(sample.states.len())];
        if !after.contains_key(&space.encode(stranger)) {
            let mut changed = states.clone();
            changed[at + 1] = stranger.clone();
            refused(&changed, &moves, "a jump")?;
        }
        // Another move, which leads elsewhere.
        let wanted = space.encode(&states[at + 1]);
        if let Some((_, other)) = after.iter().find(|(key, _)| **key != wanted) {
            let mut changed = moves.clone();
            changed[at] = other.action.clone();
            refused(&states, &changed, "a wrong move")?;
        }
    }
    Ok(())
}
