//! From the strategies that the command line names, and that runs store, to
//! concrete ones: the one place that knows them all.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use super::exit::BadInput;
use super::roots;
use crate::engine::{Engine, FROM_ROOTS, Listener, Report, Result};
use crate::search::{
    AStar, Batches, Beam, Best, Bidirectional, Fcc, FccOptions, Generations, Ida,
    IterativeDeepening, Keep, MovesFreed, Neighborhood, Neighborhoods, Order, RandomWalk,
    ShortenedRandom, Strategy,
};
use crate::space::StateSpace;
use crate::store::{RunId, RunRow};

/// A strategy with its options. Where it has no heuristic, it takes the one that
/// is best for it in the space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    /// Whatever proves a shortest solution fastest, or finds one where that is out of
    /// reach.
    Auto,
    /// Generation by generation, to the first goal.
    Solve,
    /// Generation by generation, the whole space.
    Census {
        /// Also back from all goals.
        from_goals: bool,
    },
    /// From the start and the goals at once.
    Bidirectional,
    /// Best-first, on disk.
    AStar { heuristic: Option<String> },
    /// Depth-first within rising limits, by a heuristic.
    Ida { heuristic: Option<String> },
    /// Depth-first within rising limits.
    Deepening { max_depth: Option<u32> },
    /// Breadth-first with most states left out.
    Beam { keep: Keep, heuristic: Option<String>, seed: u64 },
    /// A random walk.
    Random { seed: u64, max_moves: u64 },
    /// Random walks, shortened.
    Shortened(Batches),
    /// A random solution, shortened within its neighbourhood.
    Neighborhood(Neighborhoods),
    /// Best-first by the moves that a move makes possible.
    MovesFreed { heuristic: Option<String> },
    /// Best-first by the estimate alone.
    Best { heuristic: Option<String> },
    /// By fully connected components.
    Fcc(Components),
    /// Depth-first within rising limits, from breadth-first roots.
    FromRoots,
}

/// How components are searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Components {
    /// The whole space.
    pub(super) census: bool,
    /// The best first, by this heuristic.
    pub(super) best: Option<Option<String>>,
    pub(super) safe: bool,
    pub(super) keep: bool,
    /// Memory for the cache of states in bytes.
    pub(super) cache: Option<usize>,
}

impl Components {
    fn strategy<S: StateSpace>(&self, space: &S, memory: usize) -> Fcc<S> {
        let order = match &self.best {
            None => Order::Depth,
            Some(heuristic) => Order::Best(favourite(space, heuristic)),
        };
        let Self { census, safe, keep, cache, .. } = *self;
        Fcc::new(FccOptions { census, order, safe, keep }, memory, cache)
    }
}

/// The heuristic by which the best states are kept: as good as one for a proof,
/// unless the space has a better one that proves nothing.
fn guiding<S: StateSpace>(space: &S, given: &Option<String>) -> String {
    let solving = || space.solving_heuristic().map(str::to_owned);
    given.clone().or_else(solving).unwrap_or_else(|| proving(space, &None))
}

/// The heuristic for a solution of any length.
fn favourite<S: StateSpace>(space: &S, given: &Option<String>) -> String {
    given.clone().unwrap_or_else(|| MovesFreed::default_heuristic(space).to_owned())
}

/// Something to do with a strategy of any type.
trait Apply<S: StateSpace> {
    type Output;

    fn apply<T: Strategy<S>>(self, strategy: T) -> Self::Output;

    /// The same with the search from roots, which the engine itself runs.
    fn apply_roots(self) -> Self::Output;
}

/// The heuristic for a proof of a shortest solution.
fn proving<S: StateSpace>(space: &S, given: &Option<String>) -> String {
    given.clone().unwrap_or_else(|| Ida::default_heuristic(space).to_owned())
}

