//! A range of deals as one run of a store.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::range::Deals;
use super::solve::{Decided, Game};
use crate::domains::freecell::{DOMAIN, ENCODING, METRIC};
use crate::search::{SearchError, Tally};
use crate::space::SpaceId;
use crate::store::{
    Batch, CheckpointRow, DealKey, DealRow, DealVerdict, Durability, RunId, RunRow, RunStatus,
    Store, TallyRow, codec,
};

/// The name of the strategy in stored runs.
const STRATEGY: &str = "deals";

/// Version of what a checkpoint holds: how many deals are stored.
const CHECKPOINT_VERSION: u8 = 1;

/// What the instance of such a run begins with.
const INSTANCE: &str = "deals ";

/// Deals to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) deals: Deals,
    pub(super) game: Game,
}

/// Whether a run is a range of deals, which is no state space.
pub(in crate::cli) fn is_range(row: &RunRow) -> bool {
    row.strategy == STRATEGY
}

impl Task {
    /// The row of a run that begins.
    fn row(&self) -> RunRow {
        let Self { deals, game } = self;
        let options = [
            ("freecells", game.freecells.to_string()),
            ("columns", game.columns.to_string()),
            ("ranks", game.ranks.to_string()),
        ];
        let named = |(name, value): (&str, String)| (name.to_owned(), value);
        let space = SpaceId {
            domain: DOMAIN.to_owned(),
            instance: format!("{INSTANCE}{deals}"),
            options: options.map(named).into(),
            encoding: ENCODING.to_owned(),
        };
        let options = BTreeMap::from([named(("max-states", game.max_states.to_string()))]);
        let (puzzle, metric) = (format!("{DOMAIN} {deals}"), METRIC.to_owned());
        RunRow::begun(puzzle, space, STRATEGY.to_owned(), options, metric)
    }

    /// The task of a stored run.
    ///
    /// # Errors
    /// [`SearchError::Checkpoint`] when it is none that this program can do.
    pub(super) fn of_run(run: RunId, row: &RunRow) -> Result<Self, SearchError> {
        let read = || {
            let option = |name: &str| row.space.options.get(name);
            let task = Self {
                deals: row.space.instance.strip_prefix(INSTANCE)?.parse().ok()?,
                game: Game {
                    freecells: option("freecells")?.parse().ok()?,
                    columns: option("columns")?.parse().ok()?,
                    ranks: option("ranks")?.parse().ok()?,
                    max_states: row.options.get("max-states")?.parse().ok()?,
                },
            };
            let again = task.row();
            (again.space == row.space && again.options == row.options).then_some(task)
        };
        read().ok_or_else(|| unusable(run, "this program has no such range or options"))
    }
}

pub(super) fn unusable(run: RunId, what: &str) -> SearchError {
    let why = format!("{what}; restore a backup or begin the range again");
    SearchError::Checkpoint { run: run.0, why }
}

/// The verdicts that a run holds, ascending.
///
/// # Errors
/// When a row cannot be read, or is not the one that must follow.
pub(super) fn verdicts<'s>(
    store: &'s Store,
    run: RunId,
    task: &'s Task,
) -> impl Iterator<Item = anyhow::Result<(u64, DealRow)>> + 's {
    let mut deals = task.deals.iter();
    store.rows::<DealRow>(&run.range()).map(move |row| {
        let (DealKey { deal, .. }, row) = row?;
        match deals.next() {
            Some(expected) if expected == deal => Ok((deal, row)),
            Some(missing) => Err(unusable(run, &format!("deal {missing} is missing")).into()),
            None => Err(unusable(run, &format!("deal {deal} is none of its range")).into()),
        }
    })
}

/// How many verdicts its checkpoint counts.
pub(super) fn counted(store: &Store, run: RunId) -> anyhow::Result<u64> {
    let row: Option<CheckpointRow> = store.row(&run)?;
    let row = row.ok_or_else(|| unusable(run, "its checkpoint is missing"))?;
    let count = codec::decode(CHECKPOINT_VERSION, &row.strategy);
    Ok(count.map_err(|error| unusable(run, &format!("its checkpoint: {error}")))?)
}

/// Writes a run.
#[derive(Debug)]
pub(super) struct Record<'s> {
    store: &'s Store,
    pub(super) run: RunId,
    row: RunRow,
    /// Deals decided.
    pub(super) count: u64,
    tally: Tally,
    batch: Batch,
    interval: Duration,
    committed: Instant,
    begun: Instant,
    /// Seconds of earlier processes.
    spent: f64,
}

