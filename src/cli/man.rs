//! `strata man`: manual pages.

use std::path::PathBuf;

use anyhow::Context as _;
use clap_mangen::Man;

use super::context::Context;
use super::exit::BadInput;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata man | man -l -                        read the page of strata
  strata man solve | man -l -                  read the page of a command
  strata man --dir ~/.local/share/man/man1     install all pages";

/// Write manual pages
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The page of this command [default: of strata as a whole]
    command: Option<String>,

    /// Write the pages of all commands into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

impl Execute for Args {
    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        if let Some(dir) = &self.dir {
            let written = std::fs::create_dir_all(dir)
                .and_then(|()| clap_mangen::generate_to(super::command(), dir));
            written.with_context(|| format!("cannot write the pages to {}", dir.display()))?;
            return Ok(Exit::Done);
        }
        let mut page = Vec::new();
        page_of(self.command.as_deref())?.render(&mut page)?;
        cx.out.bytes(&page)?;
        Ok(Exit::Done)
    }
}

fn page_of(name: Option<&str>) -> Result<Man, BadInput> {
    let mut all = super::command();
    // Gives each command its full name, such as `strata-solve`.
    all.build();
    let Some(name) = name else { return Ok(Man::new(all)) };
    match all.find_subcommand(name) {
        Some(command) => Ok(Man::new(command.clone())),
        None => Err(BadInput(format!("there is no command {name:?}; `strata help` lists all"))),
    }
}
