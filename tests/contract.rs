//! Every space keeps the laws of `StateSpace`, and the suite that says so finds
//! faults planted in a space.

#![cfg(test)]

mod common {
    pub(crate) mod contract;
    pub(crate) mod oracle;
    pub(crate) mod pegs;
    pub(crate) mod random;
}
#[path = "../examples/pancake/draw.rs"]
mod draw;
#[path = "../examples/water_jugs/space.rs"]
mod jugs;
#[path = "../examples/pancake/space.rs"]
mod space;

use std::sync::atomic::{AtomicUsize, Ordering};

use common::contract::{Law, Sample, drawing_laws, laws, space_contract};
use common::oracle;
use common::pegs::Pegs;
use common::random::Random;
use jugs::Jugs;
use space::{Pancakes, Turn};
use strata::domains::Sum;
use strata::domains::freecell::{Deal, FreeCell, Layout};
use strata::domains::rushhour::{self, RushHour};
use strata::domains::sliding::{CellSet, Cells256, Encoding, Metric, Sliding, library};
use strata::space::{
    BadKey, DecodeExpander, Draw, Estimator, Expander, Heuristic, Locality, Marked, SpaceId,
    StateSpace, Successors, Svg, Words,
};

space_contract!(pancakes, of_sizes(7), draw);
space_contract!(many_pancakes, of_sizes(15), draw);
space_contract!(jugs_of_water, Jugs { sizes: vec![3, 5, 8, 13], target: 4 });
space_contract!(pegs_on_a_board, Pegs { width: 4, height: 4, empty: 1 });
space_contract!(klotski, sliding::<u64, u64>("klotski", Metric::Moves, Encoding::Rank), draw);
space_contract!(
    klotski_packed,
    sliding::<u64, u128>("klotski", Metric::Steps, Encoding::Packed),
    draw
);
space_contract!(
    century_in_lines,
    sliding::<Cells256, u128>("century", Metric::Straight, Encoding::Rank),
    draw
);
space_contract!(
    locked_cars,
    sliding::<u64, u64>("rush-hour-60", Metric::Moves, Encoding::Rank),
    draw
);
space_contract!(
    a_wide_key,
    sliding::<Cells256, Words<8>>("blockado", Metric::Moves, Encoding::Packed),
    draw
);
space_contract!(rush_hour, cars::<u64>("rush-hour/record-60", rushhour::Metric::Moves), draw);
space_contract!(rush_hour_steps, cars::<u64>("rush-hour/card-12", rushhour::Metric::Steps), draw);
space_contract!(rush_hour_slides, cars::<u64>("rush-hour/card-21", rushhour::Metric::Slides), draw);
space_contract!(
    a_board_that_is_no_square,
    cars::<u128>("rush-hour/edge/solvable-rect8x6", rushhour::Metric::Moves),
    draw
);
space_contract!(
    a_large_board,
    cars::<u128>("rush-hour/course-12x12-7", rushhour::Metric::Moves),
    draw
);
space_contract!(
    a_large_board_in_slides,
    cars::<Words<8>>("rush-hour/course-12x12-7", rushhour::Metric::Slides),
    draw
);
space_contract!(free_cell, game(Deal::new(617)), draw);
space_contract!(
    free_cell_without_freecells,
    game(Deal { freecells: 0, columns: 3, ranks: 3, ..Deal::new(7) }),
    draw
);
space_contract!(
    free_cell_of_few_cards,
    game(Deal { freecells: 2, columns: 3, ranks: 3, ..Deal::new(3) }),
    draw
);
space_contract!(
    free_cell_in_ten_columns,
    game(Deal { freecells: 12, columns: 10, ..Deal::new(1 << 32) }),
    draw
);
space_contract!(pancakes_without_a_fault, Faulty::new(None), draw);

/// Pancakes, the largest on top.
fn of_sizes(pancakes: u8) -> Pancakes {
    Pancakes { start: (1..=pancakes).rev().collect() }
}

/// A FreeCell game.
fn game(deal: Deal) -> FreeCell {
    FreeCell::new(Layout { name: String::new(), board: deal.board().unwrap() })
}

