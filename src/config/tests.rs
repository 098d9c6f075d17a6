//! Layering, end to end but for the process's own environment.

use std::path::{Path, PathBuf};

use super::*;

fn flag(key: &'static str, value: &str, flag: &'static str) -> Override {
    Override { key, value: value.to_owned(), flag }
}

fn write(dir: &Path, name: &str, text: &str) -> Option<PathBuf> {
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    Some(path)
}

/// The message of settings that are refused.
fn refused(sources: &Sources) -> String {
    Loaded::load(sources).unwrap_err().to_string()
}

fn refused_file(text: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let local_file = write(dir.path(), "strata.toml", text);
    let message = refused(&Sources { local_file, ..Sources::default() });
    message.replace(&format!("{}/", dir.path().display()), "")
}

fn refused_variable(name: &str, value: &str) -> String {
    let environment = vec![(name.to_owned(), value.into())];
    refused(&Sources { environment, ..Sources::default() })
}

#[test]
fn defaults_set_every_key_to_its_normal_notation() {
    let loaded = Loaded::load(&Sources::default()).unwrap();
    let table: toml::Table = DEFAULTS.parse().unwrap();
    let entries = loaded.entries();
    assert_eq!(entries.len(), KEYS.len());
    for entry in entries {
        let (group, field) = entry.key.split_once('.').unwrap();
        let default = match &table[group][field] {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        assert_eq!(entry.value, default, "{}", entry.key);
        assert_eq!(entry.origin, &Origin::Default);
    }
}

#[test]
fn every_key_of_the_defaults_is_explained() {
    let mut commented = false;
    for line in DEFAULTS.lines() {
        if line.contains(" = ") && !line.starts_with('#') {
            assert!(commented, "no comment above: {line}");
        }
        commented = line.starts_with('#');
    }
}

#[test]
fn the_uppermost_layer_wins_key_by_key() {
    let dir = tempfile::tempdir().unwrap();
    let user = "[engine]\nthreads = 1\n[checkpoint]\ninterval = \"1s\"\n[store]\ncache = 1024\n\
                path = \"user.db\"\n[output]\ncolor = \"never\"\n";
    let local = "[engine]\nthreads = 2\n[checkpoint]\ninterval = \"2s\"\n[store]\ncache = 2048\n";
    let sources = Sources {
        user_file: write(dir.path(), "user.toml", user),
        local_file: write(dir.path(), "strata.toml", local),
        environment: vec![
            ("STRATA_ENGINE_THREADS".into(), "3".into()),
            ("STRATA_CHECKPOINT_INTERVAL".into(), "3s".into()),
            ("STRATA_LOG_LEVEL".into(), "".into()),
            ("OTHER_THREADS".into(), "9".into()),
        ],
        flags: vec![flag("engine.threads", "4", "--threads")],
    };
    let loaded = Loaded::load(&sources).unwrap();
    let of = |key: &str| {
        let entry = loaded.entries().into_iter().find(|entry| entry.key == key).unwrap();
        let origin = entry.origin.to_string().replace(&format!("{}/", dir.path().display()), "");
        (entry.value, origin)
    };
    let is = |value: &str, origin: &str| (value.to_owned(), origin.to_owned());
    assert_eq!(of("engine.threads"), is("4", "--threads"));
    assert_eq!(of("checkpoint.interval"), is("3s", "environment STRATA_CHECKPOINT_INTERVAL"));
    assert_eq!(of("store.cache"), is("2 KiB", "strata.toml:6"));
    assert_eq!(of("store.path"), is("user.db", "user.toml:7"));
    assert_eq!(of("output.color"), is("never", "user.toml:9"));
    assert_eq!(of("log.level"), is("warn", "default"));
    assert_eq!(loaded.settings.engine.threads.count(), 4);
}

#[test]
fn files_that_are_not_there_are_no_layer() {
    let missing = Some(PathBuf::from("/nonexistent/strata.toml"));
    let sources = Sources { user_file: missing.clone(), local_file: missing, ..Sources::default() };
    assert_eq!(Loaded::load(&sources).unwrap(), Loaded::load(&Sources::default()).unwrap());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let local_file = Some(dir.path().to_owned());
    let message = refused(&Sources { local_file, ..Sources::default() });
    assert!(message.contains(&dir.path().display().to_string()), "{message}");

    let large = "#".repeat(2 << 20);
    let local_file = write(dir.path(), "strata.toml", &large);
    assert!(refused(&Sources { local_file, ..Sources::default() }).contains("strata.toml"));
}

#[test]
fn unknown_keys_are_errors_that_help() {
    for (text, message) in [
        (
            "[memory]\nbatch = \"1 MiB\"\ncandidate = \"1 MiB\"\n",
            "strata.toml:3: there is no setting `memory.candidate`; did you mean \
             `memory.candidates`?",
        ),
        (
            "threads = 2\n",
            "strata.toml:1: there is no setting `threads`; did you mean `engine.threads`?",
        ),
        (
            "\n[colour]\n",
            "strata.toml:2: there is no setting `colour`; did you mean `output.color`?",
        ),
        (
            "[x.y]\nz = 1\n",
            "strata.toml:1: there is no setting `x.y`; `strata config show` lists all settings",
        ),
    ] {
        assert_eq!(refused_file(text), message);
    }
    assert_eq!(
        refused_variable("STRATA_STROE", "x"),
        "environment STRATA_STROE: there is no setting `STRATA_STROE`; did you mean `STRATA_STORE`?"
    );
}

#[test]
fn impossible_values_are_errors_that_help() {
    for (text, message) in [
        (
            "[store]\ncompression = \"zip\"\n",
            "strata.toml:2: `store.compression` cannot be \"zip\": write one of \"zstd\", \
             \"lz4\", \"none\"",
        ),
        (
            "[store]\nblock_size = 17\n",
            "strata.toml:2: `store.block_size` cannot be \"17\": the size must be from 4 KiB to \
             4 MiB",
        ),
        (
            "[store]\npath = [\"a\"]\n",
            "strata.toml:2: `store.path` cannot be \"array\": write one value, a text or a number",
        ),
        (
            "[limits]\ndisk = \"much\"\n",
            "strata.toml:2: `limits.disk` cannot be \"much\": write a size such as \"512 MiB\", \
             \"64 KiB\" or 4096, or \"none\"",
        ),
        (
            "[log]\nlevel = \"wran\"\n",
            "strata.toml:2: `log.level` cannot be \"wran\": write \"off\", \"error\", \"warn\", \
             \"info\", \"debug\", \"trace\" or levels by part such as \
             \"warn,strata::store=debug\"",
        ),
        (
            "[engine]\nthreads = 2000\n",
            "strata.toml:2: `engine.threads` cannot be \"2000\": write a number from 0 (every \
             core) to 256",
        ),
    ] {
        assert_eq!(refused_file(text), message);
    }
    assert_eq!(
        refused_variable("STRATA_ENGINE_THREADS", "many"),
        "environment STRATA_ENGINE_THREADS: `engine.threads` cannot be \"many\": write a number \
         from 0 (every core) to 256"
    );
}

#[test]
fn broken_toml_points_at_its_line() {
    let message = refused_file("[store]\npath = \"a\n");
    assert!(message.starts_with("strata.toml:2: not valid TOML: "), "{message}");
}

#[test]
fn a_value_that_is_covered_is_not_looked_at() {
    let sources = Sources {
        environment: vec![("STRATA_ENGINE_THREADS".into(), "many".into())],
        flags: vec![flag("engine.threads", "2", "--threads")],
        ..Sources::default()
    };
    assert!(Loaded::load(&sources).is_ok());
}

#[test]
fn environment_names_are_distinct() {
    let names: std::collections::BTreeSet<String> =
        KEYS.iter().map(|key| environment_name(key)).collect();
    assert_eq!(names.len(), KEYS.len());
    assert!(names.contains("STRATA_STORE") && names.contains("STRATA_MEMORY_CANDIDATES"));
}
