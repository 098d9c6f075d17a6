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

/// Fewer start points than this are scanned on the calling thread.
const FEW: usize = 64;

type Take<'t, K> = &'t mut dyn FnMut(Scan<K>) -> Result<bool>;

impl<S: StateSpace> Pipeline<'_, S> {
    pub(super) fn scan_components(
        &mut self,
        starts: &[S::Key],
        first: u64,
        scanning: &Scanning<'_, S::Key>,
        whole: bool,
        take: Take<'_, S::Key>,
    ) -> Result<()> {
        let threads = self.workers.len();
        if self.scanners.is_empty() {
            self.scanners = (0..threads).map(|_| Scanner::new(self.space)).collect();
        }
        // However slow the first scan is, the others stay this near to it.
        let ahead = 4 * threads;
        let scanning = Scanning { bytes: scanning.bytes / (ahead + threads), ..*scanning };
        if threads == 1 || starts.len() < FEW {
            self.scan_in_turn(starts, first, &scanning, whole, take)
        } else {
            self.scan_side_by_side(starts, first, &scanning, whole, ahead, take)
        }
    }

    fn scan_in_turn(
        &mut self,
        starts: &[S::Key],
        first: u64,
        scanning: &Scanning<'_, S::Key>,
        whole: bool,
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
                if self.halt.stopping() && !whole {
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
        whole: bool,
        ahead: usize,
        take: Take<'_, S::Key>,
    ) -> Result<()> {
        let (space, counters, observer) = (self.space, self.counters, self.observer);
        let halt = self.halt;
        let (tasks, to_scan) = bounded::<(usize, S::Key)>(ahead);
        let (scanned, results) = bounded(ahead);
        std::thread::scope(|scope| {
            for scanner in &mut self.scanners {
                let (to_scan, scanned) = (to_scan.clone(), scanned.clone());
                scope.spawn(move || {
                    while let Ok((number, start)) = counters.expand.waiting(|| to_scan.recv()) {
                        let scan = counters
                            .expand
                            .busy(|| scanner.scan(space, start, first + number as u64, scanning));
                        if counters.expand.waiting(|| scanned.send((number, scan))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop((to_scan, scanned));
            // They end with this closure: the scanners wait for tasks until then.
            let (tasks, results) = (tasks, results);
            let mut sources = starts.iter().copied().enumerate();
            let mut early = BTreeMap::new();
            let (mut sent, mut taken) = (0, 0);
            while taken < starts.len() {
                while sent < starts.len() && sent < taken + ahead {
                    // There is room: no more than `ahead` are on the way.
                    let Some(task) = sources.next() else { break };
                    if tasks.send(task).is_err() {
                        break;
                    }
                    sent += 1;
                }
                match results.recv_timeout(TICK) {
                    Ok((number, scan)) => drop(early.insert(number, scan)),
                    Err(RecvTimeoutError::Timeout) => observer(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let Some(scan) = early.remove(&taken) {
                    let scan = scan.map_err(bad_key)?;
                    count(counters, &scan);
                    if !take(scan)? {
                        return Ok(());
                    }
                    taken += 1;
                }
                if halt.stopping() && !whole {
                    return Ok(());
                }
            }
            observer();
            Ok(())
        })
    }
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
