//! Searches for cycles as runs of a store: stopped, killed, damaged, and gone on with.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![cfg(test)]

mod common {
    pub(crate) mod process;
    pub(crate) mod random;
}

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::process::{Ended, strata};
use common::random::Random;
use serde_json::{Value, json};
use strata::domains::twisty::{
    Effect, Generator, Metric, Quest, Target, builtin, move_table, notation, read_combination,
};
use strata::engine::{
    Control, Engine, EngineError, Limits, RootReport, RootTask, Settings, Verdict,
};
use strata::search::pmida::{Trick, Tricks};
use strata::space::{SpaceId, Turning, TurningVisitor};
use strata::store::{
    Batch, Durability, KeyRange, RowKey as _, RunId, SolutionKey, SolutionRow, Store, StoreOptions,
    Table,
};

/// The search for cycles, or for the solved position from a start.
fn quest(puzzle: &str, turns: &str, metric: Metric, start: Option<&str>, cycles: &str) -> Quest {
    let puzzle = builtin::named(puzzle).unwrap().puzzle;
    let generators = match turns {
        "" => Generator::all(&puzzle),
        turns => notation::read_generators("turns", &puzzle, turns).unwrap(),
    };
    let (table, effects) = move_table(&puzzle, &generators, metric).unwrap();
    let solved = Effect::identity(puzzle.slots());
    let start = start.map_or(solved, |start| {
        notation::effect_of(&puzzle, &notation::read("start", &puzzle, start).unwrap())
    });
    let target = Target::of(&puzzle, read_combination(&puzzle, cycles).unwrap());
    Quest::new(puzzle, table, effects, start, target)
}

fn task(tricks: Tricks, all: bool) -> RootTask {
    let space = SpaceId {
        domain: "test".to_owned(),
        instance: "test".to_owned(),
        options: BTreeMap::new(),
        encoding: "test/1".to_owned(),
    };
    let (puzzle, metric) = ("test".to_owned(), "HTM".to_owned());
    RootTask { puzzle, space, metric, tricks, all, max_length: None }
}

/// One process.
struct Process<'a> {
    store: &'a Store,
    task: &'a RootTask,
    threads: usize,
    /// Positions after which it stops.
    states: Option<u64>,
    resume: Option<RunId>,
}

impl TurningVisitor for Process<'_> {
    type Output = Result<RootReport, EngineError>;

    fn visit<T: Turning>(self, space: &T) -> Self::Output {
        let settings = Settings {
            threads: NonZeroUsize::new(self.threads).unwrap(),
            candidates: 64 << 20,
            batch: 64 << 10,
            block: 4 << 10,
            commit_interval: Duration::ZERO,
            limits: Limits { states: self.states, ..Limits::default() },
        };
        let engine = Engine::new(self.store, settings, Arc::new(Control::default()));
        let path = &|_: &[u8]| Vec::new();
        match self.resume {
            Some(run) => engine.resume_roots(run, space, self.task, path, &mut ()),
            None => engine.search_roots(space, self.task, path, &mut ()),
        }
    }
}

fn solutions(store: &Store, run: RunId) -> Vec<String> {
    let rows = store.rows::<SolutionRow>(&KeyRange::prefix(&run.to_bytes()));
    rows.map(|row| row.unwrap().1.moves.join(" ")).collect()
}

/// What a run found, which may not depend on what happened on the way.
fn lasting(store: &Store, report: &RootReport) -> impl PartialEq + std::fmt::Debug + use<> {
    assert_eq!(report.verdict, Verdict::Solved);
    let progress = report.progress.clone();
    let figures = (progress.depth, progress.roots, progress.lengths, progress.counted);
    (figures, report.row.length, report.row.solutions, solutions(store, report.run))
}

/// Stops a search again and again, each time a little later, and lets it go on with other numbers of
/// threads; how often it was stopped.
fn stopped(quest: &Quest, tricks: Tricks, all: bool) -> usize {
    let task = task(tricks, all);
    let process = |store: &Store, threads, states| {
        let process = Process { store, task: &task, threads, states, resume: None };
        quest.clone().visit(Default::default(), process).unwrap().unwrap()
    };
    let store = Store::in_memory();
    let undisturbed = process(&store, 1, None);
    let answer = lasting(&store, &undisturbed);
    let nodes = undisturbed.progress.total().nodes;

    let store = Store::in_memory();
    let mut stops = 0;
    for states in (1..).map(|stop| 1 + nodes * stop / 12) {
        let report = process(&store, 1 + stops % 3, Some(states));
        assert_eq!(report.resumed, stops > 0);
        if report.verdict != Verdict::Limit {
            assert_eq!(lasting(&store, &report), answer, "after {stops} stops");
            return stops;
        }
        assert_eq!(solutions(&store, report.run).len(), 0);
        stops += 1;
        assert!(stops < 100, "it does not come to an end");
    }
    stops
}

