//! What the store holds: opening it, its runs, their puzzles.

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::Context as _;
use serde::Serialize;
use tracing::{info, warn};

use super::args::RunRef;
use super::ccs;
use super::context::Context;
use super::engine::store_options;
use super::exit::BadInput;
use super::freecell;
use super::problem::{STDIN, read_text};
use crate::domains::{Problem, Visitor};
use crate::space::{Draw, StateKey as _};
use crate::store::{Healed, RunId, RunRow, RunStatus, SCHEMA, Store};
use crate::telemetry::figures::{bytes, count, counted};

/// Where the store is or will be: a directory that may be read, or nothing yet.
pub(super) fn path(cx: &Context) -> anyhow::Result<&Path> {
    let path = &cx.settings().store.path;
    Store::look_at(path)?;
    Ok(path)
}

/// Opens the store to look at it: changes nothing and works while another
/// process writes to it.
pub(super) fn open(cx: &Context) -> anyhow::Result<Store> {
    Ok(Store::open_read_only(path(cx)?, &store_options(cx.settings()))?)
}

/// Opens the store to change it; never creates one.
pub(super) fn open_writable(cx: &Context) -> anyhow::Result<Store> {
    let store = Store::open_existing(path(cx)?, &store_options(cx.settings()))?;
    tell_healed(&store);
    Ok(store)
}

/// Opens the store to change it; creates it when there is none.
pub(super) fn create_or_open(cx: &Context) -> anyhow::Result<Store> {
    let store = Store::create_or_open(path(cx)?, &store_options(cx.settings()))
        .map_err(|error| error.to_make("open or create the store"))?;
    tell_healed(&store);
    Ok(store)
}

/// Logs what opening the store put right. A new format is worth a warning:
/// older programs cannot read the store any more.
fn tell_healed(store: &Store) {
    let Healed { unclean, files, sorted_runs, pruning_tables, migrated_from } = store.healed();
    if let Some(found) = migrated_from {
        warn!("the store had format version {found} and has version {SCHEMA} now");
    }
    if *unclean {
        info!("the store was not closed properly; everything committed is there");
    }
    if store.healed().removed_anything() {
        info!(
            "removed what no commit had made part of the store: {files} files, sorted runs at {} \
             places, chunks of {pruning_tables} pruning tables",
            sorted_runs.len()
        );
    }
}

/// A run of the store.
#[derive(Debug, Clone)]
pub(super) struct StoredRun {
    /// Its number.
    pub(super) id: RunId,
    /// Its row.
    pub(super) row: RunRow,
}

impl StoredRun {
    /// The number of the run that the command line names; there may be none
    /// that has it.
    pub(super) fn number(store: &Store, run: RunRef) -> anyhow::Result<RunId> {
        match run {
            RunRef::Number(number) => Ok(RunId(number)),
            RunRef::Last => {
                let last = store.last_run()?;
                let message = "the store holds no run yet: `strata solve` begins one";
                Ok(last.ok_or_else(|| BadInput(message.to_owned()))?)
            }
        }
    }

    /// The run that the command line names.
    pub(super) fn find(store: &Store, run: RunRef) -> anyhow::Result<Self> {
        let id = Self::number(store, run)?;
        Ok(Self { id, row: store.run(id)? })
    }

    /// All runs, the oldest first.
    pub(super) fn all(store: &Store) -> anyhow::Result<Vec<Self>> {
        Ok(store.runs()?.into_iter().map(|(id, row)| Self { id, row }).collect())
    }

    /// Builds the run's state space again and hands it to `visitor`.
    pub(super) fn visit<V: Visitor>(&self, visitor: V) -> anyhow::Result<V::Output> {
        Ok(self.problem()?.visit(visitor)?)
    }

    /// The run's puzzle.
    pub(super) fn problem(&self) -> anyhow::Result<Problem> {
        let row = &self.row;
        if freecell::is_range(row) {
            return Err(BadInput(format!(
                "run {0} is a range of deals, which has no states to look at: `strata show {0}` \
                 sums its verdicts up, `strata resume {0}` lists them",
                self.id
            ))
            .into());
        }
        if ccs::is_search(row) {
            return Err(BadInput(format!(
                "run {0} is a search for cycles, which has no states to look at: `strata show {0}` \
                 shows what it found",
                self.id
            ))
            .into());
        }
        let problem = Problem::stored(&row.puzzle, &row.space);
        problem.with_context(|| format!("run {} cannot be used", self.id))
    }

