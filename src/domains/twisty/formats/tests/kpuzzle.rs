//! KPuzzle definitions.

use serde_json::{Value, json};

use super::super::super::builtin::cube3;
use super::super::super::notation::show;
use super::*;

fn kpuzzle(value: &Value) -> Puzzle {
    let text = serde_json::to_string_pretty(value).unwrap();
    read("x.json", &text, None).unwrap_or_else(|error| panic!("{error}"))
}

/// A puzzle as a definition: at slot `i` the piece from slot `permutation[i]`.
fn definition(puzzle: &Puzzle) -> Value {
    let orbits: Vec<Value> = (puzzle.orbits.iter())
        .map(|orbit| json!({"orbitName": orbit.name, "numPieces": orbit.pieces, "numOrientations": orbit.turns}))
        .collect();
    let mut moves = serde_json::Map::new();
    for base in &puzzle.bases {
        let mut of = serde_json::Map::new();
        for orbit in &puzzle.orbits {
            let from: Vec<usize> = orbit
                .slots()
                .map(|slot| usize::from(base.effect.from[slot]) - orbit.first)
                .collect();
            let turn = &base.effect.turn[orbit.slots()];
            of.insert(orbit.name.clone(), json!({"permutation": from, "orientationDelta": turn}));
        }
        moves.insert(base.name.clone(), of.into());
    }
    json!({"name": puzzle.name, "orbits": orbits, "moves": moves})
}

/// A ring of four with one turned piece, and a swap.
fn ring() -> Value {
    json!({
        "name": "ring",
        "orbits": [{"orbitName": "A", "numPieces": 4, "numOrientations": 2}],
        "defaultPattern": {"A": {"pieces": [0, 1, 2, 3], "orientation": [0, 0, 0, 0]}},
        "moves": {
            "U": {"A": {"permutation": [3, 0, 1, 2], "orientationDelta": [1, 0, 0, 0]}},
            "x": {"A": {"permutation": [1, 0, 2, 3], "orientationDelta": [0, 0, 0, 0]}},
        },
    })
}

#[test]
fn a_definition_of_the_cube_is_the_cube() {
    let (mut cube, mut value) = (cube3(), definition(&cube3()));
    // serde_json's own maps are sorted by name.
    cube.bases.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(kpuzzle(&value), cube);
    // The older form with orbits in an object.
    value["orbits"] = json!({
        "EDGES": {"numPieces": 12, "numOrientations": 2},
        "CORNERS": {"numPieces": 8, "numOrientations": 3},
    });
    value["orbitOrdering"] = json!(["CORNERS", "EDGES"]);
    value["startStateData"] = json!({"EDGES": {"pieces": (0..12).collect::<Vec<_>>()}});
    assert_eq!(kpuzzle(&value), cube);
    assert_eq!(kpuzzle(&definition(&read("p.tws", PYRAMINX, None).unwrap())).slots(), 10);
}

#[test]
fn orbits_that_only_the_turns_have_are_left_out() {
    let mut value = ring();
    let other = json!({"permutation": [1, 0]});
    value["moves"]["U"]["B"] = other.clone();
    let message = wrong("-", &value.to_string());
    assert!(message.ends_with("moves.U.B: no orbit is called \"B\"; there are A"), "{message}");
    value["moves"]["x"]["B"] = other;
    assert_eq!(kpuzzle(&value), kpuzzle(&ring()));
}

#[test]
fn members_keep_their_order() {
    let text = r#"{"orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 1}],
        "moves": {"Z": {"A": {"permutation": [1, 0, 2]}}, "B": {"A": {"permutation": [0, 2, 1]}}}}"#;
    let puzzle = read("-", text, None).unwrap();
    let names: Vec<&str> = puzzle.bases.iter().map(|base| base.name.as_str()).collect();
    assert_eq!((names, puzzle.name.as_str()), (vec!["Z", "B"], "puzzle"));
}

#[test]
fn patterns_say_what_looks_alike_and_what_does_not_matter() {
    let mut value = ring();
    value["defaultPattern"]["A"] = json!({"pieces": [7, 1, 7, 1], "orientation": [0, 0, 1, 0], "orientationMod": [0, 1, 2, 1]});
    let puzzle = kpuzzle(&value);
    assert_eq!(puzzle.labels, [0, 1, 0, 1]);
    assert_eq!(puzzle.any_turn, [false, true, false, true]);
    // Half a round of the ring turns two pieces, one of which matters: counted from the
    // pattern that is the one that makes up for the piece that stands turned.
    let plain = |text| puzzle.plainest(&effect(&puzzle, text));
    assert_eq!(plain("U2").turn, [0, 0, 1, 0]);
    assert_eq!(plain("U4").turn, [1, 0, 1, 0]);
}

