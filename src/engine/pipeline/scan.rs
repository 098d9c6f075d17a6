//! Scans of components, side by side, with their results in order.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};

use super::Pipeline;
use crate::engine::counters::Counters;
use crate::search::{Result, Scan, Scanner, Scanning, SearchError};
use crate::space::{BadKey, StateKey, StateSpace};

/// How often the observer hears of a scan.
const TICK: Duration = Duration::from_millis(100);

/// Scans between two looks at the clock on one thread.
const LOOK: usize = 64;

/// Start points that a thread scans before it asks for more: enough to pay for a
/// channel.
const TASK: usize = 32;

/// Fewer start points than this are scanned on the calling thread.
const FEW: usize = 4 * TASK;

type Take<'t, K> = &'t mut dyn FnMut(Scan<K>) -> Result<bool>;

impl<S: StateSpace> Pipeline<'_, S> {
    pub(super) fn scan_components(
        &mut self,
        starts: &[S::Key],
        first: u64,
        scanning: &Scanning<'_, S::Key>,
        in_turn: bool,
        take: Take<'_, S::Key>,
    ) -> Result<()> {
        let threads = self.workers.len();
        if self.scanners.is_empty() {
            self.scanners = (0..threads).map(|_| Scanner::new(self.space)).collect();
        }
        // However slow the first scan is, the others stay this near to it.
        let ahead = if threads == 1 { 1 } else { 2 * threads };
        // Half is for the scanners, half for what waits for its turn, of which the
        // last of each task can be as large as a scan.
        let scanning = Scanning { bytes: scanning.bytes / (4 * ahead), ..*scanning };
        if in_turn || threads == 1 || starts.len() < FEW {
            self.scan_in_turn(starts, first, &scanning, take)
        } else {
            self.scan_side_by_side(starts, first, &scanning, ahead, take)
        }
    }

    fn scan_in_turn(
        &mut self,
        starts: &[S::Key],
        first: u64,
        scanning: &Scanning<'_, S::Key>,
        take: Take<'_, S::Key>,
    ) -> Result<()> {
        let scanner = &mut self.scanners[0];
        for (number, &start) in starts.iter().enumerate() {
            let scan = scanner
                .scan(self.space, start, first + number as u64, scanning)
                .map_err(bad_key)?;
            count(self.counters, &scan);
            if !take(scan)? {
                return Ok(());
            }
            if number % LOOK == LOOK - 1 {
                (self.observer)();
                if self.halt.stopping() {
                    return Ok(());
                }
            }
        }
        (self.observer)();
        Ok(())
    }

    fn scan_side_by_side(
        &mut self,
        starts: &[S::Key],
        first: u64,
        scanning: &Scanning<'_, S::Key>,
        ahead: usize,
        take: Take<'_, S::Key>,
    ) -> Result<()> {
        let (space, counters, observer) = (self.space, self.counters, self.observer);
        let halt = self.halt;
        let (tasks, to_scan) = bounded::<(usize, &[S::Key])>(ahead);
        let (scanned, results) = bounded(ahead);
        std::thread::scope(|scope| {
            for scanner in &mut self.scanners {
                let (to_scan, scanned) = (to_scan.clone(), scanned.clone());
                scope.spawn(move || {
                    while let Ok((task, starts)) = counters.expand.waiting(|| to_scan.recv()) {
                        let from = first + (task * TASK) as u64;
                        let scans = counters
                            .expand
                            .busy(|| scan_task(scanner, space, starts, from, scanning));
                        if counters.expand.waiting(|| scanned.send((task, scans))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop((to_scan, scanned));
            // They end with this closure: the scanners wait for tasks until then.
            let (tasks, results) = (tasks, results);
            let mut sources = starts.chunks(TASK).enumerate();
            let all = sources.len();
            let mut early = BTreeMap::new();
            let (mut sent, mut taken) = (0, 0);
            while taken < all {
                while sent < all && sent < taken + ahead {
                    // There is room: no more than `ahead` are on the way.
                    let Some(task) = sources.next() else { break };
                    if tasks.send(task).is_err() {
                        break;
                    }
                    sent += 1;
                }
                match results.recv_timeout(TICK) {
                    Ok((task, scans)) => drop(early.insert(task, scans)),
                    Err(RecvTimeoutError::Timeout) => observer(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let Some(scans) = early.remove(&taken) {
                    for scan in scans.map_err(bad_key)? {
                        count(counters, &scan);
                        if !take(scan)? {
                            return Ok(());
                        }
                    }
                    taken += 1;
                }
                if halt.stopping() {
                    return Ok(());
                }
            }
            observer();
            Ok(())
        })
    }
}

/// Scans some start points, those at the end only if what came of the others leaves
/// room.
fn scan_task<S: StateSpace>(
    scanner: &mut Scanner<S>,
    space: &S,
    starts: &[S::Key],
    first: u64,
    scanning: &Scanning<'_, S::Key>,
) -> Result<Vec<Scan<S::Key>>, BadKey> {
    let (mut scans, mut bytes) = (Vec::with_capacity(starts.len()), 0);
    for (number, &start) in (first..).zip(starts) {
        if bytes > scanning.bytes {
            scans.push(Scan::Later);
            break;
        }
        let scan = scanner.scan(space, start, number, scanning)?;
        if let Scan::Whole(component) = &scan {
            bytes += component.bytes();
        }
        scans.push(scan);
    }
    Ok(scans)
}

fn bad_key(source: BadKey) -> SearchError {
    SearchError::BadKey { generation: 0, source }
}

fn count<K: StateKey>(counters: &Counters, scan: &Scan<K>) {
    if let Scan::Whole(component) = scan {
        counters.expand.add(component.states as usize, size_of::<K>() * component.edges as usize);
        counters.expanded.fetch_add(component.states, Relaxed);
        counters.produced.fetch_add(component.edges, Relaxed);
    }
}
