//! The numbering of states, on puzzles whose numbers of states are known.

use proptest::prelude::*;

use super::super::{Effect, Generator, Metric, Puzzle, Task, Twisty, builtin};
use super::{Coding, Radix};
use crate::space::{Expander as _, StateSpace as _, Words};

fn cube() -> Puzzle {
    builtin::cube3()
}

fn corners() -> Puzzle {
    cube().only(&["CORNERS"]).unwrap()
}

/// Some turns of a puzzle, by name.
fn turns(puzzle: &Puzzle, names: &[&str]) -> Vec<Generator> {
    let base = |name: &&str| puzzle.bases.iter().position(|base| base.name == *name);
    names.iter().map(|name| Generator { base: base(name).unwrap(), power: 1 }).collect()
}

/// The edges of the D face.
fn cross() -> Puzzle {
    cube().tracking(&[12, 13, 14, 15]).only(&["EDGES"]).unwrap()
}

fn space<K: Radix>(puzzle: Puzzle, names: Option<&[&str]>, metric: Metric) -> Twisty<K> {
    let generators = names.map_or_else(|| Generator::all(&puzzle), |names| turns(&puzzle, names));
    let compiled = Task { puzzle, generators, metric }.compile().unwrap();
    assert!(compiled.coding().fits::<K>());
    Twisty::new(compiled)
}

/// How many states there are at each distance from the start, up to a depth.
fn generations<K: Radix>(space: &Twisty<K>, depth: usize) -> Vec<usize> {
    let mut expander = space.expander();
    let start = space.encode(&space.starts()[0]);
    let mut seen = std::collections::HashSet::from([start]);
    let (mut sizes, mut layer) = (vec![1], vec![start]);
    while sizes.len() <= depth {
        let mut next = Vec::new();
        for key in &layer {
            expander
                .expand(space, key, |new, _| next.extend(seen.insert(new).then_some(new)))
                .unwrap();
        }
        if next.is_empty() {
            break;
        }
        sizes.push(next.len());
        layer = next;
    }
    sizes
}

#[test]
fn the_pocket_cube_is_numbered_without_gaps() {
    let space = space::<u64>(corners(), Some(&["U", "R", "F"]), Metric::Htm);
    assert_eq!(space.coding.keys(), Some(3_674_160));
    assert_eq!(generations(&space, 7), [1, 9, 54, 321, 1847, 9992, 50136, 227_536]);
    let space = self::space::<u64>(corners(), Some(&["U", "R", "F"]), Metric::Qtm);
    assert_eq!(generations(&space, 7), [1, 6, 27, 120, 534, 2256, 8969, 33058]);
}

#[test]
fn the_cross_has_as_many_keys_as_states() {
    let space = space::<u64>(cross(), None, Metric::Htm);
    assert_eq!(space.coding.keys(), Some(190_080));
    let wanted = [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102];
    assert_eq!(generations(&space, 20), wanted);
}

#[test]
fn the_whole_cube_has_known_generations() {
    let space = space::<u128>(cube(), None, Metric::Htm);
    assert!(!space.coding.fits::<u64>());
    // 8! 3^7 12! 2^11, twice the states: the parities of corners and edges are equal.
    assert_eq!(space.coding.keys(), Some(86_504_006_548_979_712_000));
    assert_eq!(generations(&space, 4), [1, 18, 243, 3240, 43239]);
}

#[test]
fn turns_of_one_kind_keep_parities() {
    // Half turns: corners and edges fall into two and three sets of four.
    let puzzle = cube();
    let generators = Generator::all(&puzzle).into_iter().map(|turn| Generator { power: 2, ..turn });
    let task = Task { generators: generators.collect(), puzzle, metric: Metric::Htm };
    let space = Twisty::<u64>::new(task.compile().unwrap());
    assert_eq!(space.coding.parts.len(), 5);
    assert_eq!(generations(&space, 4), [1, 6, 27, 120, 519]);
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let puzzle = cube();
    let moves: Vec<Effect> = puzzle.bases.iter().map(|base| base.effect.clone()).collect();
    let solved = Effect::identity(20);
    let why = |puzzle: &Puzzle, change: &dyn Fn(&mut Effect)| {
        let mut state = solved.clone();
        change(&mut state);
        Coding::new(puzzle, &moves, &solved).check(&state)
    };
    let twisted = |state: &mut Effect| state.turn[3] = 1;
    let flipped = |state: &mut Effect| state.turn[8] = 1;
    let swapped = |state: &mut Effect| state.from.swap(0, 1);
    assert_eq!(
        why(&puzzle, &twisted),
        Err("moves never change the sum of the turns of CORNERS by 1 modulo 3".into())
    );
    assert_eq!(
        why(&puzzle, &flipped),
        Err("moves never change the sum of the turns of EDGES by 1 modulo 2".into())
    );
    assert_eq!(
        why(&puzzle, &swapped),
        Err("moves never change the parities of CORNERS and EDGES so".into())
    );
    assert_eq!(
        why(&puzzle, &|state| {
            swapped(state);
            state.from.swap(8, 9)
        }),
        Ok(())
    );
    assert_eq!(
        why(&puzzle, &|state| state.from[0] = 1),
        Err("the piece in slot 2 of CORNERS is there twice or of another orbit".into())
    );
    let corners = corners();
    let moves: Vec<Effect> =
        corners.bases.iter().map(|base| base.effect.power(2, &corners.orbits)).collect();
    let solved = Effect::identity(8);
    let mut state = solved.clone();
    state.from.swap(0, 2);
    assert_eq!(
        Coding::new(&corners, &moves, &solved).check(&state),
        Err("moves never change the parity of CORNERS".into())
    );
    // Where it does not matter how a piece is turned, or which of two it is, all is well.
    let mut loose = puzzle.clone();
    loose.any_turn[7] = true;
    loose.any_turn[9] = true;
    loose.labels[11] = loose.labels[10];
    for change in [&twisted as &dyn Fn(&mut Effect), &flipped, &swapped] {
        assert_eq!(why(&loose, change), Ok(()));
    }
    // Two turns leave some pieces where they are.
    let [up, right] = ["U", "R"].map(|name| turns(&puzzle, &[name])[0]);
    let start = puzzle.bases.iter().find(|base| base.name == "D").map(|base| base.effect.clone());
    let task = Task {
        puzzle: Puzzle { start, ..puzzle },
        generators: vec![up, right],
        metric: Metric::Htm,
    };
    let message = task.compile().unwrap_err();
    assert!(message.contains("no move brings another piece to slot 6 of CORNERS"), "{message}");
}

