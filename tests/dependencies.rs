//! What strata is built from, checked with cargo alone: `deny.toml` is kept also
//! where cargo-deny is not installed.

#![cfg(test)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Reads a file at the root of the package as TOML.
fn toml(name: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The strings of an array.
fn strings(value: &toml::Value) -> BTreeSet<String> {
    let strings = value.as_array().unwrap().iter();
    strings.map(|string| string.as_str().unwrap().to_owned()).collect()
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a licence expression can be met with the allowed licences alone.
fn allowed(expression: &str, allow: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
    either(&mut words, allow) && words.is_empty()
}

fn either(words: &mut Vec<&str>, allow: &BTreeSet<String>) -> bool {
    let mut met = both(words, allow);
    while words.pop_if(|word| *word == "OR").is_some() {
        met |= both(words, allow);
    }
    met
}

fn both(words: &mut Vec<&str>, allow: &BTreeSet<String>) -> bool {
    let mut met = single(words, allow);
    while words.pop_if(|word| *word == "AND").is_some() {
        met &= single(words, allow);
    }
    met
}

fn single(words: &mut Vec<&str>, allow: &BTreeSet<String>) -> bool {
    match words.pop() {
        Some("(") => {
            let met = either(words, allow);
            words.pop() == Some(")") && met
        }
        Some(licence) => {
            let exception = words.pop_if(|word| *word == "WITH").and_then(|_| words.pop());
            exception.is_none() && allow.contains(licence)
        }
        None => false,
    }
}

#[test]
fn every_licence_is_allowed() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let version = run("rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata =
        run(&cargo, &["metadata", "--format-version=1", "--locked", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let allow = strings(&toml("deny.toml")["licenses"]["allow"]);

    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50, "only {} packages", packages.len());
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !allowed(package["license"].as_str().unwrap_or("none"), &allow))
        .map(|package| format!("{} {} {}", package["name"], package["version"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn everything_comes_from_the_one_registry() {
    let lock = toml("Cargo.lock");
    let registries = strings(&toml("deny.toml")["sources"]["allow-registry"]);
    for package in lock["package"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        match package.get("source") {
            None => assert_eq!(name, "strata", "only the package itself lies here"),
            Some(source) => {
                let source = source.as_str().unwrap();
                let registry = source.strip_prefix("registry+");
                let known = registry.is_some_and(|registry| registries.contains(registry));
                assert!(known, "{name} comes from {source}");
                assert!(package.get("checksum").is_some(), "{name} has no checksum");
            }
        }
    }
}

#[test]
fn bincode_stays_at_its_last_version_and_is_the_only_ignored_advisory() {
    assert_eq!(toml("Cargo.toml")["dependencies"]["bincode"].as_str(), Some("=1.3.3"));
    let ignored = strings(&toml("deny.toml")["advisories"]["ignore"]);
    assert_eq!(ignored, ["RUSTSEC-2025-0141".to_owned()].into());
}

#[test]
fn licence_expressions_are_understood() {
    let allow = ["MIT".to_owned(), "Apache-2.0".to_owned(), "ISC".to_owned()].into();
    for good in [
        "MIT",
        "MIT/GPL-3.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-3.0) AND ISC",
        "GPL-3.0 AND ISC OR MIT",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
    ] {
        assert!(allowed(good, &allow), "{good}");
    }
    for bad in ["", "none", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT ISC", "MIT AND"] {
        assert!(!allowed(bad, &allow), "{bad}");
    }
}
