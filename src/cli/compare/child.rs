//! One algorithm in a process of its own: its memory, and whatever goes wrong
//! in it, are its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{self, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::Deserialize;

use crate::cli::Exit;
use crate::engine::{Control, Verdict};

/// How often a process is looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// How long a process that was to stop may take for it.
const GRACE: Duration = Duration::from_secs(5);

/// How the processes are started.
#[derive(Debug)]
pub(super) struct Child {
    /// Flags of all of them.
    pub(super) flags: Vec<String>,
    /// The puzzle as the command line names it.
    pub(super) puzzle: String,
    /// Its text, if it comes from standard input.
    pub(super) input: Option<String>,
    /// The limit that they have.
    pub(super) time: Option<Duration>,
}

/// How one ended.
#[derive(Debug)]
pub(super) enum Outcome {
    /// With a result.
    Result(Found),
    /// It was still at work long after its time was over.
    Killed,
    /// It needs more memory than there is for it.
    OutOfRoom,
    /// Without one.
    Failed(ExitStatus),
}

/// What of a result message is compared.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Found {
    pub(super) metric: String,
    pub(super) verdict: Verdict,
    pub(super) limit: Option<String>,
    pub(super) optimal: Option<bool>,
    pub(super) length: Option<u32>,
    pub(super) states: u64,
    pub(super) expanded: Option<u64>,
    pub(super) edges: u64,
    pub(super) seconds: f64,
    pub(super) peak_memory_bytes: Option<u64>,
}

#[derive(Deserialize)]
struct Kind {
    message_type: String,
}

impl Child {
    /// Solves the puzzle with these flags.
    ///
    /// # Errors
    /// When the process cannot be started or waited for.
    pub(super) fn run(&self, flags: &[String], control: &Control) -> anyhow::Result<Outcome> {
        let program = std::env::current_exe().context("cannot find the program itself")?;
        let mut child = Command::new(program)
            .args(["solve", "--no-store", "--json", "--quiet"])
            .args(flags)
            .args(&self.flags)
            .args(["--", &self.puzzle])
            .stdin(if self.input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start another strata")?;
        if let (Some(mut to), Some(text)) = (child.stdin.take(), &self.input) {
            // One that has gone already says why by its exit.
            let _ = to.write_all(text.as_bytes());
        }
        let output = child.stdout.take();
        thread::scope(|scope| {
            let reading = scope.spawn(|| output.and_then(result));
            let status = self.wait(&mut child, control)?;
            let found = match reading.join() {
                Ok(found) => found,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            Ok(match (found, status) {
                (Some(found), Some(_)) => Outcome::Result(found),
                (None, Some(status)) if status.code() == Some(Exit::Limit.code().into()) => {
                    Outcome::OutOfRoom
                }
                (None, Some(status)) => Outcome::Failed(status),
                (_, None) => Outcome::Killed,
            })
        })
    }

    /// Waits for the end; `None` when it had to be brought about.
    fn wait(
        &self,
        child: &mut process::Child,
        control: &Control,
    ) -> anyhow::Result<Option<ExitStatus>> {
        let begun = Instant::now();
        let mut end = self.time.map(|time| begun + time + GRACE);
        let mut interrupted = false;
        loop {
            if let Some(status) = child.try_wait().context("cannot wait for another strata")? {
                return Ok(Some(status));
            }
            // A terminal interrupts parent and child alike; a signal to the parent
            // alone does not.
            if control.interrupted() && !interrupted {
                interrupted = true;
                end = Some(Instant::now() + GRACE);
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                child.kill().context("cannot stop another strata")?;
                child.wait().context("cannot wait for another strata")?;
                return Ok(None);
            }
            thread::sleep(PERIOD);
        }
    }
}

/// The result among the messages of a search.
fn result(output: impl Read) -> Option<Found> {
    let lines = BufReader::new(output).lines().map_while(Result::ok);
    let results = lines.filter(|line| {
        serde_json::from_str(line).is_ok_and(|kind: Kind| kind.message_type == "result")
    });
    results.last().and_then(|line| serde_json::from_str(&line).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_found_among_the_messages() {
        let messages = "{\"message_type\":\"started\",\"schema\":1}\nno message\n\
            {\"message_type\":\"result\",\"metric\":\"moves\",\"verdict\":\"limit\",\"states\":7,\
            \"edges\":9,\"seconds\":0.5,\"solution\":[\"a\"]}\n";
        let found = result(messages.as_bytes()).unwrap();
        assert_eq!((found.verdict, found.states, found.expanded), (Verdict::Limit, 7, None));
        assert_eq!(result(&b"{\"message_type\":\"started\"}\n"[..]), None);
    }
}