#[test]
fn random_games_of_free_cell_keep_the_laws() {
    let mut random = Random::new(42);
    for _ in 0..40 {
        let deal = Deal {
            number: 1 + random.below(1 << 33) as u64 % strata::domains::freecell::MAX_DEAL,
            columns: 1 + random.below(10),
            freecells: random.below(13),
            ranks: 1 + random.below(13) as u8,
        };
        let space = game(deal);
        let sample = Sample::walked(&space, &mut random, 200);
        let all: Vec<(&str, Law<FreeCell>)> = laws().into_iter().chain(drawing_laws()).collect();
        for (law, holds) in all {
            if let Err(why) = holds(&space, &sample) {
                panic!("{deal:?}, {law}: {why}");
            }
        }
    }
}

/// A Rush Hour board of the library.
fn cars<K: Sum>(name: &str, metric: rushhour::Metric) -> RushHour<K> {
    RushHour::new(rushhour::library::get(name).unwrap().board, metric).unwrap()
}

/// A puzzle of the library.
fn sliding<C: CellSet, K: Sum>(name: &str, metric: Metric, encoding: Encoding) -> Sliding<C, K> {
    Sliding::new(library::get(name).unwrap().puzzle, metric, encoding).unwrap()
}

#[test]
fn the_spaces_have_the_generations_that_are_known_of_them() {
    // The pancake numbers, and three pancakes by hand.
    let depth = |pancakes| oracle::layers(&of_sizes(pancakes)).len() - 1;
    assert_eq!((2..=7).map(depth).collect::<Vec<_>>(), [1, 3, 4, 5, 7, 8]);
    assert_eq!(oracle::sizes(&oracle::layers(&of_sizes(3))), [1, 2, 2, 1]);
    // Four litres with jugs of three and five take six pours.
    let jugs = Jugs { sizes: vec![3, 5], target: 4 };
    let goals = |jugs| oracle::layers(jugs).iter().position(|layer| !layer.goals.is_empty());
    assert_eq!(goals(&jugs), Some(6));
    // Each jump takes one peg.
    let pegs = oracle::layers(&Pegs { width: 4, height: 4, empty: 1 });
    assert!(
        pegs.iter()
            .zip(1..)
            .all(|(layer, depth)| { layer.keys.iter().all(|key| key.count_ones() == 16 - depth) })
    );
}

/// What can be wrong with a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    NoStart,
    DecodesAnother,
    MergesStates,
    ChangesOrder,
    DeniesReversible,
    OneWay,
    DepthFalls,
    ClaimsRises,
    ChangesRisingOrder,
    DeniesComponents,
    SafeStays,
    SafeJumps,
    HasNoGoal,
    ListsNoGoals,
    LosesSuccessor,
    LosesGoal,
    HasNoEstimator,
    Overestimates,
    DecodesAnything,
    ExpandsAnything,
    ShowsTooLittle,
    DrawsNothing,
    ReadsAnything,
    RefusesPaths,
    AcceptsPaths,
    IgnoresMoves,
}

/// Five pancakes with a fault.
struct Faulty {
    inner: Pancakes,
    fault: Option<Fault>,
    expanded: AtomicUsize,
}

