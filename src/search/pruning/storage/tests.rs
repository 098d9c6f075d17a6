use proptest::prelude::*;

use super::lines::LINE;
use super::*;
use crate::store::{PruningTable, Store};

/// Values without order: those of a generator of 64-bit numbers, made rarer above 8.
fn scattered(entries: usize) -> Vec<u8> {
    let mut seed = 7u64;
    let mut next = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32
    };
    let share = |number: u32| match number % 1000 {
        0 => 15,
        1..10 => 4,
        10..100 => 6,
        100..400 => 7,
        400..960 => 8,
        _ => 9,
    };
    (0..entries).map(|_| share(next())).collect()
}

/// Tables at which a storage could go wrong.
fn tables() -> Vec<Vec<u8>> {
    let mut tables = vec![
        (0..16).collect(),
        vec![255, 16, 15, 0],
        // Every value on its own, and the other way round.
        (0..16).flat_map(|value| vec![value; 1000]).collect(),
        (0..16).rev().flat_map(|value| vec![value; 1000]).collect(),
        (0..20_000).map(|index| (index % 16) as u8).collect(),
    ];
    for length in [0, 1, 2, 63, 127, 128, 129, 253, 254, 255, 508, 3583, 3584, 3585, 20_000] {
        tables.push(scattered(length));
        tables.extend([0, 3, 12, 15].map(|value| vec![value; length]));
        for (most, outlier) in [(8, 0), (8, 15), (15, 0), (0, 15)] {
            for at in [0, length / 2, length.saturating_sub(1)] {
                let mut values = vec![most; length];
                values.iter_mut().skip(at).take(1).for_each(|value| *value = outlier);
                tables.push(values);
            }
        }
    }
    tables
}

fn stored(kind: Kind, values: &[u8]) -> Storage {
    let storage = Storage::of(kind, values).unwrap();
    assert_eq!((storage.kind(), storage.entries()), (kind, values.len() as u64));
    assert_eq!(storage.bytes() % LINE as u64, 0);
    storage
}

/// All that the table says, and that it says nothing beyond its end.
fn told(storage: &Storage) -> Vec<u8> {
    let entries = storage.entries();
    for beyond in [0, 1, 127, 254, 1 << 20] {
        assert_eq!(storage.get(entries + beyond), 0, "{:?}", storage.kind());
        storage.prefetch(entries + beyond);
    }
    for index in [u64::MAX, u64::MAX / 2, u64::MAX - 255] {
        assert_eq!(storage.get(index), 0, "{:?}", storage.kind());
        storage.prefetch(index);
    }
    (0..entries).map(|index| storage.get(index)).collect()
}

fn again(storage: &Storage) -> Storage {
    let (kind, entries) = (storage.kind(), storage.entries());
    Storage::from_parts(kind, entries, &storage.parameters(), storage.lines().clone()).unwrap()
}

/// What two bits can tell of each entry, and the sum of what is lost, with a base.
fn with_base(values: &[u8], base: u8) -> (Vec<u8>, u64) {
    let mut bounds = Vec::new();
    for line in values.chunks(254) {
        let least = *line.iter().min().unwrap();
        bounds.extend(line.iter().map(|&value| match value {
            value if value <= base => least,
            value if value > base + 3 => (base + 3).max(least),
            value => value,
        }));
    }
    let lost = values.iter().zip(&bounds).map(|(value, bound)| u64::from(value - bound)).sum();
    (bounds, lost)
}

fn check_all(values: &[u8]) {
    let capped: Vec<u8> = values.iter().map(|&value| value.min(FARTHEST)).collect();
    for kind in [Kind::Plain, Kind::Tans] {
        let storage = stored(kind, values);
        assert_eq!(told(&storage), capped, "{kind:?}");
        assert_eq!(told(&again(&storage)), capped, "{kind:?}");
    }
    let storage = stored(Kind::TwoBits, values);
    let bounds = told(&storage);
    assert_eq!(told(&again(&storage)), bounds);
    assert!(bounds.iter().zip(&capped).all(|(bound, value)| bound <= value));
    let lost = capped.iter().zip(&bounds).map(|(value, bound)| u64::from(value - bound)).sum();
    let ways: Vec<_> = (0..=12).map(|base| with_base(&capped, base)).collect();
    assert_eq!(ways.iter().map(|(_, lost)| *lost).min(), Some(lost));
    let Storage::TwoBits(two_bits) = &storage else { panic!("{storage:?}") };
    assert_eq!(ways[usize::from(two_bits.base())].0, bounds);
}

