//! Kills the program at random moments, again and again, and lets it go on: what
//! it finds in the end is what an undisturbed run and the oracle find, and
//! nothing that was reported committed is ever lost.
//!
//! `CRASH_SEED` repeats the choices of a run (not their exact moments),
//! `CRASH_KILLS` sets the number of kills for each puzzle.

#![cfg(test)]

mod common {
    pub(crate) mod oracle;
    pub(crate) mod process;
    pub(crate) mod random;
}

use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use common::oracle::{layers, layers_from, sizes};
use common::process::{Ended, strata};
use common::random::Random;
use serde_json::Value;
use strata::domains::sliding::{Cells256, Encoding, Metric, Sliding, library};
use strata::space::StateSpace;

/// Kills that each puzzle must survive in a plain test run.
const KILLS: usize = 12;

/// The longest time for one puzzle; a slow machine must not count as a pass.
const TIME: Duration = Duration::from_secs(150);

/// The space of a puzzle of the library.
fn space(puzzle: &str, metric: Metric) -> Sliding<Cells256, u128> {
    let file = library::get(puzzle).unwrap();
    Sliding::new(file.puzzle, metric, Encoding::Rank).unwrap()
}

/// All its goals.
fn goals(space: &Sliding<Cells256, u128>) -> Vec<<Sliding<Cells256, u128> as StateSpace>::State> {
    let keys = space.goal_keys(1 << 20).unwrap();
    keys.iter().map(|key| space.decode(key).unwrap()).collect()
}

/// A number from the environment.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text:?}")))
}

/// A search that is killed and resumed until it has survived enough.
struct Loop<'a> {
    /// The command that begins it.
    begin: &'a [&'a str],
    random: Random,
    /// Memory for candidates of the processes; one of these.
    memory: &'a [&'a str],
    /// How long a process may live at most: adapted so that most kills hit.
    span: Duration,
    kills: usize,
    /// Kills that came too late.
    missed: usize,
    /// Kills of processes that went on from a checkpoint or were about to.
    resumed: usize,
    /// Those among them that did not come to say so.
    recovering: usize,
}

impl Loop<'_> {
    /// The arguments of a search with random resources, which must not matter.
    fn arguments(&mut self, command: &[&str]) -> Vec<String> {
        let threads = (1 + self.random.below(4)).to_string();
        let candidates = self.memory[self.random.below(self.memory.len())];
        let resources = ["--threads", &threads, "--memory-candidates", candidates];
        let rest = ["--checkpoint-interval", "10ms", "--store", "store", "--json"];
        command.iter().chain(&resources).chain(&rest).map(|&word| word.to_owned()).collect()
    }

    /// Whether there were this many kills, a good part of them of resumed runs.
    fn enough(&self, wanted: usize) -> bool {
        self.kills >= wanted && 4 * self.resumed >= wanted
    }

    /// When to kill the next process. One that resumes has less to do, and is
    /// killed while it still recovers as often as later.
    fn delay(&mut self, resuming: bool) -> Duration {
        let span = match (resuming, self.random.below(2)) {
            (false, _) => self.span,
            (true, 0) => self.span / 2,
            (true, _) => self.span / 20,
        };
        span.mul_f64(self.random.below(1_000) as f64 / 1_000.0)
    }

    /// One search from nothing to its result, killed on the way.
    fn survive(&mut self, wanted: usize) -> Value {
        let folder = tempfile::tempdir().unwrap();
        let (mut committed, mut resuming) = (0, false);
        loop {
            let command = if resuming { &["resume", "last"][..] } else { self.begin };
            let arguments = self.arguments(command);
            let kill_after = (!self.enough(wanted)).then(|| self.delay(resuming));
            let ended = strata(folder.path(), &arguments, kill_after);
            assert!(!ended.talk.contains("panicked"), "{arguments:?}: {}", ended.talk);
            for started in ended.of_type("started") {
                let states = started["states"].as_u64().unwrap();
                assert!(states >= committed, "{committed} states were committed: {started}");
            }
            let was_resumed = resuming;
            for commit in ended.of_type("committed") {
                resuming = true;
                committed = committed.max(commit["states"].as_u64().unwrap());
            }
            if ended.killed {
                self.kills += 1;
                let silent = ended.of_type("started").next().is_none();
                self.resumed += usize::from(was_resumed);
                self.recovering += usize::from(was_resumed && silent);
                self.span = self.span.mul_f64(1.1);
                if self.random.below(5) == 0 {
                    self.check(folder.path(), &["check"], resuming);
                }
            } else {
                self.missed += usize::from(kill_after.is_some());
                self.span = self.span.mul_f64(0.8);
                self.check(folder.path(), &["check", "--deep"], true);
                return result(&ended);
            }
        }
    }

    /// Whether the store is sound; one without a run may not be there yet.
    fn check(&self, folder: &Path, command: &[&str], must_be_there: bool) {
        let words = command.iter().chain(&["--store", "store"]).map(|&word| word.to_owned());
        let ended = strata(folder, &words.collect::<Vec<_>>(), None);
        let absent = !must_be_there && ended.status.code() == Some(10);
        assert!(ended.status.success() || absent, "{:?}: {}", ended.status, ended.talk);
    }
}

