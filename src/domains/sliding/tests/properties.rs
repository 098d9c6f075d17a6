//! Laws that hold for all inputs.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::domains::sliding::draw::{read_placement, svg, text};
use crate::domains::sliding::formats::{Format, read};
use crate::domains::sliding::{
    Axis, CellKind, Condition, Goal, Piece, Puzzle, SlidingMove, library,
};

/// Choices read from a tape, so that a failing puzzle shrinks with its tape.
struct Tape<'a>(std::slice::Iter<'a, u8>);

impl Tape<'_> {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % bound.max(1)
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == of - 1
    }
}

const LETTERS: [&str; 16] =
    ["A", "b", "#", "=", ".", "_", "-", "\"", "\\", "é", "國", "[", "/", "'", "≡", "~"];
const WORDS: [&str; 16] =
    ["A", "10", "#", "=", ".", "A:2", "-", "\"\"\"", "\\n", "é", "國國", "x]", "/", "_", "11", "'"];

/// Any checked puzzle with the classes that readers give.
fn puzzle(tape: &[u8], name: String) -> Puzzle {
    let mut tape = Tape(tape.iter());
    let (width, height) = (1 + tape.below(6), 1 + tape.below(5));
    let size = width * height;
    let mut free: BTreeSet<usize> = (0..size).collect();
    let mut cells = vec![CellKind::Floor; size];
    for (cell, kind) in cells.iter_mut().enumerate() {
        match tape.below(9) {
            7 if cell > 0 => {
                *kind = CellKind::Wall;
                free.remove(&cell);
            }
            8 => *kind = CellKind::Gate,
            _ => {}
        }
    }
    let names = if tape.chance(3) { WORDS } else { LETTERS };
    let mut pieces = Vec::new();
    for name in names {
        let Some(&first) = free.iter().nth(tape.below(free.len())) else { break };
        let mut covered = BTreeSet::from([first]);
        for _ in 0..tape.below(4) {
            // Mostly a neighbour; any free cell makes a rigid piece with parts.
            let near = |cell: &&usize| covered.iter().any(|other| cell.abs_diff(*other) == 1);
            let next = match tape.chance(8) {
                true => free.iter().next(),
                false => free.iter().find(near),
            };
            covered.extend(next.copied());
        }
        free.retain(|cell| !covered.contains(cell));
        pieces.push(Piece {
            name: name.to_owned(),
            passes_gates: covered.iter().any(|&cell| cells[cell] == CellKind::Gate)
                || tape.chance(5),
            cells: covered.into_iter().collect(),
            axis: [None, None, None, Some(Axis::Horizontal), Some(Axis::Vertical)][tape.below(5)],
            step: if tape.chance(6) { (1 + tape.below(3), 2) } else { (1, 1) },
            class: None,
        });
        if tape.chance(6) {
            break;
        }
    }
    pieces.sort_by(|a, b| a.cells.cmp(&b.cells));
    let mut puzzle = Puzzle {
        name,
        width,
        height,
        cells,
        barriers: Vec::new(),
        pieces,
        goals: Vec::new(),
        distinct: tape.chance(4),
    };
    barriers(&mut puzzle, &mut tape);
    classes(&mut puzzle, &mut tape);
    goals(&mut puzzle, &mut tape);
    puzzle.check().unwrap();
    puzzle
}

fn barriers(puzzle: &mut Puzzle, tape: &mut Tape<'_>) {
    let size = puzzle.cells.len();
    let mut found = BTreeSet::new();
    for _ in 0..tape.below(3) {
        let first = tape.below(size);
        let second = if tape.chance(2) { first + puzzle.width } else { first + 1 };
        let beside = second == first + puzzle.width || !second.is_multiple_of(puzzle.width);
        let inside = |piece: &Piece| piece.cells.contains(&first) && piece.cells.contains(&second);
        if second < size && beside && !puzzle.pieces.iter().any(inside) {
            found.insert((first, second));
        }
    }
    puzzle.barriers = found.into_iter().collect();
}

fn classes(puzzle: &mut Puzzle, tape: &mut Tape<'_>) {
    for _ in 0..tape.below(3) {
        let first = tape.below(puzzle.pieces.len());
        if puzzle.pieces[first].class.is_some() {
            continue;
        }
        let members: Vec<usize> =
            puzzle.family(first).into_iter().filter(|&i| i == first || !tape.chance(3)).collect();
        let names: Vec<String> =
            members.iter().map(|&member| puzzle.pieces[member].name.clone()).collect();
        for member in members {
            puzzle.pieces[member].class = Some(names.join(" "));
        }
    }
}