#[test]
fn every_storage_tells_what_it_should() {
    tables().iter().for_each(|values| check_all(values));
}

#[test]
fn a_plain_table_can_be_filled_in_any_order() {
    let values = scattered(1001);
    let mut plain = Plain::new(1001).unwrap();
    plain.set(1001, 15);
    for (index, &value) in values.iter().enumerate().rev() {
        plain.set(index as u64, 15);
        plain.set(index as u64, value);
    }
    plain.set(500, 99);
    plain.set(u64::MAX, 1);
    let mut expected = values;
    expected[500] = 15;
    assert_eq!(histogram(&plain), histogram(&expected[..]));
    assert_eq!(told(&Storage::of(Kind::Tans, &plain).unwrap()), expected);
    assert_eq!(told(&plain.into()), expected);
}

#[test]
fn no_storage_asks_for_memory_that_cannot_be() {
    struct Endless;
    impl Values for Endless {
        fn entries(&self) -> u64 {
            u64::MAX
        }
        fn value(&self, _: u64) -> u8 {
            unreachable!("nothing can be stored")
        }
    }
    let refused = |result| matches!(result, Err(StorageError::OutOfMemory { .. }));
    assert!(refused(Storage::of(Kind::Plain, &Endless)));
    assert!(refused(Plain::new(u64::MAX).map(Storage::from)));
}

#[test]
fn the_fastest_storage_that_fits_is_chosen() {
    let values = scattered(200_000);
    let histogram = histogram(&values[..]);
    let entropy: f64 = histogram
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| count as f64 / 2e5)
        .map(|share| -share * share.log2())
        .sum();
    let [plain, two_bits, tans] = Kind::ALL.map(|kind| kind.bytes(&histogram));
    assert_eq!((plain, two_bits), (100_032, 788 * 64));
    let bits = tans as f64 * 8.0 / 2e5;
    assert!((entropy + 0.2..entropy + 0.3).contains(&bits), "{bits} bits, entropy {entropy}");
    for (limit, kind) in [
        (u64::MAX, Some(Kind::Plain)),
        (plain, Some(Kind::Plain)),
        (plain - 1, Some(Kind::TwoBits)),
        (two_bits, Some(Kind::TwoBits)),
        (two_bits - 1, Some(Kind::Tans)),
        (tans, Some(Kind::Tans)),
        (tans - 1, None),
        (0, None),
    ] {
        assert_eq!(Kind::fitting(&histogram, limit), kind, "{limit}");
    }
    for kind in Kind::ALL {
        let (storage, expected) = (stored(kind, &values), kind.bytes(&histogram));
        assert!(storage.bytes() <= expected, "{kind:?}: {} of {expected}", storage.bytes());
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
    }
    assert_eq!(Kind::from_name("nibbles"), None);
    // Nothing takes nothing, but for the end of the coded stream.
    assert_eq!(Kind::fitting(&[0; 16], 0), Some(Kind::Plain));
    // No sum is too large.
    assert!(Kind::ALL.iter().all(|kind| kind.bytes(&[u64::MAX; 16]) > 1 << 60));
}

#[test]
fn coded_tables_are_as_small_as_expected() {
    let uniform: Vec<u8> = scattered(100_000).iter().zip(0u8..16).map(|(_, value)| value).collect();
    for values in tables().into_iter().chain([uniform]) {
        let histogram = histogram(&values[..]);
        let (actual, expected) =
            (stored(Kind::Tans, &values).bytes(), Kind::Tans.bytes(&histogram));
        // Sorted values are the worst: their states do not mix.
        assert!(actual <= expected + expected / 50, "{actual} bytes, expected {expected}");
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Plain), Just(Kind::TwoBits), Just(Kind::Tans)]
}

