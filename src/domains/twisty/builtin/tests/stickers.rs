//! The effects on pieces against stickers that are moved one by one.

use super::super::super::Effect;
use super::super::{NAMES, build, named, shape_of};

/// Numbers that look random.
fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// How often a permutation must be done to do nothing.
fn order(to: &[usize]) -> u64 {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (0..to.len()).fold(1, |order, start| {
        let (mut at, mut length) = (to[start], 1);
        while at != start {
            (at, length) = (to[at], length + 1);
        }
        order / gcd(order, length) * length
    })
}

#[test]
fn stickers_moved_one_by_one_show_what_the_effect_shows() {
    let mut seed = 1;
    for name in NAMES {
        let builtin = named(name).unwrap();
        let (puzzle, geometry) = (&builtin.puzzle, &builtin.geometry);
        let moves = build::sticker_moves(&shape_of(name).unwrap());
        let mut effect = Effect::identity(puzzle.slots());
        let mut colors: Vec<usize> = geometry.places.iter().map(|place| place.face).collect();
        let mut to: Vec<usize> = (0..colors.len()).collect();
        for _ in 0..50 {
            let turn = random(&mut seed) % moves.len();
            effect = effect.then(&puzzle.bases[turn].effect, &puzzle.orbits);
            let before = colors.clone();
            before.iter().zip(&moves[turn]).for_each(|(&color, &to)| colors[to] = color);
            to = to.iter().map(|&at| moves[turn][at]).collect();
            assert_eq!(geometry.shown(&effect), colors, "{name}");
            assert_eq!(puzzle.order(&effect), order(&to), "{name}");
        }
    }
}

#[test]
fn turns_of_opposite_faces_commute_and_of_others_do_not() {
    let opposite = [("U", "D"), ("F", "B"), ("L", "DR"), ("BL", "FR"), ("BR", "FL"), ("R", "DL")];
    let puzzle = named("megaminx").unwrap().puzzle;
    for a in &puzzle.bases {
        for b in &puzzle.bases {
            let then = a.effect.then(&b.effect, &puzzle.orbits);
            let apart = opposite.contains(&(&a.name, &b.name))
                || opposite.contains(&(&b.name, &a.name))
                || a.name == b.name;
            let shared = (0..20).filter(|&corner| {
                [a, b].iter().all(|turn| usize::from(turn.effect.from[corner]) != corner)
            });
            // Two faces of a dodecahedron share an edge, of two corners, or lie apart: those
            // opposite share nothing, others neither.
            let beside = shared.count() == 2;
            assert!(!(apart && beside), "{} {}", a.name, b.name);
            assert_eq!(then == b.effect.then(&a.effect, &puzzle.orbits), !beside);
        }
    }
    // Each face has five beside it.
    let around = ["F", "L", "BL", "BR", "R"];
    let up = &puzzle.bases[0];
    for base in &puzzle.bases {
        let other = base.effect.then(&up.effect, &puzzle.orbits);
        let commute = other == up.effect.then(&base.effect, &puzzle.orbits);
        assert_eq!(commute, !around.contains(&base.name.as_str()), "{}", base.name);
    }
}
