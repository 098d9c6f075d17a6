//! A puzzle whose moves cannot be taken back, searched in memory alone: nothing
//! is kept. See the example `pancake` for a store.
//!
//! `cargo run --release --example water_jugs`

mod space;

use std::io::Write as _;
use std::sync::Arc;

use space::Jugs;
use strata::engine::{Control, Engine, Settings};
use strata::search::Generations;
use strata::store::{SolutionKey, SolutionRow, Store};

fn main() -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let space = Jugs { sizes: vec![8, 13, 21, 34], target: 4 };

    let store = Store::in_memory();
    let engine = Engine::new(&store, Settings::default(), Arc::new(Control::default()));
    let report = engine.run(&space, "jugs", Generations::solve(), &mut ())?;
    let solution = SolutionKey { run: report.run, number: 0 };
    match store.row::<SolutionRow>(&solution)? {
        Some(solution) => {
            writeln!(
                out,
                "{} {}: {}",
                solution.length,
                solution.metric,
                solution.moves.join(", ")
            )?;
        }
        None => writeln!(out, "{:?} after {} states", report.verdict, report.row.states)?,
    }
    Ok(())
}
