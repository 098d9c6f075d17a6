//! The whole-program baseline of `scripts/bench`: searches a puzzle's whole space
//! in memory with a hash set and prints what it saw as JSON.
//!
//! `cargo run --release --example hash_set_bfs -- climb-12 [moves|straight|steps]`

#[path = "../benches/baseline/mod.rs"]
mod baseline;

use std::io::Write as _;

use baseline::{Seen, hash_set_search};
use strata::domains::{Options, Problem, Visitor};
use strata::space::{BadKey, Draw};

struct Search;

impl Visitor for Search {
    type Output = Result<Seen, BadKey>;

    fn visit<S: Draw>(self, space: &S) -> Self::Output {
        hash_set_search(space)
    }
}

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let puzzle = arguments.next().unwrap_or_else(|| "klotski".to_owned());
    let options = Options { metric: arguments.next(), ..Options::default() };
    let seen = Problem::named(&puzzle, &options)?.visit(Search)??;
    let answer = serde_json::json!({
        "puzzle": puzzle,
        "states": seen.generations.iter().sum::<u64>(),
        "generations": seen.generations,
        "edges": seen.edges,
        "goals": seen.goals,
    });
    writeln!(std::io::stdout(), "{answer}")?;
    Ok(())
}
