//! The search for cycles without pruning tables: ends of sequences tested a second, by one thread.
//!
//! `cargo bench --bench cycles`

use criterion::{Criterion, Throughput};
use strata::domains::twisty::kernel::Scalar;
use strata::domains::twisty::{
    Effect, Generator, Metric, PackedQuest, Quest, Target, WideQuest, builtin, move_table,
    read_combination,
};
use strata::search::pmida::{
    Begun, Bounds, Canonical, Descent, Found, Ground, Trick, Tricks, begin,
};
use strata::space::Turning;

/// Moves of the sequences.
const LENGTH: usize = 8;

/// Targets that differ in how many pieces stay, and so in how many ends the first question
/// rules out.
const TARGETS: [&str; 4] = ["C[1*,1*] E[1*,5*]", "C[3] E[]", "C[1*,3*,4] E[2,8*]", "C[8] E[2,10]"];

/// Nothing is known.
#[derive(Debug)]
struct NoBounds;

impl<P> Bounds<P> for NoBounds {
    fn questions(&self) -> usize {
        0
    }

    fn entry(&self, _: usize, _: &P) -> u64 {
        0
    }

    fn answer(&self, _: usize, _: u64) -> u8 {
        0
    }
}

type Failure = Box<dyn std::error::Error>;

fn quest(target: &str) -> Result<Quest, Failure> {
    let puzzle = builtin::cube3();
    let (table, effects) = move_table(&puzzle, &Generator::all(&puzzle), Metric::Htm)?;
    let target = Target::of(&puzzle, read_combination(&puzzle, target)?);
    let start = Effect::identity(puzzle.slots());
    Ok(Quest::new(puzzle, table, effects, start, target))
}

/// All sequences of one length below all roots.
fn search<T: Turning>(
    c: &mut Criterion,
    form: &str,
    target: &str,
    space: &T,
) -> Result<(), Failure> {
    // Without the comparison of rotations every canonical sequence below the roots is
    // searched, as by a plain search.
    let tricks = Tricks::ALL.without(Trick::Rotations);
    let canonical = Canonical::new(space.moves());
    let Begun::Roots(plan) = begin(space, &canonical, tricks) else {
        return Err(format!("{target} has a solution above the roots").into());
    };
    let ground = Ground { space, canonical: &canonical, plan: &plan, bounds: &NoBounds, tricks };
    let mut descent = Descent::default();
    let mut all = || {
        let mut sum = Found::default();
        for root in 0..plan.roots.len() {
            descent.begin(&ground, root, LENGTH - plan.depth);
            while descent.advance(&ground, 1 << 20) {}
            let found = descent.take();
            sum.nodes += found.nodes;
            sum.leaves += found.leaves;
        }
        sum
    };
    let mut group = c.benchmark_group(format!("ends/{target}"));
    group.sample_size(10).throughput(Throughput::Elements(all().leaves));
    group.bench_function(form, |b| b.iter(&mut all));
    group.finish();
    Ok(())
}

fn main() -> Result<(), Failure> {
    let mut c = Criterion::default().configure_from_args();
    for target in TARGETS {
        #[cfg(target_arch = "x86_64")]
        if let Some(unit) = strata::domains::twisty::kernel::Avx2::detect() {
            let space = PackedQuest::new(quest(target)?, unit).ok_or("it fits")?;
            search(&mut c, "avx2", target, &space)?;
        }
        let space = PackedQuest::new(quest(target)?, Scalar).ok_or("it fits")?;
        search(&mut c, "scalar", target, &space)?;
        let space = WideQuest::<64>::new(quest(target)?).ok_or("it fits")?;
        search(&mut c, "wide", target, &space)?;
    }
    c.final_summary();
    Ok(())
}
