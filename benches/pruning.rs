//! Look-ups in pruning tables that are larger than the caches, for each way of storing
//! them, and what it takes to save and load one: `cargo bench --bench pruning`. The
//! names tell the bits that an entry takes.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use strata::search::pruning::{Kind, Plain, Storage};
use strata::store::{Store, StoreOptions};

/// How many entries have each distance: as the corners of the 3x3x3 cube from the
/// solved ones, in half turns.
const DISTANCES: [u64; 12] = [
    1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616,
    64_736,
];
/// Look-ups of one measurement.
const LOOK_UPS: u64 = 1 << 14;
/// Searches that take turns, each of which waits for its entry.
const AHEAD: usize = 8;

/// Numbers in no order (splitmix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// A number below `end`.
fn below(end: u64, number: u64) -> u64 {
    ((u128::from(mixed(number)) * u128::from(end)) >> 64) as u64
}

type Failure = Box<dyn std::error::Error>;

fn table() -> Result<Plain, Failure> {
    let entries = DISTANCES.iter().sum();
    let mut table = Plain::new(entries)?;
    for index in 0..entries {
        let mut rest = below(entries, index);
        let beyond = |count: &&u64| match rest.checked_sub(**count) {
            Some(less) => {
                rest = less;
                true
            }
            None => false,
        };
        let distance = DISTANCES.iter().take_while(beyond).count();
        table.set(index, distance as u8);
    }
    Ok(table)
}

/// Each place depends on the value before.
fn waiting(table: &Storage) -> u64 {
    (0..LOOK_UPS).fold(0, |sum, number| {
        sum + u64::from(table.get(below(table.entries(), number ^ sum << 20)))
    })
}

/// The places are known long before.
fn ahead(table: &Storage) -> u64 {
    let place = |number| below(table.entries(), number);
    let mut places = [0u64; AHEAD];
    (0..LOOK_UPS).fold(0, |sum, number| {
        let slot = &mut places[number as usize % AHEAD];
        let due = std::mem::replace(slot, place(number));
        table.prefetch(*slot);
        sum + u64::from(table.get(due))
    })
}

fn look_ups(criterion: &mut Criterion, plain: &Plain) -> Result<(), Failure> {
    let mut group = criterion.benchmark_group("look-ups");
    group.throughput(Throughput::Elements(LOOK_UPS)).sample_size(20);
    group.warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
    for kind in Kind::ALL {
        let table = Storage::of(kind, plain)?;
        let bits = table.bytes() as f64 * 8.0 / table.entries() as f64;
        let name = format!("{}, {bits:.3} bits", kind.name());
        group.bench_function(BenchmarkId::new(&name, "waiting"), |bencher| {
            bencher.iter(|| black_box(waiting(&table)));
        });
        group.bench_function(BenchmarkId::new(&name, "eight ahead"), |bencher| {
            bencher.iter(|| black_box(ahead(&table)));
        });
    }
    group.finish();
    Ok(())
}

fn stored(criterion: &mut Criterion, plain: &Storage) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let store = Store::create_or_open(&folder.path().join("store"), &StoreOptions::default())?;
    let mut group = criterion.benchmark_group("stored");
    group.throughput(Throughput::Bytes(plain.bytes())).sample_size(10);
    group.measurement_time(Duration::from_secs(2));
    plain.save(&store, "table", 11)?;
    group.bench_function("load", |bencher| {
        bencher.iter(|| black_box(matches!(Storage::load(&store, "table", u64::MAX), Ok(Some(_)))));
    });
    group.bench_function("save", |bencher| {
        bencher.iter(|| plain.save(&store, "table", 11).is_ok());
    });
    group.finish();
    Ok(())
}

fn pruning(criterion: &mut Criterion) {
    let measured = table().and_then(|plain| {
        look_ups(criterion, &plain)?;
        stored(criterion, &plain.into())
    });
    assert!(measured.is_ok(), "{measured:?}");
}

criterion_group!(benches, pruning);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
