mod generations;
mod stickers;

use std::collections::HashSet;

use super::super::cycles::Structure;
use super::super::effect::Effect;
use super::super::puzzle::Orbit;
use super::*;

/// What each turn of the cube does, by hand: from which corner and edge the one now there
/// comes, and how it is turned.
type Row = (&'static str, [u8; 8], [u8; 8], [u8; 12], [u8; 12]);

const CUBE: [Row; 6] = [
    ("U", [3, 0, 1, 2, 4, 5, 6, 7], [0; 8], [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], [0; 12]),
    ("D", [0, 1, 2, 3, 5, 6, 7, 4], [0; 8], [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], [0; 12]),
    (
        "R",
        [4, 1, 2, 0, 7, 5, 6, 3],
        [2, 0, 0, 1, 1, 0, 0, 2],
        [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0],
        [0; 12],
    ),
    (
        "L",
        [0, 2, 6, 3, 4, 1, 5, 7],
        [0, 1, 2, 0, 0, 2, 1, 0],
        [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11],
        [0; 12],
    ),
    (
        "F",
        [1, 5, 2, 3, 0, 4, 6, 7],
        [1, 2, 0, 0, 2, 1, 0, 0],
        [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
        [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
    ),
    (
        "B",
        [0, 1, 3, 7, 4, 5, 2, 6],
        [0, 0, 1, 2, 0, 0, 2, 1],
        [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7],
        [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1],
    ),
];

#[test]
fn the_cube_is_the_one_written_by_hand() {
    let cube = cube3();
    assert_eq!(cube.bases.len(), CUBE.len());
    for (base, (name, corners, twists, edges, flips)) in cube.bases.iter().zip(CUBE) {
        let from = corners.into_iter().chain(edges.map(|edge| edge + 8)).collect();
        let turn = twists.into_iter().chain(flips).collect();
        assert_eq!(base.name, name);
        assert_eq!(base.effect, Effect { from, turn }, "{name}");
    }
}

/// The effect of a sequence such as `R U R' U2`.
pub(in super::super) fn effect(builtin: &Builtin, sequence: &str) -> Effect {
    let puzzle = &builtin.puzzle;
    let mut effect = Effect::identity(puzzle.slots());
    for turn in sequence.split_whitespace() {
        let (name, power) = match turn.strip_suffix('\'') {
            Some(name) => (name, -1),
            None => turn.strip_suffix('2').map_or((turn, 1), |name| (name, 2)),
        };
        let mut bases = puzzle.bases.iter().chain(&builtin.also);
        let base = bases.find(|base| base.name == name).unwrap();
        let times = (power + i64::from(base.order)) as u64;
        effect = effect.then(&base.effect.power(times, &puzzle.orbits), &puzzle.orbits);
    }
    effect
}

/// The cycles of an effect, orbit by orbit, each by its first letter.
fn structures(effect: &Effect, orbits: &[Orbit]) -> String {
    let one = |orbit: &Orbit| format!("{}{}", &orbit.name[..1], Structure::of(effect, orbit));
    orbits.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn cycles(builtin: &Builtin, sequence: &str) -> String {
    structures(&effect(builtin, sequence), &builtin.puzzle.orbits)
}

#[test]
fn orbits_have_the_pieces_that_the_puzzles_have() {
    let known = [
        ("2x2x2", "CORNERS 7x3"),
        ("2x2x2-6", "CORNERS 8x3"),
        ("3x3x3", "CORNERS 8x3 EDGES 12x2"),
        ("4x4x4", "CORNERS 8x3 WINGS 24x1 CENTERS 24x1"),
        ("megaminx", "CORNERS 20x3 EDGES 30x2"),
        ("pyraminx", "AXIALS 4x3 EDGES 6x2"),
        ("pyraminx-tips", "AXIALS 4x3 EDGES 6x2 TIPS 4x3"),
        ("skewb", "CORNERS 4x3 CORNERS2 4x3 CENTERS 6x1"),
    ];
    assert_eq!(known.map(|(name, _)| name), NAMES);
    for (name, orbits) in known {
        let puzzle = named(name).unwrap().puzzle;
        let all = puzzle.orbits.iter().map(|o| format!("{} {}x{}", o.name, o.pieces, o.turns));
        assert_eq!(all.collect::<Vec<_>>().join(" "), orbits, "{name}");
        let mut first = 0;
        for orbit in &puzzle.orbits {
            assert_eq!(orbit.first, first);
            first += orbit.pieces;
        }
        assert_eq!(puzzle.slots(), first);
    }
    assert_eq!(named("5x5x5"), None);
}

#[test]
fn pieces_of_an_orbit_reach_all_its_slots_or_stay() {
    for name in NAMES {
        let puzzle = named(name).unwrap().puzzle;
        for orbit in &puzzle.orbits {
            let mut reached = HashSet::from([orbit.first]);
            let mut before = 0;
            while before < reached.len() {
                before = reached.len();
                let to = |&slot: &usize| {
                    let from = puzzle.bases.iter().map(|base| usize::from(base.effect.from[slot]));
                    from.collect::<Vec<_>>()
                };
                let more: Vec<usize> = reached.iter().flat_map(to).collect();
                reached.extend(more);
            }
            let stays = matches!(
                (name, orbit.name.as_str()),
                (_, "AXIALS" | "TIPS") | ("skewb", "CORNERS")
            );
            assert_eq!(
                reached.len(),
                if stays { 1 } else { orbit.pieces },
                "{name} {}",
                orbit.name
            );
        }
    }
}

#[test]
fn turns_have_their_order_and_move_as_many_pieces() {
    let moved = [
        ("2x2x2", "U", 4, "C[4]"),
        ("3x3x3", "U", 4, "C[4] E[4]"),
        ("4x4x4", "U", 4, "C[4] W[4,4] C[4]"),
        ("4x4x4", "2U", 4, "C[] W[4] C[4,4]"),
        ("4x4x4", "Uw", 4, "C[4] W[4,4,4] C[4,4,4]"),
        ("pyraminx", "U", 3, "A[1*] E[3]"),
        ("pyraminx-tips", "U", 3, "A[1*] E[3] T[1*]"),
        ("pyraminx-tips", "u", 3, "A[] E[] T[1*]"),
        ("skewb", "F", 3, "C[1*] C[3] C[3]"),
        ("megaminx", "U", 5, "C[5] E[5]"),
    ];
    for (name, turn, order, structure) in moved {
        let builtin = named(name).unwrap();
        assert_eq!(cycles(&builtin, turn), structure, "{name}");
        for base in builtin.puzzle.bases.iter().chain(&builtin.also) {
            assert_eq!(base.order, order);
            assert_eq!(
                builtin.puzzle.order(&base.effect),
                u64::from(order),
                "{name} {}",
                base.name
            );
        }
    }
}

#[test]
fn sequences_do_what_is_known_of_them() {
    let known = [
        ("3x3x3", "R U", 105, "C[1*,5*] E[7]"),
        ("3x3x3", "R U R' U'", 6, "C[2*,2*] E[3]"),
        ("3x3x3", "R U2 D' B D'", 1260, "C[3*,5*] E[2,2*,7*]"),
        ("3x3x3", "U R U' D2 B", 210, "C[1*,5*] E[1*,7*]"),
        ("3x3x3", "R' F' L U' L U L F U' R", 90, "C[1*,3*] E[1*,5*]"),
        ("3x3x3", "U2 D2 F2 B2 L2 R2", 2, "C[] E[2,2,2,2,2,2]"),
        (
            "3x3x3",
            "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
            2,
            "C[] E[1*,1*,1*,1*,1*,1*,1*,1*,1*,1*,1*,1*]",
        ),
        ("2x2x2", "U R", 15, "C[1*,5*]"),
        ("2x2x2-6", "U D", 4, "C[4,4]"),
        ("4x4x4", "Uw U' 2U'", 1, "C[] W[] C[]"),
        ("4x4x4", "2R2 U2 2R2 Uw2 2R2 2U2", 2, "C[] W[2,2] C[2,2,2,2]"),
        ("pyraminx", "U R", 15, "A[1*,1*] E[5]"),
        ("pyraminx-tips", "U u'", 3, "A[1*] E[3] T[]"),
        ("megaminx", "U D", 5, "C[5,5] E[5,5]"),
        ("megaminx", "R U", 63, "C[1*,7*] E[9]"),
        ("megaminx", "R U R' U'", 6, "C[2*,2*] E[3]"),
    ];
    for (name, sequence, order, structure) in known {
        let builtin = named(name).unwrap();
        assert_eq!(cycles(&builtin, sequence), structure, "{name} {sequence}");
        assert_eq!(builtin.puzzle.order(&effect(&builtin, sequence)), order, "{name} {sequence}");
    }
}

#[test]
fn only_centers_of_one_color_look_alike() {
    for name in NAMES {
        assert_eq!(named(name).unwrap().puzzle.is_plain(), name != "4x4x4", "{name}");
    }
    let puzzle = named("4x4x4").unwrap().puzzle;
    let alike =
        |slot: &usize| puzzle.labels.iter().filter(|&&label| label == puzzle.labels[*slot]).count();
    let counts: Vec<usize> = (0..puzzle.slots()).map(|slot| alike(&slot)).collect();
    assert_eq!(counts, [vec![1; 32], vec![4; 24]].concat());
    // A turn of a whole face moves its centers, but nothing that can be seen of them.
    let look = |effect: &Effect| -> Vec<u8> {
        effect.from[32..].iter().map(|&piece| puzzle.labels[usize::from(piece)]).collect()
    };
    let up = &puzzle.bases[0].effect;
    assert!(!up.from[32..].iter().enumerate().all(|(at, &from)| usize::from(from) == at + 32));
    assert_eq!(look(up), look(&Effect::identity(puzzle.slots())));
}