    /// What the search is, in the words of the commands that begin one.
    pub(super) fn search(&self) -> String {
        let option = |name: &str| self.row.options.get(name).map(String::as_str);
        match (option("until"), option("from-goals")) {
            (Some("whole space"), Some("true")) => "census from goals".to_owned(),
            (Some("whole space"), _) => "census".to_owned(),
            _ => self.row.strategy.clone(),
        }
    }

    /// Time spent searching; nothing for a time that cannot be.
    pub(super) fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.row.seconds).unwrap_or_default()
    }
}

/// The state that the command line names: its key in hexadecimal, its board with
/// `/` between the rows, or `-` for a board on standard input.
pub(super) fn read_key<S: Draw>(space: &S, text: &str) -> anyhow::Result<S::Key> {
    if text == "-" {
        let board = read_text(STDIN, std::io::stdin().lock())?;
        return Ok(board_key(space, &board)?);
    }
    // A board of one row may look like a key: all digits of one make it a key.
    let hex = S::Key::from_hex(text);
    let whole = text.starts_with("0x") || text.len() == 2 * S::Key::BYTES;
    match (hex, board_key(space, text)) {
        (Some(key), _) if whole => Ok(known_key(space, key)?),
        (_, Ok(key)) => Ok(key),
        (Some(key), Err(_)) => Ok(known_key(space, key)?),
        (None, Err(error)) => Err(error.into()),
    }
}

/// The key again, if a state of the puzzle has it.
fn known_key<S: Draw>(space: &S, key: S::Key) -> Result<S::Key, BadInput> {
    match space.decode(&key) {
        Ok(state) if space.encode(&state) == key => Ok(key),
        Ok(_) => Err(BadInput(format!("{} is no key of this puzzle", key.to_hex()))),
        Err(error) => Err(BadInput(error.to_string())),
    }
}

fn board_key<S: Draw>(space: &S, board: &str) -> Result<S::Key, BadInput> {
    let state = space.read_state(board);
    let state = state.map_err(|error| BadInput(format!("this is no board of the puzzle: {error}")));
    Ok(space.encode(&state?))
}

/// The board with `/` between its rows.
pub(super) fn in_a_line<S: Draw>(space: &S, state: &S::State) -> String {
    space.text(state, None).replace('\n', "/")
}

/// The status as JSON has it, with blanks.
pub(super) fn status(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Unfinished => "unfinished",
        RunStatus::Solved => "solved",
        RunStatus::Unsolvable => "unsolvable",
        RunStatus::Exhausted => "exhausted",
        RunStatus::NotFound => "not found",
    }
}

/// `2024-05-01T12:30:05Z` for seconds since 1970; the last year that can be
/// written so stands for all later ones.
pub(super) fn moment(seconds: u64) -> String {
    const LAST: u64 = 253_402_300_799;
    let time = UNIX_EPOCH + Duration::from_secs(seconds.min(LAST));
    humantime::format_rfc3339_seconds(time).to_string()
}

/// `3.2 MiB before, 1.1 MiB after`.
pub(super) fn change(before: u64, after: u64) -> String {
    format!("{} before, {} after", bytes(before), bytes(after))
}

/// Edges, and of how many generations an older strata did not count them.
pub(super) fn edges(counted_edges: u64, uncounted: usize) -> String {
    match uncounted {
        0 => count(counted_edges),
        _ => {
            let generations = counted(uncounted as u64, "generation");
            format!("{}, those of {generations} are not known", count(counted_edges))
        }
    }
}

/// A run for programs.
#[derive(Debug, Serialize)]
pub(super) struct RunMessage<'a> {
    run: RunId,
    puzzle: &'a str,
    domain: &'a str,
    metric: &'a str,
    encoding: &'a str,
    algorithm: &'a str,
    options: &'a std::collections::BTreeMap<String, String>,
    status: RunStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    states: u64,
    edges: u64,
    solutions: u64,
    commits: u64,
    created: String,
    updated: String,
    seconds: f64,
    program: &'a str,
}

impl<'a> From<&'a StoredRun> for RunMessage<'a> {
    fn from(run: &'a StoredRun) -> Self {
        let row = &run.row;
        Self {
            run: run.id,
            puzzle: &row.puzzle,
            domain: &row.space.domain,
            metric: &row.metric,
            encoding: &row.space.encoding,
            algorithm: &row.strategy,
            options: &row.options,
            status: row.status,
            length: row.length,
            states: row.states,
            edges: row.edges,
            solutions: row.solutions,
            commits: row.commits,
            created: moment(row.created),
            updated: moment(row.updated),
            seconds: row.seconds,
            program: &row.program,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_can_be_written() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(1_714_566_605), "2024-05-01T12:30:05Z");
        assert_eq!(moment(u64::MAX), "9999-12-31T23:59:59Z");
    }
}