#[test]
fn derived_turns_are_bases_or_names() {
    let mut value = ring();
    value["derivedMoves"] = json!({
        "A": "BL U",
        "BL": "[U: x]",
        "B": "U'",
        "L": "B2",
        "U": "_",
    });
    let puzzle = kpuzzle(&value);
    let names: Vec<&str> = puzzle.bases.iter().map(|base| base.name.as_str()).collect();
    assert_eq!(names, ["U", "x", "BL", "A"]);
    assert_eq!(puzzle.bases[2].effect, effect(&puzzle, "U x U'"));
    assert_eq!(puzzle.bases[3].effect, effect(&puzzle, "U x U' U"));
    let read = notation::read("moves", &puzzle, "B L A").unwrap();
    assert_eq!(show(&puzzle, &read), "U' U2' A");
    value["experimentalDerivedMoves"] = json!({"C": "x D", "D": "C"});
    let text = value.to_string();
    assert!(
        wrong("x.json", &text).ends_with(
            "experimentalDerivedMoves.C: it is defined by itself, perhaps through others"
        )
    );
}

#[test]
fn messages_name_the_path_and_the_place() {
    // Path, what stands there instead, where the place points to, message.
    let cases = [
        (
            "/moves/U/A/permutation",
            json!([3, 0, 1, 1]),
            "1]}},x",
            "moves.U.A.permutation[3]: 1 is here twice, and 2 is missing",
        ),
        (
            "/moves/U/A/permutation",
            json!([4, 1, 2, 3]),
            "4,1,2,3",
            "moves.U.A.permutation[0]: the numbers begin at 1; here they must begin at 0",
        ),
        (
            "/moves/U/A/permutation",
            json!([3, 0, 1]),
            "[3,0,1]",
            "moves.U.A.permutation: 3 numbers, where A has 4 pieces",
        ),
        (
            "/moves/U/A/orientationDelta",
            json!([0, 0, 2, 0]),
            "2,0],permutation",
            "moves.U.A.orientationDelta[2]: 2, where turns of A are 0 to 1",
        ),
        (
            "/moves/x",
            json!({"B": {"permutation": [0]}}),
            "{permutation:[0]}",
            "moves.x.B: no orbit is called \"B\"; there are A",
        ),
        ("/moves", json!({}), "{},name", "moves: a puzzle needs a turn"),
        ("/moves/x", json!({}), "{}},name", "x does nothing"),
        (
            "/orbits/0/numPieces",
            json!(256),
            "{numOrientations",
            "orbits[0]: 256 pieces in A; an orbit has at least one, all orbits together at most 255",
        ),
        (
            "/orbits/0/numPieces",
            json!("4"),
            ",orbitName",
            "this is no KPuzzle definition: invalid type: string \"4\", expected u64",
        ),
        (
            "/orbits",
            json!(3),
            "3}",
            "this is no KPuzzle definition: invalid type: integer `3`, expected a list of orbits, or an object with them",
        ),
        (
            "/defaultPattern/A",
            json!({"pieces": [0, 0, 1, 2], "orientationMod": [1, 0, 0, 0]}),
            "{A:{orientationMod",
            "defaultPattern: pieces of A that look alike must all have `?` or none of them",
        ),
        (
            "/defaultPattern/A",
            json!({"pieces": [0, 1, 2, 3], "orientationMod": [0, 4, 0, 0]}),
            "4,0,0]",
            "defaultPattern.A.orientationMod[1]: 4; 0 (the turn matters) and 1 (it does not matter) can be searched",
        ),
    ];
    for (path, new, points_to, message) in cases {
        let mut value = ring();
        *value.pointer_mut(path).unwrap() = new;
        let text = value.to_string();
        let error = read("-", &text, None).unwrap_err();
        assert_eq!((error.line, error.message.as_str()), (1, message), "{path}");
        let pointed = text[error.column - 1..].replace('"', "");
        assert!(pointed.starts_with(points_to), "{message}: {pointed}");
    }
    let text = r#"{"\"{\\": "}\\\"", "orbits": {}, "moves": {}}"#;
    assert_eq!(wrong("-", text), "1:30: orbits: a puzzle needs an orbit");
    assert_eq!(wrong("-", "{\n \"name\": x\n}").split(": ").next(), Some("2:10"));
    assert!(wrong("x.json", "").contains("EOF while parsing"));
    let twice = r#"{"orbits": [], "moves": {"U": {}, "U": {}}}"#;
    assert!(wrong("-", twice).contains("\"U\" is here twice"), "{}", wrong("-", twice));
}
