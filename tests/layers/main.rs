//! Keeps the layers apart, as ARCHITECTURE.md draws them, and the source tidy.
//!
//! Every rule is a function from source text to complaints, so that the tests
//! can also show that it complains.

#![cfg(test)]

mod paths;
mod tokens;

use std::fs;
use std::path::{Path, PathBuf};

use paths::own_paths;
use tokens::{Kind, Token, tokens};

/// Each layer with the layers it may use besides itself.
const LAYERS: [(&str, &[&str]); 10] = [
    ("space", &[]),
    ("domains", &["space"]),
    ("store", &["space"]),
    ("search", &["store", "space"]),
    ("engine", &["search", "store", "space", "telemetry"]),
    ("inspect", &["engine", "search", "store", "space"]),
    ("serve", &["inspect", "engine", "search", "store", "space", "telemetry"]),
    (
        "cli",
        &[
            "serve",
            "inspect",
            "engine",
            "domains",
            "search",
            "store",
            "space",
            "config",
            "telemetry",
        ],
    ),
    ("config", &[]),
    ("telemetry", &[]),
];

/// Layers that work on any space and so never name a puzzle.
const GENERIC: [&str; 5] = ["space", "store", "search", "engine", "inspect"];

/// What a generic layer must not say.
const PUZZLES: [&str; 6] = ["sliding", "rushhour", "rush_hour", "freecell", "twisty", "klotski"];

/// The greatest size of a source file in bytes: a file that grows beyond it has
/// more than one purpose.
const MAX_FILE: usize = 36 * 1024;

/// Where there is Rust.
const RUST: [&str; 5] = ["src", "migrations", "tests", "benches", "examples"];

/// A file below the root of the package.
struct Source {
    /// Its path from the root, with `/`.
    name: String,
    text: String,
}

/// The modules that a file is, such as `["store", "codec"]` for
/// `src/store/codec.rs`. Migrations are part of the store.
fn module_of(name: &str) -> Vec<String> {
    let name = name.replace("migrations/", "store/migrate/");
    let name = name.trim_start_matches("src/").trim_end_matches(".rs");
    let mut module: Vec<String> = name.split('/').map(str::to_owned).collect();
    module.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
    module
}

/// Complaints about arrows from `name` to layers that it must not see.
fn forbidden_arrows(name: &str, text: &str) -> Vec<String> {
    let module = module_of(name);
    let own_paths = own_paths(&tokens(text), &module);
    let Some(layer) = module.first() else {
        // The roots only say which layers there are and start the program.
        let started = |path: &&paths::OwnPath| {
            path.segments.first().is_none_or(|to| to != "cli" && name == "src/main.rs")
        };
        return own_paths
            .iter()
            .filter(started)
            .map(|path| format!("{name}:{}: the program starts in `cli` alone", path.line))
            .collect();
    };
    let Some((_, allowed)) = LAYERS.iter().find(|(known, _)| known == layer) else {
        return vec![format!("{name}: `{layer}` is no layer; give it a place in LAYERS")];
    };
    let complain = |path: &paths::OwnPath| {
        let at = format!("{name}:{}", path.line);
        match path.segments.first().map(String::as_str) {
            None | Some("*") => Some(format!("{at}: a name for the crate's root hides arrows")),
            Some(to) if to == layer || allowed.contains(&to) => None,
            Some(to) if LAYERS.iter().any(|(known, _)| *known == to) => {
                Some(format!("{at}: `{layer}` must not see `{to}`"))
            }
            Some(to) => Some(format!("{at}: `{to}` at the crate's root hides its layer")),
        }
    };
    own_paths.iter().filter_map(complain).collect()
}

/// The tokens without items under `#[cfg(test)]`.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((first, others)) = rest.split_first() {
        let marks = ["#", "[", "cfg", "(", "test", ")", "]"];
        if rest.len() >= marks.len() && marks.iter().zip(rest).all(|(mark, t)| t.is(mark)) {
            rest = &rest[marks.len()..];
            let mut depth = 0_usize;
            while let Some((token, others)) = rest.split_first() {
                rest = others;
                depth += usize::from(token.is("{"));
                if token.is("}") {
                    depth -= 1;
                }
                if depth == 0 && (token.is("}") || token.is(";")) {
                    break;
                }
            }
        } else {
            kept.push(first.clone());
            rest = others;
        }
    }
    kept
}