/// The last message, which is the result of a search that came to its end.
fn result(ended: &Ended) -> Value {
    assert_eq!(ended.status.code(), Some(0), "{}", ended.talk);
    let last = ended.messages.last().unwrap();
    assert_eq!(last["message_type"], "result", "{last}");
    last.clone()
}

/// The parts of a result that must not depend on what happened on the way.
fn lasting(result: &Value) -> Vec<(&'static str, Value)> {
    let fields =
        ["verdict", "length", "states", "edges", "generations", "solution", "goal_distances"];
    fields.into_iter().map(|field| (field, result[field].clone())).collect()
}

/// Kills and resumes the search `begin` again and again. `expected` are the sizes
/// of generations that its result must have, by field.
fn survives(begin: &[&str], expected: &[(&str, Vec<u64>)]) {
    survives_with(begin, expected, &["1 MiB", "8 MiB", "64 MiB"], lasting);
}

/// The same for searches whose effort depends on what they still remember: only
/// the answer must be the one of an undisturbed run.
fn answer_survives(begin: &[&str]) {
    // Those that keep their states in memory need some.
    survives_with(begin, &[], &["64 MiB", "100 MiB"], |result| {
        ["verdict", "length", "solution"].map(|field| (field, result[field].clone())).to_vec()
    });
}