/// A puzzle of one orbit whose pieces change places in a circle and in a pair, with any
/// looks.
fn any_puzzle() -> impl Strategy<Value = (Puzzle, Vec<usize>)> {
    let orbit = |pieces: usize, turns: u8| {
        let looks = proptest::collection::vec((0..4_u8, any::<bool>()), pieces);
        (looks, proptest::collection::vec(0..turns, pieces), proptest::bool::weighted(0.3))
            .prop_map(move |(looks, turned, plain)| one_orbit(turns, &looks, turned, plain))
    };
    let puzzle = (1..40_usize, 1..4_u8).prop_flat_map(move |(pieces, turns)| orbit(pieces, turns));
    (puzzle, proptest::collection::vec(0..2_usize, 0..60))
}

fn one_orbit(turns: u8, looks: &[(u8, bool)], turned: Vec<u8>, plain: bool) -> Puzzle {
    use super::super::{Base, Orbit};
    let pieces = looks.len();
    let orbits = vec![Orbit { name: "A".into(), first: 0, pieces, turns }];
    let mut circle = Effect::identity(pieces);
    circle.from.rotate_left(1);
    circle.turn = turned;
    let mut pair = Effect::identity(pieces);
    pair.from.swap(0, pieces - 1);
    pair.turn[0] = turns - 1;
    let base = |name: &str, effect: Effect| {
        let order = super::super::cycles::order(&effect, &orbits) as u32;
        (order > 1).then(|| Base { name: name.into(), effect, order })
    };
    let bases = [base("a", circle), base("b", pair)].into_iter().flatten().collect();
    let mut puzzle = Puzzle::new("any", orbits, bases);
    if !plain {
        puzzle.labels = looks.iter().map(|look| look.0).collect();
        puzzle.any_turn = looks.iter().map(|look| look.1).collect();
    }
    puzzle
}

/// The look of each slot: the label, whether and how it is turned.
fn seen(puzzle: &Puzzle, state: &Effect) -> Vec<(u8, Option<u8>)> {
    let look = |(&piece, &turn): (&u8, &u8)| {
        let piece = usize::from(piece);
        (puzzle.labels[piece], (!puzzle.any_turn[piece]).then_some(turn))
    };
    state.from.iter().zip(&state.turn).map(look).collect()
}

proptest! {
    /// Keys are equal just for states that look alike, and give such a state back.
    #[test]
    fn keys_say_all_that_can_be_seen((puzzle, word) in any_puzzle()) {
        prop_assume!(!puzzle.bases.is_empty());
        let moves: Vec<Effect> = puzzle.bases.iter().map(|base| base.effect.clone()).collect();
        let start = Effect::identity(puzzle.slots());
        let coding = Coding::new(&puzzle, &moves, &start);
        prop_assert!(coding.fits::<Words<32>>());
        let mut states = vec![start];
        for at in word {
            let last = states[states.len() - 1].clone();
            states.push(last.then(&moves[at % moves.len()], &puzzle.orbits));
        }
        let mut known = std::collections::BTreeMap::new();
        for state in &states {
            prop_assert_eq!(coding.check(state), Ok(()));
            let key: Words<32> = coding.encode(state);
            let decoded = coding.decode(&key).unwrap();
            prop_assert_eq!(seen(&puzzle, &decoded), seen(&puzzle, state));
            prop_assert_eq!(&decoded, &coding.canonical(state));
            prop_assert_eq!(coding.encode::<Words<32>>(&decoded), key);
            let before = known.insert(seen(&puzzle, state), key);
            prop_assert!(before.is_none_or(|before| before == key));
        }
        let mut keys: Vec<_> = known.values().collect();
        keys.sort_unstable();
        keys.dedup();
        prop_assert_eq!(keys.len(), known.len());
        if let Some(all) = coding.keys().filter(|_| coding.fits::<u64>()) {
            prop_assert!(coding.decode(&(all as u64)).is_err());
            prop_assert!(coding.decode(&(all as u64 - 1)).is_ok());
        }
    }
}