/// Complaints about a generic layer that knows a puzzle by name, in an
/// identifier or in a string.
fn named_puzzles(name: &str, text: &str) -> Vec<String> {
    let module = module_of(name);
    let generic = module.first().is_some_and(|layer| GENERIC.contains(&layer.as_str()));
    if !generic || module.last().is_some_and(|last| last == "tests") {
        return Vec::new();
    }
    without_tests(tokens(text))
        .iter()
        .filter(|token| {
            let lower = token.text.to_lowercase();
            PUZZLES.iter().any(|puzzle| lower.contains(puzzle))
        })
        .map(|token| format!("{name}:{}: names a puzzle: `{}`", token.line, token.text))
        .collect()
}

/// Complaints about bincode outside the one module that may know it.
fn stray_codec(name: &str, text: &str) -> Vec<String> {
    if name == "src/store/codec.rs" {
        return Vec::new();
    }
    tokens(text)
        .iter()
        .filter(|token| token.kind == Kind::Word && token.text == "bincode")
        .map(|token| format!("{name}:{}: bincode outside store/codec.rs", token.line))
        .collect()
}

/// Complaints about tests that are switched off.
fn ignored_tests(name: &str, text: &str) -> Vec<String> {
    let tokens = tokens(text);
    tokens
        .windows(2)
        .filter(|pair| (pair[0].is("[") || pair[0].is(",")) && pair[1].is("ignore"))
        .map(|pair| format!("{name}:{}: a test that is never run", pair[1].line))
        .collect()
}

/// Complaints about paths of somebody's machine.
fn machine_paths(name: &str, text: &str) -> Vec<String> {
    // Put together here, so that this file does not complain about itself.
    let homes = ["home", "root", "Users", "work", "mnt"].map(|home| format!("/{home}/"));
    let starts_a_path = |line: &str, at: usize| {
        !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-/}$".contains(c))
    };
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for home in &homes {
            if line.match_indices(home.as_str()).any(|(at, _)| starts_a_path(line, at)) {
                found.push(format!("{name}:{}: a path of one machine: {home}", number + 1));
            }
        }
    }
    found
}

/// Complaints about files too large to have one purpose.
fn oversized(name: &str, text: &str) -> Vec<String> {
    if text.len() <= MAX_FILE {
        return Vec::new();
    }
    vec![format!("{name}: {} bytes, at most {MAX_FILE} are allowed", text.len())]
}

