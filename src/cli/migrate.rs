//! `strata migrate`: brings a store to the newest format.

use std::path::PathBuf;

use serde::Serialize;

use super::args::{DryRunArgs, JsonArgs, Overrides, StoreArgs};
use super::context::Context;
use super::{Execute, Exit, stored};
use crate::store::{SCHEMA, Store, StoreError, kept_copy, pending_migrations};

const EXAMPLES: &str = "\
Examples:
  strata migrate
  strata migrate --dry-run --store old.db";

/// Bring a store of an older strata to the present format
///
/// A copy of the old store is kept beside it. A migration that was interrupted
/// is continued.
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
        let path = stored::path(cx)?.to_owned();
        let found = Store::schema_of(&path)?;
        if found > SCHEMA {
            return Err(StoreError::NewerSchema { path, found, known: SCHEMA }.into());
        }
        let (steps, dry_run) = (pending_migrations(found), self.dry_run.dry_run);
        let kept = if dry_run || steps.is_empty() {
            None
        } else {
            stored::open_writable(cx)?;
            Some(kept_copy(&path, found + 1))
        };
        if self.json.json {
            let message = Message { dry_run, from: found, to: SCHEMA, steps, kept };
            cx.out.message("migrate", &message)?;
            return Ok(Exit::Done);
        }
        if steps.is_empty() {
            cx.out.line(format!("{}: format version {SCHEMA} already", path.display()))?;
            return Ok(Exit::Done);
        }
        let verb = if dry_run { "would go" } else { "has gone" };
        let store = path.display();
        cx.out.line(format!("{store} {verb} from format version {found} to {SCHEMA}:"))?;
        for (version, step) in (found + 1..).zip(steps) {
            cx.out.line(format!("  {version}  {step}"))?;
        }
        if let Some(kept) = kept {
            let kept = kept.display();
            cx.out.line(format!(
                "The store as it was is kept in {kept}; remove it when all is well."
            ))?;
        }
        Ok(Exit::Done)
    }
}

/// A migration for programs.
#[derive(Serialize)]
struct Message {
    dry_run: bool,
    from: u32,
    to: u32,
    /// What each step does.
    steps: Vec<&'static str>,
    /// Where the store is kept as it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<PathBuf>,
}