/// Goals in which some pieces are where they are at the start.
fn goals(puzzle: &mut Puzzle, tape: &mut Tape<'_>) {
    let by_type: Vec<bool> = puzzle.pieces.iter().map(|_| tape.chance(2)).collect();
    for _ in 0..tape.below(3) {
        let mut open: BTreeSet<usize> =
            (0..puzzle.cells.len()).filter(|&cell| puzzle.cells[cell] != CellKind::Wall).collect();
        let mut conditions = Vec::new();
        for (index, piece) in puzzle.pieces.iter().enumerate() {
            if tape.chance(2) {
                let cells = piece.cells.clone();
                open.retain(|cell| !cells.contains(cell));
                conditions.push(match by_type[index] {
                    true => Condition::TypeAt { like: index, cells },
                    false => Condition::PieceAt { piece: index, cells },
                });
            }
        }
        let clear: Vec<usize> = open.into_iter().filter(|_| tape.chance(5)).collect();
        if !clear.is_empty() {
            conditions.push(Condition::Empty { cells: clear });
        }
        conditions.sort_by_key(|condition| condition.cells().first().copied());
        if !conditions.is_empty() {
            puzzle.goals.push(Goal { conditions });
        }
    }
}

/// Whatever reads is checked and has a canonical text of its own.
fn reads_or_explains(text: &str, format: Option<Format>) {
    match read("input", text, format) {
        Ok(file) => {
            let again = read("again", &file.puzzle.to_toml(), Some(Format::Toml));
            assert_eq!(again.map(|again| again.puzzle), Ok(file.puzzle));
        }
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1, "{error}");
            assert!(error.line <= text.lines().count().max(1) + 1, "{error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn canonical_text_reads_back_as_an_equal_puzzle(
        tape in prop::collection::vec(any::<u8>(), 0..300),
        name in any::<String>(),
    ) {
        let puzzle = puzzle(&tape, name);
        let text = puzzle.to_toml();
        let again = read("again", &text, Some(Format::Toml)).map(|file| file.puzzle);
        prop_assert_eq!(again.as_ref(), Ok(&puzzle), "{}", text);
        prop_assert_eq!(again.map(|again| again.to_toml()), Ok(text));
    }

    #[test]
    fn drawings_read_back_as_the_placement(
        tape in prop::collection::vec(any::<u8>(), 0..300),
        moved in prop::option::of(0_usize..16),
    ) {
        let puzzle = puzzle(&tape, String::new());
        let start: Vec<Vec<usize>> =
            puzzle.pieces.iter().map(|piece| piece.cells.clone()).collect();
        let drawn = text(&puzzle, &start, moved);
        let read = read_placement(&puzzle, &drawn);
        prop_assert_eq!(read.as_ref(), Ok(&start), "{}", drawn);
        let titles = svg(&puzzle, &start, moved).body.matches("<title>").count();
        prop_assert_eq!(titles, puzzle.pieces.len());
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[ -~\n\t\u{80}-\u{2fff}]{0,80}", format in 0_usize..3) {
        reads_or_explains(&text, Some(Format::ALL[format]));
        reads_or_explains(&text, None);
    }

    #[test]
    fn no_drawing_makes_a_reader_panic(text in "[ABC.#= \n]{0,40}") {
        reads_or_explains(&text, Some(Format::Drawing));
    }

    #[test]
    fn no_directives_make_a_reader_panic(
        lines in prop::collection::vec(
            "(xsize|ysize|wall|hwall|vwall|piece|put|win|lockx|locky|xstep|ystep): [0-4]? ?(\\(-?[0-4], ?[0-4]\\) ?){0,3}('[a#]')?",
            0..20,
        ),
    ) {
        let text = format!("xsize: 4\nysize: 4\npiece: 1 (0,0)\n{}", lines.join("\n"));
        reads_or_explains(&text, Some(Format::Jimslide));
    }

    #[test]
    fn no_damage_to_a_puzzle_file_makes_a_reader_panic(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        cut in 0_usize..12,
        put in "[ -~\n]{0,6}",
    ) {
        let names: Vec<&str> = library::names().collect();
        let mut chars: Vec<char> =
            crate::domains::library::entry(names[which.index(names.len())]).unwrap().text().chars().collect();
        let from = at.index(chars.len());
        let to = (from + cut).min(chars.len());
        chars.splice(from..to, put.chars());
        reads_or_explains(&chars.into_iter().collect::<String>(), Some(Format::Toml));
    }

    #[test]
    fn no_text_makes_a_board_or_a_move_panic(typed in "[ -~\n\u{80}-\u{2fff}]{0,80}", board in "[A-J. #\n/\\[\\]]{0,60}") {
        let puzzle = library::get("klotski").unwrap().puzzle;
        let words = library::get("edge/words").unwrap().puzzle;
        for text in [&typed, &board] {
            for puzzle in [&puzzle, &words] {
                let _ = read_placement(puzzle, text);
                let _ = SlidingMove::read(puzzle, text);
            }
        }
    }
}
