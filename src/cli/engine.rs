//! What a search needs of the process: resources as the settings say, and
//! signals.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use super::context::{Context, ProgressStyle};
use super::exit::Exit;
use crate::config::{self, Budgets};
use crate::engine::{Control, Limits, Settings};
use crate::store::{Compression, StoreOptions};
use crate::telemetry::machine_memory;

/// Taken for the machine's memory where the system does not tell it.
const SOME_MEMORY: u64 = 1 << 30;

/// Memory budgets for this machine.
pub(super) fn budgets(settings: &config::Settings) -> Budgets {
    settings.memory.budgets(machine_memory().unwrap_or(SOME_MEMORY))
}

/// Resources and limits of the engine for a search that is `stored` on disk or
/// else keeps its states in memory: of that it takes at most half, for the
/// machine is not strata's alone, unless the user says how much.
pub(super) fn engine_settings(settings: &config::Settings, stored: bool) -> Settings {
    let Budgets { candidates, batch } = budgets(settings);
    let limits = &settings.limits;
    let half = (!stored).then(|| machine_memory().unwrap_or(SOME_MEMORY) / 2);
    Settings {
        threads: NonZeroUsize::new(settings.engine.threads.count()).unwrap_or(NonZeroUsize::MIN),
        candidates: to_usize(candidates),
        batch: to_usize(batch),
        block: to_usize(settings.store.block_size.bytes()),
        commit_interval: settings.checkpoint.interval.get(),
        limits: Limits {
            states: limits.states.get().map(config::Count::get),
            generations: limits
                .generations
                .get()
                .map(|limit| u32::try_from(limit.get()).unwrap_or(u32::MAX)),
            time: limits.time.get().map(config::Time::get),
            store_bytes: limits.disk.get().map(config::Size::bytes).or(half),
            free_disk: Some(limits.free_disk.bytes()).filter(|&bytes| bytes > 0),
        },
    }
}

/// How stores are opened.
pub(super) fn store_options(settings: &config::Settings) -> StoreOptions {
    StoreOptions {
        compression: match settings.store.compression {
            config::Compression::Zstd => Compression::Zstd,
            config::Compression::Lz4 => Compression::Lz4,
            config::Compression::None => Compression::None,
        },
        cache_bytes: to_usize(settings.store.cache.bytes()),
        ..StoreOptions::default()
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Turns signals into an end after a checkpoint, and a second one into an end
/// at once.
pub(super) struct Interrupts {
    /// The control that they reach.
    pub(super) control: Arc<Control>,
    over: Arc<AtomicBool>,
}

impl Interrupts {
    /// Begins to listen, once in a process; `message` tells what the first signal
    /// brings about.
    pub(super) fn catch(cx: &Context, message: &'static str) -> anyhow::Result<Self> {
        let (control, over) = (Arc::new(Control::default()), Arc::new(AtomicBool::new(false)));
        let told = Self { control: Arc::clone(&control), over: Arc::clone(&over) };
        let (bars, silent) = (cx.bars.clone(), cx.progress == ProgressStyle::Silent);
        ctrlc::set_handler(move || {
            if over.load(SeqCst) || control.interrupted() {
                // Without any cleaning up: the database has threads at work, and what
                // is committed is safe from whatever happens.
                signal_hook::low_level::exit(Exit::Interrupted.code().into());
            }
            control.interrupt();
            if !silent {
                // Nobody may be there to read it.
                let _ =
                    bars.suspend(|| writeln!(io::stderr(), "{message}; once more quits at once"));
            }
        })?;
        Ok(told)
    }

    /// The search is over: from here on a signal ends the process at once.
    pub(super) fn release(&self) {
        self.over.store(true, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::config::{Loaded, Override, Sources};

    fn settings(flags: &[(&'static str, &str)]) -> config::Settings {
        let flags = flags
            .iter()
            .map(|&(key, value)| Override { key, value: value.to_owned(), flag: "--test" })
            .collect();
        Loaded::load(&Sources { flags, ..Sources::default() }).unwrap().settings
    }

    #[test]
    fn defaults_are_resources_without_limits() {
        let made = engine_settings(&settings(&[]), true);
        assert_eq!(made.threads, Settings::default().threads);
        assert_eq!(made.block, Settings::default().block);
        assert_eq!(made.limits, Limits { free_disk: Some(1 << 30), ..Limits::default() });
    }

    #[test]
    fn what_the_user_says_arrives() {
        let given = settings(&[
            ("engine.threads", "3"),
            ("memory.candidates", "5 MiB"),
            ("memory.batch", "6 MiB"),
            ("store.block_size", "8 KiB"),
            ("checkpoint.interval", "10ms"),
            ("limits.states", "7"),
            ("limits.generations", "5G"),
            ("limits.time", "8s"),
            ("limits.disk", "9 B"),
            ("limits.free_disk", "0"),
        ]);
        let made = engine_settings(&given, true);
        let expected = Settings {
            threads: NonZeroUsize::new(3).unwrap(),
            candidates: 5 << 20,
            batch: 6 << 20,
            block: 8 << 10,
            commit_interval: Duration::from_millis(10),
            limits: Limits {
                states: Some(7),
                generations: Some(u32::MAX),
                time: Some(Duration::from_secs(8)),
                store_bytes: Some(9),
                free_disk: None,
            },
        };
        assert_eq!(made, expected);
        assert_eq!(engine_settings(&given, false), expected);
    }

    #[test]
    fn states_kept_in_memory_take_at_most_half_of_it() {
        let limit = engine_settings(&settings(&[]), false).limits.store_bytes.unwrap();
        let machine = machine_memory().unwrap_or(SOME_MEMORY);
        assert!(limit > 0 && limit.abs_diff(machine - limit) <= 1, "{limit} of {machine}");
    }

    #[test]
    fn the_store_is_opened_as_the_settings_say() {
        let made = store_options(&settings(&[("store.compression", "zstd"), ("store.cache", "1")]));
        assert_eq!((made.compression, made.cache_bytes), (Compression::Zstd, 1));
        let made = store_options(&settings(&[]));
        assert_eq!(made, StoreOptions::default());
    }
}
