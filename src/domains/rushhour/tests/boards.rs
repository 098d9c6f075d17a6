//! Random boards, and what must hold on all of them.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::Explored;
use crate::domains::Sum;
use crate::domains::rushhour::{Board, Car, Metric, RushHour, Side, fits};
use crate::space::{Expander as _, StateKey, StateSpace as _, Successors, Words};

/// Boards of up to `side` rows and columns with walls and cars of any length.
pub(super) fn any_board(side: usize) -> impl Strategy<Value = Board> {
    let car = (any::<bool>(), 0..side, 0..side, 2..=side.min(4), 0_usize..40);
    let cars = prop::collection::vec(car, 0..2 * side);
    let walls = prop::collection::vec(0..side * side, 0..side / 2);
    (2..=side, 1..=side, cars, walls, 0..side, any::<bool>(), any::<bool>()).prop_map(
        |(width, height, tries, walls, row, left, words)| {
            let mut taken = BTreeSet::new();
            let primary = Car {
                name: String::new(),
                horizontal: true,
                line: row % height,
                start: 0,
                length: 2,
            };
            let mut cars: Vec<Car> = Vec::new();
            let tries = tries.into_iter().map(|(horizontal, line, start, length, _)| Car {
                name: String::new(),
                horizontal,
                line,
                start,
                length,
            });
            for car in std::iter::once(primary).chain(tries) {
                let cells: Vec<_> =
                    (0..car.length).map(|number| car.cell(car.start, number)).collect();
                let free = |&(row, column): &(usize, usize)| {
                    row < height && column < width && !taken.contains(&(row * width + column))
                };
                if cells.iter().all(free) {
                    taken.extend(cells.iter().map(|(row, column)| row * width + column));
                    cars.push(car);
                }
            }
            for (number, car) in cars.iter_mut().enumerate() {
                let letter = char::from_u32('A' as u32 + number as u32 % 26).unwrap();
                car.name = if words || number >= 26 {
                    format!("{letter}{number}")
                } else {
                    letter.to_string()
                };
            }
            let name = cars[0].name.clone();
            cars.sort_by_key(|car| {
                let (row, column) = car.cell(car.start, 0);
                row * width + column
            });
            let walls: BTreeSet<usize> =
                walls.into_iter().map(|cell| cell % (width * height)).collect();
            let exit = if left { Side::Left } else { Side::Right };
            let mut board = Board {
                name: String::new(),
                width,
                height,
                walls: walls.into_iter().filter(|cell| !taken.contains(cell)).collect(),
                cars,
                primary: 0,
                exit,
            };
            board.primary = board.car_named(&name).unwrap();
            board
        },
    )
}

/// States near the start of a board, as the plain `expand` finds them.
fn sample<K: Sum>(space: &RushHour<K>, limit: usize) -> Vec<K> {
    let mut keys = vec![space.encode(&space.starts()[0])];
    let mut known: BTreeSet<K> = keys.iter().copied().collect();
    let mut next = 0;
    while next < keys.len() && keys.len() < limit {
        let mut list = Successors::default();
        space.expand(&space.decode(&keys[next]).unwrap(), &mut list);
        let new = list.iter().map(|successor| space.encode(&successor.state));
        keys.extend(new.filter(|key| known.insert(*key)));
        next += 1;
    }
    keys
}

