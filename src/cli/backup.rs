//! `strata backup`: copies a store.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::{DryRunArgs, JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::engine::Interrupts;
use super::{Execute, Exit, stored};
use crate::telemetry::figures::{bytes, counted};

const EXAMPLES: &str = "\
Examples:
  strata backup /backup/strata-2024-05-01
  strata backup /backup/new --dry-run";

/// Copy the store to a new directory
///
/// The copy is a store of its own, read back and compared before it gets its
/// name. Nothing of it is shared with the store.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The new directory; must not exist
    directory: PathBuf,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    store: StoreArgs,

    #[command(flatten)]
    json: JsonArgs,
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let dry_run = self.dry_run.dry_run;
        let store = if dry_run { stored::open(cx)? } else { stored::open_writable(cx)? };
        let interrupts =
            Interrupts::catch(cx, "interrupted: removing what there is of the backup")?;
        let stop = || interrupts.control.interrupted();
        let report = store.backup(&self.directory, dry_run, &stop)?;
        interrupts.release();
        if self.json.json {
            let (bytes, rows) = (report.bytes, report.rows);
            let message = Message { directory: &self.directory, dry_run, bytes, rows };
            cx.out.message("backup", &message)?;
            return Ok(Exit::Done);
        }
        let (to, size) = (self.directory.display(), bytes(report.bytes));
        cx.out.line(match report.rows {
            Some(rows) => format!("{to}: {size}, {} read back and compared", counted(rows, "row")),
            None => format!("{size} would be copied to {to}"),
        })?;
        Ok(Exit::Done)
    }
}

/// A backup for programs.
#[derive(Serialize)]
struct Message<'a> {
    directory: &'a Path,
    dry_run: bool,
    bytes: u64,
    /// Rows read back from the copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u64>,
}
