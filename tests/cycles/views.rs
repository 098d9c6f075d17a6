//! Distances of views of orbits, against trying all sequences.

use strata::domains::twisty::{Metric, Stay, Target};
use strata::search::pruning::Values;
use strata::space::{Turning, TurningVisitor};

use super::kernels::random;
use super::puzzles::Moving;
use super::random::Random;
use super::search::distances;
use super::tricks::of;

/// Tries all sequences of `moves` moves at most; the least number after which a position is wanted.
fn nearest<T: Turning>(space: &T, position: &T::Position, moves: u8) -> Option<u8> {
    if space.is_wanted(position) {
        return Some(0);
    }
    let all = u64::MAX >> (64 - space.moves().len());
    (1..=moves).find(|&moves| {
        fn ends<T: Turning>(space: &T, position: &T::Position, all: u64, moves: u8) -> bool {
            if moves == 1 {
                return space.wanted_after(position, all) != 0;
            }
            (0..space.moves().len())
                .any(|turn| ends(space, &space.after(position, turn), all, moves - 1))
        }
        ends(space, position, all, moves)
    })
}

/// Looks at all views of a puzzle.
struct Exact<'a> {
    moving: &'a Moving,
    /// Distances up to this one are looked at.
    moves: u8,
}

impl TurningVisitor for Exact<'_> {
    type Output = usize;

    /// Of a puzzle with one orbit, the largest view of which is of all of it: distances are those of the puzzle.
    fn visit<T: Turning>(self, space: &T) -> usize {
        // The first ones are coarser.
        let views: Vec<_> = space.quotients().into_iter().filter_map(|mut v| v.pop()).collect();
        let mut numbers = Random::new(11);
        let mut far = 0;
        for view in &views {
            let table = distances(&**view, space, 20);
            assert!(table.is_complete());
            for count in 0..60 {
                let mut position = space.start();
                for _ in 0..count % 14 {
                    position = space.after(&position, numbers.below(space.moves().len()));
                }
                let value = table.value(view.entry(0, &position));
                let nearest = nearest(space, &position, self.moves);
                let name = &self.moving.task.puzzle.name;
                match nearest {
                    Some(distance) => assert_eq!(value, distance, "{name}"),
                    None => assert!(value > self.moves, "{name}: {value}"),
                }
                far += usize::from(value > 2);
            }
        }
        assert!(far > 0, "all are near");
        views.len()
    }
}

#[test]
fn distances_are_those_of_all_sequences() {
    let six = Moving::htm("2x2x2-6");
    let lopsided = Moving::new("2x2x2", "<U,R2,F>", Metric::Qtm);
    let plain = Moving::htm("2x2x2");
    for (moving, cycles) in [
        (&plain, "C[]"),
        (&plain, "C[1*,2*]"),
        (&plain, "C[3]"),
        (&plain, "C[1*,1*,1*,1*,1*,2]"),
        (&lopsided, "C[]"),
        (&lopsided, "C[2,3]"),
        (&six, "C[2,2]"),
    ] {
        let exact = Exact { moving, moves: if moving.table.len() > 9 { 3 } else { 4 } };
        let quest = moving.quest(moving.target(cycles));
        assert_eq!(quest.visit(Default::default(), exact).unwrap(), 1, "one view");
    }
    let order = plain.quest(plain.of_order(10));
    order.visit(Default::default(), Exact { moving: &plain, moves: 4 }).unwrap();
    // A piece that must stay leaves fewer symmetries, or none.
    for slots in [vec![0], vec![1, 2]] {
        let mut target = plain.target("C[3]");
        slots.iter().for_each(|&slot: &usize| target.stay[slot] = Stay::Still);
        let exact = Exact { moving: &plain, moves: 4 };
        plain.quest(target).visit(Default::default(), exact).unwrap();
    }
}

/// Bounds of all views along a way to a wanted position.
struct Admissible<'a> {
    word: &'a [u8],
}

impl TurningVisitor for Admissible<'_> {
    type Output = (usize, u8);

    /// How many bounds were looked at, and the greatest one.
    fn visit<T: Turning>(self, space: &T) -> (usize, u8) {
        let (mut count, mut greatest) = (0, 0);
        for view in space.quotients().into_iter().flatten() {
            if view.entries() > 1 << 13 {
                continue;
            }
            let table = distances(&*view, space, 5);
            let mut position = space.start();
            for (done, &turn) in self.word.iter().enumerate() {
                for image in 0..view.images() {
                    let bound = table.value(view.entry(image, &position));
                    let left = self.word.len() - done;
                    assert!(usize::from(bound) <= left, "{}: {bound} > {left}", view.identity());
                    (count, greatest) = (count + 1, greatest.max(bound));
                }
                position = space.after(&position, turn.into());
            }
            assert!(space.is_wanted(&position));
            for image in 0..view.images() {
                assert_eq!(table.value(view.entry(image, &position)), 0);
            }
        }
        (count, greatest)
    }
}

#[test]
fn bounds_are_admissible() {
    let mut numbers = Random::new(12);
    let (mut count, mut greatest) = (0, 0);
    for (name, metric) in [
        ("3x3x3", Metric::Htm),
        ("3x3x3", Metric::Qtm),
        ("megaminx", Metric::Htm),
        ("pyraminx", Metric::Htm),
        ("skewb", Metric::Htm),
    ] {
        let moving = Moving::new(name, "", metric);
        for length in [2, 4, 7] {
            let word: Vec<u8> =
                (0..length).map(|_| numbers.below(moving.table.len()) as u8).collect();
            let effect = moving.effect(&word);
            // From the solved position, and from another one with pieces that stay.
            let there = moving.quest(of(&moving, &effect));
            let start = random(&moving, &mut numbers, 8);
            let orbits = &moving.task.puzzle.orbits;
            let end = start.then(&effect, orbits);
            let mut target: Target = of(&moving, &end);
            for (slot, stay) in target.stay.iter_mut().enumerate() {
                let stays = usize::from(end.from[slot]) == slot && end.turn[slot] == 0;
                *stay = if stays { Stay::Still } else { Stay::Free };
            }
            let elsewhere = moving.quest_from(start, target);
            for quest in [there, elsewhere] {
                let seen = quest.visit(Default::default(), Admissible { word: &word }).unwrap();
                (count, greatest) = (count + seen.0, greatest.max(seen.1));
            }
        }
    }
    assert!(count > 500 && greatest > 2, "{count} bounds of at most {greatest}");
}