/// Keys, states and both ways to expand agree.
fn agree<K: Sum>(board: &Board, metric: Metric) -> Vec<Vec<u8>> {
    let space = RushHour::<K>::new(board.clone(), metric).unwrap();
    let keys = sample(&space, 300);
    let mut expander = space.expander();
    for key in &keys {
        let state = space.decode(key).unwrap();
        assert_eq!(space.encode(&state), *key);
        let mut list = Successors::default();
        space.expand(&state, &mut list);
        let mut expected: Vec<(K, bool)> = list
            .iter()
            .map(|successor| (space.encode(&successor.state), space.is_goal(&successor.state)))
            .collect();
        let mut got = Vec::new();
        expander.expand(&space, key, |key, goal| got.push((key, goal))).unwrap();
        expected.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, expected, "{}", board.to_toml());
        assert_eq!(expander.is_goal(&space, key).unwrap(), space.is_goal(&state));
    }
    keys.iter().map(|key| space.decode(key).unwrap().0).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_boards_are_boards(board in any_board(9)) {
        prop_assert_eq!(board.check(), Ok(()));
    }

    #[test]
    fn keys_and_expanders_agree_on_any_board(board in any_board(9), metric in 0_usize..3) {
        let metric = Metric::ALL[metric];
        let wide = agree::<Words<4>>(&board, metric);
        if fits::<u64>(&board) {
            prop_assert_eq!(agree::<u64>(&board, metric), wide);
        }
    }

    /// Boards beyond the tables are expanded car by car.
    #[test]
    fn large_boards_agree_too(board in any_board(40), metric in 0_usize..3) {
        prop_assert!(fits::<Words<32>>(&board));
        agree::<Words<32>>(&board, Metric::ALL[metric]);
    }

    #[test]
    fn bad_keys_are_refused_by_both(board in any_board(8), bits: u128, width in 0_u32..128) {
        let space = RushHour::<u128>::new(board, Metric::Moves);
        prop_assume!(space.is_some());
        let space = space.unwrap();
        let key = bits >> width;
        let mut emitted = 0;
        let expanded = space.expander().expand(&space, &key, |_, _| emitted += 1);
        match space.decode(&key) {
            Ok(state) => {
                prop_assert_eq!(space.encode(&state), key);
                prop_assert!(expanded.is_ok());
            }
            Err(_) => prop_assert!(expanded.is_err() && emitted == 0),
        }
    }

    /// The listed goals are the keys that are goals, all of them.
    #[test]
    fn goals_are_listed_completely(board in any_board(4)) {
        let space = RushHour::<u64>::new(board, Metric::Moves).unwrap();
        let all = 1 << 22;
        let greatest = space.coding.lanes.greatest[0];
        prop_assume!(greatest < all);
        let goals: Vec<u64> = (0..=greatest)
            .filter(|key| space.decode(key).is_ok_and(|state| space.is_goal(&state)))
            .collect();
        prop_assert_eq!(space.goal_keys(1 << 20), Some(goals.clone()));
        if let Some(fewer) = goals.len().checked_sub(1) {
            prop_assert_eq!(space.goal_keys(fewer), None);
        }
    }
}

#[test]
fn listing_goals_ends_where_they_are_too_many() {
    let row = "BB.CC.DD.EE.FF.GG.HH.AA.".to_owned();
    let cars = ('a'..='n').map(|c| format!("{c}{c}{}", ".".repeat(22)));
    let rows: Vec<String> = std::iter::once(row).chain(cars).collect();
    let text = rows.join("/");
    let board = super::drawing(&text).unwrap();
    let space = RushHour::<Words<4>>::new(board, Metric::Moves).unwrap();
    assert_eq!(space.goal_keys(100_000), None);
    assert_eq!(space.goal_keys(0), None);
}

#[test]
fn a_lane_needs_no_more_values_than_it_has_arrangements() {
    // 4 cells and one car: 3 places; 2 cars in 6 cells with 2 free: 6; a full
    // row: 1, which takes nothing.
    let space = super::space("AA.../BBCC./DDDEE/FFxGG/.....", Metric::Moves);
    assert_eq!(space.coding.lanes.greatest, [4 * 3 - 1]);
    let explored = Explored::new(&space);
    assert_eq!(explored.keys.len(), 12);
    assert_eq!(explored.keys.iter().copied().max(), Some(11));
}

#[test]
fn wide_boards_take_several_words() {
    // 22 cars of length 2 in a row of 64: C(42, 22) arrangements, 39 bits.
    let name = |number: usize| char::from_u32(0x4e00 + number as u32).unwrap();
    let row = |row: usize| -> String {
        let cars = (0..22).flat_map(|car| [name(22 * row + car); 2]);
        cars.chain(std::iter::repeat_n('.', 20)).collect()
    };
    let rows: Vec<String> = (0..5).map(row).collect();
    let text = format!("primary = \"\u{4e00}\"\nboard = '''\n{}\n'''", rows.join("\n"));
    let board = super::toml(&text).unwrap();
    assert!(!fits::<u128>(&board) && !fits::<Words<4>>(&board) && fits::<Words<8>>(&board));
    let states = agree::<Words<8>>(&board, Metric::Slides);
    assert!(states.len() > 3);
    let space = RushHour::<Words<8>>::new(board, Metric::Moves).unwrap();
    assert!(space.decode(&Words::<8>::MAX).is_err());
}
