//! The forms of a position, and the instructions, against effects.

use strata::domains::twisty::kernel::{Layout, Scalar, Unit};
use strata::domains::twisty::{Effect, PackedQuest, Stay, WideQuest, builtin};
use strata::space::{Turning, TurningVisitor};

use super::puzzles::Moving;
use super::random::Random;
use super::search::{How, PLAIN, SMALL};
use super::tricks::of;

/// The effect of random moves.
pub(crate) fn random(moving: &Moving, random: &mut Random, moves: usize) -> Effect {
    let word: Vec<u8> = (0..moves).map(|_| random.below(moving.table.len()) as u8).collect();
    moving.effect(&word)
}

fn agree_with_effects(unit: impl Unit, moving: &Moving) {
    let puzzle = &moving.task.puzzle;
    let Some(layout) = Layout::new(puzzle) else { return };
    let mut numbers = Random::new(7);
    let solved = layout.pack(&moving.solved());
    let modulus = layout.modulus();
    for _ in 0..300 {
        let [a, b] = [0, 1].map(|_| {
            let moves = numbers.below(4);
            random(moving, &mut numbers, moves)
        });
        let (packed_a, packed_b) = (layout.pack(&a), layout.pack(&b));
        assert_eq!(layout.unpack(&packed_a), a);
        let product = unit.compose(&packed_a, &packed_b, modulus);
        assert_eq!(layout.unpack(&product), a.then(&b, &puzzle.orbits), "{}", puzzle.name);
        for (x, y) in [(&packed_a, &packed_b), (&product, &solved), (&packed_a, &packed_a)] {
            assert_eq!(unit.agree(x, y), Scalar.agree(x, y));
            assert_eq!(unit.agreeing(x, y), unit.agree(x, y).count_ones());
        }
        let stays = |(slot, &from): (usize, &u8)| usize::from(from) == slot && a.turn[slot] == 0;
        let staying = a.from.iter().enumerate().filter(|&(slot, from)| stays((slot, from))).count();
        let padding = 32 - puzzle.slots();
        assert_eq!(unit.agreeing(&packed_a, &solved) as usize, staying + padding);
    }
}

#[test]
fn instructions_agree_with_effects() {
    for name in builtin::NAMES {
        let moving = Moving::htm(name);
        agree_with_effects(Scalar, &moving);
        #[cfg(target_arch = "x86_64")]
        if let Some(unit) = strata::domains::twisty::kernel::Avx2::detect() {
            agree_with_effects(unit, &moving);
        }
    }
}

/// Wanted ends are told as whole positions are.
fn tells(space: &impl Turning, word: &[u8], random: &mut Random) {
    let moves = space.moves().len();
    let all = u64::MAX >> (64 - moves);
    let mut wanted = 0;
    for count in 0..25 {
        let mut position = space.start();
        for &turn in &word[..word.len() - 1] {
            let turn = if count == 0 { turn.into() } else { random.below(moves) };
            position = space.after(&position, turn);
        }
        let slowly = (0..moves).filter(|&turn| space.is_wanted(&space.after(&position, turn)));
        let slowly = slowly.fold(0, |set, turn| set | 1 << turn);
        assert_eq!(space.wanted_after(&position, all), slowly);
        wanted += slowly.count_ones();
    }
    assert!(wanted > 0, "none was wanted");
}

#[test]
fn wanted_ends_are_told() {
    let mut numbers = Random::new(8);
    // Symmetries of the others take seconds to find.
    for name in ["2x2x2", "3x3x3", "pyraminx", "skewb", "megaminx"] {
        let moving = Moving::htm(name);
        for moves in [1, 3] {
            let word: Vec<u8> =
                (0..moves).map(|_| numbers.below(moving.table.len()) as u8).collect();
            let effect = moving.effect(&word);
            let mut target = of(&moving, &effect);
            let made = moving.quest(target.clone());
            let quest = || made.clone();
            if let Some(packed) = PackedQuest::new(quest(), Scalar) {
                tells(&packed, &word, &mut Random::new(9));
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(unit) = strata::domains::twisty::kernel::Avx2::detect()
                && let Some(packed) = PackedQuest::new(quest(), unit)
            {
                tells(&packed, &word, &mut Random::new(9));
            }
            tells(&WideQuest::<64>::new(quest()).unwrap(), &word, &mut Random::new(9));
            tells(&WideQuest::<256>::new(quest()).unwrap(), &word, &mut Random::new(9));
            // Pieces that must stay, of those that do.
            for slot in 0..target.stay.len() {
                let stays = usize::from(effect.from[slot]) == slot && effect.turn[slot] == 0;
                if stays && slot % 2 == 0 {
                    target.stay[slot] = Stay::Still;
                }
            }
            let still = moving.quest(target);
            if let Some(packed) = PackedQuest::new(still.clone(), Scalar) {
                tells(&packed, &word, &mut Random::new(10));
            }
            tells(&WideQuest::<64>::new(still).unwrap(), &word, &mut Random::new(10));
        }
    }
}

#[test]
fn forms_find_the_same() {
    for (name, cycles) in [("3x3x3", "C[2,5] E[4*,7*]"), ("skewb", "C[1*,1*] C[1*,1*,1*] C[3]")] {
        let moving = Moving::htm(name);
        let quest = || moving.quest(moving.target(cycles));
        for how in [PLAIN, How { tables: Some(SMALL), ..PLAIN }] {
            let scalar = how.visit(&PackedQuest::new(quest(), Scalar).unwrap());
            #[cfg(target_arch = "x86_64")]
            if let Some(unit) = strata::domains::twisty::kernel::Avx2::detect() {
                let avx2 = how.visit(&PackedQuest::new(quest(), unit).unwrap());
                assert_eq!(avx2, scalar, "nodes, leaves and ends too");
            }
            // Its roots are in another order, so that others stand for classes.
            let wide = how.visit(&WideQuest::<64>::new(quest()).unwrap());
            assert_eq!(wide.lasting(), scalar.lasting());
            assert_eq!(wide, how.visit(&WideQuest::<128>::new(quest()).unwrap()));
        }
    }
}

/// How many sequences of so many moves have wanted effects, tried one by one.
fn tried(space: &impl Turning, moves: usize) -> u128 {
    fn below<T: Turning>(space: &T, position: &T::Position, moves: usize) -> u128 {
        let all = u64::MAX >> (64 - space.moves().len());
        if moves == 1 {
            return space.wanted_after(position, all).count_ones().into();
        }
        (0..space.moves().len())
            .map(|turn| below(space, &space.after(position, turn), moves - 1))
            .sum()
    }
    below(space, &space.start(), moves)
}

#[test]
fn large_puzzles_against_all_sequences() {
    for name in ["megaminx", "4x4x4"] {
        let moving = Moving::htm(name);
        let back = |turn: u8| moving.table.turns()[usize::from(turn)].inverse.unwrap() as u8;
        let faces = moving.table.turns().iter();
        let mut faces = faces.zip(0..).filter(|(turn, _)| ["U", "R"].contains(&&*turn.name));
        let (a, b) = (faces.next().unwrap().1, faces.next().unwrap().1);
        let word = [a, b, back(a), back(b)];
        let target = of(&moving, &moving.effect(&word));
        let space = WideQuest::<64>::new(moving.quest(target)).unwrap();
        let answer = PLAIN.visit(&space);
        let length = answer.length.unwrap();
        assert!(length > 2, "{name}");
        for shorter in 1..length {
            assert_eq!(tried(&space, shorter), 0, "{name}");
        }
        assert_eq!(tried(&space, length), answer.counted.unwrap().words, "{name}");
    }
}
