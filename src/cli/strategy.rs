//! From the strategies that the command line names, and that runs store, to
//! concrete ones: the one place that knows them all.

use std::collections::BTreeMap;

use super::exit::BadInput;
use crate::engine::{Engine, Listener, Report, Result};
use crate::search::{Bidirectional, Generations, Strategy};
use crate::space::StateSpace;
use crate::store::{RunId, RunRow};

/// A strategy with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    /// Generation by generation, to the first goal.
    Solve,
    /// Generation by generation, the whole space.
    Census {
        /// Also back from all goals.
        from_goals: bool,
    },
    /// From the start and the goals at once.
    Bidirectional,
}

/// Something to do with a strategy of any type.
trait Apply<S: StateSpace> {
    type Output;

    fn apply<T: Strategy<S>>(self, strategy: T) -> Self::Output;
}

impl Plan {
    const ALL: [Self; 4] = [
        Self::Solve,
        Self::Census { from_goals: false },
        Self::Census { from_goals: true },
        Self::Bidirectional,
    ];

    fn apply<S: StateSpace, A: Apply<S>>(self, to: A) -> A::Output {
        match self {
            Self::Solve => to.apply(Generations::solve()),
            Self::Census { from_goals } => to.apply(Generations::census(from_goals)),
            Self::Bidirectional => to.apply(Bidirectional::new()),
        }
    }

    /// The plan of a stored run.
    pub(super) fn of_run<S: StateSpace>(row: &RunRow) -> Result<Self, BadInput> {
        let is_stored = |plan: &Self| {
            plan.apply::<S, _>(Identity) == (row.strategy.as_str(), row.options.clone())
        };
        Self::ALL.into_iter().find(is_stored).ok_or_else(|| {
            BadInput(format!(
                "the run was made with the strategy {} and the options {:?}, which this program \
                 does not have",
                row.strategy, row.options
            ))
        })
    }

    /// Whether the space can be searched like this; to be asked before anything
    /// is written.
    pub(super) fn check<S: StateSpace>(self, space: &S) -> Result<()> {
        self.apply(Check { space })
    }

    /// Begins a run, or goes on with the same one.
    pub(super) fn run<S: StateSpace>(
        self,
        engine: &Engine<'_>,
        space: &S,
        puzzle: &str,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        self.apply(Run { engine, space, puzzle, listener })
    }

    /// Goes on with a stored run.
    pub(super) fn resume<S: StateSpace>(
        self,
        engine: &Engine<'_>,
        space: &S,
        run: RunId,
        listener: &mut dyn Listener,
    ) -> Result<Report> {
        self.apply(Resume { engine, space, run, listener })
    }
}

struct Identity;

impl<S: StateSpace> Apply<S> for Identity {
    type Output = (&'static str, BTreeMap<String, String>);

    fn apply<T: Strategy<S>>(self, strategy: T) -> Self::Output {
        (strategy.name(), strategy.options())
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
}