#[test]
fn stops_change_nothing() {
    let tables = Tricks::ALL.without(Trick::Deepening);
    let without = Tricks::ALL.without(Trick::Tables);
    let mut stops = 0;
    for (quest, tricks) in [
        (quest("2x2x2", "", Metric::Htm, None, "C[3]"), without),
        (quest("2x2x2", "", Metric::Qtm, None, "C[2,3]"), tables),
        (quest("3x3x3", "", Metric::Htm, None, "C[5] E[11]"), Tricks::ALL),
        (quest("2x2x2", "", Metric::Htm, Some("U R F U2 R' F U R2 F'"), "C[]"), Tricks::ALL),
    ] {
        for all in [true, false] {
            stops += stopped(&quest, tricks, all);
        }
    }
    assert!(stops > 20, "{stops}");
}

#[test]
fn a_run_goes_on_with_its_own_options_only() {
    let quest = quest("2x2x2", "", Metric::Htm, None, "C[3]");
    let store = Store::in_memory();
    let process = |task: &RootTask, states, resume| {
        let process = Process { store: &store, task, threads: 1, states, resume };
        quest.clone().visit(Default::default(), process).unwrap()
    };
    let run = process(&task(Tricks::ALL, true), Some(10), None).unwrap().run;
    for other in [task(Tricks::ALL, false), task(Tricks::ALL.without(Trick::Pathmax), true)] {
        match process(&other, None, Some(run)) {
            Err(EngineError::OtherRun { run: 1, differences }) => assert_eq!(differences.len(), 1),
            other => panic!("{other:?}"),
        }
        // Without naming the run it is another one.
        assert_ne!(process(&other, None, None).unwrap().run, run);
    }
    let report = process(&task(Tricks::ALL, true), None, Some(run)).unwrap();
    assert_eq!((report.run, report.resumed), (run, true));
    let again = process(&task(Tricks::ALL, true), None, None).unwrap();
    assert!(again.was_finished && again.run == run);
}

/// Once the number of solutions was another one on each run.
#[test]
fn squares_have_their_solutions_with_any_number_of_threads() {
    let scramble = "R2 U2 R2 U2 D2 R2 U2 L2";
    let quest = quest("3x3x3", "<R2,U2,L2,D2>", Metric::Htm, Some(scramble), "C[] E[]");
    for threads in 1..=3 {
        let (store, task) = (Store::in_memory(), task(Tricks::ALL, true));
        let process = Process { store: &store, task: &task, threads, states: None, resume: None };
        let report = quest.clone().visit(Default::default(), process).unwrap().unwrap();
        let counted = report.progress.counted.unwrap();
        assert_eq!((report.row.length, counted.canonical, counted.words), (Some(8), 40, 128));
    }
}

/// Runs the program; the exit code and the last message.
fn run(folder: &Path, arguments: &[&str], kill_after: Option<Duration>) -> Ended {
    let words: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    let ended = strata(folder, &words, kill_after);
    assert!(!ended.talk.contains("panicked"), "{arguments:?}: {}", ended.talk);
    ended
}

/// The parts of an answer that must not depend on what happened on the way.
fn answer(ended: &Ended) -> Value {
    assert_eq!(ended.status.code(), Some(0), "{}", ended.talk);
    let last = ended.of_type("cycles").last().unwrap();
    let fields = [
        "target",
        "verdict",
        "length",
        "searched_below",
        "solutions",
        "words",
        "canonical",
        "up_to_rotation",
        "up_to_inversion",
        "up_to_symmetry",
        "roots",
        "nodes",
        "leaves",
        "lengths",
    ];
    let pairs = fields.map(|field| (field.to_owned(), last[field].clone()));
    Value::Object(pairs.into_iter().collect())
}

