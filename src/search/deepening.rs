//! Depth-first searches for a shortest solution: iterative deepening and IDA*.

use std::collections::BTreeMap;

use super::agree::unusable;
use super::depth_first::{DepthFirst, Position, Turn};
use super::error::{Result, SearchError};
use super::graph::{SLICE, Tools, solved, starts_or_answer, unsolved};
use super::needs::{self, must_have_goal};
use super::strategy::{Standing, Step, StepContext, Strategy, Tally, Verdict};
use crate::space::{Heuristic, StateSpace};

/// The strategy `iterative-deepening`: depth-first with the limits 1, 2, and so
/// on, and no memory of what was visited: it looks at every path.
///
/// So it proves a puzzle unsolvable only when no path is longer than its limit.
pub struct IterativeDeepening<S: StateSpace> {
    max_depth: Option<u32>,
    inner: Option<Inner<S>>,
}

/// The strategy `ida`: iterative-deepening A*, with the maximum of what the
/// path to a state and its neighbours tell of its distance (pathmax, both ways
/// where moves can be taken back), and a table of what was visited.
///
/// With a table that holds all states, a limit costs about as much as there are
/// states within it, and a puzzle without a solution is proven to have none. With
/// a smaller one it costs more, and such a proof may never end. A run that goes
/// on begins with an empty table, so the first limit after that costs more too.
pub struct Ida<S: StateSpace> {
    heuristic: String,
    bytes: usize,
    inner: Option<Inner<S>>,
}

/// What both are.
struct Inner<S: StateSpace> {
    tools: Tools<S>,
    search: DepthFirst<S::Key>,
}

impl<S: StateSpace> Inner<S> {
    fn new(
        cx: &StepContext<'_, S>,
        mut tools: Tools<S>,
        starts: &[S::Key],
        bytes: usize,
        cap: u32,
    ) -> Result<Self> {
        let search = DepthFirst::new(&mut tools.on(cx.space, &*cx.expansion), starts, bytes, cap)?;
        Ok(Self { tools, search })
    }

    /// Goes back to where a run stood.
    fn restore(&mut self, cx: &StepContext<'_, S>, from: &Position) -> Result<()> {
        let mut graph = self.tools.on(cx.space, &*cx.expansion);
        self.search.restore(&mut graph, from)?.map_err(|what| unusable(cx.run, what))
    }

    fn step(&mut self, cx: &StepContext<'_, S>) -> Result<Step<Position>> {
        let mut graph = self.tools.on(cx.space, &*cx.expansion);
        let turn = self.search.advance(&mut graph, SLICE)?;
        let at = self.search.position();
        Ok(match turn {
            Turn::More => Step::Continue(at),
            Turn::Found(path) => Step::Done(at, solved(&path)),
            Turn::Unsolvable => Step::Done(at, unsolved(Verdict::Unsolvable)),
            Turn::Capped => Step::Done(at, unsolved(Verdict::NotFound)),
        })
    }
}

fn standing<S: StateSpace>(inner: Option<&Inner<S>>) -> Standing {
    // No solution has fewer moves than the limit at work.
    let depth = inner.map_or(0, |inner| inner.search.limit().saturating_sub(1));
    Standing::beside_store(depth.into(), tally(inner))
}

fn tally<S: StateSpace>(inner: Option<&Inner<S>>) -> Tally {
    inner.map_or_else(Tally::default, |inner| inner.search.tally())
}

fn begun<S: StateSpace>(inner: &mut Option<Inner<S>>) -> Result<&mut Inner<S>> {
    inner.as_mut().ok_or_else(|| SearchError::Unsuitable {
        what: "going on with the depth-first search".to_owned(),
        why: "it was never begun; drop the run and start it again".to_owned(),
    })
}

impl<S: StateSpace> IterativeDeepening<S> {
    /// With limits up to `max_depth`, or without end.
    #[must_use]
    pub fn new(max_depth: Option<u32>) -> Self {
        Self { max_depth, inner: None }
    }

