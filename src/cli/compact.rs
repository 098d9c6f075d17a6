//! `strata compact`: compacts a store.

use serde::Serialize;

use super::args::{DryRunArgs, JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::table::Table;
use super::{Execute, Exit, stored};
use crate::store::CompactReport;
use crate::telemetry::figures::bytes;

const EXAMPLES: &str = "\
Examples:
  strata compact
  strata compact --dry-run";

/// Give back the disk space of dropped runs and of data written twice
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
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
        let CompactReport { before, after, tables } = store.compact(dry_run)?;
        if self.json.json {
            let tables = tables.iter().map(|size| Size {
                table: size.table.name(),
                bytes: size.bytes,
                live: size.live,
            });
            let tables = tables.collect();
            let message = Message { dry_run, bytes_before: before, bytes_after: after, tables };
            cx.out.message("compact", &message)?;
            return Ok(Exit::Done);
        }
        if let Some(after) = after {
            cx.out.line(stored::change(before, after))?;
            return Ok(Exit::Done);
        }
        let mut list = Table::new(&["<table", "bytes", "still valid"]);
        for size in tables {
            list.row(vec![size.table.to_string(), bytes(size.bytes), bytes(size.live)]);
        }
        list.write(cx)?;
        cx.out.line(format!("{} would be written anew as far as they are valid", bytes(before)))?;
        Ok(Exit::Done)
    }
}

/// A compaction for programs.
#[derive(Serialize)]
struct Message {
    dry_run: bool,
    bytes_before: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_after: Option<u64>,
    /// As they were before.
    tables: Vec<Size>,
}

#[derive(Serialize)]
struct Size {
    table: &'static str,
    bytes: u64,
    /// Bytes that are still valid, estimated.
    live: u64,
}