fn survives_with(
    begin: &[&str],
    expected: &[(&str, Vec<u64>)],
    memory: &[&str],
    lasting: impl Fn(&Value) -> Vec<(&'static str, Value)>,
) {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seed = number("CRASH_SEED").unwrap_or(clock.subsec_nanos().into());
    let wanted = number("CRASH_KILLS").map_or(KILLS, |kills| kills as usize);
    // Printed when the test fails.
    println!("{begin:?}: CRASH_SEED={seed}");

    let mut all = Loop {
        begin,
        random: Random::new(seed),
        memory,
        span: Duration::ZERO,
        kills: wanted,
        missed: 0,
        resumed: 0,
        recovering: 0,
    };
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = strata(folder.path(), &all.arguments(begin), None);
    let answer = lasting(&result(&undisturbed));
    for (field, sizes) in expected {
        let sizes = Value::from(sizes.clone());
        assert_eq!(result(&undisturbed)[field], sizes, "{field} against the oracle");
    }

    let started = Instant::now();
    (all.span, all.kills) = (undisturbed.took, 0);
    while !all.enough(wanted) {
        assert_eq!(lasting(&all.survive(wanted)), answer, "after {} kills", all.kills);
        let in_time = wanted > KILLS || started.elapsed() < TIME;
        assert!(in_time, "only {} of {wanted} kills in {TIME:?}", all.kills);
    }
    let Loop { kills, resumed, recovering, missed, .. } = all;
    println!(
        "{begin:?}: {kills} kills, {resumed} of them of resumed runs, {recovering} in recovery; \
         {missed} came too late"
    );
    assert!(missed <= kills + 10, "most kills come too late: {missed}");
}

#[test]
fn a_census_survives() {
    let expected = sizes(&layers(&space("trapped-treasure", Metric::Moves)));
    survives(&["census", "trapped-treasure"], &[("generations", expected)]);
}

#[test]
fn a_census_in_single_steps_survives() {
    let expected = sizes(&layers(&space("fuji-25", Metric::Steps)));
    survives(&["census", "fuji-25", "--metric", "steps"], &[("generations", expected)]);
}

#[test]
fn a_solution_survives() {
    let space = space("block-10-v11", Metric::Moves);
    let stop = |layer: &common::oracle::Layer<u128>| !layer.goals.is_empty();
    let expected = sizes(&layers_from(&space, space.starts(), stop));
    survives(&["solve", "block-10-v11"], &[("generations", expected)]);
}

#[test]
fn a_census_from_the_goals_survives() {
    let space = space("puzzle-2", Metric::Moves);
    let expected = sizes(&layers_from(&space, goals(&space), |_| false));
    survives(&["census", "puzzle-2", "--from-goals"], &[("goal_distances", expected)]);
}

#[test]
fn a_search_from_both_ends_survives() {
    let space = space("puzzle-2", Metric::Moves);
    let (there, back) = (layers(&space), layers_from(&space, goals(&space), |_| false));
    let (there, back) = (sizes(&there), sizes(&back));
    // The smaller side goes on, until both together have the shortest length.
    let length = library::get("puzzle-2").unwrap().answers.optimum.moves.unwrap() as usize;
    let (mut forward, mut backward) = (0, 0);
    while forward + backward < length {
        let side = if there[forward] <= back[backward] { &mut forward } else { &mut backward };
        *side += 1;
    }
    let expected = [
        ("generations", there[..=forward].to_vec()),
        ("goal_distances", back[..=backward].to_vec()),
    ];
    survives(&["solve", "puzzle-2", "--algorithm", "bidirectional"], &expected);
}

#[test]
fn a_search_by_buckets_survives() {
    survives(&["solve", "block-10-v11", "--algorithm", "astar"], &[]);
    let slides = ["solve", "rush-hour/course-9x9-4", "--metric", "slides", "--algorithm", "astar"];
    survives(&slides, &[]);
}

#[test]
fn a_beam_survives() {
    let beam = ["solve", "block-10-v11", "--algorithm", "beam", "--width", "3000"];
    survives(&beam, &[]);
    let per_node = ["--algorithm", "beam", "--beam", "node", "--width", "5"];
    // It remembers its states in memory.
    let memory = ["16 MiB", "64 MiB"];
    survives_with(&[&["solve", "puzzle-2"][..], &per_node].concat(), &[], &memory, lasting);
}

#[test]
fn depth_first_searches_survive() {
    answer_survives(&["solve", "edge/train", "--algorithm", "iterative-deepening"]);
    answer_survives(&["solve", "rush-hour-60", "--algorithm", "ida", "--heuristic", "zero"]);
    answer_survives(&["solve", "rush-hour/course-6x6-2", "--algorithm", "ida"]);
}

#[test]
fn random_searches_survive() {
    answer_survives(&["solve", "klotski", "--algorithm", "random"]);
    let shortened = ["--algorithm", "shortened-random", "--batches", "40", "--batch-size", "1"];
    answer_survives(&[&["solve", "tiles-3x3"][..], &shortened].concat());
    let neighborhood = ["--algorithm", "neighborhood", "--width", "20000", "--batch-size", "1"];
    answer_survives(&[&["solve", "klotski"][..], &neighborhood].concat());
}

/// The parts of a result of a search by components that must not depend on what
/// happened on the way; how many start points wait may.
fn lasting_components(result: &Value) -> Vec<(&'static str, Value)> {
    assert!(result["fccs"].as_u64().is_some_and(|fccs| fccs > 1), "{result}");
    let fields = ["verdict", "length", "states", "edges", "fccs", "depths", "checksum", "solution"];
    fields.into_iter().map(|field| (field, result[field].clone())).collect()
}

#[test]
fn a_census_of_components_survives() {
    let fcc = ["--algorithm", "fcc"];
    // In the smallest memory some components are scanned on disk.
    let memory = ["1 MiB", "8 MiB", "64 MiB"];
    let census = [&["census", "freecell:11982"][..], &fcc].concat();
    survives_with(&census, &[], &memory, lasting_components);
    let freeing = [&["census", "freecell:11982"][..], &fcc, &["--keep", "depths"]].concat();
    survives_with(&freeing, &[], &memory, lasting_components);
}

#[test]
fn solutions_by_components_survive() {
    let memory = ["64 MiB", "100 MiB"];
    let solve = ["solve", "freecell/six-ranks-six-columns", "--algorithm"];
    let orders: [&[&str]; 2] = [&["fcc", "--safe-moves"], &["fcc-best", "--heuristic", "zero"]];
    for order in orders {
        survives_with(&[&solve[..], order].concat(), &[], &memory, lasting_components);
    }
}

#[test]
fn a_search_for_freed_moves_survives() {
    answer_survives(&["solve", "block-10-v11", "--algorithm", "moves-freed"]);
}
