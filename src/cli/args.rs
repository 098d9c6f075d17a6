//! Groups of flags that several commands share, and the settings they set.

use std::fmt;
use std::str::FromStr;

use clap::Args;

use crate::config::Override;
use crate::domains::DOMAINS;
use crate::store::Side;

/// The settings that a command's flags give; see [`Override`].
pub(super) type Overrides = Vec<Override>;

/// Adds `value`, if there is one, as what `flag` gives to `key`.
fn set(to: &mut Overrides, key: &'static str, flag: &'static str, value: Option<&String>) {
    to.extend(value.map(|value| Override { key, value: value.clone(), flag }));
}

/// Flags of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "General options")]
pub(super) struct GlobalArgs {
    /// Say more on standard error: -v informs, -vv is for debugging, -vvv traces
    #[arg(long, short, action = clap::ArgAction::Count, global = true, display_order = 1000)]
    pub(super) verbose: u8,

    /// Say nothing on standard error but errors: no progress, no warnings
    #[arg(long, short, global = true, conflicts_with = "verbose", display_order = 1001)]
    pub(super) quiet: bool,

    /// Colours: auto, always or never
    #[arg(long, value_name = "WHEN", global = true, display_order = 1002)]
    color: Option<String>,
}

impl GlobalArgs {
    pub(super) fn overrides(&self, to: &mut Overrides) {
        set(to, "output.color", "--color", self.color.as_ref());
        let level = match self.verbose {
            0 => None,
            1 => Some("warn,strata=info"),
            2 => Some("info,strata=debug"),
            _ => Some("debug,strata=trace"),
        };
        set(to, "log.level", "--verbose", level.map(str::to_owned).as_ref());
        if self.quiet {
            set(to, "log.level", "--quiet", Some(&"error".to_owned()));
            set(to, "output.progress", "--quiet", Some(&"never".to_owned()));
        }
    }
}

/// Which store.
#[derive(Debug, Args)]
pub(super) struct StoreArgs {
    /// The store's directory [setting: store.path; default: ./strata.db]
    #[arg(long, value_name = "DIR")]
    store: Option<String>,
}

impl StoreArgs {
    pub(super) fn overrides(&self, to: &mut Overrides) {
        set(to, "store.path", "--store", self.store.as_ref());
    }
}

/// Machine-readable output.
#[derive(Debug, Args)]
pub(super) struct JsonArgs {
    /// Write the answer as JSON, one message a line
    #[arg(long)]
    pub(super) json: bool,
}

/// Only tell what would be done.
#[derive(Debug, Args)]
pub(super) struct DryRunArgs {
    /// Tell what would be done, and do nothing
    #[arg(long)]
    pub(super) dry_run: bool,
}

/// How a search works; none of these changes what it finds.
#[derive(Debug, Args)]
#[command(next_help_heading = "Resources")]
pub(super) struct EngineArgs {
    /// Threads that expand states; 0 is every core
    #[arg(long, value_name = "N")]
    threads: Option<String>,

    /// Memory for candidates, such as "512 MiB", or auto
    #[arg(long, value_name = "SIZE")]
    memory_candidates: Option<String>,

    /// Memory for batches in the pipeline, such as "64 MiB", or auto
    #[arg(long, value_name = "SIZE")]
    memory_batch: Option<String>,

    /// Longest time between two commits, such as 2s
    #[arg(long, value_name = "TIME")]
    checkpoint_interval: Option<String>,

    /// At the end, show what each stage of the pipeline did and waited for
    #[arg(long)]
    pub(super) stats: bool,
}

impl EngineArgs {
    pub(super) fn overrides(&self, to: &mut Overrides) {
        set(to, "engine.threads", "--threads", self.threads.as_ref());
        set(to, "memory.candidates", "--memory-candidates", self.memory_candidates.as_ref());
        set(to, "memory.batch", "--memory-batch", self.memory_batch.as_ref());
        set(to, "checkpoint.interval", "--checkpoint-interval", self.checkpoint_interval.as_ref());
    }
}

/// What stops a search before its end.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// Stop when this many states are stored, such as 5M; or expanded, by searches
    /// that store none
    #[arg(long, value_name = "COUNT")]
    max_states: Option<String>,

    /// Stop after this generation
    #[arg(long, value_name = "N")]
    max_generations: Option<String>,

    /// Stop after this time, such as "1h 30m"
    #[arg(long, value_name = "TIME")]
    max_time: Option<String>,

    /// Stop when the store has this size, such as "20 GiB"
    #[arg(long, value_name = "SIZE")]
    max_disk: Option<String>,

    /// Stop before less than this is free on the store's disk
    #[arg(long, value_name = "SIZE")]
    keep_free: Option<String>,
}

impl LimitArgs {
    /// Whether there is any.
    pub(super) fn is_given(&self) -> bool {
        let mut given = Overrides::new();
        self.overrides(&mut given);
        !given.is_empty()
    }

    pub(super) fn overrides(&self, to: &mut Overrides) {
        set(to, "limits.states", "--max-states", self.max_states.as_ref());
        set(to, "limits.generations", "--max-generations", self.max_generations.as_ref());
        set(to, "limits.time", "--max-time", self.max_time.as_ref());
        set(to, "limits.disk", "--max-disk", self.max_disk.as_ref());
        set(to, "limits.free_disk", "--keep-free", self.keep_free.as_ref());
    }
}

/// Which puzzle, and how it is understood: all this is part of the run.
#[derive(Debug, Args)]
pub(super) struct PuzzleArgs {
    /// A file, - for standard input, a name that `strata puzzles` lists, a Rush Hour
    /// board in one word, with or without / between the rows, or a FreeCell deal by
    /// its number, such as freecell:617
    pub(super) puzzle: String,

