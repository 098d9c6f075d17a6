//! Runs the real program and kills it.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// No command of a test may take longer.
const TOO_LONG: Duration = Duration::from_secs(120);

/// What a process left behind.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// Whether it was our kill that ended it.
    pub(crate) killed: bool,
    pub(crate) took: Duration,
    /// The complete lines that it wrote to standard output, those that are JSON.
    pub(crate) messages: Vec<Value>,
    /// Standard error.
    pub(crate) talk: String,
}

impl Ended {
    /// The messages of this type.
    pub(crate) fn of_type(&self, message_type: &str) -> impl Iterator<Item = &Value> {
        self.messages.iter().filter(move |message| message["message_type"] == message_type)
    }
}

/// Runs `strata` in `folder`, and kills it (SIGKILL: nothing can be cleaned up)
/// when it still runs after `kill_after`.
pub(crate) fn strata(folder: &Path, arguments: &[String], kill_after: Option<Duration>) -> Ended {
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    let started = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    // The settings of whoever runs the tests do not count.
    let settings = std::env::vars_os().map(|(name, _)| name);
    for name in settings.filter(|name| name.to_string_lossy().starts_with("STRATA_")) {
        command.env_remove(name);
    }
    let mut child = command
        .env("XDG_CONFIG_HOME", folder)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&err).unwrap())
        .spawn()
        .unwrap();
    if let Some(delay) = kill_after {
        sleep(delay);
        child.kill().unwrap();
    }
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > TOO_LONG {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{arguments:?} hangs: {}", fs::read_to_string(&err).unwrap_or_default());
        }
        sleep(Duration::from_millis(1));
    };
    let lines = fs::read_to_string(&out).unwrap();
    Ended {
        status,
        killed: status.signal() == Some(9),
        took: started.elapsed(),
        messages: lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
        talk: fs::read_to_string(&err).unwrap(),
    }
}
