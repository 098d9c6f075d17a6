//! Twisty puzzles: the laws of state spaces, censuses with known generations, shortest
//! solutions, and the command line.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod common {
    pub(crate) mod contract;
    pub(crate) mod engine;
    pub(crate) mod home;
    pub(crate) mod random;
    pub(crate) mod result;
    pub(crate) mod solution;
}

use assert_cmd::assert::OutputAssertExt;
use common::contract::{Sample, drawing_laws, laws, space_contract};
use common::engine::{rows, settings, work};
use common::home::Home;
use common::random::Random;
use common::result::result;
use common::solution::solution;
use predicates::str::contains;
use strata::domains::twisty::{
    Generator, Metric, Puzzle, Radix, Task, Twisty, formats, library, notation,
};
use strata::domains::{Options, Problem, Visitor};
use strata::search::{Bidirectional, Generations, replay};
use strata::space::{Draw, StateSpace as _, Words};
use strata::store::{Side, Store};

/// Six pieces of which some look alike and some may be turned in any way, with two
/// solved positions.
const ALIKE: &str = "\
Name alike
Set RING 6 3
Set PAIR 2 2

Solved
RING
1 1 2 2 3 4
0 0 0 0 ? 0
PAIR
1 2
0 0
End

Solved
RING
2 2 1 1 3 4
0 0 0 0 ? 0
PAIR
1 2
0 0
End

MoveTransformation A
RING
1 2 3 4 0 5
1 0 2 0 0 0
PAIR
1 0
1 0
End

MoveTransformation B
RING
0 1 2 4 5 3
0 0 0 1 0 0
End
";

space_contract!(pocket_cube, named::<u64>("2x2x2", "R U F2 R'", Metric::Htm), draw);
space_contract!(pyraminx, named::<u64>("pyraminx", "R U' B", Metric::Qtm), draw);
space_contract!(pyraminx_with_tips, named::<u64>("pyraminx-tips", "", Metric::Htm), draw);
space_contract!(skewb, named::<u64>("skewb", "R U F L'", Metric::Htm), draw);
space_contract!(cube, named::<u128>("3x3x3", "R U F2 L' D", Metric::Htm), draw);
space_contract!(revenge, named::<Words<8>>("4x4x4", "", Metric::Qtm), draw);
space_contract!(megaminx, named::<Words<8>>("megaminx", "", Metric::Qtm), draw);
space_contract!(corners, of(library::get("3x3x3").unwrap().only(&["CORNERS"]).unwrap()), draw);
space_contract!(two_turns, with_moves("<R2,U>"), draw);
space_contract!(cross, of(masked(&["DF", "DR", "DB", "DL"])), draw);
space_contract!(cross_and_pair, of(masked(&["DF", "DR", "DB", "DL", "FR", "DFR"])), draw);
space_contract!(alike, of(formats::read("alike.tws", ALIKE, None).unwrap()), draw);

#[test]
fn positions_far_away_keep_the_laws() {
    let space = named::<u128>("3x3x3", "", Metric::Htm);
    let sample = Sample::walked(&space, &mut Random::new(5), 300);
    for (law, holds) in laws().into_iter().chain(drawing_laws()) {
        if let Err(why) = holds(&space, &sample) {
            panic!("{law}: {why}");
        }
    }
}

/// A built-in puzzle after a scramble.
fn named<K: Radix>(name: &str, scramble: &str, metric: Metric) -> Twisty<K> {
    let mut puzzle = library::get(name).unwrap();
    let turns = notation::read("scramble", &puzzle, scramble).unwrap();
    puzzle.start = Some(notation::effect_of(&puzzle, &turns));
    space(puzzle, None, metric)
}

fn of(puzzle: Puzzle) -> Twisty<u64> {
    space(puzzle, None, Metric::Htm)
}

fn with_moves(moves: &str) -> Twisty<u64> {
    space(library::get("3x3x3").unwrap(), Some(moves), Metric::Htm)
}

/// The cube with these pieces alone.
fn masked(pieces: &[&str]) -> Puzzle {
    let puzzle = library::get("3x3x3").unwrap();
    let drawing = strata::domains::twisty::Drawing::new(&puzzle);
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    let wanted: Vec<_> = pieces.iter().map(|name| sorted(name)).collect();
    let chosen = (0..20).filter(|&slot| wanted.contains(&sorted(&drawing.slot_name(slot))));
    let chosen: Vec<usize> = chosen.collect();
    assert_eq!(chosen.len(), pieces.len());
    puzzle.tracking(&chosen)
}

