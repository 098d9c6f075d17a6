//! A puzzle of one's own: `space.rs` says what a state and a move are, and the
//! engine does the rest. What it finds is kept in the folder given (`pancakes.db`
//! unless another is named); run it twice, or kill it and run it again.
//!
//! `cargo run --release --example pancake [-- FOLDER]`

mod draw;
mod space;

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use space::Pancakes;
use strata::engine::{Control, Engine, Settings};
use strata::search::{Generations, replay};
use strata::space::{Draw as _, StateSpace as _};
use strata::store::{SolutionKey, SolutionRow, Store, StoreOptions};

fn main() -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let folder = std::env::args().nth(1).unwrap_or_else(|| "pancakes.db".to_owned());
    let space = Pancakes { start: vec![5, 9, 2, 7, 1, 8, 4, 6, 3] };

    let store = Store::create_or_open(Path::new(&folder), &StoreOptions::default())?;
    let engine = Engine::new(&store, Settings::default(), Arc::new(Control::default()));
    let report = engine.run(&space, "nine pancakes", Generations::solve(), &mut ())?;
    let known = if report.was_finished { "known" } else { "found" };
    writeln!(out, "{:?}: {} states {known}", report.verdict, report.row.states)?;

    let solution = SolutionKey { run: report.run, number: 0 };
    if let Some(solution) = store.row::<SolutionRow>(&solution)? {
        writeln!(out, "{} {}, and no fewer:", solution.length, space.metric())?;
        let path = replay(&space, &solution.keys)?;
        writeln!(out, "           {}", space.text(&path.states[0], None))?;
        for (action, state) in path.moves.iter().zip(&path.states[1..]) {
            writeln!(out, "{:>10} {}", action.to_string(), space.text(state, Some(action)))?;
        }
    }
    Ok(())
}
