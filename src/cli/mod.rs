//! The command line: one file for each subcommand, and what they share.

mod algorithm;
mod answer;
mod args;
mod backup;
mod ccs;
mod census;
mod check;
mod compact;
mod compare;
mod completions;
mod config;
mod context;
mod drop;
mod engine;
mod exit;
mod freecell;
mod hardest;
mod in_order;
mod man;
mod migrate;
mod moves;
mod output;
mod path;
mod problem;
mod puzzles;
mod report;
mod resume;
mod roots;
mod runs;
mod rushhour;
mod search;
mod show;
mod solve;
mod state;
mod stats;
mod stored;
mod strategy;
mod style;
mod table;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use args::{GlobalArgs, Overrides};
use context::Context;
pub use exit::Exit;
use output::Output;
pub use output::OutputError;

use crate::config::Sources;

/// What all commands can do.
trait Execute {
    /// The settings that the command's flags give.
    fn overrides(&self, to: &mut Overrides) {
        let _ = to;
    }

    /// Does it.
    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit>;
}

const EXAMPLES: &str = "\
Examples:
  strata solve klotski                      a shortest solution, proven so
  strata census klotski --metric steps      count the whole space
  strata solve my.toml --max-time 1h        stop after an hour, then
  strata resume                             go on where it stopped
  strata runs                               what the store holds";

/// A persistent search engine for puzzle state spaces.
///
/// strata explores graphs far larger than memory, generation by generation,
/// keeps everything it has found on disk, survives being killed at any instant
/// and goes on where it stopped.
#[derive(Debug, Parser)]
#[command(name = "strata", version, after_help = format!("{EXAMPLES}\n\n{}", exit::HELP))]
#[command(arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Census(census::Args),
    Rushhour(rushhour::Args),
    Freecell(freecell::Args),
    Ccs(ccs::Args),
    Compare(compare::Args),
    Resume(resume::Args),
    Runs(runs::Args),
    Show(show::Args),
    Path(path::Args),
    State(state::Args),
    Stats(stats::Args),
    Hardest(hardest::Args),
    Check(check::Args),
    Backup(backup::Args),
    Compact(compact::Args),
    Drop(drop::Args),
    Migrate(migrate::Args),
    Puzzles(puzzles::Args),
    Config(config::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    fn as_execute(&self) -> &dyn Execute {
        match self {
            Self::Solve(args) => args,
            Self::Census(args) => args,
            Self::Rushhour(args) => args,
            Self::Freecell(args) => args,
            Self::Ccs(args) => args,
            Self::Compare(args) => args,
            Self::Resume(args) => args,
            Self::Runs(args) => args,
            Self::Show(args) => args,
            Self::Path(args) => args,
            Self::State(args) => args,
            Self::Stats(args) => args,
            Self::Hardest(args) => args,
            Self::Check(args) => args,
            Self::Backup(args) => args,
            Self::Compact(args) => args,
            Self::Drop(args) => args,
            Self::Migrate(args) => args,
            Self::Puzzles(args) => args,
            Self::Config(args) => args,
            Self::Completions(args) => args,
            Self::Man(args) => args,
        }
    }
}

impl Cli {
    /// Where the settings come from. Commands that describe strata itself use
    /// the defaults: they work whatever is wrong with the user's.
    fn sources(&self) -> Sources {
        let mut flags = Overrides::new();
        self.global.overrides(&mut flags);
        self.command.as_execute().overrides(&mut flags);
        match self.command {
            Command::Completions(_) | Command::Man(_) => Sources { flags, ..Sources::default() },
            _ => Sources::of_process(flags),
        }
    }
}

/// The whole command line, for help, completions and manual pages.
fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// Runs the program with these arguments, the program's name first, and says
/// how it ended. Whatever goes wrong is told on standard error.
pub fn run<I>(args: I) -> Exit
where
    I: IntoIterator<Item = OsString>,
{
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(message) => return usage(&message),
    };
    let mut cx = match Context::new(&cli.sources(), Output::stdout()) {
        Ok(cx) => cx,
        Err(error) => return context::fail(&error, context::color_without_settings()),
    };
    let done = cli.command.as_execute().execute(&mut cx);
    let done = done.and_then(|exit| Ok(cx.out.flush().map(|()| exit)?));
    done.unwrap_or_else(|error| context::fail(&error, cx.color_err))
}

/// Shows what `clap` has to say: help and versions on standard output, mistakes
/// on standard error. Whether anyone reads it does not matter.
fn usage(message: &clap::Error) -> Exit {
    let _ = message.print();
    if message.use_stderr() { Exit::Usage } else { Exit::Done }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_hold() {
        command().debug_assert();
    }

    #[test]
    fn every_command_and_flag_has_help() {
        fn visit(command: &clap::Command) {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for arg in command.get_arguments() {
                assert!(arg.get_help().is_some(), "{} {}", command.get_name(), arg.get_id());
            }
            command.get_subcommands().for_each(visit);
        }
        visit(&command());
    }

    #[test]
    fn every_command_has_examples() {
        for command in command().get_subcommands().filter(|c| !c.has_subcommands()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example = format!("  strata {}", command.get_name());
            assert!(help.starts_with("Examples:\n") && help.contains(&example), "{help}");
        }
    }
}