    fn begin(&self, cx: &StepContext<'_, S>, starts: &[S::Key]) -> Result<Inner<S>> {
        let cap = self.max_depth.unwrap_or(u32::MAX);
        Inner::new(cx, Tools::new(cx.space), starts, 0, cap)
    }
}

impl<S: StateSpace> Ida<S> {
    /// With this heuristic of the space, and `bytes` of memory for what was
    /// visited, which do not change what is found.
    #[must_use]
    pub fn new(heuristic: impl Into<String>, bytes: usize) -> Self {
        Self { heuristic: heuristic.into(), bytes, inner: None }
    }

    /// The most informed heuristic of a space that can prove a solution
    /// shortest.
    #[must_use]
    pub fn default_heuristic(space: &S) -> &'static str {
        let admissible = space.heuristics().into_iter().find(|heuristic| heuristic.admissible);
        admissible.unwrap_or(Heuristic::ZERO).name
    }

    fn begin(&self, cx: &StepContext<'_, S>, starts: &[S::Key]) -> Result<Inner<S>> {
        let tools = Tools::with_heuristic(cx.space, &self.heuristic)?;
        Inner::new(cx, tools, starts, self.bytes, u32::MAX)
    }
}

/// What a strategy does besides naming itself, in terms of its `begin`.
macro_rules! depth_first {
    () => {
        type Checkpoint = Position;

        fn start(&mut self, cx: &mut StepContext<'_, S>) -> Result<Step<Position>> {
            self.check(cx.space)?;
            match starts_or_answer(cx.space) {
                Ok(starts) => {
                    let inner = self.inner.insert(self.begin(cx, &starts)?);
                    Ok(Step::Continue(inner.search.position()))
                }
                Err(answer) => Ok(Step::Done(Position::default(), answer)),
            }
        }

        fn restore(
            &mut self,
            cx: &mut StepContext<'_, S>,
            from: Position,
        ) -> Result<Step<Position>> {
            self.check(cx.space)?;
            let starts = starts_or_answer(cx.space)
                .map_err(|_| unusable(cx.run, "it goes on, and a start is a goal"))?;
            let inner = self.inner.insert(self.begin(cx, &starts)?);
            inner.restore(cx, &from)?;
            Ok(Step::Continue(from))
        }

        fn step(&mut self, cx: &mut StepContext<'_, S>, _: Position) -> Result<Step<Position>> {
            begun(&mut self.inner)?.step(cx)
        }

        fn committed(&mut self) {}

        fn standing(&self) -> Standing {
            standing(self.inner.as_ref())
        }

        fn tally(&self) -> Option<Tally> {
            Some(tally(self.inner.as_ref()))
        }
    };
}

impl<S: StateSpace> Strategy<S> for IterativeDeepening<S> {
    depth_first!();

    fn name(&self) -> &'static str {
        "iterative-deepening"
    }

    fn options(&self) -> BTreeMap<String, String> {
        let max_depth = self.max_depth.map_or_else(|| "none".to_owned(), |most| most.to_string());
        BTreeMap::from([("max-depth".to_owned(), max_depth)])
    }

    fn check(&self, space: &S) -> Result<()> {
        must_have_goal(space)
    }
}

impl<S: StateSpace> Strategy<S> for Ida<S> {
    depth_first!();

    fn name(&self) -> &'static str {
        "ida"
    }

    fn options(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("heuristic".to_owned(), self.heuristic.clone())])
    }

    fn check(&self, space: &S) -> Result<()> {
        must_have_goal(space)?;
        if needs::heuristic(space, &self.heuristic)?.admissible {
            return Ok(());
        }
        Err(SearchError::Unsuitable {
            what: format!("ida with the heuristic {}", self.heuristic),
            why: format!(
                "it can say more than the distance, so a solution would not be proven shortest; \
                 use {}, or a search that does not prove it, such as moves-freed",
                Self::default_heuristic(space)
            ),
        })
    }
}