/// Kills a search at random moments until it comes to its end.
fn survives(search: &[&str], kills: usize) {
    let seed = std::env::var("CRASH_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut random = Random::new(seed.unwrap_or(15));
    let threads = |random: &mut Random| (1 + random.below(3)).to_string();
    let rest = ["--store", "store", "--json", "--list", "7", "--checkpoint-interval", "10ms"];
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = run(folder.path(), &[search, &rest].concat(), None);
    let (expected, span) = (answer(&undisturbed), undisturbed.took);
    let (mut killed, mut left) = (0, 5 * kills);
    while killed < kills {
        let folder = tempfile::tempdir().unwrap();
        loop {
            let threads = threads(&mut random);
            let arguments = [search, &rest, &["--threads", &threads]].concat();
            let delay = span.mul_f64(random.below(1000) as f64 / 1000.0);
            left -= 1;
            assert!(left > 0, "only {killed} kills hit");
            let ended = run(folder.path(), &arguments, (killed < kills).then_some(delay));
            if !ended.killed {
                assert_eq!(answer(&ended), expected, "after {killed} kills");
                break;
            }
            killed += 1;
        }
        let check = run(folder.path(), &["check", "--deep", "--store", "store"], None);
        assert!(check.status.success(), "{}", check.talk);
    }
}

#[test]
fn a_search_without_tables_survives() {
    survives(&["ccs", "C[5] E[11]", "--all", "--without", "tables,antisymmetry"], 6);
}

#[test]
fn building_tables_survives() {
    let search = ["ccs", "C[2]", "--puzzle", "2x2x2", "--metric", "QTM", "--all"];
    survives(&[&search[..], &["--without", "deepening"]].concat(), 6);
}

#[test]
fn stored_tables_are_used_again_and_damage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let search = ["ccs", "C[1*,1*] E[1*,5*]", "--all", "--store", "store", "--json"];
    let with =
        |without: &str| run(folder.path(), &[&search[..], &["--without", without]].concat(), None);
    let tables = |ended: &Ended| ended.messages.last().unwrap()["tables"].clone();
    let first = with("deepening");
    assert_eq!(tables(&first)[0]["complete"], true, "{}", tables(&first));
    let names = |table: &Store| {
        let all = table.scan(Table::PruningTables, &KeyRange::all());
        all.map(|entry| entry.unwrap().0.to_vec()).collect::<Vec<_>>()
    };
    let open =
        || Store::open_existing(&folder.path().join("store"), &StoreOptions::default()).unwrap();
    let stored = names(&open());
    assert!(stored.len() > 1, "a header and chunks");
    // Another run takes these tables, and earlier: nothing is written.
    let second = with("deepening,slivers");
    assert_eq!(answer(&second)["words"], answer(&first)["words"]);
    assert_eq!(tables(&second), tables(&first));
    assert_eq!(names(&open()), stored);
    // They are read: damage is told, and changes no answer.
    {
        let store = open();
        let mut batch = Batch::new();
        batch.put(Table::PruningTables, stored.last().unwrap().clone(), *b"garbage");
        store.write(batch, Durability::Synced).unwrap();
    }
    let third = with("deepening,pathmax");
    assert_eq!(third.status.code(), Some(3), "{}", third.talk);
    assert!(third.talk.contains("pruning table"), "{}", third.talk);
    // They can be dropped, and are built anew.
    let dropped = run(folder.path(), &["drop", "--tables", "--store", "store"], None);
    assert!(dropped.status.success(), "{}", dropped.talk);
    assert_eq!(names(&open()).len(), 0);
    assert_eq!(answer(&with("deepening,pathmax"))["words"], answer(&first)["words"]);
    assert_eq!(names(&open()).len(), stored.len());
}

#[test]
fn a_changed_solution_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let search = ["ccs", "C[3*,5*] E[2,2*,7*]", "--all", "--store", "store", "--json"];
    let found = run(folder.path(), &search, None);
    assert_eq!(answer(&found)["words"], json!("480"));
    let check = || run(folder.path(), &["check", "--store", "store"], None);
    assert!(check().status.success());
    let key = SolutionKey { run: RunId(1), number: 3 };
    let change = |change: &dyn Fn(&mut SolutionRow)| {
        let path = folder.path().join("store");
        let store = Store::open_existing(&path, &StoreOptions::default()).unwrap();
        let mut row: SolutionRow = store.row(&key).unwrap().unwrap();
        let before = row.clone();
        change(&mut row);
        let mut batch = Batch::new();
        batch.put_row(&key, &row).unwrap();
        store.write(batch, Durability::Synced).unwrap();
        before
    };
    let before = change(&|row| row.moves[1] = "U2".to_owned());
    let ended = check();
    assert_eq!(ended.status.code(), Some(3), "{}", ended.talk);
    change(&|row| *row = before.clone());
    assert!(check().status.success());
    change(&|row| row.moves.extend(["U".to_owned(), "U'".to_owned()]));
    assert_eq!(check().status.code(), Some(3));
}

#[test]
fn the_command_refuses_and_solves() {
    let folder = tempfile::tempdir().unwrap();
    let told = |arguments: &[&str], code: i32| {
        let ended = run(folder.path(), arguments, None);
        assert_eq!(ended.status.code(), Some(code), "{arguments:?}: {}", ended.talk);
        ended
    };
    for (cycles, why) in [
        ("C[2] E[]", "C[2] E[] is impossible: moves never change the parities of"),
        ("C[1*] E[]", "C[1*] E[] is impossible: moves never change the sum of the turns"),
    ] {
        let ended = told(&["ccs", cycles, "--store", "none"], 2);
        assert!(ended.talk.contains(why), "{}", ended.talk);
    }
    assert!(!folder.path().join("none").exists(), "what is refused leaves no store behind");
    let three = ["ccs", "C[3,4] E[1*,8*]", "--moves", "<F,R,U>", "--all", "--no-store", "--json"];
    let found = told(&three, 0);
    let last = found.messages.last().unwrap();
    assert_eq!((&last["length"], &last["words"]), (&json!(4), &json!("24")));

    let solve = |scramble: &str, more: &[&str]| {
        let arguments = ["solve", "3x3x3", "--scramble", scramble, "--no-store", "--json"];
        let ended = told(&[&arguments[..], more].concat(), 0);
        ended.messages.last().unwrap()["length"].clone()
    };
    assert_eq!(solve("R2 U2 R2 U2 D2 R2 U2 L2", &["--moves", "<R2,U2,L2,D2>"]), 8);
    assert_eq!(solve("R", &[]), 1);
    assert_eq!(solve("R R'", &[]), 0);
}
