//! Version 0 to version 1: states in blocks instead of a row each, rows in the
//! codec instead of JSON, and a side in every key, because a run can hold a
//! search from the goals as well.
//!
//! Version 0, all keys big-endian:
//! ```text
//! meta     "schema"                               -> 0 as u32
//! puzzles  run u32                                -> JSON, `OldRun`
//! depths   run u32, generation u32                -> JSON, `OldDepth`
//! states   run u32, generation u32, state bytes   -> nothing
//! ```
//! * creates `runs`, `layers`, `generations`;
//! * rewrites `puzzles` as `runs`, `depths` as `layers`, `states` as blocks of
//!   sorted runs in `generations`, all on the forward side;
//! * a generation that was not complete is left behind: resuming finds its
//!   states again;
//! * drops `puzzles`, `depths`, `states`.
//!
//! Version 0 kept the width of the keys beside the encoding, whose last part it
//! is now.
//!
//! Version 0 searched whole spaces, from the starts only: what the strategy
//! `generations` does with the options that are written here.
//!
//! Version 0 kept no checkpoints, solutions, edge counts and checksums. The
//! checksums are computed here; a run without a checkpoint goes on from its
//! last complete generation, whose edges it then counts. Those of the earlier
//! ones, and of all of a finished run, stay unknown.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Migration, Workbench, now, program};
use crate::space::{SpaceId, StateKey, Words};
use crate::store::{
    Batch, BlockWriter, KeyRange, LayerKey, LayerRow, MetaKey, Result, RowKey, RunId, RunPrefix,
    RunRow, RunStatus, Side, StoreError, StoreRow, Table, state_checksum,
};

pub(super) const STEP: Migration = Migration {
    to: 1,
    title: "1: states in blocks, rows in the codec, sides in the keys",
    drops: &["puzzles", "depths", "states"],
    rewrite,
};

const BLOCK_BYTES: usize = 64 << 10;

#[derive(Deserialize)]
struct OldRun {
    name: String,
    domain: String,
    puzzle: String,
    options: BTreeMap<String, String>,
    encoding: String,
    key_bytes: usize,
    metric: String,
    status: RunStatus,
    length: Option<u32>,
    created: u64,
    seconds: f64,
}

#[derive(Deserialize)]
struct OldDepth {
    states: u64,
    goals: u64,
    complete: bool,
}

fn rewrite(bench: &Workbench<'_>) -> Result<()> {
    let mut batch = Batch::new();
    let id = crate::store::open::random();
    batch.put_row(&MetaKey::Store, &StoreRow { id, created: now(), program: program() })?;
    bench.write(batch)?;
    for row in bench.old_rows("puzzles", &KeyRange::all()) {
        let (key, value) = row?;
        let run = RunId::from_bytes(&key).ok_or_else(|| damaged("puzzles", &key, "a bad key"))?;
        let old: OldRun = json("puzzles", &key, &value)?;
        let states = match old.key_bytes {
            8 => rewrite_depths::<u64>(bench, run),
            16 => rewrite_depths::<u128>(bench, run),
            24 => rewrite_depths::<Words<3>>(bench, run),
            32 => rewrite_depths::<Words<4>>(bench, run),
            other => Err(damaged("puzzles", &key, &format!("keys of {other} bytes"))),
        }?;
        let mut batch = Batch::new();
        batch.put_row(&run, &new_run(old, states))?;
        bench.write(batch)?;
    }
    Ok(())
}