impl Plan {
    /// Hands the strategy for this space on; `memory` is in bytes.
    fn apply<S: StateSpace, A: Apply<S>>(&self, space: &S, memory: usize, to: A) -> A::Output {
        match self {
            Self::Auto if roots::fits(space) => to.apply_roots(),
            Self::FromRoots => to.apply_roots(),
            Self::Auto => match (space.solving_heuristic(), space.proving_heuristic()) {
                (Some(heuristic), _) => to.apply(Best::new(heuristic, memory)),
                (None, Some(heuristic)) => to.apply(AStar::new(heuristic)),
                (None, None) => to.apply(Generations::solve()),
            },
            Self::Solve => to.apply(Generations::solve()),
            Self::Census { from_goals } => to.apply(Generations::census(*from_goals)),
            Self::Bidirectional => to.apply(Bidirectional::new()),
            Self::AStar { heuristic } => to.apply(AStar::new(proving(space, heuristic))),
            Self::Ida { heuristic } => to.apply(Ida::new(proving(space, heuristic), memory)),
            Self::Deepening { max_depth } => to.apply(IterativeDeepening::new(*max_depth)),
            Self::Beam { keep, heuristic, seed } => {
                to.apply(Beam::new(*keep, guiding(space, heuristic), *seed, memory))
            }
            Self::Random { seed, max_moves } => to.apply(RandomWalk::new(*seed, *max_moves)),
            Self::Shortened(batches) => to.apply(ShortenedRandom::new(*batches, memory)),
            Self::Neighborhood(plan) => to.apply(Neighborhood::new(*plan, memory)),
            Self::MovesFreed { heuristic } => {
                to.apply(MovesFreed::new(favourite(space, heuristic), memory))
            }
            Self::Best { heuristic } => to.apply(Best::new(favourite(space, heuristic), memory)),
            Self::Fcc(components) => to.apply(components.strategy(space, memory)),
        }
    }

    /// The plan of a stored run.
    pub(super) fn of_run<S: StateSpace>(space: &S, row: &RunRow) -> Result<Self, BadInput> {
        let plan = Self::named(row).filter(|plan| {
            let same = plan.apply(space, 0, Identity);
            same == (row.strategy.as_str(), row.options.clone())
        });
        plan.ok_or_else(|| {
            BadInput(format!(
                "the run was made with the strategy {} and the options {:?}, which this program \
                 does not have",
                row.strategy, row.options
            ))
        })
    }

    /// The plan that a run's row names, if its options can be understood.
    fn named(row: &RunRow) -> Option<Self> {
        let option = |name: &str| row.options.get(name).map(String::as_str);
        let number = |name: &str| option(name)?.parse::<u64>().ok();
        let heuristic = option("heuristic").map(str::to_owned);
        Some(match row.strategy.as_str() {
            "generations" if option("until") == Some("whole space") => {
                Self::Census { from_goals: option("from-goals") == Some("true") }
            }
            "generations" => Self::Solve,
            "bidirectional" => Self::Bidirectional,
            "astar" => Self::AStar { heuristic },
            "ida" => Self::Ida { heuristic },
            "iterative-deepening" => {
                Self::Deepening { max_depth: option("max-depth")?.parse().ok() }
            }
            "beam" => {
                let width = NonZeroU32::new(u32::try_from(number("width")?).ok()?)?;
                let keep = match option("beam")? {
                    "layer" => Keep::PerLayer(width),
                    _ => Keep::PerNode(width),
                };
                Self::Beam { keep, heuristic, seed: number("seed").unwrap_or(0) }
            }
            "random" => Self::Random { seed: number("seed")?, max_moves: number("max-moves")? },
            "shortened-random" => Self::Shortened(Batches {
                batches: number("batches")?,
                size: number("size")?,
                seed: number("seed")?,
                max_moves: number("max-moves")?,
            }),
            "neighborhood" => Self::Neighborhood(Neighborhoods {
                states: number("states")?,
                walks: number("walks")?,
                seed: number("seed")?,
                max_moves: number("max-moves")?,
            }),
            "moves-freed" => Self::MovesFreed { heuristic },
            "best" => Self::Best { heuristic },
            FROM_ROOTS => Self::FromRoots,
            "fcc" | "fcc-best" => Self::Fcc(Components {
                census: option("until") == Some("whole space"),
                best: heuristic.map(Some),
                safe: option("safe-moves") == Some("true"),
                keep: option("keep") == Some("all"),
                cache: None,
            }),
            _ => return None,
        })
    }

