//! Memory budgets, through the program: they hold, and do not change what is
//! found.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
    pub(crate) mod result;
}

use common::home::Home;
use common::result::result;
use serde_json::Value;

const MIB: u64 = 1 << 20;

/// What a search with a store takes beside its budgets and beside what a small
/// one takes: the write buffer of the database fills.
const BESIDE: u64 = 24 * MIB;

/// Six tiles on a board that is mostly empty: 15!/9! states in few generations,
/// so that a generation has candidates of many mebibytes.
const WIDE: &str = "ABC..\n.....\n..DEF\n\nF....\n.....\n.....\n";

fn census(home: &Home, puzzle: &[&str], candidates: &str, batch: &str) -> Value {
    let store = format!("{candidates}-{batch}");
    let budgets = ["--memory-candidates", candidates, "--memory-batch", batch, "--store", &store];
    result(home, 0, &[&["census", "--threads", "2"], puzzle, &budgets].concat())
}

fn peak(result: &Value) -> u64 {
    result["peak_memory_bytes"].as_u64().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn budgets_hold_and_do_not_change_what_is_found() {
    let home = Home::new();
    home.write("wide.txt", WIDE);
    let wide = ["wide.txt", "--metric", "steps", "--distinct"];
    let base = peak(&census(&home, &["klotski"], "1MiB", "1MiB"));
    let ample = census(&home, &wide, "512MiB", "64MiB");
    assert_eq!(ample["states"], 15 * 14 * 13 * 12 * 11 * 10);
    for (size, budget) in [("1MiB", MIB), ("16MiB", 16 * MIB)] {
        let found = census(&home, &wide, size, size);
        for field in ["generations", "states", "edges", "checksum"] {
            assert_eq!(found[field], ample[field], "twice {size}: {field}");
        }
        let most = base + 2 * budget + BESIDE;
        assert!(peak(&found) < most, "twice {size}: {} of {most}", peak(&found));
    }
    // Else the bound of the small budgets would say nothing.
    assert!(peak(&ample) > base + 2 * MIB + BESIDE, "{} and {base}", peak(&ample));
}