fn space<K: Radix>(puzzle: Puzzle, moves: Option<&str>, metric: Metric) -> Twisty<K> {
    let generators = match moves {
        Some(moves) => notation::read_generators("moves", &puzzle, moves).unwrap(),
        None => Generator::all(&puzzle),
    };
    let compiled = Task { puzzle, generators, metric }.compile().unwrap();
    assert!(compiled.coding().fits::<K>());
    Twisty::new(compiled)
}

/// The sizes of all generations, through the engine.
fn census<K: Radix>(space: &Twisty<K>) -> Vec<u64> {
    let store = Store::in_memory();
    let mut settings = settings(2, 64 << 20);
    settings.commit_interval = std::time::Duration::from_secs(2);
    let report = work(&store, space, Generations::census(false), settings);
    rows(&store, report.run, Side::Forward).iter().map(|row| row.states).collect()
}

#[test]
fn small_puzzles_have_their_known_generations() {
    let pocket = named::<u64>("2x2x2", "", Metric::Htm);
    let wanted = [1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    assert_eq!(census(&pocket), wanted);
    let wanted = [
        1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
        90_280, 276,
    ];
    assert_eq!(census(&named::<u64>("2x2x2", "", Metric::Qtm)), wanted);
    let wanted = [1, 8, 48, 288, 1728, 9896, 51_808, 220_111, 480_467, 166_276, 2457, 32];
    assert_eq!(census(&named::<u64>("pyraminx", "", Metric::Htm)), wanted);
    let wanted = [1, 8, 48, 288, 1728, 10_248, 59_304, 315_198, 1_225_483, 1_455_856, 81_028, 90];
    assert_eq!(census(&named::<u64>("skewb", "", Metric::Htm)), wanted);
}

#[test]
fn masked_cubes_have_their_known_generations() {
    let cross = of(masked(&["DF", "DR", "DB", "DL"]));
    let wanted = [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102];
    assert_eq!(census(&cross), wanted);
    // A pair of an edge and a corner more; the whole is in scripts/long-checks.
    let more = of(masked(&["DF", "DR", "DB", "DL", "FR", "DFR"]));
    let store = Store::in_memory();
    let mut few = settings(2, 16 << 20);
    few.limits.generations = Some(6);
    let report = work(&store, &more, Generations::census(false), few);
    let sizes: Vec<u64> =
        rows(&store, report.run, Side::Forward).iter().map(|row| row.states).collect();
    assert_eq!(sizes[..6], [1, 15, 172, 1950, 21_535, 220_368]);
}

/// The length of a shortest solution, whose every move is checked.
fn shortest<K: Radix>(space: &Twisty<K>, bidirectional: bool) -> Option<u32> {
    let store = Store::in_memory();
    let settings = settings(2, 16 << 20);
    let report = if bidirectional {
        work(&store, space, Bidirectional::new(), settings)
    } else {
        work(&store, space, Generations::solve(), settings)
    };
    report.row.length?;
    let solution = solution(&store, report.run);
    let path = replay(space, &solution.keys).unwrap();
    space.check_path(&path.states, &path.moves).unwrap();
    assert!(space.is_goal(path.states.last().unwrap()));
    Some(solution.length)
}

#[test]
fn scrambles_are_undone_in_as_many_moves_from_one_side_as_from_both() {
    let mut random = Random::new(17);
    for (name, turns) in [("2x2x2", 7), ("pyraminx", 8), ("skewb", 6), ("3x3x3", 4)] {
        for _ in 0..4 {
            let puzzle = library::get(name).unwrap();
            let scramble: Vec<Generator> = (0..turns)
                .map(|_| {
                    let base = random.below(puzzle.bases.len());
                    let power = 1 + random.below(puzzle.bases[base].order as usize - 1) as u32;
                    Generator { base, power }
                })
                .collect();
            let scramble = notation::show(&puzzle, &scramble);
            let space = named::<u128>(name, &scramble, Metric::Htm);
            let lengths = (shortest(&space, false), shortest(&space, true));
            assert_eq!(lengths.0, lengths.1, "{name}: {scramble}");
            assert!(lengths.0.is_some_and(|length| length <= turns), "{name}: {scramble}");
        }
    }
}

#[test]
fn a_restricted_group_has_its_known_distance() {
    let mut puzzle = library::get("3x3x3").unwrap();
    let turns = notation::read("scramble", &puzzle, "R2 U2 R2 U2 D2 R2 U2 L2").unwrap();
    puzzle.start = Some(notation::effect_of(&puzzle, &turns));
    let space = space::<u64>(puzzle, Some("<R2,U2,L2,D2>"), Metric::Htm);
    assert_eq!(shortest(&space, false), Some(8));
    assert_eq!(shortest(&space, true), Some(8));
}

/// The whole puzzle is in the id of its space.
#[test]
fn a_stored_puzzle_is_built_again_from_its_id() {
    struct Id;
    impl Visitor for Id {
        type Output = strata::space::SpaceId;

        fn visit<S: Draw>(self, space: &S) -> Self::Output {
            space.id()
        }
    }
    let some = |text: &str| Some(text.to_owned());
    for options in [
        Options::default(),
        Options { scramble: some("R U F2"), metric: some("QTM"), ..Options::default() },
        Options { moves: some("R2 U"), only: some("EDGES"), ..Options::default() },
        Options { pieces: some("UF, FUR"), scramble: some("R U"), ..Options::default() },
    ] {
        let id = Problem::named("3x3x3", &options).unwrap().visit(Id).unwrap();
        let again = Problem::stored("again", &id).unwrap();
        assert_eq!(again.name(), "again");
        assert_eq!(again.visit(Id).unwrap(), id, "{options:?}");
    }
}

#[test]
fn what_is_wrong_with_the_choice_is_told() {
    let refused = |name: &str, change: &dyn Fn(&mut Options), message: &str| {
        let mut options = Options::default();
        change(&mut options);
        let error = Problem::named(name, &options).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    let some = |text: &str| Some(text.to_owned());
    refused("3x3x3", &|o| o.metric = some("moves"), "there are HTM and QTM");
    refused("3x3x3", &|o| o.scramble = some("R U Q"), "Q");
    refused("3x3x3", &|o| o.moves = some("<R,X>"), "X");
    refused("3x3x3", &|o| o.only = some("CENTERS"), "there are CORNERS, EDGES");
    refused("3x3x3", &|o| o.pieces = some("UD"), "no piece is called \"UD\"; there are U");
    refused("3x3x3", &|o| o.ranks = Some(3), "no option ranks");
    refused("klotski", &|o| o.scramble = some("R"), "no option scramble");
    refused("freecell/four-ranks", &|o| o.moves = some("R"), "no option moves");
    let of_others = |o: &mut Options| {
        o.scramble = some("F");
        o.moves = some("<U,R>");
    };
    refused("3x3x3", &of_others, "cannot be solved from here: no move brings");
}

/// A cube from a file with a start, whose corner in a slot is turned.
fn twisted(orientation: &str) -> String {
    let text = library::text("2x2x2-6");
    let (pieces, rest) = text.split_once("0 0 0 0 0 0 0 0\n").unwrap();
    let start = "ScrambleState\nCORNERS\n0 1 2 3 4 5 6 7\n0 0 1 0 0 0 0 0\nEnd\n";
    format!("{pieces}{orientation}\n{rest}\n{start}")
}

#[test]
fn a_twisted_corner_is_refused_unless_its_turn_does_not_matter() {
    let read = |text: &str| Problem::read("x.tws", text, &Options::default());
    let error = read(&twisted("0 0 0 0 0 0 0 0")).unwrap_err().to_string();
    let reason = "moves never change the sum of the turns of CORNERS by";
    assert!(error.contains("cannot be solved") && error.contains(reason), "{error}");
    let loose = twisted("0 0 0 0 0 0 0 ?");
    read(&loose).unwrap();
    let space = of(formats::read("x.tws", &loose, None).unwrap());
    assert!(shortest(&space, true).is_some());
}

#[test]
fn every_command_works_on_a_twisty_puzzle() {
    let home = Home::new();
    let found =
        result(&home, 0, &["solve", "2x2x2", "--scramble", "R U F2", "--algorithm", "generations"]);
    assert_eq!((found["length"].as_u64(), found["metric"].as_str()), (Some(3), Some("HTM")));
    home.strata(&["path", "last", "--to", "R U"]).assert().success();
    let args = ["census", "pyraminx", "--metric", "QTM", "--moves", "<U,R>", "--only", "EDGES"];
    let found = result(&home, 0, &args);
    assert_eq!(found["complete"], true);
    home.strata(&["stats", "last"]).assert().success();
    home.strata(&["hardest", "last"]).assert().success();
    home.strata(&["state", "last", "U R"]).assert().success().stdout(contains("EDGES"));
    home.write("alike.tws", ALIKE);
    assert_eq!(result(&home, 0, &["census", "alike.tws"])["states"], 174_960);
    home.strata(&["check", "--deep"]).assert().success();
    home.strata(&["runs"]).assert().success();
    let listed = home.strata(&["puzzles"]).assert().success();
    listed.stdout(contains("megaminx"));
}
