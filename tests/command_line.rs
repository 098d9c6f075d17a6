//! The command line as a user meets it: settings, exit codes, pipes, colours.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod home;
}

use std::fs;
use std::io;

use assert_cmd::assert::OutputAssertExt;
use common::home::Home;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use strata::domains::{Options, Problem, library};

/// The line of `config show` for `key`, its columns one blank apart.
fn setting(home: &Home, key: &str, args: &[&str], environment: &[(&str, &str)]) -> String {
    let mut command = home.strata(&["config", "show"]);
    let output = command.args(args).envs(environment.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(key));
    line.unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_layer_covers_the_ones_below() {
    let home = Home::new();
    assert_eq!(setting(&home, "output.color", &[], &[]), "output.color auto default");

    home.write(".config/strata/strata.toml", "[output]\ncolor = \"never\"\n");
    let user = format!(
        "output.color never {}",
        home.path().join(".config/strata/strata.toml:2").display()
    );
    assert_eq!(setting(&home, "output.color", &[], &[]), user);

    home.write("strata.toml", "[output]\n# mine\ncolor = \"auto\"\n");
    assert_eq!(setting(&home, "output.color", &[], &[]), "output.color auto strata.toml:3");

    let environment = [("STRATA_OUTPUT_COLOR", "never")];
    assert_eq!(
        setting(&home, "output.color", &[], &environment),
        "output.color never environment STRATA_OUTPUT_COLOR"
    );
    assert_eq!(
        setting(&home, "output.color", &["--color", "auto"], &environment),
        "output.color auto --color"
    );
}

#[test]
fn the_user_file_follows_xdg() {
    let home = Home::new();
    home.write("xdg/strata/strata.toml", "[engine]\nthreads = 3\n");
    let xdg = home.path().join("xdg");
    let setting =
        setting(&home, "engine.threads", &[], &[("XDG_CONFIG_HOME", xdg.to_str().unwrap())]);
    assert!(setting.starts_with("engine.threads 3 "), "{setting}");
}

#[test]
fn settings_as_json_name_their_origin() {
    let home = Home::new();
    home.write("strata.toml", "[store]\ncache = \"1 GiB\"\n");
    let mut command = home.strata(&["config", "show", "--json"]);
    let output = command.env("STRATA_STORE", "/x.db").output().unwrap();
    let message: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(message["message_type"], "settings");
    assert_eq!(message["schema"], 1);
    let of = |key| {
        let settings = message["settings"].as_array().unwrap();
        settings.iter().find(|setting| setting["key"] == key).unwrap().clone()
    };
    let expected = serde_json::json!({
        "key": "store.path", "value": "/x.db", "environment": "STRATA_STORE",
        "origin": "environment", "variable": "STRATA_STORE",
    });
    assert_eq!(of("store.path"), expected);
    let expected = serde_json::json!({
        "key": "store.cache", "value": "1 GiB", "environment": "STRATA_STORE_CACHE",
        "origin": "file", "file": "strata.toml", "line": 2,
    });
    assert_eq!(of("store.cache"), expected);
}

#[test]
fn the_defaults_are_a_settings_file() {
    let home = Home::new();
    let defaults = home.strata(&["config", "show", "--default"]).output().unwrap();
    home.write("strata.toml", std::str::from_utf8(&defaults.stdout).unwrap());
    let setting = setting(&home, "checkpoint.interval", &[], &[]);
    assert!(setting.starts_with("checkpoint.interval 2s strata.toml:"), "{setting}");
}

#[test]
fn wrong_settings_end_with_2_and_say_where() {
    let home = Home::new();
    let refused =
        |home: &Home, args: &[&str]| home.strata(args).assert().code(2).stdout(is_empty());

    refused(&home, &["config", "show", "--color", "blue"]).stderr(
        "error: --color: `output.color` cannot be \"blue\": write one of \"auto\", \"always\", \
         \"never\"\n",
    );
    home.strata(&["runs"]).env("STRATA_STROE", "x").assert().code(2).stderr(contains(
        "environment STRATA_STROE: there is no setting `STRATA_STROE`; did you mean `STRATA_STORE`?",
    ));
    home.write("strata.toml", "[engine]\nthread = 2\n");
    refused(&home, &["runs"]).stderr(
        "error: strata.toml:2: there is no setting `engine.thread`; did you mean \
         `engine.threads`?\n",
    );
    home.write("strata.toml", "");
    refused(&home, &["solve", "klotski", "--threads", "257"]).stderr(contains("to 256"));
    home.write("strata.toml", "[engine\n");
    refused(&home, &["runs"]).stderr(starts_with("error: strata.toml:1: not valid TOML: "));
}

#[cfg(unix)]
#[test]
fn settings_in_a_pipe_are_refused_without_waiting() {
    let home = Home::new();
    let made = std::process::Command::new("mkfifo").arg(home.path().join("strata.toml")).status();
    assert!(made.unwrap().success());
    assert_cmd::Command::from_std(home.strata(&["runs"]))
        .timeout(std::time::Duration::from_secs(20))
        .assert()
        .code(2)
        .stderr(contains("no regular file"));
}

#[test]
fn what_describes_strata_itself_works_with_broken_settings() {
    let home = Home::new();
    home.write("strata.toml", "[nonsense");
    for args in [&["--help"][..], &["--version"], &["completions", "bash"], &["man"]] {
        home.strata(args).assert().success().stdout(contains("strata")).stderr(is_empty());
    }
}

#[test]
fn usage_errors_end_with_2_and_write_nothing() {
    let home = Home::new();
    for args in [
        &[][..],
        &["slove", "klotski"],
        &["solve"],
        &["solve", "klotski", "--metric", "furlongs"],
        &["solve", "klotski", "--no-store", "--store", "x.db"],
        &["solve", "klotski", "--max-time", "soon"],
        &["census", "klotski", "--threads", "-1"],
        &["show", "first"],
        &["runs", "--quiet", "--verbose"],
        &["man", "nonsense"],
    ] {
        home.strata(args).assert().code(2).stdout(is_empty()).stderr(is_empty().not());
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn help_and_version_are_answers() {
    let home = Home::new();
    home.strata(&["solve", "--help"]).assert().success().stderr(is_empty());
    home.strata(&["--version"])
        .assert()
        .success()
        .stdout(format!("strata {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let home = Home::new();
    for args in [
        &["config", "show"][..],
        &["config", "show", "--json"],
        &["man"],
        &["completions", "zsh"],
        &["--help"],
    ] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = home.strata(args).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_written_is_an_error() {
    let home = Home::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = home.strata(&["config", "show"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot write to standard output"), "{message}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let home = Home::new();
    let colored = |args: &[&str], environment: &[(&str, &str)]| {
        let mut command = home.strata(&["config", "show"]);
        let output = command.args(args).envs(environment.iter().copied()).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!colored(&[], &[]), "a pipe is no terminal");
    assert!(colored(&["--color", "always"], &[]));
    assert!(!colored(&["--color", "auto"], &[("NO_COLOR", "1")]));
    assert!(!colored(&["--color", "never"], &[]));
}

#[test]
fn pages_and_scripts_are_complete() {
    let home = Home::new();
    home.strata(&["man", "--dir", "pages"]).assert().success().stdout(is_empty());
    let mut pages: Vec<String> = fs::read_dir(home.path().join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    for page in ["strata.1", "strata-solve.1", "strata-config-show.1"] {
        assert!(pages.iter().any(|name| name == page), "{page} is not in {pages:?}");
    }
    home.strata(&["man", "solve"]).assert().success().stdout(contains("strata\\-solve"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        home.strata(&["completions", shell]).assert().success().stdout(contains("hardest"));
    }
}

/// The help of `command` and of all commands below it, each with its words.
fn helps(home: &Home, command: &[&str]) -> Vec<(Vec<String>, String)> {
    let output = home.strata(command).arg("--help").env("COLUMNS", "200").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let words = command.iter().map(|&word| word.to_owned()).collect();
    let listed = text.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names: Vec<String> = listed
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .map(str::to_owned)
        .collect();
    let mut all = vec![(words, text)];
    for name in &names {
        all.extend(helps(home, &[command, &[name]].concat()));
    }
    all
}

/// The puzzles that `text` solves or counts; files are none.
fn puzzles(text: &str) -> impl Iterator<Item = &str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let examples: Vec<&str> = (words.windows(3))
        .filter(|words| words[0] == "strata" && ["solve", "census"].contains(&words[1]))
        .map(|words| words[2])
        .collect();
    examples.into_iter().filter(|word| !word.starts_with(['-', '<', '[']) && !word.contains('.'))
}

#[test]
fn examples_name_puzzles_that_there_are() {
    let home = Home::new();
    let helps = helps(&home, &[]);
    assert!(helps.iter().any(|(words, _)| *words == ["config", "show"]));
    let readme = include_str!("../README.md").to_owned();
    let texts = helps.iter().map(|(_, text)| text).chain([&readme]);
    let names: Vec<&str> = texts.flat_map(|text| puzzles(text)).collect();
    assert!(names.contains(&"tiles-3x4") && names.len() > 10, "{names:?}");
    for name in names {
        let spelled = Problem::spelled(name, &Options::default());
        let known = library::entry(name).is_ok() || spelled.is_some_and(|board| board.is_ok());
        assert!(known, "{name} is not in the library");
    }
}

#[test]
fn the_board_in_an_example_can_be_looked_up() {
    let home = Home::new();
    let helps = helps(&home, &[]);
    let (_, text) = helps.iter().find(|(words, _)| *words == ["state"]).unwrap();
    let (_, example) = text.split_once("strata state last '").unwrap();
    let (board, _) = example.split_once('\'').unwrap();
    home.strata(&["solve", "klotski"]).assert().success();
    home.strata(&["state", "last", board]).assert().success();
}
