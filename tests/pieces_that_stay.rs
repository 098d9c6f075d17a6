//! Searches for cycles while pieces stay: pruning tables and symmetries know of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use std::sync::Arc;

use strata::domains::twisty::{
    Effect, Generator, Instructions, Metric, Puzzle, Quest, Stay, Structure, Target, builtin,
    move_table, notation,
};
use strata::engine::{Control, Engine, RootReport, RootTask, Settings};
use strata::search::pmida::{Trick, Tricks};
use strata::space::{SpaceId, Turning, TurningVisitor};
use strata::store::Store;

struct Search(RootTask);

impl TurningVisitor for Search {
    type Output = RootReport;

    fn visit<T: Turning>(self, space: &T) -> RootReport {
        let store = Store::in_memory();
        let engine = Engine::new(&store, Settings::default(), Arc::new(Control::default()));
        engine.search_roots(space, &self.0, &|_| Vec::new(), &mut ()).unwrap()
    }
}

/// The fewest moves to a target, and how many canonical sequences there are.
fn fewest(
    puzzle: &Puzzle,
    target: &Target,
    instructions: Instructions,
    tricks: Tricks,
) -> (u32, u64) {
    let (table, effects) = move_table(puzzle, &Generator::all(puzzle), Metric::Htm).unwrap();
    let start = Effect::identity(puzzle.slots());
    let quest = Quest::new(puzzle.clone(), table, effects, start, target.clone());
    let space = SpaceId {
        domain: "twisty".to_owned(),
        instance: puzzle.name.clone(),
        options: [].into(),
        encoding: "test".to_owned(),
    };
    let task = RootTask {
        puzzle: puzzle.name.clone(),
        space,
        metric: "HTM".to_owned(),
        tricks,
        all: true,
        max_length: None,
    };
    let report = quest.visit(instructions, Search(task)).unwrap();
    (report.row.length.unwrap(), report.progress.counted.unwrap().canonical)
}

/// The cycles of an effect; pieces stay as `how` says of each: where it was, and how it was turned.
fn target(puzzle: &Puzzle, effect: &Effect, how: impl Fn(usize, bool, u8) -> Stay) -> Target {
    let combination =
        puzzle.orbits.iter().map(|orbit| Some(Structure::of(effect, orbit))).collect();
    let stay = |slot: usize| how(slot, usize::from(effect.from[slot]) == slot, effect.turn[slot]);
    Target {
        combinations: vec![combination],
        stay: (0..puzzle.slots()).map(stay).collect(),
        order: None,
    }
}

#[test]
fn tables_and_symmetries_change_nothing() {
    let puzzle = builtin::named("3x3x3").unwrap().puzzle;
    let plain = Tricks::ALL.without(Trick::Tables).without(Trick::Symmetry);
    // The longest tables that are built at once would take a minute here.
    for moves in ["R U R' D2 B", "U F R' D' R2 F", "R' F' L U' L U", "L' D B L' D L2 B'"] {
        let turns = notation::read("moves", &puzzle, moves).unwrap();
        let effect = notation::effect_of(&puzzle, &turns);
        let every = |slot: usize, home: bool, turn: u8| match (home, turn) {
            (false, _) => Stay::Free,
            (true, 0) => Stay::Still,
            (true, _) if slot.is_multiple_of(2) => Stay::Turned,
            (true, _) => Stay::Seated,
        };
        let some = |slot: usize, home: bool, turn: u8| match slot % 3 {
            0 => every(slot, home, turn),
            _ => Stay::Free,
        };
        for target in [target(&puzzle, &effect, every), target(&puzzle, &effect, some)] {
            assert!(target.has(&puzzle, &effect));
            let expected = fewest(&puzzle, &target, Instructions::Scalar, plain);
            assert!(expected.0 <= turns.len() as u32, "{moves}");
            for instructions in [Instructions::Best, Instructions::Scalar] {
                assert_eq!(
                    fewest(&puzzle, &target, instructions, Tricks::ALL),
                    expected,
                    "{moves}"
                );
            }
        }
    }
}

#[test]
fn what_must_stay_is_told_apart() {
    let allowed =
        |stay: Stay| [(false, 0), (true, 0), (true, 1)].map(|(home, t)| stay.allows(home, t));
    assert_eq!(allowed(Stay::Free), [true, true, true]);
    assert_eq!(allowed(Stay::Seated), [false, true, true]);
    assert_eq!(allowed(Stay::Turned), [false, false, true]);
    assert_eq!(allowed(Stay::Still), [false, true, false]);
}
