//! Canonical sequences, and positions by depth, also with one of symmetric ones.

use std::collections::HashSet;

use strata::domains::twisty::{Metric, PackedQuest, kernel::Scalar};
use strata::search::pmida::{Begun, Canonical, Trick, Tricks, begin};
use strata::space::Turning;

use super::cases::cases;
use super::puzzles::Moving;

#[test]
fn canonical_sequences() {
    for (metric, name) in [(Metric::Htm, "3x3x3 HTM"), (Metric::Qtm, "3x3x3 QTM")] {
        let expected = cases("canonical_counts", name)[0].row();
        let machine = Canonical::new(&Moving::new("3x3x3", "", metric).table);
        assert_eq!(machine.counts(expected.len() - 1), expected, "{name}");
    }
}

/// The positions of each depth, found with all moves.
fn layers<T: Turning>(space: &T, depth: usize) -> Vec<Vec<T::Position>> {
    let mut seen = HashSet::from([space.start()]);
    let mut layers = vec![vec![space.start()]];
    for _ in 0..depth {
        let moves = 0..space.moves().len();
        let last = layers.last().unwrap();
        let next = last.iter().flat_map(|p| moves.clone().map(move |turn| space.after(p, turn)));
        let next = next.filter(|position| seen.insert(*position)).collect();
        layers.push(next);
    }
    layers
}

#[test]
fn positions_of_the_3x3x3() {
    let moving = Moving::htm("3x3x3");
    let space = PackedQuest::new(moving.quest(moving.target("C[3]")), Scalar).unwrap();
    let layers = layers(&space, 5);
    let reduced = |inverse: bool| {
        let stand = |layer: &Vec<_>| {
            let stand = layer.iter().map(|position| space.representative(position, true, inverse));
            stand.collect::<HashSet<_>>().len() as u128
        };
        layers.iter().map(stand).collect::<Vec<_>>()
    };
    let begins = |kind: &str, got: Vec<u128>| {
        assert_eq!(got, cases(kind, "3x3x3 HTM")[0].row()[..got.len()], "{kind}");
    };
    begins("positions", layers.iter().map(|layer| layer.len() as u128).collect());
    begins("positions_mod48", reduced(false));
    begins("positions_mod96", reduced(true));

    // What the search begins with.
    let roots = |tricks: Tricks| match begin(&space, &Canonical::new(space.moves()), tricks) {
        Begun::Roots(plan) => (plan.depth, plan.roots.len(), plan.positions),
        other => panic!("{other:?}"),
    };
    let positions: Vec<usize> = layers[..=4].iter().map(Vec::len).collect();
    assert_eq!(roots(Tricks::ALL), (4, 509, positions.clone()));
    let without = Tricks::ALL.without(Trick::Antisymmetry);
    assert_eq!(roots(without), (4, 934, positions.clone()));
    assert_eq!(roots(without.without(Trick::Symmetry)), (4, 43_239, positions));
}
