//! What the program says of a search.

use assert_cmd::assert::OutputAssertExt;
use serde_json::{Value, json};

use super::home::Home;

/// Runs `strata` with `--json`, and gives its result message.
pub(crate) fn result(home: &Home, exit: i32, args: &[&str]) -> Value {
    let output = home.strata(args).arg("--json").assert().code(exit).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!((&last["message_type"], &last["schema"]), (&json!("result"), &json!(1)), "{last}");
    last
}
