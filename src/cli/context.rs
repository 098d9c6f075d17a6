//! What every command works with: settings, the two outputs, their colours.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use indicatif::MultiProgress;
use terminal_size::{Width, terminal_size_of};
use tracing_subscriber::fmt::MakeWriter;

use super::exit::Exit;
use super::output::Output;
use super::style;
use crate::config::{Loaded, Settings, Sources, When};
use crate::telemetry;

/// How progress is shown on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgressStyle {
    /// A bar that is drawn anew, for terminals.
    Bar,
    /// A line now and then, for logs.
    Lines,
    /// Not at all.
    Silent,
}

/// What a command works with.
pub(super) struct Context {
    /// The settings with their origins.
    pub(super) config: Loaded,
    /// Standard output.
    pub(super) out: Output,
    /// Whether the answer may be coloured.
    pub(super) color_out: bool,
    /// Whether the talk on standard error may be coloured.
    pub(super) color_err: bool,
    /// How progress is shown.
    pub(super) progress: ProgressStyle,
    /// Keeps a bar on the terminal apart from what else is written there.
    pub(super) bars: MultiProgress,
}

impl Context {
    /// Reads the settings and begins to log as they say.
    pub(super) fn new(sources: &Sources, out: Output) -> anyhow::Result<Self> {
        let config = Loaded::load(sources)?;
        let Settings { output, log, .. } = &config.settings;
        let color_err = colored(output.color, io::stderr().is_terminal());
        let progress = match (output.progress, io::stderr().is_terminal()) {
            (When::Never, _) => ProgressStyle::Silent,
            (When::Auto, true) => ProgressStyle::Bar,
            (When::Auto, false) | (When::Always, _) => ProgressStyle::Lines,
        };
        let color_out = colored(output.color, io::stdout().is_terminal());
        let bars = MultiProgress::new();
        telemetry::init(log.level.as_str(), color_err, LogWriter(bars.clone()))?;
        Ok(Self { config, out, color_out, color_err, progress, bars })
    }

    /// Says something about the work on standard error, unless it is to be quiet.
    pub(super) fn talk(&self, line: impl Display) {
        if self.progress != ProgressStyle::Silent {
            // That nobody reads it is no reason to stop.
            let _ = self.bars.suspend(|| writeln!(io::stderr(), "{line}"));
        }
    }

    /// Characters in a line of standard output.
    pub(super) fn width(&self) -> usize {
        terminal_size_of(io::stdout()).map_or(80, |(Width(width), _)| width.into())
    }

    /// The settings.
    pub(super) fn settings(&self) -> &Settings {
        &self.config.settings
    }
}

/// Whether to colour what goes to a terminal or not. What the user says of
/// strata alone counts more than `NO_COLOR`, which is for all programs.
fn colored(when: When, terminal: bool) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => terminal && terminal_wants_color(|name| std::env::var_os(name)),
    }
}

fn terminal_wants_color<T: AsRef<OsStr>>(variable: impl Fn(&str) -> Option<T>) -> bool {
    let is = |name, wanted: fn(&OsStr) -> bool| variable(name).is_some_and(|v| wanted(v.as_ref()));
    !is("NO_COLOR", |value| !value.is_empty()) && !is("TERM", |value| value == "dumb")
}

/// Tells on standard error why a command failed, and gives the exit for it.
pub(super) fn fail(error: &anyhow::Error, color: bool) -> Exit {
    let exit = Exit::of_error(error);
    if exit != Exit::Done {
        let label = style::paint(color, style::BAD, "error:");
        // When standard error is gone too, only the exit code is left.
        let _ = writeln!(io::stderr(), "{label} {}", told(error));
    }
    exit
}

/// Whether [`fail`] may use colours before there are settings.
pub(super) fn color_without_settings() -> bool {
    colored(When::Auto, io::stderr().is_terminal())
}

/// The error and its causes, one a line, but for causes that the line before
/// already tells.
fn told(error: &anyhow::Error) -> String {
    let mut lines: Vec<String> = Vec::new();
    for cause in error.chain().map(ToString::to_string) {
        if !lines.last().is_some_and(|line| line.contains(&cause)) {
            lines.push(cause);
        }
    }
    lines.join("\n  because: ")
}

/// Writes log lines to standard error, above a bar that may be there.
struct LogWriter(MultiProgress);

impl Write for &LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.suspend(|| io::stderr().write(line))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

impl<'w> MakeWriter<'w> for LogWriter {
    type Writer = &'w Self;

    fn make_writer(&'w self) -> Self::Writer {
        self
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn no_color_counts_unless_it_is_empty() {
        let with = |name: &'static str, value: &'static str| {
            terminal_wants_color(move |asked| (asked == name).then_some(value))
        };
        assert!(with("TERM", "xterm"));
        assert!(!with("TERM", "dumb"));
        assert!(!with("NO_COLOR", "0"));
        assert!(with("NO_COLOR", ""));
        assert!(colored(When::Always, false) && !colored(When::Never, true));
        assert!(!colored(When::Auto, false));
    }

    #[test]
    fn a_cause_is_told_once() {
        let error = anyhow!("no space").context("cannot write: no space").context("it failed");
        assert_eq!(told(&error), "it failed\n  because: cannot write: no space");
    }
}
