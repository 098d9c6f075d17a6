//! The first half of a pass: from stored states to sorted chunks of candidates.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::expand::{Buffer, Worker};
use super::merge::Chunks;
use super::read::Reader;
use super::{Pipeline, SMALL, states};
use crate::engine::counters::Counters;
use crate::engine::pool::Pool;
use crate::engine::sort::sort_dedup;
use crate::search::{Pass, Place, Result, SearchError};
use crate::space::{BadKey, StateKey, StateSpace};

/// How often the observer hears of a pass.
const TICK: Duration = Duration::from_millis(100);

impl<S: StateSpace> Pipeline<'_, S> {
    pub(super) fn collect(&mut self, pass: &Pass<'_, S::Key>) -> Result<(Chunks<S::Key>, Place)> {
        let mut reader = Reader::new(self.store, pass, self.batch_states())?;
        let bad_key = |source: BadKey| SearchError::BadKey {
            generation: pass.target.generation.saturating_sub(1),
            source,
        };
        let chunks = if states(pass) <= SMALL || self.workers.len() == 1 {
            self.collect_in_turn(&mut reader, bad_key)?
        } else {
            self.collect_in_stages(&mut reader, bad_key)?
        };
        Ok((chunks, reader.place()))
    }

    /// The stages take turns on this thread.
    fn collect_in_turn(
        &mut self,
        reader: &mut Reader<'_, S::Key>,
        bad_key: impl Fn(BadKey) -> SearchError,
    ) -> Result<Chunks<S::Key>> {
        let (full, limit) = (self.buffer_keys(), self.chunk_bytes());
        let (space, counters, pool) = (self.space, self.counters, &self.pool);
        let worker = &mut self.workers[0];
        let (mut chunks, mut full_buffers) = (Chunks::new(), Vec::new());
        loop {
            let states = read(counters, reader)?;
            if states.is_empty() {
                break;
            }
            expand(space, counters, worker, &states, full, pool, &mut |b| full_buffers.push(b))
                .map_err(&bad_key)?;
            for buffer in full_buffers.drain(..) {
                chunks.add(sort(counters, buffer, pool));
            }
            (self.observer)();
            if chunks.bytes() >= limit || self.halt.stopping() {
                break;
            }
        }
        worker.flush(&mut |buffer| chunks.add(sort(counters, buffer, pool)));
        Ok(chunks)
    }

    /// Every stage on threads of its own.
    fn collect_in_stages(
        &mut self,
        reader: &mut Reader<'_, S::Key>,
        bad_key: impl Fn(BadKey) -> SearchError,
    ) -> Result<Chunks<S::Key>> {
        let (full, limit) = (self.buffer_keys(), self.chunk_bytes());
        let (space, counters, halt) = (self.space, self.counters, self.halt);
        let (observer, pool, workers) = (self.observer, &self.pool, &mut self.workers);
        let room = workers.len();
        let (batches, to_expand) = bounded::<Vec<S::Key>>(2 * room);
        let (buffers, to_sort) = bounded::<Buffer<S::Key>>(room);
        let (sorted, chunks_in) = bounded::<Result<Buffer<S::Key>, BadKey>>(room);
        let collected = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let reading = scope.spawn(|| -> Result<()> {
                let batches = batches;
                while collected.load(Relaxed) < limit && !halt.stopping() {
                    let states = read(counters, reader)?;
                    // A closed channel means that an expander has failed, and
                    // its error is on the way to the end of the pipeline.
                    let sent = || states.is_empty() || batches.send(states).is_err();
                    if counters.read.waiting(sent) {
                        break;
                    }
                }
                Ok(())
            });
            for worker in workers.iter_mut() {
                let (to_expand, buffers) = (to_expand.clone(), buffers.clone());
                let failed = sorted.clone();
                scope.spawn(move || {
                    let mut send = |buffer| {
                        // Only fails when the pass as a whole has failed.
                        let _ = counters.expand.waiting(|| buffers.send(buffer));
                    };
                    while let Ok(states) = counters.expand.waiting(|| to_expand.recv()) {
                        if let Err(error) =
                            expand(space, counters, worker, &states, full, pool, &mut send)
                        {
                            let _ = failed.send(Err(error));
                            return;
                        }
                    }
                    worker.flush(&mut send);
                });
            }
            for _ in 0..room {
                let (to_sort, sorted) = (to_sort.clone(), sorted.clone());
                scope.spawn(move || sort_all(counters, &to_sort, pool, &sorted));
            }
            // Only the stages themselves keep their channels open now.
            drop((to_expand, buffers, to_sort, sorted));
            let mut chunks = Chunks::new();
            let mut failure = None;
            loop {
                match chunks_in.recv_timeout(TICK) {
                    Ok(Ok(chunk)) => {
                        chunks.add(chunk);
                        collected.store(chunks.bytes(), Relaxed);
                    }
                    Ok(Err(error)) => {
                        // Stops the reader, and with it the whole pass.
                        collected.store(usize::MAX, Relaxed);
                        failure = Some(error);
                    }
                    Err(RecvTimeoutError::Timeout) => observer(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            match reading.join() {
                Ok(read) => read?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
            match failure {
                Some(error) => Err(bad_key(error)),
                None => Ok(chunks),
            }
        })
    }
}

fn read<K: StateKey>(counters: &Counters, reader: &mut Reader<'_, K>) -> Result<Vec<K>> {
    let states = counters.read.busy(|| reader.next())?;
    counters.read.add(states.len(), size_of_val(&states[..]));
    Ok(states)
}

fn expand<S: StateSpace>(
    space: &S,
    counters: &Counters,
    worker: &mut Worker<S>,
    states: &[S::Key],
    full: usize,
    pool: &Pool<S::Key>,
    hand_over: &mut impl FnMut(Buffer<S::Key>),
) -> Result<(), BadKey> {
    let before = worker.edges();
    counters.expand.busy(|| worker.expand(space, states, full, pool, hand_over))?;
    let edges = worker.edges() - before;
    counters.expand.add(states.len(), edges as usize * size_of::<S::Key>());
    counters.expanded.fetch_add(states.len() as u64, Relaxed);
    counters.produced.fetch_add(edges, Relaxed);
    Ok(())
}

fn sort_all<K: StateKey>(
    counters: &Counters,
    to_sort: &Receiver<Buffer<K>>,
    pool: &Pool<K>,
    sorted: &Sender<Result<Buffer<K>, BadKey>>,
) {
    while let Ok(buffer) = counters.sort.waiting(|| to_sort.recv()) {
        let chunk = sort(counters, buffer, pool);
        if counters.sort.waiting(|| sorted.send(Ok(chunk))).is_err() {
            return;
        }
    }
}

/// Sorts a buffer.
fn sort<K: StateKey>(counters: &Counters, mut buffer: Buffer<K>, pool: &Pool<K>) -> Buffer<K> {
    let (Buffer::Candidates(keys) | Buffer::Goals(keys)) = &mut buffer;
    counters.sort.add(keys.len(), size_of_val(&keys[..]));
    counters.sort.busy(|| {
        let mut scratch = pool.take(keys.len());
        sort_dedup(keys, &mut scratch);
        pool.give(scratch);
    });
    buffer
}
