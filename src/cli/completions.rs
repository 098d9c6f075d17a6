//! `strata completions`: scripts that let a shell complete strata's commands.

use clap_complete::Shell;

use super::context::Context;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata completions bash > ~/.local/share/bash-completion/completions/strata
  strata completions zsh > ~/.zfunc/_strata
  strata completions fish > ~/.config/fish/completions/strata.fish";

/// Write a script that lets a shell complete commands and flags
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

impl Execute for Args {
    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::command(), "strata", &mut script);
        cx.out.bytes(&script)?;
        Ok(Exit::Done)
    }
}
