//! The engine against a hash set in memory, on whole spaces: `cargo bench`.
//! `scripts/bench` compares whole programs and their memory.

mod baseline;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use baseline::hash_set_search;
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group};
use strata::domains::{Options, Problem, Visitor};
use strata::engine::{Control, Engine, Settings};
use strata::search::{Fcc, FccOptions, Generations, Order};
use strata::space::{Draw, StateSpace};
use strata::store::{Store, StoreOptions};

/// Small spaces, so that a benchmark takes seconds: name and metric.
const PUZZLES: [(&str, &str); 5] = [
    ("klotski", "moves"),
    ("century", "steps"),
    ("block-10-v11", "moves"),
    ("rush-hour/states-541934", "moves"),
    ("freecell/ms-11982", "cards"),
];

type Failure = Box<dyn std::error::Error>;

/// Searches the whole space and gives the number of states.
fn census<S: StateSpace>(space: &S, store: &Store) -> Result<u64, Failure> {
    let engine = Engine::new(store, Settings::default(), Arc::new(Control::default()));
    Ok(engine.run(space, "benchmark", Generations::census(false), &mut ())?.row.states)
}

/// Searches the whole space by components.
fn components<S: StateSpace>(space: &S) -> Result<u64, Failure> {
    let (store, settings) = (Store::in_memory(), Settings::default());
    let options = FccOptions { census: true, order: Order::Depth, safe: false, keep: true };
    let strategy = Fcc::new(options, settings.candidates, None);
    let engine = Engine::new(&store, settings, Arc::new(Control::default()));
    Ok(engine.run(space, "benchmark", strategy, &mut ())?.row.states)
}

fn stored_census<S: StateSpace>(space: &S, folder: &Path) -> Result<u64, Failure> {
    let store = Store::create_or_open(folder, &StoreOptions::default())?;
    census(space, &store)
}

struct Compare<'c> {
    criterion: &'c mut Criterion,
    name: String,
}

impl Visitor for Compare<'_> {
    type Output = Result<(), Failure>;

    fn visit<S: Draw>(self, space: &S) -> Self::Output {
        let states = hash_set_search(space)?.generations.iter().sum();
        let mut group = self.criterion.benchmark_group(self.name);
        group.throughput(Throughput::Elements(states));
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        let id = |name| BenchmarkId::from_parameter(name);
        group.bench_function(id("hash set"), |bencher| {
            bencher.iter(|| black_box(hash_set_search(space).is_ok()));
        });
        assert_eq!(census(space, &Store::in_memory())?, states);
        group.bench_function(id("engine, no store"), |bencher| {
            bencher.iter(|| black_box(census(space, &Store::in_memory()).is_ok()));
        });
        assert_eq!(stored_census(space, tempfile::tempdir()?.path())?, states);
        group.bench_function(id("engine, stored"), |bencher| {
            bencher.iter_batched(
                tempfile::tempdir,
                |folder| folder.map(|folder| stored_census(space, folder.path()).is_ok()),
                criterion::BatchSize::PerIteration,
            );
        });
        if space.has_components() {
            group.bench_function(id("components, no store"), |bencher| {
                bencher.iter(|| black_box(components(space).is_ok()));
            });
        }
        group.finish();
        Ok(())
    }
}

fn searches(criterion: &mut Criterion) {
    for (puzzle, metric) in PUZZLES {
        let name = format!("{puzzle} {metric}");
        let options = Options { metric: Some(metric.to_owned()), ..Options::default() };
        let compared = Problem::named(puzzle, &options)
            .and_then(|problem| problem.visit(Compare { criterion: &mut *criterion, name }))
            .map_err(Failure::from)
            .flatten();
        assert!(compared.is_ok(), "{compared:?}");
    }
}

criterion_group!(benches, searches);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
