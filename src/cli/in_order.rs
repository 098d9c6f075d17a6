//! Jobs that several threads do at the same time, and results in the order of the
//! jobs.

use std::collections::BTreeMap;
use std::time::Duration;

use crossbeam_channel::Receiver;

/// Jobs that are begun and whose results are not shown yet, at most: memory does
/// not depend on how many there are.
pub(super) const WINDOW: usize = 1024;

/// How soon a thread without work hears that there will be none.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// Shows results in the order of their numbers, which count from 1, and makes room
/// for as many more by taking from `window`. Calls `show` without a result before
/// a wait: whoever reads is to see what there is.
pub(super) fn in_order<D>(
    results: &Receiver<(u64, D)>,
    window: &Receiver<()>,
    mut show: impl FnMut(Option<D>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 1;
    loop {
        let (number, done) = match results.try_recv() {
            Ok(result) => result,
            Err(_) => {
                show(None)?;
                let Ok(result) = results.recv() else { return Ok(()) };
                result
            }
        };
        early.insert(number, done);
        while let Some(done) = early.remove(&next) {
            next += 1;
            let _ = window.try_recv();
            show(Some(done))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    #[test]
    fn results_are_shown_in_order_up_to_the_first_that_is_missing() {
        let (results, received) = unbounded();
        let (ahead, window) = unbounded();
        for number in [3, 1, 2, 6, 5, 7] {
            results.send((number, number * 10)).unwrap();
            ahead.send(()).unwrap();
        }
        drop(results);
        let mut shown = Vec::new();
        in_order(&received, &window, |done| {
            shown.extend(done);
            Ok(())
        })
        .unwrap();
        assert_eq!(shown, [10, 20, 30]);
        assert_eq!(window.len(), 3);
    }
}