    /// The kind of puzzle, when it is not recognised
    #[arg(long, value_name = "DOMAIN", value_parser = DOMAINS)]
    pub(super) domain: Option<String>,

    /// The format of the file, when its name does not tell
    #[arg(long, value_name = "FORMAT", value_parser = ["toml", "drawing", "jimslide", "board", "csv", "tws", "kpuzzle"])]
    pub(super) format: Option<String>,

    /// What counts as one move: moves (one piece, any path), straight (one
    /// piece, one line; not for Rush Hour), steps (one cell), slides (one car as far
    /// as it goes; for Rush Hour only), cards (one card; for FreeCell, which has no
    /// other), HTM (any power of a turn; for twisty puzzles) or QTM (a turn once, or
    /// back once) [default: moves or HTM]
    #[arg(long, value_name = "METRIC")]
    #[arg(value_parser = ["moves", "straight", "steps", "slides", "cards", "HTM", "QTM"])]
    pub(super) metric: Option<String>,

    /// How the states of sliding block puzzles are stored [default: the faster]
    #[arg(long, value_name = "ENCODING", value_parser = ["rank", "packed"])]
    pub(super) encoding: Option<String>,

    /// Tell pieces of one shape apart, each by its name: states that differ only
    /// in which of them lies where count as different, goals as well
    #[arg(long)]
    pub(super) distinct: bool,

    /// Columns and rows of a Rush Hour board that is given as a table of cars,
    /// when the name of the file does not have them
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(super) size: Option<(usize, usize)>,

    /// On which side the primary car of a Rush Hour board leaves [default: what
    /// the board says, else right]
    #[arg(long, value_name = "SIDE", value_parser = ["left", "right"])]
    pub(super) exit: Option<String>,

    /// Freecells of a FreeCell game, 0 to 12 [default: those of its board; 4 where the
    /// line of the freecells ends with a card or is missing]
    #[arg(long, value_name = "COUNT")]
    pub(super) freecells: Option<usize>,

    /// Columns of a FreeCell game, 1 to 10 [default: those of its board, else 8]
    #[arg(long, value_name = "COUNT")]
    pub(super) columns: Option<usize>,

    /// Deal the highest ranks of each suit only, 1 to 13 of them; the others lie on
    /// the foundations [default: 13]
    #[arg(long, value_name = "COUNT")]
    pub(super) ranks: Option<u8>,

    /// Use only these turns of a twisty puzzle, such as <R2,U> [default: all]
    #[arg(long, value_name = "TURNS")]
    pub(super) moves: Option<String>,

    /// Turns that lead from the solved position of a twisty puzzle to the start, such
    /// as \"R U2 F'\" [default: the start that its file says, else none]
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true)]
    pub(super) scramble: Option<String>,

    /// Leave out all pieces of a twisty puzzle but those of these orbits, such as CORNERS
    #[arg(long, value_name = "ORBITS")]
    pub(super) only: Option<String>,

    /// Count only these pieces of a twisty puzzle, such as DF,DR,DB,DL: all others of
    /// an orbit look alike, however they are turned
    #[arg(long, value_name = "PIECES")]
    pub(super) pieces: Option<String>,
}

/// `9x9`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X']);
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.ok_or_else(|| "a size is two numbers with x between, such as 9x9".to_owned())
}

/// A run of the store: its number or `last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunRef {
    /// The run with this number.
    Number(u32),
    /// The run with the greatest number.
    Last,
}

impl FromStr for RunRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("last", _) => Ok(Self::Last),
            (_, Ok(number)) if number > 0 => Ok(Self::Number(number)),
            _ => Err("a run is a number as `strata runs` lists it, or last".to_owned()),
        }
    }
}

impl fmt::Display for RunRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Last => f.write_str("last"),
        }
    }
}

/// Where a search of a run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum SideArg {
    /// The search from the start.
    Start,
    /// The search from the goals.
    Goals,
}

impl SideArg {
    /// As the store names it.
    pub(super) fn side(self) -> Side {
        match self {
            Self::Start => Side::Forward,
            Self::Goals => Side::Backward,
        }
    }

    /// As the command line names it.
    pub(super) fn of(side: Side) -> Self {
        match side {
            Side::Forward => Self::Start,
            Side::Backward => Self::Goals,
        }
    }
}

impl fmt::Display for SideArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Goals => "goals",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::KEYS;

    #[test]
    fn runs_are_named_by_number_or_last() {
        assert_eq!("7".parse(), Ok(RunRef::Number(7)));
        assert_eq!("last".parse(), Ok(RunRef::Last));
        for text in ["", "0", "-1", "x", "4294967296"] {
            assert!(text.parse::<RunRef>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_flag_sets_a_setting_that_exists() {
        let some = || Some("1".to_owned());
        let mut all = Overrides::new();
        GlobalArgs { verbose: 1, quiet: true, color: some() }.overrides(&mut all);
        StoreArgs { store: some() }.overrides(&mut all);
        EngineArgs {
            threads: some(),
            memory_candidates: some(),
            memory_batch: some(),
            checkpoint_interval: some(),
            stats: false,
        }
        .overrides(&mut all);
        LimitArgs {
            max_states: some(),
            max_generations: some(),
            max_time: some(),
            max_disk: some(),
            keep_free: some(),
        }
        .overrides(&mut all);
        assert_eq!(all.len(), 14);
        for given in all {
            assert!(KEYS.contains(&given.key), "{}", given.key);
        }
    }
}
