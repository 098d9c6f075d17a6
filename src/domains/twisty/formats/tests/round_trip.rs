//! Random puzzles and random texts.

use proptest::prelude::*;

use super::super::super::puzzle::Orbit;
use super::super::assemble::{self, Turn};
use super::super::{Format, write_tws};
use super::*;
use crate::domains::format_error::Place;

/// Small random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn effect(&mut self, orbits: &[Orbit]) -> Effect {
        let mut effect = Effect::identity(orbits.last().unwrap().slots().end);
        for orbit in orbits {
            for i in (1..orbit.pieces).rev() {
                effect.from.swap(orbit.first + i, orbit.first + self.below(i + 1));
            }
            for slot in orbit.slots() {
                effect.turn[slot] = self.below(orbit.turns.into()) as u8;
            }
        }
        effect
    }
}

/// A puzzle with pieces that look alike, turns that do not matter, several solved
/// positions, further names and a start.
fn puzzle(seed: u64) -> Puzzle {
    let mut random = Random(seed);
    let mut orbits = Vec::new();
    for name in ["CORNERS", "EDGES", "x-centers"].iter().take(1 + random.below(3)) {
        let (pieces, turns) = (2 + random.below(5), 1 + random.below(4));
        assemble::add_orbit(&mut orbits, name, pieces as u64, turns as u64).unwrap();
    }
    let names = ["U", "2U", "R", "Uw", "++", "/", "x", "Rv", "R'", "U3"];
    let mut turns = Vec::new();
    for name in names.iter().take(2 + random.below(9)) {
        let effect = random.effect(&orbits);
        if !effect.is_identity() {
            turns.push(Turn { name: (*name).into(), place: Place::START, effect });
        }
    }
    if turns.is_empty() {
        return super::super::super::builtin::cube3();
    }
    let mut puzzle = assemble::puzzle("a random one", orbits, turns).unwrap();
    for orbit in puzzle.orbits.clone() {
        for slot in orbit.slots() {
            if random.below(3) == 0 {
                let like = orbit.first + random.below(slot - orbit.first + 1);
                puzzle.labels[slot] = puzzle.labels[like];
                puzzle.any_turn[slot] = puzzle.any_turn[like];
            } else {
                puzzle.any_turn[slot] = orbit.turns > 1 && random.below(3) == 0;
            }
        }
    }
    for _ in 0..random.below(3) {
        let effect = random.effect(&puzzle.orbits);
        let effect = puzzle.plainest(&effect);
        if !puzzle.solved.contains(&effect) {
            puzzle.solved.push(effect);
        }
    }
    let effect = random.effect(&puzzle.orbits);
    puzzle.start = Some(puzzle.plainest(&effect)).filter(|start| !start.is_identity());
    for name in ["T", "J2", "y"] {
        let base = random.below(puzzle.bases.len());
        let turns = (0..=random.below(4))
            .map(|i| {
                let base = (base + i) % puzzle.bases.len();
                let power = 1 + random.below(puzzle.bases[base].order as usize - 1) as u32;
                Generator { base, power }
            })
            .collect();
        // Some do nothing, and are refused.
        let _ = match random.below(2) {
            0 => assemble::add_name(&mut puzzle, name, turns),
            _ => {
                let mut known = assemble::Powers::of(&puzzle);
                assemble::add_turn(&mut puzzle, &mut known, name, turns)
            }
        };
    }
    puzzle
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_written_reads_as_the_same(seed in any::<u64>()) {
        let puzzle = puzzle(seed);
        // Names such as `R'` may mean something else than the inverse of R.
        prop_assume!(notation::check_names(&puzzle).is_ok());
        let text = write_tws(&puzzle);
        match read("x.tws", &text, None) {
            Ok(again) => prop_assert_eq!(again, puzzle, "{}", text),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn broken_files_are_read_or_refused(
        from in 0..600_usize,
        length in 0..20_usize,
        new in "[0-9 ?\n'()A-Z]{0,6}|Move|End|Solved\n|ScrambleAlg\n|.{0,9}",
        json in "[\\[\\]{}\",:0-9a-z ]{0,60}",
    ) {
        let mut text = PYRAMINX.to_owned();
        text += "MoveSequence T [U, L]\nScrambleAlg\n(R U')3\nEnd\n";
        let end = (from + length).min(text.len());
        text.replace_range(from.min(end)..end, &new);
        if let Ok(puzzle) = read("x.tws", &text, None) {
            let again = read("x.tws", &write_tws(&puzzle), None);
            prop_assert_eq!(again.ok(), Some(puzzle));
        }
        let _ = read("-", &new, None);
        let _ = read("-", &json, Some(Format::KPuzzle));
    }
}