    /// Whether its search goes generation by generation, so that a number of them
    /// can end it.
    pub(super) fn has_generations<S: StateSpace>(&self, space: &S) -> bool {
        match self {
            Self::Auto => {
                space.proving_heuristic().is_none()
                    && space.solving_heuristic().is_none()
                    && !roots::fits(space)
            }
            Self::Solve | Self::Census { .. } | Self::Bidirectional | Self::Beam { .. } => true,
            Self::AStar { .. }
            | Self::Ida { .. }
            | Self::Deepening { .. }
            | Self::Random { .. }
            | Self::Shortened(_)
            | Self::Neighborhood(_)
            | Self::MovesFreed { .. }
            | Self::Best { .. }
            | Self::Fcc(_)
            | Self::FromRoots => false,
        }
    }

    /// Whether the space can be searched like this; to be asked before anything
    /// is written.
    pub(super) fn check<S: StateSpace>(&self, space: &S, memory: usize) -> Result<()> {
        self.apply(space, memory, Check { space })
    }

    /// Begins a run, or goes on with the same one.
    pub(super) fn run<S: StateSpace>(
        &self,
        engine: &Engine<'_>,
        space: &S,
        puzzle: &str,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        self.apply(space, engine.memory(), Run { engine, space, puzzle, listener })
    }

    /// Goes on with a stored run.
    pub(super) fn resume<S: StateSpace>(
        &self,
        engine: &Engine<'_>,
        space: &S,
        run: RunId,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        self.apply(space, engine.memory(), Resume { engine, space, run, listener })
    }
}

struct Identity;

impl<S: StateSpace> Apply<S> for Identity {
    type Output = (&'static str, BTreeMap<String, String>);

    fn apply<T: Strategy<S>>(self, strategy: T) -> Self::Output {
        (strategy.name(), strategy.options())
    }

    fn apply_roots(self) -> Self::Output {
        (FROM_ROOTS, roots::options())
    }
}

struct Check<'a, S> {
    space: &'a S,
}

impl<S: StateSpace> Apply<S> for Check<'_, S> {
    type Output = Result<()>;

    fn apply<T: Strategy<S>>(self, strategy: T) -> Result<()> {
        Ok(strategy.check(self.space)?)
    }

    fn apply_roots(self) -> Result<()> {
        roots::check(self.space)
    }
}

struct Run<'a, S> {
    engine: &'a Engine<'a>,
    space: &'a S,
    puzzle: &'a str,
    listener: &'a mut dyn Listener,
}

impl<S: StateSpace> Apply<S> for Run<'_, S> {
    type Output = Result<Report>;

    fn apply<T: Strategy<S>>(self, strategy: T) -> Result<Report> {
        self.engine.run(self.space, self.puzzle, strategy, self.listener)
    }

    fn apply_roots(self) -> Result<Report> {
        let Self { engine, space, puzzle, listener } = self;
        roots::search(engine, space, puzzle, None, listener)
    }
}

struct Resume<'a, S> {
    engine: &'a Engine<'a>,
    space: &'a S,
    run: RunId,
    listener: &'a mut dyn Listener,
}

impl<S: StateSpace> Apply<S> for Resume<'_, S> {
    type Output = Result<Report>;

    fn apply<T: Strategy<S>>(self, strategy: T) -> Result<Report> {
        self.engine.resume(self.run, self.space, strategy, self.listener)
    }

    fn apply_roots(self) -> Result<Report> {
        let Self { engine, space, run, listener } = self;
        let puzzle = engine.puzzle(run)?;
        roots::search(engine, space, &puzzle, Some(run), listener)
    }
}
