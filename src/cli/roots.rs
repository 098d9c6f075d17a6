//! The search from roots for a state space that is a group.

use std::collections::BTreeMap;

use crate::engine::{Engine, Listener, Report, Result, RootReport, RootTask};
use crate::search::SearchError;
use crate::search::pmida::Tricks;
use crate::space::{StateKey as _, StateSpace, Successors, Turning, TurningVisitor};
use crate::store::RunId;

/// Whether the space is a group.
pub(super) fn fits<S: StateSpace>(space: &S) -> bool {
    space.turning(Nothing).is_some()
}

struct Nothing;

impl TurningVisitor for Nothing {
    type Output = ();

    fn visit<T: Turning>(self, _: &T) {}
}

/// Refuses a space that is none.
pub(super) fn check<S: StateSpace>(space: &S) -> Result<()> {
    if fits(space) {
        return Ok(());
    }
    let (what, why) = (
        "the algorithm pmida",
        "it is for twisty puzzles whose pieces all differ, with one solved position; \
         use generations or bidirectional",
    );
    Err(SearchError::Unsuitable { what: what.to_owned(), why: why.to_owned() }.into())
}

/// The options of such a run.
pub(super) fn options() -> BTreeMap<String, String> {
    RootTask::options(Tricks::ALL, false)
}

/// Begins a run, or goes on with the same one or the one that is named.
pub(super) fn search<S: StateSpace>(
    engine: &Engine<'_>,
    space: &S,
    puzzle: &str,
    run: Option<RunId>,
    listener: &mut dyn Listener,
) -> Result<Report> {
    let task = RootTask {
        puzzle: puzzle.to_owned(),
        space: space.id(),
        metric: space.metric(),
        tricks: Tricks::ALL,
        all: false,
        max_length: None,
    };
    let path = |word: &[u8]| path(space, word);
    let work = Work { engine, run, task: &task, path: &path, listener };
    let Some(report) = space.turning(work) else {
        check(space)?;
        return Err(SearchError::TooLarge(format!("{puzzle} has too many pieces")).into());
    };
    let RootReport { run, row, verdict, limit, resumed, was_finished, elapsed, .. } = report?;
    Ok(Report { run, row, verdict, limit, resumed, was_finished, elapsed })
}

/// The keys of the states that a solution leads through.
fn path<S: StateSpace>(space: &S, word: &[u8]) -> Vec<Vec<u8>> {
    let mut successors = Successors::default();
    let Some(mut state) = space.starts().into_iter().next() else { return Vec::new() };
    let mut keys = vec![space.encode(&state).to_vec()];
    for &turn in word {
        successors.clear();
        space.expand(&state, &mut successors);
        let Some(next) = successors.iter().nth(turn.into()) else { break };
        state = next.state.clone();
        keys.push(space.encode(&state).to_vec());
    }
    keys
}

struct Work<'a> {
    engine: &'a Engine<'a>,
    run: Option<RunId>,
    task: &'a RootTask,
    path: &'a dyn Fn(&[u8]) -> Vec<Vec<u8>>,
    listener: &'a mut dyn Listener,
}

impl TurningVisitor for Work<'_> {
    type Output = Result<RootReport>;

    fn visit<T: Turning>(self, turning: &T) -> Result<RootReport> {
        let Self { engine, run, task, path, listener } = self;
        match run {
            None => engine.search_roots(turning, task, path, listener),
            Some(run) => engine.resume_roots(run, turning, task, path, listener),
        }
    }
}
