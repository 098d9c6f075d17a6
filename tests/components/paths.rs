//! Accumulated move stacks.

use strata::search::{FccOptions, Order, Stacks};
use strata::space::{Expander as _, StateKey as _, StateSpace as _};
use strata::store::DepthKey;

use crate::known::game;
use crate::left::left;
use crate::{MIB, best, census, kept, search};

/// The move stack of every component leads, move by move, from the start to a state
/// of that component. Tells whether all ways were kept.
fn stacks_lead_to_their_components(id: &str, options: FccOptions, memory: usize) -> bool {
    let space = game(id).space;
    let safe = options.safe;
    // What is scanned at once shares the memory.
    let (store, report) = search(&space, options, 2, memory, 0);
    let found = left(&store, report.run);
    let start = space.encode(&space.starts()[0]);
    let stacks = Stacks { space: &space, store: &store, run: report.run, safe, bytes: 64 * MIB };
    let mut expander = space.expander();
    for (number, row) in (0..).zip(&found.stacks) {
        let path = stacks.path_to(number).unwrap();
        assert_eq!(path[0], start, "{id}, component {number}");
        for step in path.windows(2) {
            let mut leads = false;
            expander.expand(&space, &step[0], |next, _| leads |= next == step[1]).unwrap();
            assert!(leads, "{id}, component {number}: no move from {:x} to {:x}", step[0], step[1]);
        }
        let last = *path.last().unwrap();
        assert_eq!(last.to_vec(), row.start, "{id}");
        let component = stacks.component_of(last).unwrap().unwrap();
        assert_eq!(component.number, number, "{id}");
        // Its least state is in the same component.
        let (key, _) = found.components.iter().find(|(_, row)| row.number == number).unwrap();
        let least = u128::read_be(&key[DepthKey::BYTES..]);
        assert!(least <= last && space.depth(&least) == row.depth, "{id}");
        assert_eq!(stacks.component_of(least).unwrap(), Some(component), "{id}");
    }
    found.stacks.iter().all(kept)
}

#[test]
fn every_move_stack_leads_to_its_component() {
    for options in [
        census(),
        FccOptions { safe: true, ..census() },
        FccOptions { order: best("zero"), ..census() },
    ] {
        assert!(stacks_lead_to_their_components("r5c5f0a", options.clone(), 64 * MIB));
        assert!(stacks_lead_to_their_components("r3c3f2a", options, 64 * MIB));
    }
}

#[test]
fn ways_that_were_not_kept_are_found_again() {
    for safe in [false, true] {
        let options = FccOptions { order: Order::Depth, safe, ..census() };
        assert!(!stacks_lead_to_their_components("r3c3f2a", options.clone(), 64 << 10));
        assert!(!stacks_lead_to_their_components("r6c4f2a", options, 64 << 10));
    }
}
