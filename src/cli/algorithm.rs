//! The flags that choose an algorithm.

use std::num::{NonZeroU32, NonZeroU64};

use clap::Args;

use super::exit::BadInput;
use super::strategy::{Components, Plan};
use crate::config::{Problem, Size};
use crate::search::{Batches, Keep, Neighborhoods};

/// Walks in a batch, and batches, unless the user says how many.
const BATCHES: u64 = 10;
const BATCH_SIZE: u64 = 20;

/// States in a beam a layer, and children in a beam a node, unless the user says
/// how many.
const LAYER: NonZeroU32 = NonZeroU32::new(10_000).unwrap();
const CHILDREN: NonZeroU32 = NonZeroU32::new(5).unwrap();

/// States in the greatest neighbourhood, unless the user says how many.
const NEIGHBORHOOD: NonZeroU32 = NonZeroU32::new(1_000_000).unwrap();

/// Moves of a random walk, unless the user says how many.
const MAX_MOVES: NonZeroU64 = NonZeroU64::new(1_000_000).unwrap();

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Algorithm {
    /// What proves a shortest solution fastest: astar where the puzzle's heuristic is
    /// worth it, pmida for twisty puzzles, else generations; for FreeCell best, which finds
    /// some solution
    Auto,
    /// Breadth-first, generation by generation; proves
    #[value(alias = "breadth-first")]
    Generations,
    /// Breadth-first from the start and all goals at once; proves
    Bidirectional,
    /// Best-first on disk, by a heuristic; proves if that is admissible
    Astar,
    /// Depth-first within rising limits, by an admissible heuristic; proves
    Ida,
    /// Depth-first within rising limits, without memory; proves, slowly
    IterativeDeepening,
    /// Breadth-first with the best states only; can miss every solution
    Beam,
    /// One random walk
    Random,
    /// Batches of random walks, each shortened over the moves of all
    ShortenedRandom,
    /// Random walks, then shortest ways within neighbourhoods of the best
    Neighborhood,
    /// Best-first by the moves that a move makes possible
    MovesFreed,
    /// Best-first in memory by a heuristic alone; proves only that there is no solution
    Best,
    /// By fully connected components, depth by depth: proves that there is no
    /// solution; for puzzles like FreeCell
    Fcc,
    /// By fully connected components, the best first, by a heuristic
    FccBest,
    /// Depth-first within rising limits, in parallel from breadth-first roots, by pruning
    /// tables; for twisty puzzles; proves
    Pmida,
}

/// What the store keeps of a component search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum KeepArg {
    /// Every component
    All,
    /// The figures of finished depths and the move stacks, not the components
    Depths,
}

/// How components are searched.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Components")]
pub(super) struct ComponentArgs {
    /// Make moves that cannot do harm at once when a component is left: fewer
    /// components, and the same answer
    #[arg(long)]
    safe_moves: bool,

    /// What to keep of fcc: all components, or only figures and move stacks of
    /// finished depths [default: all]
    #[arg(long, value_name = "WHAT")]
    keep: Option<KeepArg>,

    /// Memory for the cache of states whose components are known; changes nothing
    /// that is found [default: an eighth of memory.candidates]
    #[arg(long, value_name = "SIZE", value_parser = cache)]
    cache: Option<usize>,
}

fn cache(text: &str) -> Result<usize, String> {
    let size: Size = text.parse().map_err(|error: Problem| error.to_string())?;
    usize::try_from(size.bytes()).map_err(|error| error.to_string())
}

impl ComponentArgs {
    /// The search by components, `best` with this heuristic or the best for it.
    pub(super) fn plan(&self, census: bool, best: Option<Option<String>>) -> Plan {
        Plan::Fcc(Components {
            census,
            best,
            safe: self.safe_moves,
            keep: self.keep != Some(KeepArg::Depths),
            cache: self.cache,
        })
    }

    /// Refuses the options for another algorithm.
    pub(super) fn refuse(&self) -> Result<(), BadInput> {
        let given = [
            ("--safe-moves", self.safe_moves),
            ("--keep", self.keep.is_some()),
            ("--cache", self.cache.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((flag, _)) => Err(BadInput(format!("{flag} is for --algorithm fcc and fcc-best"))),
            None => Ok(()),
        }
    }
}

/// What a beam keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum BeamArg {
    /// The best states of each generation
    Layer,
    /// The best successors of each state
    Node,
}

/// How to search, with the options of the single algorithms.
#[derive(Debug, Args)]
#[command(next_help_heading = "Algorithm")]
pub(super) struct AlgorithmArgs {
    /// How to search
    #[arg(long, value_name = "ALGORITHM", default_value = "auto")]
    pub(super) algorithm: Algorithm,

    /// The estimate that astar, ida, beam, moves-freed, best and fcc-best follow, such
    /// as zero; a wrong name tells which the puzzle has [default: the best for it]
    #[arg(long, value_name = "HEURISTIC")]
    heuristic: Option<String>,