/// All text files below `folders` of the package whose name ends in `ending`.
fn sources(folders: &[&str], ending: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                open.push(path);
            } else if name.ends_with(ending)
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push(Source { name, text });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn assert_none(rule: fn(&str, &str) -> Vec<String>, sources: &[Source]) {
    assert!(!sources.is_empty(), "nothing was looked at");
    let found: Vec<String> = sources.iter().flat_map(|s| rule(&s.name, &s.text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_arrow_goes_where_it_must_not() {
    assert_none(forbidden_arrows, &sources(&["src", "migrations"], ".rs"));
}

#[test]
fn generic_layers_name_no_puzzle() {
    assert_none(named_puzzles, &sources(&["src", "migrations"], ".rs"));
}

#[test]
fn bincode_is_isolated() {
    assert_none(stray_codec, &sources(&RUST, ".rs"));
}

#[test]
fn no_test_is_switched_off() {
    assert_none(ignored_tests, &sources(&RUST, ".rs"));
}

#[test]
fn no_file_names_somebodys_machine() {
    let folders =
        ["src", "tests", "benches", "examples", "scripts", "config", "migrations", "puzzles"];
    assert_none(machine_paths, &sources(&folders, ""));
}

#[test]
fn files_keep_to_one_purpose() {
    assert_none(oversized, &sources(&RUST, ".rs"));
}

#[test]
fn forbidden_arrows_are_seen() {
    let bad = [
        ("src/space/key.rs", "use crate::store::Store;"),
        ("src/store/mod.rs", "fn f() { crate::engine::run() }"),
        ("src/store/codec.rs", "use super::super::cli;"),
        ("src/search/mod.rs", "use crate::{space::Key, domains::x};"),
        ("src/engine/mod.rs", "use crate::inspect::Path;"),
        ("src/domains/a/mod.rs", "use crate::store;"),
        ("src/domains/a/b.rs", "mod tests { use super::super::super::super::store; }"),
        ("src/config/mod.rs", "use crate::space::Key;"),
        ("src/telemetry/mod.rs", "use crate::config::Settings;"),
        ("migrations/0001_blocks.rs", "use crate::engine::Run;"),
        ("src/inspect/mod.rs", "use crate as strata;"),
        ("src/store/mod.rs", "use super::*;"),
        ("src/store/mod.rs", "use crate::Store;"),
        ("src/new/mod.rs", ""),
        ("src/main.rs", "fn main() { strata::engine::run() }"),
    ];
    for (name, text) in bad {
        assert_eq!(forbidden_arrows(name, text).len(), 1, "{name}: {text}");
    }
    let good = [
        ("src/cli/solve.rs", "use crate::{config, domains::x, engine::{a, b}, telemetry};"),
        ("src/engine/pipeline.rs", "use crate::search::S; use super::events; use crate::space::K;"),
        ("src/store/mod.rs", "mod tests { use super::*; } // crate::engine"),
        ("src/domains/a/b.rs", "use super::super::c; use crate::space::Key;"),
        ("migrations/0001_blocks.rs", "use super::Step; use crate::{space::K, store::Row};"),
        ("src/main.rs", "fn main() { strata::cli::main() }"),
    ];
    for (name, text) in good {
        assert_eq!(forbidden_arrows(name, text), [""; 0], "{name}: {text}");
    }
}

#[test]
fn named_puzzles_are_seen() {
    let bad = [
        ("src/engine/mod.rs", "match domain { \"sliding\" => 1 }"),
        ("src/store/mod.rs", "struct FreecellRows;"),
        ("src/search/mod.rs", "#[cfg(test)] mod t { fn f() { {} } } fn rushhour() {}"),
    ];
    for (name, text) in bad {
        assert_eq!(named_puzzles(name, text).len(), 1, "{name}: {text}");
    }
    let good = [
        ("src/engine/mod.rs", "/// Solves a sliding puzzle.\nfn f() {}"),
        ("src/engine/mod.rs", "#[cfg(test)] mod tests { const X: &str = \"sliding\"; }"),
        ("src/engine/tests.rs", "const X: &str = \"sliding\";"),
        ("src/cli/mod.rs", "match domain { \"sliding\" => 1 }"),
    ];
    for (name, text) in good {
        assert_eq!(named_puzzles(name, text), [""; 0], "{name}: {text}");
    }
}

#[test]
fn untidy_source_is_seen() {
    assert_eq!(stray_codec("src/store/rows.rs", "use bincode::Options;").len(), 1);
    assert_eq!(stray_codec("src/store/codec.rs", "use bincode::Options;").len(), 0);
    assert_eq!(stray_codec("src/store/rows.rs", "// bincode\n\"bincode\"").len(), 0);

    assert_eq!(ignored_tests("tests/a.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}").len(), 1);
    assert_eq!(ignored_tests("tests/a.rs", "#[test]\n#[cfg_attr(x, ignore)]\nfn f() {}").len(), 1);
    assert_eq!(ignored_tests("tests/a.rs", "fn ignore() {} // #[ignore]").len(), 0);

    let home = format!("open(\"/{}/me/store\")", "home");
    assert_eq!(machine_paths("scripts/x", &home).len(), 1);
    assert_eq!(machine_paths("scripts/x", "cd \"$HOME/src\"; cd ./work/x; a/root/b").len(), 0);

    assert_eq!(oversized("src/a.rs", &"x".repeat(MAX_FILE + 1)).len(), 1);
    assert_eq!(oversized("src/a.rs", &"x".repeat(MAX_FILE)).len(), 0);
}