impl<'s> Record<'s> {
    /// Begins the run of a task, or goes on with the one that the store has;
    /// commits after each `interval`.
    pub(super) fn of_task(
        store: &'s Store,
        task: &Task,
        interval: Duration,
    ) -> anyhow::Result<Self> {
        let row = task.row();
        let same = |stored: &RunRow| {
            (&stored.space, &stored.strategy, &stored.options)
                == (&row.space, &row.strategy, &row.options)
        };
        let stored = store.runs()?.into_iter().rev().find(|(_, stored)| same(stored));
        match stored {
            Some((run, row)) => Self::of_run(store, run, row, interval),
            None => {
                let mut record = Self::new(store, store.next_run()?, row, interval);
                record.commit()?;
                Ok(record)
            }
        }
    }

    /// Goes on with a run.
    pub(super) fn of_run(
        store: &'s Store,
        run: RunId,
        row: RunRow,
        interval: Duration,
    ) -> anyhow::Result<Self> {
        let mut record = Self::new(store, run, row, interval);
        record.count = counted(store, run)?;
        let TallyRow { expanded, generated } = store.row(&run)?.unwrap_or_default();
        record.tally = Tally { expanded, generated };
        Ok(record)
    }

    fn new(store: &'s Store, run: RunId, row: RunRow, interval: Duration) -> Self {
        let (spent, now) = (row.seconds, Instant::now());
        Self {
            store,
            run,
            row,
            count: 0,
            tally: Tally::default(),
            batch: Batch::new(),
            interval,
            committed: now,
            begun: now,
            spent,
        }
    }

    /// The run as it is stored.
    pub(super) fn row(&self) -> &RunRow {
        &self.row
    }

    /// Whether nothing is left to do.
    pub(super) fn is_finished(&self) -> bool {
        self.row.status != RunStatus::Unfinished
    }

    /// Adds the next deal.
    pub(super) fn add(&mut self, decided: &Decided) -> anyhow::Result<()> {
        let Decided { deal, row, tally } = decided;
        self.batch.put_row(&DealKey { run: self.run, deal: *deal }, row)?;
        self.count += 1;
        self.tally.expanded += tally.expanded;
        self.tally.generated += tally.generated;
        if self.committed.elapsed() >= self.interval { self.commit() } else { Ok(()) }
    }

    /// All deals are decided, or given up at a limit.
    pub(super) fn finish(&mut self, limits: u64) -> anyhow::Result<()> {
        self.row.status = if limits > 0 { RunStatus::NotFound } else { RunStatus::Exhausted };
        self.commit()
    }

    /// Makes everything so far true.
    pub(super) fn commit(&mut self) -> anyhow::Result<()> {
        let row = &mut self.row;
        row.edges = self.tally.generated;
        row.commits += 1;
        row.touch();
        row.seconds = self.spent + self.begun.elapsed().as_secs_f64();
        let checkpoint = CheckpointRow {
            commits: row.commits,
            states: row.states,
            version: CHECKPOINT_VERSION,
            strategy: codec::encode(CHECKPOINT_VERSION, &self.count)?,
        };
        let Tally { expanded, generated } = self.tally;
        self.batch.put_row(&self.run, row)?;
        self.batch.put_row(&self.run, &checkpoint)?;
        self.batch.put_row(&self.run, &TallyRow { expanded, generated })?;
        self.store.write(std::mem::take(&mut self.batch), Durability::Synced)?;
        self.committed = Instant::now();
        Ok(())
    }
}

/// What is wrong with a stored range: its verdicts are the first ones of the
/// range, as many as its checkpoint counts.
pub(in crate::cli) fn faults(
    store: &Store,
    run: RunId,
    row: &RunRow,
) -> anyhow::Result<Vec<String>> {
    let task = match Task::of_run(run, row) {
        Ok(task) => task,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    let mut count = 0;
    for verdict in verdicts(store, run, &task) {
        let (deal, DealRow { verdict, moves, .. }) = match verdict {
            Ok(verdict) => verdict,
            Err(error) => return Ok(vec![error.to_string()]),
        };
        if (verdict == DealVerdict::Solved) != moves.is_some() {
            return Ok(vec![format!("deal {deal}: its verdict and its moves contradict")]);
        }
        count += 1;
    }
    let (said, all) = (counted(store, run)?, task.deals.count());
    if count != said {
        return Ok(vec![format!("{count} deals, where its checkpoint counts {said}")]);
    }
    if row.status != RunStatus::Unfinished && count != all {
        return Ok(vec![format!("{count} deals of {all}, and it says that it is finished")]);
    }
    Ok(Vec::new())
}