proptest! {
    #[test]
    fn any_values_come_back(values in prop::collection::vec(0u8..18, 0..600)) {
        check_all(&values);
    }

    #[test]
    fn damaged_tables_are_refused_or_read(
        kind in kind(),
        entries in prop_oneof![0u64..9000, any::<u64>()],
        parameters in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..40),
            Just(Storage::of(Kind::Tans, &scattered(5000)[..]).unwrap().parameters()),
            (0u8..13).prop_map(|base| vec![base]),
            Just(vec![]),
        ],
        bytes in prop::collection::vec(any::<u8>(), 0..4000),
        more in prop::collection::vec(any::<u64>(), 20),
    ) {
        let fitting = |entries: u64| match kind {
            Kind::Plain => Plain::bytes_of(entries),
            Kind::TwoBits => TwoBits::bytes_of(entries),
            Kind::Tans => bytes.len() as u64,
        };
        let length = if entries < 9000 { fitting(entries) } else { bytes.len() as u64 };
        let mut lines = Lines::zeroed(length).unwrap();
        lines.as_mut_bytes().iter_mut().zip(bytes.iter().cycle()).for_each(|(to, from)| *to = *from);
        if let Some(storage) = Storage::from_parts(kind, entries, &parameters, lines) {
            let all = (0..entries.min(9000)).chain(more.iter().map(|more| more % (entries + 1)));
            for index in all {
                prop_assert!(storage.get(index) <= FARTHEST);
                storage.prefetch(index);
            }
        }
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let values = scattered(5000);
    for kind in Kind::ALL {
        let storage = stored(kind, &values);
        let parts = |kind, entries, parameters: &[u8]| {
            Storage::from_parts(kind, entries, parameters, storage.lines().clone()).is_some()
        };
        let own = storage.parameters();
        assert!(parts(kind, 5000, &own));
        assert!(!parts(kind, 5000, &[&own[..], &[0]].concat()), "{kind:?}");
        assert!(!parts(kind, 500_000, &own) && !parts(kind, u64::MAX, &own), "{kind:?}");
        for other in Kind::ALL.into_iter().filter(|other| *other != kind) {
            assert!(!parts(other, 5000, &own), "{kind:?} as {other:?}");
        }
    }
    let lines = stored(Kind::TwoBits, &values).lines().clone();
    assert!(Storage::from_parts(Kind::TwoBits, 5000, &[13], lines).is_none());
}

#[test]
fn a_saved_table_is_loaded_as_it_was() {
    let (store, values) = (Store::in_memory(), scattered(700_000));
    for (depth, kind) in (7..).zip(Kind::ALL) {
        let storage = stored(kind, &values);
        storage.save(&store, "corners", depth).unwrap();
        let load = |limit| Storage::load(&store, "corners", limit);
        let (loaded, complete) = load(storage.bytes()).unwrap().unwrap();
        assert_eq!((loaded.kind(), complete), (kind, depth));
        assert_eq!(told(&loaded), told(&storage));
        let refused = load(storage.bytes() - 1).unwrap_err();
        assert!(matches!(refused, StorageError::TooLarge { .. }), "{refused}");
    }
    assert!(Storage::load(&store, "edges", u64::MAX).unwrap().is_none());
}

#[test]
fn what_is_no_table_is_told_with_its_name() {
    let store = Store::in_memory();
    for (storage, entries, parameters, bytes, what) in [
        ("nibbles", 128, &[][..], 64, "there is no storage \"nibbles\""),
        ("plain", 129, &[], 64, "64 bytes cannot be 129 entries"),
        ("plain", 128, &[1], 64, "64 bytes cannot be 128 entries"),
        ("two-bits", 254, &[13], 64, "64 bytes cannot be 254 entries"),
        ("plain", 120, &[], 60, "60 bytes cannot be 120 entries"),
    ] {
        let bytes = &vec![1; bytes][..];
        let table = PruningTable { name: "t", entries, depth: 1, storage, parameters, bytes };
        store.save_pruning_table(&table).unwrap();
        let error = Storage::load(&store, "t", 1 << 20).unwrap_err().to_string();
        assert!(error.contains("\"t\" is damaged") && error.contains(what), "{error}");
    }
}