    /// What a beam keeps: the best states of a layer, or the best successors of
    /// each node [default: layer]
    #[arg(long, value_name = "WHAT")]
    beam: Option<BeamArg>,

    /// How many states a beam keeps, and how many the greatest neighborhood has
    /// [default: 10000 of a layer, 5 of a node, 1000000 in a neighborhood]
    #[arg(long, value_name = "N")]
    width: Option<NonZeroU32>,

    /// Decides what is random: walks, and in a beam a layer between states of
    /// equal estimates [default: 1]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Batches of shortened-random [default: 10]
    #[arg(long, value_name = "N")]
    batches: Option<NonZeroU64>,

    /// Random walks in a batch [default: 20]
    #[arg(long, value_name = "N")]
    batch_size: Option<NonZeroU64>,

    /// Give a random walk up after this many moves [default: 1000000]
    #[arg(long, value_name = "N")]
    max_moves: Option<NonZeroU64>,

    /// Give iterative-deepening up after this limit
    #[arg(long, value_name = "N")]
    max_depth: Option<u32>,

    #[command(flatten)]
    components: ComponentArgs,
}

impl AlgorithmArgs {
    /// The algorithm with its options.
    pub(super) fn plan(&self) -> Result<Plan, BadInput> {
        use Algorithm::{
            Astar, Auto, Beam, Best, Bidirectional, Fcc, FccBest, Generations, Ida,
            IterativeDeepening, MovesFreed, Neighborhood, Pmida, Random, ShortenedRandom,
        };
        let guided = [Astar, Ida, Beam, MovesFreed, Best, FccBest];
        self.allow("--heuristic", self.heuristic.is_some(), &guided)?;
        self.allow("--beam", self.beam.is_some(), &[Beam])?;
        self.allow("--width", self.width.is_some(), &[Beam, Neighborhood])?;
        let walks = [Random, ShortenedRandom, Neighborhood];
        self.allow("--seed", self.seed.is_some(), &[&walks[..], &[Beam]].concat())?;
        self.allow("--batches", self.batches.is_some(), &[ShortenedRandom])?;
        self.allow("--batch-size", self.batch_size.is_some(), &walks[1..])?;
        self.allow("--max-moves", self.max_moves.is_some(), &walks)?;
        self.allow("--max-depth", self.max_depth.is_some(), &[IterativeDeepening])?;
        if !matches!(self.algorithm, Fcc | FccBest) {
            self.components.refuse()?;
        }
        let (seed, heuristic) = (self.seed.unwrap_or(1), self.heuristic.clone());
        let max_moves = self.max_moves.unwrap_or(MAX_MOVES).get();
        Ok(match self.algorithm {
            Auto => Plan::Auto,
            Generations => Plan::Solve,
            Bidirectional => Plan::Bidirectional,
            Astar => Plan::AStar { heuristic },
            Ida => Plan::Ida { heuristic },
            IterativeDeepening => Plan::Deepening { max_depth: self.max_depth },
            Beam => match self.beam.unwrap_or(BeamArg::Layer) {
                BeamArg::Layer => {
                    let keep = Keep::PerLayer(self.width.unwrap_or(LAYER));
                    Plan::Beam { keep, heuristic, seed }
                }
                BeamArg::Node if self.seed.is_some() => {
                    let message = "--seed is for a beam a layer: nothing is random in one a node";
                    return Err(BadInput(message.to_owned()));
                }
                BeamArg::Node => {
                    let keep = Keep::PerNode(self.width.unwrap_or(CHILDREN));
                    Plan::Beam { keep, heuristic, seed: 0 }
                }
            },
            Random => Plan::Random { seed, max_moves },
            ShortenedRandom => Plan::Shortened(Batches {
                batches: self.batches.map_or(BATCHES, NonZeroU64::get),
                size: self.batch_size.map_or(BATCH_SIZE, NonZeroU64::get),
                seed,
                max_moves,
            }),
            Neighborhood => Plan::Neighborhood(Neighborhoods {
                states: self.width.unwrap_or(NEIGHBORHOOD).get().into(),
                walks: self.batch_size.map_or(BATCH_SIZE, NonZeroU64::get),
                seed,
                max_moves,
            }),
            MovesFreed => Plan::MovesFreed { heuristic },
            Best => Plan::Best { heuristic },
            Fcc => self.components.plan(false, None),
            FccBest => self.components.plan(false, Some(heuristic)),
            Pmida => Plan::FromRoots,
        })
    }

    /// Refuses an option that the algorithm does not have.
    fn allow(&self, flag: &str, given: bool, to: &[Algorithm]) -> Result<(), BadInput> {
        if !given || to.contains(&self.algorithm) {
            return Ok(());
        }
        let names: Vec<String> = to.iter().map(Algorithm::to_string).collect();
        Err(BadInput(format!(
            "{flag} is for --algorithm {}, not for {}",
            names.join(" or "),
            self.algorithm
        )))
    }
}

impl std::fmt::Display for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = clap::ValueEnum::to_possible_value(self);
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}