impl Faulty {
    fn new(fault: Option<Fault>) -> Self {
        Self { inner: of_sizes(5), fault, expanded: AtomicUsize::new(0) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}

impl StateSpace for Faulty {
    type State = Vec<u8>;
    type Move = Turn;
    type Key = u64;
    type Expander = FaultyExpander;

    fn id(&self) -> SpaceId {
        self.inner.id()
    }

    fn starts(&self) -> Vec<Vec<u8>> {
        if self.has(Fault::NoStart) { Vec::new() } else { self.inner.starts() }
    }

    fn encode(&self, stack: &Vec<u8>) -> u64 {
        let key = self.inner.encode(stack);
        if self.has(Fault::MergesStates) {
            let reversed = stack.iter().rev().copied().collect();
            return key.min(self.inner.encode(&reversed));
        }
        key
    }

    fn decode(&self, key: &u64) -> Result<Vec<u8>, BadKey> {
        if self.has(Fault::DecodesAnother) {
            return self.inner.decode(key).map(|mut stack| {
                stack.swap(3, 4);
                stack
            });
        }
        if self.has(Fault::DecodesAnything) {
            return Ok(self.inner.decode(key).unwrap_or_else(|_| self.inner.starts()[0].clone()));
        }
        self.inner.decode(key)
    }

    fn expand(&self, stack: &Vec<u8>, out: &mut Successors<Self>) {
        let mut list = Successors::<Pancakes>::default();
        self.inner.expand(stack, &mut list);
        let mut list: Vec<_> = list.iter().collect();
        if self.has(Fault::ChangesOrder) && self.expanded.fetch_add(1, Ordering::Relaxed) % 3 == 2 {
            list.reverse();
        }
        for successor in list {
            let mut state = successor.state.clone();
            if self.has(Fault::OneWay) {
                state.rotate_left(1);
            }
            if self.has(Fault::DeniesReversible) || self.has(Fault::DeniesComponents) {
                out.push_irreversible(successor.action, state);
            } else {
                out.push(successor.action, state);
            }
        }
    }

    fn is_goal(&self, stack: &Vec<u8>) -> bool {
        self.inner.is_goal(stack)
    }

    fn has_goal(&self) -> bool {
        !self.has(Fault::HasNoGoal)
    }

    fn goal_keys(&self, _: usize) -> Option<Vec<u64>> {
        let goal = self.encode(&vec![1, 2, 3, 4, 5]);
        Some(if self.has(Fault::ListsNoGoals) { Vec::new() } else { vec![goal] })
    }

    fn locality(&self) -> Locality {
        let by_depth = [Fault::DepthFalls, Fault::DeniesComponents];
        if by_depth.iter().any(|&fault| self.has(fault)) {
            Locality::ByDepth
        } else {
            Locality::Reversible
        }
    }

    fn depth(&self, key: &u64) -> u32 {
        if self.has(Fault::DeniesComponents) { 0 } else { (key & 15) as u32 }
    }

    fn has_components(&self) -> bool {
        self.has(Fault::DeniesComponents)
    }

    fn safe_successor(&self, key: &u64) -> Option<u64> {
        match self.fault {
            Some(Fault::SafeStays) => {
                let mut list = Successors::default();
                self.expand(&self.decode(key).ok()?, &mut list);
                let keys = list.iter().map(|next| self.encode(&next.state));
                keys.min_by_key(|next| self.depth(next))
            }
            Some(Fault::SafeJumps) => Some(u64::MAX),
            _ => None,
        }
    }

    fn metric(&self) -> String {
        self.inner.metric()
    }

    fn estimator(&self, heuristic: &str) -> Option<Box<dyn Estimator<Self>>> {
        let known = heuristic == Heuristic::ZERO.name && !self.has(Fault::HasNoEstimator);
        known.then(|| Box::new(FaultyEstimator) as Box<dyn Estimator<Self>>)
    }

    fn expander(&self) -> FaultyExpander {
        FaultyExpander(DecodeExpander::default())
    }
}

struct FaultyEstimator;

impl Estimator<Faulty> for FaultyEstimator {
    fn estimate(&mut self, space: &Faulty, keys: &[u64], out: &mut Vec<u32>) -> Result<(), BadKey> {
        let estimate = if space.has(Fault::Overestimates) { 2 } else { 0 };
        out.extend(keys.iter().map(|_| estimate));
        Ok(())
    }
}

struct FaultyExpander(DecodeExpander<Faulty>);

impl Expander<Faulty> for FaultyExpander {
    fn expand(
        &mut self,
        space: &Faulty,
        key: &u64,
        mut emit: impl FnMut(u64, bool),
    ) -> Result<(), BadKey> {
        let mut lost = !space.has(Fault::LosesSuccessor);
        let expanded = self.0.expand(space, key, |key, goal| {
            if std::mem::replace(&mut lost, true) {
                emit(key, goal && !space.has(Fault::LosesGoal));
            }
        });
        if space.has(Fault::ExpandsAnything) { Ok(()) } else { expanded }
    }

    fn expand_rising(
        &mut self,
        space: &Faulty,
        key: &u64,
        mut emit: impl FnMut(u64, bool, u32),
    ) -> Result<(), BadKey> {
        let mut list = Vec::new();
        self.expand(space, key, |next, goal| list.push((next, goal)))?;
        let asked = space.expanded.fetch_add(1, Ordering::Relaxed);
        if space.has(Fault::ChangesRisingOrder) && asked % 3 == 2 {
            list.reverse();
        }
        for (next, goal) in list {
            let rise = space.depth(&next).saturating_sub(space.depth(key));
            emit(next, goal, rise + u32::from(space.has(Fault::ClaimsRises)));
        }
        Ok(())
    }
}

impl Draw for Faulty {
    fn text(&self, stack: &Vec<u8>, _: Marked<'_, Self>) -> String {
        let text = self.inner.text(stack, None);
        if self.has(Fault::ShowsTooLittle) { text.replace('4', "3") } else { text }
    }

    fn svg(&self, stack: &Vec<u8>, _: Marked<'_, Self>) -> Svg {
        let width = if self.has(Fault::DrawsNothing) { 0.0 } else { 100.0 };
        Svg { width, ..self.inner.svg(stack, None) }
    }

    fn read_state(&self, text: &str) -> Result<Vec<u8>, String> {
        let read = self.inner.read_state(text);
        if self.has(Fault::ReadsAnything) { Ok(read.unwrap_or_default()) } else { read }
    }

    fn check_path(&self, states: &[Vec<u8>], moves: &[Turn]) -> Result<(), String> {
        let right = self.inner.check_path(states, moves);
        match self.fault {
            Some(Fault::RefusesPaths) => Err("step 0: no".into()),
            Some(Fault::AcceptsPaths) => Ok(()),
            Some(Fault::IgnoresMoves) if states.len() == moves.len() + 1 => {
                let turned = |pair: &[Vec<u8>]| {
                    let mut list = Successors::<Pancakes>::default();
                    self.inner.expand(&pair[0], &mut list);
                    list.iter().any(|successor| successor.state == pair[1])
                };
                let legal =
                    self.inner.starts().contains(&states[0]) && states.windows(2).all(turned);
                if legal { Ok(()) } else { right }
            }
            _ => right,
        }
    }
}

#[test]
fn every_planted_fault_is_found() {
    let faults = [
        (Fault::NoStart, "starts"),
        (Fault::DecodesAnother, "round trip"),
        (Fault::MergesStates, "canonical form"),
        (Fault::ChangesOrder, "fixed order"),
        (Fault::DeniesReversible, "reversible moves"),
        (Fault::OneWay, "reversible moves"),
        (Fault::DepthFalls, "depth"),
        (Fault::ClaimsRises, "rises"),
        (Fault::ChangesRisingOrder, "rises"),
        (Fault::DeniesComponents, "components"),
        (Fault::SafeStays, "safe successors"),
        (Fault::SafeJumps, "safe successors"),
        (Fault::HasNoGoal, "goals"),
        (Fault::ListsNoGoals, "goals"),
        (Fault::LosesSuccessor, "expander"),
        (Fault::LosesGoal, "expander"),
        (Fault::HasNoEstimator, "heuristics"),
        (Fault::Overestimates, "heuristics"),
        (Fault::DecodesAnything, "bad keys"),
        (Fault::ExpandsAnything, "bad keys"),
        (Fault::ShowsTooLittle, "text round trip"),
        (Fault::DrawsNothing, "pictures"),
        (Fault::ReadsAnything, "bad text"),
        (Fault::RefusesPaths, "real paths"),
        (Fault::AcceptsPaths, "tampered paths"),
        (Fault::IgnoresMoves, "tampered paths"),
    ];
    let all: Vec<(&str, Law<Faulty>)> = laws().into_iter().chain(drawing_laws()).collect();
    for (fault, name) in faults {
        let space = Faulty::new(Some(fault));
        let sample = Sample::of(&space, 200);
        let (_, holds) = all.iter().find(|(law, _)| *law == name).unwrap();
        assert!(holds(&space, &sample).is_err(), "{fault:?} passed the law {name:?}");
    }
    for (law, _) in all {
        assert!(faults.iter().any(|(_, name)| *name == law), "no fault for the law {law:?}");
    }
}