fn new_run(old: OldRun, states: u64) -> RunRow {
    RunRow {
        puzzle: old.name,
        space: SpaceId {
            domain: old.domain,
            instance: old.puzzle,
            options: old.options,
            encoding: format!("{}/{}", old.encoding, 8 * old.key_bytes),
        },
        strategy: "generations".to_owned(),
        options: [("until", "whole space"), ("from-goals", "false")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        metric: old.metric,
        status: old.status,
        length: old.length,
        states,
        edges: 0,
        solutions: 0,
        commits: 0,
        created: old.created,
        updated: now(),
        seconds: old.seconds,
        program: program(),
    }
}

/// Rewrites the complete generations of a run; tells how many states they have.
fn rewrite_depths<K: StateKey>(bench: &Workbench<'_>, run: RunId) -> Result<u64> {
    let mut total = 0;
    for row in bench.old_rows("depths", &run.range()) {
        let (key, value) = row?;
        let generation = generation_of(&key).ok_or_else(|| damaged("depths", &key, "a bad key"))?;
        let old: OldDepth = json("depths", &key, &value)?;
        if !old.complete {
            break;
        }
        let layer = rewrite_states::<K>(bench, run, generation, &old)?;
        if layer.states != old.states {
            let what = format!("{} states are counted, {} are there", old.states, layer.states);
            return Err(damaged("depths", &key, &what));
        }
        total += layer.states;
    }
    Ok(total)
}

fn generation_of(key: &[u8]) -> Option<u32> {
    let (_, generation) = key.split_at_checked(4)?;
    Some(u32::from_be_bytes(generation.try_into().ok()?))
}

/// Rewrites one generation, a sorted run a batch. The layer grows with each, so
/// it tells where to go on.
fn rewrite_states<K: StateKey>(
    bench: &Workbench<'_>,
    run: RunId,
    generation: u32,
    old: &OldDepth,
) -> Result<LayerRow> {
    let layer_key = LayerKey { run, side: Side::Forward, generation };
    let mut layer = bench.row::<LayerRow>(&layer_key)?.unwrap_or_default();
    if layer.closed {
        return Ok(layer);
    }
    layer.goals = old.goals;
    let prefix = [run.to_bytes(), generation.to_be_bytes().to_vec()].concat();
    let done = usize::try_from(layer.states).unwrap_or(usize::MAX);
    let mut rows = bench.old_rows("states", &KeyRange::prefix(&prefix)).skip(done);
    while !layer.closed {
        let place =
            RunPrefix { run, side: Side::Forward, generation, sorted_run: layer.sorted_runs };
        let mut batch = Batch::new();
        let mut writer = BlockWriter::<K>::new(BLOCK_BYTES);
        let mut states = 0;
        while states < bench.chunk {
            let Some(row) = rows.next() else {
                layer.closed = true;
                break;
            };
            let (row_key, _) = row?;
            let state = row_key.get(prefix.len()..).unwrap_or_default();
            if state.len() != K::BYTES {
                return Err(damaged("states", &row_key, "a state of another width"));
            }
            let state = K::read_be(state);
            layer.checksum = layer.checksum.wrapping_add(state_checksum(state));
            states += 1;
            if let Some(block) = writer.push(state) {
                put_block(&mut batch, place, block.first, block.bytes);
            }
        }
        if let Some(block) = writer.finish() {
            put_block(&mut batch, place, block.first, block.bytes);
        }
        layer.states += states as u64;
        layer.sorted_runs += u32::from(states > 0);
        batch.put_row(&layer_key, &layer)?;
        bench.write(batch)?;
    }
    Ok(layer)
}

fn put_block<K: StateKey>(batch: &mut Batch, place: RunPrefix, first: K, bytes: Vec<u8>) {
    let mut state = vec![0; K::BYTES];
    first.write_be(&mut state);
    batch.put(Table::Generations, place.block_key(&state), bytes);
}

fn json<T: DeserializeOwned>(family: &str, key: &[u8], value: &[u8]) -> Result<T> {
    serde_json::from_slice(value).map_err(|error| damaged(family, key, &error.to_string()))
}

fn damaged(family: &str, key: &[u8], what: &str) -> StoreError {
    StoreError::Damaged {
        place: format!("old table `{family}`, key {key:?}"),
        what: what.to_owned(),
    }
}
